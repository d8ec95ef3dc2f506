// botform show: what a saved plan would do, whose it is and how long it holds.
import { EXIT } from "../../app/exit.js";
import { command, ofAccount } from "../command.js";
import { argument, envFrom, format, list, option, verbose } from "../options.js";

export const show = command({
  name: "show",
  summary: "Show a saved plan. Needs no network, and credentials only if --config or --account asks to verify it.",
  group: "past",
  arguments: () => list(argument("<file>", "a plan saved by botform plan --out")),
  options: () =>
    list(
      option("-c, --config <path>", "verify it against this configuration and the account's credentials"),
      option("--account <name>", "verify it against this account of the configuration"),
      option("--var <name=value...>", "set a variable, overriding its value under vars; may be repeated"),
      option("--var-file <file...>", "YAML files of variables and their values; --var wins over them"),
      envFrom(),
      format(),
      verbose(),
    ),
  examples: [
    "botform show fleet.plan",
    "botform show fleet.plan -c fleet/",
    "botform show fleet.plan --format json | jq '.accounts[0].saved'",
  ],
  // Its --config asks for a check.
  searches: () => false,
  async run(host, options) {
    const { checkSaved, factsOf, readSaved, refused } = await import("../../app/saved.js");
    const { file } = options;
    const saved = await readSaved(file);
    const isChecked = options.config !== undefined || options.account !== undefined;
    const problem = isChecked ? checkSaved(host, options, saved).problem : undefined;
    const refusal = problem === undefined ? undefined : refused(file, problem);
    const facts = { file, ...factsOf(saved, isChecked ? problem === undefined : null) };
    if (options.format === "text") {
      const { planText } = await import("../../render/text/plan-text.js");
      const { savedText } = await import("../../render/text/saved-text.js");
      const { steps } = saved.plan;
      const text = planText(saved.plan, host.colour, options);
      host.out(`${savedText(facts, steps.length, Date.now(), host.colour)}\n${text}`);
      if (refusal !== undefined) {
        host.err("\n");
        throw refusal;
      }
    }
    return { refusal, saved: facts, plan: saved.plan };
  },
  exitCode: ({ refusal }) => refusal?.exitCode ?? EXIT.done,
  show({ refusal, saved, plan }, { format: form }) {
    if (form === "text") return "";
    const diagnostics = [...(refusal?.diagnostics ?? []), ...plan.diagnostics];
    const error = refusal === undefined ? {} : { error: refusal.message };
    return ofAccount({ account: plan.account, diagnostics, saved, plan, ...error });
  },
});
