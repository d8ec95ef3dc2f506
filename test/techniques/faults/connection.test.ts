// Every fault that keeps a connection from standing, at every write and every read of a run.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { slice } from "../../support/lane.js";
import { detour, patient } from "./detour.js";
import { ENDPOINT_FAULTS, type Endpoint } from "./endpoint-faults.js";
import { isWrite, STEPS } from "./expectation.js";
import { ALL } from "./fault.js";
import { dishonesties, falseSuccesses } from "./order.js";
import { type Scene, scene } from "./scene.js";
import { fakeTimers } from "./wire-clock.js";

fakeTimers();

/** How often a run without faults calls what. */
async function countCalls(): Promise<ReadonlyMap<string, number>> {
  const stage = await scene();
  await stage.run();
  await stage.close();
  return stage.server.arrivals;
}

const CALLS = await countCalls();

const CASES = ENDPOINT_FAULTS.flatMap((fault) =>
  ALL.flatMap((operation) =>
    Array.from({ length: CALLS.get(operation) ?? 0 }, (_, at) =>
      (fault.slow ? [false] : [false, true]).map((onwards) => {
        const title = `${fault.name}${onwards ? " from then on" : ""}, at ${operation} ${at + 1}: ${fault.must}`;
        return [title, { ...fault, operation, nth: at + 1, onwards }] as const;
      }),
    ).flat(),
  ),
);

const endpoints = new Map<string, Endpoint>();
let open: Scene | undefined;

beforeAll(async () => {
  for (const { name, open } of ENDPOINT_FAULTS) endpoints.set(name, await open());
});

afterAll(async () => {
  for (const endpoint of endpoints.values()) await endpoint.close();
});

afterEach(async () => {
  const closing = open;
  open = undefined;
  await closing?.close();
});

describe("no connection", () => {
  it.each(slice(CASES, { fast: 16 }))("%s", async (_title, { name, operation, nth, onwards, slow, code }) => {
    const stage = await scene();
    open = stage;
    const { server, watch } = stage;
    const endpoint = endpoints.get(name);
    if (endpoint === undefined) throw new Error("not open");
    const elsewhere = stage.portsTo(endpoint.apiUrl);
    const way = slow ? patient(elsewhere, stage.clock) : elsewhere;
    const result = await stage.run(detour({ operation, nth, onwards }, way));

    if (result.kind === "unreadable") {
      expect([result.error.kind, server.service.writes]).toEqual(["unreachable", []]);
    } else if (result.kind === "applied") {
      expect([...dishonesties(result), ...falseSuccesses(result, server.service.bots())]).toEqual([]);
      if (isWrite(operation)) {
        const step = STEPS[operation];
        const outcome = result.report.outcomes.find(
          (one) => one.address === step.address && one.action === step.action,
        );
        expect(outcome?.detail).toContain(`nothing was sent: no connection (${code})`);
        expect([outcome?.kind, outcome?.wrote, server.arrivals.get(operation)]).toEqual(["failed", false, undefined]);
        // The other steps are done.
        if (!onwards) expect(result.exit).toBe(7);
      }
      if (onwards) expect(result.exit).not.toBe(0);
    } else expect.fail("an error in the plan");
    expect(endpoint.received()).toBe(0);
    expect(await stage.recover()).toBe("in order");
    watch.bystandersUntouched();
    expect(watch.breaches).toEqual([]);
  });
});
