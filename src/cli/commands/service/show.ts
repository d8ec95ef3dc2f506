// botform service show: what the service was seen to do, as answers, as a document, or as quirks of the emulator.
import { command, shown } from "../../command.js";
import { format, journal, list, opening, option } from "../../options.js";

export const serviceShow = command({
  name: "service show",
  summary: "Show what botform service check has found out about the service. Sends nothing, and needs no credentials.",
  options: () =>
    list(
      ...opening(),
      option("--as-quirks", "print it as emulator quirks, for botform emulator --like FILE"),
      journal(),
      format(),
    ),
  examples: [
    "botform service show",
    "botform service show --format json > service.json",
    "botform service show --as-quirks > service.quirks && botform emulator --like service.quirks",
  ],
  run: async (host, { asQuirks, ...options }) => {
    const facts = await (await import("../../../app/asking/check.js")).knownOfService(host, options);
    return {
      facts,
      quirks: asQuirks === true ? (await import("../../emulator/as-quirks.js")).asQuirks(facts) : undefined,
    };
  },
  show: ({ facts, quirks }) => quirks ?? shown("service show", facts),
});
