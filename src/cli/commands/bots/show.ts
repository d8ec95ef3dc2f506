// botform bots show: one live bot in full, beside what the configuration says of it, with its running deals.
import { EXIT } from "../../../app/exit.js";
import { command, shown } from "../../command.js";
import { exitInDoubt, IN_DOUBT_CODES } from "../../in-doubt.js";
import { argument, BOT, format, journal, list, opening, requests } from "../../options.js";

export const botsShow = command({
  name: "bots show",
  summary: "Show one live bot in full: its settings, where they differ from the configuration, and its running deals.",
  arguments: () => list(argument("<bot>", BOT)),
  options: () => list(...opening(), journal(), ...requests(), format()),
  examples: ["botform bots show btc-dip", "botform bots show main/btc-dip", "botform bots show '#1234' --account main"],
  run: async (host, options) => (await import("../../../app/live/bots.js")).showBot(host, options),
  exitCodes: IN_DOUBT_CODES,
  exitCode: (found) => (found.inDoubt === undefined ? exitInDoubt(found) : EXIT.unknown),
  diagnostics: ({ diagnostics = [] }) => diagnostics,
  show: (result) => shown("bots show", result),
});
