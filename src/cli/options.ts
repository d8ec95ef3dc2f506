// Arguments and options that several commands have.

import { Argument, Option } from "@commander-js/extra-typings";
import { NOTICE_FORMS } from "../model/notice.js";
import { duration, eachName, fileName, fileOrInput, from, positive, rate } from "./option-values.js";

/** An argument whose text is taken as it is. */
export const argument = <const Usage extends string>(usage: Usage, about: string) => new Argument(usage, about);

/** A flag, or an option whose text is taken as it is. */
export const option = <const Usage extends string>(usage: Usage, about: string) => new Option(usage, about);

/** The same together, in the order of help. */
export const list = <const List extends readonly unknown[]>(...all: List): List => all;

export const configuration = () =>
  option(
    "-c, --config <path>",
    "configuration file or folder (default: botform.yaml, else botform/, here or in a folder above)",
  );

/** The same as an argument. */
export const configurationArgument = () =>
  argument("[path]", "a configuration: a file, or a folder of YAML files; the same as --config");

/** Which configuration is meant, and values for its variables. */
export const configured = () =>
  list(
    configuration(),
    option("--var <name=value...>", "set a variable, overriding its value under vars; may be repeated"),
    option("--var-file <file...>", "YAML files of variables; --var wins over them"),
  );

/** One name, several with commas between, or the option again. Not variadic: that would take the file after it for a name. */
export const accounts = (otherwise = "needed (or --all-accounts) if the configuration has more than one") =>
  list(
    option("--account <names>", `one account, or several: a,b; ${otherwise}`).argParser(eachName),
    option("--all-accounts", "all accounts of the configuration"),
  );

/** Beside those, for commands that hold what they have just seen against a clock. */
export const atOnce = () =>
  option(
    "--accounts-at-once <number>",
    "how many accounts to work on at the same time; the others wait. With a higher number, what was read may be too old by the time apply acts on it",
  )
    .argParser(positive)
    .default(20);

/** What opens one account. Without a usable configuration the environment variables of its name do. */
export const opening = () =>
  list(
    option(
      "--account <name>",
      "which account; needed if there are several, or if the configuration is missing or has errors",
    ),
    ...configured(),
    envFrom(),
  );

/** Not --env-file: node 20 takes that for its own wherever it stands, and loads NODE_OPTIONS from it, too. */
export const envFrom = () =>
  option(
    "--env-from <file>",
    "read the BOTFORM_ variables of the configuration (keys, secrets, addresses) from this .env file (- is standard input); they win over the environment",
  ).argParser(fileOrInput);

/** Requests under way at once, and in a second. That the first was given has to be known: the configuration may say another number. */
export const requests = (atOnce = 8) =>
  list(
    option("--concurrency <number>", "requests in flight at the same time; overrides the account's setting")
      .argParser(positive)
      .default(atOnce)
      .implies({ concurrencyStated: true }),
    option(
      "--requests-per-second <number>",
      "maximum requests per second (not below 2); overrides the account's setting",
    ).argParser(rate),
  );

/** Which bots of the configuration a command is about. */
export const selected = () =>
  list(
    option("--target <bot...>", "only these bots: keys or addresses, * matches any text; may be repeated"),
    option("--exclude <bot...>", "all but these bots"),
  );

/** How a run is named. */
export const RUN = 'a run id, the beginning of one, or "last"; botform history lists them';

/** How one plan is named that waits for a person. */
export const PLAN_DIGEST = "the plan's digest, or its first 8 digits or more";

/** Who answers it. */
export const by = () => option("--by <name>", "who it is (default: your user name and this machine's)");

/** How one bot is named. */
export const BOT = "its address (main/btc-dip), its key in the configuration (btc-dip), or its id (1234 or '#1234')";

/** How one setting of one bot is named. */
export const SETTING = "one setting each: BOT.FIELD, as main/btc-dip.leverage, or btc-dip.enabled for whether it is on";

export const bot = () => option("--bot <bot>", `only this bot: ${BOT}`);

export const access = () => option("--access <name>", "only this access, by its alias, title or id");

export const interval = (of: string) =>
  option("--interval <seconds>", `time between two readings, with ${of}`).argParser(from(1, 86_400)).default(5);

/** Where what was found is posted. */
export const notices = (what: string) =>
  list(
    option("--notify-env <name>", `${what} to the webhook whose URL is in this environment variable`),
    option("--notify <url>", "the same, with the URL itself; other users of this machine may see it").conflicts(
      "notifyEnv",
    ),
    option(
      "--notify-form <form>",
      "what the webhook takes (default: by its address, Slack, Discord or Telegram, else generic)",
    ).choices(NOTICE_FORMS),
    option("--notify-chat <id>", "the Telegram chat, if the address has no chat_id"),
  );

/** @param what what comes of it, before how often */
export const every = (what: string) =>
  option("--every <time>", `${what} at an account without drift, five times as often at others; 30s, 5m, 1h`).argParser(
    duration(15, 86_400),
  );

export const watched = () =>
  list(option("--watch", "repeat until Ctrl-C; with JSON, one document per line"), interval("--watch"));

export const format = () => forms("text", "json");

/** The forms of the output, of which the first is the default. */
export const forms = <const Form extends string>(...all: readonly [Form, ...Form[]]) =>
  option("--format <form>", "output format").choices(all).default(all[0]);

/** In the folder of the configuration that was found, else in the nearest one that has a ledger. */
export const JOURNAL = ".botform/journal";

export const journal = () =>
  option(
    "--journal <folder>",
    "the folder of botform's records of runs and bots: beside the configuration that was found; with --config, here or beside it",
  )
    .argParser(fileName)
    .env("BOTFORM_JOURNAL")
    .default(JOURNAL);

export const commandTimeout = () =>
  option("--command-timeout <seconds>", "how long to wait for a turn-on or turn-off to be observed")
    .argParser(from(1, 86_400))
    .default(120);

/** Of commands that compare. `drift` ends with 2 unless told not to, as jobs rely on it; the others do once asked. */
export const detailedExitcode = (what: string) =>
  option("--detailed-exitcode", `exit 2 if there are ${what}, 0 if there are none`);

export const verbose = () => option("--verbose", "show each bot of the plan by itself, with all its settings");

/** Without them those of the configuration are in force, or botform's own. */
export const limits = () => list(maxChangedPercent(), maxTurnOns());

const maxChangedPercent = () =>
  option(
    "--max-changed-percent <number>",
    "let one apply change at most this percentage of the account's live bots; ignored below 10 bots (default: the account's limits, or 30)",
  ).argParser(from(0, 100));

const maxTurnOns = () =>
  option(
    "--max-turn-ons <number>",
    "let one apply turn on at most this many bots (default: the account's limits, or 30)",
  ).argParser(from(0, 999_999));

export const yes = () => option("-y, --yes", "don't ask for confirmation; needed without a terminal");

export const lockDir = () =>
  option("--lock-dir <folder>", "the folder of this machine's locks (default: in the user's state folder)")
    .argParser(fileName)
    .env("BOTFORM_LOCK_DIR");

/** Of commands that write: one run at a time writes to an access. */
export const locks = () =>
  list(
    lockDir(),
    option("--lock-timeout <seconds>", "how long to wait for another run on this machine; 0 doesn't wait")
      .argParser(from(0, 86_400))
      .default(600),
    option(
      "--take-over",
      "with a ledger in a database: go on after a run elsewhere that broke off, though what it sent may still arrive",
    ),
  );

/** Of commands that act on named bots and deals. */
export const acting = () =>
  list(
    ...opening(),
    yes(),
    journal(),
    ...locks(),
    option("--timeout <seconds>", "how long to wait for the effect before the outcome counts as unknown")
      .argParser(from(1, 86_400))
      .default(120),
    ...requests(),
    format(),
  );

/** How such a command names a bot, and a deal. */
export const ACTED_BOT = "a bot's key, address (account/bot-key) or id (#123)";
export const DEAL = "a deal's id; botform deals active lists them";

/** How such a command ends. */
export const ACTED = {
  0: "done, and the effect was observed",
  1: "failed or declined",
  3: "usage",
  4: "the bot or deal changed since it was shown",
  5: "sent, but its effect wasn't observed",
  6: "blocked: a hold or a policy forbids it, or a confirmation is missing",
  130: "interrupted",
} as const;

/** Of commands that plan. */
export const planning = () =>
  list(
    ...configured(),
    ...accounts(),
    atOnce(),
    ...selected(),
    option(
      "--allow-replace",
      "if a bot's access was changed: turn the old bot off (it stays on the account) and create a new one",
    ),
    ...requests(),
    envFrom(),
  );

/** Which webhook of the configuration is meant, and how it is spoken. */
export const ACTION = "open, update, average or close";
export const WEBHOOK_BOT = "a bot's key or address";

export const ofWebhooks = () =>
  list(...configured(), option("--account <name>", "which account, if several have the bot"));

export const dialect = () =>
  option(
    "--dialect <form>",
    "flat: botId and sections at the top level, an address per action; envelope: {action, params}",
  )
    .choices(["flat", "envelope"])
    .default("flat");

export const botId = () => option("--bot-id <number>", "the bot's id on the service").argParser(positive);

export const closePath = () =>
  option(
    "--close-path <path>",
    "the path after ACCOUNT:TOKEN for a close in the flat dialect; the service doesn't document it",
  );

export const ghost = (
  about = "don't name a bot: the service's own Ghost bot acts, and finds its deal by direction and pairs; only with --dialect envelope",
) => option("--ghost", about);

/** Of commands that tell a running emulator something. */
export const ofEmulator = () =>
  list(
    option("--url <address>", "the running emulator's address (default: this machine, at its port)"),
    option("--port <number>", "its port (default: 8787)").argParser(from(1, 65_535)),
    format(),
  );

/** Of commands about a ledger in a database. */
export const ofState = () => list(configuration(), journal(), envFrom(), format());
