// action.yml, run step by step against the emulator: what it writes, what it comments, how it ends, and what it refuses.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { comments, type Event, forge, issues, PUSH, pullRequest, runAction, SCHEDULE, stubGh } from "./github.js";
import { type Place, place, tool } from "./shell.js";

let at: Place;
beforeEach(async () => {
  at = await place();
});
afterEach(() => at.close());

const said = (file: string) => readFileSync(join(at.temp, file), "utf8");

describe("validate", () => {
  it("needs no key, and passes on a fork's pull request", async () => {
    const done = await runAction(forge(at, pullRequest("stranger/fleet")), { command: "validate" });
    expect(done).toMatchObject({ isFailed: false, outputs: { "exit-code": "0" } });
    expect(requests()).toBe(0);
  });

  it("fails on a broken configuration and says where, in the forge's own words", async () => {
    edit("leverage: 5", "leverage: 0");
    const done = await runAction(forge(at, pullRequest("stranger/fleet")), { command: "validate" });
    expect(done).toMatchObject({ isFailed: true, outputs: { "exit-code": "3", changes: "unknown" } });
    expect(done.out).toMatch(/^::error file=botform\.yaml,line=\d+/m);
  });
});

describe("check", () => {
  it("needs no key, and passes on a fork's pull request", async () => {
    const done = await runAction(forge(at, pullRequest("stranger/fleet")), { command: "check" });
    expect(done).toMatchObject({ isFailed: false, outputs: { "exit-code": "0", changes: "false" } });
    expect(said("argv")).toContain("policy check --all-accounts");
    expect(requests()).toBe(0);
  });

  it("fails where a policy denies what validate lets through", async () => {
    edit("bots:", "policies:\n  small: { rule: max-bot-notional, limit: 1 }\n\nbots:");
    const fork = forge(at, pullRequest("stranger/fleet"));
    expect(await runAction(fork, { command: "validate" })).toMatchObject({ isFailed: false });
    const done = await runAction(fork, { command: "check" });
    expect(done).toMatchObject({ isFailed: true, outputs: { "exit-code": "6", changes: "unknown" } });
    expect(done.out).toContain("[policy/max-bot-notional, policy small at");
  });

  it("doesn't look at policies where the configuration is broken", async () => {
    edit("leverage: 5", "leverage: 0");
    const done = await runAction(forge(at, PUSH), { command: "check", account: "demo" });
    expect(done).toMatchObject({ isFailed: true, outputs: { "exit-code": "3" } });
    expect(said("argv")).not.toContain("policy check");
  });
});

describe("plan", () => {
  const plan = (env = at.keys) => runAction(forge(at, pullRequest()), { command: "plan" }, env);

  it("writes one comment, and updates that one", async () => {
    const foreign = { id: 1, user: { login: "somebody" }, body: "<!-- botform plan: fleet -->\nmine, not yours" };
    stubGh(at, [foreign, { id: 2, user: { login: "github-actions[bot]" }, body: "another action's" }]);
    expect(await plan()).toMatchObject({
      isFailed: false,
      outputs: { "exit-code": "2", changes: "true", grade: "needs-person" },
    });
    const first = comments(at);
    expect(first).toHaveLength(3);
    expect(first[2]?.body).toContain("3 to create, 1 to turn on");

    edit("enabled: true }", "enabled: false }");
    expect(await plan()).toMatchObject({ isFailed: false });
    const second = comments(at);
    expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(second.slice(0, 2)).toEqual(first.slice(0, 2));
    expect(second[2]?.body).toContain("3 to create");
    expect(second[2]?.body).not.toContain("to turn on");
    expect(second[2]?.body).toBe(readFileSync(join(at.cwd, ".botform/out/plan.md"), "utf8"));
    expect(said("summary.md")).toContain("3 to create, 1 to turn on");
    expect(said("gh-argv").split("\n")[3]).toMatch(/--method PATCH repos\/someone\/fleet\/issues\/comments\/1002/);
  });

  it("that fails replaces the comment, so that no older plan stands as if it held", async () => {
    stubGh(at);
    await plan();
    const failed = await plan({ ...at.keys, BOTFORM_DEMO_API_SECRET: "wrong" });
    expect(failed).toMatchObject({ isFailed: true, outputs: { grade: "unknown" } });
    expect(comments(at)).toHaveLength(1);
    expect(comments(at)[0]?.body).not.toContain("3 to create");
    expect(comments(at)[0]?.body).toMatch(/^<!-- botform plan: fleet -->\n/);
  });

  it("of a broken configuration is commented as failed", async () => {
    stubGh(at);
    edit("leverage: 5", "leverage: 0");
    expect(await plan()).toMatchObject({ isFailed: true, outputs: { "exit-code": "3", changes: "unknown" } });
    expect(comments(at)).toHaveLength(1);
    expect(comments(at)[0]?.body).toMatch(/^<!-- botform plan: fleet -->\n/);
  });

  it("has the grade of what is applied already, and of what only lowers risk", async () => {
    stubGh(at);
    expect(await runAction(forge(at, PUSH), { command: "apply" }, at.keys)).toMatchObject({ isFailed: false });
    expect(await plan()).toMatchObject({ outputs: { changes: "false", grade: "none" } });
    edit("enabled: true }", "enabled: false }");
    expect(await plan()).toMatchObject({ outputs: { changes: "true", grade: "lowers-risk" } });
  });

  it("comments only on pull requests and only where it is asked to", async () => {
    stubGh(at);
    await runAction(forge(at, pullRequest()), { command: "plan", comment: "false" }, at.keys);
    await runAction(forge(at, PUSH), { command: "plan" }, at.keys);
    expect(comments(at)).toEqual([]);
  });

  it("puts no secret on a command line, in a comment, in the log or in a file", async () => {
    stubGh(at);
    const { out } = await plan();
    const written = ["plan.md", "plan.html", "plan.json", "fleet.plan"].map((file) =>
      readFileSync(join(at.cwd, ".botform/out", file), "utf8"),
    );
    const texts = [
      out,
      said("argv"),
      said("gh-argv"),
      said("summary.md"),
      ...comments(at).map(({ body }) => body),
      ...written,
    ];
    for (const text of texts) expect(text).not.toMatch(/demo-key|demo-secret|forge-token/);
  });
});

describe("apply", () => {
  it("applies a saved plan once; again it is refused, and nothing is written", async () => {
    await runAction(forge(at, PUSH), { command: "plan" }, at.keys);
    const apply = { command: "apply", "plan-file": ".botform/out/fleet.plan" };
    expect(await runAction(forge(at, PUSH), apply, at.keys)).toMatchObject({
      isFailed: false,
      outputs: { "exit-code": "0", changes: "true" },
    });
    expect(
      at.emulator.service
        .bots()
        .map(({ values }) => values.title)
        .sort(),
    ).toEqual(["BTC dip", "ETH dip", "SOL rally"]);
    expect(existsSync(join(at.cwd, ".botform/journal"))).toBe(true);
    const events = readFileSync(join(at.cwd, ".botform/out/events.jsonl"), "utf8").trim().split("\n");
    expect(events.length).toBeGreaterThan(4);
    for (const event of events) expect(() => JSON.parse(event)).not.toThrow();

    expect(await runAction(forge(at, PUSH), apply, at.keys)).toMatchObject({
      isFailed: true,
      outputs: { "exit-code": "4" },
    });
    expect(at.emulator.service.bots()).toHaveLength(3);
  });

  it("without a saved plan makes one and applies that; then there is nothing to do", async () => {
    expect(await runAction(forge(at, PUSH), { command: "apply" }, at.keys)).toMatchObject({
      isFailed: false,
      outputs: { changes: "true" },
    });
    expect(at.emulator.service.bots()).toHaveLength(3);
    const before = said("argv").split("\n").length;
    expect(await runAction(forge(at, PUSH), { command: "apply" }, at.keys)).toMatchObject({
      isFailed: false,
      outputs: { changes: "false" },
    });
    // --version and plan: apply isn't even started.
    expect(said("argv").split("\n").length - before).toBe(2);
  });

  it("keeps to the limits that it is given", async () => {
    const apply = { command: "apply", "max-turn-ons": "0", "max-changed-percent": "5" };
    const done = await runAction(forge(at, PUSH), apply, at.keys);
    expect(done).toMatchObject({ isFailed: true, outputs: { "exit-code": "6" } });
    expect(said("argv")).toContain("--max-changed-percent=5 --max-turn-ons=0");
    expect(at.emulator.service.bots()).toEqual([]);
  });

  it("that fails says what its exit code means, and what to do", async () => {
    const done = await runAction(forge(at, PUSH), { command: "apply", "max-turn-ons": "0" }, at.keys);
    expect(done.out).toContain("::error title=botform apply::exit code 6");
    expect(done.out).toContain("A safety limit, a policy or a hold blocked it");
  });

  it("writes nothing of a plan that somebody altered", async () => {
    await runAction(forge(at, PUSH), { command: "plan" }, at.keys);
    const file = join(at.cwd, ".botform/out/fleet.plan");
    const altered = readFileSync(file, "utf8").replaceAll('"BTC dip"', '"BTC dive"');
    expect(altered).toContain('"BTC dive"');
    writeFileSync(file, altered);
    const done = await runAction(forge(at, PUSH), { command: "apply", "plan-file": file }, at.keys);
    expect(done).toMatchObject({ isFailed: true, outputs: { "exit-code": "4" } });
    expect(at.emulator.service.bots()).toEqual([]);
  });
});

describe("drift", () => {
  const drift = (given = {}) => runAction(forge(at, SCHEDULE), { command: "drift", ...given }, at.keys);

  it("passes without drift and fails with it, or only warns where that is asked for", async () => {
    await runAction(forge(at, PUSH), { command: "apply" }, at.keys);
    expect(await drift()).toMatchObject({ isFailed: false, outputs: { "exit-code": "0", changes: "false" } });

    const [bot] = at.emulator.service.bots();
    at.emulator.service.editBot(bot?.id ?? 0, { leverage: "20" });
    const done = await drift();
    expect(done).toMatchObject({ isFailed: true, outputs: { "exit-code": "2", changes: "true" } });
    expect(done.out).toContain("::warning title=botform drift::");
    expect(said("summary.md")).toMatch(/^ {4}.*leverage/m);
    expect(await drift({ "fail-on-drift": "false" })).toMatchObject({ isFailed: false, outputs: { changes: "true" } });
  });

  it("opens one issue while bots differ, keeps it up to date and closes it; others' issues stay", async () => {
    const by = (login: string, body: string, number: number) => ({
      number,
      user: { login },
      title: "",
      state: "open",
      body,
    });
    const others = [
      by("somebody", "<!-- botform drift: fleet -->\nmine", 1),
      by("github-actions[bot]", "<!-- botform drift: other -->\nof another fleet", 2),
      { ...by("github-actions[bot]", "<!-- botform drift: fleet -->\na pull request", 3), pull_request: {} },
    ];
    stubGh(at, [], others);
    await runAction(forge(at, PUSH), { command: "apply" }, at.keys);
    const look = () => drift({ "drift-issue": "true", "fail-on-drift": "false" });
    await look();
    expect(issues(at)).toEqual(others);
    const [bot] = at.emulator.service.bots();
    for (const leverage of ["20", "21"]) {
      at.emulator.service.editBot(bot?.id ?? 0, { leverage });
      expect(await look()).toMatchObject({ isFailed: false, outputs: { changes: "true" } });
      const [own, ...more] = issues(at).slice(others.length);
      expect([own?.title, own?.state, more]).toEqual([
        "botform: bots of fleet differ from the configuration",
        "open",
        [],
      ]);
      expect(own?.body).toMatch(/^<!-- botform drift: fleet -->\n/);
      expect(own?.body).toMatch(new RegExp(`^ {4}.*live ${leverage}`, "m"));
    }
    // What can't be found out closes nothing.
    await runAction(
      forge(at, SCHEDULE),
      { command: "drift", "drift-issue": "true" },
      { ...at.keys, BOTFORM_DEMO_API_KEY: "wrong" },
    );
    expect(issues(at).at(-1)).toMatchObject({ state: "open" });
    await runAction(forge(at, PUSH), { command: "apply" }, at.keys);
    await look();
    expect(issues(at).at(-1)).toMatchObject({ state: "closed", state_reason: "completed" });
    expect(issues(at).slice(0, others.length)).toEqual(others);
  });

  it("hands on the name of the variable that holds the webhook, never its address", async () => {
    tool(at, "botform", `printf '%s\\n' "$*" >> '${at.temp}/argv'`);
    const env = { ...at.keys, BOTFORM_NOTIFY_URL: "https://hooks.example.com/secret" };
    await runAction(forge(at, SCHEDULE), { command: "drift", "notify-env": "BOTFORM_NOTIFY_URL" }, env);
    expect(said("argv")).toContain("drift --notify-env=BOTFORM_NOTIFY_URL");
    expect(said("argv")).not.toContain("hooks.example.com");
  });
});

const REFUSED: readonly { readonly command: string; readonly event: Event; readonly because: string }[] = [
  { command: "destroy", event: PUSH, because: "there is no such command" },
  { command: "plan", event: pullRequest("stranger/fleet"), because: "a fork's pull request gets no plan (threat 11)" },
  {
    command: "drift",
    event: pullRequest("stranger/fleet"),
    because: "a fork's pull request gets nothing but validate",
  },
  { command: "apply", event: pullRequest(), because: "what isn't merged isn't applied" },
  {
    command: "plan",
    event: { ...pullRequest(), event_name: "pull_request_target" },
    because: "that event has secrets",
  },
  { command: "apply", event: { event_name: "workflow_run", event: {} }, because: "that event has secrets, too" },
];

it.each(REFUSED)("$command isn't run: $because", async ({ command, event }) => {
  const done = await runAction(forge(at, event), { command }, at.keys);
  expect(done.isFailed).toBe(true);
  expect(done.out).toContain("::error title=botform::");
  expect(existsSync(join(at.temp, "argv"))).toBe(false);
  expect(requests()).toBe(0);
});

describe("what is given to the action", () => {
  it("is never a script: hostile values are values", async () => {
    // As the name of a variable, this one would be run by a shell's own look-up by name.
    const names = `a[$(touch ${at.temp}/pwned)]`;
    await runAction(forge(at, PUSH), { command: "drift", "notify-env": names }, at.keys);
    const hostile = `$(touch ${at.temp}/pwned)\`touch ${at.temp}/pwned\`"; touch ${at.temp}/pwned; #`;
    for (const name of ["config", "account", "expires", "comment-name", "out"])
      await runAction(forge(at, PUSH), { command: "plan", [name]: hostile }, at.keys);
    const limits = { "max-turn-ons": hostile, "max-changed-percent": hostile };
    await runAction(forge(at, PUSH), { command: "apply", "plan-file": hostile, journal: hostile, ...limits }, at.keys);
    await runAction(forge(at, PUSH), { command: "drift", "notify-env": hostile }, at.keys);
    expect(existsSync(join(at.temp, "pwned"))).toBe(false);
  });

  it("reaches botform: configuration, account, minutes", async () => {
    mkdirSync(join(at.cwd, "my fleet"));
    cpSync(join(at.cwd, "botform.yaml"), join(at.cwd, "my fleet/botform.yaml"));
    rmSync(join(at.cwd, "botform.yaml"));
    const given = { command: "plan", config: "my fleet", account: "demo", expires: "90", out: "out" };
    expect(await runAction(forge(at, PUSH), given, at.keys)).toMatchObject({ isFailed: false });
    expect(said("argv")).toContain("plan --config=my fleet --account=demo --detailed-exitcode --expires=90");
    expect(existsSync(join(at.cwd, "out/fleet.plan"))).toBe(true);
  });
});

function requests(): number {
  return Object.values(at.emulator.service.requests).reduce((sum, count) => sum + count, 0);
}

function edit(before: string, after: string): void {
  const file = join(at.cwd, "botform.yaml");
  const text = readFileSync(file, "utf8");
  if (!text.includes(before)) throw new Error(`botform.yaml doesn't say ${before}`);
  writeFileSync(file, text.replace(before, after));
}
