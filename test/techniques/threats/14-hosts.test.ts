// Threat 14: a change of the configuration that sends a secret as a key, or a key to a foreign host.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { canaries, KEY, SECRET } from "./canary.js";
import { command, commandHere, Folder } from "./child.js";
import { type Listener, listener } from "./listener.js";
import { ACCOUNT, environment, serving, TURN_ON } from "./service.js";

let foreign: Listener;
let folder: Folder;
beforeEach(async () => {
  foreign = await listener();
  folder = new Folder();
});
afterEach(async () => {
  folder.remove();
  await foreign.close();
});

const BOT = "bots:\n  live: { title: Live, enabled: true }\n";
/** Commands that contact the service, each in its own way. The first one runs in a process of its own. */
const COMMANDS = [
  ["plan"],
  ["apply", "--yes"],
  ["drift"],
  ["drift", "acknowledge", "live.enabled", "--until", "2999-12-24", "--reason", "r"],
  ["breaker", "check", "--act"],
  ["bots", "list"],
  ["bots", "off", "--all"],
  ["account"],
  ["webhook", "send", "open", "live", "--yes", "--bot-id", "1"],
] as const;
const HOOKED = [
  "hookUrl: ${env.BOTFORM_HOOK}",
  "hookAccount: ${env.BOTFORM_NUMBER}",
  "hookToken: ${env.BOTFORM_TOKEN}",
];

async function refusals(env: Readonly<Record<string, string>>, more: readonly string[] = []): Promise<Set<string>> {
  const said = new Set<string>();
  for (const args of COMMANDS) {
    const whole = [...args, ...more];
    const { exitCode, out, err } =
      args === COMMANDS[0] ? await command(whole, { cwd: folder.path, env }) : await commandHere(whole, folder, env);
    expect([args.join(" "), exitCode]).toEqual([args.join(" "), 3]);
    expect(canaries(out + err)).toEqual([]);
    for (const [code] of `${out}${err}`.matchAll(/config\/[a-z-]+/g)) said.add(code);
  }
  return said;
}

describe("threat 14: one changed line sends no secret", () => {
  it.each([
    ["its own secret", "BOTFORM_MAIN_API_SECRET"],
    ["another account's, which the change drops from the configuration", "BOTFORM_COPY_API_SECRET"],
  ])("as a key to a foreign host: %s", async (_what, name) => {
    const env = { ...environment(foreign.url), [name]: SECRET };
    folder.put("botform.yaml", ACCOUNT.replace("BOTFORM_KEY", name) + BOT);
    const { exitCode, out, err } = await command(["validate"], { cwd: folder.path, env });
    expect([exitCode, (out + err).includes("config/secret-elsewhere")]).toEqual([3, true]);
    await refusals(env);
    expect(foreign.calls).toBe(0);
  });

  it("nor by its value, wherever it comes from: the environment, or a file that covers it", async () => {
    folder.put("botform.yaml", ACCOUNT.replace("    apiKey", `    ${HOOKED.join("\n    ")}\n    apiKey`) + BOT);
    const hooks = { BOTFORM_HOOK: foreign.url, BOTFORM_NUMBER: "12", BOTFORM_TOKEN: "t0ken-t0ken" };
    const env = { ...environment(foreign.url), ...hooks };
    expect(await refusals({ ...env, BOTFORM_KEY: SECRET })).toContain("config/secret-elsewhere");
    expect(await refusals({ ...env, BOTFORM_NUMBER: SECRET })).toContain("config/secret-elsewhere");
    const file = folder.put("keys.env", `BOTFORM_KEY=${SECRET}\nBOTFORM_SECRET=another\n`);
    expect(await refusals(env, ["--env-from", file])).toContain("config/secret-elsewhere");
    expect(foreign.calls).toBe(0);
  });

  it("nor an account that the environment opens by its name", async () => {
    const env = { BOTFORM_X_API_URL: foreign.url, BOTFORM_X_API_KEY: SECRET, BOTFORM_X_API_SECRET: SECRET };
    const { exitCode, out, err } = await command(["bots", "list", "--account", "x"], { cwd: folder.path, env });
    expect([exitCode, (out + err).includes("config/secret-elsewhere"), foreign.calls]).toEqual([3, true, 0]);
  });
});

describe("threat 14: a changed host is seen", () => {
  it("is the first line of each plan until an apply has been there", () =>
    serving({}, ({ url }) =>
      serving({}, async (server) => {
        const other = { url: server.url.replace("127.0.0.1", "localhost") };
        folder.put("botform.yaml", `${ACCOUNT}bots:\n  live: { title: Live, enabled: false }\n`);
        const plan = async (at: string, ...more: string[]) =>
          (await command(["plan", ...more], { cwd: folder.path, env: environment(at) })).out;
        expect(await plan(url)).toContain(`\n  at ${url}, digest `);
        const moved = `main is at ${other.url}; its last run was at ${url}`;
        for (const _again of [1, 2]) expect((await plan(other.url)).split("\n")[0]).toBe(`! ${moved}`);
        const [account] = JSON.parse(await plan(other.url, "--format", "json")).accounts;
        expect([account.plan.origin, account.diagnostics[0].code]).toEqual([other.url, "plan/other-host"]);
        for (const form of ["markdown", "html"]) expect(await plan(other.url, "--format", form)).toContain("last run");
        expect(await plan(url)).not.toContain("last run");
      }),
    ));
});

describe("threat 14: one changed line sends no key to a host that the environment doesn't allow", () => {
  const hostOf = (url: string) => new URL(url).host;

  it(
    "an allowed host is contacted, whichever environment says so; another one by no command",
    () =>
      serving({}, async ({ url, received }) => {
        folder.put("botform.yaml", TURN_ON);
        const plan = (env: Readonly<Record<string, string>>, ...more: string[]) =>
          command(["plan", ...more], { cwd: folder.path, env: { ...environment(url), ...env } });
        const widening = folder.put("wide.env", `BOTFORM_ALLOWED_HOSTS=${hostOf(url)},${hostOf(foreign.url)}\n`);
        const allowed = { BOTFORM_ALLOWED_HOSTS: `api.example.net, ${hostOf(url)}` };
        expect((await plan(allowed)).exitCode).toBe(0);
        expect((await plan({}, "--env-from", widening)).exitCode).toBe(0);
        const asked = received.length;
        expect(asked).toBeGreaterThan(0);
        expect((await plan({ BOTFORM_ALLOWED_HOSTS: "" })).exitCode).toBe(3);
        expect((await plan({ BOTFORM_ALLOWED_HOSTS: "api.example.net" }, "--env-from", widening)).exitCode).toBe(3);
        expect(received).toHaveLength(asked);

        folder.put("botform.yaml", ACCOUNT.replace("${env.BOTFORM_URL}", foreign.url) + BOT);
        const env = { ...environment(url), ...allowed, BOTFORM_X_API_URL: foreign.url };
        expect(await refusals(env)).toContain("config/host-not-allowed");
        expect(await refusals(env, ["--env-from", widening])).toContain("config/host-not-allowed");
        expect([received.length, foreign.calls]).toEqual([asked, 0]);
        expect(KEY).not.toBe("");
      }),
    120_000,
  );

  it("webhooks go there no more than requests do", () =>
    serving({}, async ({ url, received }) => {
      const hooked = HOOKED.join("\n    ").replace("${env.BOTFORM_HOOK}", foreign.url);
      folder.put("botform.yaml", ACCOUNT.replace("    apiKey", `    ${hooked}\n    apiKey`) + BOT);
      const pinned = { ...environment(url), BOTFORM_ALLOWED_HOSTS: hostOf(url) };
      const validated = await command(["validate"], { cwd: folder.path, env: pinned });
      expect([validated.exitCode, (validated.out + validated.err).includes("config/host-not-allowed")]).toEqual([
        3,
        true,
      ]);
      const tokens = { BOTFORM_NUMBER: "12", BOTFORM_TOKEN: "t0ken-t0ken", BOTFORM_ALLOWED_HOSTS: hostOf(url) };
      expect(await refusals({ ...environment(url), ...tokens })).toContain("config/host-not-allowed");
      expect([received.length, foreign.calls]).toEqual([0, 0]);
    }));
});
