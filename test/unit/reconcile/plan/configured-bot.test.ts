// What a configured bot that isn't there comes to in a plan, whole.
import { describe, expect, it } from "vitest";
import { desiredBot, live } from "../fleet.js";
import { table } from "./whole-plan.js";

const { leverage: _leverage, pairTitle: _pair, ...INCOMPLETE } = desiredBot("a").fields;
const at = (field: string) => ({ file: "botform.yaml", path: ["bots", "a", field] });
const fieldOrigins = { pairTitle: at("pairTitle"), marginMode: at("marginMode") };
const bot = (changes: Parameters<typeof desiredBot>[1] = {}) => desiredBot("a", { fieldOrigins, ...changes });
const on = (changes: Parameters<typeof live>[2] = {}) => live(1, "a", { on: true, ...changes });
const HELD = [{ bots: ["main/a"], reason: "why", origin: { file: "botform.yaml", path: ["holds", 0] } }];

describe("a bot that isn't there", () => {
  it("is made, with what is declared, off or left to the service", () => {
    const unmanaged = ["indicatorName"] as const;
    expect(
      table({
        "on, under a title it never had": [bot({ enabled: true, previousTitles: ["old"] }), []],
        "with a value for the beginning": [bot({ initial: { volumeSafetyOrder: "25" } }), []],
        "what isn't declared off": [bot({ undeclaredSettings: "off", unmanaged }), []],
        "updates wait for its deals": [bot({ freezeActiveDeals: true, botId: undefined }), []],
        "not to be questioned": [bot(), [live(1, "b", { on: true })], {}, { questions: false }],
      }),
    ).toMatchInlineSnapshot(`
      "on, under a title it never had
        create main/a: there is no bot called "a" on "Main"
        turn-on main/a: enabled is true
        main/a bot new · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · formerTitles ["old"] · managed declared · target {}
        of 0
      with a value for the beginning
        create main/a: there is no bot called "a" on "Main"
        main/a bot new · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared volumeSafetyOrder · target {"volumeSafetyOrder":"25"}
        of 0
      what isn't declared off
        create main/a: there is no bot called "a" on "Main"
        main/a bot new · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared volumeSafetyOrder countOrderMax martingaleScale dynamicStepScale cycleLimitScale indicatorGroup indicatorInterval priceLevel priceLevelDown priceLevelUp · target {"volumeSafetyOrder":null,"countOrderMax":null,"martingaleScale":null,"dynamicStepScale":null,"cycleLimitScale":null,"indicatorGroup":null,"indicatorInterval":null,"priceLevel":null,"priceLevelDown":null,"priceLevelUp":null}
        of 0
      updates wait for its deals
        create main/a: there is no bot called "a" on "Main"
        main/a bot new · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · freezeActiveDeals true · managed declared · target {}
        of 0
      not to be questioned
        create main/a: there is no bot called "a" on "Main"
        main/a bot new · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared · target {}
        {"id":1,"title":"b","on":true,"status":"ENABLED","dealIds":[]}
        of 1"
    `);
  });

  it("isn't made where something speaks against it", () => {
    expect(
      table({
        protected: [bot({ protect: true }), []],
        incomplete: [{ ...bot(), fields: INCOMPLETE }, []],
        "of a pair that isn't listed": [bot({ fields: { pairTitle: "USDT-XYZ" } }), []],
        "of such a pair for the beginning": [
          { ...bot({ initial: { pairTitle: "USDT-XYZ" } }), fields: { ...INCOMPLETE, leverage: "5" } },
          [],
        ],
        "of a pair written the other way round": [bot({ fields: { pairTitle: "ETH-USDT" } }), []],
        "of a pair, where none was read": [bot(), [], { pairs: null }],
        "taken for another one": [bot(), [live(1, "b", { on: true })], {}, { undeclared: "turn-off" }],
        "held, and on another access": [
          bot({ enabled: true }),
          [on({ accessId: 2 }), live(4, "a", { on: true, accessId: 9 })],
          {},
          { holds: HELD },
        ],
        "held and protected": [bot({ protect: true }), [on({ accessId: 2 })], {}, { holds: HELD }],
        "left out": [bot(), [live(7, "c", { accessId: null })], {}, { includes: () => false }],
      }),
    ).toMatchInlineSnapshot(`
      "protected
        warning plan/protected | main/a | bots.a | the bot doesn't exist and is protected, so it is not created | Remove protect to let botform create it.
        of 0
      incomplete
        error plan/incomplete-bot | main/a | bots.a | the bot doesn't exist yet and lacks pairTitle, leverage | Add them to the bot or to defaults, or correct the title if the bot should exist already.
        of 0
      of a pair that isn't listed
        error plan/unknown-pair | main/a | bots.a.pairTitle | the service doesn't list the pair USDT-XYZ | Choose one that botform pairs lists, written <QUOTE>-<BASE>. To leave out an account that lacks it, add except: [account].
        of 0
      of such a pair for the beginning
        error plan/unknown-pair | main/a | bots.a.pairTitle | the service doesn't list the pair USDT-XYZ | Choose one that botform pairs lists, written <QUOTE>-<BASE>. To leave out an account that lacks it, add except: [account].
        of 0
      of a pair written the other way round
        error plan/unknown-pair | main/a | bots.a.pairTitle | the service doesn't list the pair ETH-USDT | Did you mean USDT-ETH? The quote comes first.
        of 0
      of a pair, where none was read
        create main/a: there is no bot called "a" on "Main"
        main/a bot new · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared · target {}
        of 0
      taken for another one
        error plan/looks-renamed | main/a | bots.a | "a" would be created beside bot 1 "b", which isn't in the configuration: it has the same access, pair and strategy, its settings are the same, it is on, or may come on | If it is the same bot, renamed, add previousTitles: ["b"]. If a second bot is meant, add twin: "b".
        {"id":1,"title":"b","on":true,"status":"ENABLED","dealIds":[]}
        of 1
      held, and on another access
        turn-off main/#1: hold on main/a: why
        main/#1 bot 1 · title "a" · accessId 2 · accessTitle "Second" · copies [] · pinned true · managed not declared · target {}
        warning plan/held | holds.0 | held: 1 bot (main/a): why; what is on is turned off, and nothing else is done to them | When they may run again: botform hold remove 'main/a' --write.
        {"address":"main/a","botId":1,"on":true,"pattern":"main/a","reason":"why"}
        of 2, held
      held and protected
        warning plan/held | holds.0 | held: 1 bot (main/a): why; what is on is turned off, and nothing else is done to them | When they may run again: botform hold remove 'main/a' --write.
        {"address":"main/a","botId":1,"on":true,"pattern":"main/a","reason":"why"}
        of 1, held
      left out
        {"id":7,"title":"c","on":false,"status":"DISABLED","dealIds":[]}
        of 1"
    `);
  });
});
