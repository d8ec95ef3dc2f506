// botform service check: asks the service what its interface leaves open, slowly and by reads alone.
import { AppError } from "../../../app/error.js";
import { EXIT } from "../../../app/exit.js";
import { command, shown } from "../../command.js";
import { from, natural } from "../../option-values.js";
import { BOT, format, journal, list, locks, opening, option, yes } from "../../options.js";

export const serviceCheck = command({
  name: "service check",
  summary:
    "Find out how the service behaves where its documentation is silent (nonces, refusals, lists, types). Only reads, one request a second, unless you say --write; asks for confirmation.",
  options: () =>
    list(
      ...opening(),
      yes(),
      option("--refusals <number>", "stop after this many refused requests").argParser(from(1, 100)).default(2),
      option("--bot <bot>", `with --write: the bot to change and then restore: ${BOT}`),
      option(
        "--create [access]",
        "with --write, instead of --bot: create a bot for the test, off, or reuse the one of an earlier check; only you can delete it, on the service. With several accesses, name one by title or id",
      ),
      option(
        "--write",
        "find out what an update does, by updating the bot of --bot or --create; skips the other questions",
      ),
      option(
        "--with-switch <balance>",
        "with --write: also turn that bot on for some seconds, if the account's free balance is at most this; it may open a deal",
      ).argParser(natural),
      option("--again", "repeat the questions that are already answered"),
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
    0: "every question was asked, or the limit of --refusals was reached",
    1: "stopped: the service refused a plain request, didn't answer, or has an outage; or you declined. With --write the bot may be left changed, and with --with-switch a deal may be open: the message says so",
    3: "usage",
    6: "the bot can't be used for this check, or is held or protected; the message says why",
    130: "interrupted; what was found out is kept. With --write the bot may be left changed, or on: run the check again, or botform bots off",
  },
  notes: `Some limits, such as how old a nonce may be, show only when a request is refused. After each refusal botform
sends a plain request to see whether the key still works, and stops if it doesn't. By default the second refusal ends the run
(--refusals), so that the service doesn't mistake the check for an attack: run the command again some minutes later, and it continues with the open questions.`,
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
