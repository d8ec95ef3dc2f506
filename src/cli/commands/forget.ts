// botform forget: takes bots that were deleted on the service out of the ledger.
import { counted } from "../../model/text/counted.js";
import { command, document } from "../command.js";
import { argument, configuration, envFrom, format, journal, list, option, requests } from "../options.js";

export const forget = command({
  name: "forget",
  summary:
    "Forget bots that were deleted on the service. Writes to the ledger only, and refuses bots that are still there.",
  group: "past",
  arguments: () => list(argument("<id...>", "bot ids, as given in the plan's warning")),
  options: () =>
    list(
      option("--account <name>", "which account; needed if there are several"),
      configuration(),
      envFrom(),
      journal(),
      ...requests(),
      format(),
    ),
  examples: ["botform forget 1001", "botform forget 1001 1002 --account main"],
  exitCodes: {
    0: "the ledger knows none of these bots any more",
    1: "the service couldn't be read, or the ledger couldn't be written; the bots may or may not be forgotten",
    3: "a bot is still on the service; nothing was forgotten",
  },
  run: async (host, options) =>
    (await import("../../app/ledger/forget.js")).forget(host, { ...options, ids: options.id }),
  show: (facts, { format: form }) => (form === "json" ? document(facts) : forgetText(facts)),
});

interface Facts {
  readonly account: string;
  readonly forgotten: readonly number[];
  readonly unknown: readonly number[];
}

function forgetText({ account, forgotten, unknown }: Facts): string {
  const rest = unknown.length === 0 ? "" : `; the ledger didn't know ${unknown.join(", ")}`;
  return `${account}: ${counted(forgotten.length, "bot")} forgotten${forgotten.length === 0 ? "" : ` (${forgotten.join(", ")})`}${rest}\n`;
}
