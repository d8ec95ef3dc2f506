// The part of the command line that is about webhooks: list, url, body, lint, send, export.
import { type Command, Option } from "commander";
import { DIALECTS } from "../../model/webhook/webhook-body.js";
import type { Choose } from "../terminal/choose.js";
import {
  config,
  envFrom,
  examples,
  format,
  from,
  journal,
  positive,
  variable,
  variableFile,
} from "../terminal/options.js";

/** Adds the commands to the program; what each does is loaded only when it runs. */
export function webhookCommands(program: Command, choose: Choose): void {
  const webhook = program
    .command("webhook")
    .description("Webhooks as code: what an alert sends to open, update, average and close deals of a saved bot.")
    .usage("<command> [options]")
    .allowExcessArguments()
    .action((_options, command: Command) => {
      const [unknown] = command.args;
      if (unknown !== undefined) command.error(`error: botform webhook has no command ${unknown}`);
      command.outputHelp();
    });
  listCommand(webhook, choose);
  urlCommand(webhook, choose);
  bodyCommand(webhook, choose);
  lintCommand(webhook, choose);
  sendCommand(webhook, choose);
  exportCommand(webhook, choose);
}

function listCommand(webhook: Command, choose: Choose): void {
  configured(webhook.command("list"))
    .description("List the bots with webhooks and their actions. Needs no network and no credentials.")
    .addOption(format())
    .addHelpText("after", examples("botform webhook list", "botform webhook list --account main --format json"))
    .action((options) => choose(async (c) => (await import("./webhook-show.js")).webhookListCommand(c, options)));
}

function urlCommand(webhook: Command, choose: Choose): void {
  configured(webhook.command("url"))
    .argument("<action>", ACTION)
    .argument("<bot>", BOT)
    .description("Print the address of an action, account and token masked. Needs no network.")
    .addOption(dialect())
    .addOption(closePath())
    .option("--ghost", GHOST)
    .option("--reveal", "print it whole: whoever has it can open and close deals")
    .addOption(envFrom())
    .addOption(format())
    .addHelpText(
      "after",
      examples(
        "botform webhook url open btc-dip",
        "botform webhook url average main/btc-dip --reveal",
        "botform webhook url close btc-dip --dialect envelope",
      ),
    )
    .action((action: string, bot: string, options) =>
      choose(async (c) => (await import("./webhook-show.js")).webhookUrlCommand(c, { ...options, action, bot })),
    );
}

function bodyCommand(webhook: Command, choose: Choose): void {
  configured(webhook.command("body"))
    .argument("<action>", ACTION)
    .argument("<bot>", BOT)
    .description(
      "Print the compact JSON body of an action, ready for an alert's message; on standard error where its values come from.",
    )
    .addOption(dialect())
    .addOption(botId())
    .option("--ghost", GHOST)
    .option("--sample", "fill TradingView's placeholders in with sample values")
    .addOption(envFrom())
    .addOption(format())
    .addHelpText(
      "after",
      `${examples(
        "botform webhook body open btc-dip",
        "botform webhook body open btc-dip --dialect envelope --bot-id 1234",
        "botform webhook body close btc-dip --format json | jq -r .body",
      )}
The bot's id comes from --bot-id, from botId in the configuration, or from the service, which is then asked by reads alone.
`,
    )
    .action((action: string, bot: string, options) =>
      choose(async (c) => (await import("./webhook-show.js")).webhookBodyCommand(c, { ...options, action, bot })),
    );
}

function lintCommand(webhook: Command, choose: Choose): void {
  webhook
    .command("lint")
    .argument("<file>", "a body or an alert's whole message; - for standard input")
    .description(
      "Check a body as it stands and with its placeholders filled in. Needs no configuration and no network.",
    )
    .option("--ghost", GHOST)
    .option("--sample", "print the message with sample values in the place of its placeholders")
    .addOption(envFrom())
    .addOption(format())
    .addHelpText(
      "after",
      `${examples(
        "botform webhook lint alert.json",
        "botform webhook body open btc-dip | botform webhook lint -",
        "botform webhook lint alert.json --format json | jq .diagnostics",
      )}
Exit codes: 0 sound, or warnings alone; 3 it has errors. botform explain CODE says more about each.
`,
    )
    .action((file: string, options) =>
      choose(async (c) => (await import("./webhook-lint.js")).webhookLintCommand(c, { ...options, file })),
    );
}

function sendCommand(webhook: Command, choose: Choose): void {
  configured(webhook.command("send"))
    .argument("[action]", ACTION)
    .argument("[bot]", BOT)
    .description("Post a webhook, once and never again, and look whether anything came of it. It moves money.")
    .option("--body <file>", "send this body instead; - for standard input")
    .option("--to <action>", "with --body: the action whose address it goes to")
    .addOption(dialect())
    .addOption(botId())
    .addOption(closePath())
    .option("--ghost", GHOST)
    .option("-y, --yes", "don't ask; needed where there is no terminal")
    .addOption(
      new Option(
        "--timeout <seconds>",
        "how long to look for its effect in the deals; 0 doesn't look, and accepted is enough",
      )
        .argParser(from(0, 600))
        .default(45),
    )
    .option(
      "--allow-no-deal",
      "send an update, average or close though no running deal is seen for it: what the service does then isn't known",
    )
    .option(
      "--allow-repeat",
      "send an open or average again within 60 s though nobody knows what became of the first: it may act twice",
    )
    .addOption(journal())
    .addOption(envFrom())
    .addOption(format())
    .addHelpText(
      "after",
      `${examples(
        "botform webhook send open btc-dip",
        "botform webhook send close main/btc-dip --dialect envelope --yes",
        "botform webhook send --body alert.json --to open --account main",
      )}
Exit codes: 0 accepted and observed; with --timeout 0, accepted; 1 refused or not sent; 3 the body has errors, or the bot
is protected; 4 the bot isn't as the configuration says, or no deal runs that it could act on; 5 unknown: no clear answer,
or accepted and not observed; 6 the same was sent a moment ago and its outcome isn't known. With 3, 4 and 6 nothing was
sent. Each send is noted in the journal's folder before it leaves, without address and token.
`,
    )
    .action((action: string | undefined, bot: string | undefined, options) =>
      choose(async (c) => (await import("./webhook-send.js")).webhookSendCommand(c, { ...options, action, bot })),
    );
}

function exportCommand(webhook: Command, choose: Choose): void {
  configured(webhook.command("export"))
    .argument("<dir>", "a folder; it is made where it isn't there")
    .description("Write one folder per bot with everything to paste: addresses, messages, and the steps.")
    .addOption(dialect())
    .addOption(closePath())
    .option("--ghost", GHOST)
    .option("--reveal", "write whole addresses; the files are readable by their owner alone")
    .addOption(envFrom())
    .addOption(format())
    .addHelpText(
      "after",
      examples("botform webhook export hooks/", "botform webhook export hooks/ --account main --reveal"),
    )
    .action((dir: string, options) =>
      choose(async (c) => (await import("./webhook-export.js")).webhookExportCommand(c, { ...options, dir })),
    );
}

function configured(command: Command): Command {
  for (const option of [config(), variable(), variableFile()]) command.addOption(option);
  return command.option("--account <name>", "which account, where several have the bot");
}

function dialect(): Option {
  return new Option(
    "--dialect <form>",
    "flat: botId and sections at the top, an address per action; envelope: {action, params}",
  )
    .choices([...DIALECTS])
    .default("flat");
}

function botId(): Option {
  return new Option("--bot-id <number>", "the bot's id on the service").argParser(positive);
}

function closePath(): Option {
  return new Option(
    "--close-path <path>",
    "what follows account and token in the address of a flat close, which isn't public",
  );
}

const ACTION = "open, update, average or close";
const BOT = "a bot's key or address";
const GHOST = "no bot: the service's own Ghost bot carries it out, found again by direction and pairs; envelope only";
