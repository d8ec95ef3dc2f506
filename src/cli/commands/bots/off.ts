// botform bots off: turns bots off, now: all of an account, those that are declared, or those that are named.
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { EXIT } from "../../../app/exit.js";
import type { Host } from "../../../app/host.js";
import { command, shown } from "../../command.js";
import { from } from "../../option-values.js";
import { argument, format, journal, list, opening, option, requests } from "../../options.js";

const DEFAULT_S = 120;

/** A waiting time; NaN for one that can't be used, since none may keep bots from being turned off. */
function waiting(least: number): (text: string) => number {
  const read = from(least, 86_400);
  return (text) => {
    try {
      return read(text);
    } catch (error) {
      if (error instanceof InvalidArgumentError) return Number.NaN;
      throw error;
    }
  };
}

function usable(host: Host, name: "timeout" | "settle", seconds: number): number {
  if (!Number.isNaN(seconds)) return seconds;
  const given = name === "settle" ? "--settle, or BOTFORM_SETTLE," : "--timeout";
  host.say({ kind: "warning", text: `${given} isn't a number of seconds that can be used, so ${DEFAULT_S} counts` });
  return DEFAULT_S;
}

const FAILED = "nothing could be read or sent";

export const botsOff = command({
  name: "bots off",
  summary:
    "Turn bots off now, retrying each until it is confirmed off. Doesn't ask. Running deals and positions stay open.",
  arguments: () =>
    list(argument("[bot...]", "keys, addresses (account/bot-key) or ids (#123), instead of --all or --managed")),
  options: () =>
    list(
      ...opening(),
      option("--all", "every bot of the account; works with a broken configuration, or with none"),
      option("--managed", "only bots that the configuration declares; needs a configuration without errors"),
      option("--hold <reason>", "hold the bots as well: no apply turns them on again until botform hold remove"),
      journal(),
      option("--timeout <seconds>", "how long to keep trying, or as long as --settle if that is longer")
        .argParser(waiting(1))
        .default(DEFAULT_S),
      option(
        "--settle <seconds>",
        "how long to watch bots that are off: a turn-on that was sent elsewhere may still be queued; 0 doesn't watch",
      )
        .argParser(waiting(0))
        .env("BOTFORM_SETTLE")
        .default(DEFAULT_S),
      option("-y, --yes", "accepted for symmetry: bots off never asks"),
      ...requests(16),
      format(),
    ),
  examples: [
    "botform bots off --all --account main",
    "botform bots off --managed -c fleet/",
    "botform bots off btc-dip '#123'",
    "botform bots off --all --account main --hold 'exchange maintenance'",
  ],
  exitCodes: {
    0: "every bot was observed off",
    1: "nothing could be read or sent",
    3: "usage, or the service shows no such bot",
    5: "some bots weren't observed off, or runs under way couldn't be told to stop",
    7: "every bot was observed off, but the hold couldn't be set",
  },
  notes: `If the configuration can't be used, the account's credentials come from environment variables that carry its name:
BOTFORM_MAIN_API_URL, BOTFORM_MAIN_API_KEY and BOTFORM_MAIN_API_SECRET for --account main.`,
  async run(host, { bot: bots, ...options }) {
    const [{ turnOff }, { stoppingOn }] = await Promise.all([
      import("../../../app/emergency-stop.js"),
      import("../../terminal/progress.js"),
    ]);
    const [timeout, settle] = [usable(host, "timeout", options.timeout), usable(host, "settle", options.settle)];
    return turnOff(host, { ...options, timeout, settle, bots }, stoppingOn({ ...host, err: host.tell }));
  },
  exitCode: ({ exitCode }) => exitCode,
  error: ({ exitCode }) => (exitCode === EXIT.failed ? `${FAILED}; check the bots on the service itself` : undefined),
  add({ tell, errColour }, { exitCode }) {
    if (exitCode === EXIT.failed) tell(`\n${errColour.bad("Failed:")} ${FAILED}.\n`);
  },
  show: ({ exitCode: _code, runningDeals = null, offInDeals = null, ...facts }) =>
    shown("bots off", { ...facts, runningDeals, offInDeals }),
});
