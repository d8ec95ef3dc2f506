// The one gate before any write: situation by command, with the exit code, what the document says, and whether anything was written.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../../../src/cli/program.js";
import { contextOf } from "../../../../src/cli/terminal/context.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import { paint } from "../../../../src/render/text/paint.js";
import { workplace } from "../../../commands/workplace.js";
import { slice } from "../../../support/lane.js";
import { envOf, HOOK, seedWith, yamlWith } from "../../webhook/hook-fleet.js";

const place = workplace();

/** Small enough for every policy that always holds. */
const SETTINGS = {
  strategy: "LONG",
  leverage: 2,
  marginMode: "CROSS",
  typeTakeProfit: "LIMIT",
  typeFirstOrder: "MARKET",
  percentTakeProfit: 1.2,
  percentSafetyOrder: 1.5,
  volumeFirstOrder: 10,
  volumeSafetyOrder: 10,
  countOrderMax: 3,
} as const;
const RUNNING = { ...SETTINGS, title: "Running", pairTitle: "USDT-ETH" };
const SPARE = { ...SETTINGS, title: "Spare", pairTitle: "USDT-SOL" };
const NEW = { ...SETTINGS, title: "New", pairTitle: "USDT-ADA", enabled: true };

function seed(): Seed {
  const [main] = seedWith().accounts;
  if (main === undefined) throw new Error("the seed has no account");
  const live = [
    { id: 2, accessId: 101, enabled: true, ...RUNNING },
    { id: 3, accessId: 101, ...SPARE },
  ];
  const copy = { name: "copy", apiKey: "copy-key", apiSecret: "copy-secret", hook: { ...HOOK, accountId: 7002 } };
  const balance = { USDT: "10000" };
  const accesses = [{ accessId: 202, title: "Main futures" }];
  return {
    accounts: [
      { ...main, balance, bots: [...(main.bots ?? []).map((bot) => ({ ...bot, ...SETTINGS })), ...live] },
      { ...copy, balance, accesses, bots: [] },
    ],
  };
}

/** The same bots, one new, and a kill switch by variable and by file. */
function configuration(isTwo: boolean): string {
  const one: { accounts: { main: object }; bots: object } = JSON.parse(yamlWith({ open: true }, SETTINGS));
  const copy = {
    ...one.accounts.main,
    apiKey: "${env.BOTFORM_COPY_API_KEY}",
    apiSecret: "${env.BOTFORM_COPY_API_SECRET}",
  };
  return JSON.stringify({
    ...one,
    accounts: { ...one.accounts, ...(isTwo && { copy }) },
    policies: { stop: { rule: "kill-switch", file: "STOP", env: "BOTFORM_STOP" } },
    bots: { ...one.bots, running: RUNNING, spare: SPARE, fresh: NEW },
  });
}

interface Stage {
  readonly isTwo: boolean;
  readonly config: string;
  readonly journal: string;
  readonly env: Record<string, string>;
  /** The running deal's id. */
  readonly deal: string;
}

interface Way {
  readonly args: (stage: Stage) => readonly string[] | Promise<readonly string[]>;
  readonly answer?: (stage: Stage) => string;
  readonly isTwo?: boolean;
  /** It plans bots, and so has limits. */
  readonly isLimited?: boolean;
  /** What is shown of bots or deals is looked at again after the question. */
  readonly isStale?: boolean;
  /** It only changes or ends a deal, so a hold lets it pass. */
  readonly passesHolds?: boolean;
  /** It plans anew, without what is held. */
  readonly plansAnew?: boolean;
}

const WAYS: Readonly<Record<string, Way>> = {
  apply: { args: () => ["apply"], isLimited: true, isStale: true, plansAnew: true },
  "apply, several accounts": {
    args: () => ["apply", "--all-accounts"],
    isTwo: true,
    isLimited: true,
    isStale: true,
    plansAnew: true,
  },
  "apply FILE": {
    async args(stage) {
      const file = join(stage.journal, "..", "x.plan");
      await run(stage, ["plan", "-c", stage.config, "--out", file]);
      return ["apply", file];
    },
    isLimited: true,
    isStale: true,
  },
  undo: {
    async args(stage) {
      const { config, journal } = stage;
      const limits = ["--max-changed-percent", "100", "--max-turn-ons", "9"];
      await run(stage, ["bots", "on", "main/#3", "-c", config, "--journal", journal, "--yes", ...limits.slice(4)]);
      await run(stage, ["bots", "off", "main/#3", "-c", config, "--journal", journal]);
      return ["undo", "last"];
    },
    isLimited: true,
    isStale: true,
  },
  "bots on": { args: () => ["bots", "on", "main/#3"], isStale: true },
  "deals start": { args: () => ["deals", "start", "main/#3"], isStale: true },
  "deals take-profit": { args: ({ deal }) => ["deals", "take-profit", deal, "2.5"], isStale: true, passesHolds: true },
  "deals complete": { args: ({ deal }) => ["deals", "complete", deal], isStale: true, passesHolds: true },
  "deals cancel": {
    args: ({ deal }) => ["deals", "cancel", deal, "--leave-position"],
    answer: ({ deal }) => deal,
    isStale: true,
    passesHolds: true,
  },
  "webhook send": { args: () => ["webhook", "send", "open", "hooked", "--account", "main", "--timeout", "120"] },
};

type Ask = (question: string) => Promise<string | undefined>;

async function run({ env }: Pick<Stage, "env">, argv: readonly string[], ask?: Ask) {
  const printed = { out: "", err: "" };
  const exitCode = await runProgram(
    argv,
    contextOf({
      out: (text) => {
        printed.out += text;
      },
      err: (text) => {
        printed.err += text;
      },
      env,
      colour: paint(false),
      errColour: paint(false),
      live: false,
      ask,
    }),
  );
  return { exitCode, ...printed };
}

async function staged(isTwo = false): Promise<Stage> {
  const copy = { BOTFORM_COPY_API_KEY: "copy-key", BOTFORM_COPY_API_SECRET: "copy-secret" };
  await place.started({ seed: seed() });
  const { service, url } = place.emulator;
  await expect.poll(() => service.deals().length).toBe(1);
  const folder = place.fresh("stage");
  mkdirSync(folder);
  const config = join(folder, "botform.yaml");
  writeFileSync(config, configuration(isTwo));
  return {
    ...{ config, isTwo },
    journal: join(folder, "journal"),
    env: { ...envOf(url), ...copy },
    deal: String(service.deals()[0]?.id),
  };
}

interface Situation {
  readonly exitCode: number;
  readonly isWritten: boolean;
  /** Where a way ends in another manner. */
  readonly end?: (way: Way) => Pick<Situation, "exitCode" | "isWritten"> | undefined;
  /** Done before the command. */
  readonly prepare?: (stage: Stage) => Promise<unknown>;
  readonly flags?: (stage: Stage) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly ask?: (stage: Stage, right: string) => string | undefined | Promise<string>;
  readonly isMeant?: (way: Way) => boolean;
}

const yes = () => ["--yes"];

/** Both accounts are held as a whole. */
async function hold(stage: Stage): Promise<void> {
  const patterns = ["main/*", "copy/*"].slice(0, stage.isTwo ? 2 : 1);
  const about = ["--reason", "maintenance", "-c", stage.config, "--journal", stage.journal];
  expect((await run(stage, ["hold", "add", ...patterns, ...about])).exitCode).toBe(0);
}

const DONE = { exitCode: 0, isWritten: true };

const SITUATIONS: Readonly<Record<string, Situation>> = {
  "--yes": { exitCode: 0, isWritten: true, flags: yes },
  "the right answer": { exitCode: 0, isWritten: true, ask: (_stage, right) => right },
  "nobody to ask": { exitCode: 3, isWritten: false },
  "another answer": { exitCode: 1, isWritten: false, ask: () => "n" },
  "Ctrl-C at the question": { exitCode: 130, isWritten: false, ask: () => undefined },
  "a policy denies": { exitCode: 6, isWritten: false, flags: yes, env: { BOTFORM_STOP: "1" } },
  "a policy denies since the question": {
    exitCode: 6,
    isWritten: false,
    ask({ config }, right) {
      writeFileSync(join(config, "..", "STOP"), "");
      return right;
    },
  },
  held: {
    exitCode: 6,
    isWritten: false,
    flags: yes,
    prepare: hold,
    // A new plan turns off what is held and on.
    end: ({ passesHolds, plansAnew }) => (passesHolds === true || plansAnew === true ? DONE : undefined),
  },
  "held since the question": {
    exitCode: 6,
    isWritten: false,
    async ask(stage, right) {
      await hold(stage);
      return right;
    },
    end: ({ passesHolds }) => (passesHolds === true ? DONE : undefined),
  },
  "a limit": {
    exitCode: 6,
    isWritten: false,
    flags: () => ["--yes", "--max-turn-ons", "0"],
    isMeant: ({ isLimited }) => isLimited === true,
  },
  "a bot changed since the question": {
    exitCode: 4,
    isWritten: false,
    ask(_stage, right) {
      const { service } = place.emulator;
      for (const { id } of service.bots()) service.editBot(id, { title: `Changed ${id}`, leverage: 9 });
      for (const account of ["main", "copy"])
        service.addBot(account, { accessId: account === "main" ? 101 : 202, ...NEW, enabled: false });
      return right;
    },
    isMeant: ({ isStale }) => isStale === true,
  },
  "a journal that can't be written": {
    exitCode: 1,
    isWritten: false,
    flags: (stage) => ["--yes", "--journal", join(stage.config, "journal")],
  },
};

const CASES = Object.entries(WAYS).flatMap(([name, way]) =>
  Object.entries(SITUATIONS)
    .filter(([, { isMeant = () => true }]) => isMeant(way))
    .map((situation) => ({ name, situation })),
);
/** Of each way and of each situation some. */
const CHOSEN = slice(CASES, { fast: 24 });

describe.each(Object.entries(WAYS))("%s", (name, way) => {
  it.each(CHOSEN.filter((one) => one.name === name).map(({ situation }) => situation))(
    "%s",
    async (_situation, { flags, env = {}, ask, prepare, end, ...usual }) => {
      const { exitCode, isWritten } = end?.(way) ?? usual;
      const stage = await staged(way.isTwo);
      const args = await way.args(stage);
      await prepare?.(stage);
      const { service } = place.emulator;
      const before = service.writes.length + service.hookRequests;
      const right = way.answer?.(stage) ?? "yes";
      const journal = ["--journal", stage.journal];
      const argv = [...args, "-c", stage.config, "--format", "json", ...journal, ...(flags?.(stage) ?? [])];
      const asked: Ask | undefined = ask && (async () => ask(stage, right));
      const { out, ...ended } = await run({ env: { ...stage.env, ...env } }, argv, asked);
      const document: { ok: unknown; exitCode: unknown } = JSON.parse(out);
      const writes = service.writes.length + service.hookRequests - before;
      expect({ exitCode: ended.exitCode, ok: document.ok, said: document.exitCode, isWritten: writes > 0 }).toEqual({
        exitCode,
        ok: exitCode === 0,
        said: exitCode,
        isWritten,
      });
    },
  );
});
