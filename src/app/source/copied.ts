// A revision whose files are at hand as a candidate: copied to this machine, and read as any configuration is.
import { join, relative, sep } from "node:path";
import type { LoadedConfig } from "../../config/load.js";
import { isDatabase } from "../../database/connection.js";
import { type AcceptedRevision, type ConfigFile, digestOfFiles } from "../../model/revision.js";
import { AppError, explain } from "../error.js";
import { EXIT } from "../exit.js";
import { type AccountOptions, type ChosenAccounts, chooseAccounts } from "../files/configuration.js";
import type { Host } from "../host.js";
import { copyOf } from "./copies.js";
import { aboutOf, type Candidate, type Current, idOf, type PlaceOptions, Refusal, Unreachable } from "./place.js";

/** As it was kept. */
export function keptCandidate(revision: AcceptedRevision): Candidate {
  const candidate = { id: idOf(revision.at, revision.digest, revision.commit), about: aboutOf(revision) };
  return { ...candidate, accept: (host, options) => acceptCopy(host, options, revision, candidate) };
}

/**
 * The revision with those of its files that were read. Rejects with Refusal, and with Unreachable where it can't be copied.
 * @param called the files' folder in messages
 */
export async function acceptCopy(
  host: Pick<Host, "env">,
  options: PlaceOptions,
  revision: AcceptedRevision,
  candidate: Pick<Candidate, "id" | "about">,
  called = "",
): Promise<Current> {
  const folder = await copyOf(revision.files, host.env).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    throw error.exitCode === EXIT.failed ? new Unreachable(error.message) : new Refusal(error.message, [], candidate);
  });
  const { entry } = revision;
  const shown = { digest: revision.digest, ...(revision.commit !== undefined && { commit: revision.commit }) };
  const config = entry === undefined ? folder : join(folder, entry);
  const where = { config, copy: { folder, called, revision: shown } };
  const chosen = chosenAt({ ...options, ...where }, candidate);
  if (!isDatabase(options.journal) && chosen.config.files.some(({ text }) => /^state:/m.test(text)))
    throw new Refusal(
      "its ledger is in a database, and the ledger here is in a folder: set BOTFORM_JOURNAL to the database's address",
      chosen.config.diagnostics,
      candidate,
    );
  const files = filesOf(chosen.config, folder);
  if (files.length < revision.files.length)
    return acceptCopy(host, options, { ...revision, files, digest: digestOfFiles(files) }, candidate, called);
  return { chosen, where, revision };
}

/** Throws Refusal. */
export function chosenAt(options: AccountOptions, candidate: Pick<Candidate, "id" | "about">): ChosenAccounts {
  try {
    return chooseAccounts(options);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, diagnostics } = explain(error);
    throw new Refusal(message, diagnostics, candidate);
  }
}

/** With their names below the folder. */
export function filesOf({ files }: LoadedConfig, folder: string): readonly ConfigFile[] {
  const named = new Map(files.map(({ file, text }) => [relative(folder, file).replaceAll(sep, "/"), text] as const));
  return [...named].map(([name, text]) => ({ name, text }));
}
