// The command line: every command with its options and examples; what a command does is loaded only when it runs.
import { Command, CommanderError } from "commander";
import { EXIT } from "../app/exit.js";
import { emulatorCommands } from "./commands/emulator-program.js";
import { authoringCommands } from "./commands/program-authoring.js";
import { demoCommand, explainCommands, validateCommand } from "./commands/program-basics.js";
import { completionCommands } from "./commands/program-completion.js";
import { dealsCommands } from "./commands/program-deals.js";
import { driftCommand } from "./commands/program-drift.js";
import { operationsCommands } from "./commands/program-operations.js";
import { planCommands } from "./commands/program-plan.js";
import { policyCommands } from "./commands/program-policy.js";
import { readingCommands } from "./commands/program-reading.js";
import { riskCommands } from "./commands/program-risk.js";
import { simulateCommands } from "./commands/program-simulate.js";
import { webhookCommands } from "./commands/program-webhook.js";
import type { Choose, Run } from "./terminal/choose.js";
import { type Context, processContext } from "./terminal/context.js";
import { type CredentialOptions, type ProxyOptions, withEnvironment, withProxy } from "./terminal/credentials.js";
import { reportFailure } from "./terminal/failure.js";
import { usageHint } from "./terminal/usage.js";

interface Group {
  /** Those that are whole with it, or with the other groups that name them. */
  readonly commands: readonly string[];
  readonly add: (program: Command, choose: Choose) => void;
}

/** In the order in which help lists them. */
const GROUPS: readonly Group[] = [
  { commands: ["validate"], add: validateCommand },
  { commands: ["plan", "apply", "show"], add: planCommands },
  { commands: ["schema", "explain"], add: explainCommands },
  { commands: ["emulator"], add: emulatorCommands },
  { commands: ["demo"], add: demoCommand },
  { commands: ["drift"], add: driftCommand },
  { commands: ["render", "diff", "pull", "fmt", "init"], add: authoringCommands },
  { commands: ["history", "resolve", "undo", "bots"], add: operationsCommands },
  { commands: ["webhook"], add: webhookCommands },
  { commands: ["simulate"], add: simulateCommands },
  { commands: ["risk"], add: riskCommands },
  { commands: ["policy"], add: policyCommands },
  { commands: ["deals", "bots"], add: dealsCommands },
  { commands: ["accesses", "account", "report", "pairs", "bots", "deals"], add: readingCommands },
  { commands: [], add: completionCommands },
];

/** Parses argv (without node and script) and runs the command. Resolves to the exit code; never throws. */
export async function runProgram(argv: readonly string[], context: Context = processContext()): Promise<number> {
  let chosen: Run | undefined;
  let given: CredentialOptions & ProxyOptions = {};
  const program = buildProgram(argv[0] ?? "", context, (run) => {
    chosen = run;
  });
  program.hook("preAction", (_program, command) => {
    given = command.optsWithGlobals<CredentialOptions & ProxyOptions>();
  });
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: "user" });
    if (chosen === undefined) return EXIT.done;
    return await chosen(await withProxy(await withEnvironment(context, given), given));
  } catch (error) {
    // Help and version end here too, with code 0.
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    return reportFailure(context, argv, error, usageHint(program, argv, error));
  }
}

/** Only what the wanted command is among, where it is one: making all of them takes longer than most of them run. */
function buildProgram(wanted: string, context: Context, choose: Choose): Command {
  const program = new Command("botform")
    .description(
      "Bots as code for a futures trading-bot service.\nYAML says which bots should exist, how they are set and whether they are on.",
    )
    .version(BOTFORM_VERSION, "-V, --version", "print the version")
    .option("--proxy <url>", "reach the service through this proxy, by CONNECT; BOTFORM_PROXY says the same")
    .exitOverride()
    .configureOutput({ writeOut: context.out, writeErr: () => {} })
    .showSuggestionAfterError()
    .addHelpText("after", () => HELP);

  const groups = GROUPS.filter(({ commands }) => commands.includes(wanted));
  for (const { add } of groups.length === 0 ? GROUPS : groups) add(program, choose);
  for (const command of program.commands)
    command.exitOverride().configureOutput({ writeOut: context.out, writeErr: () => {} });
  return program;
}

const HELP = `
Exit codes:
    0  done, or nothing to do
    1  failed; nothing was written to the account that failed
    2  changes pending (plan --detailed-exitcode, drift, fmt --check)
    3  configuration or usage invalid
    4  the live bots differ from the plan, or the saved plan is not to be used; nothing written to that account
    5  an outcome is unknown
    6  blocked by a safety limit or a policy, nothing written to that account
    7  partly applied
  130  interrupted

Start here:
  botform demo    the main job on a local emulator, no account needed
  botform init    a configuration of your own, to begin with
`;
