// plan and apply for several accounts where a story can't show it: each as it would be alone, questions, signals, secrets, progress.
// The rest is in plan/accounts.scenario, plan/which-accounts.scenario and apply/accounts*.scenario.
import { readdirSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { EXIT, type ExitCode, mostSerious } from "../../src/app/exit.js";
import { contextOf } from "../../src/cli/terminal/context.js";
import { applyProgress } from "../../src/cli/terminal/progress.js";
import { applyCommand } from "../../src/cli/writing/apply.js";
import type { Seed } from "../../src/emulator/seed/seed.js";
import type { Action } from "../../src/model/plan/actions.js";
import { paint } from "../../src/render/text/paint.js";
import { botform, type Result } from "../support/command.js";
import { botCalled, type Env, QUICK, workplace } from "./workplace.js";

const at = workplace();

const ACCOUNT = (name: string, title: string) => `  ${name}:
    apiUrl: \${env.BOTFORM_${name.toUpperCase()}_API_URL}
    apiKey: \${env.BOTFORM_${name.toUpperCase()}_API_KEY}
    apiSecret: \${env.BOTFORM_${name.toUpperCase()}_API_SECRET}
    accesses: { primary: ${title} }
`;
const BOTS = `defaults:
  { leverage: 5, marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1.2, percentSafetyOrder: 1.5,
    volumeFirstOrder: 20, volumeSafetyOrder: 25, countOrderMax: 6 }
bots:
  btc-dip: { title: BTC dip, pairTitle: USDT-BTC, strategy: LONG, enabled: true }
  eth-dip: { title: ETH dip, pairTitle: USDT-ETH, strategy: LONG }
`;
const YAML = `version: 1\naccounts:\n${ACCOUNT("main", "Main futures")}${ACCOUNT("copy", "Copy futures")}${BOTS}`;

function seed(copied: Seed["accounts"][number]["bots"] = []): Seed {
  const account = (name: string, accessId: number, title: string, bots: typeof copied) => ({
    name,
    apiKey: `${name}-api-key`,
    apiSecret: `${name}-api-secret`,
    accesses: [{ accessId, title }],
    bots,
  });
  return { accounts: [account("main", 101, "Main futures", []), account("copy", 202, "Copy futures", copied)] };
}

async function started(options: Parameters<typeof at.started>[0] = {}): Promise<Env> {
  const { BOTFORM_DEMO_API_URL: url = "" } = await at.started({ seed: seed(), ...options });
  const of = (name: string) => ({
    [`BOTFORM_${name}_API_URL`]: url,
    [`BOTFORM_${name}_API_KEY`]: `${name.toLowerCase()}-api-key`,
    [`BOTFORM_${name}_API_SECRET`]: `${name.toLowerCase()}-api-secret`,
  });
  return { ...of("MAIN"), ...of("COPY") };
}

const config = () => at.written(YAML, "fleet.yaml");
const both = (env: Env, command: string, ...more: string[]): Promise<Result> =>
  botform([command, "-c", config(), "--all-accounts", ...more], { env });

describe("plan", () => {
  it("prints one JSON document, in which each account has what it would have alone", async () => {
    const env = await started();
    const path = config();
    const { out, exitCode } = await botform(
      ["plan", "-c", path, "--account", "main,copy", "--format", "json", "--detailed-exitcode"],
      { env },
    );
    const document = JSON.parse(out);
    expect({ exitCode, document }).toMatchObject({
      exitCode: 2,
      document: { formatVersion: 2, command: "plan", ok: true, exitCode: 2 },
    });
    const alone = await Promise.all(
      ["main", "copy"].map(async (account) => {
        const args = ["plan", "-c", path, "--account", account, "--format", "json", "--detailed-exitcode"];
        return JSON.parse((await botform(args, { env })).out).accounts[0];
      }),
    );
    expect(document.accounts).toEqual(alone);
  });

  it.each([
    { because: "nothing listens", bent: { BOTFORM_COPY_API_URL: "http://127.0.0.1:1" }, code: 1, says: /ECONNREFUSED/ },
  ])("shows the others where $because", async ({ bent, code, says }) => {
    const env = { ...(await started()), ...bent };
    const { exitCode, out } = await both(env, "plan");
    expect(exitCode).toBe(code);
    expect(out).toMatch(says);
    expect(out).toContain("main: 2 to create");
    expect(out).toMatch(/^2 accounts: 2 to create, .* · (?:failed|invalid): copy$/m);
    const { accounts, ok } = JSON.parse((await both(env, "plan", "--format", "json")).out);
    expect({ ok, accounts }).toMatchObject({
      ok: false,
      accounts: [
        { account: "main", ok: true, plan: { steps: [{}, {}, {}] } },
        { account: "copy", ok: false, exitCode: code, error: expect.any(String) },
      ],
    });
  });

  it("is what it always was where one account is all there is", async () => {
    const env = await at.started();
    for (const format of ["text", "json", "diff"]) {
      const plain = await botform(["plan", "-c", QUICK, "--format", format], { env });
      for (const which of [["--all-accounts"], ["--account", "demo,demo"], ["--account", "demo", "--account=demo"]])
        expect(await botform(["plan", "-c", QUICK, "--format", format, ...which], { env })).toEqual(plain);
    }
  });

  it("hides every account's secrets in what any of them shows", async () => {
    const env = await started();
    at.emulator.service.addBot("main", botCalled("tells copy-api-secret"));
    const { out } = await both(env, "plan");
    expect(out).toContain('"tells ***"');
  });
});

describe("which accounts", () => {
  it("are one for a saved plan", async () => {
    const { env, file } = await at.saved();
    for (const which of [["--all-accounts"], ["--account", "demo,other"]])
      expect(await botform(["apply", file, "-c", QUICK, "--yes", ...which], { env })).toMatchObject({
        exitCode: 3,
        err: expect.stringContaining("a saved plan is for one account"),
      });
    at.nothingWritten();
    expect((await botform(["apply", "--account", "demo", file, "-c", QUICK, "--yes"], { env })).exitCode).toBe(0);
  });
});

/** Two live bots on the account copy that bear a configured title and are on: nobody knows which one is meant. */
function twinsOn(): void {
  for (const _twin of [1, 2])
    at.emulator.service.addBot("copy", { ...botCalled("ETH dip"), accessId: 202, enabled: true });
}

describe("apply", () => {
  it("applies side by side, tells whose each line is, keeps a journal for each, and then finds nothing to do", async () => {
    const env = await started();
    const journal = at.fresh("journal");
    const first = await both(env, "apply", "--yes", "--journal", journal);
    expect(first.exitCode).toBe(0);
    const lines = first.err.trim().split("\n");
    expect(lines).toHaveLength(6);
    for (const line of lines) expect(line).toMatch(/^(copy|main): \[\d\/3\] applied: [\w-]+ \1\/\w+-dip$/);
    expect(first.out).toMatch(/\n2 accounts: 6 applied\n$/);
    expect(readdirSync(journal).filter((name) => name.endsWith(".jsonl"))).toHaveLength(2);
    const second = await both(env, "apply", "--yes");
    expect(second).toMatchObject({ exitCode: 0, err: "" });
    expect(second.out).toMatch(/\n2 accounts: no changes · 4 unchanged\n$/);
    expect(at.emulator.service.writes).toHaveLength(6);
  });

  it("is interrupted as a whole: each account reports what it did", async () => {
    const env = await started({ latencyMs: 40 });
    // Once: each account has a first step, and a second interrupt would end everything at once.
    let isInterrupted = false;
    const onText = (text: string, kill: (signal: "SIGINT") => void) => {
      if (isInterrupted || !text.includes("[1/")) return;
      isInterrupted = true;
      kill("SIGINT");
    };
    const args = ["apply", "-c", config(), "--all-accounts", "--yes", "--concurrency", "1"];
    const { exitCode, out, err } = await botform(args, { env, onText });
    expect(exitCode).toBe(130);
    expect(err.match(/Interrupted:/g)).toHaveLength(1);
    expect(out.match(/Interrupted; no further step was started\./g)).toHaveLength(2);
    expect(out).toMatch(/\n2 accounts: .*not started · interrupted: main, copy\n$/);
  });
});

describe("asked", () => {
  async function asked(env: Env, answer: () => string | undefined, text = YAML) {
    const printed = { out: [""], err: [""], questions: [""] };
    const context = contextOf({
      out: (text) => void printed.out.push(text),
      err: (text) => void printed.err.push(text),
      env,
      colour: paint(false),
      errColour: paint(false),
      live: false,
      async ask(question) {
        printed.questions.push(question);
        return answer();
      },
    });
    const options = { format: "text", concurrency: 4, commandTimeout: 30, allAccounts: true } as const;
    const exitCode = await applyCommand(context, {
      ...options,
      config: at.written(text),
      journal: at.fresh("journal"),
    });
    return { exitCode, out: printed.out.join(""), err: printed.err.join(""), questions: printed.questions.slice(1) };
  }

  it("once for all, naming steps and accounts, and does nothing after a no", async () => {
    const env = await started();
    const no = await asked(env, () => "y");
    expect(no).toMatchObject({
      exitCode: 1,
      questions: [
        '\nCarry out 6 steps on the accounts main, copy (4 to create, 2 to turn on)? Type "yes" to go ahead: ',
      ],
      err: expect.stringMatching(/Not applied on main, copy: declined: you typed "y", .*; nothing was written\./),
    });
    at.nothingWritten();
    expect((await asked(env, () => "yes")).exitCode).toBe(0);
    expect(await asked(env, () => "yes")).toMatchObject({ exitCode: 0, questions: [] });
  });

  it("only about accounts that may be applied", async () => {
    const env = await started();
    twinsOn();
    expect(await asked(env, () => "yes")).toMatchObject({
      exitCode: 3,
      questions: [
        '\nCarry out 3 steps on the account main (2 to create, 1 to turn on, position at most 0 → 170 USDT)? Type "yes" to go ahead: ',
      ],
    });
    expect(at.emulator.service.writes).toHaveLength(3);
  });

  it("and looks once more: what has changed on one account meanwhile stops that one alone", async () => {
    const env = await started();
    const { exitCode, err, out } = await asked(env, () => {
      at.emulator.service.addBot("copy", { ...botCalled("ETH dip"), accessId: 202 });
      return "yes";
    });
    expect(exitCode).toBe(4);
    expect(err).toContain("copy/eth-dip: changed since the plan was made");
    expect(err).toContain("Not applied on copy: the live bots differ from the plan");
    expect(out).toMatch(/\n2 accounts: 3 applied · stale: copy\n$/);
  });

  it("and a Ctrl-C at the question ends it", async () => {
    const env = await started();
    await expect(asked(env, () => undefined)).rejects.toMatchObject({ exitCode: 130 });
    at.nothingWritten();
  });
});

describe("progress on a terminal", () => {
  const step = (address: string) => ({ address, action: "turn-on", reason: "", changes: [], warnings: [] }) as const;
  const outcome = (address: string) =>
    ({ address, action: "create", kind: "applied", detail: "", stale: false, wrote: true }) as const;

  function drawn(names: readonly string[], waits: readonly Action[] = ["turn-on"]): string {
    const shown: string[] = [];
    // Whatever changes has time to be drawn.
    let now = 0;
    vi.spyOn(Date, "now").mockImplementation(() => (now += 100));
    const context = contextOf({
      out: () => {},
      err: (text) => void shown.push(text),
      env: {},
      colour: paint(false),
      errColour: paint(false),
      live: true,
      ask: undefined,
    });
    const progress = applyProgress(
      context,
      names.map((account) => ({ account, total: 3 })),
    );
    for (const name of names)
      progress.of(name)({ type: "ended", step: step(`${name}/a`), outcome: outcome(`${name}/a`) });
    for (const action of waits) progress.of(names[0] ?? "")({ type: "sent", step: { ...step("x"), action } });
    vi.restoreAllMocks();
    return (shown.at(-1) ?? "").replace(/, \d s$/, "");
  }

  it("counts each account by name where that fits, and all together where it doesn't", () => {
    expect(drawn(["main"])).toContain("\u001b[2K1 of 3 steps, waiting to observe 1 switch");
    expect(drawn(["a", "b"])).toContain("\u001b[2Ka: 1 of 3 steps, waiting to observe 1 switch · b: 1 of 3 steps");
    const many = Array.from({ length: 9 }, (_, index) => `account-${index}`);
    expect(drawn(many)).toContain("\u001b[2K9 accounts: 9 of 27 steps, waiting to observe 1 switch");
  });

  it.each<{ waits: Action[]; says: string }>([
    { waits: ["turn-on", "turn-off"], says: "2 switches" },
    { waits: ["start-deal"], says: "1 start of a deal" },
    { waits: ["take-profit", "take-profit", "turn-off"], says: "2 take profits, 1 switch" },
    { waits: ["complete-deal"], says: "1 completion of a deal" },
    { waits: ["cancel-deal"], says: "1 cancel of a deal" },
  ])("says what it waits for: $says", ({ waits, says }) => {
    expect(drawn(["main"], waits)).toBe(`\r\u001b[2K1 of 3 steps, waiting to observe ${says}`);
  });
});

it("the most serious of several ends is the run's", () => {
  const order: ExitCode[] = [5, 130, 7, 4, 6, 3, 1, 2, 0];
  expect([...order].sort()).toEqual(Object.values(EXIT).sort());
  for (const [index, code] of order.entries()) expect(mostSerious(order.slice(index).reverse())).toBe(code);
  expect(mostSerious([])).toBe(0);
});
