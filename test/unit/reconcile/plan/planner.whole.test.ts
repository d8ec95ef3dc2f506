// What configured bots, held ones and undeclared ones come to together in a plan, whole.
import { expect, it } from "vitest";
import { turnOnsUnderWay } from "../earlier.js";
import { desiredBot, live } from "../fleet.js";
import { table } from "./whole-plan.js";

const at = (field: string) => ({ file: "botform.yaml", path: ["bots", "a", field] });
const fieldOrigins = { pairTitle: at("pairTitle"), marginMode: at("marginMode") };
const bot = (changes: Parameters<typeof desiredBot>[1] = {}) => desiredBot("a", { fieldOrigins, ...changes });
const HELD = { reason: "why", origin: { file: "botform.yaml", path: ["holds", 0] } };

it("of many bots, each has its place", () => {
  const many = [desiredBot("c", { enabled: false }), desiredBot("b", { enabled: true }), bot({ enabled: true })];
  expect(
    table({
      "some are held": [
        [desiredBot("z", { enabled: true }), desiredBot("b")],
        [live(1, "z", { on: true }), live(2, "b", { on: true }), live(3, "by hand", { on: true })],
        {},
        {
          holds: [{ ...HELD, bots: ["main/z", "main/#3", "main/b"] }],
        },
      ],
      "held by the id of its live bot, and on an access that nobody knows": [
        [bot({ enabled: true }), desiredBot("x", { access: { alias: "none", live: "None" } })],
        [live(1, "a", { on: true })],
        {},
        { holds: [{ ...HELD, bots: ["main/#1", "main/x"] }] },
      ],
      "held, and left out": [
        [bot(), desiredBot("b")],
        [live(1, "a", { on: true }), live(2, "b", { on: true })],
        {},
        { holds: [{ ...HELD, bots: ["main/*"] }], includes: (address: string) => address === "main/b" },
      ],
      "a rename that is asked about keeps undeclared bots on": [
        [bot(), desiredBot("c")],
        [live(1, "b", { on: true }), live(2, "d", { fields: { pairTitle: "USDT-ETH" }, on: true })],
        {},
        { undeclared: "turn-off" },
      ],
      "what is on an access that the account lacks counts as its own": [
        bot(),
        [live(1, "a"), live(2, "x", { accessId: null }), live(3, "y", { accessId: 3 })],
        {
          accesses: [
            { id: 1, title: "Main", exchange: "SERVICE_FUTURES" },
            { id: 3, title: "Else", exchange: "OTHER" },
          ],
        },
      ],
      "one in doubt, the other left out": [
        [bot(), desiredBot("b")],
        [live(1, "a"), live(2, "b")],
        turnOnsUnderWay(1, 2),
        { includes: (address: string) => address === "main/b" },
      ],
      "what is held is neither replaced nor asked about": [
        [bot({ enabled: true }), desiredBot("c", { fields: { pairTitle: "USDT-ETH" } })],
        [
          live(1, "a", { accessId: 2 }),
          live(2, "a", { accessId: 2 }),
          live(3, "d", { on: true, fields: { pairTitle: "USDT-ETH" } }),
        ],
        {},
        { holds: [{ ...HELD, bots: ["main/#2", "main/c"] }], allowReplace: true },
      ],
      "what is set and not declared, but for an undo": [
        bot(),
        [live(1, "a", { fields: { martingaleScale: "1.3" } })],
        {},
        { digest: "d" },
      ],
      "the same in an undo": [bot(), [live(1, "a", { fields: { martingaleScale: "1.3" } })], {}, { digest: "undo/x" }],
      "a list that may be cut": [many, [live(101, "c"), live(102, "b", { on: true })], { listed: 100 }],
      "such a list, and nothing changes": [desiredBot("b"), [live(1, "b")], { listed: 100 }],
      "such a list, and none is made": [
        desiredBot("b", { fields: { leverage: "7" } }),
        [live(1, "b")],
        { listed: 100 },
      ],
    }),
  ).toMatchInlineSnapshot(`
    "some are held
      turn-off main/#3: hold on main/#3: why
      turn-off main/b: hold on main/b: why
      turn-off main/z: hold on main/z: why
      main/#3 bot 3 · title "by hand" · accessId 1 · accessTitle "Main" · copies [] · pinned true · managed not declared · target {}
      main/b bot 2 · title "b" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared · target {}
      main/z bot 1 · title "z" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared · target {}
      warning plan/held | holds.0 | held: 3 bots (main/#3, main/b, main/z): why; what is on is turned off, and nothing else is done to them | When they may run again: botform hold remove 'main/z' 'main/#3' 'main/b' --write.
      {"address":"main/#3","botId":3,"on":true,"pattern":"main/#3","reason":"why"}
      {"address":"main/b","botId":2,"on":true,"pattern":"main/b","reason":"why"}
      {"address":"main/z","botId":1,"on":true,"pattern":"main/z","reason":"why"}
      {"id":3,"title":"by hand","on":true,"status":"ENABLED","dealIds":[]}
      of 3, held
    held by the id of its live bot, and on an access that nobody knows
      turn-off main/a: hold on main/#1: why
      main/a bot 1 · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared · target {}
      warning plan/held | holds.0 | held: 2 bots (main/a, main/x): why; what is on is turned off, and nothing else is done to them | When they may run again: botform hold remove 'main/#1' 'main/x' --write.
      {"address":"main/a","botId":1,"on":true,"pattern":"main/#1","reason":"why"}
      {"address":"main/x","botId":null,"on":false,"pattern":"main/x","reason":"why"}
      of 1, held
    held, and left out
      turn-off main/b: hold on main/*: why
      main/b bot 2 · title "b" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared · target {}
      warning plan/held | holds.0 | held: 1 bot (main/b): why; what is on is turned off, and nothing else is done to them | When they may run again: botform hold remove 'main/*' --write.
      {"address":"main/b","botId":2,"on":true,"pattern":"main/*","reason":"why"}
      of 2, held
    a rename that is asked about keeps undeclared bots on
      error plan/looks-renamed | 2 bots to create look like live ones that aren't in the configuration: main/a, main/c like bot 1 "b" (it has the same access, pair and strategy, its settings are the same, it is on, or may come on) | Where a bot was renamed, say so (variables work there, too): one of main/a, main/c: previousTitles: ["b"]. Where second bots are meant, add to each, or to defaults: twin: "b".
      {"id":1,"title":"b","on":true,"status":"ENABLED","dealIds":[]}
      {"id":2,"title":"d","on":true,"status":"ENABLED","dealIds":[]}
      of 2
    what is on an access that the account lacks counts as its own
      error plan/unknown-access | accounts.main.accesses.second | the account main has no access 2 | It has "Main" (1), "Else" (3). Correct the alias second, or check that the API key belongs to the right account.
      {"id":2,"title":"x","on":false,"status":"DISABLED","dealIds":[]}
      unchanged 1
      of 2
    one in doubt, the other left out
      warning plan/in-doubt | main/b | a turn-on of bot 2 was sent at 00:00:00 UTC, and nobody has seen what became of it: the bot is shown off (DISABLED), and may come on until 00:01:00 UTC | Run botform resolve to look again. botform bots off turns it off, and watches until then.
      {"sends":"turn-on","botId":2,"address":"main/b","on":false,"status":"DISABLED","sentAt":"1970-01-01T00:00:00.000Z","until":"1970-01-01T00:01:00.000Z"}
      unchanged 1
      of 2, inDoubt
    what is held is neither replaced nor asked about
      warning plan/held | holds.0 | held: 2 bots (main/a, main/c): why; what is on is turned off, and nothing else is done to them | When they may run again: botform hold remove 'main/#2' 'main/c' --write.
      {"address":"main/a","botId":1,"on":false,"pattern":"main/#2","reason":"why"}
      {"address":"main/c","botId":null,"on":false,"pattern":"main/c","reason":"why"}
      {"id":3,"title":"d","on":true,"status":"ENABLED","dealIds":[]}
      of 3, held
    what is set and not declared, but for an undo
      {"field":"martingaleScale","value":"1.3","addresses":["main/a"]}
      unchanged 1
      of 1, undeclaredSettings
    the same in an undo
      unchanged 1
      of 1
    a list that may be cut
      create main/a: there is no bot called "a" on "Main"
      turn-on main/a: enabled is true
      main/a bot new · title "a" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared · target {}
      warning plan/cut-list | the bot list shows exactly 100 bots, which may be all that the service shows; a bot that it lacks would be created again | Check on the service whether the account has more bots; if so, don't create any until the list shows all.
      unchanged 2
      of 2
    such a list, and nothing changes
      unchanged 1
      of 1
    such a list, and none is made
      update main/b: leverage differs
        leverage 5 → 7
      main/b bot 1 · title "b" · accessId 1 · accessTitle "Main" · copies [] · pinned false · managed declared · target {"leverage":"7"}
      of 1"
  `);
});
