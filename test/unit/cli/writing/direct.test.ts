// The commands about named bots and deals, word for word: what they show, ask, do and report.
import { describe, expect, it } from "vitest";
import {
  botsOnCommand,
  dealsCancelCommand,
  dealsCompleteCommand,
  dealsStartCommand,
  dealsTakeProfitCommand,
} from "../../../../src/cli/writing/direct.js";
import { botCalled, workplace, YAML } from "../../../commands/workplace.js";
import { heard, lines } from "./someone.js";

const at = workplace();
const DECLINED = "\n<bad>Not done:</> declined; nothing was written.\n";
const NOBODY =
  "3: there is no terminal to ask you on, so nothing was read or written\nAdd --yes to do it without being asked.";
const botOf = (title: string) => ({ ...botCalled(title), volumeFirstOrder: "130", volumeSafetyOrder: "150" });
const { volumeSafetyOrder: _, ...ETH_DIP } = botOf("ETH dip");
const SEED = {
  accounts: [
    {
      ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret" },
      balance: { USDT: "10000" },
      accesses: [{ accessId: 101, title: "Main futures" }],
      bots: [
        { ...botOf("BTC dip"), id: 1, enabled: true },
        { ...ETH_DIP, id: 2, pairTitle: "USDT-ETH", martingaleScale: "1.2" },
        { ...botOf("SOL rally"), id: 3, pairTitle: "USDT-SOL", strategy: "SHORT", leverage: 3 },
      ],
    },
  ],
};

/** An account whose first bot is on and in deal 50001. */
async function account(yaml = YAML) {
  const env = await at.started({ seed: SEED });
  await expect.poll(() => at.emulator.service.deals().length).toBe(1);
  const about = { account: "demo", config: at.written(yaml), journal: at.fresh(), concurrency: 4, timeout: 20 };
  const sent = () => at.emulator.service.writes.map(({ operation }) => operation);
  return { env, options: { ...about, format: "text" as const }, sent };
}

const DEAL_FACTS = [
  '  bot         #1 "BTC dip" on Main futures, on (ENABLED)',
  "  trades      USDT-BTC LONG 5x CROSS, first order 130 MARKET, take profit 1.2 %",
  "  deal        50001, USDT-BTC LONG, take profit 1.2 %",
  "  position    0.00203125 BTC at 64000, now 64000",
  "  profit now  0 USDT",
];

describe("deals take-profit", () => {
  const NOTICE = lines(
    "account demo: set the take profit of deal 50001",
    ...DEAL_FACTS,
    "  Its take profit becomes 2 % at once; the bot's own setting stays as it is.",
  );
  const QUESTION = '\nShall botform set the take profit of deal 50001? Type "yes" to go ahead: ';

  it("shows, asks, and changes it after a yes", async () => {
    const { env, options, sent } = await account();
    const run = (answer?: string) =>
      heard(env, (context) => dealsTakeProfitCommand(context, { ...options, deal: "50001", percent: "2" }), answer);
    expect(await run()).toEqual({ end: NOBODY, out: "", err: "" });
    expect(await run("no")).toEqual({ end: 1, out: NOTICE, err: `${QUESTION}${DECLINED}` });
    expect(sent()).toEqual([]);
    expect(await run("yes")).toEqual({
      end: 0,
      out: `${NOTICE}${lines(
        "",
        "applied",
        "  ◎ demo/#1  take-profit of deal 50001: observed: its order is at about 2 %",
        "",
        "Steps: 1 applied.",
      )}`,
      err: `${QUESTION}\n[1/1] applied: take-profit of deal 50001 demo/#1\n`,
    });
    expect(sent()).toEqual(["changeTakeProfit"]);
    expect(await run("yes")).toEqual({
      end: 0,
      out: lines(
        "account demo: set the take profit of deal 50001",
        ...DEAL_FACTS.map((line) =>
          line.replace("50001, USDT-BTC LONG, take profit 1.2 %", "50001, USDT-BTC LONG, take profit 2 %"),
        ),
        "  It is already at 2 %: nothing to do.",
        "  ! Its order is at that price already, but its settings still have 1.2 %.",
      ),
      err: "",
    });
    expect(sent()).toHaveLength(1);
  });

  it("is refused where it is no percentage, before anything is read", async () => {
    const { env, options } = await account();
    const run = heard(env, (context) =>
      dealsTakeProfitCommand(context, { ...options, yes: true, deal: "50001", percent: "x" }),
    );
    expect(await run).toEqual({
      end: '3: "x" is not a take profit\nGive a percentage from 0.01 to 99.99.',
      out: "",
      err: "",
    });
  });

  it("warns that the next apply sets it back, and as JSON has the notice in the document", async () => {
    const { env, options } = await account(YAML.replace("accesses:", "activeDeals: take-profit\n    accesses:"));
    const { end, out, err } = await heard(
      env,
      (context) => dealsTakeProfitCommand(context, { ...options, format: "json", deal: "50001", percent: "2" }),
      "no",
    );
    const warning = "The account has activeDeals: take-profit, so the next apply sets it back to the configured value.";
    expect([end, err]).toEqual([
      1,
      `${NOTICE}  ! ${warning}\n${QUESTION}`.replace("\n  ! ", "\n<>  ! ").replace("<>", ""),
    ]);
    expect(JSON.parse(out)).toMatchObject({
      ...{ command: "deals take-profit", ok: false, exitCode: 1 },
      accounts: [
        {
          ...{ account: "demo", error: "declined; nothing was written" },
          bot: { id: 1, access: { id: 101, title: "Main futures" } },
          deal: { id: 50_001 },
          effects: ["Its take profit becomes 2 % at once; the bot's own setting stays as it is."],
          warnings: [warning],
          plan: { steps: [{ action: "take-profit" }] },
        },
      ],
    });
  });
});

describe("deals complete", () => {
  it("says what it means, and that the bot opens the next one", async () => {
    const { env, options, sent } = await account();
    const run = (answer?: string) =>
      heard(env, (context) => dealsCompleteCommand(context, { ...options, deal: "50001" }), answer);
    expect(await run()).toEqual({ end: NOBODY, out: "", err: "" });
    const { end, out, err } = await run("yes");
    expect([end, sent()]).toEqual([0, ["completeDeal"]]);
    expect(out.split("\n\n")).toEqual([
      lines(
        "account demo: complete deal 50001",
        ...DEAL_FACTS,
        "  Its position is closed at the market price, whatever that is then, and its orders are removed.",
        "  ! The bot is on and may open its next deal at once. To prevent that, turn it off first: botform bots off '#1'.",
      ).trimEnd(),
      expect.stringMatching(/^applied\n {2}■ demo\/#1 {2}complete-deal 50001: deal 50001 is no longer running: .*$/),
      "Steps: 1 applied.\n",
    ]);
    expect(err).toBe(
      '\nShall botform complete deal 50001? Type "yes" to go ahead: \n[1/1] applied: complete-deal 50001 demo/#1\n',
    );
    expect((await run("yes")).end).toMatch(/^3: no deal 50001 is running on the account demo: /);
  });
});

describe("deals cancel", () => {
  it("needs more than a yes: the option that names it, or the deal's id", async () => {
    const { env, options, sent } = await account();
    const run = (more: object, answer?: string) =>
      heard(env, (context) => dealsCancelCommand(context, { ...options, deal: "50001", ...more }), answer);
    expect(await run({ yes: true })).toEqual({
      end: "6: cancelling leaves the deal's position on the exchange, and nobody manages it; nothing was read or written\nIf you want that, add --leave-position.",
      out: "",
      err: "",
    });
    expect((await run({})).end).toBe(NOBODY);
    expect(await run({ leavePosition: true }, "yes")).toEqual({
      end: 1,
      out: lines(
        "account demo: cancel deal 50001",
        ...DEAL_FACTS,
        "  The bot drops the deal; nothing is closed.",
        "  ! Its position STAYS on the exchange, and nobody manages it: no take profit, no safety order, until you close it there.",
        "  ! Its orders may stay on the exchange, too, or be removed; the service doesn't document which. Check there.",
        "  ! The bot is on and may open its next deal at once, on top of that position.",
      ),
      err: `\nTo cancel it and leave its position unmanaged, type the deal's id: ${DECLINED.replace("declined", 'declined: you typed "yes", and only "50001" goes ahead')}`,
    });
    expect(sent()).toEqual([]);
    expect((await run({ yes: true, leavePosition: true })).end).toBe(0);
    expect(sent()).toEqual(["cancelDeal"]);
  });
});

describe("deals start", () => {
  it("shows and asks before it starts one", async () => {
    const { env, options, sent } = await account();
    const run = (answer?: string) =>
      heard(env, (context) => dealsStartCommand(context, { ...options, bot: "#2" }), answer);
    expect((await run()).end).toBe(NOBODY);
    const { end, out, err } = await run("yes");
    expect(out.split("\n\n")[0]?.trimEnd()).toBe(
      lines(
        "account demo: start a deal of bot #2",
        '  bot     #2 "ETH dip" on Main futures, off (DISABLED)',
        "  trades  USDT-ETH LONG 5x CROSS, first order 130 MARKET, take profit 1.2 %",
        "  One deal opens now, with the bot's settings and real money, and runs to its end.",
      ).trimEnd(),
    );
    expect([end, sent()]).toEqual([0, ["startDeal"]]);
    expect(err).toContain('\nShall botform start a deal of bot #2? Type "yes" to go ahead: ');
  });
});

describe("bots on", () => {
  const ETH = [
    '  bot     #2 "ETH dip" on Main futures, off (DISABLED)',
    "  trades  USDT-ETH LONG 5x CROSS, first order 130 MARKET, take profit 1.2 %",
  ];
  const RISK = "  A bot that is on opens deals with real money, perhaps at once.";
  const UNWANTED = "  ! The configuration has enabled: false for demo/sol-rally: the next apply turns it off again.";

  it("turns on what is off, after a yes", async () => {
    const { env, options, sent } = await account();
    const run = (answer?: string) =>
      heard(env, (context) => botsOnCommand(context, { ...options, bots: ["eth-dip"] }), answer);
    expect((await run()).end).toBe(NOBODY);
    const notice = lines("account demo: turn 1 bot on", ...ETH, RISK);
    const question = '\nTurn 1 bot on? Type "yes" to go ahead: ';
    expect(await run("no")).toEqual({ end: 1, out: notice, err: `${question}${DECLINED}` });
    expect(await run("yes")).toEqual({
      end: 0,
      out: `${notice}${lines("", "applied", "  ⏻on demo/eth-dip  turn-on: observed: on (ENABLED)", "", "Steps: 1 applied.")}`,
      err: `${question}\n[1/1] applied: turn-on demo/eth-dip\n`,
    });
    expect(sent()).toEqual(["turnOn"]);
  });

  it("warns of deals that run, and of other bots with the title; where all are on there is nothing to do", async () => {
    const { env, options, sent } = await account();
    at.emulator.service.addBot("demo", botCalled("BTC dip"));
    const other = at.emulator.service.bots().find(({ id, values }) => id !== 1 && values.title === "BTC dip")?.id;
    const run = (bots: readonly string[]) =>
      heard(env, (context) => botsOnCommand(context, { ...options, bots, yes: true, format: "text" }));
    const { end, out } = await run(["#1"]);
    expect([end, sent()]).toEqual([0, []]);
    expect(out).toBe(
      lines(
        "account demo: nothing to turn on",
        '  bot     #1 "BTC dip" on Main futures, on (ENABLED)',
        "  trades  USDT-BTC LONG 5x CROSS, first order 130 MARKET, take profit 1.2 %",
        "  They are on already.",
        `  ! Other bots have the same title as bot #1: ${other}; at most one of them may be on.`,
        "  ! Bot #1 is in a deal: 50001.",
      ),
    );
  });

  it("counts those that are off, and as JSON lists every bot", async () => {
    const { env, options } = await account();
    const bots = ["btc-dip", "eth-dip", "sol-rally"];
    const { end, out, err } = await heard(
      env,
      (context) => botsOnCommand(context, { ...options, format: "json", bots }),
      "no",
    );
    expect([end, err.split("\n")[0], err.split("\n").at(-1)]).toEqual([
      1,
      "account demo: turn 2 bots on",
      'Turn 2 bots on? Type "yes" to go ahead: ',
    ]);
    expect(err).toContain(`\n${UNWANTED}\n`);
    expect(err).not.toContain("enabled: false for demo/eth-dip");
    expect(JSON.parse(out)).toMatchObject({
      ...{ command: "bots on", exitCode: 1 },
      accounts: [
        {
          account: "demo",
          bots: [
            { address: "demo/btc-dip", id: 1, access: { id: 101 } },
            { address: "demo/eth-dip", id: 2 },
            { address: "demo/sol-rally", id: 3 },
          ],
        },
      ],
    });
  });
});
