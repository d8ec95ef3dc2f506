// botform deals drift: running deals that keep other settings than their bot has now, or the configuration asks for.
import { EXIT } from "../../../app/exit.js";
import { command, shown } from "../../command.js";
import { access, bot, detailedExitcode, format, list, opening, requests } from "../../options.js";

export const dealsDrift = command({
  name: "deals drift",
  summary: "List running deals whose settings differ from their bot's current settings, or from the configuration.",
  options: () => list(access(), bot(), detailedExitcode("any"), ...opening(), ...requests(), format()),
  examples: ["botform deals drift", "botform deals drift -c fleet/ --detailed-exitcode"],
  run: async (host, options) => (await import("../../../app/live/deals.js")).driftedDeals(host, options),
  exitCode: ({ drifted }, { detailedExitcode }) =>
    detailedExitcode === true && drifted.length > 0 ? EXIT.changesPending : EXIT.done,
  show: (result) => shown("deals drift", result),
});
