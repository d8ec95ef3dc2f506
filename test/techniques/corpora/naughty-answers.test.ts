// The big list of naughty strings in everything the service says: plans are made or steps refused, and all is shown safely.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Desired } from "../../../src/model/bot/desired.js";
import type { Plan } from "../../../src/model/plan/plan.js";
import { ServiceError } from "../../../src/model/ports.js";
import { apply } from "../../../src/reconcile/apply/apply.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { refresh } from "../../../src/reconcile/plan/refresh.js";
import { reportText } from "../../../src/render/text/accounts-text.js";
import { paint } from "../../../src/render/text/paint.js";
import { planDiff } from "../../../src/render/text/plan-diff.js";
import { planText } from "../../../src/render/text/plan-text.js";
import { type Client, createClient } from "../../../src/service/client.js";
import { OPERATIONS } from "../../../src/service/operations.js";
import { serviceReader, serviceWriter } from "../../../src/service/ports.js";
import type { WireBot } from "../../../src/service/wire.js";
import { VirtualClock } from "../../support/clock.js";
import { answer, type Hostile, hostile, success } from "../../support/hostile.js";
import { amount } from "../../support/lane.js";
import { desired, desiredBot } from "../../unit/reconcile/fleet.js";
import { wireBot } from "../../unit/service/wirebot.js";
import { NAUGHTY } from "../threats/naughty.js";
import { lineCommands, unsafe } from "../threats/visible.js";

const plain = paint(false);
const EXCHANGE = "SERVICE_FUTURES";
const ACCESS = { accessId: 1, title: "Main", exchange: EXCHANGE };

let accesses: readonly object[] = [ACCESS];
let bots: readonly WireBot[] = [];
/** What every write, and the reading of the pairs, is refused with. */
let refusal: string | undefined;
let server: Hostile;
let client: Client;
const clock = new VirtualClock();

/** The answer to a request's head. */
function say(head: string): string {
  const [method, path, query] = head.split(/[ ?]/);
  const isRefusable = method === "POST" || path === OPERATIONS.pairList.path;
  if (refusal !== undefined && isRefusable)
    return answer(200, JSON.stringify({ isSuccess: false, errorMessage: refusal, data: null }));
  if (path === OPERATIONS.accessList.path) return success(accesses);
  if (path === OPERATIONS.listBots.path) return success(bots);
  if (path === OPERATIONS.botDetails.path) return success(bots.filter(({ id }) => query === `botId=${id}`));
  return success(path === OPERATIONS.pairList.path ? ["USDT-BTC"] : []);
}

beforeAll(async () => {
  server = await hostile((socket, head) => socket.write(say(head)));
  client = createClient({ apiUrl: server.url, apiKey: "k", apiSecret: "s", allow: "bots", sleep: clock.sleep });
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const reader = () => serviceReader(client, EXCHANGE);

/** One declared bot for each string, pinned to the live one that bears it. */
const FLEET: Desired = desired(
  NAUGHTY.map((_text, index) => {
    const fields = { title: `A${index}`, indicatorName: "x" };
    return desiredBot(`a${index}`, { fields, botId: index + 1, enabled: index % 2 === 0 });
  }),
  { accesses: [{ alias: "primary", live: 1 }] },
);
const planned = async (config: Desired): Promise<Plan> => makePlan(config, await refresh(config, reader()));

function areSafe(shown: readonly string[]): void {
  const text = shown.join("\n");
  expect(text.length).toBeGreaterThan(amount({ fast: 2_000, all: 20_000, long: 20_000 }));
  expect(unsafe(text)).toEqual([]);
  expect(lineCommands(text)).toEqual([]);
}

const TOP = ["title", "pairTitle", "strategy", "leverage", "status"];
const SETTINGS = [
  "margin_mode",
  "percent_take_profit",
  "martingale",
  "martingale_scale",
  "tb_indicator",
  "price_level_up",
];

describe("naughty strings in the service's answers", () => {
  it.each([...TOP, ...SETTINGS, "a setting's name"])(
    "as a bot's %s: a plan, of which all is shown safely",
    async (place) => {
      accesses = [ACCESS];
      bots = NAUGHTY.map((text, index) => {
        const changes = TOP.includes(place)
          ? { [place]: text }
          : { settings: { [SETTINGS.includes(place) ? place : text]: text } };
        return wireBot({ title: `A${index}`, accessId: 1, id: index + 1, ...changes });
      });
      const plan = await planned(FLEET);
      expect(plan.observedBots).toBe(NAUGHTY.length);
      areSafe([
        planText(plan, plain),
        planText(plan, plain, { verbose: true }),
        ...(["title", "tb_indicator"].includes(place) ? [planDiff(plan)] : []),
      ]);
      if (!["strategy", "margin_mode"].includes(place)) return;
      // A word that we don't know is left as it is, with all of its bot; no word at all is "off".
      const strange = FLEET.bots.filter((_bot, index) => NAUGHTY[index] !== "").map(({ address }) => address);
      const said = plan.diagnostics.filter(({ code }) => code === "plan/unknown-word").map(({ address }) => address);
      expect(said.sort()).toEqual(strange.sort());
      expect(plan.steps.filter(({ address }) => strange.includes(address))).toEqual([]);
    },
  );

  it("as an access's title and exchange", async () => {
    bots = [wireBot({ title: "A0", accessId: 1 })];
    const shown: string[] = [];
    for (const text of NAUGHTY) {
      for (const access of [{ title: text }, { exchange: text }, { title: text, accessId: 7 }]) {
        accesses = [{ ...ACCESS, ...access }];
        shown.push(planText(await planned({ ...FLEET, bots: FLEET.bots.slice(0, 1) }), plain));
      }
    }
    areSafe(shown);
  });

  it("as what an error says: of a read to whoever asked, of a write to the report", async () => {
    accesses = [ACCESS];
    bots = [wireBot({ title: "Old", accessId: 1 })];
    const two = { ...FLEET, bots: [...FLEET.bots.slice(0, 1), desiredBot("new", { enabled: true })] };
    const plan = await planned(two);
    expect(plan.steps.map(({ action }) => action)).toEqual(["update", "create", "turn-on", "turn-on"]);
    const shown: string[] = [];
    for (const text of NAUGHTY) {
      refusal = text;
      const failed: unknown = await client.pairList().catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(ServiceError);
      const report = await apply(plan, { reader: reader(), writer: serviceWriter(client, EXCHANGE), clock });
      expect(
        report.outcomes.map(({ kind }) => kind),
        text,
      ).toEqual(["failed", "failed", "skipped", "skipped"]);
      expect(
        report.outcomes.some(({ wrote }) => wrote),
        text,
      ).toBe(false);
      shown.push(reportText(report, plain));
    }
    refusal = undefined;
    areSafe(shown);
  });
});
