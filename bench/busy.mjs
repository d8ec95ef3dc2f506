// How busy the machine is with other work while a bench rests.
import { cpus } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

/** Share of the machine's cores that others use while the bench rests for two seconds. */
export async function busyShare() {
  const before = cpuTimes();
  await wait(2_000);
  const after = cpuTimes();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

function cpuTimes() {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((each) => Object.values(each))) };
}
