// Commands whose handlers are still functions of their own.
import { Argument } from "@commander-js/extra-typings";
import type { ExitCode } from "../../app/exit.js";
import { PHASES_TEXT } from "../../model/plan/actions.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import { DIALECTS } from "../../model/webhook/webhook-body.js";
import { command } from "../command.js";
import {
  accounts,
  argument,
  commandTimeout,
  configured,
  each,
  envFrom,
  fileName,
  fileOrInput,
  format,
  forms,
  from,
  invalid,
  journal,
  limits,
  list,
  natural,
  opening,
  option,
  positive,
  requests,
  selected,
  yes,
} from "../options.js";

const exitCode = (code: ExitCode) => code;

export const validate = command({
  name: "validate",
  summary: "Check the configuration. Needs no network and no credentials.",
  group: "daily",
  arguments: () => list(argument("[path]", "a file, or a folder of YAML files")),
  options: () => list(...configured(), forms("text", "json", "sarif", "junit", "github")),
  examples: [
    "botform validate",
    "botform validate fleet/",
    "botform validate --format json | jq .diagnostics",
    "botform validate --format sarif > botform.sarif",
    "botform validate --format github",
  ],
  run: async (c, o) => (await import("./validate.js")).validate(c, { ...o, config: o.path ?? o.config }),
  exitCode,
});

const planned = () =>
  list(
    ...configured(),
    ...accounts(),
    ...selected(),
    option(
      "--allow-replace",
      "a bot whose access was changed: turn the old one off, which stays behind, and create a new one",
    ),
    ...requests(),
    envFrom(),
  );

export const plan = command({
  name: "plan",
  summary: "Compare the configuration with the live bots and show what apply would do. Writes nothing.",
  group: "daily",
  options: () =>
    list(
      ...planned(),
      forms("text", "json", "diff", "html", "markdown"),
      option(
        "--access-cache <minutes>",
        "take the account's accesses from the last plan where it is no older, at most 1440; whatever is to be done is planned by those of now",
      ).argParser(from(1, 1440)),
      option("--detailed-exitcode", "exit 2 when there are changes, 0 when there are none"),
      option(
        "--out <file>",
        "save the plan for botform apply FILE; with --format html or markdown write that; or several forms of the one plan: plan=FILE,html=FILE,markdown=FILE,json=FILE; may be repeated",
      ).argParser(each),
      option("--marker <name>", "what tells the comment of --format markdown from others (default: the account)"),
      option("--expires <minutes>", "how long the saved plan holds, at most 1440 (default: 30)").argParser(
        from(1, 1440),
      ),
    ),
  examples: [
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
  ],
  run: async (c, o) => (await import("./plan.js")).planCommand(c, o),
  exitCode,
});

export const apply = command({
  name: "apply",
  summary: `Plan, show the plan, ask, and carry it out: ${PHASES_TEXT}.`,
  group: "daily",
  arguments: () => list(argument("[file]", "a plan that botform plan --out saved; without it a new plan is made")),
  options: () =>
    list(
      ...planned(),
      format(),
      yes(),
      commandTimeout(),
      journal(),
      ...limits(),
      option(
        "--events <file>",
        "write every event of the run to this file as it happens, one JSON document a line",
      ).argParser(fileOrInput),
    ),
  examples: [
    "botform apply",
    "botform apply -c fleet/ --yes",
    "botform apply --account main --target btc-dip",
    "botform apply --account main,copy",
    "botform apply fleet.plan -c fleet/",
    "botform apply --yes --events run.jsonl",
  ],
  run: async (c, o) => (await import("./apply.js")).applyCommand(c, o),
  exitCode,
});

export const show = command({
  name: "show",
  summary: "Show a saved plan. Needs no network and, unless --config or --account asks to verify it, no credentials.",
  group: "past",
  arguments: () => list(argument("<file>", "a plan that botform plan --out saved")),
  options: () =>
    list(
      option("-c, --config <path>", "verify it for this configuration and the account's credentials"),
      option("--account <name>", "verify it for this account of the configuration"),
      option("--var <name=value...>", "a variable's value, in the place of what vars says; may be repeated"),
      option("--var-file <file...>", "YAML files of variables and their values; --var wins over them"),
      envFrom(),
      format(),
    ),
  examples: [
    "botform show fleet.plan",
    "botform show fleet.plan -c fleet/",
    "botform show fleet.plan --format json | jq .saved",
  ],
  run: async (c, o) => (await import("./show.js")).showCommand(c, o),
  exitCode,
});

export const schema = command({
  name: "schema",
  summary: "Print a JSON Schema for editors and other tools.",
  group: "configuration",
  arguments: () => list(argument("[name]", "which schema; without it they are listed")),
  completes: {
    async name() {
      const { jsonSchemas } = await import("../../config/schema/jsonschema.js");
      return Object.keys(jsonSchemas()).map((file) => ({ value: file.replace(".schema.json", "") }));
    },
  },
  examples: ["botform schema", "botform schema botform > botform.schema.json"],
  run: async (c, { name }) => (await import("./schema.js")).schema(c, name),
  exitCode,
});

export const explain = command({
  name: "explain",
  summary: "Say what a field, a key or a code means, how it is said to the service, and what is unknown about it.",
  group: "configuration",
  arguments: () =>
    list(
      argument("[name]", "a field, another key of the configuration, or a diagnostic code; without it they are listed"),
    ),
  options: () => list(format()),
  completes: {
    async name() {
      const [{ CODES }, { FIELDS }, { CONFIG_KEYS }] = await Promise.all([
        import("./explain.js"),
        import("../../model/bot/field.js"),
        import("../../config/schema/keys.js"),
      ]);
      return [
        ...FIELDS.map(({ name, about }) => ({ value: name, about })),
        ...Object.entries(CONFIG_KEYS).map(([value, { meaning }]) => ({ value, about: meaning })),
        ...[...CODES].map(([value, { title }]) => ({ value, about: title })),
      ];
    },
  },
  examples: [
    "botform explain leverage",
    "botform explain config/unknown-key",
    "botform explain unknown-key --format json",
  ],
  run: async (c, o) => (await import("./explain.js")).explainCommand(c, o),
  exitCode,
});

export const emulator = command({
  name: "emulator",
  summary:
    "Run a local server that speaks the service's API and webhooks and plays a market, for trying things without an account.",
  group: "trying",
  options: () =>
    list(
      option("--port <number>", "port to listen on; 0 takes a free one").argParser(from(0, 65_535)).default(8787),
      option("--seed <file>", "JSON file with accounts, accesses, bots, pairs and prices"),
      option("--state <file>", "keep the state in this file between runs"),
      option("--time <mode>", "the market's time: stepped stands still until botform emulator step")
        .choices(["real", "stepped"])
        .default("real"),
      option("--speed <factor>", "market seconds in each real second").argParser(from(1, 1_000_000)).default(1),
      option("--latency <ms>", "wait before every answer").argParser(natural).default(0),
      option("--quirk <name=value...>", "answer an open question of the interface this way; may be repeated"),
      option("--quirks", "list all quirks and their values"),
    ),
  examples: [
    "botform emulator",
    "botform emulator --port 0 --seed examples/emulator/market.json --time stepped",
    "botform emulator --speed 60 --state emulator-state.json",
    "botform emulator --quirk update=replace --quirk newBots=on",
    "botform emulator state",
  ],
  run: async (c, o) => (await import("./emulator.js")).emulator(c, o),
  exitCode,
});

const running = () =>
  list(option("--url <address>", "the emulator that runs").default("http://127.0.0.1:8787"), format());

export const emulatorStep = command({
  name: "emulator step",
  summary: "Let the market's time of a running emulator jump ahead; everything due in between happens.",
  arguments: () => list(new Argument("<seconds>", "how far").argParser(secondsOf)),
  options: running,
  examples: ["botform emulator step 60", "botform emulator step 0.5 --url http://127.0.0.1:40213"],
  run: async (c, o) => (await import("./emulator-control.js")).stepCommand(c, o, o.seconds),
  exitCode,
});

export const emulatorSignal = command({
  name: "emulator signal",
  summary: "Give a bot with an indicator group its signal: it opens a deal if it is on and in none.",
  arguments: () => list(new Argument("<botId>", "the bot's id").argParser(natural)),
  options: running,
  examples: ["botform emulator signal 1001"],
  run: async (c, o) => (await import("./emulator-control.js")).signalCommand(c, o, o.botId),
  exitCode,
});

export const emulatorPrice = command({
  name: "emulator price",
  summary: "Set a price that stands from now on.",
  arguments: () =>
    list(
      argument("<pair>", "for example USDT-BTC"),
      argument("<price>", "the price, or the word course to go back to the seed's course"),
    ),
  options: running,
  examples: ["botform emulator price USDT-BTC 63000", "botform emulator price USDT-BTC course"],
  run: async (c, o) => (await import("./emulator-control.js")).priceCommand(c, o, o.pair, o.price),
  exitCode,
});

export const emulatorState = command({
  name: "emulator state",
  summary: "Show time, prices, wallets, bots and running deals of a running emulator.",
  options: running,
  examples: ["botform emulator state", "botform emulator state --format json | jq .accounts"],
  run: async (c, o) => (await import("./emulator-control.js")).stateCommand(c, o),
  exitCode,
});

function secondsOf(text: string): number {
  const seconds = /^\d{1,10}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(seconds)) throw invalid("seconds are wanted, 0.001 or more.");
  return seconds;
}

export const demo = command({
  name: "demo",
  summary:
    "See the main job done on a local emulator: validate, plan, apply, a hand edit, drift, apply. Needs no account.",
  group: "trying",
  examples: ["botform demo"],
  run: async (c) => (await import("./demo.js")).demo(c),
  exitCode,
});

export const drift = command({
  name: "drift",
  summary: "Say which live bots are otherwise than the configuration, where it says so and since when. Writes nothing.",
  group: "daily",
  options: () =>
    list(
      ...configured(),
      ...accounts(),
      ...selected(),
      format(),
      option("--notify-env <name>", "post a summary to the webhook whose URL this environment variable holds"),
      option("--notify <url>", "the same with the URL itself, which other users of the machine may then see").conflicts(
        "notifyEnv",
      ),
      option("--notify-always", "post it where nothing drifted, too, and where an account couldn't be read"),
      option("--notify-required", "exit 1 where it couldn't be posted; without it that is a warning"),
      ...requests(),
      envFrom(),
    ),
  examples: [
    "botform drift",
    "botform drift -c fleet/ --all-accounts --format json",
    "botform drift --target 'btc-*' --notify-env BOTFORM_DRIFT_HOOK",
    "botform drift --env-from keys.env --notify-env BOTFORM_DRIFT_HOOK --notify-always",
  ],
  exitCodes: {
    0: "all bots are as declared",
    1: "an account couldn't be read, or with --notify-required the webhook not be told",
    2: "some bots are not as declared",
    3: "the configuration or the plan has errors",
  },
  notes: "The webhook gets one JSON document: text as Slack takes it, and the facts under botform.",
  run: async (c, o) => (await import("./drift.js")).driftCommand(c, o),
  exitCode,
});

export const render = command({
  name: "render",
  summary: "Show every bot in full, and where each of its values comes from. Needs no network and no credentials.",
  group: "configuration",
  options: () =>
    list(
      ...configured(),
      option("--account <name>", "only this account; needed for yaml when there are several"),
      option("--address <pattern...>", "only these bots: keys or addresses, * stands for anything; may be repeated"),
      forms("text", "json", "yaml"),
    ),
  examples: [
    "botform render",
    "botform render -c fleet/ --address 'copy/btc-*'",
    "botform render --account copy --format yaml > copy.yaml",
    "botform render --format json | jq '.accounts[].bots[].fields.leverage'",
  ],
  notes:
    "yaml is a plain configuration of one account, without variables, templates, defaults or scale, that plans the same.",
  run: async (c, o) => (await import("./render.js")).renderCommand(c, o),
  exitCode,
});

export const diff = command({
  name: "diff",
  summary:
    "Show what differs between two configurations, without network or credentials; or with --from and --to between two live accounts.",
  group: "configuration",
  arguments: () =>
    list(
      argument("[old]", "a configuration: a file, or a folder of YAML files"),
      argument("[new]", "the one to compare it with"),
    ),
  options: () =>
    list(
      option("--from <account>", "a live account of the configuration"),
      option("--to <account>", "the live account to compare it with"),
      ...configured(),
      option("--unscaled", "with --from and --to: take the accounts' volumeScale out before comparing volumes"),
      option("--detailed-exitcode", "exit 2 when there are differences, 0 when there are none"),
      envFrom(),
      ...requests(),
      format(),
    ),
  examples: [
    "botform diff old/ fleet/",
    "botform diff fleet.yaml new.yaml --detailed-exitcode",
    "botform diff --from main --to copy --unscaled -c fleet/",
  ],
  run: async (c, o) => (await import("./diff.js")).diffCommand(c, { ...o, before: o.old, after: o.new }),
  exitCode,
});

export const pull = command({
  name: "pull",
  summary:
    "Write live bots into YAML: into the configuration that is there, changing only what differs, or as one of their own. Changes nothing on the service.",
  group: "daily",
  options: () =>
    list(
      ...configured(),
      option(
        "--account <name>",
        "which account; without a configuration its name gives the variables BOTFORM_NAME_API_KEY …",
      ),
      option(
        "--out <path>",
        "write a configuration of its own into this folder, or file, that isn't there yet",
      ).argParser(fileName),
      option(
        "--factor",
        "with a configuration of its own: find what bots share, and write defaults, templates and forEach",
      ),
      option(
        "--accept <bot...>",
        "take over only these drifted bots, or fields: ADDRESS or ADDRESS.field; may be repeated",
      ),
      option("--exchange <code>", "without a configuration, where the account's accesses are of several exchanges"),
      option("--dry-run", "write nothing; show what would change"),
      envFrom(),
      ...requests(),
      format(),
    ),
  examples: [
    "botform pull --account main",
    "botform pull --account main --out fleet --factor",
    "botform pull -c fleet/ --dry-run",
    "botform pull -c fleet/ --accept btc-dip.leverage",
  ],
  completes: { "--accept": async (asked) => (await import("../completion/values.js")).accepted(asked) },
  run: async (c, o) => (await import("./pull.js")).pullCommand(c, o),
  exitCode,
});

export const fmt = command({
  name: "fmt",
  summary:
    "Put configuration files into their canonical form: keys in one order, white space tidy. Comments, quotes and values stay.",
  group: "configuration",
  arguments: () => list(argument("[path]", "a file, or a folder of YAML files")),
  options: () =>
    list(
      option("-c, --config <path>", "configuration file or folder (default: botform.yaml, else botform/)"),
      format(),
      option("--check", "write nothing; list the files that would change, and exit 2 when there are any"),
    ),
  examples: ["botform fmt", "botform fmt fleet/", "botform fmt fleet/ --check"],
  run: async (c, o) => {
    const config = o.path ?? o.config;
    return (await import("./fmt.js")).fmtCommand(c, { ...o, ...(config !== undefined && { config }) });
  },
  exitCode,
});

export const init = command({
  name: "init",
  summary:
    "Write the files that a project starts with: a small fleet in which nothing is on, .gitignore and .env.example. What is there already stays.",
  group: "daily",
  options: () =>
    list(
      option("--dir <path>", "the folder; made where there is none").default("."),
      option("--account <name>", "the account's name, which also gives BOTFORM_NAME_API_KEY … theirs").default("main"),
      option("--from-live", "start from the account's live bots instead, as botform pull --factor writes them"),
      option("--exchange <code>", "with --from-live: where the account's accesses are of several exchanges"),
      option("--dry-run", "write nothing; show what would be written"),
      envFrom(),
      ...requests(),
      format(),
    ),
  examples: [
    "botform init",
    "botform init --dir fleet --account copy",
    "botform init --from-live --env-from .env",
    "botform init --dry-run",
  ],
  run: async (c, o) => (await import("./init.js")).initCommand(c, o),
  exitCode,
});

const ID = 'id of a run, the beginning of one, or "last"; botform history lists them';

const ofJournal = () => list(option("--account <name>", "only runs on this account"), journal(), format());

export const history = command({
  name: "history",
  summary: "List what was applied, newest first. Needs no configuration and no network.",
  group: "past",
  options: ofJournal,
  examples: ["botform history", "botform history --account main", "botform history show last"],
  run: async (c, o) => (await import("./history.js")).historyCommand(c, o),
  exitCode,
});

export const historyShow = command({
  name: "history show",
  summary: "Show one run step by step: outcomes, times, attempts, what the wire said, what is unknown.",
  arguments: () => list(argument("<id>", ID)),
  options: ofJournal,
  hasOptionsOfParent: true,
  examples: [
    "botform history show last",
    "botform history show 2026-11-21T18-00",
    "botform history show last --format json | jq .run.steps",
  ],
  run: async (c, o) => (await import("./history.js")).historyShowCommand(c, o),
  exitCode,
});

export const resolve = command({
  name: "resolve",
  summary: "Look again at steps whose outcome is unknown, and say what became of them. Writes to the journal alone.",
  group: "past",
  arguments: () => list(argument("[id]", `${ID}; without it every run of the account that leaves something in doubt`)),
  options: () =>
    list(
      option("-c, --config <path>", "configuration file or folder (default: botform.yaml, else botform/)"),
      envFrom(),
      option("--account <name>", "which account; needed without an id when there are several"),
      journal(),
      ...requests(),
      format(),
    ),
  examples: ["botform resolve last", "botform resolve -c fleet/ --account main"],
  run: async (c, o) => (await import("./resolve.js")).resolveCommand(c, o),
  exitCode,
});

export const undo = command({
  name: "undo",
  summary:
    "Plan the way back from an earlier run, show it, ask, and carry it out. Created bots are turned off and named.",
  group: "past",
  arguments: () => list(argument("<id>", ID)),
  options: () =>
    list(
      ...configured(),
      envFrom(),
      option("--account <name>", "only runs on this account"),
      journal(),
      format(),
      option("-y, --yes", "don't ask; without it and without a terminal the plan is only shown"),
      option("--out <file>", "save the plan for botform apply FILE instead of carrying it out").argParser(fileName),
      option("--expires <minutes>", "how long the saved plan holds, at most 1440").argParser(from(1, 1440)).default(30),
      ...requests(),
      commandTimeout(),
      ...limits(),
    ),
  examples: [
    "botform undo last",
    "botform undo 2026-11-21T18-00 -c fleet/ --yes",
    "botform undo last --out back.plan && botform apply back.plan",
  ],
  run: async (c, o) => (await import("./undo.js")).undoCommand(c, o),
  exitCode,
});

export const botsOff = command({
  name: "bots off",
  summary: "Turn bots off, now, and try each until it is observed off. Asks nothing; deals that run go on.",
  arguments: () =>
    list(argument("[bot...]", "keys, addresses (account/bot-key) or ids (#123); instead of --all and --managed")),
  options: () =>
    list(
      ...opening(),
      option("--all", "every bot of the account; needs no configuration, or may have a broken one"),
      option("--managed", "only bots that the configuration declares; needs one without errors"),
      journal(),
      option("--timeout <seconds>", "when to give up on what is not observed off")
        .argParser(from(1, 86_400))
        .default(120),
      ...requests(16),
      format(),
    ),
  examples: [
    "botform bots off --all --account main",
    "botform bots off --managed -c fleet/",
    "botform bots off btc-dip '#123'",
  ],
  exitCodes: { 0: "all are observed off", 1: "nothing could be read or sent", 5: "some are not observed off" },
  notes: `Where the configuration can't be used, an account is opened by environment variables of its name:
BOTFORM_MAIN_API_URL, BOTFORM_MAIN_API_KEY and BOTFORM_MAIN_API_SECRET for --account main.`,
  run: async (c, { bot: bots, ...o }) =>
    bots.length === 0
      ? (await import("./bots-off.js")).botsOffCommand(c, o)
      : (await import("./bots-switch-off.js")).botsOffNamedCommand(c, { ...o, bots }),
  exitCode,
});

const BOT = "a bot's key or address (account/bot-key), or its id: #123";
const DEAL = "a deal's id; botform deals active lists them";

const direct = () =>
  list(
    ...opening(),
    yes(),
    journal(),
    option("--timeout <seconds>", "when what is not observed counts as unknown")
      .argParser(from(1, 86_400))
      .default(120),
    ...requests(),
    format(),
  );

const exitCodes = {
  0: "done: the effect was observed",
  1: "failed or declined",
  3: "usage",
  4: "not as it was shown",
  5: "sent and not observed",
  6: "consent is missing",
  130: "interrupted",
};

export const botsOn = command({
  name: "bots on",
  summary:
    "Turn bots on, now. One that is named by its key has to be as it is configured; each passes the same last look as in an apply.",
  arguments: () => list(argument("<bot...>", BOT)),
  options: direct,
  examples: ["botform bots on btc-dip eth-dip", "botform bots on '#123' --account main"],
  exitCodes,
  run: async (c, { bot: bots, ...o }) => (await import("./bots-switch.js")).botsOnCommand(c, { ...o, bots }),
  exitCode,
});

export const dealsStart = command({
  name: "deals start",
  summary: "Open one deal of a bot now. Shows the bot, asks, and waits until the deal is seen.",
  arguments: () => list(argument("<bot>", BOT)),
  options: direct,
  examples: ["botform deals start btc-dip", "botform deals start '#123' --account main --yes"],
  exitCodes,
  run: async (c, o) => (await import("./deals-commands.js")).dealsStartCommand(c, o),
  exitCode,
});

export const dealsTakeProfit = command({
  name: "deals take-profit",
  summary: "Set the take profit of a running deal. The bot's own setting stays as it is.",
  arguments: () =>
    list(argument("<deal>", DEAL), argument("<percent>", "the new take profit, in percent of the entry")),
  options: direct,
  examples: ["botform deals take-profit 4711 1.5", "botform deals take-profit 4711 0.8 --yes --format json"],
  exitCodes,
  run: async (c, o) => (await import("./deals-commands.js")).dealsTakeProfitCommand(c, o),
  exitCode,
});

export const dealsComplete = command({
  name: "deals complete",
  summary: "Close the position of a running deal at the market price. A bot that is on opens its next deal at once.",
  arguments: () => list(argument("<deal>", DEAL)),
  options: direct,
  examples: ["botform bots off '#123' && botform deals complete 4711", "botform deals complete 4711 --yes"],
  exitCodes,
  run: async (c, o) => (await import("./deals-commands.js")).dealsCompleteCommand(c, o),
  exitCode,
});

export const dealsCancel = command({
  name: "deals cancel",
  summary: "Let go of a running deal: its position STAYS on the exchange, and nobody manages it.",
  arguments: () => list(argument("<deal>", DEAL)),
  options: () => list(...direct(), option("--leave-position", "that is meant; needed with --yes")),
  examples: ["botform deals cancel 4711", "botform deals cancel 4711 --yes --leave-position"],
  exitCodes,
  run: async (c, o) => (await import("./deals-commands.js")).dealsCancelCommand(c, o),
  exitCode,
});

export const policyList = command({
  name: "policy list",
  summary: "The policies in force with their limits and waivers.",
  options: () => list(...configured(), format()),
  examples: ["botform policy list", "botform policy list --format json | jq '.policies[].rule'"],
  run: async (c, o) => (await import("./policy.js")).policyList(c, o),
  exitCode,
});

export const policyCheck = command({
  name: "policy check",
  summary:
    "What the policies say of the configuration alone: no network, no credentials. Exits with 6 where a plan of it would be denied.",
  options: () => list(...configured(), ...accounts(), format()),
  examples: ["botform policy check", "botform policy check --account main --format json"],
  run: async (c, o) => (await import("./policy.js")).policyCheck(c, o),
  exitCode,
});

export const risk = command({
  name: "risk",
  summary:
    "What the configured bots may cost: grids, margin, liquidation, shocks, and what the figures rest on. Needs no network and no credentials, but with --live.",
  group: "money",
  arguments: () =>
    list(
      argument(
        "[address...]",
        "whose grids to show, order by order: keys or addresses, * for any text; without it one row a bot",
      ),
    ),
  options: () =>
    list(
      ...configured(),
      ...accounts(),
      option("--price <pair=price>", "a pair's price, where no running position shows one; may be repeated").argParser(
        each,
      ),
      option("--price-file <file>", "prices of many pairs: a JSON map, or lines of PAIR,PRICE"),
      option(
        "--balance <[quote=]amount>",
        "wallet and free balance, where the account isn't read; may be repeated",
      ).argParser(balance),
      option("--live", "read balances and positions of the account: one request"),
      ...requests(),
      envFrom(),
      format(),
    ),
  examples: [
    "botform risk",
    "botform risk btc-dip --price USDT-BTC=64000",
    "botform risk 'eth-*' --price-file prices.json --balance 1000",
    "botform risk --live --env-from keys.env",
    "botform risk '*' --format json | jq '.accounts[].bots[].risk'",
  ],
  run: async (c, { address: addresses, ...o }) => (await import("./risk.js")).riskCommand(c, { ...o, addresses }),
  exitCode,
});

function balance(text: string, before: readonly string[] = []): string[] {
  const [quote, amount = quote] = text.split("=");
  const value = canonicalDecimal(amount ?? "");
  if (value === undefined || value === "0" || value.startsWith("-"))
    throw invalid("an amount above 0 is wanted, or QUOTE=AMOUNT.");
  return [...before, text.includes("=") ? `${quote}=${value}` : value];
}

export const simulate = command({
  name: "simulate",
  summary:
    "Run the configured bots, not yet applied, through prices of the past or made up. A replay under stated assumptions, no forecast. Needs no network and no credentials.",
  group: "money",
  arguments: () =>
    list(
      argument(
        "[address...]",
        "which bots, enabled or not: keys or addresses, * for any text; without it all that are enabled: true",
      ),
    ),
  options: () =>
    list(
      ...configured(),
      ...accounts(),
      option(
        "--prices <[pair=]file>",
        "candles of a pair; may be repeated, several files of a pair follow each other",
      ).argParser(each),
      option("--walk <seed>", "made-up prices instead: a random walk, the same for the same seed"),
      option("--start-price <[pair=]price>", "where a walk begins (default: 100); may be repeated").argParser(each),
      option("--volatility <percent>", "deviation of a walk's one-minute candle")
        .argParser((text) => Number(percent(text)))
        .default(0.1),
      option("--from <time>", "first candle, UTC: 2025-01-31 or 2025-01-31T12:00 (walk: 2025-01-01)").argParser(moment),
      option("--to <time>", "candles before this time (walk: 30 days later)").argParser(moment),
      option("--balance <amount>", "what the wallet begins with (default: margin is never short)").argParser(amount),
      option("--order <which>", "where the price goes first within a candle: against the position or with it")
        .choices(["both", "pessimistic", "optimistic"])
        .default("both"),
      option("--signal-every <candles>", "give bots that open on signals one every so many candles").argParser(
        from(1, 999_999),
      ),
      option("--maker-fee <percent>", "of a limit order (default: the account's assumptions, else 0.04)").argParser(
        percent,
      ),
      option("--taker-fee <percent>", "of a market order (default: the account's assumptions, else 0.05)").argParser(
        percent,
      ),
      option(
        "--maintenance <percent>",
        "maintenance margin of a position (default: the account's assumptions, else 0.5)",
      ).argParser(percent),
      option(
        "--volume-base <order>",
        "which volume martingale multiplies (default: the account's assumptions, else first)",
      ).choices(["first", "safety"]),
      option("--volume-meaning <what>", "what a volume is (default: the account's assumptions, else notional)").choices(
        ["notional", "margin"],
      ),
      forms("text", "json", "csv"),
    ),
  examples: [
    "botform simulate --walk 1",
    "botform simulate -c fleet/ --prices BTCUSDT-1m-2025-01.csv --balance 1000",
    "botform simulate btc-dip 'eth-*' --prices USDT-BTC=btc.csv --prices USDT-ETH=eth.json",
    "botform simulate --prices BTCUSDT-1m-2025-01.csv --from 2025-01-10 --to 2025-01-20T12:00 --order pessimistic",
    "botform simulate --walk 7 --start-price USDT-BTC=64000 --volatility 0.05 --format csv > walk-7.csv",
  ],
  notes: `Files of candles: CSV as Binance publishes it (open time in milliseconds or microseconds, open, high, low, close, …), or a
JSON array of [ms, open, high, low, close, volume] as ccxt and freqtrade write it. A pair is USDT-BTC or BTCUSDT; it may be
left away where the file's name holds it, or where there is only one.`,
  run: async (c, { address: addresses, ...o }) =>
    (await import("./simulate.js")).simulateCommand(c, { ...o, addresses }),
  exitCode,
});

const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z?)?$/;

function moment(text: string): number {
  const time = TIME.test(text) ? Date.parse(text.length > 10 && !text.endsWith("Z") ? `${text}Z` : text) : Number.NaN;
  if (Number.isNaN(time)) throw invalid("a time in UTC is wanted, for example 2025-01-31 or 2025-01-31T12:00.");
  return time;
}

function amount(text: string): string {
  const value = canonicalDecimal(text);
  if (value === undefined || value === "0" || value.startsWith("-")) throw invalid("an amount above 0 is wanted.");
  return value;
}

/** From 0 to below 100. */
function percent(text: string): string {
  const value = canonicalDecimal(text);
  if (value === undefined || value.startsWith("-") || Number(value) >= 100)
    throw invalid("a percentage from 0 to below 100 is wanted.");
  return value;
}

const ACTION = "open, update, average or close";
const HOOKED = "a bot's key or address";
const ofAccount = () => list(...configured(), option("--account <name>", "which account, where several have the bot"));
const dialect = () =>
  option("--dialect <form>", "flat: botId and sections at the top, an address per action; envelope: {action, params}")
    .choices(DIALECTS)
    .default("flat");
const botId = () => option("--bot-id <number>", "the bot's id on the service").argParser(positive);
const closePath = () =>
  option("--close-path <path>", "what follows account and token in the address of a flat close, which isn't public");
const ghost = () =>
  option(
    "--ghost",
    "no bot: the service's own Ghost bot carries it out, found again by direction and pairs; envelope only",
  );

export const webhookList = command({
  name: "webhook list",
  summary: "List the bots with webhooks and their actions. Needs no network and no credentials.",
  options: () => list(...ofAccount(), format()),
  examples: ["botform webhook list", "botform webhook list --account main --format json"],
  run: async (c, o) => (await import("./webhook-show.js")).webhookListCommand(c, { ...o, dialect: "flat" }),
  exitCode,
});

export const webhookUrl = command({
  name: "webhook url",
  summary: "Print the address of an action, account and token masked. Needs no network.",
  arguments: () => list(argument("<action>", ACTION), argument("<bot>", HOOKED)),
  options: () =>
    list(
      ...ofAccount(),
      dialect(),
      closePath(),
      ghost(),
      option("--reveal", "print it whole: whoever has it can open and close deals"),
      envFrom(),
      format(),
    ),
  examples: [
    "botform webhook url open btc-dip",
    "botform webhook url average main/btc-dip --reveal",
    "botform webhook url close btc-dip --dialect envelope",
  ],
  run: async (c, o) => (await import("./webhook-show.js")).webhookUrlCommand(c, o),
  exitCode,
});

export const webhookBody = command({
  name: "webhook body",
  summary:
    "Print the compact JSON body of an action, ready for an alert's message; on standard error where its values come from.",
  arguments: () => list(argument("<action>", ACTION), argument("<bot>", HOOKED)),
  options: () =>
    list(
      ...ofAccount(),
      dialect(),
      botId(),
      ghost(),
      option("--sample", "fill TradingView's placeholders in with sample values"),
      envFrom(),
      format(),
    ),
  examples: [
    "botform webhook body open btc-dip",
    "botform webhook body open btc-dip --dialect envelope --bot-id 1234",
    "botform webhook body close btc-dip --format json | jq -r .body",
  ],
  notes:
    "The bot's id comes from --bot-id, from botId in the configuration, or from the service, which is then asked by reads alone.",
  run: async (c, o) => (await import("./webhook-show.js")).webhookBodyCommand(c, o),
  exitCode,
});

export const webhookLint = command({
  name: "webhook lint",
  summary: "Check a body as it stands and with its placeholders filled in. Needs no configuration and no network.",
  arguments: () => list(argument("<file>", "a body or an alert's whole message; - for standard input")),
  options: () =>
    list(
      ghost(),
      option("--sample", "print the message with sample values in the place of its placeholders"),
      envFrom(),
      format(),
    ),
  examples: [
    "botform webhook lint alert.json",
    "botform webhook body open btc-dip | botform webhook lint -",
    "botform webhook lint alert.json --format json | jq .diagnostics",
  ],
  exitCodes: { 0: "sound, or warnings alone", 3: "it has errors; botform explain CODE says more about each" },
  run: async (c, o) => (await import("./webhook-lint.js")).webhookLintCommand(c, o),
  exitCode,
});

export const webhookSend = command({
  name: "webhook send",
  summary: "Post a webhook, once and never again, and look whether anything came of it. It moves money.",
  arguments: () => list(argument("[action]", ACTION), argument("[bot]", HOOKED)),
  options: () =>
    list(
      ...ofAccount(),
      option("--body <file>", "send this body instead; - for standard input"),
      option("--to <action>", "with --body: the action whose address it goes to"),
      dialect(),
      botId(),
      closePath(),
      ghost(),
      yes(),
      option(
        "--timeout <seconds>",
        "how long to look for its effect in the deals; 0 doesn't look, and accepted is enough",
      )
        .argParser(from(0, 600))
        .default(45),
      option(
        "--allow-no-deal",
        "send an update, average or close though no running deal is seen for it: what the service does then isn't known",
      ),
      option(
        "--allow-repeat",
        "send an open or average again within 60 s though nobody knows what became of the first: it may act twice",
      ),
      journal(),
      envFrom(),
      format(),
    ),
  examples: [
    "botform webhook send open btc-dip",
    "botform webhook send close main/btc-dip --dialect envelope --yes",
    "botform webhook send --body alert.json --to open --account main",
  ],
  exitCodes: {
    0: "accepted and observed; with --timeout 0, accepted",
    1: "refused or not sent",
    3: "the body has errors, or the bot is protected; nothing was sent",
    4: "the bot isn't as the configuration says, or no deal runs that it could act on; nothing was sent",
    5: "unknown: no clear answer, or accepted and not observed",
    6: "the same was sent a moment ago and its outcome isn't known; nothing was sent",
  },
  notes: "Each send is noted in the journal's folder before it leaves, without address and token.",
  run: async (c, o) => (await import("./webhook-send.js")).webhookSendCommand(c, o),
  exitCode,
});

export const webhookExport = command({
  name: "webhook export",
  summary: "Write one folder per bot with everything to paste: addresses, messages, and the steps.",
  arguments: () => list(argument("<dir>", "a folder; it is made where it isn't there")),
  options: () =>
    list(
      ...ofAccount(),
      dialect(),
      closePath(),
      ghost(),
      option("--reveal", "write whole addresses; the files are readable by their owner alone"),
      envFrom(),
      format(),
    ),
  examples: ["botform webhook export hooks/", "botform webhook export hooks/ --account main --reveal"],
  run: async (c, o) => (await import("./webhook-export.js")).webhookExportCommand(c, o),
  exitCode,
});
