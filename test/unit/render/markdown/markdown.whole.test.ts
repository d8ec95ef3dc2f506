// The comment, whole: of a plan with money, highlights and steps, of several accounts, and its limits one by one.
import { describe, expect, it } from "vitest";
import type { Finding } from "../../../../src/model/policy/finding.js";
import type { Diagnostic } from "../../../../src/model/text/diagnostic.js";
import { planMarkdown } from "../../../../src/render/markdown/markdown.js";
import { outsideText } from "../../../../src/render/markdown/markdown-escape.js";
import { highlightText, moneyTable } from "../../../../src/render/markdown/markdown-sections.js";
import { live } from "../../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";
import { asItCame } from "../as-it-came.js";
import { accountRisk, botRisk, moneyOf, placeAt, quoteRisk, shockRisk, variedPlan } from "../facts.js";

const show = outsideText();
const finding = (index: number, changes: Partial<Finding> = {}): Finding => ({
  ...{ code: "policy/x", severity: "deny", kind: "breach", address: `main/b${index}`, summary: "it is so" },
  ...{ remedy: "Mend it.", ...changes },
});
const one = planOf([plannedBot("a", null)], [step("create", "a")]);
const summaryOf = (text: string) => text.split("\n<details>")[0] ?? "";

describe("the comment", () => {
  it("of a plan stands whole", () => {
    const money = moneyOf({
      bots: { "main/btc": { before: botRisk({ position: "412" }), after: botRisk() } },
      before: accountRisk({
        quotes: [quoteRisk({ position: "400", need: "80" })],
        shocks: [shockRisk("-0.1", { loss: "-7" }), shockRisk("-0.2", { loss: "-9" })],
      }),
      after: accountRisk({
        quotes: [quoteRisk({ need: "150", usable: "100", isAffordable: false })],
        shocks: [shockRisk("-0.1", { loss: "-50" }), shockRisk("-0.2", { loss: "-120.5", liquidated: 2 })],
      }),
      unknown: [{ what: "the balance", needs: "read the account" }],
    });
    const findings = [finding(1, { field: "leverage", position: placeAt("fleet.yaml", 4) })];
    expect(asItCame([{ plan: variedPlan({ money, findings }) }], (views) => planMarkdown(views), "<x>")).toEqual([
      "[].plan.steps[].changes[].field",
    ]);
    expect(planMarkdown([{ plan: variedPlan({ money, findings }) }])).toMatchInlineSnapshot(`
      "<!-- botform plan: main -->
      ### Plan of <code>main</code>

      **main: 1 to create, 1 to update, 1 to set a deal's take profit, 1 to turn on, 1 to turn off · 12 unchanged · denied by policy**

      ⛔ **Apply is blocked: policies deny it: main/b1: it is so (fleet.yaml&#58;&#8203;4).**

      3 of 3 live bots change, 1 new: 1 to create (new: 3×), 1 to update (btc: leverage 5 → 10, percentTakeProfit off → 1.5), 1 to set a deal's take profit (eth, deal 70: 1 → 2.5), 1 to turn on (new), 1 to turn off (off).

      **Not known:** the balance.

      | in money, with every order filled | now | after |
      | --- | --- | --- |
      | position at most, USDT | 400 | **1 000**, +150 % |
      | initial margin, USDT | 200 | unchanged |
      | free balance needed, USDT | 80 | **150** (of 100: not enough) |
      | loss, all prices −20 % (worst of the tested moves), USDT | 9 | **120.5**, +1 239 % (0 → 2 isolated liquidated) |
      | loss, all prices −10 %, USDT | 7 | **50**, +614 % |

      - ⛔ **Serious** <code>main/b1</code> (leverage): it is so (<code>fleet.yaml&#58;4</code>, policy/x). Fix: Mend it.
      - ❗ **Serious** <code>USDT</code>: the bots that are on need 150, plus 1.5 for fees, but only 100 is free: not every order can be placed. Fix: use smaller volumes, fewer safety orders or fewer bots; or add balance
      - ❗ **Serious** <code>All prices −20 %</code>: isolated positions liquidated: 0 → 2

      - ⚠️ **Warning** <code>All prices −20 %</code>: loses 9 → 120.5 USDT (+1 239 %)
      - ⚠️ **Warning** <code>main/btc</code>: position at most 412 → 1 180.5 USDT (+187 %)
      - ⚠️ **Warning** <code>main/btc</code>: leverage 5 → 10 (×2)
      - ⚠️ **Warning** <code>main/btc</code>: deal 20 (USDT-BTC) keeps leverage 5 (the bot's will be 10), until it closes
      - ⚠️ **Warning** <code>main/btc</code>: a deal of it runs

      <details>
      <summary>Steps of 4 bots</summary>

      **Bot** <code>main/btc</code>: <code>BTC dip</code>, bot 2 on <code>Main</code>

      \`~\` **update**

      | setting | now | after |
      | --- | --- | --- |
      | leverage | <code>5</code> | <code>10</code> |
      | percentTakeProfit | off | <code>1.5</code> |

      **Warning**: a deal of it runs

      - position at most 412 → 1 180.5 USDT, initial margin 236.1, cover 9 %, loss at the grid's end 61.25, no liquidation at any price
      - deal 20 (USDT-BTC) keeps leverage 5 (the bot's will be 10)

      **Bot** <code>main/off</code>: <code>Off</code>, bot 1 on <code>Main</code>

      \`⏻off\` **turn-off**: it is declared off

      **Bot** <code>main/eth</code>: <code>ETH</code>, bot 3 on <code>Main</code>

      \`◎\` **take-profit of deal 70**: asked for

      | setting | now | after |
      | --- | --- | --- |
      | percentTakeProfit | <code>1</code> | <code>2.5</code> |

      **Bot** <code>main/new</code>: <code>New one</code>, new bot on <code>Main</code>

      \`+\` **create**: no bot has this title

      Settings: leverage <code>3</code> · priceLevel off

      \`⏻on\` **turn-on**: it is declared on

      </details>

      <details>
      <summary>Money, by side, by pair and when all prices move</summary>

      - USDT: 1 bot, position at most 400 → 1 000, initial margin 200
        - free balance needed: 80 → 150 of 100 that may be used: not enough, with 1.5 for fees
        - all prices at once: −10 % loses 7 → 50 · −20 % loses 9 → 120.5 (2 liquidated)

      </details>

      <details>
      <summary>Unknown, waived, or worth a note (1)</summary>

      - **Note** <code>Not known</code>: the balance. To find out: read the account

      </details>

      <details>
      <summary>Assumptions behind the figures</summary>

      - a volume is an order's notional (margin = volume / leverage)
      - martingale multiplies the first order's volume
      - safety orders are spaced from the first fill
      - losses are of one deal of each bot: one that opens another after a liquidation loses again
      - fees 0.02 % maker, 0.05 % taker, which losses don't count; funding 0.01 % per payment
      - liquidation by the formula of Binance, of each bot alone (cross with the whole wallet behind it), no safety buffer
      - maintenance tiers of 2026-01-31: Binance USD-M
      - limits of orders of 2025-12-31: Binance's symbols
      - no part of the free balance is kept unused
      - the exchange keeps LONG and SHORT of one pair separate, as configured

      </details>
      "
    `);
  });

  it("says where the account is, and puts a host that isn't the last run's before all else", () => {
    const there = { ...one, origin: "https://a.example" };
    const moved = { severity: "warning", code: "plan/other-host", summary: "it was at b before" } as const;
    const head = (plan: typeof there, ...diagnostics: Diagnostic[]) =>
      summaryOf(planMarkdown([{ plan: { ...plan, diagnostics } }])).split("\n\n");
    const title = "<!-- botform plan: main -->\n### Plan of <code>main</code>";
    const UNPRICED = "**Not known:** the figures in money.\n";
    const at = "at https&#58;&#8203;//a.example";
    expect(head(there)).toEqual([
      title,
      `**main: 1 to create · 0 unchanged**, ${at}`,
      "1 new bot: 1 to create (a, off).",
      "✅ No error or limit blocks the apply.",
      UNPRICED,
    ]);
    expect(head(there, moved).slice(0, 3)).toEqual([
      title,
      "⛔ **it was at b before**",
      "**main: 1 to create · 0 unchanged · 1 warning**",
    ]);
  });

  it("names what isn't known, four of it at most", () => {
    const line = (...whats: readonly string[]) => {
      const money = moneyOf({ unknown: whats.map((what) => ({ what, needs: "look" })) });
      return summaryOf(planMarkdown([{ plan: { ...one, money } }]))
        .split("\n")
        .filter((text) => text.startsWith("**Not known:"));
    };
    expect([line(), line("a", "b", "c", "d"), line("a", "b", "c", "d", "e")]).toEqual([
      ...[[], ["**Not known:** a; b; c; d."], ["**Not known:** a; b; c … and 2 more."]],
    ]);
    const long = ["x", "y", "z"].map((sign) => sign.repeat(500));
    expect(line(...long)).toEqual([`**Not known:** ${long.join("; ").slice(0, 1_199)}….`]);
  });

  it("of several accounts names each in its tables and its sections", () => {
    const money = moneyOf({ after: accountRisk({ quotes: [quoteRisk({ position: "1250" })] }) });
    const views = [
      { plan: { ...one, money } },
      { plan: { ...one, account: "copy", money } },
      { account: "third", failure: "no answer" },
    ];
    expect(asItCame(views, (all) => planMarkdown(all), "<x>")).toEqual([]);
    expect(planMarkdown(views, { marker: "fleet" })).toMatchInlineSnapshot(`
      "<!-- botform plan: fleet -->
      ### Plan of 3 accounts

      | account | create | update | on | off | blocked by | margin, USDT | loss, worst move, USDT |
      | --- | --: | --: | --: | --: | --- | --- | --- |
      | main | 1 | 0 | 0 | 0 | no | 200 unchanged |  |
      | copy | 1 | 0 | 0 | 0 | no | 200 unchanged |  |
      | third |  |  |  |  | ⛔ **not planned** |  |  |

      **main: 1 to create · 0 unchanged**

      1 new bot: 1 to create (a, off).

      ✅ No error or limit blocks the apply.

      **copy: 1 to create · 0 unchanged**

      1 new bot: 1 to create (a, off).

      ✅ No error or limit blocks the apply.

      ⛔ **Not planned** <code>third</code>: no answer

      <details>
      <summary>main: Steps of 1 bot</summary>

      **Bot** <code>main/a</code>: <code>a</code>, new bot on <code>Main</code>

      \`+\` **create**: asked for

      Settings:

      </details>

      <details>
      <summary>main: Money, by side, by pair and when all prices move</summary>

      - USDT: 1 bot, position at most 1 000 → 1 250, initial margin 200

      </details>

      <details>
      <summary>main: Assumptions behind the figures</summary>

      - a volume is an order's notional (margin = volume / leverage)
      - martingale multiplies the first order's volume
      - safety orders are spaced from the first fill
      - losses are of one deal of each bot: one that opens another after a liquidation loses again
      - fees 0.02 % maker, 0.05 % taker, which losses don't count; funding 0.01 % per payment
      - liquidation by the formula of Binance, of each bot alone (cross with the whole wallet behind it), no safety buffer
      - maintenance tiers of 2026-01-31: Binance USD-M
      - limits of orders of 2025-12-31: Binance's symbols
      - no part of the free balance is kept unused
      - the exchange keeps LONG and SHORT of one pair separate, as configured

      </details>

      <details>
      <summary>copy: Steps of 1 bot</summary>

      **Bot** <code>main/a</code>: <code>a</code>, new bot on <code>Main</code>

      \`+\` **create**: asked for

      Settings:

      </details>

      <details>
      <summary>copy: Money, by side, by pair and when all prices move</summary>

      - USDT: 1 bot, position at most 1 000 → 1 250, initial margin 200

      </details>

      <details>
      <summary>copy: Assumptions behind the figures</summary>

      - a volume is an order's notional (margin = volume / leverage)
      - martingale multiplies the first order's volume
      - safety orders are spaced from the first fill
      - losses are of one deal of each bot: one that opens another after a liquidation loses again
      - fees 0.02 % maker, 0.05 % taker, which losses don't count; funding 0.01 % per payment
      - liquidation by the formula of Binance, of each bot alone (cross with the whole wallet behind it), no safety buffer
      - maintenance tiers of 2026-01-31: Binance USD-M
      - limits of orders of 2025-12-31: Binance's symbols
      - no part of the free balance is kept unused
      - the exchange keeps LONG and SHORT of one pair separate, as configured

      </details>
      "
    `);
  });

  it("has ten lines of a weight unfolded, a rule's findings in one, and counts the others", () => {
    const ruled = (at: number, changes: Partial<Finding> = {}) => ({
      ...finding(at),
      code: `policy/x${at}`,
      ...changes,
    });
    const of = (count: number) =>
      summaryOf(planMarkdown([{ plan: { ...one, findings: Array.from({ length: count }, (_, at) => ruled(at)) } }]));
    expect(of(10).match(/^- ⛔ \*\*Serious\*\*/gm)).toHaveLength(10);
    expect(of(10)).not.toContain("more serious");
    expect(of(12).match(/^- ⛔ \*\*Serious\*\*/gm)).toHaveLength(10);
    expect(of(12)).toContain("\n- ⛔ and 2 more below");
    const warned = Array.from({ length: 11 }, (_, at) => ruled(at, { severity: "warn" }));
    expect(summaryOf(planMarkdown([{ plan: { ...one, findings: warned } }]))).toContain("\n- ⚠️ and 1 more below");
    const alike = planMarkdown([{ plan: { ...one, findings: [0, 1, 2].map((at) => finding(at)) } }]);
    expect(summaryOf(alike)).toMatch(/^- ⛔ \*\*Serious\*\* <code>3 bots<\/code> \(b0, b1, b2\)/m);
  });

  it("counts in the titles of its sections what is folded there, each kind by itself", () => {
    const findings = Array.from({ length: 12 }, (_, at) => finding(at, { severity: "warn", summary: `so ${at}` }));
    const text = planMarkdown([{ plan: { ...one, findings } }]);
    expect(text.slice(text.indexOf("<details>"))).toMatchInlineSnapshot(`
      "<details>
      <summary>Steps of 1 bot</summary>

      **Bot** <code>main/a</code>: <code>a</code>, new bot on <code>Main</code>

      \`+\` **create**: asked for

      Settings:

      </details>

      <details>
      <summary>More findings and warnings</summary>

      - **Warning** <code>main/b0</code>: so 0 (policy/x). Fix: Mend it.
      - **Warning** <code>main/b1</code>: so 1 (policy/x). Fix: Mend it.
      - **Warning** <code>main/b2</code>: so 2 (policy/x). Fix: Mend it.
      - **Warning** <code>main/b3</code>: so 3 (policy/x). Fix: Mend it.
      - **Warning** <code>main/b4</code>: so 4 (policy/x). Fix: Mend it.
      - **Warning** <code>main/b5</code>: so 5 (policy/x). Fix: Mend it.
      - **Warning** <code>main/b6</code>: so 6 (policy/x). Fix: Mend it.
      - **Warning** <code>main/b7</code>: so 7 (policy/x). Fix: Mend it.
      - **Warning** <code>main/b8</code>: so 8 (policy/x). Fix: Mend it.
      - **Warning** <code>main/b9</code>: so 9 (policy/x). Fix: Mend it.
      - **Warning** <code>main/b10</code>: so 10 (policy/x). Fix: Mend it.
      - **Warning** <code>main/b11</code>: so 11 (policy/x). Fix: Mend it.

      </details>

      <details>
      <summary>Unknown, waived, or worth a note (1)</summary>

      - **Note** <code>Not known</code>: the figures in money: this plan has none. To find out: make the plan with botform plan

      </details>
      "
    `);
  });

  it("of a plan without steps has no figures, but what they would rest on", () => {
    const money = moneyOf({ after: accountRisk({ quotes: [quoteRisk({ position: "1250" })] }) });
    const text = planMarkdown([{ plan: planOf([], [], { money, unchanged: 2 }) }]);
    expect(text.slice(0, text.indexOf("- a volume"))).toMatchInlineSnapshot(`
      "<!-- botform plan: main -->
      ### Plan of <code>main</code>

      **main: no changes · 2 unchanged**

      <details>
      <summary>Assumptions behind the figures</summary>

      "
    `);
  });

  it("of a setting that has no value now says that it is off", () => {
    const changes = [
      { field: "priceLevel", after: "BOTH" },
      { field: "percentTakeProfit", before: null, after: "1.5" },
      { field: "leverage", before: "5", after: null },
    ] as const;
    const plan = planOf([plannedBot("a", live(1, "a"))], [{ ...step("update", "a"), changes }]);
    const text = planMarkdown([{ plan }]);
    expect(text.slice(text.indexOf("| setting"), text.indexOf("\n\n</details>"))).toBe(
      [
        "| setting | now | after |",
        "| --- | --- | --- |",
        "| priceLevel | off | <code>BOTH</code> |",
        "| percentTakeProfit | off | <code>1.5</code> |",
        "| leverage | <code>5</code> | off |",
      ].join("\n"),
    );
  });

  it("of one account that couldn't be planned says why", () => {
    expect(planMarkdown([{ account: "main", failure: "no answer" }])).toBe(
      "<!-- botform plan: main -->\n### Plan of <code>main</code>\n\n⛔ **Not planned** <code>main</code>: no answer\n",
    );
  });

  it("has forty accounts, and counts the others", () => {
    const of = (count: number) =>
      planMarkdown(Array.from({ length: count }, (_, at) => ({ account: `a${at}`, failure: "no" })));
    expect(of(40).match(/Not planned/g)).toHaveLength(40);
    expect(of(40)).not.toContain("more accounts");
    expect(of(42).match(/Not planned/g)).toHaveLength(40);
    expect(of(42)).toContain("\n\nAnd 2 more accounts.");
    expect(of(42)).toContain("### Plan of 42 accounts\n");
  });
});

describe("a highlight", () => {
  it.each([
    [
      { weight: "bad", subject: "main/a", field: "leverage", text: "T", remedy: "R", rule: "policy/x", place: "a:3" },
      "**Serious** <code>main/a</code> (leverage): T (<code>a&#58;3</code>, policy/x). Fix: R",
    ],
    [{ weight: "warning", text: "T" }, "**Warning**: T"],
    [{ weight: "note", text: "T", knownBy: "K", remedy: "R" }, "**Note**: T. To find out: K"],
  ] as const)("%j reads %s", (highlight, text) => expect(highlightText(highlight, show)).toBe(text));
});

describe("the table of money", () => {
  const HEAD = "| in money, with every order filled | now | after |\n| --- | --- | --- |\n";
  const table = (after: Parameters<typeof accountRisk>[0], before?: Parameters<typeof accountRisk>[0]) =>
    moneyTable({ ...one, money: moneyOf({ before: accountRisk(before), after: accountRisk(after) }) }, show);

  it("has what changes in bold, and nothing of what nobody knows", () => {
    expect(table({ quotes: [quoteRisk({ position: "1250" })] })).toBe(
      `${HEAD}| position at most, USDT | 1\u00a0000 | **1\u00a0250**, +25\u00a0% |\n| initial margin, USDT | 200 | unchanged |`,
    );
  });

  it("of a margin that falls since the leverage rose says so", () => {
    expect(table({ quotes: [quoteRisk({ margin: "20" })] })).toContain(
      "| initial margin, USDT | 200 | **20**, −90\u00a0% (average leverage 5× → 50×) |",
    );
  });

  it("of an asset that is new begins with nothing", () => {
    const shocks = [shockRisk("-0.1", { loss: "-5" })];
    expect(table({ quotes: [quoteRisk({ usable: "500" })], shocks }, { quotes: [] })).toBe(
      `${HEAD}| position at most, USDT | 0 | **1\u00a0000** |\n| initial margin, USDT | 0 | **200** |\n| free balance needed, USDT | 0 | **200** (of 500) |\n| loss, all prices −10\u00a0% (worst of the tested moves), USDT | 0 | **5** |`,
    );
  });

  it("of shocks that cost nothing has no row", () => {
    expect(table({ shocks: [shockRisk("-0.1")] })).not.toContain("all prices");
  });

  it("is nothing without figures or steps", () => {
    expect([one, { ...planOf([], []), money: moneyOf() }].map((plan) => moneyTable(plan, show))).toEqual(["", ""]);
    expect(table({ quotes: [quoteRisk({ bots: 0 })] }, { quotes: [] })).toBe("");
  });
});
