// The command behind `npm run simulate`: schedule after schedule with fresh seeds, what was reached, and how to replay what went wrong.
import { parseArgs } from "node:util";
import { FAULTS, missed, RULES } from "./catalogue.js";
import { inWords, reduce } from "./reduce.js";
import { drawSchedule } from "./schedule-draw.js";
import { simulate } from "./simulate.js";

const USAGE = `npm run simulate -- [--seed N] [--runs N] [--minutes M] [--least N] [--violations N] [--trace]
  --seed N        first seed; by default BOTFORM_SEED, or a fresh one
  --runs N        schedules, with seeds counting up; by default 2000, or as many as --minutes allows
  --least N       how often every fault and rule must be reached; by default once from 10000 schedules on
  --violations N  ends after so many; by default 1
  --trace         shows every event
  --without RULES, for example 18,20: takes their clauses out of the source, one after the other, and says which are missed;
                  with --whole, each rule at once`;

const MANY = 10_000;

/** Seeds of two runs of the command shall never overlap. */
const FRESH = Math.floor(Date.now() / 1000) * 1_000;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

interface Wishes {
  readonly seed: number;
  readonly runs: number;
  readonly minutes: number;
  readonly least: number | undefined;
  readonly violations: number;
  readonly trace: boolean;
}

function readWishes(): Wishes | undefined {
  try {
    const text = { type: "string" } as const;
    const options = {
      seed: text,
      runs: text,
      minutes: text,
      least: text,
      violations: text,
      trace: { type: "boolean" },
    } as const;
    const { values } = parseArgs({ options });
    const number = (given: string | undefined, otherwise: number): number =>
      given === undefined ? otherwise : Number(given);
    return {
      seed: number(values.seed ?? process.env.BOTFORM_SEED, FRESH),
      runs: number(values.runs, values.minutes === undefined ? 2_000 : Number.POSITIVE_INFINITY),
      minutes: number(values.minutes, Number.POSITIVE_INFINITY),
      least: values.least === undefined ? undefined : Number(values.least),
      violations: number(values.violations, 1),
      trace: values.trace === true,
    };
  } catch (error) {
    say(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    return undefined;
  }
}

async function main(wishes: Wishes): Promise<number> {
  const counts = new Map<string, number>();
  const began = Date.now();
  let violated = 0;
  let done = 0;
  let told = began;
  const isOver = (): boolean => done >= wishes.runs || Date.now() - began > wishes.minutes * 60_000;
  while (!isOver() && violated < wishes.violations) {
    const seed = wishes.seed + done;
    const { violations, counts: own } = await simulate(drawSchedule(seed), wishes.trace ? { trace: say } : {});
    done += 1;
    for (const [what, count] of own) counts.set(what, (counts.get(what) ?? 0) + count);
    if (violations.length > 0) {
      violated += 1;
      await report(seed);
    }
    if (Date.now() - told > 10_000) {
      told = Date.now();
      say(`${done} schedules, ${rate(done, began)} a second`);
    }
  }
  const least = wishes.least ?? (done >= MANY ? 1 : 0);
  table(counts);
  const short = missed(counts, least);
  for (const what of short) say(`reached less than ${least} times: ${what}`);
  const { user, system } = process.cpuUsage();
  const seconds = ((user + system) / 1e6).toFixed(1);
  say(
    `${done} schedules from seed ${wishes.seed}, ${rate(done, began)} a second (${seconds} s of processor time); ${violated} violated`,
  );
  return violated > 0 || short.length > 0 ? 1 : 0;
}

function rate(done: number, began: number): string {
  return ((done * 1_000) / Math.max(1, Date.now() - began)).toFixed(0);
}

/** What was violated, by how little it takes, event by event. */
async function report(seed: number): Promise<void> {
  const schedule = drawSchedule(seed);
  const { violations } = await simulate(schedule);
  for (const { broken, detail } of violations) say(`VIOLATED ${broken}: ${detail}`);
  const [first] = violations;
  if (first === undefined)
    return say(`seed ${seed} doesn't violate anything when it is run again: the simulation is not deterministic`);
  const smallest = await reduce(schedule, first);
  for (const line of inWords(smallest)) say(line);
  await simulate(smallest, { trace: (line) => say(`  ${line.slice(0, 200)}`) });
  say(`whole: npm run simulate -- --seed ${seed} --runs 1 --trace`);
}

function table(counts: ReadonlyMap<string, number>): void {
  const row = (name: string): void => say(`${String(counts.get(name) ?? 0).padStart(9)}  ${name}`);
  for (const name of [...FAULTS, ...RULES]) row(name);
  const known = new Set([...FAULTS, ...RULES]);
  for (const name of [...counts.keys()].filter((one) => !known.has(one)).sort()) row(name);
}

// A reader that has seen enough is no news.
process.stdout.on("error", () => {});
const wishes = readWishes();
process.exitCode = wishes === undefined ? 3 : await main(wishes);
