// The reading commands as a user runs them: what they print, what they know of the configuration, and that they write nothing.
import { describe, expect, it } from "vitest";
import { OPERATIONS, type OperationName } from "../../src/service/operations.js";
import { ANSWERS_GIVEN } from "../docs/covered/answers.js";
import { botform, demoEnv } from "../support/command.js";
import { hostile, success } from "../support/hostile.js";
import { NASTY, type Stage, stages } from "./reading-stage.js";

const { start } = stages();
const HARMFUL = /\p{Cf}|(?!\n)\p{Cc}/u;

/** Ends the running deal of a bot, and gives its id. */
async function ended(stage: Stage, botId: number): Promise<number> {
  const accessId = botId === 2 ? 102 : 101;
  const deals = await stage.hand.activeDeals(accessId, "SERVICE_FUTURES");
  const deal = deals.find((one) => one.botId === botId);
  if (deal === undefined) throw new Error("no deal runs");
  expect(await stage.hand.completeDeal(deal.id)).toMatchObject({ kind: "accepted" });
  stage.pass(1000);
  return deal.id;
}

describe("bots list", () => {
  it("shows every bot with its address, switch and running deals, and the access where it is known", async () => {
    const { run, json } = await start();
    const { exitCode, out, err } = await run(["bots", "list"]);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(out).toMatch(/^ID +TITLE +ADDRESS +ACCESS +PAIR +SIDE +LEVERAGE +SWITCH +STATUS +DEALS\n/);
    expect(out).toMatch(/^ 1 +BTC dip +demo\/btc-dip +Main futures +USDT-BTC +LONG +5 +on +ENABLED +1$/m);
    expect(out).toMatch(/^ 2 +=evil.* - +Other futures +USDT-ETH +SHORT +5 +on +ENABLED +1$/m);
    expect(out).toMatch(/^ 3 +Idle +- +\? +USDT-BTC +LONG +5 +off +DISABLED +-$/m);
    expect(out).toContain("3 bots, 2 on, 2 without an address, 2 running deals\n? the bot list");
    expect(out).not.toMatch(HARMFUL);
    const document = await json(["bots", "list"]);
    expect(document).toMatchObject({ formatVersion: 2, command: "bots list", ok: true, exitCode: 0, account: "demo" });
    expect(document.bots).toMatchObject([
      { id: 1, address: "demo/btc-dip", on: true, status: "ENABLED", accessId: 101, access: "Main futures" },
      { id: 2, address: null, title: NASTY, accessId: 102, runningDeals: 1, settings: { strategy: "SHORT" } },
      { id: 3, address: null, on: false, accessId: null, runningDeals: 0 },
    ]);
  });

  it("reads each bot where its access matters: --details, and --access by alias, title and id", async () => {
    const { run, json } = await start();
    expect((await run(["bots", "list", "--details"])).out).toMatch(/^ 3 +Idle +- +Main futures /m);
    for (const name of ["primary", "Main futures", "101"]) {
      const { bots } = await json(["bots", "list", "--access", name]);
      expect(bots.map(({ id }: { id: number }) => id)).toEqual([1, 3]);
    }
    const unknown = await run(["bots", "list", "--access", "elsewhere"]);
    expect(unknown).toMatchObject({ exitCode: 3, out: "" });
    expect(unknown.err).toContain('no access elsewhere; it has 101 "Main futures", 102 "Other futures"');
  });
});

describe("bots show", () => {
  it.each(["btc-dip", "demo/btc-dip", "1", "#1", "demo/#1"])("finds a bot by %s", async (bot) => {
    const { run, json } = await start();
    const { exitCode, out } = await run(["bots", "show", bot]);
    expect(exitCode).toBe(0);
    expect(out).toContain('Bot 1 "BTC dip"\n  address           demo/btc-dip\n');
    expect(out).toMatch(/^percentTakeProfit +1.2 +1.5$/m);
    expect(out).toMatch(/^leverage +5$/m);
    expect(out).toMatch(/1 running deal:\n\n +DEAL +BOT .*\n\d+ +demo\/btc-dip +USDT-BTC +LONG /);
    expect(await json(["bots", "show", bot])).toMatchObject({
      command: "bots show",
      bot: { id: 1, accessId: 101, userId: 1, updated: { timezone: "UTC", timezoneType: 3 } },
      configuration: { address: "demo/btc-dip", enabled: true, differs: { percentTakeProfit: "1.5" } },
      deals: [{ botId: 1, status: "ACTIVE" }],
    });
  });

  it.each([
    { bot: "eth-dip", exitCode: 3, says: "has no bot eth-dip", because: "a key that isn't declared" },
    { bot: "later", exitCode: 3, says: "no live bot matches demo/later", because: "declared, not there" },
    { bot: "other/btc-dip", exitCode: 3, says: "has no account other", because: "another account" },
    { bot: "999", exitCode: 1, says: "reading a bot's details", because: "an id that isn't there" },
    { bot: "99999999999999999999", exitCode: 3, says: "too large", because: "no id at all" },
  ])("says so of $bot ($because), in one document too", async ({ bot, exitCode, says }) => {
    const { run, json } = await start();
    const result = await run(["bots", "show", bot]);
    expect(result).toMatchObject({ exitCode, out: "" });
    expect(result.err).toContain(says);
    expect(await json(["bots", "show", bot])).toMatchObject({ command: "bots show", ok: false, exitCode });
  });

  it("takes a variable's value for the configuration's", async () => {
    const { json } = await start();
    const shown = await json(["bots", "show", "btc-dip", "--var", "tp=1.2"]);
    expect(shown.configuration).toEqual({ address: "demo/btc-dip", enabled: true, differs: {} });
  });

  it("shows a hostile title harmlessly", async () => {
    const { run } = await start();
    const { out } = await run(["bots", "show", "2"]);
    expect(out).toContain("=evil\\u{1b}[2J");
    expect(out).not.toMatch(HARMFUL);
  });
});

describe("an account without a usable configuration", () => {
  it.each([
    { yaml: "", because: "there is no configuration here" },
    { yaml: "version: 1\nbots: [", because: "the configuration has" },
  ])("is opened by the variables of its name: $because", async ({ yaml, because }) => {
    const { run } = await start(yaml);
    const { exitCode, out, err } = await run(["bots", "list", "--account", "demo"]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^ 1 +BTC dip +- /m);
    expect(err).toContain(because);
    const byKey = await run(["bots", "show", "btc-dip", "--account", "demo"]);
    expect(byKey).toMatchObject({ exitCode: 3, out: "" });
    expect(byKey.err).toContain("Name the bot by its id");
    expect((await run(["bots", "show", "1", "--account", "demo"])).exitCode).toBe(0);
  });

  it("has to be named, and shows what is wrong with the configuration where nothing opens it", async () => {
    const { run } = await start("version: 1\nbotz: {}\n");
    expect((await run(["accesses"])).err).toContain("or an account of the environment with --account.");
    const { exitCode, err } = await run(["accesses", "--account", "main"]);
    expect(exitCode).toBe(3);
    expect(err).toContain("botz");
    expect(err).toContain("BOTFORM_MAIN_API_KEY");
  });
});

describe("bots logs", () => {
  it("prints oldest first, and the last so many", async () => {
    const { run, json, hand } = await start();
    await hand.turnOff(1);
    const all = await json(["bots", "logs", "btc-dip"]);
    expect(all).toMatchObject({ command: "bots logs", account: "demo", botId: 1 });
    const times = all.entries.map(({ datetime }: { datetime: string }) => datetime);
    expect(times.length).toBeGreaterThan(2);
    expect(times).toEqual(times.toSorted());
    expect(all.entries[0].message).toContain("created");
    const { out } = await run(["bots", "logs", "btc-dip", "--limit", "2"]);
    const lines = all.entries
      .slice(-2)
      .map(({ datetime, message }: Record<string, string>) => `${datetime}  ${message}\n`);
    expect(out).toBe(lines.join(""));
    expect((await run(["bots", "logs", "1", "--limit", "0"])).exitCode).toBe(3);
  });
});

describe("deals", () => {
  it("active lists positions with their sums, of one bot or access where asked", async () => {
    const { run, json } = await start();
    const { exitCode, out } = await run(["deals", "active"]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(
      /^\d+ +demo\/btc-dip +USDT-BTC +LONG +[\d.]+ +50000 +50000 +\S+ +\S+ +\S+ +limit 50600 +yes +0$/m,
    );
    expect(out).toMatch(/\n2 running deals, unrealised \S+ USDT\n$/);
    expect(out).not.toMatch(HARMFUL);
    const all = await json(["deals", "active"]);
    expect(all.deals).toMatchObject([
      {
        botId: 1,
        address: "demo/btc-dip",
        position: { side: "LONG", entryPrice: "50000" },
        takeProfits: [{ type: "l", price: "50600" }],
        safetyOrders: { used: 0, most: null },
        protection: { state: "protected" },
        snapshot: { settings: { percentTakeProfit: "1.2" } },
        result: null,
      },
      { botId: 2, address: null, title: NASTY },
    ]);
    expect((await json(["deals", "active", "--bot", "btc-dip"])).deals).toHaveLength(1);
    expect((await json(["deals", "active", "--access", "102"])).deals).toMatchObject([{ botId: 2 }]);
    expect((await run(["deals", "active", "--bot", "3"])).out).toBe("No running deals found on demo.\n");
  });

  it("history adds up, bounds the time, and writes CSV that no spreadsheet computes", async () => {
    const stage = await start();
    const { run, json } = stage;
    expect((await run(["deals", "history"])).out).toBe("No closed deals found on demo.\n");
    const first = await ended(stage, 1);
    await ended(stage, 2);
    stage.pass(2 * 86_400_000);
    const last = await ended(stage, 1);
    const all = await json(["deals", "history"]);
    const profits = all.deals.map(({ result }: { result: { profit: string } }) => result.profit);
    expect(all.deals.map(({ id }: { id: number }) => id)).toEqual([last, expect.any(Number), first]);
    expect(all.totals).toMatchObject([{ asset: "USDT", deals: 3, winRate: "0", lost: 3 }]);
    expect(Number(all.totals[0].profit)).toBeCloseTo(
      profits.map(Number).reduce((a: number, b: number) => a + b),
      10,
    );
    const { out } = await run(["deals", "history"]);
    expect(out).toMatch(/\nUSDT: 3 deals, 0 won, 3 lost \(0 %\), profit -\S+, fees \S+ {2}█[▁-█]▁\n$/);
    expect(out).not.toMatch(HARMFUL);
    const { deals } = await json(["deals", "history", "--bot", "btc-dip", "--limit", "1"]);
    expect(deals).toMatchObject([{ id: last, status: "COMPLETED", address: "demo/btc-dip" }]);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect((await json(["deals", "history", "--since", tomorrow])).deals).toMatchObject([{ id: last }]);
    expect((await json(["deals", "history", "--until", tomorrow])).deals).toHaveLength(2);
    const sheet = await run(["deals", "history", "--csv"]);
    const rows = sheet.out.split("\r\n");
    expect(rows[0]).toMatch(/^ended,deal,bot,address,title,pair,side,status,profit,/);
    expect(rows).toHaveLength(5);
    expect(rows[1]).toMatch(
      new RegExp(`^[\\d-]+ [\\d:]+,${last},1,demo/btc-dip,BTC dip,USDT-BTC,LONG,COMPLETED,-0\\.`),
    );
    expect(rows[2]).toContain(",'=evil\\u{1b}[2J");
    expect((await run(["deals", "history", "--format", "csv"])).out).toBe(sheet.out);
  });

  it.each([
    { args: ["--since", "soon"], says: "--since soon is not a time" },
    { args: ["--until", "2026-02-30"], says: "--until 2026-02-30 is not a time" },
    { args: ["--csv", "--format", "json"], says: "can't be used together" },
  ])("history refuses $args before anything is read", async ({ args, says }) => {
    const { run, emulator } = await start();
    const { exitCode, out, err } = await run(["deals", "history", ...args]);
    expect(exitCode).toBe(3);
    expect(out + err).toContain(says);
    expect(emulator.service.requests.accessList).toBe(0);
  });

  it("drift names what a deal keeps, against its bot and against the configuration", async () => {
    const { run, json, hand } = await start();
    const args = ["deals", "drift", "--detailed-exitcode"];
    const settled = await run([...args, "--var", "tp=1.2"]);
    expect(settled).toMatchObject({ exitCode: 0, out: "2 running deals on demo: none drifted.\n" });
    const declared = await run(args);
    expect(declared.exitCode).toBe(2);
    expect(declared.out).toMatch(/deal \d+ {2}demo\/btc-dip.*\n.*\n {2}percentTakeProfit +1.2 +1.2 +1.5\n/);
    await hand.updateBot([
      ["botId", 2],
      ["percentTakeProfit", "3"],
    ]);
    const { drifted, exitCode } = await json([...args, "--var", "tp=1.2"]);
    expect(exitCode).toBe(2);
    expect(drifted).toMatchObject([
      { deal: { botId: 2 }, hasBot: true, fields: [{ field: "percentTakeProfit", deal: "1.2", bot: "3" }] },
    ]);
    expect((await run(["deals", "drift"])).exitCode).toBe(0);
    const { deals } = await json(["deals", "active", "--bot", "2"]);
    await hand.changeTakeProfit(deals[0].id, "3", true);
    expect((await json([...args, "--var", "tp=1.2"])).drifted).toEqual([]);
  });
});

describe("accesses, account and pairs", () => {
  it("list accesses with their aliases", async () => {
    const { run, json } = await start();
    expect((await run(["accesses"])).out).toBe(
      " ID  TITLE          EXCHANGE         ALIAS\n101  Main futures   SERVICE_FUTURES  primary\n102  Other futures  SERVICE_FUTURES  -\n",
    );
    expect((await json(["accesses"])).accesses).toEqual([
      { id: 101, title: "Main futures", exchange: "SERVICE_FUTURES", aliases: ["primary"] },
      { id: 102, title: "Other futures", exchange: "SERVICE_FUTURES", aliases: [] },
    ]);
  });

  it("show balances and positions", async () => {
    const { run, json } = await start();
    const { exitCode, out } = await run(["account"]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^Account demo\n {2}wallet balance +[\d.]+\n/);
    expect(out).toMatch(/^USDT +[\d.]+ /m);
    expect(out).toMatch(/^USDT-BTC +LONG +[\d.]+ +50000 +50000 /m);
    const { information } = await json(["account"]);
    expect(information.assets).toMatchObject([{ asset: "USDT", marginAvailable: true }]);
    expect(information.positions.map(({ key }: { key: string }) => key).sort()).toEqual([
      "USDT-BTC_BUY",
      "USDT-ETH_SELL",
    ]);
  });

  it.each([
    { args: [], pairs: ["BUSD-BTC", "USDT-BTC", "USDT-ETH"], because: "all, in order" },
    { args: ["btc"], pairs: ["BUSD-BTC", "USDT-BTC"], because: "a part, whatever its case" },
    { args: ["usdt-*"], pairs: ["USDT-BTC", "USDT-ETH"], because: "a pattern is of the whole" },
    { args: ["*.*"], pairs: [], because: "a dot is a dot" },
  ])("list pairs: $args ($because)", async ({ args, pairs }) => {
    const { run, json } = await start();
    const { exitCode, out, err } = await run(["pairs", ...args]);
    expect(exitCode).toBe(0);
    expect(out).toBe(pairs.map((pair) => `${pair}\n`).join(""));
    expect(err === "").toBe(pairs.length > 0);
    expect((await json(["pairs", ...args])).pairs).toEqual(pairs);
  });
});

/** Every text looks like a terminal's and a runner's command, and another one in every operation, so that deals drift. */
function nasty(value: unknown, operation: string): unknown {
  if (typeof value === "string") return `::error::##[x]${value}\u001b[2J\u202e\n::error::${operation}`;
  if (Array.isArray(value)) return value.map((each) => nasty(each, operation));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, nasty(each, operation)]));
}

const COMMANDS: readonly (readonly string[])[] = [
  ["accesses"],
  ["account"],
  ["pairs"],
  ["bots", "list"],
  ["bots", "show", "1"],
  ["bots", "logs", "1"],
  ["deals", "active"],
  ["deals", "history"],
  ["deals", "drift"],
];

describe("every reading command", () => {
  it("asks nothing but reads, and together all of them", async () => {
    const { run, emulator } = await start();
    for (const args of COMMANDS) expect((await run(args)).exitCode).toBe(0);
    const asked = Object.entries(emulator.service.requests).filter(([, count]) => count > 0);
    const reads = Object.entries(OPERATIONS).filter(([, { effect }]) => effect === "read");
    expect(asked.map(([name]) => name as OperationName).sort()).toEqual(reads.map(([name]) => name).sort());
    expect(emulator.service.writes).toEqual([]);
  });

  it("fails in one document, and shows no secret", async () => {
    const { run, emulator } = await start();
    await emulator.close();
    const { exitCode, out, err } = await run(["accesses"]);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
    expect(err).toContain("Nothing was written.");
    const failed = await Promise.all(COMMANDS.map((args) => run([...args, "--format", "json"])));
    for (const [index, result] of failed.entries()) {
      const command = COMMANDS[index]?.filter((word) => !/\d/.test(word)).join(" ");
      expect(JSON.parse(result.out)).toMatchObject({ command, ok: false, exitCode: 1, error: expect.any(String) });
      expect(result.err + result.out).not.toContain("demo-secret");
    }
  });

  it("shows whatever the service says harmlessly", async () => {
    const { folder } = await start();
    const service = await hostile((socket, head) => {
      const path = /^\w+ ([^ ?]+)/.exec(head)?.[1];
      const [name] = Object.entries(OPERATIONS).find(([, operation]) => operation.path === path) ?? [];
      socket.write(success(nasty(ANSWERS_GIVEN[name as OperationName], `${name}`)));
    });
    const env = demoEnv(service.url);
    const forms = [[], ["--format", "json"], ["--format", "csv"]];
    const all = COMMANDS.flatMap((args) => forms.map((form) => [...args, ...form]));
    const wanted = all.filter((args) => !args.includes("csv") || args.includes("history"));
    const results = await Promise.all(wanted.map((args) => botform(args, { env, cwd: folder })));
    await service.close();
    for (const [index, { exitCode, out, err }] of results.entries()) {
      expect({ args: wanted[index], exitCode, err }).toEqual({ args: wanted[index], exitCode: 0, err: "" });
      expect(out.replaceAll("\r\n", "\n")).not.toMatch(HARMFUL);
      expect(out).not.toMatch(/^\s*::|##\[/m);
      expect(out).toContain("\\u");
    }
  });

  it("has help with examples", async () => {
    const names = COMMANDS.map((args) => args.filter((word) => !/\d/.test(word)));
    const shown = await Promise.all(names.map((words) => botform([...words, "--help"])));
    for (const [index, { exitCode, out }] of shown.entries()) {
      const name = names[index]?.join(" ");
      expect(exitCode).toBe(0);
      expect(out).toContain(`Usage: botform ${name}`);
      expect(out).toContain(`Examples:\n  botform ${name}`);
    }
  });
});
