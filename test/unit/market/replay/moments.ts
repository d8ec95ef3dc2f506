// A stretch moment by moment, for what looks at each by itself.
import { standAt, type Tick } from "../../../../src/market/replay/lockstep.js";

/** @param onMoment called with the index of the moment since the beginning, from 0 */
export function everyMoment(onMoment: (tick: Tick, index: number) => void): (tick: Tick, index: number) => void {
  return (tick, index) => {
    for (let moment = 0; moment < tick.count; moment += 1) {
      standAt(tick, moment);
      onMoment(tick, index + moment);
    }
  };
}
