// A live bot that nobody declares, as it is added to a configuration: what it inherits it doesn't state again.
import { describe, expect, it } from "vitest";
import { noEdits } from "../../../src/authoring/pull-edits.js";
import { newBotEdits } from "../../../src/authoring/pull-new.js";
import { pulledBots } from "../../../src/authoring/pulled.js";
import { loadSources } from "../../../src/config/load.js";
import type { ObservedBot } from "../../../src/model/bot/bot.js";
import { BASE, live } from "../reconcile/fleet.js";

const ALIASES = new Map([
  [1, "one"],
  [2, "two"],
]);

interface Scene {
  readonly defaults?: string;
  readonly overrides?: string;
  readonly accesses?: string;
  readonly bots?: readonly ObservedBot[];
  readonly isShared?: boolean;
  readonly refused?: ReadonlyMap<string, string>;
}

function added({ defaults = "", overrides = "", accesses = "one: Main, two: Second", ...scene }: Scene) {
  const { bots = [live(7, "New")], isShared = false, refused = new Map() } = scene;
  const text = `version: 1
accounts:
  main:
    apiUrl: https://api.example.net
    apiKey: \${env.BOTFORM_KEY}
    apiSecret: \${env.BOTFORM_SECRET}
    accesses: { ${accesses} }
    overrides: { ${overrides} }
defaults: { ${defaults} }
bots: { x: { title: X, access: one } }
`;
  const { accounts, diagnostics } = loadSources([{ file: "b.yaml", text }]);
  const [account] = accounts;
  if (account === undefined) throw new Error(JSON.stringify(diagnostics));
  const edits = noEdits();
  const pulled = pulledBots(bots, ALIASES).bots;
  const observed = new Map(bots.map((bot) => [bot.id, bot]));
  const taken = new Set(["x"]);
  const count = newBotEdits({ account, bots: pulled, live: observed, taken, refused, file: "b.yaml", isShared }, edits);
  const made = (edits.byFile.get("b.yaml") ?? []).map(({ path, value }) => [path.join("/"), value] as const);
  return { count, blocks: Object.fromEntries(made), left: edits.left };
}

const block = (scene: Scene) => added(scene).blocks["bots/new"];

describe("a new bot", () => {
  it.each<[Scene, object, readonly string[], string]>([
    [
      {},
      { access: "one", title: "New", leverage: 5, enabled: false },
      ["only", "botId", "unmanaged"],
      "states what it is",
    ],
    [{ defaults: "access: one" }, {}, ["access"], "doesn't state the access that it inherits"],
    [{ defaults: "access: two" }, { access: "one" }, [], "states another one"],
    [{ accesses: "one: Main" }, {}, ["access"], "doesn't state the only one there is"],
    [{ defaults: "leverage: 5" }, {}, ["leverage"], "doesn't state a setting that it inherits"],
    [{ defaults: "leverage: 6" }, { leverage: 5 }, [], "states one that differs"],
    [{ defaults: "cycleLimitScale: 3" }, { cycleLimitScale: null }, [], "switches off what it has not"],
    [{ isShared: true }, { only: ["main"] }, ["botId"], "is this account's alone, where the file is others', too"],
    [{ bots: [live(7, "New", { on: true })] }, { enabled: true }, [], "is on where it is on"],
    [
      { bots: [live(7, "New"), live(8, "New")] },
      { only: ["main"], botId: 7 },
      [],
      "is pinned where another has its title",
    ],
    [
      { bots: [live(7, "New", { fields: { ...BASE, leverage: null } })], defaults: "leverage: 6" },
      { unmanaged: ["leverage"] },
      ["leverage"],
      "lets go what it has no value for",
    ],
  ])("%j: %j without %j, %s", (scene, expected, absent, _because) => {
    const found = block(scene);
    expect(found).toMatchObject(expected);
    for (const name of absent) expect(found).not.toHaveProperty(name);
  });

  it("can't state what overrides state otherwise, and that is said", () => {
    const { blocks, left } = added({ overrides: "leverage: 9, enabled: true" });
    expect(blocks["bots/new"]).not.toHaveProperty("leverage");
    expect(left.map(({ field, reason }) => [field, reason])).toEqual([
      ["leverage", "the overrides of account main set another leverage"],
      [undefined, "the overrides of account main turn its bots on"],
    ]);
    const bots = [live(7, "New", { on: true })];
    expect(added({ bots, overrides: "enabled: false" }).left.map(({ reason }) => reason)).toEqual([
      "the overrides of account main turn its bots off",
    ]);
    expect(added({ overrides: "leverage: 5, enabled: false" }).left).toEqual([]);
  });

  it("gets a key that nobody has, and is left out where it is refused", () => {
    const bots = [live(7, "X"), live(8, "X!")];
    expect(Object.keys(added({ bots }).blocks)).toEqual(["bots/x-2", "bots/x-3"]);
    const refused = added({ bots, refused: new Map([["main/x-2", "no room"]]) });
    expect([refused.count, Object.keys(refused.blocks), refused.left]).toEqual([
      1,
      ["bots/x-3"],
      [{ botId: 7, title: "X", reason: "no room" }],
    ]);
  });
});
