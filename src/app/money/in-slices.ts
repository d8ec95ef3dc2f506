// Lives through candles slice by slice, so that whoever interrupts it is heard, and progress is shown.
import { setImmediate as breathe } from "node:timers/promises";
import type { Lockstep } from "../../market/replay/lockstep.js";

/** Moments between two breaths. */
const SLICE = 4_000;

/** To the end, and closes it whatever comes. @param onSlice called after each slice */
export async function inSlices(lockstep: Lockstep, onSlice: () => void): Promise<void> {
  try {
    while (lockstep.run(SLICE)) {
      onSlice();
      await breathe();
    }
  } finally {
    lockstep.close();
  }
}
