// botform emulator step: lets the market's time of a running emulator jump ahead.
import { command, document } from "../../command.js";
import { invalid } from "../../option-values.js";
import { argument, list, ofEmulator } from "../../options.js";

export const emulatorStep = command({
  name: "emulator step",
  summary: "Move a running emulator's market clock ahead. Everything due in between happens.",
  arguments: () => list(argument("<seconds>", "how many seconds to move it").argParser(secondsOf)),
  options: ofEmulator,
  examples: ["botform emulator step 60", "botform emulator step 0.5 --url http://127.0.0.1:40213"],
  async run(_host, { url, port, seconds }) {
    const { factOf, tell } = await import("../../emulator/control.js");
    const facts = await tell({ url, port }, "time", { advance: seconds });
    return { facts, text: `The market's clock is at ${factOf(facts, "now")}.\n` };
  },
  show: ({ facts, text }, { format }) => (format === "json" ? document(facts) : text),
});

function secondsOf(text: string): number {
  const seconds = /^\d{1,10}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(seconds)) throw invalid("give seconds, 0.001 or more.");
  return seconds;
}
