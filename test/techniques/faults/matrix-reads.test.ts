// Every fault of a read at every read of a run, planning included.
import { afterEach, describe, expect, it } from "vitest";
import type { OperationName } from "../../../src/service/operations.js";
import { slice } from "../../support/lane.js";
import { isWrite } from "./expectation.js";
import { ALL, type Fault, READS } from "./fault.js";
import { NETWORK_FAULTS } from "./network-faults.js";
import { dishonesties, falseSuccesses, type Result } from "./order.js";
import { type Scene, scene } from "./scene.js";
import { SERVER_FAULTS } from "./server-faults.js";
import { fakeTimers } from "./wire-clock.js";

fakeTimers();

/** How often a run without faults asks for what. */
async function countRequests(): Promise<ReadonlyMap<OperationName, number>> {
  const stage = await scene();
  await stage.run();
  await stage.close();
  return stage.server.arrivals;
}

const COUNTS = await countRequests();

interface Case {
  readonly fault: Fault;
  readonly operations: readonly OperationName[];
  readonly nth: number;
}

function casesOf(fault: Fault, operations: readonly OperationName[], what: string): (readonly [string, Case])[] {
  const most = operations.reduce((sum, operation) => sum + (COUNTS.get(operation) ?? 0), 0);
  return Array.from({ length: most }, (_, at) => [
    `${fault.name}, at ${what} ${at + 1}: ${fault.must}`,
    { fault, operations, nth: at + 1 },
  ]);
}

const EVERY = [...NETWORK_FAULTS, ...SERVER_FAULTS]
  .filter(({ read }) => read !== undefined)
  .flatMap((fault) =>
    fault.read === "rejected"
      ? casesOf(fault, ALL, "request")
      : fault.operations
          .filter((operation) => READS.includes(operation))
          .flatMap((operation) => casesOf(fault, [operation], operation)),
  );
// `npm run faults` takes all of them.
const CASES = slice(EVERY, { fast: 36, all: EVERY.length / 2 });

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

/** What each verdict promises of the run's result. */
function judge({ read }: Fault, result: Result, { server, strikesInPlan }: Scene): void {
  const written = server.service.writes.length;
  const spoilsPlans = read === "final" || read === "rejected";
  if (spoilsPlans && result.kind !== "unreadable") expect(strikesInPlan()).toBe(0);
  if (read === "passing" || read === "harmless") {
    expect(result).toMatchObject({ kind: "applied", exit: 0, report: { unsettled: [], violations: [] } });
  } else if (result.kind === "unreadable") {
    expect([written, result.error.kind === "auth"]).toEqual([0, read === "rejected"]);
  } else if (result.kind === "forbidden") {
    expect([written, read]).toEqual([0, "misread"]);
  } else if (read === "rejected") {
    const { stop, unsettled } = result.report;
    expect([stop === "unauthorized" || unsettled.length > 0, result.exit === 0]).toEqual([true, false]);
    expect(server.afterwards.filter(isWrite)).toEqual([]);
    // The second try of a read, those of other reads under way, and the last looks.
    expect(server.afterwards.length).toBeLessThan(6);
  }
}

describe("a fault at a read", () => {
  it.each(CASES)("%s", async (_title, { fault, operations, nth }) => {
    const stage = await start();
    const { server, watch } = stage;
    server.arm({ fault, operations, nth, phase: "before" });
    const result = await stage.run();
    expect(server.strikes).toBeGreaterThan(0);
    if (result.kind === "applied")
      expect([...dishonesties(result), ...falseSuccesses(result, server.service.bots())]).toEqual([]);
    judge(fault, result, stage);
    expect(server.trapped).toBe(0);
    // A list that is empty from the very first look on can't be told from that of a new account: copies come of it, off.
    const isUntellable = fault.name === "list is suddenly empty from then on" && nth === 1;
    expect(await stage.recover()).toBe(isUntellable ? "for a human" : "in order");
    watch.bystandersUntouched();
    expect(watch.breaches).toEqual([]);
  });
});

describe("a key that may not list bots any more", () => {
  // Every step is applied, and the audit (rule 15) couldn't be.
  it("doesn't make a run a success that had no last look", async () => {
    const fault = SERVER_FAULTS.find(({ name }) => name === "HTTP 401 from then on");
    if (fault === undefined) throw new Error("no such fault");
    for (let nth = 1; nth <= (COUNTS.get("listBots") ?? 0); nth += 1) {
      const stage = await scene();
      stage.server.arm({ fault, operations: ["listBots"], nth, phase: "before" });
      const result = await stage.run();
      await stage.close();
      if (result.kind === "applied") expect(result.exit).not.toBe(0);
    }
  });
});
