// botform service check: asks the service what its interface leaves open, slowly and by reads alone.
import { EXIT } from "../../../app/exit.js";
import { command, shown } from "../../command.js";
import { format, from, journal, list, opening, option, yes } from "../../options.js";

export const serviceCheck = command({
  name: "service check",
  summary:
    "Ask the service what its interface leaves open: nonces, refusals, lists, words and types. By reads alone, one request a second; it asks first.",
  options: () =>
    list(
      ...opening(),
      yes(),
      option("--refusals <number>", "stop once the service has refused so many requests")
        .argParser(from(1, 100))
        .default(2),
      option("--again", "ask what is known already, too"),
      journal(),
      format(),
    ),
  examples: ["botform service check", "botform service check --account main --refusals 5 --yes"],
  exitCodes: {
    0: "everything was asked, or as much as the refusals allow",
    1: "stopped: the service refused a plain request, didn't answer, or is in trouble; or declined",
    3: "usage",
    130: "interrupted; what was found out until then is kept",
  },
  notes: `How old a nonce may be shows only in one that is refused, and so it is with other questions. After each refusal a plain
request tells whether the key still works; if it doesn't, nothing more is asked. The second refusal ends a run, so that no
service takes it for an attack: run it again some minutes later, and it goes on with what is left.`,
  run: async (host, options) =>
    (await import("../../../app/asking/check.js")).checkService(host, { ...options, concurrency: 1 }),
  exitCode: ({ stopped }) => (stopped === undefined || stopped.isPlanned ? EXIT.done : EXIT.failed),
  show: (facts) => shown("service check", facts),
});
