// The part of the command line that is the main road: plan, apply, and a saved plan shown.
import { type Command, Option } from "commander";
import { PHASES_TEXT } from "../../model/plan/actions.js";
import type { Choose } from "../terminal/choose.js";
import {
  accessCache,
  accounts,
  commandTimeout,
  concurrency,
  config,
  eachFile,
  envFrom,
  examples,
  fileName,
  format,
  from,
  journal,
  maxChangedPercent,
  maxTurnOns,
  requestsPerSecond,
  variable,
  variableFile,
} from "../terminal/options.js";

/** Adds the commands to the program; what they do is loaded only when they run. */
export function planCommands(program: Command, choose: Choose): void {
  planOptions(program.command("plan"))
    .description("Compare the configuration with the live bots and show what apply would do. Writes nothing.")
    .addOption(format(["text", "json", "diff", "html", "markdown"]))
    .addOption(accessCache())
    .option("--detailed-exitcode", "exit 2 when there are changes, 0 when there are none")
    .option(
      "--out <file>",
      "save the plan for botform apply FILE; with --format html or markdown write that; or several forms of the one plan: plan=FILE,html=FILE,markdown=FILE,json=FILE; may be repeated",
      eachFile,
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
    .action((options) => choose(async (c) => (await import("./plan.js")).planCommand(c, options)));

  planOptions(program.command("apply"))
    .argument("[file]", "a plan that botform plan --out saved; without it a new plan is made")
    .description(`Plan, show the plan, ask, and carry it out: ${PHASES_TEXT}.`)
    .addOption(format())
    .option("-y, --yes", "don't ask; needed where there is no terminal")
    .addOption(commandTimeout())
    .addOption(journal())
    .addOption(maxChangedPercent())
    .addOption(maxTurnOns())
    .option(
      "--events <file>",
      "write every event of the run to this file as it happens, one JSON document a line",
      (text: string) => (text === "-" ? text : fileName(text)),
    )
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
      choose(async (c) => (await import("./apply.js")).applyCommand(c, { ...options, file })),
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
    .addOption(requestsPerSecond())
    .addOption(envFrom());
}
