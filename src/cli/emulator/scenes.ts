// The scenes of botform demo: command lines that a user would type, against an emulator of this process.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { type RunningEmulator, startEmulator } from "../../emulator/http/server.js";
import type { Shell } from "../command.js";
import { shellWord } from "../terminal/shell-word.js";
import { readSeed } from "./server.js";

const FLEET = fileURLToPath(new URL("../../../examples/fleet", import.meta.url));
const SEED = fileURLToPath(new URL("../../../examples/emulator/fleet.json", import.meta.url));

/** What is said, what is typed where nothing is done by hand, and the exit code that belongs to it. */
interface DemoStep {
  readonly title: string;
  readonly words?: readonly string[];
  readonly expected: ExitCode;
}

/** Whether every scene ended as it should. */
export async function playDemo(shell: Shell): Promise<boolean> {
  const running = await startEmulator({ port: 0, seed: await readSeed(SEED) });
  const journal = await mkdtemp(join(tmpdir(), "botform-demo-"));
  const variables = {
    BOTFORM_DEMO_API_URL: running.url,
    BOTFORM_DEMO_API_KEY: "demo-key",
    BOTFORM_DEMO_API_SECRET: "demo-secret",
  };
  const stage: Shell = { ...shell, env: { ...shell.env, ...variables } };
  try {
    shell.out(`A local emulator stands in for the service on ${running.url}; no account is touched.\n`);
    for (const { title, words, expected } of scenes(exampleFleet())) {
      const line = words === undefined ? "" : `\n$ botform ${words.map(shellWord).join(" ")}`;
      shell.out(`\n${shell.colour.bold(`── ${title}`)}${line}\n`);
      const exitCode = words === undefined ? editByHand(stage, running) : await typed(stage, words, journal);
      if (exitCode !== expected) {
        shell.err(`\ndemo: expected exit code ${expected} here, got ${exitCode}\n`);
        return false;
      }
    }
    const next = `Next: read ${shellWord(exampleFleet())}, then try your own with botform emulator.`;
    shell.out(`\n${shell.colour.good("Done.")} ${next}\n`);
    return true;
  } finally {
    await running.close();
    await rm(journal, { recursive: true, force: true });
  }
}

/** What an apply leaves behind goes with the demo. */
function typed(stage: Shell, words: readonly string[], journal: string): Promise<number> {
  const unseen = words[0] === "apply" ? ["--journal", journal, "--command-timeout", "60"] : [];
  return stage.invoke([...words, ...unseen], stage);
}

/** Where the example is, from the folder that the command runs in. */
function exampleFleet(): string {
  return relative(process.cwd(), FLEET) || ".";
}

function scenes(config: string): readonly DemoStep[] {
  const plan = (title: string, expected: ExitCode, ...more: readonly string[]): DemoStep => {
    return { title, words: ["plan", "-c", config, "--detailed-exitcode", ...more], expected };
  };
  const apply = (title: string, ...more: readonly string[]): DemoStep => {
    return { title, words: ["apply", "-c", config, "--yes", ...more], expected: EXIT.done };
  };
  return [
    { title: "Check the configuration: 26 bots in four files", words: ["validate", config], expected: EXIT.done },
    plan(
      "See what apply would change; a change this large needs --max-changed-percent",
      EXIT.changesPending,
      ...["--max-changed-percent", "50"],
    ),
    apply("Apply it", "--max-changed-percent", "50"),
    plan("Plan again: nothing is left to do", EXIT.done),
    { title: "Somebody edits a bot on the service by hand", expected: EXIT.done },
    {
      title: "Drift finds it; martingale isn't declared here, so it is only mentioned",
      words: ["drift", "-c", config],
      expected: EXIT.changesPending,
    },
    apply("Apply sets it back"),
    plan("Nothing is left to do", EXIT.done),
  ];
}

function editByHand(context: Shell, { service }: RunningEmulator): ExitCode {
  const bot = service.bots().find(({ values }) => values.title === "SOL dip");
  if (bot === undefined) return EXIT.failed;
  service.editBot(bot.id, { leverage: 20, martingaleScale: "1.5" });
  context.out(`(on the service) bot ${bot.id} "SOL dip": leverage 5 → 20, martingale on at 1.5\n`);
  return EXIT.done;
}
