// The commands that act on one deal or one bot, as a user runs them: what they say, what they ask, and how they end.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunningEmulator } from "../../../src/emulator/http/server.js";
import { readJournal } from "../../../src/reconcile/ledger/journal-format.js";
import { botform, type Result } from "../../support/command.js";
import { botCalled, type Env, workplace } from "../workplace.js";

const place = workplace();

interface Stage {
  readonly env: Env;
  readonly folder: string;
  readonly emulator: RunningEmulator;
  readonly dealId: number;
  run(...args: string[]): Promise<Result>;
}

const YAML = [
  "version: 1",
  "accounts:",
  "  demo:",
  "    apiUrl: ${env.BOTFORM_DEMO_API_URL}",
  "    apiKey: ${env.BOTFORM_DEMO_API_KEY}",
  "    apiSecret: ${env.BOTFORM_DEMO_API_SECRET}",
  "    accesses: { primary: Main futures }",
  "bots:",
  "  running: { title: Running, leverage: 5 }",
  "  resting: { title: Resting, leverage: 5, enabled: false }",
  "  other: { title: Other, leverage: 9 }",
  "  held: { title: Held, leverage: 5, protect: true }",
  "",
].join("\n");

const PAIRS = ["USDT-BTC", "USDT-ETH", "USDT-SOL", "USDT-XRP"];

/** An emulator with a bot in a deal and some that are off, and a configuration of them. */
async function staged(quirks: Parameters<typeof place.started>[0] = {}): Promise<Stage> {
  const bots = ["Running", "Resting", "Other", "Held"].map((title, index) => ({
    ...botCalled(title),
    pairTitle: PAIRS[index] ?? "",
    id: index + 1,
    enabled: title === "Running" || title === "Held",
  }));
  const account = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "10000" }, bots };
  const seed = { accounts: [{ ...account, accesses: [{ accessId: 101, title: "Main futures" }] }] };
  const env = await place.started({ seed, ...quirks });
  const { emulator } = place;
  await expect.poll(() => emulator.service.deals().length).toBeGreaterThanOrEqual(2);
  const config = place.written(YAML);
  const folder = place.fresh("journal");
  const dealId = emulator.service.deals().find(({ snapshot }) => snapshot.id === 1)?.id ?? 0;
  const run = (...args: string[]) => botform([...args, "-c", config, "--journal", folder], { env });
  return { env, folder, emulator, dealId, run };
}

const sent = ({ emulator }: Stage) => emulator.service.writes.map(({ operation }) => operation);
const statusOf = ({ emulator }: Stage, id: number) => emulator.service.bots().find((bot) => bot.id === id)?.enabled;

describe("deals complete", () => {
  it("shows the deal and its bot, warns that a bot that is on opens the next one, and tells the profit", async () => {
    const stage = await staged();
    const { exitCode, out, err } = await stage.run("deals", "complete", String(stage.dealId), "--yes");
    expect([exitCode, sent(stage)]).toEqual([0, ["completeDeal"]]);
    expect(out).toContain('#1 "Running" on Main futures, on (ENABLED)');
    expect(out).toMatch(/position {2}.* at .*, now /);
    expect(out).toContain("The bot is on and may open its next deal at once.");
    expect(out).toMatch(/complete-deal \d+: deal \d+ is no longer running: the history shows it as COMPLETED, profit /);
    expect(err).toContain(`applied: complete-deal ${stage.dealId} demo/#1`);
  });

  it("doesn't warn so of a bot that is off", async () => {
    const stage = await staged();
    stage.emulator.service.editBot(1, { enabled: false });
    const { out } = await stage.run("deals", "complete", `#${stage.dealId}`, "--yes");
    expect(out).not.toContain("opens its next deal");
  });

  it("of a deal that has ended says how, and writes nothing", async () => {
    const stage = await staged();
    await stage.run("deals", "complete", String(stage.dealId), "--yes");
    const { exitCode, err } = await stage.run("deals", "complete", String(stage.dealId), "--yes");
    expect([exitCode, sent(stage)]).toEqual([3, ["completeDeal"]]);
    expect(err).toContain("the history shows it as COMPLETED");
  });

  it("says that it is unknown when nothing is observed in time: exit 5, and resolve knows of it", async () => {
    const stage = await staged({ quirks: { commandDelay: 3_600_000 } });
    const { exitCode, out } = await stage.run("deals", "complete", String(stage.dealId), "--yes", "--timeout", "1");
    expect(exitCode).toBe(5);
    expect(out).toContain("its effect wasn't observed within 1 s");
    const resolved = await stage.run("resolve", "last");
    expect([resolved.exitCode, resolved.out]).toEqual([
      5,
      expect.stringContaining(`complete-deal ${stage.dealId}: open`),
    ]);
    const history = await botform(["history", "show", "last", "--journal", stage.folder]);
    expect(history.out).toContain("deals complete 20");
  });
});

describe("deals cancel", () => {
  it("takes more than --yes: the flag that names what stays behind", async () => {
    const stage = await staged();
    const { exitCode, err } = await stage.run("deals", "cancel", String(stage.dealId), "--yes");
    expect([exitCode, sent(stage)]).toEqual([6, []]);
    expect(err).toContain("--leave-position");
    const meant = await stage.run("deals", "cancel", String(stage.dealId), "--yes", "--leave-position");
    expect([meant.exitCode, sent(stage)]).toEqual([0, ["cancelDeal"]]);
    expect(meant.out).toContain("STAYS on the exchange");
    expect(meant.out).toContain("may open its next deal at once, on top of that position");
  });
});

describe("deals take-profit", () => {
  it("sets it, says from what to what, and a second time finds nothing to do", async () => {
    const stage = await staged({ quirks: { commandDelay: 20, takeProfitShows: "both" } });
    const first = await stage.run("deals", "take-profit", String(stage.dealId), "2.50%", "--yes");
    expect([first.exitCode, first.out]).toEqual([0, expect.stringContaining("take-profit of deal")]);
    const again = await stage.run("deals", "take-profit", String(stage.dealId), "2.5", "--yes");
    expect([again.exitCode, again.out]).toEqual([0, expect.stringContaining("already at 2.5 %: nothing to do")]);
    expect(sent(stage)).toEqual(["changeTakeProfit"]);
    expect(stage.emulator.service.writes[0]?.parameters).toMatchObject({ immediately: "1", newPercentOfTp: "2.5" });
  });

  it("a second time sends nothing where only the order shows it, and says what the settings say", async () => {
    const stage = await staged({ quirks: { commandDelay: 20, takeProfitShows: "order" } });
    await stage.run("deals", "take-profit", String(stage.dealId), "2", "--yes");
    const again = await stage.run("deals", "take-profit", String(stage.dealId), "2", "--yes", "--timeout", "60");
    expect([again.exitCode, again.out]).toEqual([0, expect.stringContaining("already at 2 %: nothing to do")]);
    expect(again.out).toContain("its settings still have 1.2 %");
    expect(sent(stage)).toEqual(["changeTakeProfit"]);
    const little = await stage.run("deals", "take-profit", String(stage.dealId), "2.1", "--yes", "--timeout", "60");
    expect([little.exitCode, sent(stage).length]).toEqual([0, 2]);
  });

  it("where the settings alone show it, it goes back and forth, and to say it again is unknown: exit 5", async () => {
    const stage = await staged({ quirks: { commandDelay: 20, takeProfitShows: "snapshot" } });
    const args = ["deals", "take-profit", String(stage.dealId), "2", "--yes", "--timeout"];
    expect((await stage.run(...args, "60")).exitCode).toBe(0);
    const again = await stage.run(...args, "2");
    expect([again.exitCode, again.out]).toEqual([5, expect.stringContaining("its settings had 2 % before")]);
  });

  it.each(["0", "100", "abc", "1e9", "-1"])("%s is no percentage", async (percent) => {
    const stage = await staged();
    const { exitCode } = await stage.run("deals", "take-profit", "--yes", "--", String(stage.dealId), percent);
    expect([exitCode, sent(stage)]).toEqual([3, []]);
  });

  it("is told as one document", async () => {
    const stage = await staged();
    const args = ["deals", "take-profit", String(stage.dealId), "2.5", "--yes", "--format", "json"];
    const { exitCode, out } = await stage.run(...args);
    const { command, accounts } = JSON.parse(out);
    const [told]: { exitCode: number; deal: { id: number }; report: { outcomes: object[] } }[] = accounts;
    expect([exitCode, command, told?.exitCode, told?.deal.id]).toEqual([0, "deals take-profit", 0, stage.dealId]);
    expect(told?.report.outcomes).toMatchObject([{ action: "take-profit", dealId: stage.dealId, kind: "applied" }]);
  });

  it("is undone by undo", async () => {
    const stage = await staged();
    await stage.run("deals", "take-profit", String(stage.dealId), "2.5", "--yes");
    const { exitCode, out } = await stage.run("undo", "last", "--yes");
    expect([exitCode, out]).toEqual([0, expect.stringContaining("percentTakeProfit  2.5 → 1.2")]);
    expect(sent(stage)).toEqual(["changeTakeProfit", "changeTakeProfit"]);
  });
});

describe("deals start", () => {
  it.each(["resting", "demo/resting", "2", "#2", "demo/#2"])("names the bot as %s", async (name) => {
    const stage = await staged();
    const { exitCode, out } = await stage.run("deals", "start", name, "--yes");
    expect([exitCode, sent(stage)]).toEqual([0, ["startDeal"]]);
    expect(out).toMatch(/start-deal: deal \d+ is running on USDT-ETH/);
  });

  it("says what the service may do with a bot that is on, and that it refused", async () => {
    const stage = await staged();
    const { exitCode, out } = await stage.run("deals", "start", "running", "--yes", "--timeout", "1");
    // A refusal proves nothing while a queued command may still be carried out (rule 19), and a short wait doesn't make the service faster.
    expect(exitCode).toBe(5);
    expect(out).toContain("The bot is on: the service may refuse or ignore the command");
    expect(out).toContain("was refused (HTTP 409");
  });
});

describe("deals start, a second time", () => {
  it("sends nothing while the first start may still take effect, however short both deadlines are", async () => {
    const stage = await staged({ quirks: { commandDelay: 3_600_000 } });
    const args = ["deals", "start", "resting", "--yes", "--timeout", "1"];
    expect((await stage.run(...args)).exitCode).toBe(5);
    const again = await stage.run(...args);
    expect([again.exitCode, sent(stage)]).toEqual([1, ["startDeal"]]);
    expect(again.out).toMatch(/an earlier run sent a start for this bot, which may still take effect/);
    expect(again.out).toMatch(/a start can be sent again in 1\d\d s/);
    const journals = readdirSync(stage.folder).map((name) => readFileSync(join(stage.folder, name), "utf8"));
    const begun = journals.flatMap((text) => readJournal(text).entries.filter(({ type }) => type === "begin"));
    expect(begun).toMatchObject([{ commandDeadlineMs: 1_000 }, { commandDeadlineMs: 1_000 }]);
  });

  it("of a bot that isn't there points to what tells why", async () => {
    const stage = await staged();
    stage.emulator.service.editBot(2, { title: "Gone" });
    const { exitCode, err } = await stage.run("deals", "start", "resting", "--yes");
    expect([exitCode, err]).toEqual([4, expect.stringContaining("Run botform plan to see why.")]);
  });
});

describe("what nobody may touch", () => {
  it.each([
    ["deals", "start", "held"],
    ["deals", "start", "#4"],
    ["bots", "on", "held"],
    ["bots", "on", "4"],
  ])("%s %s %s is refused: protect", async (...args) => {
    const stage = await staged();
    const { exitCode, err } = await stage.run(...args, "--yes");
    expect([exitCode, err, sent(stage)]).toEqual([3, expect.stringContaining("demo/held is protected"), []]);
  });

  it("nor a deal of such a bot, nor may it be turned off by name", async () => {
    const stage = await staged();
    const held = stage.emulator.service.deals().find(({ snapshot }) => snapshot.id === 4)?.id ?? 0;
    expect(await stage.run("deals", "complete", String(held), "--yes")).toMatchObject({ exitCode: 3 });
    for (const name of ["held", "#4"]) expect(await stage.run("bots", "off", name)).toMatchObject({ exitCode: 3 });
    expect([sent(stage), statusOf(stage, 4)]).toEqual([[], true]);
  });
});

describe("without a terminal", () => {
  it.each([
    ["deals", "start", "resting"],
    ["deals", "complete", "1"],
    ["deals", "cancel", "1", "--leave-position"],
    ["deals", "take-profit", "1", "2"],
    ["bots", "on", "resting"],
  ])("%s %s reads and writes nothing unless it is told --yes", async (...args) => {
    const stage = await staged();
    const { exitCode, err } = await stage.run(...args);
    expect([exitCode, err]).toEqual([3, expect.stringContaining("nothing was read or written")]);
    expect(stage.emulator.service.requests.activeDeals).toBe(0);
  });

  it("a failure is one document, too, and names the command", async () => {
    const stage = await staged();
    const { out } = await stage.run("deals", "complete", "1", "--format", "json");
    expect(JSON.parse(out)).toMatchObject({ command: "deals complete", ok: false, exitCode: 3 });
  });
});

describe("bots on", () => {
  it("by key turns on what is as it is configured, and says what the next apply would do", async () => {
    const stage = await staged();
    const { exitCode, out } = await stage.run("bots", "on", "resting", "--yes");
    expect([exitCode, sent(stage), statusOf(stage, 2)]).toEqual([0, ["turnOn"], true]);
    expect(out).toContain("has enabled: false for demo/resting: the next apply turns it off again");
  });

  it("by key refuses what differs, and points to apply", async () => {
    const stage = await staged();
    const { exitCode, err } = await stage.run("bots", "on", "other", "--yes");
    expect([exitCode, sent(stage)]).toEqual([4, []]);
    expect(err).toContain("the live bots differ from the configuration: demo/other");
    expect(err).toContain("botform apply");
  });

  it("by id turns on what was just shown, several at once, and leaves alone what is on", async () => {
    const stage = await staged();
    const { exitCode, out } = await stage.run("bots", "on", "#3", "2", "#1", "--yes");
    expect([exitCode, sent(stage)]).toEqual([0, ["turnOn", "turnOn"]]);
    expect([statusOf(stage, 2), statusOf(stage, 3)]).toEqual([true, true]);
    expect(out).toContain("turn 2 bots on");
  });

  it("passes the gate: a namesake that is on forbids it (I1)", async () => {
    const stage = await staged();
    stage.emulator.service.addBot("demo", { ...botCalled("Other"), pairTitle: "USDT-BNB", enabled: true });
    const { exitCode, out } = await stage.run("bots", "on", "#3", "--yes");
    expect([exitCode, sent(stage)]).toEqual([4, []]);
    expect(out).toContain("with the same title is on");
  });

  it.each([
    { accessId: 101, warned: true, because: "the exchange would hold one position for both" },
    { accessId: 102, warned: false, because: "another access has positions of its own" },
  ])("warns of a namesake on the access $accessId: $warned, $because", async ({ accessId, warned }) => {
    const accesses = [
      { accessId: 101, title: "Main futures" },
      { accessId: 102, title: "Hedge futures" },
    ];
    const bots = [
      { ...botCalled("Other"), id: 3, enabled: false },
      { ...botCalled("Other"), id: 4, accessId, pairTitle: "USDT-BNB", enabled: false },
    ];
    const env = await place.started({
      seed: { accounts: [{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", accesses, bots }] },
    });
    const args = ["bots", "on", "#3", "--account", "demo", "--yes", "--journal", place.fresh("journal")];
    const { out } = await botform(args, { env, cwd: place.folder });
    expect(/same title as bot #3: 4;/.test(out)).toBe(warned);
  });

  it("by id needs no configuration", async () => {
    const stage = await staged();
    const args = ["bots", "on", "2", "--account", "demo", "--yes", "--journal", stage.folder];
    const { exitCode, err } = await botform(args, { env: stage.env, cwd: place.folder });
    expect([exitCode, statusOf(stage, 2)]).toEqual([0, true]);
    expect(err).toContain("there is no configuration here");
  });
});

describe("bots off BOT", () => {
  it("turns those off and no other, asks nothing, and can be undone", async () => {
    const stage = await staged();
    stage.emulator.service.editBot(2, { enabled: true });
    stage.emulator.service.editBot(3, { enabled: true });
    const { exitCode, out } = await stage.run("bots", "off", "running", "#3");
    expect([exitCode, [1, 2, 3, 4].map((id) => statusOf(stage, id))]).toEqual([0, [false, true, false, true]]);
    expect(out).toContain("2 turned off");
    expect(out).toContain("botform undo ");
  });

  it("says which of them isn't there", async () => {
    const stage = await staged();
    const { exitCode, out } = await stage.run("bots", "off", "#77");
    expect([exitCode, out]).toEqual([3, expect.stringContaining("the service shows no bot #77")]);
    const some = await stage.run("bots", "off", "#77", "#1");
    expect([some.exitCode, statusOf(stage, 1)]).toEqual([5, false]);
  });

  it.each([
    { title: "Running", previous: "[Earlier]", because: "it has the title that it is to have" },
    { title: "Earlier", previous: "[Earlier]", because: "it still has a title that it had" },
    { title: "First", previous: "[Earlier, First]", because: "or had before that" },
  ])("finds a bot by its key where $because", async ({ title, previous }) => {
    const stage = await staged();
    stage.emulator.service.editBot(1, { title });
    const config = place.written(YAML.replace("title: Running", `title: Running, previousTitles: ${previous}`));
    const args = ["bots", "off", "running", "-c", config, "--journal", join(stage.folder, "x")];
    const { exitCode, out } = await botform(args, { env: stage.env });
    expect([exitCode, statusOf(stage, 1)]).toEqual([0, false]);
    expect(out).not.toContain("shows no bot");
  });

  it("isn't mixed with --all", async () => {
    const stage = await staged();
    expect(await stage.run("bots", "off", "running", "--all")).toMatchObject({ exitCode: 3 });
    expect(sent(stage)).toEqual([]);
  });

  it("needs no configuration for ids, not even one without errors", async () => {
    const stage = await staged();
    const broken = place.written(YAML.replace("leverage: 9", "leverage: nine"));
    const args = ["bots", "off", "1", "-c", broken, "--account", "demo", "--journal", join(stage.folder, "x")];
    expect((await botform(args, { env: stage.env })).exitCode).toBe(0);
    expect(statusOf(stage, 1)).toBe(false);
  });
});
