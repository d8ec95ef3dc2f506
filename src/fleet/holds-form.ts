// The forms of holds: what was filled in, and the answer where it isn't done.
import { AppError } from "../app/error.js";
import { type HoldEntry, holdsParts } from "../render/html/live/holds-page.js";
import { reasonOf } from "./actions.js";
import { done, orUnknown, type Parts, type Reply, type Visit } from "./route.js";

/** @param of a field of the form, or of the address */
export function holdEntry(of: (name: string) => string): HoldEntry {
  return { bots: of("bots"), reason: of("reason"), until: of("until") };
}

/** Where it isn't done, the page of holds says why, with what was filled in. */
export async function heldOrNot(
  { viewing }: Visit,
  { reading }: Parts,
  entry: HoldEntry | undefined,
  act: () => Promise<void>,
): Promise<Reply> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const found = { holds: undefined, ...(await orUnknown(reading.holds())) };
    return { kind: "refused", at: "/holds", parts: holdsParts({ ...found, entry, refused: reasonOf(error) }, viewing) };
  }
  return done("/holds");
}
