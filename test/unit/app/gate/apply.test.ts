// An apply from plans to results: how many bots at once, what is refused before a client is opened, one account beside others.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Attempt } from "../../../../src/app/attempt.js";
import { chooseAccounts } from "../../../../src/app/files/configuration.js";
import {
  type ApplyOptions,
  apply,
  applyAll,
  applyPlanned,
  botsAtOnce,
  failedAccount,
} from "../../../../src/app/gate/apply.js";
import { pickRun, readFolder, showRun } from "../../../../src/app/ledger/history.js";
import { holdsOf, ledgerOf } from "../../../../src/app/ledger/ledger.js";
import { type Planned, planAccounts } from "../../../../src/app/planning/plan.js";
import { planBack, resolve, resolveRuns, undo } from "../../../../src/app/planning/undo.js";
import type { Finding } from "../../../../src/model/policy/finding.js";
import { journalLine } from "../../../../src/reconcile/ledger/journal-format.js";
import { botCalled, workplace } from "../../../commands/workplace.js";
import { listening, refusal } from "../room.js";

const at = workplace();
const FIELDS = Object.entries(botCalled("x")).filter(([name]) => name !== "accessId" && name !== "title");
const account = (name: string, access: string) =>
  `  ${name}:\n    apiUrl: \${env.BOTFORM_DEMO_API_URL}\n    apiKey: \${env.BOTFORM_${name.toUpperCase()}_KEY}\n    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}\n    accesses: { primary: ${access} }\n`;
const yaml = (bots: string, { second = "Main futures" } = {}) =>
  `version: 1\naccounts:\n${account("one", "Main futures")}${account("two", second)}defaults:\n${FIELDS.map(
    ([name, value]) => `  ${name}: ${value}\n`,
  ).join("")}bots:\n${bots}`;
const LATER = "  a: { title: A, leverage: 7 }\n  b: { title: B, enabled: true }\n";

async function started() {
  const seeded = (name: string, firstId: number) => ({
    ...{ name, apiKey: `${name}-key`, apiSecret: "demo-secret", balance: { USDT: "100000" } },
    accesses: [{ accessId: firstId, title: "Main futures" }],
    bots: ["A", "B"].map((title, index) => ({ ...botCalled(title), id: firstId + 1 + index, accessId: firstId })),
  });
  const env = await at.started({
    seed: { accounts: [seeded("one", 100), seeded("two", 200)] },
    quirks: { commandDelay: 0 },
  });
  return { ...env, BOTFORM_ONE_KEY: "one-key", BOTFORM_TWO_KEY: "two-key" };
}

async function planned(env: Record<string, string>, text: string, names: readonly string[] = ["one", "two"]) {
  const heard = listening(env, { answer: "yes" });
  const options = { config: at.written(text), account: names, concurrency: 4, journal: at.fresh("journal") };
  const plans = await planAccounts(heard.host, options, chooseAccounts(options));
  return { ...heard, plans, options };
}
const OPTIONS: Omit<ApplyOptions, "journal"> = { concurrency: 4, commandTimeout: 5, yes: true };

/** The values by bot, as the service has them. */
const live = () =>
  at.emulator.service.bots().map(({ id, values, enabled }) => `${id} ${values.leverage} ${enabled ? "on" : "off"}`);
const made = (one: Attempt<Planned> | undefined) => {
  if (one === undefined || !("value" in one)) throw new Error("no plan");
  return one.value;
};

describe("bots at once", () => {
  it.each([
    [undefined, undefined, 8],
    [{}, 3, 3],
    [{ concurrency: 2 }, 3, 2],
    [{ requestsPerSecond: 10 }, undefined, 5],
    [{ requestsPerSecond: 100 }, undefined, 8],
    [{ requestsPerSecond: 100, addressRequestsPerSecond: 6 }, undefined, 3],
    [{ addressRequestsPerSecond: 6 }, undefined, 3],
    [{ requestsPerSecond: 5 }, undefined, 2],
    [{ requestsPerSecond: 1 }, undefined, 1],
    [{ requestsPerSecond: 0.2 }, undefined, 1],
    [{ requestsPerSecond: 4, concurrency: 20 }, undefined, 2],
  ])("with a budget of %j and %s wanted are %s", (budget, wanted, expected) => {
    expect(botsAtOnce(budget, wanted)).toBe(expected);
  });
});

describe("a plan", () => {
  const DENIAL: Finding = {
    ...{ code: "policy/max-leverage", severity: "deny", kind: "breach", policy: "few", address: "one/a" },
    ...{ summary: "s", remedy: "r" },
  };
  it("with errors, or that policies deny, isn't applied", async () => {
    const { plans } = await planned(await started(), yaml(LATER));
    const { made: plan, endpoint } = made(plans[0]);
    const error = { severity: "error", code: "plan/x", summary: "s" } as const;
    await expect(apply({ ...plan, diagnostics: [error] }, endpoint)).rejects.toThrow(
      new RangeError("the plan has errors and can't be applied"),
    );
    await expect(apply({ ...plan, findings: [DENIAL] }, endpoint)).rejects.toThrow(
      new RangeError("policies deny the plan"),
    );
    at.nothingWritten();
    const warned = { ...plan, diagnostics: [{ ...error, severity: "warning" }], findings: [] } as const;
    expect((await apply(warned, endpoint)).outcomes.map(({ kind }) => kind)).toEqual(["applied", "applied"]);
  });

  it("that was denied when it was made isn't applied, and the policies aren't asked again", async () => {
    const { host, plans, options, reads } = await planned(await started(), yaml(LATER), ["one"]);
    const one = made(plans[0]);
    const denied = { account: "one", value: { ...one, made: { ...one.made, findings: [DENIAL] } } };
    reads.length = 0;
    const [result] = await applyPlanned(host, [denied], { ...OPTIONS, journal: options.journal });
    expect([result?.exitCode, result?.report, reads]).toEqual([6, undefined, []]);
    expect(result?.error).toMatch(/^policies deny it \(policy\/max-leverage\): 1 denied; /);
    at.nothingWritten();
  });

  it("is recorded where a journal is wanted, and has a run's id only there", async () => {
    const { plans } = await planned(await started(), yaml(LATER));
    const folder = at.fresh("runs");
    const { made: plan, endpoint } = made(plans[0]);
    expect(await apply(plan, endpoint)).not.toHaveProperty("runId");
    expect(existsSync(folder)).toBe(false);
    const second = made(plans[1]);
    const { runId = "" } = await apply(second.made, second.endpoint, { journal: { folder } });
    expect(readdirSync(folder)).toContain(`${runId}.jsonl`);
  });
});

describe("accounts", () => {
  it("are applied beside each other, each with its result, in their order", async () => {
    const { host, plans, options } = await planned(await started(), yaml(LATER));
    const begun: string[] = [];
    const events: string[] = [];
    const results = await applyPlanned(host, plans, {
      ...OPTIONS,
      journal: options.journal,
      onEvent: (plan) => {
        begun.push(plan.account);
        return ({ type }) => void events.push(`${plan.account} ${type}`);
      },
    });
    expect(results.map(({ account: name, exitCode, report }) => [name, exitCode, report?.outcomes.length])).toEqual([
      ["one", 0, 2],
      ["two", 0, 2],
    ]);
    expect(live()).toEqual(["101 7 off", "102 5 on", "201 7 off", "202 5 on"]);
    expect(begun.toSorted()).toEqual(["one", "two"]);
    expect(new Set(events.map((event) => event.split(" ")[0]))).toEqual(new Set(["one", "two"]));
    const run = await showRun({ journal: options.journal, id: results[1]?.report?.runId ?? "" });
    expect(run).toMatchObject({ account: "two", command: "apply" });
  });

  it("tell each event to who records it before it is drawn", async () => {
    const { host, plans, options } = await planned(await started(), yaml(LATER), ["one"]);
    const told: string[] = [];
    const drawing: typeof host = {
      ...host,
      run: (_sizes, task) =>
        task(new AbortController().signal, () => ({
          onPause: () => {},
          onEvent: ({ type }) => void told.push(`drawn ${type}`),
        })),
    };
    const onEvent: ApplyOptions["onEvent"] =
      () =>
      ({ type }) =>
        void told.push(`recorded ${type}`);
    await applyPlanned(drawing, plans, { ...OPTIONS, journal: options.journal, onEvent });
    const types = told.filter((one) => one.startsWith("drawn ")).map((one) => one.slice("drawn ".length));
    expect(types).toContain("started");
    expect(told).toEqual(types.flatMap((type) => [`recorded ${type}`, `drawn ${type}`]));
  });

  it("wait for one that can't be used: nothing is written to any", async () => {
    const { host, plans, options } = await planned(await started(), yaml(LATER, { second: "Elsewhere" }));
    const results = await applyPlanned(host, plans, { ...OPTIONS, journal: options.journal });
    expect(results.map(({ account: name, exitCode }) => [name, exitCode])).toEqual([
      ["one", 3],
      ["two", 3],
    ]);
    expect(results[0]?.error).toContain("two");
    at.nothingWritten();
  });

  it("don't wait for one that can't be read", async () => {
    const env = await started();
    const { host, plans, options } = await planned(env, yaml(LATER));
    const failure = { exitCode: 5, message: "it can't\nbe read", diagnostics: [] } as const;
    const results = await applyPlanned(host, [{ account: "two", failure }, ...plans.slice(0, 1)], {
      ...OPTIONS,
      journal: options.journal,
    });
    expect(results.map(({ account: name, exitCode, plan }) => [name, exitCode, plan !== undefined])).toEqual([
      ["two", 5, false],
      ["one", 0, true],
    ]);
    expect(live()).toEqual(["101 7 off", "102 5 on", "201 5 off", "202 5 off"]);
  });

  it("that failed are told in one line", () => {
    const diagnostics = [{ severity: "error", code: "config/x", summary: "s" }] as const;
    const failure = { exitCode: 5, message: "it can't\nbe read", diagnostics } as const;
    const { error, ...rest } = failedAccount({ account: "two", failure });
    expect(rest).toEqual({ account: "two", exitCode: 5, diagnostics });
    expect(error).not.toContain("\n");
  });

  it("without a step are done, and nobody is asked", async () => {
    const { host, plans, options, said } = await planned(await started(), yaml("  a: { title: A }\n"));
    const results = await applyPlanned(host, plans, { ...OPTIONS, yes: false, journal: options.journal });
    expect(results.map(({ exitCode, report, error }) => [exitCode, report, error])).toEqual([
      [0, undefined, undefined],
      [0, undefined, undefined],
    ]);
    expect(said).toEqual([]);
  });

  it("are held to their limits, unless there are none", async () => {
    const env = await started();
    const { host, plans, options } = await planned(env, yaml(LATER));
    const limited = { ...OPTIONS, journal: options.journal };
    const [found] = plans.slice(0, 1).map((one) => ({ account: "one", hasFindings: true, ...made(one) }));
    if (found === undefined) throw new Error("no plan");
    const limits = { maxChangedPercent: 100, maxTurnOns: 0 };
    const candidate = { ...found, made: { ...found.made, limits } };
    const [stopped] = await applyAll(host, [candidate], limited);
    expect([stopped?.exitCode, stopped?.plan?.account, stopped?.report]).toEqual([6, "one", undefined]);
    expect(stopped?.error).toBeDefined();
    at.nothingWritten();
    const [through] = await applyAll(host, [candidate], { ...limited, isUnlimited: true });
    expect(through?.exitCode).toBe(0);
  });

  it("keep their order where the gate stops a later one", async () => {
    const { host, plans, options } = await planned(await started(), yaml(LATER));
    const [one, two] = [made(plans[0]), made(plans[1])];
    const limits = { maxChangedPercent: 100, maxTurnOns: 0 };
    const candidates = [
      { account: "one", hasFindings: true, ...one },
      { account: "two", hasFindings: true, ...two, made: { ...two.made, limits } },
    ];
    const results = await applyAll(host, candidates, { ...OPTIONS, journal: options.journal });
    expect(results.map(({ account: name, exitCode }) => [name, exitCode])).toEqual([
      ["one", 0],
      ["two", 6],
    ]);
  });

  it.each([
    ["one/b", 0, "that the run has switched"],
    ["one/a", 5, "that it has only updated"],
    ["one/z", 5, "that it hasn't touched"],
  ])("with a bot in doubt, %s, end with %s: one %s", async (address, exitCode) => {
    const { host, plans, options } = await planned(await started(), yaml(LATER), ["one"]);
    const { made: plan, ...rest } = made(plans[0]);
    const doubt = { severity: "warning", code: "plan/in-doubt", summary: "s", address } as const;
    const other = { ...doubt, code: "plan/x", address: "one/z" };
    const candidate = { ...rest, account: "one", hasFindings: true, made: { ...plan, diagnostics: [other, doubt] } };
    const [result] = await applyAll(host, [candidate], { ...OPTIONS, journal: options.journal });
    expect([result?.exitCode, result?.report?.outcomes.map(({ kind }) => kind)]).toEqual([
      exitCode,
      ["applied", "applied"],
    ]);
  });

  it("whose journal can't be written are left as they are", async () => {
    const { host, plans } = await planned(await started(), yaml(LATER), ["one"]);
    const journal = at.written("a file in the folder's place", "journal");
    const [result] = await applyPlanned(host, plans, { ...OPTIONS, journal });
    expect([result?.exitCode, result?.begun, result?.report]).toEqual([1, true, undefined]);
    expect(result?.error).toMatch(/^the journal can't be written, so nothing was sent: .*--journal\.$/);
    at.nothingWritten();
  });
});

it("bots off while somebody is asked: a yes that comes later writes nothing", async () => {
  const { host, plans, options } = await planned(await started(), yaml(LATER), ["one"]);
  const { endpoint } = made(plans[0]);
  const ask = async () => {
    await ledgerOf({ folder: options.journal }, "one", endpoint).stop();
    return "yes";
  };
  const [end] = await applyPlanned({ ...host, ask }, plans, { ...OPTIONS, yes: false, journal: options.journal });
  expect(end?.report?.outcomes.map(({ action, kind }) => [action, kind])).toEqual([
    ["update", "not-started"],
    ["turn-on", "not-started"],
  ]);
  expect([end?.exitCode, live()]).toEqual([1, ["101 5 off", "102 5 off", "201 5 off", "202 5 off"]]);
});

it("bots off after a plan was begun: its apply writes nothing", async () => {
  const { host, plans, options } = await planned(await started(), yaml(LATER), ["one"]);
  await ledgerOf({ folder: options.journal }, "one", made(plans[0]).endpoint).stop();
  const [end] = await applyPlanned(host, plans, { ...OPTIONS, journal: options.journal });
  expect(end?.report?.outcomes.map(({ kind }) => kind)).toEqual(["not-started", "not-started"]);
});

it("bots off while an undo still reads: it writes nothing but turn-offs", async () => {
  const { host, plans, options } = await planned(await started(), yaml(LATER), ["one"]);
  await applyPlanned(host, plans, { ...OPTIONS, journal: options.journal });
  const { endpoint } = made(plans[0]);
  const read: typeof host.read = async (name, task) => {
    await ledgerOf({ folder: options.journal }, "one", endpoint).stop();
    return host.read(name, task);
  };
  const { candidate } = await planBack({ ...host, read }, { ...options, id: "last", account: "one" });
  const [end] = await applyAll(host, [candidate], { ...OPTIONS, journal: options.journal });
  expect(end?.report?.outcomes.map(({ action, kind }) => [action, kind])).toEqual([
    ["turn-off", "applied"],
    ["update", "not-started"],
  ]);
});

it("a run that no gate has seen sends a held bot nothing but turn-offs, and says so", async () => {
  const { plans, options } = await planned(await started(), yaml(LATER), ["one"]);
  const { made: plan, endpoint } = made(plans[0]);
  const folder = options.journal;
  await holdsOf({ folder }, "one").set([{ bots: "one/b", reason: "why" }]);
  const report = await apply(plan, endpoint, { journal: { folder }, commandDeadlineMs: 5_000 });
  expect(report.outcomes.map(({ action, kind, detail = "" }) => [action, kind, detail.includes("held")])).toEqual([
    ["update", "applied", false],
    ["turn-on", "not-started", true],
  ]);
  expect(live().slice(0, 2)).toEqual(["101 7 off", "102 5 off"]);
});

it("an apply records which bots aren't protected any more, and ends with 7 where something waited for that", async () => {
  const env = await started();
  const guarded = yaml("  a: { title: A, protect: true }\n  b: { title: B, protect: true }\n");
  const { host, options } = await planned(env, guarded, ["one"]);
  const lifting = async (text: string) => {
    const chosen = { ...options, config: at.written(text) };
    const plans = await planAccounts(host, chosen, chooseAccounts(chosen));
    const [end] = await applyPlanned(host, plans, { ...OPTIONS, journal: options.journal });
    return [end?.exitCode, end?.plan?.lifted?.map(({ address, waits }) => `${address} ${waits}`), end?.report?.notes];
  };
  const without = yaml("  a: { title: A, leverage: 7 }\n  b: { title: B }\n");
  expect(await lifting(without)).toEqual([
    7,
    ["one/a 1", "one/b 0"],
    [expect.stringMatching(/^it is recorded that one\/a isn't/)],
  ]);
  expect(live()[0]).toBe("101 5 off");
  expect(await lifting(without)).toEqual([0, undefined, []]);
  expect(live()[0]).toBe("101 7 off");
});

describe("accounts that wait for their turn", () => {
  it("are said, and all have theirs", async () => {
    const { host, plans, options, said } = await planned(await started(), yaml(LATER));
    const results = await applyPlanned(host, plans, { ...OPTIONS, journal: options.journal, accountsAtOnce: 1 });
    expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(said).toContain("note: 2 accounts, 1 at a time: 1 wait for their turn (--accounts-at-once)");
  });

  it("never begin after an interrupt: no step was started, nothing was read or written, and no run is recorded", async () => {
    const { host, plans, options } = await planned(await started(), yaml(LATER));
    const interrupt = new AbortController();
    const interrupted: typeof host = {
      ...host,
      run: (_sizes, task) =>
        task(interrupt.signal, () => ({
          onPause: () => {},
          onEvent: ({ type }) => type === "started" && interrupt.abort(),
        })),
    };
    const journal = options.journal;
    const [one, two] = await applyPlanned(interrupted, plans, { ...OPTIONS, journal, accountsAtOnce: 1 });
    expect(one?.report?.runId).toBeDefined();
    expect([two?.exitCode, two?.report?.stop, two?.report?.runId]).toEqual([130, "interrupted", undefined]);
    expect(two?.report?.outcomes.map(({ kind, wrote }) => [kind, wrote])).toEqual([
      ["not-started", false],
      ["not-started", false],
    ]);
    expect(live().slice(2)).toEqual(["201 5 off", "202 5 off"]);
  });
});

describe("the way back", () => {
  async function applied(env: Record<string, string>, text = yaml(LATER)) {
    const scene = await planned(env, text, ["one"]);
    const [result] = await applyPlanned(scene.host, scene.plans, { ...OPTIONS, journal: scene.options.journal });
    const options = { config: scene.options.config, journal: scene.options.journal, concurrency: 4 };
    return { ...scene, options, runId: result?.report?.runId ?? "" };
  }

  it("of the last run brings everything back, is recorded as an undo, and is judged by the configuration's policies", async () => {
    const { host, options, runId, reads } = await applied(await started());
    reads.length = 0;
    const { run, candidate } = await planBack(host, { ...options, id: "last" });
    // The bots, then what policies and money are judged by.
    expect([run.begin.id, candidate.account, reads]).toEqual([runId, "one", ["one", "one"]]);
    expect([candidate.hasFindings, candidate.made.findings]).toEqual([true, expect.any(Array)]);
    expect(Object.keys(candidate.made.money?.bots ?? {})).toEqual(["one/a", "one/b"]);
    expect(candidate.made.steps.map(({ action, address }) => `${action} ${address}`)).toEqual([
      "turn-off one/b",
      "update one/a",
    ]);
    expect(candidate.policySource).toMatchObject({ account: { desired: { account: "one" } } });
    const [back] = await applyAll(host, [candidate], { ...OPTIONS, journal: options.journal });
    expect(live()).toEqual(["101 5 off", "102 5 off", "201 5 off", "202 5 off"]);
    expect(await showRun({ journal: options.journal, id: back?.report?.runId ?? "" })).toMatchObject({
      command: "undo",
    });
    expect((await planBack(host, { ...options, id: runId })).candidate.made.steps).toEqual([]);
  });

  it("of turn-ons alone asks no policy", async () => {
    const { host, options } = await applied(await started(), yaml("  b: { title: B, enabled: true }\n"));
    const { candidate } = await planBack(host, { ...options, id: "last" });
    expect([candidate.made.steps.length, candidate.policySource]).toEqual([1, undefined]);
    expect([candidate.hasFindings, candidate.made.money]).toEqual([false, undefined]);
  });

  it("is refused where the account is at another service by now", async () => {
    const env = await started();
    const { options, runId } = await applied(env);
    const { origin } = new URL(at.emulator.url);
    const moved = listening({ ...env, BOTFORM_DEMO_API_URL: "https://service.example" }).host;
    const said = `${runId} ran against ${origin}; the account one is now at https://service.example`;
    expect((await refusal(() => planBack(moved, { ...options, id: "last" })))[0]).toBe(said);
    expect((await refusal(() => resolveRuns(moved, { ...options, id: "last" })))[0]).toBe(said);
  });

  it("of a run that leaves nothing in doubt has nothing to resolve, of one run or of all", async () => {
    const { host, options, runId } = await applied(await started());
    expect(await resolveRuns(host, { ...options, id: runId })).toEqual({
      ...{ account: "one", asked: runId, runs: [], open: 0 },
    });
    expect(await resolveRuns(host, { ...options, account: "one" })).toEqual({
      ...{ account: "one", asked: undefined, runs: [], open: 0 },
    });
  });

  it("of a run that was cut off is found out, and remembered", async () => {
    const { host, options, runId } = await applied(await started(), yaml("  a: { title: A, leverage: 7 }\n"));
    const file = join(options.journal, `${runId}.jsonl`);
    const whole = readFileSync(file, "utf8");
    writeFileSync(file, whole.slice(0, whole.indexOf("\n", whole.indexOf('"type":"intent"')) + 1));
    const { runs, open, asked } = await resolveRuns(host, { ...options, account: "one" });
    expect([open, asked, runs.map(({ run }) => run.begin.id)]).toEqual([0, undefined, [runId]]);
    expect(runs.flatMap(({ steps }) => steps)).toMatchObject([
      { address: "one/a", action: "update", verdict: "took-effect", settled: true },
    ]);
    expect((await resolveRuns(host, { ...options, account: "one" })).runs).toEqual([]);
    expect((await resolveRuns(host, { ...options, account: "two" })).runs).toEqual([]);
  });

  it("of a run that was cut off is told even if the journal can't keep it", async () => {
    const { host, options, runId, said } = await applied(await started(), yaml("  a: { title: A, leverage: 7 }\n"));
    const file = join(options.journal, `${runId}.jsonl`);
    const whole = readFileSync(file, "utf8");
    writeFileSync(file, whole.slice(0, whole.indexOf("\n", whole.indexOf('"type":"intent"')) + 1));
    const breaking: typeof host = {
      ...host,
      async read(what, task) {
        const found = await host.read(what, task);
        rmSync(options.journal, { recursive: true });
        writeFileSync(options.journal, "no folder");
        return found;
      },
    };
    said.splice(0);
    const { runs, open } = await resolveRuns(breaking, { ...options, account: "one" });
    expect([open, runs.flatMap(({ steps }) => steps.map(({ verdict }) => verdict))]).toEqual([0, ["took-effect"]]);
    expect(said).toEqual(["note: the journal can't be written (ENOTDIR), so this isn't recorded"]);
  });

  it("is the same at another spelling of its host: it is undone, and resolved, and its bots are known as made", async () => {
    const env = await started();
    const { options, runId } = await applied(env, yaml("  a: { title: A, leverage: 7 }\n"));
    const file = join(options.journal, `${runId}.jsonl`);
    const whole = readFileSync(file, "utf8");
    writeFileSync(file, whole.slice(0, whole.indexOf("\n", whole.indexOf('"type":"intent"')) + 1));
    const there = at.emulator.url.replace("127.0.0.1", "LOCALHOST");
    expect(there).toContain("LOCALHOST");
    const { host } = listening({ ...env, BOTFORM_DEMO_API_URL: there });
    const { candidate } = await planBack(host, { ...options, id: "last" });
    expect(candidate.made.steps.map(({ action, address }) => `${action} ${address}`)).toEqual(["update one/a"]);
    const { runs, open } = await resolveRuns(host, { ...options, account: "one" });
    expect([open, runs.map(({ run }) => run.begin.id)]).toEqual([0, [runId]]);
    expect((await resolveRuns(host, { ...options, id: runId })).open).toBe(0);
  });

  it("of a create that was cut off isn't the bot that another run has made", async () => {
    const { host, options, runId } = await applied(await started(), yaml("  c: { title: C, pairTitle: USDT-ETH }\n"));
    const file = join(options.journal, `${runId}.jsonl`);
    const whole = readFileSync(file, "utf8");
    const { begin } = pickRun(await readFolder(options.journal), { ...options, id: runId });
    const other = `${runId.slice(0, -8)}ffffffff`;
    const verdicts = async () =>
      (await resolveRuns(host, { ...options, account: "one" })).runs.flatMap(({ steps }) =>
        steps.map(({ address, verdict, botId }) => [address, verdict, botId]),
      );
    const cut = whole.slice(0, whole.indexOf("\n", whole.indexOf('"type":"intent"')) + 1);
    writeFileSync(file, cut);
    const later = journalLine({ ...begin, id: other, type: "begin" });
    writeFileSync(join(options.journal, `${other}.jsonl`), later + whole.slice(whole.indexOf("\n") + 1));
    expect(await verdicts()).toEqual([["one/c", "no-effect", undefined]]);
    writeFileSync(file, cut);
    rmSync(join(options.journal, `${other}.jsonl`));
    expect(await verdicts()).toEqual([["one/c", "took-effect", expect.any(Number)]]);
  });

  it("of a run at another service isn't looked for", async () => {
    const { options } = await applied(await started());
    const run = pickRun(await readFolder(options.journal), { ...options, id: "last" });
    const elsewhere = { apiUrl: "https://service.example", apiKey: "k", apiSecret: "s" };
    const said = new RangeError("the run was made against another service");
    await expect(undo(run, elsewhere)).rejects.toThrow(said);
    await expect(resolve(run, elsewhere)).rejects.toThrow(said);
  });
});
