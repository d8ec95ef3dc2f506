// What other tools call a command or an option, and what it is here.
import type { CommanderError } from "@commander-js/extra-typings";
import { COMMANDS } from "../registry.js";

const PLAN_APPLY = "botform plan shows what would change, botform apply carries it out.";

/** What other tools call something, and what it is here. */
const HABITS: ReadonlyMap<string, string> = new Map([
  ["destroy", "botform deletes no bot, because the service can't. botform bots off turns bots off."],
  ...["list", "show", "ls"].map(
    (word) => [`state ${word}`, "botform bots list shows the live bots, botform history the runs."] as const,
  ),
  ...["rm", "mv"].map(
    (word) =>
      [
        `state ${word}`,
        "botform forget lets go of a bot that is gone; a bot is renamed in the file, with previousTitles.",
      ] as const,
  ),
  ["status", "botform drift compares the live bots with the configuration."],
  ["import", "botform pull writes live bots into YAML."],
  ["export", "botform pull writes live bots into YAML."],
  ["list", "botform bots list shows the live bots."],
  ["ls", "botform bots list shows the live bots."],
  ["delete", "botform deletes no bot, because the service can't. botform bots off turns bots off."],
  ["remove", "botform deletes no bot, because the service can't. botform bots off turns bots off."],
  ["create", "Add the bot to the configuration; botform plan shows it, botform apply creates it."],
  ["add", "Add the bot to the configuration; botform plan shows it, botform apply creates it."],
  ["run", PLAN_APPLY],
  ["up", PLAN_APPLY],
  ["deploy", PLAN_APPLY],
  ["preview", PLAN_APPLY],
  ["set", "Change the configuration; botform plan shows what differs, botform apply carries it out."],
  ["edit", "Change the configuration; botform plan shows what differs, botform apply carries it out."],
  ["update", "Change the configuration; botform plan shows what differs, botform apply carries it out."],
  ["off", "botform bots off turns bots off."],
  ["down", "botform bots off turns bots off."],
  ["on", "botform bots on turns bots on."],
  ["ps", "botform bots list shows the live bots."],
  ["backup", "botform pull writes live bots into YAML, which git keeps."],
  [
    "restore",
    "botform plan -c FOLDER shows what an older configuration would change, botform undo what reverses a run.",
  ],
  ["test", "botform validate checks the configuration, botform policy check what policies say of it."],
  ["doctor", "botform service check tries an account and its service."],
  ["describe", "botform bots show shows a live bot in full."],
  ["force-unlock", "botform lock break removes a lock that is left over."],
  ["backtest", "botform simulate replays a bot's settings on prices of the past."],
  ["balance", "botform account shows balances and positions."],
  ["enable", "botform bots on turns bots on."],
  ["disable", "botform bots off turns bots off."],
  ["pause", "botform bots off turns bots off; botform hold add leaves them alone for a time."],
  ["get", "botform bots list shows the live bots, botform bots show one of them."],
  ["login", "Keys come from environment variables, from files, or from a credential helper: docs/how-to/keep-keys.md."],
  [
    "webhook show",
    "botform webhook list names the bots and their actions, botform webhook body ACTION BOT prints one.",
  ],
  ["webhook get", "botform webhook list names the bots and their actions, botform webhook body ACTION BOT prints one."],
  ["webhook test", "botform webhook lint checks a body, botform webhook send posts it."],
  ["deals list", "botform deals active lists the running deals, botform deals history those that have ended."],
  ["deals close", "botform deals complete closes a deal's position."],
  ["deals stop", "botform deals complete closes a deal's position."],
  ...["panic-sell", "panic_sell", "panicsell"].map(
    (word) => [`deals ${word}`, "botform deals complete closes a deal's position at the market price."] as const,
  ),
  ["panic-sell", "botform deals complete closes a deal's position; botform bots off --all turns every bot off."],
  ["close-all", "botform bots off --all turns every bot off; botform deals complete closes a deal's position."],
  ["kill", "botform bots off --all turns every bot off."],
  [
    "deals update",
    "botform deals take-profit sets a deal's take profit; what else it keeps changes with its next deal.",
  ],
  ...["average", "add-funds"].map(
    (word) => [`deals ${word}`, "botform webhook send average BOT buys more, where the bot has that webhook."] as const,
  ),
  ["deals show", "botform deals active lists the running deals, botform bots show BOT those of a bot."],
  ["stop", "botform bots off turns bots off."],
  ["start", "botform bots on turns bots on."],
  ["logs", "botform bots logs BOT shows what the service noted of a bot, botform history the runs."],
  ["config", "botform render shows the configuration as it works out."],
  ["lock release", "botform lock break removes a lock that is left over."],
  ["policy test", "botform policy check checks the configuration against the policies."],
  ...["off", "release", "lift", "end", "delete", "rm"].map(
    (word) => [`hold ${word}`, "botform hold remove lifts a hold."] as const,
  ),
  ["unhold", "botform hold remove lifts a hold."],
  ["undo …", "botform undo last is about the last run, botform history lists all."],
  ["history -n", "The newest run stands first: botform history | head."],
  ["history --limit", "The newest run stands first: botform history | head."],
  ["drift --fix", "botform apply puts the live bots right, botform pull --accept takes the differences over."],
  ["drift --accept", "botform pull --accept takes differences over."],
  ["bots on --all", "Name the bots. botform apply turns on all that the configuration wants on."],
  ["rollback", "botform undo last plans how to reverse the last run."],
  ["sync", "botform plan shows what differs, botform apply carries it out."],
  ["check", "botform validate checks the configuration."],
  ["lint", "botform validate checks the configuration, botform fmt its form."],
  ["refresh", "Every command reads the account anew. botform drift compares it with the configuration."],
  ["-auto-approve", "Did you mean --yes?"],
  ["--auto-approve", "Did you mean --yes?"],
  ["-out", "Did you mean --out?"],
  [
    "-o",
    "--format json, yaml or html says how it is printed, --out FILE where it goes; --help shows which of them there are.",
  ],
  ["--output", "--format says how it is printed, --out FILE where it goes; --help shows which of them there are."],
  ["--out-file", "Did you mean --out?"],
  ["--bot", "Did you mean --target?"],
  ...["risk", "simulate", "bots on", "bots off", "bots show", "bots logs", "deals start", "hold add"].flatMap(
    (command) =>
      ["--bot", "--bots", "--target"].map(
        (flag) => [`${command} ${flag}`, `Name the bot itself: botform ${command} btc-dip.`] as const,
      ),
  ),
  ...["--bot", "--bots", "--target"].map((flag) => [`pull ${flag}`, "Did you mean --accept?"] as const),
  ["--bots", "Did you mean --target?"],
  ["--only", "Did you mean --target?"],
  ["--env", "Did you mean --env-from?"],
  ["--file", "Did you mean --config?"],
  ["-f", "Did you mean --config?"],
  ["-a", "Did you mean --account?"],
  ["--config-file", "Did you mean --config?"],
  ["-v", "Plans have --verbose; botform --version says which botform this is."],
  ["--quiet", "Add 2>/dev/null to hear no notes; --format json is for programs."],
  [
    "--watch",
    "This command looks once. Of others, --help says whether they have --watch; botform drift in a schedule of CI looks again and again.",
  ],
  ["-target", "Did you mean --target?"],
  ["-var", "Did you mean --var?"],
  ["-var-file", "Did you mean --var-file?"],
  ...["--dry-run", "--dryrun", "--check"].flatMap((flag) => [
    [flag, "Nothing is written by botform plan."] as const,
    [`bots off ${flag}`, "It turns off at once, without a preview; botform bots show BOT shows a bot."] as const,
    ...["bots on", "deals start", "deals complete", "deals cancel", "deals take-profit", "undo"].map(
      (command) => [`${command} ${flag}`, "Without --yes it shows what it will do, and asks."] as const,
    ),
  ]),
  ["--json", "Did you mean --format json?"],
  ["-json", "Did you mean --format json?"],
  ["--plan", "Name the saved plan itself: botform apply FILE."],
  ["--save", "Did you mean --out?"],
  ["--limit", "Did you mean --target?"],
  ["--prune", "undeclared: turn-off, in an account, turns off live bots that the configuration doesn't name."],
  ["-destroy", "botform deletes no bot, because the service can't. botform bots off turns bots off."],
  ["--destroy", "botform deletes no bot, because the service can't. botform bots off turns bots off."],
  ["-parallelism", "Did you mean --concurrency?"],
  ["--parallelism", "Did you mean --concurrency?"],
  ["-chdir", "Did you mean --config?"],
  ["-C", "Did you mean --config?"],
  ["--env-file", "Did you mean --env-from?"],
  ["fmt -w", "botform fmt writes; --check only looks."],
  ["diff --live", "botform drift compares the live bots with the configuration."],
  ["--force", "Nothing is forced: apply asks, and --yes answers; what exists is kept."],
  ["--from", "A time is given with --since; init writes live bots with --from-live."],
]);

/** What helps whoever typed it; undefined where nobody is known to call it so. @param command that was called: `plan`, `hold add` */
export function habitIn({ code, message }: CommanderError, command: string): string | undefined {
  const [, group, word = ""] = /botform (\w+) has no command (\S+)/.exec(message) ?? [];
  if (group !== undefined) return HABITS.get(`${group} ${word}`) ?? (group === "bots" ? HABITS.get(word) : undefined);
  if (code === "commander.missingArgument") return HABITS.get(`${command} …`);
  if (code !== "commander.unknownCommand" && code !== "commander.unknownOption") return undefined;
  const unknown = /'([^'=]+)/.exec(message)?.[1] ?? "";
  const inCapitals = COMMANDS.find(({ name }) => name === unknown.toLowerCase());
  return (
    HABITS.get(`${command} ${unknown}`) ?? HABITS.get(unknown) ?? (inCapitals && `Did you mean ${inCapitals.name}?`)
  );
}
