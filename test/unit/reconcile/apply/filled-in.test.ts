// A new bot in which the service has filled something in: it is turned on as policies have seen it, and in no other case.
import { afterEach, describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { SomeFields } from "../../../../src/model/bot/field.js";
import { ServiceError, type ServiceReader } from "../../../../src/model/ports.js";
import { apply } from "../../../../src/reconcile/apply/apply.js";
import type { CheckCreated, Verdict } from "../../../../src/reconcile/apply/run-options.js";
import { type Road, road, UNLIMITED } from "../../../support/road.js";
import { desired, desiredBot } from "../fleet.js";

const FILLED = "the service filled in volumeSafetyOrder 20, countOrderMax 10";
const roads: Road[] = [];
afterEach(async () => void (await Promise.all(roads.splice(0).map((way) => way.close()))));

interface Scene {
  readonly checkCreated?: CheckCreated;
  readonly fields?: SomeFields;
  readonly enabled?: boolean;
  readonly newBots?: "on";
  /** As soon as the bot was read back. */
  readonly isInterrupted?: boolean;
  /** How the bot's details read. */
  readonly shown?: (live: ObservedBot) => ObservedBot;
}

/** How each step of one create with its turn-on ends, on a service that fills in; and whether the bot is on. */
async function run({ checkCreated, fields = {}, enabled = true, newBots, ...scene }: Scene = {}) {
  const { isInterrupted = false, shown = (live) => live } = scene;
  const interrupt = new AbortController();
  const way = await road({ quirks: { defaults: "filled", ...(newBots && { newBots }) } });
  roads.push(way);
  const plan = await way.plan(desired([desiredBot("a", { enabled, fields })]));
  const bot = async (id: number) => {
    const live = shown(await way.reader.bot(id));
    if (isInterrupted) interrupt.abort();
    return live;
  };
  const reader: ServiceReader = { ...way.reader, bot };
  const ports = { reader, writer: way.writer, clock: way.clock, ...(checkCreated && { checkCreated }) };
  const report = await apply(plan, ports, { limits: UNLIMITED, signal: interrupt.signal });
  const [live] = await way.live();
  const ends = report.outcomes.map(({ action, kind, detail, next }) => ({ action, kind, detail, next }));
  return { ...report, ends, isOn: live?.status.on };
}

/** A check with one verdict, and what it was asked each time. */
function checking(verdict: Verdict = {}) {
  const asked: (readonly (readonly [string, string | null | undefined])[])[] = [];
  const checkCreated: CheckCreated = async (created) => {
    asked.push([...created].map(([address, { fields }]) => [address, fields.countOrderMax]));
    return new Map([...created.keys()].map((address) => [address, verdict]));
  };
  return { checkCreated, asked };
}

describe("a bot that the service has filled in", () => {
  it("is checked as it was read back, shown with its figures, and turned on", async () => {
    const { checkCreated, asked } = checking({ figures: "position at most 220" });
    const { ends, notes, violations, isOn } = await run({ checkCreated });
    expect(asked).toEqual([[["main/a", "10"]]]);
    expect(ends.map(({ kind }) => kind)).toEqual(["applied", "applied"]);
    expect(ends[0]?.detail).toBe(`created as bot 1001; read back, and every declared field matches; ${FILLED}`);
    expect([notes, violations, isOn]).toEqual([[`main/a: ${FILLED}: position at most 220`], [], true]);
  });

  it.each<[string, Scene, string]>([
    ["that is denied", checking({ denied: "policies deny it" }), "policies deny it"],
    ["without policies", {}, "this apply has no policies to check it by"],
    [
      "whose policies can't be checked",
      {
        checkCreated: async () => {
          throw new ServiceError("http", "HTTP 500");
        },
      },
      "what policies check it by couldn't be read: HTTP 500",
    ],
  ])("%s stays off, and is told what to declare", async (_how, scene, why) => {
    const { ends, isOn } = await run(scene);
    expect(ends.map(({ kind }) => kind)).toEqual(["applied", "failed"]);
    expect(ends[1]).toMatchObject({
      detail: `left off: ${FILLED}, and ${why}`,
      next: "declare volumeSafetyOrder, countOrderMax (null switches it off), then run plan: it shows the bot as it is",
    });
    expect(isOn).toBe(false);
  });

  it("isn't turned on as another than the one that was checked", async () => {
    let readings = 0;
    const { checkCreated } = checking();
    const { ends, notes, isOn } = await run({
      checkCreated,
      shown(live) {
        readings += 1;
        return readings === 1 ? live : { ...live, fields: { ...live.fields, countOrderMax: "50" } };
      },
    });
    expect(notes).toEqual([]);
    expect(ends[1]).toMatchObject({
      kind: "failed",
      detail:
        "the command was not sent: it doesn't match the plan: countOrderMax: expected 10, but the service shows 50",
    });
    expect(isOn).toBe(false);
  });
});

it("a fault of whoever checks is no verdict: it ends the run", async () => {
  const { violations, isOn } = await run({
    checkCreated: async () => {
      throw new TypeError("no such thing");
    },
  });
  expect([violations, isOn]).toEqual([["a bug in botform (TypeError) ended the run early; please report it"], false]);
});

it.each<[string, Scene]>([
  ["in which nothing was filled in", { fields: { countOrderMax: "3", volumeSafetyOrder: "25" } }],
  ["that stays off", { enabled: false }],
  ["of a run that is interrupted", { isInterrupted: true }],
  ["that the service has created switched on, and that this run leaves off", { newBots: "on" }],
])("a bot %s is asked nothing about", async (_what, scene) => {
  const { checkCreated, asked } = checking({ denied: "no" });
  const { violations } = await run({ checkCreated, ...scene });
  expect([asked, violations]).toEqual([[], []]);
});
