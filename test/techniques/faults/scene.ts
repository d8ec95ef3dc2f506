// A run against a hostile service over real sockets: plan and apply as the command does them, and the way back to order.
import { exitOfReport } from "../../../src/app/exit.js";
import { ServiceError, type ServiceReader, type ServiceWriter } from "../../../src/model/ports.js";
import { apply } from "../../../src/reconcile/apply/apply.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { refresh } from "../../../src/reconcile/plan/refresh.js";
import { type Client, type ClientOptions, createClient } from "../../../src/service/client.js";
import type { OperationName } from "../../../src/service/operations.js";
import { serviceReader, serviceWriter } from "../../../src/service/ports.js";
import { Nonces } from "../../../src/service/transport.js";
import { BYSTANDER_ID, EXCHANGE, FLEET, SEED } from "./fleet.js";
import { HostileService } from "./hostile-service.js";
import { type Recovery, type Result, restore } from "./order.js";
import { Watch } from "./watch.js";
import { WireClock } from "./wire-clock.js";

export interface Ports {
  readonly reader: ServiceReader;
  readonly writer: ServiceWriter;
}

export interface Scene {
  readonly clock: WireClock;
  readonly server: HostileService;
  readonly watch: Watch;
  /** Of the last run: how often a fault struck before there was a plan. */
  strikesInPlan(): number;
  /** Plans and applies as the command does; `detour` may send some calls elsewhere. */
  run(detour?: (ports: Ports) => Ports): Promise<Result>;
  /** A client's way to another address, without retries. */
  portsTo(apiUrl: string): Ports;
  /** Runs without the fault until all is in order. */
  recover(): Promise<Recovery>;
  close(): Promise<void>;
}

export async function scene(): Promise<Scene> {
  const clock = new WireClock();
  const watches: Watch[] = [];
  const server = new HostileService({
    seed: SEED,
    clock,
    onlooker(service) {
      const watch = new Watch(service, clock, [BYSTANDER_ID]);
      watches.push(watch);
      return watch;
    },
  });
  const apiUrl = await server.listen();
  const [watch] = watches;
  if (watch === undefined) throw new Error("nobody watches");
  const nonces = new Nonces();
  const clients: Client[] = [];
  const ports = (allow: "read" | "bots", options: Partial<ClientOptions> = {}): Ports => {
    const client = createClient({
      apiUrl,
      apiKey: "key",
      apiSecret: "secret",
      allow,
      nonces,
      now: clock.now,
      sleep: (ms) => clock.sleep(ms),
      random: () => 0.5,
      onRequest: (name: OperationName) => server.departing(name),
      ...options,
    });
    clients.push(client);
    return { reader: serviceReader(client, EXCHANGE), writer: serviceWriter(client, EXCHANGE) };
  };
  let strikesInPlan = 0;
  const run: Scene["run"] = async (detour = (same) => same) => {
    const planned = await refresh(FLEET, detour(ports("read")).reader).catch(unread);
    if (planned instanceof ServiceError) return { kind: "unreadable", error: planned };
    const plan = makePlan(FLEET, planned);
    strikesInPlan = server.strikes;
    if (plan.diagnostics.some(({ severity }) => severity === "error")) return { kind: "forbidden", plan };
    watch.begin(plan);
    const report = await apply(plan, { ...detour(ports("bots")), clock }, { concurrency: 1 });
    return { kind: "applied", plan, report, exit: exitOfReport(report) };
  };
  return {
    clock,
    server,
    watch,
    strikesInPlan: () => strikesInPlan,
    run,
    recover() {
      server.disarm();
      return restore(() => run(), server.service);
    },
    portsTo: (elsewhere) => ports("bots", { apiUrl: elsewhere, retry: ONCE }),
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await server.close();
    },
  };
}

const ONCE = { attempts: 1, baseMs: 0, capMs: 0, budget: 0 };

function unread(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  throw error;
}
