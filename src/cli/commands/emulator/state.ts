// botform emulator state: what a running emulator holds.
import type { Paint } from "../../../render/text/paint.js";
import { command, document } from "../../command.js";
import { ofEmulator } from "../../options.js";

export const emulatorState = command({
  name: "emulator state",
  summary: "Show the time, prices, wallets, bots and running deals of a running emulator.",
  options: ofEmulator,
  examples: ["botform emulator state", "botform emulator state --format json | jq .accounts"],
  async run(_host, { url, port }) {
    const { tell } = await import("../../emulator/control.js");
    return tell({ url, port }, "state");
  },
  show: (facts, { format }) => (format === "json" ? document(facts) : summary(facts)),
});

function summary(facts: object) {
  return async (_form: string, { colour }: { readonly colour: Paint }) => {
    const { summaryText } = await import("../../emulator/summary.js");
    return summaryText(facts, colour);
  };
}
