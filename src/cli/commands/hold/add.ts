// botform hold add: keeps bots off and untouched, at once, for a reason that every plan shows.
import { command, shown } from "../../command.js";
import { argument, configured, format, HELD_BOT, journal, list, option } from "../../options.js";

export const holdAdd = command({
  name: "hold add",
  summary:
    "Hold bots: they stay off and untouched. In force at once; prints the line to commit. Turns nothing off by itself.",
  arguments: () => list(argument("<pattern...>", HELD_BOT)),
  options: () =>
    list(
      option("--reason <text>", "why they are held; every plan shows it").makeOptionMandatory(),
      option(
        "--until <date>",
        "when you expect to lift it: a day (2026-12-31, in UTC) or a time (2026-12-31T08:00Z). Plans remind you of it then; the hold stays in force until you remove it",
      ),
      option(
        "--account <name>",
        "the account of patterns that name none (default: every account of the configuration)",
      ),
      option("--write", "write the hold into the configuration, too; comments and order stay"),
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
  notes: `A held bot that is on stays on until the next apply, or botform bots off. botform bots off --hold REASON does both.`,
  run: async (host, { pattern: patterns, ...options }) =>
    (await import("../../../app/hold/hold.js")).addHold(host, { ...options, patterns }),
  show: (facts) => shown("hold add", facts),
});
