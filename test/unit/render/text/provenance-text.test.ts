// Every bot in full with the place and layer of each value: access and switch first, then fields, settings and webhooks.
import { describe, expect, it } from "vitest";
import type { AccountProvenance, BotProvenance, LayerName } from "../../../../src/model/bot/provenance.js";
import { provenanceText } from "../../../../src/render/text/provenance-text.js";
import { asItCame } from "../as-it-came.js";
import { MARKED, NASTY } from "../facts.js";

const at = (line: number, file = "fleet.yaml") => ({ file, line, column: 3 });
const own: LayerName = { kind: "bot", name: "btc" };
const stated = <Value>(value: Value, line: number, layer: LayerName = own) => ({ value, origin: at(line), layer });

const bot = (changes: Partial<BotProvenance> = {}): BotProvenance => ({
  ...{ key: "btc", address: "main/btc", title: "BTC dip", origin: at(20), fields: {}, settings: {}, notManaged: {} },
  ...changes,
});

const account = (changes: Partial<AccountProvenance> = {}): AccountProvenance => ({
  ...{ account: "main", origin: at(3), exchange: "SERVICE_FUTURES", undeclared: "report", titlePrefix: "" },
  ...{ accesses: [{ alias: "primary", live: "Main" }], protectedTitles: [], digest: "d", bots: [] },
  ...changes,
});

describe("an account", () => {
  it("shows what it states beside its bots", () => {
    const whole = account({
      accesses: [
        { alias: "primary", live: `Main${NASTY}` },
        { alias: "second", live: 7 },
      ],
      ...{ titlePrefix: "x ", volumeScale: "0.5", volumeMin: "5", protectedTitles: ["A", "B"] },
      undeclared: "turn-off",
    });
    expect(asItCame([account(), whole], provenanceText)).toEqual(["[].undeclared", "[].volumeScale", "[].volumeMin"]);
    expect(provenanceText([account(), whole], MARKED)).toMatchInlineSnapshot(`
      "<b>account main</b>  0 bots  <faint>fleet.yaml:3</faint>
        exchange SERVICE_FUTURES · undeclared report · accesses primary ("Main")

      <b>account main</b>  0 bots  <faint>fleet.yaml:3</faint>
        exchange SERVICE_FUTURES · undeclared turn-off · accesses primary ("Main<x>\\u{1b}&"), second (7)
        titlePrefix "x "
        volumeScale 0.5 · volumeMin 5
        protectedTitles "A", "B"
      "
    `);
  });
});

describe("a bot", () => {
  it("shows every value with its place and its layer", () => {
    const whole = bot({
      settings: {
        access: stated("primary", 2, { kind: "account", name: "main" }),
        enabled: stated(true, 21),
        botId: stated(7, 40),
        previousTitles: stated(["Old", `O${NASTY}`], 41),
        ignore: stated([], 42, { kind: "exception", name: "slow" }),
        protect: stated(true, 43, { kind: "overrides", name: "main" }),
      },
      fields: {
        leverage: { ...stated("10", 5, { kind: "template", name: "dip" }), written: "${var.lev}" },
        volumeFirstOrder: {
          ...stated("10", 6, { kind: "defaults", name: "" }),
          scaled: { volume: "20", scale: "0.5", step: "5" },
        },
        volumeSafetyOrder: { ...stated("12.5", 7), scaled: { volume: "25", scale: "0.5" }, onlyWhenCreated: true },
        priceLevelUp: stated(null, 8),
      },
      notManaged: {
        enabled: { origin: at(99), layer: own },
        countOrderMax: { origin: at(9, "other.yaml"), layer: { kind: "template", name: "dip" } },
      },
      webhooks: [
        { action: "open", path: "pairs", value: ["BTCUSDT", "ETHUSDT"], origin: at(50) },
        { action: "open", path: "open.leverage", value: 10, fields: ["leverage"] },
        { action: "open", path: "dca.max", value: 5, fields: ["countOrderMax"] },
        { action: "close", path: "closePosition", value: true },
      ],
    });
    expect(asItCame([account({ bots: [whole] })], provenanceText)).toEqual([
      "[].undeclared",
      "[].bots[].fields.volumeFirstOrder.scaled.volume",
      "[].bots[].fields.volumeFirstOrder.scaled.scale",
      "[].bots[].fields.volumeFirstOrder.scaled.step",
      "[].bots[].fields.volumeSafetyOrder.scaled.volume",
      "[].bots[].fields.volumeSafetyOrder.scaled.scale",
      "[].bots[].webhooks[].action",
      "[].bots[].webhooks[].path",
      "[].bots[].webhooks[].fields[]",
    ]);
    expect(provenanceText([account({ bots: [whole] })], MARKED)).toMatchInlineSnapshot(`
      "<b>account main</b>  1 bot  <faint>fleet.yaml:3</faint>
        exchange SERVICE_FUTURES · undeclared report · accesses primary ("Main")

      <b>main/btc</b>  "BTC dip"  <faint>fleet.yaml:20</faint>
          access                        primary           <faint>fleet.yaml:2 </faint>  the only access of account main
          enabled                       <good>true</good>              <faint>fleet.yaml:21</faint>  bot btc
          leverage                      10                <faint>fleet.yaml:5 </faint>  template dip · from \${var.lev}
          volumeFirstOrder              10                <faint>fleet.yaml:6 </faint>  defaults · 20 x 0.5 by volumeScale, down to a multiple of 5
          volumeSafetyOrder             12.5              <faint>fleet.yaml:7 </faint>  bot btc · 25 x 0.5 by volumeScale · set only when the bot is created
          countOrderMax                 <faint>not managed</faint>       <faint>other.yaml:9 </faint>  unmanaged in template dip
          priceLevelUp                  <change>off</change>               <faint>fleet.yaml:8 </faint>  bot btc
          protect                       true              <faint>fleet.yaml:43</faint>  overrides of account main
          ignore                        none              <faint>fleet.yaml:42</faint>  exception slow
          previousTitles                Old, O<x>\\u{1b}&  <faint>fleet.yaml:41</faint>  bot btc
          botId                         7                 <faint>fleet.yaml:40</faint>  bot btc
          webhooks.open.pairs           BTCUSDT, ETHUSDT  <faint>fleet.yaml:50</faint>  set
          webhooks.open.open.leverage   10                <faint>fleet.yaml:5 </faint>  from leverage
          webhooks.open.dca.max         5                 <faint>fleet.yaml:20</faint>  from countOrderMax
          webhooks.close.closePosition  true              <faint>fleet.yaml:20</faint>  default
      "
    `);
  });

  it("that is off, or whose switch isn't managed, shows so in colour", () => {
    const bots = [
      bot({ settings: { enabled: stated(false, 21) } }),
      bot({ notManaged: { enabled: { origin: at(22), layer: own } } }),
      bot({ title: NASTY }),
    ];
    expect(
      provenanceText([account({ bots })], MARKED)
        .split("\n\n")
        .slice(1),
    ).toEqual([
      '<b>main/btc</b>  "BTC dip"  <faint>fleet.yaml:20</faint>\n    enabled  <change>false</change>  <faint>fleet.yaml:21</faint>  bot btc',
      '<b>main/btc</b>  "BTC dip"  <faint>fleet.yaml:20</faint>\n    enabled  <faint>not managed</faint>  <faint>fleet.yaml:22</faint>  unmanaged in bot btc',
      '<b>main/btc</b>  "<x>\\u{1b}&"  <faint>fleet.yaml:20</faint>\n',
    ]);
  });
});
