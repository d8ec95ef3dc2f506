// The command line: parses argv by the commands' declarations and runs the chosen command.
import { Command, CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { EXIT, type ExitCode, mostSerious } from "../app/exit.js";
import { FORMAT_VERSIONS, type Run, type Shell } from "./command.js";
import { EXIT_ROWS } from "./help/exit-codes.js";
import { TOPIC_NAMES } from "./help/topics.js";
import { option } from "./options.js";
import { COMMANDS } from "./registry.js";
import { type Context, processContext } from "./terminal/context.js";
import { reportFailure, usageHint } from "./terminal/failure.js";

/** Parses argv (without node and script) and runs the command. Resolves to the exit code once all output has left; never throws. */
export async function runProgram(argv: readonly string[], context: Context = processContext()): Promise<ExitCode> {
  const exitCode = await run(argv, context);
  // What reads the output must never take a part for the whole (I6).
  return (await context.isWhole()) ? exitCode : mostSerious([exitCode, EXIT.failed]);
}

async function run(argv: readonly string[], context: Context): Promise<ExitCode> {
  let chosen: Run | undefined;
  const choose = (run: Run) => {
    chosen = run;
  };
  const program = programOf(argv[0] ?? "", context, choose);
  const shell: Shell = {
    ...context,
    commands: COMMANDS,
    program: () => programOf("", context, choose),
    invoke: runProgram,
  };
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: "user" });
    return (await chosen?.(shell)) ?? EXIT.done;
  } catch (error) {
    // Help and version end here too, with code 0.
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    return reportFailure(context, argv, error, usageHint(program, argv, error));
  }
}

/** Only the wanted command with those it holds, where it is one: making all of them takes longer than most of them run. */
function programOf(wanted: string, context: Context, choose: (run: Run) => void): CommandUnknownOpts {
  const program: CommandUnknownOpts = new Command("botform")
    .description(
      "Bots as code for a futures trading-bot service.\nYAML says which bots should exist, how they are set and whether they are on.",
    )
    .version(BOTFORM_VERSION, "-V, --version", "print the version")
    .option("--proxy <url>", "reach the service through this proxy, by CONNECT; or set BOTFORM_PROXY")
    .addOption(
      option(
        "--format-version <number>",
        "version of the JSON output; 1 is for programs written before version 2",
      ).choices(Object.keys(FORMAT_VERSIONS)),
    )
    .exitOverride()
    .configureOutput({ writeOut: context.out, writeErr: () => {} })
    .showSuggestionAfterError()
    .addHelpText("after", helpText);
  const own = COMMANDS.filter(({ name }) => name === wanted || name.startsWith(`${wanted} `));
  for (const { name, isHidden, fill } of own.length === 0 ? COMMANDS : own) {
    const [first = "", second] = name.split(" ");
    const holder = second === undefined ? program : program.commands.find((one) => one.name() === first);
    // Commands made so have the program's settings, how they end and where they print.
    if (holder !== undefined) fill(holder.command(second ?? first, { hidden: isHidden }), choose);
  }
  return program;
}

function helpText(): string {
  const codes = EXIT_ROWS.map(({ code, title }) => `${String(code).padStart(5)}  ${title}\n`);
  return `
Exit codes:
${codes.join("")}
Start here:
  botform demo    watch it work on a local emulator, no account needed
  botform init    the first files of a configuration of your own

Topics:
  botform help TOPIC                    ${TOPIC_NAMES.join(", ")}
`;
}
