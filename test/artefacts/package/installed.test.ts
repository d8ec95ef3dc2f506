// The tarball as npm installs it into an empty folder, with no other package beside it: the command, npx, the library and its types.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publint } from "publint";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { startEmulator } from "../../../src/emulator/http/server.js";
import { tryOut } from "../../../tools/installed.mjs";
import { demoEnv } from "../../support/command.js";
import { packed } from "./packed.js";

const { place, home } = packed();

/** Node with these arguments, in the empty folder; not waited for as the emulator of this process has to answer. */
function node(args: readonly string[], env: Record<string, string> = {}) {
  return new Promise<{ code: unknown; out: string; err: string }>((done) => {
    const options = { cwd: place, env: { PATH: process.env.PATH, ...env } };
    execFile(process.execPath, args, options, (error, out, err) => done({ code: error?.code ?? 0, out, err }));
  });
}

async function withService<T>(task: (env: Record<string, string>) => Promise<T>): Promise<T> {
  const emulator = await startEmulator({ quirks: { commandDelay: 20 } });
  try {
    return await task(demoEnv(emulator.url));
  } finally {
    await emulator.close();
  }
}

describe("the tarball in an empty folder", () => {
  it("npm has put nothing else in it", () => {
    expect(readdirSync(join(place, "node_modules")).sort()).toEqual([".bin", ".package-lock.json", "botform"]);
    const record = JSON.parse(readFileSync(join(place, "node_modules/.package-lock.json"), "utf8"));
    expect(
      Object.keys(z.parse(z.looseObject({ packages: z.record(z.string(), z.unknown()) }), record).packages),
    ).toEqual(["node_modules/botform"]);
    expect(readdirSync(home)).not.toContain("node_modules");
  });

  it("npx botform, the library and the demo run under this Node", () => {
    const [version] = process.versions.node.split(".");
    expect(tryOut(place, version ?? "", mkdtempSync(join(tmpdir(), "botform-unused-")))).toContain("library and demo");
  });

  it("the command plans against a service", async () => {
    const args = ["node_modules/botform/dist/main.js", "plan", "-c", "node_modules/botform/examples/quick-start"];
    const { code, out, err } = await withService((env) => node(args, env));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("create");
  });

  it("the library plans, imported by its name", async () => {
    const program = `import { plan, resolveConnection, validate } from "botform";
      const [account] = validate("node_modules/botform/examples/quick-start").accounts;
      const { connection } = resolveConnection(account, process.env);
      console.log((await plan(account.desired, connection)).steps.map(({ action }) => action).join(" "));`;
    writeFileSync(join(place, "plans.mjs"), program);
    const { code, out, err } = await withService((env) => node(["plans.mjs"], env));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.trim().split(" ")).toContain("create");
  });

  it("a trace names the sources, with Node's own flag", async () => {
    // No type checker has seen this: a fault of the caller, thrown from within.
    writeFileSync(join(place, "fails.mjs"), 'import { validate } from "botform"; validate({});');
    const { code, err } = await node(["--enable-source-maps", "fails.mjs"]);
    expect(code).toBe(1);
    expect(err).toMatch(/at loadConfig \(.*\/node_modules\/botform\/src\/config\/load\.ts:\d+:\d+\)/);
  });
});

describe("its declarations", () => {
  const tsc = join(process.cwd(), "node_modules/typescript/bin/tsc");
  const flags = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--lib", "es2023,dom"];
  const compile = async (text: string) => {
    writeFileSync(join(place, "use.ts"), text);
    return (await node([tsc, ...flags, "--types", "", "use.ts"])).out;
  };
  const program = (answer: string) => `import { type Plan, plan, resolveConnection, validate, botGrid } from "botform";
    const [account] = validate("fleet/").accounts;
    export type Grid = ReturnType<typeof botGrid>;
    export async function planned(): Promise<${answer}> {
      if (account === undefined) throw new Error();
      const resolved = resolveConnection(account, {});
      if ("diagnostics" in resolved) throw new Error();
      return plan(account.desired, resolved.connection);
    }`;

  it("compile strictly, with no package beside them and no library check skipped", async () => {
    expect(await compile(program("Plan"))).toBe("");
  });

  it("are types of something: a wrong use is an error, and the only one", async () => {
    const lines = (await compile(program("number"))).split("\n");
    const errors = lines.filter((line) => line.includes("error TS"));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^use\.ts.*TS2322.*'Plan'/);
  });

  it("publint has nothing to say about the package, in its strict mode", async () => {
    const { messages } = await publint({ pkgDir: home, pack: false, strict: true });
    expect(messages).toEqual([]);
  });
});
