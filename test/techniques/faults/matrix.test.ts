// Every fault at every write, before and after the emulator acted; those at reads are in matrix-reads.test.ts.
import { afterEach, describe, expect, it } from "vitest";
import { slice } from "../../support/lane.js";
import { expected, isWrite, STEPS, type Write } from "./expectation.js";
import type { Fault, Phase } from "./fault.js";
import { NETWORK_FAULTS } from "./network-faults.js";
import { dishonesties, falseSuccesses } from "./order.js";
import { type Scene, scene } from "./scene.js";
import { SERVER_FAULTS } from "./server-faults.js";
import { fakeTimers } from "./wire-clock.js";

fakeTimers();

/** Longer than anything that is carried out late. */
const LATE_MS = 660_000;

interface Case {
  readonly fault: Fault;
  readonly operation: Write;
  readonly phase: Phase;
  /** When the next run begins. */
  readonly next: "at once" | "late";
}

const CASES = [...NETWORK_FAULTS, ...SERVER_FAULTS].flatMap((fault) =>
  fault.operations.filter(isWrite).flatMap((operation) =>
    fault.phases.flatMap((phase) =>
      (fault.actsLate === true ? (["at once", "late"] as const) : (["at once"] as const)).map((next) => {
        const title = `${fault.name}, at ${operation}, ${phase} it was carried out, next run ${next}: ${fault.must}`;
        const one: Case = { fault, operation, phase, next };
        return [title, one] as const;
      }),
    ),
  ),
);

/** Two copies come of a create that is doubled, and of one that lands when the next run has sent its own. */
function makesTwo({ fault, operation, next }: Case): boolean {
  return operation === "createBot" && (fault.write === "doubled" || (fault.write === "later" && next === "at once"));
}

let open: Scene | undefined;

afterEach(async () => {
  const closing = open;
  open = undefined;
  await closing?.close();
});

async function start(): Promise<Scene> {
  open = await scene();
  return open;
}

describe("without a fault", () => {
  it("all is applied, and nothing is left to do", async () => {
    const stage = await start();
    expect(await stage.run()).toMatchObject({ kind: "applied", exit: 0 });
    expect(await stage.recover()).toBe("in order");
    expect(stage.watch.breaches).toEqual([]);
  });
});

describe("a fault at a write", () => {
  it.each(slice(CASES, { fast: 60 }))("%s", async (_title, one) => {
    const { fault, operation, phase, next } = one;
    const stage = await start();
    const { server, clock, watch } = stage;
    server.arm({ fault, operations: [operation], nth: 1, phase });
    const result = await stage.run();
    expect(server.strikes).toBeGreaterThan(0);
    if (result.kind !== "applied") throw new Error(`the plan came to ${result.kind}`);
    expect([...dishonesties(result), ...falseSuccesses(result, server.service.bots())]).toEqual([]);

    const { address, action } = STEPS[operation];
    const outcome = result.report.outcomes.find((each) => each.address === address && each.action === action);
    expect([outcome?.kind, result.exit], outcome?.detail).toEqual(expected(fault.write, phase, operation));
    expect(server.service.requests.createBot).toBeLessThanOrEqual(fault.write === "doubled" ? 2 : 1);
    // Nothing more is sent; what was sent is read back.
    if (fault.write === "rejected") expect(server.afterwards.filter(isWrite)).toEqual([]);

    if (next === "late") clock.advance(LATE_MS);
    server.settle();
    const first = await stage.recover();
    if (fault.actsLate === true) clock.advance(LATE_MS);
    server.settle();
    expect(fault.actsLate === true ? await stage.recover() : first).toBe(makesTwo(one) ? "for a human" : "in order");
    expect(server.service.bots().filter(({ values }) => values.title === "new")).toHaveLength(makesTwo(one) ? 2 : 1);
    expect(server.trapped).toBe(0);
    watch.bystandersUntouched();
    expect(watch.breaches).toEqual([]);
  });
});
