// What a monitoring system reads: well-formed OpenMetrics, money where it is known, and no figure where nothing is.
import { describe, expect, it } from "vitest";
import { programHost } from "../../../src/app/host.js";
import type { ReconcilePorts } from "../../../src/app/reconcile/look.js";
import { fleetMetrics } from "../../../src/fleet/metrics.js";
import { type FleetAccount, type FleetState, NO_ACCOUNTS, NO_BOTS } from "../../../src/model/fleet-state.js";

const AT = "2026-11-29T12:00:00.000Z";
const ACCOUNT: FleetAccount = {
  ...{ account: "one", state: "drifted", why: "", mode: "report", lookedAt: AT, dueAt: AT, isLate: false, seenAt: AT },
  ...{ driftedSince: AT, plans: [], wave: null, naked: 1 },
  bots: { ...NO_BOTS, drifted: 1, "in-step": 2, total: 3, on: 2, onUnknown: 1 },
  deals: [{ quote: "USDT", deals: 2, value: "52.1", margin: null, profit: "-2.1" }],
};
const UNSEEN: FleetAccount = {
  ...{ ...ACCOUNT, account: `tw"o\n\\`, state: "never-seen", lookedAt: null, seenAt: null },
  ...{ bots: null, deals: null, naked: null },
};

function stateOf(...accounts: readonly FleetAccount[]): FleetState {
  return {
    at: AT,
    accounts,
    counts: { ...NO_ACCOUNTS, drifted: 1, "never-seen": 1 },
    plans: [],
    unusable: [],
    rollout: null,
  };
}

const PORTS: ReconcilePorts = {
  stopping: {} as never,
  report: async () => {},
  revised: async () => {},
  rollout: async () => {},
  wait: async () => {},
  now: () => 0,
  random: () => 0,
};

/** The samples, by name and labels. */
async function samplesOf(metrics: ReturnType<typeof fleetMetrics>): Promise<ReadonlyMap<string, number>> {
  const { contentType, body } = await metrics.text();
  expect(contentType).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  const lines = body.split("\n");
  expect(lines.slice(-2)).toEqual(["# EOF", ""]);
  return new Map(
    lines.slice(0, -2).flatMap((line) => {
      if (/^# (HELP|TYPE|UNIT) /.test(line)) return [];
      const [, name = "", value = ""] =
        /^([a-z_][a-z_0-9]*(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*\})?) (\S+)$/.exec(line) ?? [];
      expect([line, name]).not.toContain("");
      return [[name, Number(value)] as const];
    }),
  );
}

describe("the state of the fleet", () => {
  it("has money and bots of what was read, and no sample of what wasn't", async () => {
    const samples = await samplesOf(fleetMetrics(async () => stateOf(ACCOUNT, UNSEEN)));
    const own = Object.fromEntries(
      [...samples].filter(([name]) => /accounts|bots|position|naked|timestamp|rollout/.test(name)),
    );
    expect(own).toMatchObject({
      'botform_accounts{state="drifted"}': 1,
      'botform_accounts{state="in-doubt"}': 0,
      'botform_bots{state="in-step"}': 2,
      botform_bots_on: 2,
      botform_bots_on_unknown: 1,
      botform_rollout_paused: 0,
      'botform_position_value{account="one",quote="USDT"}': 52.1,
      'botform_position_profit{account="one",quote="USDT"}': -2.1,
      'botform_naked_deals{account="one"}': 1,
      'botform_looked_timestamp_seconds{account="one"}': Date.parse(AT) / 1000,
    });
    expect(Object.keys(own).filter((name) => name.includes("margin") || name.includes("tw"))).toEqual([]);
  });

  it("is as it is now: what is gone has no sample any more", async () => {
    const states = [stateOf(ACCOUNT), stateOf()];
    const metrics = fleetMetrics(async () => states.shift() ?? stateOf());
    expect((await samplesOf(metrics)).has('botform_naked_deals{account="one"}')).toBe(true);
    expect((await samplesOf(metrics)).has('botform_naked_deals{account="one"}')).toBe(false);
  });

  it("of an account that can't be read any more has no money", async () => {
    const stale = fleetMetrics(async () => stateOf({ ...ACCOUNT, state: "unreadable" }));
    expect([...(await samplesOf(stale)).keys()].filter((name) => /position|naked/.test(name))).toEqual([]);
  });

  it("that can't be read makes no page of stale figures", async () => {
    const metrics = fleetMetrics(() => Promise.reject(new Error("the database is away")));
    await expect(metrics.text()).rejects.toThrow("the database is away");
  });

  it("keeps names whole, whatever is in them", async () => {
    const odd = { ...ACCOUNT, account: UNSEEN.account };
    const samples = await samplesOf(fleetMetrics(async () => stateOf(odd)));
    expect(samples.get('botform_naked_deals{account="tw\\"o\\n\\\\"}')).toBe(1);
  });
});

it("the work of this process is counted, and goes on as it would", async () => {
  const metrics = fleetMetrics();
  const seen: unknown[] = [];
  const ports = metrics.measuring({ ...PORTS, looked: (one) => seen.push(one.ms) });
  ports.looked?.({ account: "one", outcome: "drifted", ms: 300 });
  ports.looked?.({ account: "one", outcome: "unreadable", ms: 2_000 });
  await ports.revised({ news: { kind: "refused" } } as never, async () => true);
  await ports.rollout({ news: { kind: "paused" } } as never);
  const news = { kind: "corrected" } as const;
  const outcomes = [{ kind: "applied" }, { kind: "applied" }, { kind: "uncertain" }];
  const report = { outcomes } as never;
  await ports.report({ account: "one", mode: "correct", at: 0, news, drift: undefined, report });
  let asked = 0;
  await metrics.counting(programHost({})).read("one", async ({ onRequest }) => {
    onRequest();
    onRequest();
    asked += 2;
  });
  expect(seen).toEqual([300, 2_000]);
  expect(Object.fromEntries(await samplesOf(metrics))).toMatchObject({
    ...{ 'botform_looks_total{outcome="drifted"}': 1, 'botform_looks_total{outcome="unreadable"}': 1 },
    ...{ botform_look_seconds_count: 2, 'botform_look_seconds_bucket{le="0.5"}': 1 },
    ...{ botform_read_requests_total: asked, 'botform_news_total{kind="corrected"}': 1 },
    ...{ 'botform_steps_total{outcome="applied"}': 2, 'botform_steps_total{outcome="uncertain"}': 1 },
    botform_revision_refused: 1,
    ...{ 'botform_revision_news_total{kind="refused"}': 1, 'botform_rollout_news_total{kind="paused"}': 1 },
  });
});
