// botform webhook export: one folder per bot with everything to paste into the charting platform.
import { counted } from "../../../model/text/counted.js";
import { clean } from "../../../render/sanitize.js";
import { command, document } from "../../command.js";
import { argument, closePath, dialect, envFrom, format, ghost, list, ofWebhooks, option } from "../../options.js";

export const webhookExport = command({
  name: "webhook export",
  summary: "Write one folder per bot with everything to paste: addresses, messages and steps.",
  arguments: () => list(argument("<dir>", "the folder; created if it doesn't exist")),
  options: () =>
    list(
      ...ofWebhooks(),
      dialect(),
      closePath(),
      ghost(),
      option("--reveal", "write the addresses unmasked; only the files' owner can read them"),
      envFrom(),
      format(),
    ),
  examples: ["botform webhook export hooks/", "botform webhook export hooks/ --account main --reveal"],
  async run(host, options) {
    const [{ exportWebhooks }, { exportReadme }] = await Promise.all([
      import("../../../app/webhook/export.js"),
      import("../../../render/text/webhook-text.js"),
    ]);
    return exportWebhooks(host, options, exportReadme);
  },
  add({ tell, errColour }, { revealed }) {
    const warning = "the files contain addresses that open and close deals; keep them out of repositories and chats";
    if (revealed) tell(`${errColour.change("warning:")} ${warning}\n`);
  },
  show({ bots, ...result }, { format: form }, { colour }) {
    if (form === "json") return document(result);
    const what = `${counted(bots, "bot")}, ${counted(result.files.length, "file")} in ${clean(result.folder)}`;
    return `${colour.good("Exported:")} ${what}.\n`;
  },
});
