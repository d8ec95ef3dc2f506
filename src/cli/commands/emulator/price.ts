// botform emulator price: sets a price that stands, or gives the pair back to its course.
import { clean } from "../../../render/sanitize.js";
import { command, document } from "../../command.js";
import { argument, list, ofEmulator } from "../../options.js";

export const emulatorPrice = command({
  name: "emulator price",
  summary: "Fix a pair's price until you change it.",
  arguments: () =>
    list(
      argument("<pair>", "for example USDT-BTC"),
      argument("<price>", "the price, or the word course to return to the seed's prices"),
    ),
  options: ofEmulator,
  examples: ["botform emulator price USDT-BTC 63000", "botform emulator price USDT-BTC course"],
  async run(_host, { url, port, pair, price }) {
    const { factOf, tell } = await import("../../emulator/control.js");
    const facts = await tell({ url, port }, "price", { pair, price: price === "course" ? null : price });
    return { facts, text: `${clean(pair)} is at ${factOf(facts, "price")}.\n` };
  },
  show: ({ facts, text }, { format }) => (format === "json" ? document(facts) : text),
});
