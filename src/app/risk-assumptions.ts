// The assumptions of a configured account, with the file of tiers that it names.
import { lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Assumptions, StatedAssumptions, TierTable } from "../model/risk/assumptions.js";
import type { Origin, Position } from "../model/text/diagnostic.js";
import { assumptionsOf } from "../risk/assumptions.js";
import { readTiers } from "../risk/tiers-file.js";
import { AppError } from "./error.js";

/** Bytes of a file of tiers: every pair of the largest exchange has room in it. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Of an account, what says which tiers it has, and where. */
export interface Assuming {
  readonly assumptions: StatedAssumptions;
  readonly desired?: { readonly account: string };
}

/** Throws AppError for a file of tiers that can't be used; with `place` it says on which line the file is named. */
export function accountAssumptions(
  { assumptions, desired }: Assuming,
  place?: (origin: Origin) => Position | undefined,
): Assumptions {
  const { tiersFile, statedIn } = assumptions;
  if (tiersFile === undefined) return assumptionsOf(assumptions);
  const path = join(dirname(statedIn ?? "."), tiersFile);
  try {
    return assumptionsOf(assumptions, readTable(path));
  } catch (error) {
    if (!(error instanceof AppError) || statedIn === undefined) throw error;
    const keys = ["accounts", desired?.account ?? "", "assumptions", "tiersFile"];
    const line = desired === undefined ? undefined : place?.({ file: statedIn, path: keys })?.line;
    throw new AppError(
      `${error.message}\nIt is named by tiersFile in ${statedIn}${line === undefined ? "" : `:${line}`}.`,
    );
  }
}

function readTable(path: string): TierTable {
  const reading = readTiers(textOf(path));
  if (reading.ok) return reading.table;
  throw new AppError(
    `the file of tiers ${path} can't be used: ${reading.problem}\nIts form is { "source": …, "date": "YYYY-MM-DD", "pairs": { "USDT-BTC": [{ "floor": 0, "rate": 0.004 }, …] }, "other": […] }.`,
  );
}

function textOf(path: string): string {
  try {
    const { size } = whole(path);
    if (size > MOST_BYTES) throw new AppError(`the file of tiers ${path} is larger than ${MOST_BYTES} bytes`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    throw new AppError(`the file of tiers ${path} can't be read (${code})`);
  }
}

/** A repository may hold a link that leads wherever its author wants (threat 3). */
function whole(path: string): { readonly size: number } {
  const found = lstatSync(path);
  if (!found.isFile()) throw new AppError(`the file of tiers ${path} is no plain file`);
  return found;
}
