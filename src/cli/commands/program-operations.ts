// The part of the command line that is about what was done and how to stop: history, resolve, undo, bots off.
import { type Command, Option } from "commander";
import type { Choose } from "../terminal/choose.js";
import {
  commandTimeout,
  concurrency,
  config,
  envFrom,
  examples,
  fileName,
  format,
  from,
  journal,
  maxChangedPercent,
  maxTurnOns,
  opening,
  requestsPerSecond,
  variable,
  variableFile,
} from "../terminal/options.js";
import { botsParent } from "./program-parents.js";

/** Adds the commands to the program; what each does is loaded only when it runs. */
export function operationsCommands(program: Command, choose: Choose): void {
  historyCommands(program, choose);
  resolveCommands(program, choose);
  undoCommands(program, choose);
  botsCommands(program, choose);
}

function historyCommands(program: Command, choose: Choose): void {
  const history = program
    .command("history")
    .description("List what was applied, newest first. Needs no configuration and no network.")
    .option("--account <name>", "only runs on this account")
    .addOption(journal())
    .addOption(format())
    .addHelpText("after", examples("botform history", "botform history --account main", "botform history show last"))
    .action((options) => choose(async (c) => (await import("./history.js")).historyCommand(c, options)));
  history
    .command("show")
    .argument("<id>", ID)
    .description("Show one run step by step: outcomes, times, attempts, what the wire said, what is unknown.")
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      "after",
      examples(
        "botform history show last",
        "botform history show 2026-11-21T18-00",
        "botform history show last --format json | jq .run.steps",
      ),
    )
    .action((id: string, _own, command: Command) =>
      // Wherever an option stands it is read by history.
      choose(async (c) => (await import("./history.js")).historyShowCommand(c, { ...command.optsWithGlobals(), id })),
    );
}

function resolveCommands(program: Command, choose: Choose): void {
  program
    .command("resolve")
    .argument("[id]", `${ID}; without it every run of the account that leaves something in doubt`)
    .description(
      "Look again at steps whose outcome is unknown, and say what became of them. Writes to the journal alone.",
    )
    .addOption(config())
    .addOption(envFrom())
    .option("--account <name>", "which account; needed without an id when there are several")
    .addOption(journal())
    .addOption(concurrency(8))
    .addOption(requestsPerSecond())
    .addOption(format())
    .addHelpText("after", examples("botform resolve last", "botform resolve -c fleet/ --account main"))
    .action((id: string | undefined, options) =>
      choose(async (c) => (await import("./resolve.js")).resolveCommand(c, { ...options, id })),
    );
}

function undoCommands(program: Command, choose: Choose): void {
  program
    .command("undo")
    .argument("<id>", ID)
    .description(
      "Plan the way back from an earlier run, show it, ask, and carry it out. Created bots are turned off and named.",
    )
    .addOption(config())
    .addOption(variable())
    .addOption(variableFile())
    .addOption(envFrom())
    .option("--account <name>", "only runs on this account")
    .addOption(journal())
    .addOption(format())
    .option("-y, --yes", "don't ask; without it and without a terminal the plan is only shown")
    .option("--out <file>", "save the plan for botform apply FILE instead of carrying it out", fileName)
    .addOption(
      new Option("--expires <minutes>", "how long the saved plan holds, at most 1440")
        .argParser(from(1, 1440))
        .default(30),
    )
    .addOption(concurrency(8))
    .addOption(requestsPerSecond())
    .addOption(commandTimeout())
    .addOption(maxChangedPercent())
    .addOption(maxTurnOns())
    .addHelpText(
      "after",
      examples(
        "botform undo last",
        "botform undo 2026-11-21T18-00 -c fleet/ --yes",
        "botform undo last --out back.plan && botform apply back.plan",
      ),
    )
    .action((id: string, options) =>
      choose(async (c) => (await import("./undo.js")).undoCommand(c, { ...options, id })),
    );
}

function botsCommands(program: Command, choose: Choose): void {
  opening(botsParent(program).command("off"))
    .argument("[bot...]", "keys, addresses (account/bot-key) or ids (#123); instead of --all and --managed")
    .description("Turn bots off, now, and try each until it is observed off. Asks nothing; deals that run go on.")
    .option("--all", "every bot of the account; needs no configuration, or may have a broken one")
    .option("--managed", "only bots that the configuration declares; needs one without errors")
    .addOption(journal())
    .addOption(
      new Option("--timeout <seconds>", "when to give up on what is not observed off")
        .argParser(from(1, 86_400))
        .default(120),
    )
    .addOption(concurrency(16))
    .addOption(requestsPerSecond())
    .addOption(format())
    .addHelpText(
      "after",
      `${examples("botform bots off --all --account main", "botform bots off --managed -c fleet/", "botform bots off btc-dip '#123'")}
Where the configuration can't be used, an account is opened by environment variables of its name:
BOTFORM_MAIN_API_URL, BOTFORM_MAIN_API_KEY and BOTFORM_MAIN_API_SECRET for --account main.

Exit codes: 0 all are observed off, 5 some are not, 1 nothing could be read or sent.
`,
    )
    .action((bots: string[], options) =>
      choose(async (c) =>
        bots.length === 0
          ? (await import("./bots-off.js")).botsOffCommand(c, options)
          : (await import("./bots-switch-off.js")).botsOffNamedCommand(c, { ...options, bots }),
      ),
    );
}

const ID = 'id of a run, the beginning of one, or "last"; botform history lists them';
