// Starts the emulator's process and talks to it: a fresh account for each run, and what was asked of it afterwards.
import { fork } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { environmentOf } from "./fleet.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Bundles the emulator from its sources into `folder` and starts it. */
export async function startService(folder) {
  const bundle = join(folder, "emulator.mjs");
  await build({
    entryPoints: [join(ROOT, "src/emulator/http/server.ts")],
    outfile: bundle,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "warning",
  });
  const child = fork(join(ROOT, "bench/server.mjs"), [bundle], { execArgv: [] });
  await answerOf(child);

  const ask = (command, options) => {
    child.send({ command, options });
    return answerOf(child);
  };
  return {
    /** A fresh account; returns the environment that leads botform to it. */
    async start(/** @type {import("./fleet.mjs").Fleet} */ fleet, /** @type {boolean} */ live, latencyMs) {
      const { url } = await ask("start", { fleet, live, latencyMs });
      return environmentOf(fleet, url);
    },
    /** Requests by operation since the start, and how many bots there are now. */
    counts: () => ask("counts"),
    stop: () => child.disconnect(),
  };
}

function answerOf(child) {
  return new Promise((resolve, reject) => {
    const gone = (code) => reject(new Error(`the emulator's process ended with code ${code}`));
    child.once("exit", gone);
    child.once("message", ({ answer, error }) => {
      child.off("exit", gone);
      if (error === undefined) resolve(answer);
      else reject(new Error(`the emulator: ${error}`));
    });
  });
}
