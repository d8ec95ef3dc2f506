// Lets programs ask a process that looks after accounts how it is, where --health says that they may.

import { AppError } from "../../app/error.js";
import type { Host } from "../../app/host.js";
import type { ReconcilePorts } from "../../app/reconcile/look.js";
import type { FleetState } from "../../model/fleet-state.js";
import type { Context } from "./context.js";

export interface HealthOptions {
  readonly journal: string;
  /** Where it answers; undefined where nobody may ask. */
  readonly health?: string;
}

/** What takes part in the looks, to measure them. */
export interface Measured {
  readonly host: <H extends Host>(host: H) => Host;
  readonly ports: (ports: ReconcilePorts) => ReconcilePorts;
}

const UNMEASURED: Measured = { host: (host) => host, ports: (ports) => ports };

/** Runs the task, and answers as long as it does. @param state of the whole fleet; undefined where this process tells of its own work alone. Rejects with AppError where the address can't be had. */
export async function withHealth<T>(
  context: Pick<Context, "say" | "tell">,
  { journal, health }: HealthOptions,
  state: (() => Promise<FleetState>) | undefined,
  run: (measured: Measured) => Promise<T>,
): Promise<T> {
  if (health === undefined) return run(UNMEASURED);
  const [{ openHealth }, { fleetMetrics }, { readiness }] = await Promise.all([
    import("../../fleet/health.js"),
    import("../../fleet/metrics.js"),
    import("../../fleet/readiness.js"),
  ]);
  const metrics = fleetMetrics(state);
  let [hasBegun, isEnding] = [false, false];
  const end = () => {
    isEnding = true;
  };
  const at = listenAddress(health);
  const { port, close } = await openHealth(at, {
    metrics: metrics.text,
    ready: () => readiness(journal, { hasBegun: () => hasBegun, isEnding: () => isEnding }),
    fault: (text) => context.say({ kind: "warning", text }),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
  context.tell(
    `/healthz, /readyz and /metrics answer at http://${at.host.includes(":") ? `[${at.host}]` : at.host}:${port}\n`,
  );
  try {
    return await run({
      host: metrics.counting,
      ports: (ports) => ({
        ...metrics.measuring(ports),
        began() {
          hasBegun = true;
          ports.began?.();
        },
      }),
    });
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, end);
    await close();
  }
}

/** `127.0.0.1:8400`, `[::1]:8400`. Throws AppError. */
export function listenAddress(text: string): { readonly host: string; readonly port: number } {
  const [, host, port] = /^(\[[0-9a-fA-F:]+\]|[\w.-]+):(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined || port === undefined || Number(port) > 65_535)
    throw new AppError(
      `"${text}" is no address to listen on\nWrite host:port, as in 127.0.0.1:8400; port 0 takes a free one.`,
    );
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
}
