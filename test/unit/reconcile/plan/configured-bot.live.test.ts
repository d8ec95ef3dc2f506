// What a configured bot that is there comes to in a plan, whole.
import { describe, expect, it } from "vitest";
import { turnOnsUnderWay } from "../earlier.js";
import { deal, desiredBot, live } from "../fleet.js";
import { table } from "./whole-plan.js";

const at = (field: string) => ({ file: "botform.yaml", path: ["bots", "a", field] });
const fieldOrigins = { pairTitle: at("pairTitle"), marginMode: at("marginMode") };
const bot = (changes: Parameters<typeof desiredBot>[1] = {}) => desiredBot("a", { fieldOrigins, ...changes });
const on = (changes: Parameters<typeof live>[2] = {}) => live(1, "a", { on: true, ...changes });
const IN_DOUBT = turnOnsUnderWay(1);
const HELD = [{ bots: ["main/a"], reason: "why", origin: { file: "botform.yaml", path: ["holds", 0] } }];
const TWICE = [live(2, "a", { on: true }), live(3, "a", { on: true })];

describe("a live bot", () => {
  it("is changed, and switched", () => {
    expect(
      table({
        equal: [bot({ enabled: true }), [on()]],
        "one field": [bot({ fields: { leverage: "7" } }), [live(1, "a")]],
        "two fields, then on": [
          bot({ enabled: true, fields: { leverage: "7", percentTakeProfit: "2" } }),
          [live(1, "a")],
        ],
        off: [bot({ enabled: false }), [on()]],
        "off, and in doubt": [bot({ enabled: false }), [live(1, "a")], IN_DOUBT],
        "in doubt, and left out": [bot({ enabled: false }), [live(1, "a")], IN_DOUBT, { includes: () => false }],
        "renamed, with a pin": [bot({ botId: 1, fields: { title: "new" } }), [live(1, "a")]],
        "what no value clears for certain": [
          bot({ fields: { indicatorName: null, martingaleScale: null, leverage: "7" } }),
          [live(1, "a", { fields: { indicatorName: "RSI", martingaleScale: "1.2" } })],
        ],
        "in an error": [bot(), [live(1, "a", { raw: "API_ERROR" })]],
        "deals wait": [
          bot({
            enabled: false,
            freezeActiveDeals: true,
            fields: { title: "new", leverage: "7" },
            previousTitles: ["a"],
          }),
          [on()],
          { deals: [deal(9, 1)] },
        ],
        "deals wait, and it is on": [
          bot({ freezeActiveDeals: true, fields: { leverage: "7" } }),
          [on()],
          { deals: [deal(9, 1)] },
        ],
        "its deals, too": [
          bot({ fields: { percentTakeProfit: "2" } }),
          [on()],
          { deals: [deal(9, 1)] },
          { activeDeals: "take-profit" },
        ],
        "a value that was off": [
          bot({ fields: { cycleLimitScale: "20" } }),
          [live(1, "a", { fields: { martingaleScale: "1.2" } })],
        ],
        held: [bot({ enabled: true, fields: { leverage: "7" } }), [on()], { deals: [deal(9, 1)] }, { holds: HELD }],
      }),
    ).toMatchInlineSnapshot(`
      "equal
        unchanged 1
        of 1
      one field
        update main/a: leverage differs
          leverage 5 → 7
        main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared · target {"leverage":"7"}
        of 1
      two fields, then on
        update main/a: 2 fields differ
          leverage 5 → 7, percentTakeProfit 1.2 → 2
        turn-on main/a: enabled is true, but the service shows DISABLED
        main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared · target {"leverage":"7","percentTakeProfit":"2"}
        of 1
      off
        turn-off main/a: enabled is false, but the service shows ENABLED
        main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared · target {}
        of 1
      off, and in doubt
        turn-off main/a: enabled is false, but a turn-on that was sent before may still take effect
        main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared · target {}
        warning plan/in-doubt | main/a | a turn-on of bot 1 was sent at 00:00:00 UTC, and nobody has seen what became of it: the bot is shown off (DISABLED), and may come on until 00:01:00 UTC | Run botform resolve to look again. botform bots off turns it off, and watches until then.
        {"sends":"turn-on","botId":1,"address":"main/a","on":false,"status":"DISABLED","sentAt":"1970-01-01T00:00:00.000Z","until":"1970-01-01T00:01:00.000Z"}
        of 1, inDoubt
      in doubt, and left out
        of 1
      renamed, with a pin
        update main/a: title differs
          title a → new
        main/a bot 1 · title "new" · accessId 1 · accessTitle "Main" · copies [] · pinned true · managed declared · target {"title":"new"}
        of 1
      what no value clears for certain
        update main/a: 3 fields differ ! the API has no certain way to switch martingaleScale off; apply reads it back to check
          leverage 5 → 7, martingaleScale 1.2 → null, indicatorName RSI → null
        main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared martingaleScale indicatorName · target {"leverage":"7","martingaleScale":null,"indicatorName":null}
        of 1
      in an error
        warning plan/error-status | main/a | bots.a | the service shows the status API_ERROR | Check the bot's log on the service.
        unchanged 1
        of 1
      deals wait
        turn-off main/a: enabled is false, but the service shows ENABLED ! running deal 9 stays open, and its safety orders may still fill; no new deal starts
        main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · freezeActiveDeals true · deals [{"id":9,"pairTitle":"USDT-BTC","fingerprint":"5ac9e8a3d38b68b5cf77239dbe79f8771b5b062f9cdb7225f53e0125ffe4de64","percentTakeProfit":"1.2","orderPercent":null,"order":null,"keeps":[]}] · managed declared · target {}
        warning plan/deals-frozen | main/a | bots.a | the bot differs in title, leverage, but freezeActiveDeals holds the update back while its deal runs (9) | Plan again when the deal has ended (enabled: false keeps the next one from opening), or remove freezeActiveDeals.
        of 1
      deals wait, and it is on
        warning plan/deals-frozen | main/a | bots.a | the bot differs in leverage, but freezeActiveDeals holds the update back while its deal runs (9) | Plan again when the deal has ended (enabled: false keeps the next one from opening), or remove freezeActiveDeals.
        of 1
      its deals, too
        update main/a: percentTakeProfit differs
          percentTakeProfit 1.2 → 2
        take-profit main/a deal 9: running deal 9 has a take profit of 1.2 %
        main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · deals [{"id":9,"pairTitle":"USDT-BTC","fingerprint":"5ac9e8a3d38b68b5cf77239dbe79f8771b5b062f9cdb7225f53e0125ffe4de64","percentTakeProfit":"1.2","orderPercent":null,"order":null,"keeps":[]}] · managed declared · target {"percentTakeProfit":"2"}
        of 1
      a value that was off
        update main/a: cycleLimitScale differs
          cycleLimitScale null → 20
        main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared cycleLimitScale · target {"cycleLimitScale":"20"}
        {"field":"martingaleScale","value":"1.2","addresses":["main/a"]}
        of 1, undeclaredSettings
      held
        turn-off main/a: hold on main/a: why ! running deal 9 stays open, and its safety orders may still fill; no new deal starts
        main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · deals [{"id":9,"pairTitle":"USDT-BTC","fingerprint":"5ac9e8a3d38b68b5cf77239dbe79f8771b5b062f9cdb7225f53e0125ffe4de64","percentTakeProfit":"1.2","orderPercent":null,"order":null,"keeps":[]}] · managed declared · target {}
        warning plan/held | holds.0 | held: 1 bot (main/a): why; what is on is turned off, and nothing else is done to them | When they may run again: botform hold remove 'main/a' --write.
        {"address":"main/a","botId":1,"on":true,"pattern":"main/a","reason":"why"}
        of 1, held"
    `);
  });

  it("isn't touched where something speaks against it", () => {
    const differs = { leverage: "7" };
    const strange = live(1, "a", { fields: { marginMode: "NEW" } });
    expect(
      table({
        "protected, one field": [
          bot({ protect: true, fields: { leverage: "7", percentTakeProfit: "2" } }),
          [live(1, "a")],
        ],
        "protected, its switch": [bot({ protect: true, enabled: false }), [on()]],
        "protected, a field and its switch": [bot({ protect: true, enabled: true, fields: differs }), [live(1, "a")]],
        "protected, a field, and on as it should be": [bot({ protect: true, enabled: true, fields: differs }), [on()]],
        "protected, its deals": [
          bot({ protect: true, fields: { percentTakeProfit: "2" } }),
          [on({ fields: { percentTakeProfit: "2" } })],
          { deals: [deal(9, 1)] },
          { activeDeals: "take-profit" },
        ],
        "protected, deals wait": [
          bot({ protect: true, freezeActiveDeals: true, fields: differs }),
          [on()],
          { deals: [deal(9, 1)] },
        ],
        "an unknown word": [bot(), [strange]],
        "a pair that isn't listed": [bot({ fields: { pairTitle: "USDT-XYZ" } }), [live(1, "a")]],
        "such a pair before, which stays": [
          bot({ fields: { pairTitle: "USDT-XYZ", leverage: "7" } }),
          [live(1, "a", { fields: { pairTitle: "USDT-XYZ" } })],
        ],
        "to go on beside a copy": [bot({ enabled: true }), [live(1, "a"), live(2, "a", { on: true })]],
        "to go on beside two, with a pin": [bot({ enabled: true, botId: 1 }), [live(1, "a"), ...TWICE]],
        "to be changed beside a copy": [bot({ botId: 1, fields: differs }), [live(1, "a"), live(2, "a", { on: true })]],
        "a pair that isn't listed, and another field": [
          bot({ fields: { pairTitle: "USDT-XYZ", leverage: "7" } }),
          [live(1, "a")],
        ],
        "to be changed and go on beside a copy that is off and one that is on": [
          bot({ enabled: true, botId: 1, fields: differs }),
          [live(1, "a"), live(2, "a", { on: true }), live(3, "a")],
        ],
        "two copies that are off": [bot(), [live(1, "a"), live(2, "a"), live(3, "a")]],
        "held, and no bot of its own": [bot({ botId: 99 }), [live(1, "a")], {}, { holds: HELD }],
        "held, and protected": [bot({ protect: true }), [on()], {}, { holds: HELD }],
      }),
    ).toMatchInlineSnapshot(`
      "protected, one field
        warning plan/protected | main/a | bots.a | the bot differs in leverage, percentTakeProfit, but it is protected, so nothing is done | Remove protect to let botform change it.
        of 1
      protected, its switch
        warning plan/protected | main/a | bots.a | the bot differs in its switch, but it is protected, so nothing is done | Remove protect to let botform change it.
        of 1
      protected, a field and its switch
        warning plan/protected | main/a | bots.a | the bot differs in leverage, its switch, but it is protected, so nothing is done | Remove protect to let botform change it.
        of 1
      protected, a field, and on as it should be
        warning plan/protected | main/a | bots.a | the bot differs in leverage, but it is protected, so nothing is done | Remove protect to let botform change it.
        of 1
      protected, its deals
        warning plan/protected | main/a | bots.a | the bot differs in the take profit of its deals, but it is protected, so nothing is done | Remove protect to let botform change it.
        of 1
      protected, deals wait
        warning plan/protected | main/a | bots.a | the bot differs in leverage, but it is protected, so nothing is done | Remove protect to let botform change it.
        of 1
      an unknown word
        error plan/unknown-word | main/a | bots.a.marginMode | the service shows marginMode NEW, which this version of botform doesn't know | Check the bot on the service; to manage its other fields, add marginMode to ignore.
        of 1
      a pair that isn't listed
        error plan/unknown-pair | main/a | bots.a.pairTitle | the service doesn't list the pair USDT-XYZ | Choose one that botform pairs lists, written <QUOTE>-<BASE>. To leave out an account that lacks it, add except: [account].
        of 1
      such a pair before, which stays
        update main/a: leverage differs
          leverage 5 → 7
        main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared · target {"leverage":"7"}
        of 1
      to go on beside a copy
        error plan/duplicate-title | main/a | bots.a | 2 live bots on "Main" are called "a", and some are on or in a deal: 1 (DISABLED), 2 (ENABLED) | Turn the wrong ones off and let their deals end, or pin the right one with botId.
        of 2
      to go on beside two, with a pin
        error plan/copy-on | main/a | bots.a | bot 1 can't be turned on while 2 and 3 with the same title are on | Turn the copy off on the service, or pin the right one with botId.
        {"id":2,"title":"a","on":true,"status":"ENABLED","dealIds":[],"duplicateOf":"main/a"}
        {"id":3,"title":"a","on":true,"status":"ENABLED","dealIds":[],"duplicateOf":"main/a"}
        of 3
      to be changed beside a copy
        update main/a: leverage differs
          leverage 5 → 7
        main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [2] · pinned true · managed declared · target {"leverage":"7"}
        {"id":2,"title":"a","on":true,"status":"ENABLED","dealIds":[],"duplicateOf":"main/a"}
        of 2
      a pair that isn't listed, and another field
        error plan/unknown-pair | main/a | bots.a.pairTitle | the service doesn't list the pair USDT-XYZ | Choose one that botform pairs lists, written <QUOTE>-<BASE>. To leave out an account that lacks it, add except: [account].
        of 1
      to be changed and go on beside a copy that is off and one that is on
        error plan/copy-on | main/a | bots.a | bot 1 can't be turned on while 2 with the same title is on | Turn the copy off on the service, or pin the right one with botId.
        {"id":2,"title":"a","on":true,"status":"ENABLED","dealIds":[],"duplicateOf":"main/a"}
        {"id":3,"title":"a","on":false,"status":"DISABLED","dealIds":[],"duplicateOf":"main/a"}
        of 3
      two copies that are off
        warning plan/copies | main/a | bots.a | other live bots have the same title "a" as bot 1: 2 (DISABLED), 3 (DISABLED) | Give them another title on the service, or pin the right one with botId.
        {"id":2,"title":"a","on":false,"status":"DISABLED","dealIds":[],"duplicateOf":"main/a"}
        {"id":3,"title":"a","on":false,"status":"DISABLED","dealIds":[],"duplicateOf":"main/a"}
        unchanged 1
        of 3
      held, and no bot of its own
        error plan/no-such-bot | main/a | bots.a | the service shows no bot with id 99 | Correct botId, or remove it to match by title.
        warning plan/held | holds.0 | held: 1 bot (main/a): why; what is on is turned off, and nothing else is done to them | When they may run again: botform hold remove 'main/a' --write.
        {"address":"main/a","botId":null,"on":false,"pattern":"main/a","reason":"why"}
        {"id":1,"title":"a","on":false,"status":"DISABLED","dealIds":[]}
        of 1, held
      held, and protected
        warning plan/held | holds.0 | held: 1 bot (main/a): why; what is on is turned off, and nothing else is done to them | When they may run again: botform hold remove 'main/a' --write.
        {"address":"main/a","botId":1,"on":true,"pattern":"main/a","reason":"why"}
        of 1, held"
    `);
  });
});
