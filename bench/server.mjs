// The emulator in a process of its own, so that its work is not counted as botform's; driven over process IPC.
import { seedOf } from "./fleet.mjs";

/** @type {typeof import("../src/emulator/http/server.js")} */
const { startEmulator } = await import(process.argv[2]);
let running;

const COMMANDS = {
  /** A fresh emulator in place of the one before. */
  async start({ fleet, live, latencyMs }) {
    await running?.close();
    running = await startEmulator({ seed: seedOf(fleet, live), latencyMs, quirks: { commandDelay: 0 } });
    return { url: running.url };
  },
  async counts() {
    const counts = Object.entries(running.service.requests).filter(([, count]) => count > 0);
    return { requests: Object.fromEntries(counts), bots: running.service.bots().length };
  },
};

process.on("message", ({ command, options }) => {
  COMMANDS[command](options).then(
    (answer) => process.send({ answer }),
    (error) => process.send({ error: String(error?.message ?? error) }),
  );
});
process.on("disconnect", () => process.exit());
process.send({ answer: "ready" });
