// Each command of the built file finds there what it loads: what the build loads late, too.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../src/emulator/http/server.js";
import { demoEnv, spawned } from "../support/command.js";

const cwd = mkdtempSync(join(tmpdir(), "botform-command-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

/** Every command, one after the other on one account: `{bot}` is the id of the bot that is on, `{deal}` that of its running deal. */
const STORY: readonly (readonly [line: string, exitCode: number, says: RegExp])[] = [
  ["init", 0, /botform\.yaml/],
  ["validate", 0, /Valid: demo/],
  ["render", 0, /account demo/],
  ["fmt --check", 0, /Nothing to change/],
  ["schema botform", 0, /"\$schema"/],
  ["explain leverage", 0, /a field of a bot/],
  ["version", 0, /^\d+\.\d+\.\d+/],
  ["policy list", 0, /policy\//],
  ["policy check", 0, /The policies find nothing/],
  ["completion bash", 0, /complete -F _botform/],
  ["state check", 3, /the ledger is in the folder/],
  ["webhook list", 0, /./],
  ["plan --out saved.plan", 0, /3 to create/],
  ["show saved.plan", 0, /Saved plan/],
  ["diff botform.yaml botform.yaml", 0, /no differences/],
  ["apply --yes", 0, /Steps: 4 applied/],
  ["drift", 0, /no drift/],
  ["reconcile", 0, /^$/],
  ["fleet serve --listen 0.0.0.0:0", 3, /nobody would say who they are/],
  ["fleet status", 0, /in step/],
  ["fleet worker", 3, /in a folder/],
  ["fleet push", 0, /valid for 1 account/],
  ["fleet revisions", 0, /counts now/],
  ["drift acknowledged", 0, /No drift is acknowledged/],
  ["pull", 0, /Nothing to write/],
  ["history", 0, /4 applied/],
  ["history show last", 0, /turn-on/],
  ["resolve last", 0, /in doubt/],
  ["account", 0, /wallet balance/],
  ["accesses", 0, /Main futures/],
  ["pairs SOL", 0, /^USDT-SOL$/m],
  ["report", 0, /<!doctype html>/],
  ["results --commits 0", 0, /Versions have no commits/],
  ["risk", 0, /position at most/],
  ["simulate --walk 1", 0, /candles/],
  ["test", 3, /the folder scenarios doesn't exist/],
  ["bots list", 0, /BTC dip/],
  ["bots show {bot}", 0, /BTC dip/],
  ["bots logs {bot}", 0, /./],
  ["deals active", 0, /{deal}/],
  ["deals drift", 0, /none drifted/],
  ["deals take-profit {deal} 2 --yes", 0, /take-profit of deal {deal}/],
  ["deals complete {deal} --yes", 0, /complete-deal {deal}/],
  ["deals history", 0, /BTC dip|btc-dip/],
  ["deals cancel {deal} --yes --leave-position", 0, /cancel-deal {deal}/],
  ["bots off {bot} --account demo", 0, /1 turned off/],
  ["bots on {bot} --account demo --yes", 0, /applied/],
  ["undo last --yes", 0, /turn-off/],
  ["bots off --all --account demo", 0, /were off/],
  ["approve", 0, /No plan waits for a person/],
  ["mcp", 0, /^$/],
  ["reject 12345678 --reason no", 3, /this ledger has no plan/],
  ["breaker list", 0, /No breakers/],
  ["rollout status", 0, /No roll-out has begun/],
  ["hold add demo/btc-dip --reason test", 0, /Held: demo.btc-dip/],
  ["hold list", 0, /in the ledger only/],
  ["hold remove demo/btc-dip", 0, /./],
  // Last of what is written: it may still arrive, so later ones would wait for it.
  ["deals start {bot} --yes --timeout 1", 5, /unknown: start-deal/],
  ["forget {bot} --account demo", 3, /./],
  ["lock show", 0, /locks in/],
  ["service show --account nobody", 3, /BOTFORM_NOBODY_API_URL/],
  ["emulator --help", 0, /Usage: botform emulator/],
  ["demo --help", 0, /Usage: botform demo/],
];

/** Every command that help lists. */
const COMMANDS = [...(await spawned(["help"])).out.matchAll(/^ {2}([a-z]+)\b/gm)]
  .map(([, name = ""]) => name)
  .filter((name) => name !== "botform");

describe("the command's file", () => {
  it("is tried out with every command of its help", () => {
    expect(COMMANDS.length).toBeGreaterThan(25);
    const tried = new Set(STORY.map(([line]) => line.split(" ")[0] ?? ""));
    expect(COMMANDS.filter((name) => !tried.has(name) && name !== "help")).toEqual([]);
  });

  it("carries out each of them", async () => {
    const place = join(cwd, "story");
    mkdirSync(place);
    cpSync("examples/quick-start/botform.yaml", join(place, "botform.yaml"));
    const emulator = await startEmulator({ quirks: { commandDelay: 20 } });
    const bot = () => emulator.service.bots().find(({ values }) => values.title === "BTC dip")?.id ?? 0;
    const deal = () => emulator.service.deals().findLast(({ snapshot }) => snapshot.id === bot())?.id ?? 0;
    const filled = (text: string) => text.replaceAll("{bot}", `${bot()}`).replaceAll("{deal}", `${deal()}`);
    try {
      for (const [line, exitCode, says] of STORY) {
        const asked = filled(line);
        const expected = new RegExp(filled(says.source), says.flags);
        const done = await spawned(asked.split(" "), { cwd: place, env: demoEnv(emulator.url) });
        expect({ asked, exitCode: done.exitCode, err: done.err }).toMatchObject({ exitCode });
        expect(`${done.out}${done.err}`, asked).toMatch(expected);
      }
    } finally {
      await emulator.close();
    }
  });

  it("loads late what compiles a policy's expression", async () => {
    const fleet = readFileSync("examples/quick-start/botform.yaml", "utf8");
    const policies = (when: string) => `policies:\n  house: { rule: custom, when: '${when}' }\n`;
    const validated = (when: string) => {
      writeFileSync(join(cwd, "botform.yaml"), `${fleet}\n${policies(when)}`);
      return spawned(["validate"], { cwd });
    };
    expect(await validated('bot.title == "none"')).toMatchObject({ exitCode: 0, err: "" });
    expect(await validated("bot.title ==")).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining("expression of house"),
    });
  });

  it("says of a command that isn't one that it isn't", async () => {
    expect(await spawned(["plans"])).toMatchObject({ exitCode: 3, err: expect.stringContaining("plan") });
  });
});
