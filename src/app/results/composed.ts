// What a commit's configuration comes to: composed once, and kept on this machine by the commit's name.
import { hash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import type { InputVariables } from "../../config/compose/variables.js";
import { TreeRefused } from "../../config/git-tree.js";
import { loadSources } from "../../config/load.js";
import { makeFolder } from "../../disk/make-folder.js";
import { readWhole, replaceWhole } from "../../disk/whole-file.js";
import { FIELD_NAMES, fieldValue } from "../../model/bot/field.js";
import { DiskError } from "../../model/ports.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { errorCode } from "../../model/text/error-code.js";
import type { ComposedCommit } from "../../results/commits.js";
import type { Env } from "../host.js";
import { machineFolder } from "../ledger/lock.js";
import { type CommitFiles, filesAt, type InRepository } from "../source/commit-files.js";

/** null of a commit whose configuration has errors, or isn't there. */
type Composed = ComposedCommit["accounts"] | null;

export interface Composing {
  readonly run: InRepository;
  /** From the root of the repository. */
  readonly path: string;
  readonly inputs: InputVariables;
  readonly env: Env;
}

const MOST_BYTES = 8 * 1024 * 1024;
/** Files of a few kilobytes each. */
const KEPT = 2_000;
const YAML = /\.ya?ml$/i;

const kept = () =>
  z.nullable(
    z.record(
      z.string(),
      z.array(
        z.strictObject({
          title: z.string(),
          access: z.union([z.string(), z.number()]),
          fields: z.partialRecord(z.enum(FIELD_NAMES), fieldValue()),
          variants: z.optional(z.array(z.strictObject({ experiment: z.string(), variant: z.string() }))),
        }),
      ),
    ),
  );

/** Rejects with Unreachable where git doesn't give it. A cache that can't be used costs time and nothing else. */
export async function composedAt(commit: string, composing: Composing): Promise<Composed> {
  const { path, inputs, env } = composing;
  const folder = join(machineFolder(env), "results");
  // Another version of botform, or other variables, may make other bots of the same files.
  const key = hash("sha256", JSON.stringify(["results 2", BOTFORM_VERSION, path, [...inputs].sort(), commit]));
  const file = join(folder, `${key.slice(0, 40)}.json`);
  const found = await readKept(file);
  if (found !== undefined) return found;
  const made = await compose(commit, composing);
  await keep(folder, file, made);
  return made;
}

async function compose(commit: string, { run, path, inputs }: Composing): Promise<Composed> {
  try {
    return accountsOf(await filesAt(run, commit, path), inputs);
  } catch (error) {
    if (error instanceof TreeRefused) return null;
    throw error;
  }
}

/** Policies and facts of the service change no bot. */
function accountsOf({ files, entry }: CommitFiles, inputs: InputVariables): Composed {
  const own = files.filter(({ name }) => (entry === undefined ? YAML.test(name) : name === entry));
  const sources = own.map(({ name, text }) => ({ file: name, text }));
  const config = loadSources(sources, [], inputs);
  if (hasErrors(config.diagnostics) || config.accounts.length === 0) return null;
  return Object.fromEntries(
    config.accounts.map(({ desired: { account, bots } }) => [
      account,
      bots.map(({ fields, access, variants }) => ({
        ...{ title: fields.title, access: access.live, fields },
        ...(variants !== undefined && { variants }),
      })),
    ]),
  );
}

async function readKept(file: string): Promise<Composed | undefined> {
  try {
    const read = kept().safeParse(JSON.parse((await readWhole(file, MOST_BYTES)).toString()));
    return read.success ? read.data : undefined;
  } catch (error) {
    if (error instanceof DiskError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function keep(folder: string, file: string, composed: Composed): Promise<void> {
  try {
    await makeFolder(folder, 0o700);
    await replaceWhole(file, JSON.stringify(composed));
  } catch (error) {
    // The folder's own errors are the system's.
    if (!(error instanceof DiskError) && errorCode(error) === undefined) throw error;
  }
}

/** Removes the oldest of too many files. */
export async function pruneComposed(env: Env): Promise<void> {
  const folder = join(machineFolder(env), "results");
  try {
    const files = readdirSync(folder).map((name) => join(folder, name));
    if (files.length <= KEPT) return;
    const dated = files.map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
    const old = dated.toSorted((left, right) => right.at - left.at).slice(KEPT);
    for (const { path } of old) await rm(path, { force: true });
  } catch {
    // There is none, or another run removes them, too.
  }
}
