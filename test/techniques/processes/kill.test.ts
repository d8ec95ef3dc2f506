// SIGKILL at every kind of moment of a real apply of 20 bots; then the same command once more, which has to converge (I5).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { botform, type Result } from "../../support/command.js";
import { amount } from "../../support/lane.js";
import { type Phase, type Stage, stage, wrongs } from "./stage.js";

const KILLER = fileURLToPath(new URL("killer.mjs", import.meta.url));
/** A turn-on that the killed run may have sent is not sent again before 185 s have passed, which nobody waits for here. */
const LATER = { NODE_OPTIONS: `--import=${new URL("later.mjs", import.meta.url).href}` };
const APPLY = ["apply", "--yes", "--command-timeout", "60", "--journal", ".botform/journal"];
const PHASES: readonly Phase[] = ["unheard", "unanswered", "half-answered"];

/** A moment at which the command dies. */
type Moment =
  | { readonly at: "request"; readonly number: number; readonly phase: Phase }
  | { readonly at: "byte" | "sync"; readonly number: number };

/** Waiting lines are synced together, so there are few syncs; a run of this fleet has at least these. */
const SYNCS = 6;

/** All three kinds, spread over the whole run; the numbers are those of an apply that nobody kills. */
function moments(count: number, whole: { requests: number; bytes: number }): Moment[] {
  const spread = (share: number, most: number) =>
    Array.from({ length: share }, (_, index) => 1 + Math.floor(((index + 0.5) * most) / share));
  const bySync = Math.min(SYNCS, Math.ceil(count / 4));
  const byRequest = Math.ceil((count - bySync) / 2);
  return [
    ...spread(byRequest, whole.requests).map((number, index) => ({
      at: "request" as const,
      number,
      phase: PHASES[index % PHASES.length] ?? "unheard",
    })),
    ...spread(count - bySync - byRequest, whole.bytes).map((number) => ({ at: "byte" as const, number })),
    ...spread(bySync, SYNCS).map((number) => ({ at: "sync" as const, number })),
  ];
}

function run(on: Stage, moment?: Moment, more: Readonly<Record<string, string>> = {}): Promise<Result> {
  const byJournal = moment !== undefined && moment.at !== "request";
  const env = {
    ...on.env,
    ...more,
    ...(byJournal && {
      NODE_OPTIONS: `--import=${new URL(`file://${KILLER}`).href}`,
      [moment.at === "byte" ? "KILL_AT_BYTE" : "KILL_AT_SYNC"]: String(moment.number),
    }),
  };
  let kill = () => {};
  if (moment?.at === "request") on.begin(moment.number, moment.phase, () => kill());
  else on.begin();
  return botform(APPLY, {
    env,
    cwd: on.folder,
    onStart: (send) => {
      kill = () => send("SIGKILL");
    },
  });
}

function journalOf(on: Stage): string {
  const folder = join(on.folder, ".botform/journal");
  const [first] = readdirSync(folder);
  return first === undefined ? "" : readFileSync(join(folder, first), "utf8");
}

/** Kills once, runs again until it is through, and says what is wrong with the end. */
async function survive(moment: Moment): Promise<string[]> {
  const on = await stage();
  try {
    const killed = await run(on, moment);
    const wrong = killed.exitCode === -1 ? [] : [`was not killed: exit code ${killed.exitCode}`];
    wrong.push(...wrongs(on));
    for (let again = 0, exitCode = -1; again < 2 && exitCode !== 0; again += 1)
      ({ exitCode } = await run(on, undefined, LATER));
    const plan = await botform(["plan", "--detailed-exitcode"], { env: on.env, cwd: on.folder });
    if (plan.exitCode !== 0) wrong.push(`doesn't converge: plan says ${plan.exitCode}: ${plan.out}${plan.err}`);
    const titles = on.service.bots().map((bot) => bot.values.title);
    if (titles.length > 20 && !/undeclared/.test(plan.out)) wrong.push("a copy is not reported");
    return [...wrong, ...wrongs(on)];
  } finally {
    await on.close();
  }
}

describe("an apply of 20 bots that is killed", () => {
  const count = amount({ fast: 3, all: 9, long: 210 });

  it(`converges on the next run, killed at ${count} moments`, async () => {
    const whole = await stage();
    const calm = await run(whole);
    expect(calm.exitCode, calm.err).toBe(0);
    const journal = journalOf(whole);
    const all = moments(count, { requests: whole.requests, bytes: Buffer.byteLength(journal) });
    expect(all).toHaveLength(count);
    await whole.close();
    const wrong: Record<string, string[]> = {};
    const queue = [...all];
    const worker = async () => {
      for (let moment = queue.shift(); moment !== undefined; moment = queue.shift()) {
        const found = await survive(moment);
        if (found.length > 0) wrong[JSON.stringify(moment)] = found;
      }
    };
    await Promise.all([worker(), worker()]);
    expect(wrong).toEqual({});
  });
});
