// botform emulator state: what a running emulator holds.
import { command, document } from "../../command.js";
import { ofEmulator } from "../../options.js";

export const emulatorState = command({
  name: "emulator state",
  summary: "Show the time, prices, wallets, bots and running deals of a running emulator.",
  options: ofEmulator,
  examples: ["botform emulator state", "botform emulator state --format json | jq .accounts"],
  async run(_host, { url }) {
    const [{ tell }, { summaryText }] = await Promise.all([
      import("../../emulator/control.js"),
      import("../../emulator/summary.js"),
    ]);
    const facts = await tell(url, "state");
    return { facts, text: summaryText(facts) };
  },
  show: ({ facts, text }, { format }) => (format === "json" ? document(facts) : text),
});
