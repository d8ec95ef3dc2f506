// Accepted revisions in the ledger: a file each, whose name says when it was accepted, and its digest. The newest of a source counts.
import { hash } from "node:crypto";
import * as z from "zod/mini";
import { type Disk, DiskError } from "../../model/ports.js";
import type { AcceptedRevision } from "../../model/revision.js";
import { digestOfFiles, isSafeName, revisionShape } from "../../model/revision.js";
import { parseJson } from "../../model/text/json.js";
import { once } from "../../model/text/once.js";

export const REVISIONS_SUFFIX = ".revision";
/** Of each source; older ones are removed. */
export const KEPT_REVISIONS = 50;
/** Characters of the text of one. */
export const MOST_OF_REVISION = 16 * 1024 * 1024;

/** Every method rejects with DiskError alone. */
export interface Revisions {
  /** Those of one source, or of all; newest first. What is damaged, or being written, isn't among them. */
  all(from?: string): AsyncGenerator<AcceptedRevision>;
  /** The newest; undefined where there is none. */
  newest(from: string): Promise<AcceptedRevision | undefined>;
  /** Resolves once it is in the ledger. */
  keep(revision: AcceptedRevision): Promise<void>;
  /** Whether nobody else has claimed it: of all workers that see the same, one sends a notice. @param what one event of a source */
  claim(what: string): Promise<boolean>;
}

const document = once(() => {
  const line = z.string().check(z.maxLength(1_000));
  return z.object({
    ...revisionShape().shape,
    ...{ formatVersion: z.literal(1), from: line, by: line, at: z.int() },
    ...{ author: z.optional(line), subject: z.optional(line), entry: z.optional(line) },
    files: z.array(z.strictObject({ name: line, text: z.string() })),
  });
});

export function revisionsOn(disk: Disk): Revisions {
  /** A file never changes once it is whole. */
  const known = new Map<string, AcceptedRevision>();
  const read = async (name: Name): Promise<AcceptedRevision | undefined> => {
    const before = known.get(name.file);
    if (before !== undefined) return before;
    if ((await disk.size(name.file)) > 2 * MOST_OF_REVISION) return undefined;
    const found = revisionIn(await disk.read(name.file), name);
    if (found !== undefined) known.set(name.file, found);
    return found;
  };
  async function* all(from?: string) {
    for (const name of await namesOn(disk)) {
      if (from !== undefined && name.source !== sourceId(from)) continue;
      const found = await read(name);
      if (found !== undefined) yield found;
    }
  }
  return {
    all,
    async newest(from) {
      for await (const one of all(from)) return one;
      return undefined;
    },
    async keep(revision) {
      const text = JSON.stringify({ formatVersion: 1, ...revision });
      if (text.length > MOST_OF_REVISION) throw new DiskError("EFBIG", "the revision is too large for the ledger");
      const file = await disk.create(
        `${revision.at}-${sourceId(revision.from)}-${hash("sha256", text)}${REVISIONS_SUFFIX}`,
      );
      try {
        await file.append(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await prune(disk, sourceId(revision.from));
    },
    async claim(what) {
      try {
        await (await disk.create(`claim-${hash("sha256", what)}${REVISIONS_SUFFIX}`)).close();
        return true;
      } catch (error) {
        if (error instanceof DiskError && error.code === "EEXIST") return false;
        throw error;
      }
    },
  };
}

interface Name {
  readonly file: string;
  readonly at: number;
  readonly source: string;
  readonly digest: string;
}

/** A moment before the year 2286: what names a later one would count for ever. */
const NAME = /^(\d{1,13})-([0-9a-f]{16})-([0-9a-f]{64})\.revision$/;

/** Newest first; of one moment always in the same order, for every worker. */
async function namesOn(disk: Disk): Promise<readonly Name[]> {
  const all = (await disk.names()).flatMap((file): readonly Name[] => {
    const [, at, source, digest] = NAME.exec(file) ?? [];
    return source === undefined || digest === undefined ? [] : [{ file, at: Number(at), source, digest }];
  });
  return all.toSorted((left, right) => right.at - left.at || (left.digest < right.digest ? -1 : 1));
}

function sourceId(from: string): string {
  return hash("sha256", from).slice(0, 16);
}

/** undefined of a text that isn't what was kept. */
function revisionIn(text: string, { digest }: Name): AcceptedRevision | undefined {
  if (hash("sha256", text) !== digest) return undefined;
  const read = z.safeParse(document(), parseJson(text));
  // Whoever writes to the ledger says what is desired, and not where it is copied to.
  if (!read.success || !read.data.files.every(({ name }) => isSafeName(name))) return undefined;
  const { formatVersion: _version, author, subject, entry, ...revision } = read.data;
  const found = {
    ...revision,
    ...(author !== undefined && { author }),
    ...(subject !== undefined && { subject }),
    ...(entry !== undefined && { entry }),
  };
  return digestOfFiles(found.files) === found.digest ? found : undefined;
}

/** Who may not remove keeps more; nothing depends on it. */
async function prune(disk: Disk, source: string): Promise<void> {
  const own = (await namesOn(disk)).filter((one) => one.source === source);
  for (const { file } of own.slice(KEPT_REVISIONS))
    await disk.remove?.(file).catch((error: unknown) => {
      if (!(error instanceof DiskError)) throw error;
    });
}
