// What a process that looks after accounts tells a monitoring system: OpenMetrics, by prom-client.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Host } from "../app/host.js";
import type { ReconcilePorts } from "../app/reconcile/look.js";
import { BOT_STATES } from "../model/fleet.js";
import { ACCOUNT_STATES, type FleetState, rolloutNeeds } from "../model/fleet-state.js";
import type { LookMeasure, Reported } from "../model/look.js";

export interface FleetMetrics {
  /** Counts the requests that only read. */
  readonly counting: (host: Host) => Host;
  /** Counts what is reported, and measures looks. */
  readonly measuring: (ports: ReconcilePorts) => ReconcilePorts;
  /** All of it, with the fleet's state as it is now; rejects with what reading the state rejects with. */
  readonly text: () => Promise<{ readonly contentType: string; readonly body: string }>;
}

/** Seconds; a look takes two to four requests. */
const LOOK_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180];

/** @param state of the whole fleet, whoever looks; undefined where this process tells of its own work alone */
export function fleetMetrics(state?: () => Promise<FleetState>): FleetMetrics {
  const registry = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const own = countersOf(registers);
  own.build.set({ version: BOTFORM_VERSION }, 1);
  const gauges = state && gaugesOf(registers);
  return {
    counting: (host) => ({
      ...host,
      read: (what, task) =>
        host.read(what, (watch) =>
          task({
            ...watch,
            onRequest: () => {
              own.requests.inc();
              watch.onRequest();
            },
          }),
        ),
    }),
    measuring: (ports) => ({
      ...ports,
      async report(reported) {
        countReport(own, reported);
        await ports.report(reported);
      },
      async revised(reported, isFirst) {
        const { kind } = reported.news;
        own.revisions.inc({ kind });
        if (kind === "refused") own.refused.set(1);
        if (kind === "mended" || kind === "accepted") own.refused.set(0);
        await ports.revised(reported, isFirst);
      },
      async rollout(reported) {
        own.rollouts.inc({ kind: reported.news.kind });
        await ports.rollout(reported);
      },
      looked(measure) {
        countLook(own, measure);
        ports.looked?.(measure);
      },
    }),
    async text() {
      if (gauges !== undefined && state !== undefined) setState(gauges, await state());
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
}

type Registers = readonly Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>[];

function countersOf(all: Registers) {
  const registers = [...all];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  return {
    build: new Gauge({ name: "botform_build_info", help: "The version that runs", labelNames: ["version"], registers }),
    looks: counter("botform_looks_total", "Looks at accounts, by what they came to", ["outcome"]),
    lookSeconds: new Histogram({
      ...{ name: "botform_look_seconds", help: "How long looks took, with what followed from them" },
      ...{ buckets: LOOK_BUCKETS, registers },
    }),
    requests: counter("botform_read_requests_total", "Requests to the service that only read"),
    news: counter("botform_news_total", "What was reported of accounts, by kind", ["kind"]),
    steps: counter("botform_steps_total", "Steps of plans that were carried out, by how they ended", ["outcome"]),
    revisions: counter("botform_revision_news_total", "What was reported of revisions of the configuration", ["kind"]),
    refused: new Gauge({
      ...{ name: "botform_revision_refused", help: "1 while the newest revision of the configuration can't be used" },
      registers,
    }),
    rollouts: counter("botform_rollout_news_total", "What was reported of roll-outs, by kind", ["kind"]),
  };
}

type Counters = ReturnType<typeof countersOf>;

function countReport({ news, steps }: Counters, { news: { kind }, report }: Reported): void {
  news.inc({ kind });
  for (const { kind: outcome } of report?.outcomes ?? []) steps.inc({ outcome });
}

function countLook({ looks, lookSeconds }: Counters, { outcome, ms }: LookMeasure): void {
  looks.inc({ outcome });
  lookSeconds.observe(ms / 1000);
}

function gaugesOf(all: Registers) {
  const registers = [...all];
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const money = ["account", "quote"] as const;
  return {
    accounts: gauge("botform_accounts", "Accounts, by the worst that is true of them", ["state"]),
    bots: gauge("botform_bots", "Bots of the accounts that were read, by the worst that is true of them", ["state"]),
    on: gauge("botform_bots_on", "Bots that were on when they were read last"),
    onUnknown: gauge("botform_bots_on_unknown", "Bots of which nobody knows whether they are on"),
    plans: gauge("botform_plans_waiting", "Plans that wait for a yes"),
    rollout: gauge("botform_rollout_paused", "1 while a roll-out is paused, or nobody drives it"),
    looked: gauge("botform_looked_timestamp_seconds", "When the account was looked at last", ["account"]),
    read: gauge("botform_read_timestamp_seconds", "When the account could be read last", ["account"]),
    value: gauge("botform_position_value", "Positions at the mark price", money),
    margin: gauge("botform_position_margin", "Margin of the positions", money),
    profit: gauge("botform_position_profit", "Unrealised profit of the positions", money),
    naked: gauge("botform_naked_deals", "Deals without a take-profit order", ["account"]),
  };
}

/** What isn't known has no sample: no figure stands for it. */
function setState(gauges: ReturnType<typeof gaugesOf>, { accounts, counts, plans, rollout }: FleetState): void {
  for (const gauge of Object.values(gauges)) gauge.reset();
  for (const state of ACCOUNT_STATES) gauges.accounts.set({ state }, counts[state]);
  const bots = accounts.flatMap((one) => one.bots ?? []);
  for (const state of BOT_STATES) gauges.bots.set({ state }, sum(bots.map((one) => one[state])));
  gauges.on.set(sum(bots.map(({ on }) => on)));
  gauges.onUnknown.set(sum(bots.map(({ onUnknown }) => onUnknown)));
  gauges.rollout.set(rolloutNeeds({ rollout }) === undefined ? 0 : 1);
  gauges.plans.set(plans.filter(({ state }) => state === "waiting").length);
  for (const { account, state, lookedAt, seenAt, deals, naked } of accounts) {
    if (lookedAt !== null) gauges.looked.set({ account }, Date.parse(lookedAt) / 1000);
    if (seenAt !== null) gauges.read.set({ account }, Date.parse(seenAt) / 1000);
    // What was seen before nobody could read it, or looked, is no figure of now.
    if (state === "unreadable" || state === "late") continue;
    if (naked !== null) gauges.naked.set({ account }, naked);
    for (const { quote, value, margin, profit } of deals ?? []) {
      const figures = [
        [gauges.value, value],
        [gauges.margin, margin],
        [gauges.profit, profit],
      ] as const;
      for (const [gauge, figure] of figures) if (figure !== null) gauge.set({ account, quote }, Number(figure));
    }
  }
}

function sum(all: readonly number[]): number {
  return all.reduce((total, one) => total + one, 0);
}
