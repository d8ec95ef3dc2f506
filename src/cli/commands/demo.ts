// botform demo: the main job on a local emulator, as a user would see it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { type RunningEmulator, startEmulator } from "../../emulator/http/server.js";
import type { Context } from "../terminal/context.js";
import { shellWord } from "../terminal/shell-word.js";
import { applyCommand } from "./apply.js";
import { readSeed } from "./emulator.js";
import { planCommand } from "./plan.js";
import { validate } from "./validate.js";

const FLEET = fileURLToPath(new URL("../../../examples/fleet", import.meta.url));
const SEED = fileURLToPath(new URL("../../../examples/emulator/fleet.json", import.meta.url));
const CONCURRENCY = 8;
/** The demo's first apply changes half of the account's bots at once, and says so. */
const MAX_CHANGED_PERCENT = 50;

/** One thing the demo does: what it says, what it runs, and the exit code that belongs to it. */
interface Scene {
  readonly title: string;
  readonly command?: string;
  readonly run: (context: Context) => Promise<ExitCode>;
  readonly expected: ExitCode;
}

export async function demo(context: Context): Promise<ExitCode> {
  const running = await startEmulator({ port: 0, seed: await readSeed(SEED) });
  const journal = await mkdtemp(join(tmpdir(), "botform-demo-"));
  const stage: Context = {
    ...context,
    env: {
      ...context.env,
      BOTFORM_DEMO_API_URL: running.url,
      BOTFORM_DEMO_API_KEY: "demo-key",
      BOTFORM_DEMO_API_SECRET: "demo-secret",
    },
  };
  try {
    context.out(`A local emulator stands in for the service on ${running.url}; no account is touched.\n`);
    for (const scene of scenes(running, journal)) {
      const command = scene.command === undefined ? "" : `\n$ ${scene.command}`;
      context.out(`\n${context.colour.bold(`── ${scene.title}`)}${command}\n`);
      const exitCode = await scene.run(stage);
      if (exitCode !== scene.expected) {
        context.err(`\ndemo: expected exit code ${scene.expected} here, got ${exitCode}\n`);
        return EXIT.failed;
      }
    }
    context.out(
      `\n${context.colour.good("Done.")} Next: read ${shellWord(exampleFleet())}, then try your own with botform emulator.\n`,
    );
    return EXIT.done;
  } finally {
    await running.close();
    await rm(journal, { recursive: true, force: true });
  }
}

/** Where the example is, from the folder that the command runs in. */
function exampleFleet(): string {
  return relative(process.cwd(), FLEET) || ".";
}

function scenes(running: RunningEmulator, journal: string): Scene[] {
  const config = exampleFleet();
  const options = { config, format: "text", concurrency: CONCURRENCY } as const;
  const plan = (title: string, expected: ExitCode): Scene => ({
    title,
    command: `botform plan -c ${config} --detailed-exitcode`,
    run: (context) => planCommand(context, { ...options, detailedExitcode: true }),
    expected,
  });
  const apply = (title: string, maxChangedPercent?: number): Scene => ({
    title,
    command: `botform apply -c ${config} --yes${maxChangedPercent === undefined ? "" : ` --max-changed-percent ${maxChangedPercent}`}`,
    run: (context) =>
      applyCommand(context, {
        ...options,
        yes: true,
        commandTimeout: 60,
        journal,
        ...(maxChangedPercent !== undefined && { maxChangedPercent }),
      }),
    expected: EXIT.done,
  });
  return [
    {
      title: "Check the fleet: 26 bots in four files",
      command: `botform validate ${config}`,
      run: (context) => validate(context, options),
      expected: EXIT.done,
    },
    plan("See what apply would do: some bots are live, some drifted, one was renamed", EXIT.changesPending),
    apply("Do it; so much at once has to be allowed by name", MAX_CHANGED_PERCENT),
    plan("Once more: nothing is left to do", EXIT.done),
    {
      title: "Somebody edits a bot on the service, by hand",
      run: (context) => editByHand(context, running),
      expected: EXIT.done,
    },
    plan("The drift is found; martingale isn't declared, so it is nobody's business here", EXIT.changesPending),
    apply("And undone"),
    plan("Nothing is left to do", EXIT.done),
  ];
}

async function editByHand(context: Context, running: RunningEmulator): Promise<ExitCode> {
  const bot = running.service.bots().find(({ values }) => values.title === "SOL dip");
  if (bot === undefined) return EXIT.failed;
  running.service.editBot(bot.id, { leverage: 20, martingaleScale: "1.5" });
  context.out(`(on the service) bot ${bot.id} "SOL dip": leverage 5 → 20, martingale on at 1.5\n`);
  return EXIT.done;
}
