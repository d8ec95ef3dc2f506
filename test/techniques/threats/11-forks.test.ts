// Threat 11: the pull request of a fork, whose author writes the configuration: it gets `validate`, and no secrets.
// What this test holds is that `validate` needs nothing and reaches nobody, so that a recipe can be that strict. The
// recipes have tests of their own in test/artefacts/recipes.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { canaries, KEY, SECRET } from "./canary.js";
import { command, Folder } from "./child.js";
import { type Listener, listener } from "./listener.js";
import { ACCOUNT, environment, serving, TURN_ON } from "./service.js";

let nobody: Listener;
let folder: Folder;
beforeEach(async () => {
  nobody = await listener();
  folder = new Folder();
});
afterEach(async () => {
  folder.remove();
  await nobody.close();
});

/** Loaded before the command: whoever opens a connection or asks for a name is ended on the spot. */
const NO_NETWORK = `
import net from "node:net"; import dns from "node:dns"; import dgram from "node:dgram"; import child from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
const end = (what) => () => { process.stderr.write("REACHED OUT BY " + what + "\\n"); process.exit(99); };
net.Socket.prototype.connect = end("connect");
for (const name of ["lookup", "resolve", "resolve4", "resolve6"]) { dns[name] = end(name); dns.promises[name] = end(name); }
dgram.createSocket = end("datagrams");
for (const name of ["spawn", "exec", "execFile", "fork", "spawnSync", "execSync", "execFileSync"]) child[name] = end(name);
syncBuiltinESMExports();
`;

describe("threat 11: a fork's pull request can be validated without secrets", () => {
  it.each(["text", "json"])("validate works in an empty environment, as %s, and reaches nobody", async (format) => {
    const literal = `${ACCOUNT.replace("${env.BOTFORM_URL}", nobody.url)}bots:\n  a: { title: A }\n`;
    const hooked = literal.replace("    apiKey", `    hookUrl: ${nobody.url}\n    apiKey`);
    const node = ["--import", folder.put("no-network.mjs", NO_NETWORK)];
    for (const [yaml, expected] of [
      [literal, 0],
      [hooked, 0],
      [TURN_ON, 0],
      [`${hooked}x: 1\n`, 3],
    ] as const) {
      folder.put("botform.yaml", yaml);
      const { exitCode, out, err } = await command(["validate", "--format", format], { cwd: folder.path, node });
      expect({ exitCode, said: (out + err).length > 0 }).toEqual({ exitCode: expected, said: true });
      expect(out + err).not.toContain("REACHED OUT");
    }
    expect(nobody.calls).toBe(0);
  });

  it("plan under the same watch is caught, so the watch sees", async () => {
    folder.put("botform.yaml", TURN_ON);
    const node = ["--import", folder.put("no-network.mjs", NO_NETWORK)];
    const { exitCode, err } = await command(["plan"], { cwd: folder.path, node, env: environment(nobody.url) });
    expect({ exitCode, err }).toMatchObject({ exitCode: 99, err: expect.stringContaining("REACHED OUT") });
  });

  it("validate doesn't even read the secrets it would find, and nothing else works without them", () =>
    serving({}, async ({ url, received }) => {
      folder.put("botform.yaml", TURN_ON);
      const { exitCode, out, err } = await command(["validate"], { cwd: folder.path, env: environment(url) });
      expect(exitCode).toBe(0);
      expect(canaries(out + err)).toEqual([]);
      for (const missing of [{ BOTFORM_KEY: KEY }, { BOTFORM_SECRET: SECRET }, {}]) {
        for (const args of [["plan"], ["apply", "--yes"]]) {
          const env = { BOTFORM_URL: url, ...missing };
          expect((await command(args, { cwd: folder.path, env })).exitCode).toBe(3);
        }
      }
      expect(received).toEqual([]);
    }));

  it("a configuration from outside can name no variable beyond BOTFORM_, nor carry one into a title", async () => {
    const stolen = ACCOUNT.replace("${env.BOTFORM_URL}", nobody.url).replace("BOTFORM_KEY", "GITHUB_TOKEN");
    const titled = ACCOUNT.replace("${env.BOTFORM_URL}", nobody.url);
    const env = { ...environment(nobody.url), GITHUB_TOKEN: KEY };
    for (const yaml of [
      `${stolen}bots:\n  a: { title: A }\n`,
      `${titled}bots:\n  a: { title: "\${env.BOTFORM_SECRET}" }\n`,
    ]) {
      folder.put("botform.yaml", yaml);
      const { exitCode, out, err } = await command(["plan"], { cwd: folder.path, env });
      expect(exitCode).toBe(3);
      expect(canaries(out + err)).toEqual([]);
    }
    expect(nobody.calls).toBe(0);
  });
});
