// Kong decK as one of the programs that bench/rivals.mjs runs side by side: a compiled tool that compares as many services.
import { fork, spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "./rival-sides.mjs";
import { servicesOf, writeServices } from "./services.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const SUMMARY = /Summary:\n {2}Created: (\d+)\n {2}Updated: (\d+)\n {2}Deleted: (\d+)\n/;

/** Its version, or undefined where it isn't installed. */
export function deckVersion() {
  const { status, stdout } = spawnSync("deck", ["version"], { encoding: "utf8" });
  return status === 0 ? /\d+(?:\.\d+)+/.exec(stdout)?.[0] : undefined;
}

/** One gateway for all sides; each side is decK with so many writes at once (its own default is 10). */
export async function kong(folder) {
  const child = fork(join(HERE, "kong.mjs"), [], { execArgv: [] });
  const answer = () => new Promise((resolve) => child.once("message", (message) => resolve(message.answer)));
  await answer();
  const ask = (command, options) => {
    child.send({ command, options });
    return answer();
  };
  return { side: (parallelism) => deckSide(folder, ask, parallelism), stop: () => child.disconnect() };
}

/** @returns {import("./rival-sides.mjs").Side} */
function deckSide(folder, ask, parallelism) {
  const name = parallelism === undefined ? "decK" : `decK, ${parallelism} at once`;
  return {
    name,
    leavesBots: false,
    async start(job, services = servicesOf(job.count, false)) {
      const { url } = await ask("start", { ...job, live: job.kind === "plan" });
      const file = writeServices(folder, services);
      const many = parallelism === undefined ? [] : ["--parallelism", String(parallelism)];
      const online = [job.kind === "plan" ? "diff" : "sync", ...many, "--kong-addr", url];
      const command = job.kind === "validate" ? ["validate"] : online;
      return { program: "deck", args: [...command, "-s", file], env: {} };
    },
    async check({ count, kind }, run) {
      const { requests, services } = await ask("counts");
      expect(run.code === 0, name, `ended with ${run.code}`, run);
      if (kind !== "validate") {
        const found = SUMMARY.exec(run.out)?.slice(1).map(Number);
        const right = found?.join() === (kind === "plan" ? "0,0,0" : `${count},0,0`) && services === count;
        expect(right, name, "did something else than its job", run);
      }
      return Object.values(requests).reduce((sum, each) => sum + each, 0);
    },
  };
}
