// A log that lags behind is read once it has had time to show what has happened (rule 21), where the ledger knows by how much it lags.
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../../src/app/clock.js";
import { appliedAlready, movedOnSince } from "../../../../src/app/gate/single-use.js";
import { headingOf, ledgerOf } from "../../../../src/app/ledger/ledger.js";
import { folderDisk } from "../../../../src/disk/folder.js";
import { startEmulator } from "../../../../src/emulator/http/server.js";
import type { SeedBot } from "../../../../src/emulator/seed/seed.js";
import type { SeenThen } from "../../../../src/model/service-questions.js";
import { beginJournal } from "../../../../src/reconcile/ledger/journal.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { refresh } from "../../../../src/reconcile/plan/refresh.js";
import { LOG_ENTRIES, withLogs } from "../../../../src/reconcile/plan/single-use.js";
import { createClient } from "../../../../src/service/client.js";
import { serviceReader } from "../../../../src/service/ports.js";
import { EXCHANGE, SEED } from "../../../support/road.js";
import { desired, desiredBot, live } from "../../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";
import { folder, listening } from "../room.js";

const place = folder();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))));

const LAG_MS = 700;
/** Longer than any test takes: who doesn't wait finds nothing. */
const NEVER_MS = 3_600_000;
const AT = Date.parse("2026-11-20T09:00:00Z");
const lagged = (value: number, below: number): SeenThen => ({
  ...{ name: "logLag", value, below, at: AT },
  ...{ detail: "", tool: "1" },
});

/** A saved plan turns bot a on, which another folder's apply has done just now, and somebody has turned it off again. */
async function again(
  answers: readonly SeenThen[],
  { lagMs = NEVER_MS, enabled = true, named }: { lagMs?: number; enabled?: boolean; named?: [string | undefined] } = {},
) {
  const config = desired([desiredBot("a", { enabled })]);
  const emulator = await startEmulator({ seed: SEED, quirks: { logLag: lagMs } });
  // complete: a bot to be made
  const id = emulator.service.addBot("main", { ...config.bots[0]?.fields, accessId: 1 } as SeedBot);
  const endpoint = { apiUrl: emulator.url, apiKey: "key", apiSecret: "secret" };
  const client = createClient({ ...endpoint, allow: "bots" });
  open.push(client, emulator);
  const made = makePlan(config, await refresh(config, serviceReader(client, EXCHANGE)));
  const plan = await withLogs(made, (botId) => client.botLogs(botId, LOG_ENTRIES));
  await client.turnOn(id);
  await client.turnOff(id);
  const journal = place.fresh("journal");
  await ledgerOf({ folder: journal }, plan.account, endpoint).learn(answers);
  const { host, said } = listening();
  const problems = await movedOnSince(host, { made: plan, endpoint }, named === undefined ? journal : named[0]);
  return { codes: problems.map(({ code }) => code), said };
}

describe("a saved plan that a run of this ledger has applied", () => {
  const MADE = planOf([plannedBot("a", live(7, "a"))], [step("turn-on", "a")]);
  const appliedIn = async (planId: string, kind: "applied" | "not-started") => {
    const journal = place.fresh("journal");
    const endpoint = { apiUrl: "http://127.0.0.1:1", apiKey: "key", apiSecret: "secret" };
    const heading = { ...headingOf({ folder: journal, planId }, MADE, endpoint), id: "2026-11-20T09-00-00Z-0000abcd" };
    const run = await beginJournal(folderDisk(journal), systemClock, heading, MADE);
    const outcome = { ...step("turn-on", "a"), kind, detail: "d", stale: false, wrote: kind === "applied" };
    run.outcome(outcome);
    await run.end({ outcomes: [outcome], notes: [], unsettled: [], violations: [] });
    return journal;
  };

  it("is named with that run", async () => {
    expect(await appliedAlready(await appliedIn("1".repeat(32), "applied"), { id: "1".repeat(32) })).toEqual({
      ...{ severity: "error", code: "planfile/applied-already" },
      summary: "the plan has already been applied, by the run 2026-11-20T09-00-00Z-0000abcd",
      remedy: expect.any(String),
    });
  });

  it("is no other plan's, and needs a ledger that can be read", async () => {
    const journal = await appliedIn("1".repeat(32), "applied");
    const [own, other] = [{ id: "1".repeat(32) }, { id: "2".repeat(32) }];
    const unread = place.written("no folder", "file");
    expect([
      await appliedAlready(journal, other),
      await appliedAlready(journal, undefined),
      await appliedAlready(undefined, own),
      await appliedAlready(unread, own),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe("a saved plan that was carried out a moment ago", () => {
  it("is stale where the logs' lag is known, and waited for", async () => {
    expect(await again([lagged(500, LAG_MS + 1)], { lagMs: LAG_MS })).toEqual({
      codes: ["apply/stale"],
      said: [
        "note: the logs of bots lag behind by up to 0.7 s (seen 2026-11-20); the plan waits as long, to see what has happened to them",
      ],
    });
  });

  it.each([
    ["nobody has seen a lag", []],
    ["what happened was there at the first look", [lagged(0, 90)]],
  ])("isn't seen to be where %s", async (_why, answers) => {
    expect(await again(answers)).toEqual({ codes: [], said: [] });
  });

  it.each([
    ["there is no ledger", () => undefined],
    ["the ledger can't be read", () => place.written("no folder", "file")],
  ])("waits for no log where %s", async (_why, journal) => {
    expect(await again([lagged(500, LAG_MS + 1)], { named: [journal()] })).toEqual({ codes: [], said: [] });
  });

  it("waits for no log where it turns nothing on", async () => {
    expect(await again([lagged(500, LAG_MS + 1)], { enabled: false })).toEqual({ codes: [], said: [] });
  });
});
