// Every result in the form that is asked for: text as its own renderer writes it, and documents with what they hold.
import { describe, expect, it } from "vitest";
import type { AccountDrift } from "../../../src/model/bot/drift.js";
import { rendered, type Setting } from "../../../src/render/forms.js";
import type { ResultKind, ResultOf } from "../../../src/render/result-kinds.js";
import { desiredBot } from "../reconcile/fleet.js";
import { planOf } from "../reconcile/plan/plans.js";
import { ASSUMED, accountRisk, dealFacts, liveBot, MARKED } from "./facts.js";

const SETTING: Setting = { command: "c", exitCode: 0, colour: MARKED, now: Date.UTC(2026, 10, 22) };
const text = <Kind extends ResultKind>(kind: Kind, result: ResultOf<Kind>) => rendered(kind, "text", result, SETTING);

/** What a document says beside its envelope. */
async function body<Kind extends ResultKind>(kind: Kind, result: ResultOf<Kind>): Promise<unknown> {
  const { formatVersion, command, ok, exitCode, diagnostics, ...rest } = JSON.parse(
    await rendered(kind, "json", result, SETTING),
  );
  expect([formatVersion, command, ok, exitCode, diagnostics]).toEqual([2, "c", true, 0, []]);
  return rest;
}

const access = { id: 1, title: "Main", exchange: "X" };
const bot = liveBot(7, "A");
const drift: AccountDrift = {
  ...{
    account: "main",
    drifted: [],
    acknowledged: [],
    inDoubt: [],
    naked: [],
    held: [],
    missing: [],
    undeclared: [],
    undeclaredRule: "report",
    strays: 0,
  },
  ...{ unchanged: 5, diagnostics: [] },
};

const DOUBT = {
  ...{ sends: "turn-on" as const, botId: 7, address: "main/btc", on: false, status: "DISABLED" },
  ...{ sentAt: "2026-11-21T18:00:00.000Z", until: "2026-11-21T18:11:00.000Z" },
};

describe("a document", () => {
  it("of live accounts has what was asked for", async () => {
    expect(await body("accesses", { account: "main", accesses: [{ access, aliases: ["a"] }] })).toEqual({
      ...{ account: "main", accesses: [{ ...access, aliases: ["a"] }] },
    });
    const listed = { bot, address: "main/a", access, runningDeals: 2 };
    expect(await body("bots list", { account: "main", bots: [listed] })).toMatchObject({
      ...{ account: "main", bots: [{ id: 7, address: "main/a", access: "Main", runningDeals: 2 }] },
    });
    expect(await body("pairs", { account: "main", pairs: ["USDT-BTC"] })).toEqual({
      ...{ account: "main", pairs: ["USDT-BTC"] },
    });
    const shown = { account: "main", bot, address: "main/a", access, desired: desiredBot("a"), deals: [] };
    expect(await body("bots show", shown)).toMatchObject({ account: "main", configuration: { address: "main/a" } });
  });

  it("of deals has their facts and sums", async () => {
    const deals = [dealFacts(70)];
    expect(await body("deals active", { account: "main", deals, diagnostics: [] })).toMatchObject({
      ...{ account: "main", deals: [{ id: 70 }], unrealised: [{ asset: "USDT", profit: "10" }] },
    });
    expect(await body("deals history", { account: "main", deals, totals: [] })).toMatchObject({
      ...{ account: "main", deals: [{ id: 70 }], totals: [] },
    });
    const fields = [{ field: "leverage", deal: "5", bot: "10" }] as const;
    const drifted = [{ facts: dealFacts(70), hasBot: false, fields }];
    expect(await body("deals drift", { account: "main", runningDeals: 3, drifted })).toMatchObject({
      ...{ account: "main", runningDeals: 3, drifted: [{ deal: { id: 70 }, hasBot: false, fields }] },
    });
  });

  it("of differences tells whether there are any", async () => {
    const none = { from: "a", to: "b", unscaled: true, onlyOn: [], changed: [], ambiguous: [], equal: 3 };
    const name = { access: "p", title: "T" };
    const differs = async (changes: Partial<typeof none> | object) =>
      Object.entries(JSON.parse(await rendered("diff of accounts", "json", { ...none, ...changes }, SETTING))).find(
        ([key]) => key === "differs",
      )?.[1];
    expect(await body("diff of accounts", none)).toEqual({ differs: false, ...none });
    expect([
      await differs({ onlyOn: [{ ...name, side: "from", id: 1, on: true }] }),
      await differs({ changed: [{ ...name, fromId: 1, toId: 2, changes: [] }] }),
      await differs({ ambiguous: [{ ...name, fromIds: [], toIds: [] }] }),
    ]).toEqual([true, true, true]);
    const account = { account: "a", kind: "equal", settings: [], bots: [], unchanged: 1 } as const;
    expect(await body("diff of configurations", [account])).toEqual({ differs: false, accounts: [account] });
    expect(await body("diff of configurations", [account, { ...account, kind: "added" }])).toMatchObject({
      differs: true,
    });
  });

  it("of drift has each account's end, its diagnostics without origin, the sum, and who was told", async () => {
    const diagnostic = { severity: "error", code: "config/x", summary: "no" } as const;
    const origin = { file: "a.yaml", path: [] };
    const results = [
      { account: "main", exitCode: 0, drift: { ...drift, diagnostics: [{ ...diagnostic, origin }] } },
      { account: "copy", exitCode: 3, error: "no", diagnostics: [{ ...diagnostic, origin }] },
      { account: "third", exitCode: 1 },
    ];
    const summary = {
      accounts: 3,
      drifted: 0,
      acknowledged: 0,
      inDoubt: 0,
      naked: 0,
      held: 0,
      ...{ missing: 0, waiting: 0 },
      undeclared: 0,
      unchanged: 5,
      failed: 2,
    };
    const accounts = [
      { exitCode: 0, ...drift, diagnostics: [diagnostic] },
      { account: "copy", exitCode: 3, error: "no", diagnostics: [diagnostic] },
      { account: "third", exitCode: 1, diagnostics: [] },
    ];
    expect(await body("drift", { results })).toEqual({ accounts, summary });
    expect(await body("drift", { results, notified: { ok: true } })).toEqual({
      ...{ accounts, summary, notified: { ok: true } },
    });
  });

  it("of reports has each account's end, what it shows and its diagnostics without origin", async () => {
    const diagnostic = { severity: "error", code: "config/x", summary: "no" } as const;
    const placed = { ...diagnostic, origin: { file: "a.yaml", path: [] } };
    const view = {
      account: "main",
      bots: [],
      deals: [],
      totals: accountRisk(),
      findings: [],
      assumptions: ASSUMED,
      unknown: [],
    };
    const end = (account: string, exitCode: number) => ({ account, exitCode });
    const results = [
      { ...end("main", 0), view: { ...view, diagnostics: [placed] } },
      { ...end("main", 5), view: { ...view, inDoubt: [DOUBT] } },
      { ...end("copy", 3), error: "no", diagnostics: [placed] },
      end("third", 1),
    ];
    expect(await body("reports", results)).toEqual({
      accounts: [
        { ...view, exitCode: 0, inDoubt: [], diagnostics: [diagnostic] },
        { ...view, exitCode: 5, inDoubt: [DOUBT], diagnostics: [] },
        { ...end("copy", 3), error: "no", diagnostics: [diagnostic] },
        { ...end("third", 1), diagnostics: [] },
      ],
    });
    expect(await body("report", { ...view, diagnostics: [placed] })).toEqual({ ...view, inDoubt: [] });
  });

  it("of everything else is the result under its name", async () => {
    const run = { id: "r", command: "apply", account: "main", steps: [] };
    expect(await body("explain", [])).toEqual({ explained: [] });
    expect(await body("explain all", { fields: [], keys: ["k"], parameters: [], codes: [], words: ["w"] })).toEqual({
      fields: [],
      keys: ["k"],
      parameters: [],
      codes: [],
      words: ["w"],
    });
    expect(await body("findings", [])).toEqual({ findings: [] });
    expect(await body("history", { runs: [], unreadable: [], journal: "/j" })).toEqual({ runs: [], unreadable: [] });
    expect(await body("resolve", { account: "main", asked: "r", runs: [run], open: 1 })).toEqual({
      ...{ runs: [{ id: "r", account: "main", steps: [] }], open: 1 },
    });
    expect(await body("policy list", { policies: [], always: ["policy/a"] })).toEqual({
      policies: [],
      always: ["policy/a"],
    });
    expect(await body("render", [])).toEqual({ accounts: [] });
    expect(await body("risk", { accounts: [], withGrids: true })).toEqual({ accounts: [] });
    expect(await body("simulate", [])).toEqual({ accounts: [] });
    expect(await body("webhook list", [])).toEqual({ webhooks: [] });
    expect(await body("bots logs", { account: "main", botId: 7, entries: [] })).toEqual({
      ...{ account: "main", botId: 7, entries: [] },
    });
  });
});

describe("text", () => {
  it("is that of its own renderer", async () => {
    expect([
      await text("pairs", { account: "main", pairs: ["USDT-BTC"] }),
      await text("accesses", { account: "main", accesses: [] }),
      await text("deals active", { account: "main", deals: [], diagnostics: [] }),
      await text("deals history", { account: "main", deals: [], totals: [] }),
      await text("deals drift", { account: "main", runningDeals: 1, drifted: [] }),
      await text("webhook list", []),
      await text("bots list", { account: "main", bots: [] }),
      await text("history", { runs: [], unreadable: [], journal: "/j" }),
      await text("resolve", { account: "main", asked: "r", runs: [], open: 0 }),
      await text("drift", { results: [{ account: "main", exitCode: 0, drift }] }),
      await text("plan", { results: [{ account: "main", exitCode: 0, plan: planOf([], []) }] }),
    ]).toEqual([
      "USDT-BTC\n",
      "The account main has no accesses.\n",
      "No running deals found on main.\n",
      "No closed deals found on main.\n",
      "1 running deal on main: none drifted.\n",
      "No bot of the configuration has webhooks.\n",
      "No bots found on the account main.\n",
      "there are no runs in /j\n",
      "nothing of the run r is in doubt\n",
      "<b>main: no drift · 5 unchanged</b>\n",
      "<b>main: no changes · 0 unchanged</b>\n",
    ]);
  });

  it("of findings ends in a line feed, also of none", async () => {
    const finding = { code: "policy/x", severity: "warn", kind: "breach", summary: "S", remedy: "R" } as const;
    expect(await text("findings", [])).toBe("The policies find nothing.\n");
    expect(await text("findings", [finding])).toBe(
      "<b>Policy: 1 warning</b>\n  <change>warn  </change> S <faint>[policy/x]</faint>\n         <good>fix:</good> R\n",
    );
  });

  it("of several simulations has a blank line between them", async () => {
    const one = {
      ...{ account: "main", from: 0, to: 60_000, moments: 1, interval: 60_000, prices: [], replays: [], leftOut: [] },
      ...{ assumptions: [], hold: [], tries: [] },
    };
    const whole = await text("simulate", [one, one]);
    const single = await text("simulate", [one]);
    expect(whole).toBe(`${single}\n${single}`);
  });
});

describe("other forms", () => {
  it.each([
    ["sarif", '"version": "2.1.0"'],
    ["junit", '<testsuites name="botform validate"/>'],
    ["github", "::error title=botform::no files"],
  ])("problems as %s", async (form, part) => {
    const facts = {
      ...{
        problems: [],
        files: [],
        bots: [],
        rows: new Map(),
        places: { cwd: "/", root: "/" },
        version: "1",
        exitCode: 0,
      },
      ...(form === "github" && { failure: "no files" }),
    };
    expect(await rendered("problems", form, facts, SETTING)).toContain(part);
  });

  it("tables, pages, patches and comments", async () => {
    expect(await rendered("deals history", "csv", { account: "main", deals: [], totals: [] }, SETTING)).toMatch(
      /^ended,deal/,
    );
    expect(await rendered("simulate", "csv", [], SETTING)).toMatch(/^account,bot,order/);
    const report = {
      ...{
        account: "main",
        bots: [],
        deals: [],
        totals: accountRisk(),
        findings: [],
        assumptions: ASSUMED,
        unknown: [],
      },
    };
    const page = await rendered("report", "html", report, SETTING);
    expect(page).toContain("<title>Report of main · botform</title>");
    expect(page).toContain("Made 2026-11-22 00:00 UTC by botform ");
    expect(await body("report", report)).toEqual({ ...report, inDoubt: [] });
    const plans = { results: [{ account: "main", exitCode: 0, plan: planOf([], []) }] };
    expect(await rendered("plan", "diff", plans, SETTING)).toBe("");
    expect(await rendered("plan", "html", plans, SETTING)).toContain("<title>Plan of main · botform</title>");
    expect(await rendered("plan", "markdown", plans, SETTING)).toContain("<!-- botform plan: main -->");
  });

  it("that a result doesn't have are a fault", async () => {
    await expect(rendered("risk", "csv", { accounts: [], withGrids: true }, SETTING)).rejects.toThrow(
      new TypeError("risk has no form csv"),
    );
  });
});
