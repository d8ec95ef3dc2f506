// How much work something is, in processor time of this process: a busy machine makes it wait, not work.
import { expect } from "vitest";

/** Seconds of the processor, this process's own threads included. */
function processorSeconds(task: () => unknown): number {
  const before = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** What collecting garbage and compiling do to one measurement they don't do to all of these. */
const ATTEMPTS = 6;

/** Twice the size is at most thrice the work, where a quadratic one is four times as much; to be asked of sizes that take milliseconds. */
export function expectLinear(work: (size: number) => unknown, size: number): void {
  const ratios: number[] = [];
  do {
    const once = processorSeconds(() => work(size));
    ratios.push(processorSeconds(() => work(2 * size)) / once);
  } while ((ratios.at(-1) ?? 0) > 3 && ratios.length < ATTEMPTS);
  expect(Math.min(...ratios), "times the work for twice the size").toBeLessThanOrEqual(3);
}
