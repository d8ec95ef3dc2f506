// What the gate asks of holds: by each name that a bot has, with what the ledger and the configuration say at that moment.
import { describe, expect, it } from "vitest";
import { type HoldSource, heldBack, heldMessage, keptNow } from "../../../../src/app/hold/held-back.js";
import { breakerLedgerOf, holdsOf, ledgerOf } from "../../../../src/app/ledger/ledger.js";
import { loadSources } from "../../../../src/config/load.js";
import type { Action } from "../../../../src/model/plan/actions.js";
import { live } from "../../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";
import { folder } from "../room.js";

const at = folder();
const ENDPOINT = { apiUrl: "https://a.example" };
const YAML = `version: 1
accounts:
  main: { apiUrl: https://a.example, apiKey: "\${env.BOTFORM_K}", apiSecret: "\${env.BOTFORM_S}", accesses: { primary: Main } }
bots:
  a: { title: A, pairTitle: USDT-BTC, strategy: LONG }
  pinned: { title: P, botId: 9, pairTitle: USDT-BTC, strategy: LONG }
`;

function stage(holds = "") {
  const journal = at.fresh("journal");
  const configured = loadSources([{ file: "f.yaml", text: `${YAML}${holds}` }]).accounts[0];
  const source: HoldSource = { account: "main", endpoint: ENDPOINT, journal, configured };
  const hold = (...patterns: string[]) =>
    holdsOf({ folder: journal }, "main").set(patterns.map((bots) => ({ bots, reason: "why" })));
  return { source, hold, journal };
}

/** A plan with one step about bot 1, titled `title`. */
const plan = (action: Action, key: string, title = "T", id = 1) =>
  planOf([plannedBot(key, action === "create" ? null : live(id, title), { title })], [step(action, key)]);

describe("a plan", () => {
  it.each<[Action, boolean]>([
    ["create", true],
    ["update", true],
    ["turn-on", true],
    ["start-deal", true],
    ["turn-off", false],
    ["take-profit", false],
    ["complete-deal", false],
    ["cancel-deal", false],
  ])("with a %s on a held bot is held back: %s", async (action, isHeld) => {
    const { source, hold } = stage();
    await hold("main/x");
    const found = await heldBack(source, plan(action, "x"));
    expect(found === undefined ? undefined : found.exitCode).toBe(isHeld ? 6 : undefined);
  });

  it("says by which hold, why, and how it is lifted", async () => {
    const { source, hold } = stage();
    await hold("main/*");
    expect((await heldBack(source, plan("turn-on", "x")))?.why).toBe(
      "main/x is held by main/*: why; to lift the hold, run botform hold remove 'main/*'. Turning bots off is still possible",
    );
    const two = planOf(
      [plannedBot("x", live(1, "x")), plannedBot("y", live(2, "y"))],
      [step("turn-on", "x"), step("update", "y"), step("turn-on", "y")],
    );
    expect((await heldBack(source, two))?.why).toMatch(/^2 bots \(main\/x, main\/y\) are held by/);
    const keys = ["a", "b", "c", "d", "e", "f", "g"].map((key) => `b-${key}`);
    const seven = planOf(
      keys.map((key, index) => plannedBot(key, live(index + 1, key))),
      keys.map((key) => step("turn-on", key)),
    );
    expect((await heldBack(source, seven))?.why).toMatch(
      /^7 bots \(main\/b-a, main\/b-b, main\/b-c, main\/b-d, main\/b-e … and 2 more\) are held by/,
    );
  });

  it.each<[string, string, string, number]>([
    ["its address", "main/#1", "T", 1],
    ["the title of a configured bot", "main/a", "A", 1],
    ["the id of a configured bot", "main/pinned", "T", 9],
    ["what the ledger knew it as", "main/once", "T", 1],
  ])("is held back by %s", async (_name, pattern, title, id) => {
    const { source, hold, journal } = stage();
    const known = { id, accessId: 1, title, address: "main/once" };
    await ledgerOf({ folder: journal }, "main", ENDPOINT).saw([known]);
    await hold(pattern);
    expect(await heldBack(source, plan("turn-on", `#${id}`, title, id))).toMatchObject({ exitCode: 6 });
    expect(await heldBack(source, plan("turn-on", "#5", "Other", 5))).toBeUndefined();
  });

  it("of a new bot is held back by the configured bot with its title, and by no other", async () => {
    const { source, hold } = stage();
    await hold("main/a");
    expect(await heldBack(source, plan("create", "x", "A"))).toMatchObject({ exitCode: 6 });
    expect(await heldBack(source, plan("create", "x", "T"))).toBeUndefined();
  });

  it("is held back by the configuration alone, without a ledger and with one that can't be read", async () => {
    const { source } = stage("holds: [{ bots: [main/a], reason: committed }]\n");
    for (const journal of [undefined, at.written("no folder")])
      expect((await heldBack({ ...source, journal }, plan("turn-on", "a")))?.why).toMatch(/is held: committed/);
    expect(await heldBack({ ...source, configured: undefined }, plan("turn-on", "a"))).toBeUndefined();
    const held = stage();
    await held.hold("main/x");
    const bare = { ...held.source, configured: undefined };
    expect((await heldBack(bare, plan("turn-on", "x")))?.why).toMatch(/is held: why/);
    expect((await keptNow({ ...source, endpoint: undefined, journal: at.written("no folder") })).holds).toEqual([]);
  });

  it("with any step on a bot that was protected is held back", async () => {
    const { source, journal } = stage();
    const ledger = ledgerOf({ folder: journal }, "main", ENDPOINT);
    await ledger.saw([{ id: 1, accessId: 1, title: "T", address: "main/x", protect: true }]);
    const found = await heldBack(source, plan("turn-off", "x"));
    const KNOWN =
      "protected, as far as the ledger knows; if protect: true was removed, botform apply records that first";
    expect(found).toEqual({ exitCode: 6, why: `main/x is ${KNOWN}` });
    expect(await heldBack(source, plan("create", "y"))).toBeUndefined();
    await ledger.saw([{ id: 2, accessId: 1, title: "T2", address: "main/y", protect: true }]);
    const both = planOf(
      [plannedBot("x", live(1, "T")), plannedBot("y", live(2, "T2"))],
      [step("turn-off", "x"), step("turn-off", "y")],
    );
    expect((await heldBack(source, both))?.why).toBe(`main/x, main/y are ${KNOWN}`);
    await ledger.unprotect([1]);
    expect(await heldBack(source, plan("turn-off", "x"))).toBeUndefined();
  });
});

it("without an endpoint the holds of the account are known", async () => {
  const { source, hold } = stage();
  await hold("main/x");
  expect((await keptNow({ ...source, endpoint: undefined })).holds).toEqual([{ bots: ["main/x"], reason: "why" }]);
  expect((await keptNow({ ...source, journal: undefined })).holds).toEqual([]);
});

describe("a webhook", () => {
  const bot = { address: "main/a", id: 1, known: [] };
  it("is held back by each name, and the Ghost bot's by a hold of the account", async () => {
    const { source, hold } = stage();
    expect(await heldMessage(source, bot)).toBeUndefined();
    await hold("main/once", "main/#2");
    expect(await heldMessage(source, { ...bot, known: ["main/once"] })).toMatch(/^main\/a is held by main\/once/);
    expect(await heldMessage(source, { ...bot, id: 2 })).toMatch(/held by main\/#2/);
    const ghost = { address: undefined, id: undefined, known: [] };
    expect(await heldMessage(source, ghost)).toBeUndefined();
    await hold("main/*");
    expect(await heldMessage(source, ghost)).toMatch(/^a deal of the account main is held by main\/\*: why/);
  });
});

describe("a tripped breaker of the account", () => {
  const TRIP = { breaker: "day-loss", why: "lost 131 of 100 USDT in 24 h" };
  const WHY =
    /^the breaker day-loss has tripped \(lost 131 of 100 USDT in 24 h\), so nothing is applied but turn-offs until a person runs botform breaker arm day-loss --reason TEXT$/;

  it("stops a plan and a webhook that may buy, held or not, and without an endpoint, too; until it is armed", async () => {
    const { source, journal } = stage();
    const breakers = breakerLedgerOf({ folder: journal }, "main");
    const bot = { address: "main/a", id: 1, known: [] };
    await breakers.trip([TRIP], []);
    for (const one of [source, { ...source, endpoint: undefined, configured: undefined }]) {
      expect(await heldBack(one, plan("create", "a"))).toMatchObject({ exitCode: 6, why: expect.stringMatching(WHY) });
      expect(await heldMessage(one, bot)).toMatch(WHY);
    }
    const passing = (["turn-off", "take-profit", "complete-deal", "cancel-deal"] as const).map((action) =>
      heldBack(source, plan(action, "a")),
    );
    expect(await Promise.all(passing)).toEqual([undefined, undefined, undefined, undefined]);
    expect(await heldBack({ ...source, account: "copy" }, plan("create", "a"))).toBeUndefined();
    await breakers.arm(["day-loss"], "r", new Map());
    expect([await heldBack(source, plan("create", "a")), await heldMessage(source, bot)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
