// The main road without the command line: an emulator, a client, plan and apply, all on one virtual clock.

import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import type { Quirks } from "../../src/emulator/quirks/quirks.js";
import type { Seed } from "../../src/emulator/seed/seed.js";
import type { ObservedBot } from "../../src/model/bot/bot.js";
import type { Desired } from "../../src/model/bot/desired.js";
import type { Limits } from "../../src/model/plan/limits.js";
import type { ApplyReport } from "../../src/model/plan/outcome.js";
import type { Plan } from "../../src/model/plan/plan.js";
import type { ServiceReader, ServiceWriter } from "../../src/model/ports.js";
import { apply } from "../../src/reconcile/apply/apply.js";
import type { ApplyOptions } from "../../src/reconcile/apply/run-options.js";
import { makePlan, type PlanOptions } from "../../src/reconcile/plan/planner.js";
import { refresh } from "../../src/reconcile/plan/refresh.js";
import { type Client, createClient } from "../../src/service/client.js";
import { serviceReader, serviceWriter } from "../../src/service/ports.js";
import { VirtualClock } from "./clock.js";

export const EXCHANGE = "SERVICE_FUTURES";

export const SEED: Seed = {
  accounts: [
    {
      name: "main",
      apiKey: "key",
      apiSecret: "secret",
      accesses: [
        { accessId: 1, title: "Main" },
        { accessId: 2, title: "Second" },
      ],
      bots: [],
    },
  ],
};

/** Rule 16 is tested by itself. */
export const UNLIMITED: Limits = { maxChangedPercent: 100, maxTurnOns: Number.POSITIVE_INFINITY };

export interface Road {
  readonly emulator: RunningEmulator;
  readonly clock: VirtualClock;
  readonly reader: ServiceReader;
  readonly writer: ServiceWriter;
  plan(desired: Desired, options?: PlanOptions): Promise<Plan>;
  apply(plan: Plan, options?: ApplyOptions): Promise<ApplyReport>;
  /** Every live bot, read one by one. */
  live(): Promise<ObservedBot[]>;
  close(): Promise<void>;
}

export interface RoadOptions {
  readonly quirks?: Partial<Quirks>;
  readonly seed?: Seed;
  /** Whether its writer may touch deals; an apply whose plan has no step about one can't (rule 17). */
  readonly deals?: boolean;
  /** Whether the service was seen to switch scales off by 0. */
  readonly zeroSwitchesOff?: boolean;
}

export async function road(options: RoadOptions = {}): Promise<Road> {
  const clock = new VirtualClock();
  const emulator = await startEmulator({
    seed: options.seed ?? SEED,
    clock,
    ...(options.quirks && { quirks: options.quirks }),
  });
  const make = (allow: "read" | "bots" | "all"): Client =>
    createClient({
      apiUrl: emulator.url,
      apiKey: "key",
      apiSecret: "secret",
      allow,
      now: clock.now,
      sleep: (ms) => clock.sleep(ms),
    });
  const reading = make("read");
  const writing = make(options.deals === true ? "all" : "bots");
  const reader = serviceReader(reading, EXCHANGE);
  const writer = serviceWriter(writing, EXCHANGE, { zeroSwitchesOff: options.zeroSwitchesOff === true });
  return {
    emulator,
    clock,
    reader,
    writer,
    plan: async (desired, planOptions) => makePlan(desired, await refresh(desired, reader), planOptions),
    apply: (plan, applyOptions) =>
      apply(plan, { reader: serviceReader(writing, EXCHANGE), writer, clock }, { limits: UNLIMITED, ...applyOptions }),
    live: async () => Promise.all((await reader.bots()).map((bot) => reader.bot(bot.id))),
    async close() {
      await Promise.all([reading.close(), writing.close()]);
      await emulator.close();
    },
  };
}
