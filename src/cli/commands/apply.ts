// botform apply: plans or reads a saved plan, shows it, passes the gate, carries it out, and reports.
import { PHASES_TEXT } from "../../model/plan/actions.js";
import { command } from "../command.js";
import { fileOrInput } from "../option-values.js";
import {
  argument,
  commandTimeout,
  format,
  journal,
  limits,
  list,
  locks,
  option,
  planning,
  verbose,
  yes,
} from "../options.js";

export const apply = command({
  name: "apply",
  summary: `Make a plan, show it, ask for confirmation, and carry it out in this order: ${PHASES_TEXT}.`,
  group: "daily",
  arguments: () => list(argument("[file]", "a plan saved by botform plan --out; without it, a new plan is made")),
  options: () =>
    list(
      ...planning(),
      option(
        "--approved <digest>",
        "carry out the plan that was kept by botform plan --ask, if a person has approved it; nothing more is asked",
      ),
      format(),
      yes(),
      commandTimeout(),
      journal(),
      ...locks(),
      ...limits(),
      verbose(),
      option(
        "--events <file>",
        "write each event of the run to this file as it happens, one JSON document per line",
      ).argParser(fileOrInput),
    ),
  examples: [
    "botform apply",
    "botform apply -c fleet/ --yes",
    "botform apply --account main --target btc-dip",
    "botform apply --account main,copy",
    "botform apply fleet.plan -c fleet/",
    "botform apply --yes --events run.jsonl",
    "botform apply --approved 3f9a1c20",
  ],
  run: async (host, options) => (await import("../writing/apply.js")).applyCommand(host, options),
  exitCode: (code) => code,
});
