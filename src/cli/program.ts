// The command line: every command with its options and examples; what a command does is loaded only when it runs.
import { Command, CommanderError, Option } from "commander";
import { type Context, processContext } from "./context.js";
import { emulatorCommands } from "./emulator-program.js";
import { EXIT } from "./exit.js";
import { reportFailure } from "./failure.js";
import {
  accounts,
  commandTimeout,
  concurrency,
  config,
  envFrom,
  examples,
  format,
  from,
  journal,
  maxChangedPercent,
  maxTurnOns,
  networked,
  variable,
  variableFile,
} from "./options.js";
import { authoringCommands } from "./program-authoring.js";
import { completionCommands } from "./program-completion.js";
import { dealsCommands } from "./program-deals.js";
import { driftCommand } from "./program-drift.js";
import { operationsCommands } from "./program-operations.js";
import { policyCommands } from "./program-policy.js";
import { readingCommands } from "./program-reading.js";
import { riskCommands } from "./program-risk.js";
import { simulateCommands } from "./program-simulate.js";
import { webhookCommands } from "./program-webhook.js";

type Run = (context: Context) => Promise<number>;

/** Parses argv (without node and script) and runs the command. Resolves to the exit code; never throws. */
export async function runProgram(argv: readonly string[], context: Context = processContext()): Promise<number> {
  let chosen: Run | undefined;
  const program = buildProgram(context, (run) => {
    chosen = run;
  });
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: "user" });
    return chosen === undefined ? EXIT.done : await chosen(context);
  } catch (error) {
    // Help and version end here too, with code 0.
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    return reportFailure(context, argv, error);
  }
}

function buildProgram(context: Context, choose: (run: Run) => void): Command {
  const program = new Command("botform")
    .description(
      "Bots as code for a futures trading-bot service.\nYAML says which bots should exist, how they are set and whether they are on.",
    )
    .version(BOTFORM_VERSION, "-V, --version", "print the version")
    .exitOverride()
    .configureOutput({ writeOut: context.out, writeErr: () => {} })
    .showSuggestionAfterError()
    .addHelpText("after", () => HELP);

  program
    .command("validate")
    .argument("[path]", "a file, or a folder of YAML files")
    .description("Check the configuration. Needs no network and no credentials.")
    .addOption(config())
    .addOption(variable())
    .addOption(variableFile())
    .addOption(format(["text", "json", "sarif", "junit", "github"]))
    .addHelpText(
      "after",
      examples(
        "botform validate",
        "botform validate fleet/",
        "botform validate --format json | jq .diagnostics",
        "botform validate --format sarif > botform.sarif",
        "botform validate --format github",
      ),
    )
    .action((path: string | undefined, options) =>
      choose(async (c) => (await import("./validate.js")).validate(c, { ...options, config: path ?? options.config })),
    );

  planOptions(program.command("plan"))
    .description("Compare the configuration with the live bots and show what apply would do. Writes nothing.")
    .addOption(format(["text", "json", "diff", "html", "markdown"]))
    .option("--detailed-exitcode", "exit 2 when there are changes, 0 when there are none")
    .option(
      "--out <file>",
      "save the plan for botform apply FILE; with --format html or markdown write that; or several forms of the one plan: plan=FILE,html=FILE,markdown=FILE,json=FILE",
    )
    .option("--marker <name>", "what tells the comment of --format markdown from others (default: the account)")
    .addOption(
      new Option("--expires <minutes>", "how long the saved plan holds, at most 1440 (default: 30)").argParser(
        from(1, 1440),
      ),
    )
    .addHelpText(
      "after",
      examples(
        "botform plan",
        "botform plan -c fleet/ --format diff",
        "botform plan --target btc-dip --target 'eth-*'",
        "botform plan --detailed-exitcode --format json > plan.json",
        "botform plan --out fleet.plan --expires 60",
        "botform plan --format html --out plan.html",
        "botform plan --out plan=fleet.plan,html=plan.html,json=plan.json",
        "botform plan --format markdown > comment.md",
        "botform plan --out markdown=comment.md,plan=fleet.plan",
        "botform plan --all-accounts --env-from keys.env",
      ),
    )
    .action((options) => choose(async (c) => (await networked(() => import("./plan.js"))).planCommand(c, options)));

  planOptions(program.command("apply"))
    .argument("[file]", "a plan that botform plan --out saved; without it a new plan is made")
    .description("Plan, show the plan, ask, and carry it out: turn-offs, updates, creates, verification, turn-ons.")
    .addOption(format())
    .option("-y, --yes", "don't ask; needed where there is no terminal")
    .addOption(commandTimeout())
    .addOption(journal())
    .addOption(maxChangedPercent())
    .addOption(maxTurnOns())
    .option("--events <file>", "write every event of the run to this file as it happens, one JSON document a line")
    .addHelpText(
      "after",
      examples(
        "botform apply",
        "botform apply -c fleet/ --yes",
        "botform apply --account main --target btc-dip",
        "botform apply --account main,copy",
        "botform apply fleet.plan -c fleet/",
        "botform apply --yes --events run.jsonl",
      ),
    )
    .action((file: string | undefined, options) =>
      choose(async (c) => (await networked(() => import("./apply.js"))).applyCommand(c, { ...options, file })),
    );

  program
    .command("show")
    .argument("<file>", "a plan that botform plan --out saved")
    .description(
      "Show a saved plan. Needs no network and, unless --config or --account asks to verify it, no credentials.",
    )
    .addOption(new Option("-c, --config <path>", "verify it for this configuration and the account's credentials"))
    .option("--account <name>", "verify it for this account of the configuration")
    .addOption(variable())
    .addOption(variableFile())
    .addOption(envFrom())
    .addOption(format())
    .addHelpText(
      "after",
      examples(
        "botform show fleet.plan",
        "botform show fleet.plan -c fleet/",
        "botform show fleet.plan --format json | jq .saved",
      ),
    )
    .action((file: string, options) =>
      choose(async (c) => (await import("./show.js")).showCommand(c, { ...options, file })),
    );

  program
    .command("schema")
    .argument("[name]", "which schema; without it they are listed")
    .description("Print a JSON Schema for editors and other tools.")
    .addHelpText("after", examples("botform schema", "botform schema botform > botform.schema.json"))
    .action((name: string | undefined) => choose(async (c) => (await import("./schema.js")).schema(c, name)));

  program
    .command("explain")
    .argument("[name]", "a field, another key of the configuration, or a diagnostic code; without it they are listed")
    .description(
      "Say what a field, a key or a code means, how it is said to the service, and what is unknown about it.",
    )
    .addOption(format())
    .addHelpText(
      "after",
      examples(
        "botform explain leverage",
        "botform explain config/unknown-key",
        "botform explain unknown-key --format json",
      ),
    )
    .action((name: string | undefined, options) =>
      choose(async (c) => (await import("./explain.js")).explainCommand(c, { ...options, name })),
    );

  emulatorCommands(program, choose);

  program
    .command("demo")
    .description(
      "See the main job done on a local emulator: validate, plan, apply, a hand edit, drift, apply. Needs no account.",
    )
    .addHelpText("after", examples("botform demo"))
    .action(() => choose(async (c) => (await networked(() => import("./demo.js"))).demo(c)));

  driftCommand(program, choose);
  authoringCommands(program, choose);
  operationsCommands(program, choose);
  webhookCommands(program, choose);
  simulateCommands(program, choose);
  riskCommands(program, choose);
  policyCommands(program, choose);
  dealsCommands(program, choose);
  readingCommands(program, choose);
  completionCommands(program, choose);
  for (const command of program.commands)
    command.exitOverride().configureOutput({ writeOut: context.out, writeErr: () => {} });
  return program;
}

function planOptions(command: Command): Command {
  for (const option of [config(), variable(), variableFile(), ...accounts()]) command.addOption(option);
  return command
    .option("--target <bot...>", "only these bots: keys or addresses, * stands for anything; may be repeated")
    .option("--exclude <bot...>", "all but these bots")
    .option(
      "--allow-replace",
      "a bot whose access was changed: turn the old one off, which stays behind, and create a new one",
    )
    .addOption(concurrency(8))
    .addOption(envFrom());
}

const HELP = `
Exit codes:
    0  done, or nothing to do
    1  failed, nothing written
    2  changes pending (plan --detailed-exitcode, drift, fmt --check)
    3  configuration or usage invalid
    4  the live bots differ from the plan, or the saved plan is not to be used; nothing written
    5  an outcome is unknown
    6  blocked by a safety limit or a policy, nothing written
    7  partly applied
  130  interrupted

Start here:
  botform demo                          the main job on a local emulator, no account needed
  botform validate -c examples/fleet    check a fleet of bots
`;
