// botform hold add: keeps bots off and untouched, at once, for a reason that every plan shows.
import { command, shown } from "../../command.js";
import { argument, configured, format, journal, list, option } from "../../options.js";

export const holdAdd = command({
  name: "hold add",
  summary:
    "Hold bots: from now on botform neither turns them on nor changes them. A bot that is on stays on until the next apply, or botform bots off, turns it off; its running deals stay open even then. Prints the line to commit.",
  arguments: () =>
    list(
      argument(
        "<pattern...>",
        "keys, addresses (account/bot-key) or ids (account/#123), in which * stands for any text; account/* means every bot of the account",
      ),
    ),
  options: () =>
    list(
      option("--reason <text>", "why they are held; every plan shows it").makeOptionMandatory(),
      option(
        "--until <date>",
        "when you expect to lift it: a day (2026-12-31, in UTC) or a time (2026-12-31T08:00Z). Plans warn from then on; after 7 more days nothing is applied to the account until you lift the hold or give it a later date. The hold itself stays in force until you remove it",
      ),
      option(
        "--account <name>",
        "the account for patterns that don't name one (default: every account of the configuration)",
      ),
      option("--write", "write the hold into the configuration, too; comments and order are kept"),
      ...configured(),
      journal(),
      format(),
    ),
  examples: [
    "botform hold add main/btc-dip --reason 'liquidation too close'",
    "botform hold add 'main/*' --reason 'exchange maintenance' --until 2026-12-31 --write",
    "botform hold add 'main/#123' --reason 'being looked at'",
  ],
  exitCodes: {
    0: "the hold is in force",
    1: "the ledger couldn't be written; nothing is held",
    3: "usage",
    7: "the hold is in force, but the configuration couldn't be written",
  },
  notes: `botform bots off --hold REASON turns bots off and holds them in one go.`,
  run: async (host, { pattern: patterns, ...options }) =>
    (await import("../../../app/hold/hold.js")).addHold(host, { ...options, patterns }),
  show: (facts) => shown("hold add", facts),
});
