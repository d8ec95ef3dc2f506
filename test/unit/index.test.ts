// botform without the command line: the library's functions, and the example of docs/reference/library.md as it stands.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { apply } from "../../src/app/gate/apply.js";
import { plan } from "../../src/app/planning/plan-account.js";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import { createClient, type Plan, resolveConnection, ServiceError, validate } from "../../src/index.js";
import { demoEnv } from "../support/command.js";

let emulator: RunningEmulator;

afterEach(() => emulator.close());

async function opened() {
  emulator = await startEmulator({ quirks: { commandDelay: 20 } });
  const { accounts, diagnostics } = validate("examples/quick-start");
  const [account] = accounts;
  if (account === undefined) throw new Error(diagnostics[0]?.summary);
  const resolved = resolveConnection(account, demoEnv(emulator.url));
  if ("diagnostics" in resolved) throw new Error(resolved.diagnostics[0]?.summary);
  return { desired: account.desired, endpoint: resolved.connection };
}

describe("the library", () => {
  it("validates, plans and applies", async () => {
    const { desired, endpoint } = await opened();
    const planned: Plan = await plan(desired, endpoint);
    expect(planned.steps.map((step) => step.action)).toEqual(["create", "create", "create", "turn-on"]);
    expect(emulator.service.writes).toEqual([]);
    const { outcomes } = await apply(planned, endpoint, { concurrency: 2 });
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(["applied", "applied", "applied", "applied"]);
    expect((await plan(desired, endpoint)).steps).toEqual([]);
  });

  it("refuses to apply a plan that holds errors", async () => {
    const { desired, endpoint } = await opened();
    const accesses = [{ alias: "primary", live: "No such access" }];
    const planned = await plan({ ...desired, accesses }, endpoint);
    await expect(apply(planned, endpoint)).rejects.toThrow(RangeError);
  });

  it("throws a ServiceError with its kind where the account can't be read", async () => {
    const { desired, endpoint } = await opened();
    const failed = plan(desired, { ...endpoint, apiSecret: "wrong" }, { sleep: async () => {} });
    await expect(failed).rejects.toBeInstanceOf(ServiceError);
    await expect(failed).rejects.toMatchObject({ kind: "auth" });
  });

  it("gives the client alone", async () => {
    const { endpoint } = await opened();
    const client = createClient({ ...endpoint, allow: "read" });
    try {
      expect(await client.pairList()).toContain("USDT-BTC");
    } finally {
      await client.close();
    }
  });

  it.each([
    { block: 0, part: "plan and apply", says: "report.outcomes.length", prints: "4\n" },
    { block: 1, part: "use cases", says: '"end"', prints: "demo 0 \nend\n" },
    { block: 2, part: "drift and pull", says: '"end"', prints: "demo []\n[]\nend\n" },
    { block: 3, part: "a saved plan and the way back", says: "report.outcomes.length", prints: "4\n" },
    { block: 4, part: "breakers in a loop", says: '"end"', prints: "end\n" },
  ])("runs the documented example of $part under the package's own name", async ({ block, says, prints }) => {
    await opened();
    const page = readFileSync("docs/reference/library.md", "utf8");
    const example = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = ""]) => text)[block] ?? "";
    const folder = mkdtempSync(join(tmpdir(), "botform-library-"));
    const code = `${example
      .replaceAll('"fleet/"', '"examples/quick-start"')
      .replaceAll('".botform/journal"', JSON.stringify(folder))}\nconsole.log(${says});`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
      env: { PATH: process.env.PATH, ...demoEnv(emulator.url) },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    const exitCode = await new Promise((resolve) => child.on("close", resolve));
    rmSync(folder, { recursive: true, force: true });
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: prints });
  });
});
