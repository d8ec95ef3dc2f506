// botform service check: asks the service what its interface leaves open, slowly and by reads alone.
import { AppError } from "../../../app/error.js";
import { EXIT } from "../../../app/exit.js";
import { command, shown } from "../../command.js";
import { BOT, format, from, journal, list, locks, natural, opening, option, yes } from "../../options.js";

export const serviceCheck = command({
  name: "service check",
  summary:
    "Ask the service what its interface leaves open: nonces, refusals, lists, words and types. By reads alone, one request a second; it asks first.",
  options: () =>
    list(
      ...opening(),
      yes(),
      option("--refusals <number>", "stop once the service has refused so many requests")
        .argParser(from(1, 100))
        .default(2),
      option("--bot <bot>", `with --write: the bot that may be changed and is put back: ${BOT}`),
      option(
        "--create [access]",
        "with --write, instead of --bot: make a bot for it, off, or take the one that an earlier check has made; nothing but you can delete it; where there are several accesses, on the one with this title or id",
      ),
      option("--write", "ask what an update does, by updates of the bot that --bot names; nothing else is asked then"),
      option(
        "--with-switch <balance>",
        "with --write: turn that bot on for some seconds, too, if the account's free balance is at most this; it may open a deal",
      ).argParser(natural),
      option("--again", "ask what is known already, too"),
      journal(),
      ...locks(),
      format(),
    ),
  examples: [
    "botform service check",
    "botform service check --account main --refusals 5 --yes",
    "botform service check --bot ask-1 --write",
    "botform service check --bot ask-1 --write --with-switch 0",
    "botform service check --create --write",
  ],
  exitCodes: {
    0: "everything was asked, or as much as the refusals allow",
    1: "stopped: the service refused a plain request, didn't answer, or is in trouble; or declined",
    3: "usage",
    6: "the bot isn't fit for it",
    130: "interrupted; what was found out until then is kept",
  },
  notes: `Some limits, such as how old a nonce may be, show only when a request is refused. After each refusal a plain
request tells whether the key still works; if it doesn't, nothing more is asked. The second refusal ends a run, so that no
service takes it for an attack: run it again some minutes later, and it goes on with what is left.`,
  check({ bot, create, write, withSwitch }) {
    if (bot !== undefined && create !== undefined) throw new AppError("--create and --bot exclude each other");
    if ((bot === undefined && create === undefined) !== (write !== true))
      throw new AppError("--bot or --create, and --write belong together: the bot is changed, and put back");
    if (withSwitch !== undefined && write !== true) throw new AppError("--with-switch needs --bot and --write");
  },
  run: async (host, options) =>
    (await import("../../../app/asking/check.js")).checkService(host, { ...options, concurrency: 1 }),
  exitCode: ({ stopped }) => (stopped === undefined || stopped.isPlanned ? EXIT.done : EXIT.failed),
  show: (facts) => shown("service check", facts),
});
