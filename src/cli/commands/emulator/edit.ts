// botform emulator edit: changes a bot of a running emulator by hand, as its owner does on the service's web page.
import { AppError } from "../../../app/error.js";
import { clean } from "../../../render/sanitize.js";
import { command, document } from "../../command.js";
import { natural } from "../../option-values.js";
import { argument, list, ofEmulator } from "../../options.js";

export const emulatorEdit = command({
  name: "emulator edit",
  summary: "Change a bot by hand, as its owner would on the service's website. This is not an API request.",
  arguments: () =>
    list(
      argument("<botId>", "the bot's id").argParser(natural),
      argument(
        "<change...>",
        "FIELD=VALUE with a bot's YAML keys, or enabled=true; FIELD= with no value empties the field",
      ),
    ),
  options: ofEmulator,
  examples: ["botform emulator edit 1002 leverage=10 martingaleScale=1.5", "botform emulator edit 1002 enabled=false"],
  async run(_host, { url, port, botId, change }) {
    const { enabled, ...settings } = Object.fromEntries(change.map(fieldAndValue));
    const { tell } = await import("../../emulator/control.js");
    return tell({ url, port }, "edit", {
      botId,
      settings,
      ...(enabled !== undefined && { enabled: switched(enabled) }),
    });
  },
  show: (facts, { format, botId, change }) =>
    format === "json" ? document(facts) : `Bot ${botId} was edited by hand: ${change.map(clean).join(", ")}.\n`,
});

function fieldAndValue(change: string): [field: string, value: string] {
  const [, field, value = ""] = /^(\w+)=(.*)$/.exec(change) ?? [];
  if (field === undefined) throw new AppError(`${clean(change)} isn't FIELD=VALUE, for example leverage=10`);
  return [field, value];
}

function switched(value: string): boolean {
  if (value === "true" || value === "false") return value === "true";
  throw new AppError(`enabled must be true or false, not ${clean(value)}`);
}
