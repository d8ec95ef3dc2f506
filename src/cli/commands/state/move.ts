// botform state import and export: a ledger from a folder into a database, and back.

import { EXIT } from "../../../app/exit.js";
import type { Copied } from "../../../app/ledger/state.js";
import { counted } from "../../../model/text/counted.js";
import { clean } from "../../../render/sanitize.js";
import { command, document } from "../../command.js";
import { fileName } from "../../option-values.js";
import { argument, JOURNAL, list, ofState } from "../../options.js";

const exitCodes = { 0: "all of it is there", 1: "the database doesn't answer, or files of one name differ" };
const exitCode = ({ different }: Copied) => (different.length === 0 ? EXIT.done : EXIT.failed);

export const stateImport = command({
  name: "state import",
  summary: "Take over a ledger from a folder into the database. Run again, it adds what is new.",
  arguments: () => list(argument("[folder]", "the folder of the ledger").argParser(fileName).default(JOURNAL)),
  options: ofState,
  examples: ["botform state import", "botform state import /backup/journal"],
  exitCodes,
  run: async (_host, options) => (await import("../../../app/ledger/state.js")).stateImport(options),
  exitCode,
  show: (facts, { format }) => (format === "json" ? document(facts) : copiedText(facts)),
});

export const stateExport = command({
  name: "state export",
  summary: "Write the database's ledger into a folder, every line as it is: a backup, or a way back to one machine.",
  arguments: () => list(argument("<folder>", "the folder; made if there is none").argParser(fileName)),
  options: ofState,
  examples: ["botform state export backup"],
  exitCodes,
  run: async (_host, options) => (await import("../../../app/ledger/state.js")).stateExport(options),
  exitCode,
  show: (facts, { format }) => (format === "json" ? document(facts) : copiedText(facts)),
});

function copiedText({ from, to, copied, same, different }: Copied): string {
  const rows = [
    `${clean(from)} → ${clean(to)}: ${counted(copied.length, "file")} copied, ${same.length} the same.`,
    ...different.map((name) => `  ${clean(name)} has other lines there and was left alone.`),
  ];
  return `${rows.join("\n")}\n`;
}
