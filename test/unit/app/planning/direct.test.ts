// Plans of commands that name a bot or a deal: the steps they have, and what keeps them from being made.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Host } from "../../../../src/app/host.js";
import { ledgerOf } from "../../../../src/app/ledger/ledger.js";
import {
  type DealPlan,
  type DirectOptions,
  percentOf,
  planBotsOn,
  planEnd,
  planStart,
  planTakeProfit,
} from "../../../../src/app/planning/direct.js";
import { folderDisk } from "../../../../src/disk/folder.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import type { Plan } from "../../../../src/model/plan/plan.js";
import { runId } from "../../../../src/reconcile/ledger/history.js";
import { beginJournal } from "../../../../src/reconcile/ledger/journal.js";
import { botCalled } from "../../../commands/workplace.js";
import { demoEnv } from "../../../support/command.js";
import { folder, listening, refusal } from "../room.js";

const at = folder();
const SEED: Seed = {
  accounts: [
    {
      name: "demo",
      apiKey: "demo-key",
      apiSecret: "demo-secret",
      balance: { USDT: "100000" },
      accesses: [
        { accessId: 101, title: "Main futures" },
        { accessId: 102, title: "Spare", exchange: "OTHER_FUTURES" },
      ],
      bots: [
        { ...botCalled("Running"), id: 1, enabled: true },
        { ...botCalled("Idle"), id: 2 },
        { ...botCalled("Drifted"), id: 3, leverage: 9 },
        { ...botCalled("Away"), id: 4, accessId: 102 },
      ],
    },
  ],
};
const FIELDS = Object.entries(botCalled("x")).filter(([name]) => name !== "accessId" && name !== "title");
const YAML = `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
defaults:
${FIELDS.map(([name, value]) => `  ${name}: ${value}\n`).join("")}bots:
  running: { title: Running }
  idle: { title: Idle }
  drifted: { title: Drifted }
`;

let emulator: RunningEmulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: SEED, quirks: { commandDelay: 0 } });
});
afterAll(() => emulator.close());

const asked = (journal = at.fresh("journal")) =>
  [
    listening(demoEnv(emulator.url)).host,
    { config: at.written(YAML), account: "demo", concurrency: 4, journal },
  ] as const;
const dealId = () => String(emulator.service.deals()[0]?.id ?? 0);
const steps = ({ steps: all }: Plan) => all.map(({ address, action, reason }) => `${action} ${address}: ${reason}`);

describe("a deal to start", () => {
  it("is one step about the bot, which is shown", async () => {
    const [host, options] = asked();
    const { action, bot, deal, takeProfit, isThere, made } = await planStart(host, { ...options, bot: "idle" });
    expect([action, bot.live.id, deal, takeProfit, isThere]).toEqual(["start-deal", 2, undefined, undefined, false]);
    expect(made.steps.map((step) => [step.action, step.address, step.deal])).toEqual([
      ["start-deal", "demo/idle", undefined],
    ]);
    expect([made.account, made.exchange, made.observedBots, Object.keys(made.bots)]).toEqual([
      "demo",
      "SERVICE_FUTURES",
      3,
      ["demo/idle"],
    ]);
  });
});

describe("a deal to end", () => {
  it.each(["complete-deal", "cancel-deal"] as const)("is one step: %s", async (action) => {
    const [host, options] = asked();
    const found = await planEnd(host, { ...options, deal: `#${dealId()}` }, action);
    expect([found.action, found.deal?.botId, found.bot.address, found.takeProfit]).toEqual([
      action,
      1,
      "demo/#1",
      undefined,
    ]);
    expect(found.made.steps.map((step) => [step.action, step.deal])).toEqual([[action, { id: Number(dealId()) }]]);
  });
});

describe("a take profit", () => {
  const planned = async (percent: string) => {
    const [host, options] = asked();
    return planTakeProfit(host, { ...options, deal: dealId(), percent });
  };

  it("is one step from what is there to what is asked for", async () => {
    const { made, takeProfit, isThere } = await planned("2.50%");
    expect([takeProfit?.after, isThere]).toEqual(["2.5", false]);
    expect(made.steps.map(({ deal }) => deal)).toEqual([
      { id: Number(dealId()), takeProfit: { before: "1.2", after: "2.5" } },
    ]);
  });

  it("that is there already is no step, and shows no bot", async () => {
    const { made, takeProfit, isThere } = await planned("1.2");
    expect([takeProfit?.after, isThere, made.steps, made.bots]).toEqual(["1.2", true, [], {}]);
  });

  it.each([
    ["1.50", "1.5"],
    ["2%", "2"],
    ["0.01", "0.01"],
  ])("%s is %s", (text, percent) => expect(percentOf(text)).toBe(percent));

  it.each(["", "x", "-1", "0", "1%%", "1e400"])("%j is none", async (text) => {
    const [message, exitCode] = await refusal(() => percentOf(text));
    expect(message).toMatch(
      new RegExp(`^"${text}" is not a take profit\nGive a percentage from [\\d.]+ to [\\d.]+\\.$`),
    );
    expect(exitCode).toBe(3);
  });
});

it("a take profit is no step where it is there, unless an earlier command may still change it", async () => {
  const [host, options] = asked();
  const later = await planTakeProfit(host, { ...options, deal: dealId(), percent: "2", immediately: false });
  const [step] = later.made.steps;
  expect(step?.deal?.takeProfit).toEqual({ before: "1.2", after: "2", immediately: false });
  const about = { id: runId(Date.now(), "abcd1234"), command: "deals take-profit", tool: "0.0.0" } as const;
  const origin = new URL(emulator.url).origin;
  const clock = { now: Date.now, elapsed: () => 0, sleep: async () => {} };
  const heading = { ...about, account: "demo", origin };
  const journal = await beginJournal(folderDisk(options.journal), clock, heading, later.made);
  if (step !== undefined) await journal.intent(step, "take-profit", 1, 1);
  await journal.end({ outcomes: [], notes: [], unsettled: [], violations: [] });
  const { isThere } = await planTakeProfit(host, { ...options, deal: dealId(), percent: "1.2" });
  expect(isThere).toBe(false);
});

describe("an account that was at another host in its last run", () => {
  const elsewhere = async () => {
    const folderOfRuns = at.fresh("runs");
    await ledgerOf({ folder: folderOfRuns }, "demo", { apiUrl: "https://other.example" }).saw([]);
    return asked(folderOfRuns);
  };

  it("is said before anything is started, ended, changed or turned on", async () => {
    const [host, options] = await elsewhere();
    const plans = [
      await planStart(host, { ...options, bot: "idle" }),
      await planEnd(host, { ...options, deal: dealId() }, "complete-deal"),
      await planTakeProfit(host, { ...options, deal: dealId(), percent: "3" }),
      await planBotsOn(host, { ...options, bots: ["#2"] }),
    ];
    const moved = `demo is at ${emulator.url}; its last run was at https://other.example`;
    expect(plans.map(({ made }) => made.diagnostics.map(({ summary }) => summary))).toEqual([
      [moved],
      [moved],
      [moved],
      [moved],
    ]);
  });
});

describe("bots to turn on", () => {
  it("come with what is remembered of the account", async () => {
    const [host, options] = asked();
    const ledger = ledgerOf({ folder: options.journal }, "demo", { apiUrl: emulator.url });
    await ledger.saw([{ id: 77, accessId: 101, title: "Idle", address: "demo/idle" }]);
    const { made } = await planBotsOn(host, { ...options, bots: ["idle"] });
    expect(made.diagnostics.map(({ code, summary }) => [code, summary])).toEqual([
      ["plan/unlisted-bot", "the bot list lacks 1 bot (77), which botform saw earlier"],
    ]);
  });

  const planned = async (...bots: readonly string[]) => {
    const [host, options] = asked();
    const { found, made } = await planBotsOn(host, { ...options, bots });
    return { found: found.map(({ live }) => live.id), steps: steps(made), made };
  };

  it("named by id are turned on as they are", async () => {
    const { found, steps: all, made } = await planned("#3", "#2", "#3");
    expect([found, all]).toEqual([
      [3, 2],
      [
        "turn-on demo/#3: named by the command; the service shows DISABLED",
        "turn-on demo/#2: named by the command; the service shows DISABLED",
      ],
    ]);
    expect([made.observedBots, made.exchange, Object.keys(made.bots)]).toEqual([
      3,
      "SERVICE_FUTURES",
      ["demo/#3", "demo/#2"],
    ]);
  });

  it("that are on are no step", async () => {
    expect(await planned("#1")).toMatchObject({ found: [1], steps: [] });
    expect(await planned("running")).toMatchObject({ found: [1], steps: [] });
  });

  it("named by key are turned on as configured, once, whatever else names them", async () => {
    const { found, steps: all } = await planned("idle");
    expect([found, all.length, all[0]?.startsWith("turn-on demo/idle: ")]).toEqual([[2], 1, true]);
    const both = await planned("idle", "#3");
    expect([both.found, both.steps.map((step) => step.split(":")[0])]).toEqual([
      [2, 3],
      ["turn-on demo/idle", "turn-on demo/#3"],
    ]);
    expect(Object.keys(both.made.bots).toSorted()).toEqual(["demo/#3", "demo/idle"]);
  });

  it("named by key have to be as configured", async () => {
    expect(await refusal(() => planned("drifted"))).toEqual([
      "the live bots differ from the configuration: demo/drifted (leverage live 9, declared 5); nothing was written\nRun botform apply first. An id in quotes, such as '#123', takes the bot as it is.",
      4,
    ]);
  });

  it("are so, too, where a deal is to begin", async () => {
    const [host, options] = asked();
    const [said, code] = await refusal(() => planStart(host, { ...options, bot: "drifted" }));
    expect([String(said).split("\n")[0], code]).toEqual([
      "the live bots differ from the configuration: demo/drifted (leverage live 9, declared 5); nothing was written",
      4,
    ]);
    expect((await planStart(host, { ...options, bot: "#3" })).made.steps).toHaveLength(1);
  });

  it("named by key have no copy that is on", async () => {
    const [host, options] = asked();
    const former = YAML.replace("title: Idle", "title: Idle, previousTitles: [Running]").replace(/ {2}running.*\n/, "");
    expect(await refusal(() => planBotsOn(host, { ...options, config: at.written(former), bots: ["idle"] }))).toEqual([
      "the bots can't be used; nothing was written",
      3,
      "plan/copy-on",
    ]);
  });

  it("are on one exchange", async () => {
    expect(await refusal(() => planned("#1", "#4"))).toEqual([
      "these bots are on several exchanges\nTurn on the bots of one exchange at a time.",
      3,
    ]);
    expect((await planned("#4")).made.exchange).toBe("OTHER_FUTURES");
  });
});

it.each<[what: string, plan: (host: Host, options: DirectOptions) => Promise<Pick<DealPlan, "isStopped">>]>([
  ["bots on", (host, options) => planBotsOn(host, { ...options, bots: ["idle"] })],
  ["deals start", (host, options) => planStart(host, { ...options, bot: "#2" })],
  ["deals complete", (host, options) => planEnd(host, { ...options, deal: dealId() }, "complete-deal")],
  ["deals take-profit", (host, options) => planTakeProfit(host, { ...options, deal: dealId(), percent: "3" })],
])("%s hears of bots off that came while it still read", async (_what, plan) => {
  const [host, options] = asked();
  const ledger = ledgerOf({ folder: options.journal }, "demo", { apiUrl: emulator.url });
  // An older one is over.
  await ledger.stop();
  const quiet = await plan(host, options);
  const bot = { id: 2, address: "demo/idle" };
  expect(await quiet.isStopped?.(bot)).toBe(false);
  const read: Host["read"] = async (name, task) => {
    await ledger.stop();
    return host.read(name, task);
  };
  const { isStopped } = await plan({ ...host, read }, options);
  expect(await isStopped?.(bot)).toBe(true);
});
