// botform fmt: puts configuration files into their canonical form; with --check it only says which ones aren't.
import { EXIT } from "../../app/exit.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../../render/sanitize.js";
import { command, document } from "../command.js";
import { configuration, configurationArgument, format, list, option } from "../options.js";

const FAULT =
  "the formatted text would mean something else, so the file was left as it is. This is a bug in botform; please report it with the file.";

export const fmt = command({
  name: "fmt",
  summary: "Format configuration files: keys in a fixed order, tidy white space. Comments, quotes and values are kept.",
  group: "configuration",
  arguments: () => list(configurationArgument()),
  options: () =>
    list(
      configuration(),
      format(),
      option("--check", "write nothing; list the files that would change, and exit 2 if there are any"),
    ),
  examples: ["botform fmt", "botform fmt fleet/", "botform fmt fleet/ --check"],
  run: async (_host, options) => (await import("../../app/files/fmt.js")).fmt(options),
  exitCode({ faults, changed, written }) {
    if (faults.length > 0) return EXIT.failed;
    return !written && changed.length > 0 ? EXIT.changesPending : EXIT.done;
  },
  error: ({ faults }) => (faults.length > 0 ? FAULT : undefined),
  add({ tell, errColour }, { files, changed, written, faults }) {
    for (const file of written ? changed : []) tell(`formatted ${clean(file)}\n`);
    for (const file of faults) tell(`${errColour.bad("botform:")} ${clean(file)}: ${FAULT}\n`);
    tell(`${summary(files, changed.length, written)}\n`);
  },
  show(result, { format: form }) {
    if (form === "json") return document(result);
    return result.written ? "" : result.changed.map((name) => `${clean(name)}\n`).join("");
  },
});

function summary(files: number, changed: number, written: boolean): string {
  if (changed === 0) return `Nothing to change in ${counted(files, "file")}.`;
  const which = `${changed} of ${counted(files, "file")}`;
  return written ? `${which} changed.` : `${which} would change; botform fmt writes the changes.`;
}
