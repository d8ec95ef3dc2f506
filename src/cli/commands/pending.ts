import type { ExitCode } from "../../app/exit.js";
import { PHASES_TEXT } from "../../model/plan/actions.js";
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
  journal,
  limits,
  list,
  opening,
  option,
  positive,
  RUN,
  requests,
  selected,
  yes,
} from "../options.js";

const exitCode = (code: ExitCode) => code;

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

export const undo = command({
  name: "undo",
  summary:
    "Plan the way back from an earlier run, show it, ask, and carry it out. Created bots are turned off and named.",
  group: "past",
  arguments: () => list(argument("<id>", RUN)),
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
