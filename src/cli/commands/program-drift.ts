// The part of the command line that is for cron: drift, said to whoever asks and posted to a webhook.
import { type Command, Option } from "commander";
import type { Choose } from "../terminal/choose.js";
import {
  accounts,
  concurrency,
  config,
  envFrom,
  examples,
  format,
  requestsPerSecond,
  variable,
  variableFile,
} from "../terminal/options.js";

/** Adds the command to the program; what it does is loaded only when it runs. */
export function driftCommand(program: Command, choose: Choose): void {
  const drift = program
    .command("drift")
    .description(
      "Say which live bots are otherwise than the configuration, where it says so and since when. Writes nothing.",
    );
  for (const option of [config(), variable(), variableFile(), ...accounts()]) drift.addOption(option);
  drift
    .option("--target <bot...>", "only these bots: keys or addresses, * stands for anything; may be repeated")
    .option("--exclude <bot...>", "all but these bots")
    .addOption(format())
    .option("--notify-env <name>", "post a summary to the webhook whose URL this environment variable holds")
    .addOption(
      new Option(
        "--notify <url>",
        "the same with the URL itself, which other users of the machine may then see",
      ).conflicts("notifyEnv"),
    )
    .option("--notify-always", "post it where nothing drifted, too, and where an account couldn't be read")
    .option("--notify-required", "exit 1 where it couldn't be posted; without it that is a warning")
    .addOption(concurrency(8))
    .addOption(requestsPerSecond())
    .addOption(envFrom())
    .addHelpText(
      "after",
      `${examples(
        "botform drift",
        "botform drift -c fleet/ --all-accounts --format json",
        "botform drift --target 'btc-*' --notify-env BOTFORM_DRIFT_HOOK",
        "botform drift --env-from keys.env --notify-env BOTFORM_DRIFT_HOOK --notify-always",
      )}
Exit codes: 0 all bots are as declared, 2 some are not, 1 an account couldn't be read (or, with --notify-required, the webhook
not be told), 3 the configuration or the plan has errors.
The webhook gets one JSON document: text as Slack takes it, and the facts under botform.
`,
    )
    .action((options) => choose(async (c) => (await import("./drift.js")).driftCommand(c, options)));
}
