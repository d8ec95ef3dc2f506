// A plan on a terminal, whole: summary, each bot with its steps, money, findings, undeclared bots and diagnostics; and a saved plan.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../../src/model/plan/plan.js";
import type { Finding } from "../../../../src/model/policy/finding.js";
import { paint } from "../../../../src/render/text/paint.js";
import { mark } from "../../../../src/render/text/plan-bots.js";
import { planSummary, planText } from "../../../../src/render/text/plan-text.js";
import { live } from "../../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";
import { asItCame } from "../as-it-came.js";
import { accountRisk, botRisk, MARKED, moneyOf, NASTY, quoteRisk, variedPlan } from "../facts.js";

const stray = { id: 9, title: "Old", on: true, status: "ENABLED", dealIds: [] };
const warning = { severity: "warning", code: "plan/x", summary: "take care" } as const;
const error = { severity: "error", code: "plan/y", summary: "it can't be" } as const;
const denial: Finding = {
  ...{ code: "policy/max-leverage", severity: "deny", kind: "breach", address: "main/btc", field: "leverage" },
  ...{ summary: "leverage 10 is above 5", remedy: "Lower it." },
};

describe("a plan", () => {
  it("says of an undo that its money isn't known, unless it only turns bots off", () => {
    const text = (action: "create" | "turn-off", configDigest: string) =>
      planText(planOf([plannedBot("a", null)], [step(action, "a")], { configDigest }), paint(false));
    const words = "Not known: what these steps cost, since there is no configuration";
    expect(text("create", "undo/run")).toContain(words);
    expect(text("turn-off", "undo/run")).not.toContain(words);
    expect(text("create", "d")).not.toContain(words);
  });

  it("shows each bot with its steps, old and new settings, warnings, and what a deal keeps", () => {
    expect(asItCame(variedPlan(), planText)).toEqual([
      ".steps[].changes[].field",
      ".bots.main/btc.deals[].keeps[].field",
    ]);
    expect(planText(variedPlan(), MARKED)).toMatchInlineSnapshot(`
      "<b>main: 1 to create, 1 to update, 1 to set a deal's take profit, 1 to turn on, 1 to turn off · 12 unchanged</b>
      <good>  No error or limit blocks the apply.</good>

      <b>This makes worse:</b>
        <change>!</change> main/btc: leverage 5 → 10 (×2)

      <bad>⏻off</bad> <b>main/off</b>  "Off" · bot 1 · Main
          turn-off: it is declared off

      <change>~</change> <b>main/btc</b>  "BTC dip" · bot 2 · Main
          update:
            leverage           <faint>5</faint> → <b>10</b>
            percentTakeProfit  <faint>off</faint> → <b>1.5</b>
      <change>    ! a deal of it runs</change>
      <change>    ! deal 20 (USDT-BTC) keeps leverage 5 (the bot's will be 10)</change>

      <change>◎</change> <b>main/eth</b>  "ETH" · bot 3 · Main
          take-profit of deal 70: asked for
            percentTakeProfit  <faint>1</faint> → <b>2.5</b>

      <good>+</good> <good>⏻on</good> <b>main/new</b>  "New one" · new bot · Main
          create: no bot has this title
            leverage 3 · priceLevel off
          turn-on: it is declared on
      "
    `);
  });

  it("shows money, findings, undeclared bots and diagnostics below them, in this order", () => {
    const plan = planOf([plannedBot("btc", null)], [step("create", "btc")], {
      money: moneyOf({
        bots: { "main/btc": { before: null, after: botRisk() } },
        before: accountRisk({ quotes: [] }),
        after: accountRisk({ quotes: [quoteRisk()] }),
      }),
      findings: [denial],
      undeclared: [stray],
      diagnostics: [warning],
    });
    expect(asItCame(plan, planText)).toEqual([".diagnostics[].code", ".findings[].field"]);
    expect(planText(plan, MARKED)).toMatchInlineSnapshot(`
      "<b>main: 1 to create · 0 unchanged · 1 undeclared · 1 warning · denied by policy</b>

      <bad>Apply would refuse it:</bad> policies deny it: main/btc: leverage 10 is above 5.

      <good>+</good> <b>main/btc</b>  "btc" · new bot · Main
          create: asked for
          position at most 1 180.5 USDT, initial margin 236.1, cover 9 %, loss at the grid's end 61.25, no liquidation at any price

      <b>Totals of all bots that are on:</b>
        USDT: 0 → 1 bot, position at most 0 → 1 000, initial margin 0 → 200
      <faint>  Assumed: volumes are notional, losses of one deal of each bot, before fees (0.02 % maker, 0.05 % taker), liquidation of each bot alone by the formula of Binance, margin tiers of 2026-01-31.</faint>

      <b>Policy: 1 denied</b>
        <bad>deny  </bad> <b>main/btc</b>: leverage 10 is above 5 <faint>[policy/max-leverage]</faint>
               <good>fix:</good> Lower it.

      <b>Live but not in the configuration; they stay as they are:</b>
        9 "Old"  <good>on</good> (ENABLED)

      <change>warning</change>: take care <faint>[plan/x]</faint>
      "
    `);
  });

  /** Bots by key, each as a step changes it. */
  function many(count: number, of: (index: number) => { readonly before: string; readonly warning?: string }) {
    const all = Array.from({ length: count }, (_, index) => ({ key: `b${index + 1}`, ...of(index) }));
    return planOf(
      all.map(({ key, before }, index) =>
        plannedBot(key, live(index + 1, key, { fields: { leverage: before } }), { target: { title: key } }),
      ),
      all.map(({ key, before, warning }) => ({
        ...step("update", key),
        ...{ changes: [{ field: "leverage", before, after: "9" }], warnings: warning === undefined ? [] : [warning] },
      })),
      {
        money: moneyOf({
          bots: Object.fromEntries(
            all.map(({ key, before }) => [
              `main/${key}`,
              { before: botRisk({ position: "100" }), after: botRisk({ position: before === "4" ? "300" : "200" }) },
            ]),
          ),
        }),
      },
    );
  }
  /** But for what gets worse, which stands before them. */
  const blocks = (plan: Plan, verbose = false) =>
    planText(plan, MARKED, { verbose })
      .split("\n\n")
      .filter((block) => !block.startsWith("<b>This makes worse"));

  it("names what gets worse first, what bots have in common in one line", () => {
    const plan = many(3, (index) => ({ before: index === 1 ? "4" : "5" }));
    expect(planText(plan, MARKED).split("\n\n")[1]).toMatchInlineSnapshot(`
      "<b>This makes worse:</b>
        <change>!</change> 3 bots: position at most together 300 → 700 USDT, most in main/b2: 100 → 300 USDT (+200 %) · b2, b1, b3
        <change>!</change> 3 bots: leverage rises, most in main/b2: 4 → 9 (×2.3) · b2, b1, b3"
    `);
    expect(planText(planOf([], []), MARKED)).not.toContain("worse");
  });

  it("shows bots that change alike together, what one of them puts at risk, and each by itself where that is wanted", () => {
    const plan = many(3, (index) => ({ before: index === 1 ? "4" : "5", warning: "a deal of it runs" }));
    expect(blocks(plan).slice(1, 3).join("\n\n")).toMatchInlineSnapshot(`
      "<change>~</change> <b>main/b2</b>  "b2" · bot 2 · Main
          update: leverage  <faint>4</faint> → <b>9</b>
      <change>    ! a deal of it runs</change>
          position at most 100 → 300 USDT, initial margin 236.1, cover 9 %, loss at the grid's end 61.25, no liquidation at any price

      <change>~</change> <b>2 bots</b> · Main
          b1 (off, in a deal), b3 (off, in a deal)
          update: leverage  <faint>5</faint> → <b>9</b>
          each position at most 100 → 200 USDT, initial margin 236.1, cover 9 %, loss at the grid's end 61.25, no liquidation at any price
      <change>    ! a deal of it runs</change>"
    `);
    expect(
      blocks(plan, true)
        .slice(1, 4)
        .map((block) => block.split("\n")[0]),
    ).toMatchInlineSnapshot(`
      [
        "<change>~</change> <b>main/b2</b>  "b2" · bot 2 · Main",
        "<change>~</change> <b>main/b1</b>  "b1" · bot 1 · Main",
        "<change>~</change> <b>main/b3</b>  "b3" · bot 3 · Main",
      ]
    `);
  });

  it("shows bots in which one setting alone changes, each to a value of its own, in a line each", () => {
    const plan = many(23, (index) => ({ before: String(index + 10), ...(index === 3 && { warning: "look" }) }));
    const lines = blocks(plan)[1]?.split("\n") ?? [];
    expect([...lines.slice(0, 4), ...lines.slice(-4)]).toMatchInlineSnapshot(`
      [
        "<change>~</change> <b>23 bots</b> · Main",
        "    update: leverage",
        "      b1   <faint>10</faint> → <b>9</b>",
        "      b2   <faint>11</faint> → <b>9</b>",
        "      b20  <faint>29</faint> → <b>9</b>",
        "      and 3 more; --verbose shows each",
        "    each position at most 100 → 200 USDT, initial margin 236.1, cover 9 %, loss at the grid's end 61.25, no liquidation at any price",
        "<change>    ! look</change>",
      ]
    `);
  });

  it("names so many bots of a group, and so many remarks, and counts the rest", () => {
    const plan = many(23, (index) => ({ before: "5", ...(index < 6 && { warning: `look at ${index}` }) }));
    expect(blocks(plan)[1]).toMatchInlineSnapshot(`
      "<change>~</change> <b>23 bots</b> · Main
          b1 (off, in a deal), b2 (off, in a deal), b3 (off, in a deal), b4 (off, in a deal), b5 (off, in a deal), b6 (off, in a deal), b7 (off, in a deal), b8 (off, in a deal), b9 (off, in a deal), b10 (off, in a deal), b11 (off, in a deal), b12 (off, in a deal), b13 (off, in a deal), b14 (off, in a deal), b15 (off, in a deal), b16 (off, in a deal), b17 (off, in a deal), b18 (off, in a deal), b19 (off, in a deal), b20 (off, in a deal) and 3 more; --verbose shows each
          update: leverage  <faint>5</faint> → <b>9</b>
          each position at most 100 → 200 USDT, initial margin 236.1, cover 9 %, loss at the grid's end 61.25, no liquidation at any price
      <change>    ! look at 0</change>
      <change>    ! look at 1</change>
      <change>    ! look at 2</change>
      <change>    ! and 3 more of these; --verbose shows each</change>"
    `);
    expect(blocks(many(21, () => ({ before: "5" })))[1]).not.toContain("more");
  });

  it("names the bot of a group that puts most more at risk", () => {
    const plan = many(3, () => ({ before: "5" }));
    const [first, second] = ["main/b1", "main/b2"].map((address) => plan.money?.bots[address]);
    if (plan.money === undefined || first === undefined || second === undefined) throw new Error("no money");
    const worse = { ...second, most: { before: second.most.before, after: { position: "900", margin: "180" } } };
    const bots = { ...plan.money.bots, "main/b2": worse };
    const text = blocks({ ...plan, money: { ...plan.money, bots } })[1];
    expect(text?.split("\n").find((line) => line.includes("largest:"))).toMatchInlineSnapshot(
      `"    largest: b2: while its deal runs: position at most 100 → 900 USDT, initial margin 236.1 → 180; from its next deal on: position at most 200, initial margin 236.1, cover 9 %, loss at the grid's end 61.25, no liquidation at any price"`,
    );
  });

  it("shows new bots together with what most of them share, and what each has otherwise", () => {
    const settings = [
      { leverage: "3", priceLevel: null },
      { leverage: "3", priceLevel: null },
      { leverage: "5", priceLevel: null },
      { leverage: "3" },
    ];
    const keys = settings.map((_, index) => `n${index + 1}`);
    const plan = planOf(
      keys.map((key) => plannedBot(key, null, { target: { title: key } })),
      settings.map((fields, index) => ({
        ...step("create", keys[index] ?? ""),
        changes: [
          { field: "leverage" as const, after: fields.leverage },
          ...("priceLevel" in fields ? [{ field: "priceLevel" as const, after: null }] : []),
        ],
      })),
    );
    expect(blocks(plan).slice(1).join("\n\n")).toMatchInlineSnapshot(`
      "<good>+</good> <b>4 new bots</b> · Main
          create, with what most of them share:
            leverage 3 · priceLevel off
          n1  "n1"
          n2  "n2"
          n3  "n3"  leverage 5
          n4  "n4"  no priceLevel
      "
    `);
    expect(blocks({ ...plan, account: "other" })[1]).toContain("main/n1");
  });

  it("says what apply may do with it, and why it wouldn't", () => {
    const plan = planOf([plannedBot("a", null)], [step("create", "a")], {
      limits: { maxChangedPercent: 30, maxTurnOns: 2 },
    });
    expect(planText(plan, MARKED, { refused: "a hold stops it" }).split("\n\n")[1]).toMatchInlineSnapshot(`
      "<b>Limits:</b> an apply may change 30 % of the live bots and turn on 2.
      <bad>Apply would refuse it:</bad> a hold stops it."
    `);
  });

  it("of more than 24 lines has its summary at the end, too", () => {
    const lines = (count: number, first = {}) => {
      const diagnostics = Array.from({ length: count }, (_, at) => ({ ...warning, ...(at === 0 && first) }));
      const all = planText(planOf([], [], { diagnostics }), MARKED).split("\n");
      return [all.length, ...all.slice(-4)];
    };
    const last = "<change>warning</change>: take care <faint>[plan/x]</faint>";
    expect(lines(11, { remedy: "Take it." })).toEqual([25, last, "", last, ""]);
    expect(lines(12)).toEqual([28, last, "", "<b>main: no changes · 0 unchanged · 12 warnings</b>", ""]);
  });

  it("says at its end, too, what refuses it", () => {
    const diagnostics = Array.from({ length: 12 }, () => warning);
    const plan = planOf([plannedBot("a", null)], [step("create", "a")], { diagnostics });
    const refused = "<bad>Apply would refuse it:</bad> copy isn't sound.";
    expect(planText(plan, MARKED, { refused: "copy isn't sound" }).split(refused)).toHaveLength(3);
    expect(planText(plan, MARKED).split("refuse")).toHaveLength(1);
  });

  it("without steps leaves money out", () => {
    expect(planText(planOf([], [], { money: moneyOf(), unchanged: 3 }), MARKED)).toBe(
      "<b>main: no changes · 3 unchanged</b>\n",
    );
  });
});

describe("the summary", () => {
  it.each<[Partial<Plan>, string]>([
    [{}, "main: 1 to update · 0 unchanged"],
    [{ account: `x${NASTY}`, unchanged: 4 }, "x<x>\\u{1b}&: 1 to update · 4 unchanged"],
    [{ undeclared: [stray, stray] }, "main: 1 to update · 0 unchanged · 2 undeclared"],
    [{ diagnostics: [error, warning, warning] }, "main: 1 to update · 0 unchanged · 1 error · 2 warnings"],
    [{ diagnostics: [error, error] }, "main: 1 to update · 0 unchanged · 2 errors"],
    [{ diagnostics: [warning] }, "main: 1 to update · 0 unchanged · 1 warning"],
    [{ findings: [denial] }, "main: 1 to update · 0 unchanged · denied by policy"],
    [{ findings: [{ ...denial, severity: "warn" }] }, "main: 1 to update · 0 unchanged · 1 warning"],
    [{ findings: [{ ...denial, severity: "warn", kind: "standing" }] }, "main: 1 to update · 0 unchanged"],
    [
      { findings: [{ ...denial, severity: "warn", waived: { reason: "agreed", until: "2026-12-31" } }] },
      "main: 1 to update · 0 unchanged",
    ],
  ])("of %j reads %s", (changes, text) => {
    expect(planSummary(planOf([plannedBot("a", live(1, "a"))], [step("update", "a")], changes))).toBe(text);
  });
});

describe("undeclared bots", () => {
  const shown = (undeclared: Plan["undeclared"], undeclaredRule: Plan["undeclaredRule"]) =>
    planText(planOf([], [], { undeclared, undeclaredRule }), MARKED)
      .split("\n")
      .slice(2, -1);

  it("have a line each, with their deals, their twin and whether they are protected", () => {
    const all = [
      stray,
      { ...stray, id: 10, title: `T${NASTY}`, on: false, status: "DISABLED", dealIds: [70] },
      { ...stray, id: 11, dealIds: [71, 72], duplicateOf: "main/btc", protected: true as const },
    ];
    expect(shown(all, "turn-off")).toEqual([
      "<b>Live but not in the configuration; those that are on and not protected are turned off:</b>",
      '  9 "Old"  <good>on</good> (ENABLED)',
      '  10 "T<x>\\u{1b}&"  off (DISABLED), 1 running deal (70)',
      '  11 "Old"  <good>on</good> (ENABLED), 2 running deals (71, 72), with the same title as main/btc, protected',
    ]);
  });

  it("of many have twelve lines, those that are on first, and a count of the others and of what is on among them", () => {
    const from = (firstOn: number) =>
      Array.from({ length: 16 }, (_, at) => ({ ...stray, id: at + 1, title: "T", on: at + 1 >= firstOn, status: "S" }));
    const line = (id: number, state: string) => `  ${id} "T"  ${state} (S)`;
    const title = "<b>Live but not in the configuration; they stay as they are:</b>";
    expect(shown(from(4), "report")).toEqual([
      title,
      ...Array.from({ length: 12 }, (_, at) => line(at + 4, "<good>on</good>")),
      "  and 4 more, 1 of them on; --verbose shows each",
    ]);
    expect(shown(from(15), "report")).toEqual([
      title,
      ...[15, 16].map((id) => line(id, "<good>on</good>")),
      ...Array.from({ length: 10 }, (_, at) => line(at + 1, "off")),
      "  and 4 more, 0 of them on; --verbose shows each",
    ]);
  });

  it.each([
    ["turn-off", "those that are on are turned off"],
    ["report", "they stay as they are"],
    ["ignore", "they stay as they are"],
  ] as const)("under %s: %s", (rule, fate) => {
    expect(shown([stray], rule)[0]).toBe(`<b>Live but not in the configuration; ${fate}:</b>`);
  });
});

it("what begins is good, what ends is bad, and what changes is neither", () => {
  const marks = (["create", "turn-on", "start-deal", "update", "take-profit", "turn-off", "cancel-deal"] as const).map(
    (action) => mark(action, MARKED),
  );
  expect(marks).toEqual([
    ...["<good>+</good>", "<good>⏻on</good>", "<good>▶</good>", "<change>~</change>", "<change>◎</change>"],
    ...["<bad>⏻off</bad>", "<bad>✕</bad>"],
  ]);
});

it("colours are those of a terminal, or none", () => {
  const names = ["good", "bad", "change", "bold", "faint"] as const;
  expect(names.map((name) => paint(true)[name]("x"))).toEqual([
    ...["\u001b[32mx\u001b[39m", "\u001b[31mx\u001b[39m", "\u001b[33mx\u001b[39m"],
    ...["\u001b[1mx\u001b[22m", "\u001b[2mx\u001b[22m"],
  ]);
  expect(names.map((name) => paint(false)[name]("x"))).toEqual(["x", "x", "x", "x", "x"]);
});
