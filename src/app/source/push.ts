// Puts a configuration into the ledger, for the workers of a fleet, once it is valid for every account; and lists what was accepted.
import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import {
  digestOfFiles,
  isSafeName,
  type ListedRevision,
  type PushedFacts,
  type RevisionListFacts,
} from "../../model/revision.js";
import { revisionsOn } from "../../reconcile/ledger/revisions.js";
import { AppError } from "../error.js";
import { type ConfigOptions, configurationPath, loadSound } from "../files/configuration.js";
import type { Host } from "../host.js";
import { onDisk } from "../ledger/account-ledger.js";
import { ledgerAt } from "../ledger/ledger-place.js";
import { committed } from "./commit.js";
import { filesOf } from "./copied.js";
import { isSameRevision } from "./place.js";
import { PUSHED } from "./pushed.js";

export interface PushOptions extends ConfigOptions {
  readonly journal: string;
  /** Who pushes. */
  readonly by: string;
  readonly dryRun?: boolean;
}

/** Throws AppError where an account isn't valid, or where the ledger can't be written. */
export async function push(host: Host, { journal, by, dryRun = false, ...options }: PushOptions): Promise<PushedFacts> {
  const config = loadSound(options);
  if (config.diagnostics.length > 0) host.say({ kind: "diagnostics", diagnostics: config.diagnostics });
  const path = configurationPath(options.config) ?? ".";
  const isFolder = statSync(path).isDirectory();
  const folder = isFolder ? path : dirname(path);
  const files = filesOf(config, folder);
  const outside = files.find(({ name }) => !isSafeName(name));
  if (outside !== undefined)
    throw new AppError(
      `${outside.name} is outside the configuration's folder, so it can't be pushed with it\nMove it into ${folder}.`,
    );
  const commit = await committed({ folder, isWhole: isFolder, files }, host.env);
  const revision = { digest: digestOfFiles(files), ...commit };
  const { digest } = revision;
  const shown = { ...revision, accounts: config.accounts.length };
  const revisions = revisionsOn(ledgerAt(journal));
  const newest = await onDisk(() => revisions.newest(PUSHED));
  if (newest?.digest === digest) return { outcome: "current", revision: shown };
  if (dryRun) return { outcome: "valid", revision: shown };
  const entry = isFolder ? {} : { entry: basename(path) };
  // The newest counts: one of a clock that is ahead must not hide what comes after it.
  const at = Math.max(Date.now(), (newest?.at ?? 0) + 1);
  await onDisk(() => revisions.keep({ ...{ ...revision, from: PUSHED, by, at }, ...entry, files }));
  return { outcome: "pushed", revision: shown };
}

/** Those of every source, newest first. Throws AppError where the ledger can't be read. */
export async function acceptedRevisions(journal: string, most: number): Promise<RevisionListFacts> {
  const found: ListedRevision[] = [];
  /** Where the last one of each source stands. */
  const last = new Map<string, number>();
  await onDisk(async () => {
    for await (const { at, files, entry: _entry, ...one } of revisionsOn(ledgerAt(journal)).all()) {
      const place = last.get(one.from);
      const listed = { ...one, acceptedAt: new Date(at).toISOString(), files: files.length };
      const newer = place === undefined ? undefined : found[place];
      // Two workers may accept one at the same moment: the first of them did.
      if (newer !== undefined && place !== undefined && isSameRevision(newer, one))
        found[place] = { ...listed, isCurrent: newer.isCurrent };
      else if (found.length === most) break;
      else last.set(one.from, found.push({ ...listed, isCurrent: place === undefined }) - 1);
    }
  });
  return { revisions: found };
}
