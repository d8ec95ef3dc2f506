// Runs the built command once for each job of a pipeline, so that an image whose root is read-only starts from compiled code.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { run } from "./command.mjs";

const DIST = resolve(process.env.BOTFORM_DIST ?? "dist");
const MAIN = join(DIST, "main.js");
const FLEET = resolve("examples/quick-start");

const folder = mkdtempSync(join(tmpdir(), "botform-warm-"));
const emulator = spawn(process.execPath, [MAIN, "emulator", "--port", "0"], { stdio: ["ignore", "pipe", "ignore"] });
try {
  const [welcome] = await once(emulator.stdout.setEncoding("utf8"), "data");
  const env = {
    ...process.env,
    BOTFORM_DEMO_API_URL: /http:\/\/\S+/.exec(welcome)?.[0],
    BOTFORM_DEMO_API_KEY: "demo-key",
    BOTFORM_DEMO_API_SECRET: "demo-secret",
    BOTFORM_JOURNAL: join(folder, "journal"),
  };
  const botform = (...args) => run(process.execPath, [MAIN, ...args, "-c", FLEET], { env, cwd: folder });
  botform("validate");
  botform("policy", "check");
  botform("plan", "--out=plan=fleet.plan,markdown=plan.md,html=plan.html,json=plan.json");
  botform("apply", "fleet.plan", "--yes");
  botform("drift");
  botform("fmt", "--check");
} finally {
  emulator.kill();
  await once(emulator, "exit");
  rmSync(folder, { recursive: true, force: true });
}
const kept = readdirSync(join(DIST, "cache")).map((name) => name.split("-", 1)[0]);
process.stdout.write(`compiled: ${kept.sort().join(", ")}\n`);
