// Saved plans that wait in the ledger for a person: a file each, whose name says until when it holds, and its digest.
import { hash } from "node:crypto";
import { PLAN_FILE_BYTES } from "../../model/planfile/planfile.js";
import { type Disk, DiskError } from "../../model/ports.js";

export const PLANS_SUFFIX = ".plan";

export interface KeptPlan {
  /** SHA-256 of the text, hexadecimal. */
  readonly digest: string;
  /** Milliseconds since the epoch, by its name, which spares reading those that have ended: what it says itself counts. */
  readonly expiresAt: number;
  /** Of its file. */
  readonly file: string;
}

/** Every method rejects with DiskError alone. */
export interface KeptPlans {
  all(): Promise<readonly KeptPlan[]>;
  /** undefined where it isn't any more what was kept. */
  read(plan: KeptPlan): Promise<Uint8Array | undefined>;
  /** Removes those that ended before then. No run needs them: it has its plan itself. */
  removeEnded(before: number): Promise<void>;
  /** Resolves once it is on the disk. */
  keep(text: string, expiresAt: number): Promise<KeptPlan>;
}

export function keptPlans(disk: Disk): KeptPlans {
  const all = async () =>
    (await disk.names()).flatMap(keptIn).toSorted((left, right) => left.expiresAt - right.expiresAt);
  return {
    all,
    async removeEnded(before) {
      for (const { expiresAt, file } of await all()) if (expiresAt < before) await disk.remove?.(file);
    },
    async read({ file, digest }) {
      if ((await disk.size(file)) > PLAN_FILE_BYTES) throw new DiskError("EFBIG", `${file} is too large for a plan`);
      const text = await disk.read(file);
      return digestOf(text) === digest ? Buffer.from(text) : undefined;
    },
    async keep(text, expiresAt) {
      const digest = digestOf(text);
      const plan = { digest, expiresAt, file: `${expiresAt}-${digest}${PLANS_SUFFIX}` };
      const file = await disk.create(plan.file);
      try {
        await file.append(text);
        await file.sync();
      } finally {
        await file.close();
      }
      return plan;
    },
  };
}

export function digestOf(text: string): string {
  return hash("sha256", text);
}

const NAME = /^(\d{1,15})-([0-9a-f]{64})\.plan$/;

function keptIn(file: string): readonly KeptPlan[] {
  const [, expiresAt, digest] = NAME.exec(file) ?? [];
  return digest === undefined ? [] : [{ digest, expiresAt: Number(expiresAt), file }];
}
