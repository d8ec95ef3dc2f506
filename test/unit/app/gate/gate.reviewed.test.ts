// What the gate looks at after consent: the plan's age, its bots, holds and policies as they are by then, and other writers.
import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../../../../src/app/error.js";
import { type Candidate, type GateOptions, passPlans } from "../../../../src/app/gate/gate.js";
import { type Host, programHost } from "../../../../src/app/host.js";
import { holdsOf } from "../../../../src/app/ledger/ledger.js";
import { lock, lockedAccesses } from "../../../../src/app/ledger/lock.js";
import { loadSources } from "../../../../src/config/load.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import type { SeedBot } from "../../../../src/emulator/seed/seed.js";
import type { Plan } from "../../../../src/model/plan/plan.js";
import type { SavedPlan } from "../../../../src/model/planfile/planfile.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { refresh } from "../../../../src/reconcile/plan/refresh.js";
import { createClient } from "../../../../src/service/client.js";
import { serviceReader } from "../../../../src/service/ports.js";
import { EXCHANGE, SEED } from "../../../support/road.js";
import { desired, desiredBot } from "../../reconcile/fleet.js";
import { folder } from "../room.js";

const at = folder();
const HOUR = 3_600_000;
const NOTHING = { passes: true, exitCode: undefined, why: undefined, because: [] };

let emulator: RunningEmulator;
let id = 0;
let made: Plan;
beforeAll(async () => {
  emulator = await startEmulator({ seed: SEED });
  id = emulator.service.addBot("main", { ...desiredBot("a").fields, accessId: 1 } as SeedBot);
});
afterAll(() => emulator.close());
const endpointNow = () => ({ apiUrl: emulator.url, apiKey: "key", apiSecret: "secret" });
beforeEach(async () => {
  emulator.service.editBot(id, { leverage: 5 });
  const client = createClient({ ...endpointNow(), allow: "read" });
  const config = desired([desiredBot("a", { fields: { leverage: "7" } })]);
  made = makePlan(config, await refresh(config, serviceReader(client, EXCHANGE)));
  await client.close();
});

/** As if it were read from a file. */
const saved = (expiresAt: number, plan = made) =>
  ({
    ...{ formatVersion: 1, kind: "botform-plan", id: "0".repeat(32), toolVersion: "0", account: "main" },
    ...{ origin: emulator.url, keyFingerprint: "", configDigest: "d", mac: "", plan },
    createdAt: new Date(Date.now() - HOUR).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  }) as unknown as SavedPlan;

interface Scene extends Partial<GateOptions> {
  readonly about?: Partial<Candidate>;
  /** While the user is asked, who says yes; or, where nobody is asked, before anything. */
  readonly meanwhile?: () => unknown;
  readonly host?: Partial<Host>;
}

async function pass({ about, meanwhile = () => {}, host, ...options }: Scene = {}) {
  if (options.yes === true) await meanwhile();
  const ask = async () => {
    await meanwhile();
    return "yes";
  };
  const one: Candidate = {
    ...{
      account: "main",
      made,
      endpoint: endpointNow(),
      policySource: undefined,
      hasFindings: false,
      isStopped: undefined,
    },
    ...about,
  };
  const told: (string | undefined)[] = [];
  const { go, stopped, release } = await passPlans({ ...programHost({}), ask, ...host }, [one], {
    ...{ concurrency: 1, lockDir: at.fresh("locks") },
    onStopped: (some) => told.push(...some.map(({ why }) => why)),
    ...options,
  });
  await release();
  const [first] = stopped;
  const because = first?.because.map(({ code }) => code) ?? [];
  expect(told).toEqual(stopped.map(({ why }) => why));
  return { passes: go.length === 1, exitCode: first?.exitCode, why: first?.why, because };
}

const edit = () => emulator.service.editBot(id, { leverage: 9 });
const stale = (why = "the live bots differ from the plan, so plan again") => ({
  ...{ passes: false, exitCode: 4, why: `${why}; nothing was written`, because: ["apply/stale"] },
});

describe("bots that have changed since they were shown", () => {
  it("stop a plan that somebody was asked about, and a saved one, but not what was planned a moment ago", async () => {
    expect(await pass()).toEqual(NOTHING);
    expect(await pass({ meanwhile: edit })).toEqual(stale());
    expect(await pass({ meanwhile: edit, yes: true })).toEqual(NOTHING);
  });

  it("stop a saved one, whoever was asked", async () => {
    const about = { saved: saved(Date.now() + HOUR) };
    expect(await pass({ about, yes: true })).toEqual(NOTHING);
    expect(await pass({ about, yes: true, meanwhile: edit })).toEqual(stale());
  });

  it("are told in the words of the command", async () => {
    expect(await pass({ meanwhile: edit, staleText: "look again" })).toEqual(stale("look again"));
  });

  it("stop one that has waited for another run", async () => {
    const lockDir = at.fresh("locks");
    const about = { account: "other", endpoint: endpointNow(), accessIds: lockedAccesses(made) };
    const other = await lock(programHost({}), { lockDir }, about);
    if ("heldBy" in other) throw new Error("it is free");
    const say = () => {
      edit();
      void other.release();
    };
    expect(await pass({ yes: true, lockDir, host: { say } })).toEqual(stale());
  });
});

it("a saved plan is stopped once its time is over, before anything is read", async () => {
  const read = () => Promise.reject(new Error("read"));
  expect(await pass({ about: { saved: saved(Date.now() - 1) }, yes: true, host: { read } })).toEqual({
    ...{ passes: false, exitCode: 4, because: ["planfile/expired"] },
    why: "the plan has expired; nothing was written",
  });
});

describe("a plan that turns on a bot to which something has happened since it was saved", () => {
  /** Its log had nothing then. */
  async function turnsOn(): Promise<Plan> {
    const client = createClient({ ...endpointNow(), allow: "read" });
    const config = desired([desiredBot("a", { enabled: true, fields: { leverage: "5" } })]);
    const plan = makePlan(config, await refresh(config, serviceReader(client, EXCHANGE)));
    await client.close();
    return { ...plan, bots: { "main/a": { ...plan.bots["main/a"], log: [] } } } as unknown as Plan;
  }

  it("is stopped, and the problem is one, whatever else has changed", async () => {
    const about = { made: await turnsOn(), saved: saved(Date.now() + HOUR) };
    expect(await pass({ about, yes: true })).toEqual(stale());
    expect(await pass({ about, meanwhile: edit })).toEqual(stale());
  });

  it("goes on where it wasn't saved", async () => {
    expect(await pass({ about: { made: await turnsOn() } })).toEqual(NOTHING);
  });
});

describe("a hold", () => {
  const holding = (journal: string) => holdsOf({ folder: journal }, "main").set([{ bots: "main/a", reason: "why" }]);
  const held = {
    ...{ passes: false, exitCode: 6, because: [] },
    why: expect.stringMatching(/^main\/a is held: why; .*; nothing was written$/),
  };

  it("stops before anybody is asked, and after", async () => {
    const journal = at.fresh("journal");
    mkdirSync(journal, { recursive: true });
    expect(await pass({ journal })).toEqual(NOTHING);
    expect(await pass({ journal, meanwhile: () => holding(journal) })).toEqual(held);
    const ask = () => Promise.reject(new Error("asked"));
    expect(await pass({ journal, host: { ask } })).toEqual(held);
  });

  it("of the configuration stops, too", async () => {
    const config = loadSources([
      {
        file: "f.yaml",
        text: `version: 1
accounts:
  main: { apiUrl: ${emulator.url}, apiKey: "\${env.BOTFORM_K}", apiSecret: "\${env.BOTFORM_S}", accesses: { primary: Main } }
bots:
  a: { title: a, pairTitle: USDT-BTC, strategy: LONG }
holds: [{ bots: [main/a], reason: why }]
`,
      },
    ]);
    const policySource = { config, account: config.accounts[0], envs: [] };
    expect(await pass({ about: { policySource, hasFindings: true } })).toEqual(held);
  });
});

describe("policies", () => {
  const finding = { code: "policy/max-leverage", severity: "deny", kind: "breach", summary: "", remedy: "" } as const;

  it("that deny it in the plan stop it before anybody is asked", async () => {
    const denied: Plan = { ...made, findings: [finding] };
    const ask = () => Promise.reject(new Error("asked"));
    expect(await pass({ about: { made: denied, hasFindings: true }, host: { ask } })).toEqual({
      ...{ passes: false, exitCode: 6, because: [] },
      why: "policies deny it (policy/max-leverage): 1 denied; only a waiver in the configuration lets it through. Turning bots off is still possible; nothing was written",
    });
    expect(await pass({ about: { made: denied } })).toEqual(NOTHING);
  });

  it("that nobody can read stop it after the question, if the plan has findings of its own", async () => {
    expect(await pass({ about: { policySource: "unknown", hasFindings: true } })).toEqual({
      ...{ passes: false, exitCode: 6, because: [] },
      why: "the configuration has errors, so it is unknown which policies apply; fix what botform validate names. Turning bots off is still possible; nothing was written",
    });
    expect(await pass({ about: { policySource: "unknown", hasFindings: true }, yes: true })).toEqual(NOTHING);
  });

  const sourceOf = (policies: string, env = {}) => {
    const text = `version: 1
accounts:
  main: { apiUrl: ${emulator.url}, apiKey: "\${env.BOTFORM_K}", apiSecret: "\${env.BOTFORM_S}", accesses: { primary: Main } }
bots: {}
${policies}`;
    const config = loadSources([{ file: "f.yaml", text }]);
    return { config, account: config.accounts[0], envs: [env] };
  };

  it("that denied a saved plan, and that the configuration has lost, stop it", async () => {
    const plan: Plan = { ...made, findings: [{ ...finding, policy: "gone" }] };
    const about = { saved: saved(Date.now() + HOUR, plan), hasFindings: true, policySource: sourceOf("") };
    expect(await pass({ about, yes: true })).toEqual({
      ...{ passes: false, exitCode: 6, because: [] },
      why: "policies denied it when it was made, and this configuration doesn't have them (gone); plan again; nothing was written",
    });
  });

  it("that are as they were let a saved plan through, and one that was just made", async () => {
    const kept = { saved: saved(Date.now() + HOUR), hasFindings: true };
    for (const about of [
      kept,
      { ...kept, policySource: sourceOf("") },
      { hasFindings: true, policySource: sourceOf("") },
    ])
      expect(await pass({ about, yes: true })).toEqual(NOTHING);
    expect(await pass({ about: { ...kept, policySource: "unknown" }, yes: true })).toMatchObject({
      exitCode: 6,
      why: expect.stringMatching(/^the configuration has errors/),
    });
  });

  it("are evaluated where the plan has no findings of its own", async () => {
    const policies = "policies: { stop: { rule: kill-switch, env: BOTFORM_STOP } }\n";
    expect(await pass({ about: { policySource: sourceOf(policies) }, yes: true })).toEqual(NOTHING);
    const engaged = { policySource: sourceOf(policies, { BOTFORM_STOP: "1" }) };
    expect(await pass({ about: engaged, yes: true })).toMatchObject({
      exitCode: 6,
      why: expect.stringMatching(/^policies deny it \(policy\/kill-switch\): 1 denied/),
    });
  });
});

describe("another writer", () => {
  it("stops it after the time to wait, by name", async () => {
    const lockDir = at.fresh("locks");
    const about = { account: "other", endpoint: endpointNow(), accessIds: lockedAccesses(made) };
    const other = await lock(programHost({}), { lockDir }, about);
    if ("heldBy" in other) throw new Error("it is free");
    expect(await pass({ lockDir, lockTimeout: 0 })).toEqual({
      ...{ passes: false, exitCode: 1, because: [] },
      why: expect.stringMatching(/ writes to the same access; nothing was written$/),
    });
    await other.release();
  });

  it("gets its turn once the run is released, or has failed", async () => {
    const lockDir = at.fresh("locks");
    const failed = () => Promise.reject(new AppError("left", { exitCode: 130 }));
    await expect(pass({ lockDir, host: { read: failed } })).rejects.toMatchObject({ exitCode: 130 });
    expect(await pass({ lockDir, lockTimeout: 0 })).toEqual(NOTHING);
    expect(await pass({ lockDir, lockTimeout: 0 })).toEqual(NOTHING);
  });
});

describe("the question", () => {
  const sums = (quote: string, position: string) => ({ quotes: [{ quote, position }] });
  const money = { before: sums("USDT", "100.004"), after: sums("USDT", "250.126") } as unknown as Plan["money"];

  async function question(plans: readonly Plan[], options: Partial<GateOptions> = {}): Promise<string[]> {
    const asked: string[] = [];
    const ask = async (text: string) => {
      asked.push(text);
      return "no";
    };
    const all = plans.map(
      (one): Candidate => ({
        ...{
          account: one.account,
          made: one,
          endpoint: endpointNow(),
          policySource: undefined,
          hasFindings: false,
          isStopped: undefined,
        },
      }),
    );
    const passed = await passPlans({ ...programHost({}), ask }, all, {
      ...{ concurrency: 1, lockDir: at.fresh("locks") },
      ...options,
    });
    await passed.release();
    return asked;
  }
  const withMoney = (after: unknown, before: unknown = money?.before): Plan =>
    ({ ...made, money: { before, after } }) as unknown as Plan;

  it("says what becomes of the positions of one account, where that changes", async () => {
    const about = "Carry out 1 step on the account main (1 to update";
    const end = ')? Type "yes" to go ahead: ';
    expect(await question([withMoney(money?.after)])).toEqual([`\n${about}, position at most 100 → 250.13 USDT${end}`]);
    expect(await question([withMoney(money?.before)])).toEqual([`\n${about}${end}`]);
    expect(await question([withMoney(sums("USDC", "5"))])).toEqual([`\n${about}, position at most 0 → 5 USDC${end}`]);
    expect(await question([withMoney(sums("USDC", "0"))])).toEqual([`\n${about}${end}`]);
  });

  it("names the accounts, without the money of several", async () => {
    expect(await question([withMoney(money?.after), { ...withMoney(money?.after), account: "copy" }])).toEqual([
      '\nCarry out 2 steps on the accounts main, copy (2 to update)? Type "yes" to go ahead: ',
    ]);
  });

  it("is the command's own, where it has one", async () => {
    expect(await question([made], { consent: { question: "Shall it?", answer: "no" } })).toEqual(["Shall it?"]);
  });
});
