// The part of the command line that is about writing configurations: what they come to, and what differs.
import { type Command, Option } from "commander";
import type { Choose } from "../terminal/choose.js";
import {
  concurrency,
  config,
  envFrom,
  examples,
  fileName,
  format,
  requestsPerSecond,
  variable,
  variableFile,
} from "../terminal/options.js";

/** Adds the commands to the program; what each does is loaded only when it runs. */
export function authoringCommands(program: Command, choose: Choose): void {
  renderCommands(program, choose);
  diffCommands(program, choose);
  pullCommands(program, choose);
  formatCommands(program, choose);
  initCommands(program, choose);
}

function renderCommands(program: Command, choose: Choose): void {
  program
    .command("render")
    .description(
      "Show every bot in full, and where each of its values comes from. Needs no network and no credentials.",
    )
    .addOption(config())
    .addOption(variable())
    .addOption(variableFile())
    .option("--account <name>", "only this account; needed for yaml when there are several")
    .option("--address <pattern...>", "only these bots: keys or addresses, * stands for anything; may be repeated")
    .addOption(format(["text", "json", "yaml"]))
    .addHelpText(
      "after",
      `${examples(
        "botform render",
        "botform render -c fleet/ --address 'copy/btc-*'",
        "botform render --account copy --format yaml > copy.yaml",
        "botform render --format json | jq '.accounts[].bots[].fields.leverage'",
      )}
yaml is a plain configuration of one account, without variables, templates, defaults or scale, that plans the same.
`,
    )
    .action((options) => choose(async (c) => (await import("./render.js")).renderCommand(c, options)));
}

function diffCommands(program: Command, choose: Choose): void {
  program
    .command("diff")
    .argument("[old]", "a configuration: a file, or a folder of YAML files")
    .argument("[new]", "the one to compare it with")
    .description(
      "Show what differs between two configurations, without network or credentials; or with --from and --to between two live accounts.",
    )
    .option("--from <account>", "a live account of the configuration")
    .option("--to <account>", "the live account to compare it with")
    .addOption(new Option("-c, --config <path>", "with --from and --to: the configuration that has both accounts"))
    .option("--unscaled", "with --from and --to: take the accounts' volumeScale out before comparing volumes")
    .option("--detailed-exitcode", "exit 2 when there are differences, 0 when there are none")
    .addOption(variable())
    .addOption(variableFile())
    .addOption(envFrom())
    .addOption(concurrency(8))
    .addOption(requestsPerSecond())
    .addOption(format())
    .addHelpText(
      "after",
      examples(
        "botform diff old/ fleet/",
        "botform diff fleet.yaml new.yaml --detailed-exitcode",
        "botform diff --from main --to copy --unscaled -c fleet/",
      ),
    )
    .action((before: string | undefined, after: string | undefined, options) =>
      choose(async (c) => (await import("./diff.js")).diffCommand(c, { ...options, before, after })),
    );
}

function pullCommands(program: Command, choose: Choose): void {
  program
    .command("pull")
    .description(
      "Write live bots into YAML: into the configuration that is there, changing only what differs, or as one of their own. Changes nothing on the service.",
    )
    .addOption(config())
    .addOption(variable())
    .addOption(variableFile())
    .option(
      "--account <name>",
      "which account; without a configuration its name gives the variables BOTFORM_NAME_API_KEY …",
    )
    .option(
      "--out <path>",
      "write a configuration of its own into this folder, or file, that isn't there yet",
      fileName,
    )
    .option(
      "--factor",
      "with a configuration of its own: find what bots share, and write defaults, templates and forEach",
    )
    .option(
      "--accept <bot...>",
      "take over only these drifted bots, or fields: ADDRESS or ADDRESS.field; may be repeated",
    )
    .option("--exchange <code>", "without a configuration, where the account's accesses are of several exchanges")
    .option("--dry-run", "write nothing; show what would change")
    .addOption(envFrom())
    .addOption(concurrency(8))
    .addOption(requestsPerSecond())
    .addOption(format())
    .addHelpText(
      "after",
      examples(
        "botform pull --account main",
        "botform pull --account main --out fleet --factor",
        "botform pull -c fleet/ --dry-run",
        "botform pull -c fleet/ --accept btc-dip.leverage",
      ),
    )
    .action((options) => choose(async (c) => (await import("./pull.js")).pullCommand(c, options)));
}

function formatCommands(program: Command, choose: Choose): void {
  program
    .command("fmt")
    .argument("[path]", "a file, or a folder of YAML files")
    .description(
      "Put configuration files into their canonical form: keys in one order, white space tidy. Comments, quotes and values stay.",
    )
    .addOption(config())
    .addOption(format())
    .option("--check", "write nothing; list the files that would change, and exit 2 when there are any")
    .addHelpText("after", examples("botform fmt", "botform fmt fleet/", "botform fmt fleet/ --check"))
    .action((path: string | undefined, options) =>
      choose(async (c) => (await import("./fmt.js")).fmtCommand(c, { ...options, config: path ?? options.config })),
    );
}

function initCommands(program: Command, choose: Choose): void {
  program
    .command("init")
    .description(
      "Write the files that a project starts with: a small fleet in which nothing is on, .gitignore and .env.example. What is there already stays.",
    )
    .option("--dir <path>", "the folder; made where there is none", ".")
    .option("--account <name>", "the account's name, which also gives BOTFORM_NAME_API_KEY … theirs", "main")
    .option("--from-live", "start from the account's live bots instead, as botform pull --factor writes them")
    .option("--exchange <code>", "with --from-live: where the account's accesses are of several exchanges")
    .option("--dry-run", "write nothing; show what would be written")
    .addOption(envFrom())
    .addOption(concurrency(8))
    .addOption(requestsPerSecond())
    .addOption(format())
    .addHelpText(
      "after",
      examples(
        "botform init",
        "botform init --dir fleet --account copy",
        "botform init --from-live --env-from .env",
        "botform init --dry-run",
      ),
    )
    .action((options) => choose(async (c) => (await import("./init.js")).initCommand(c, options)));
}
