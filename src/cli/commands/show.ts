// botform show: what a saved plan would do, whose it is and how long it holds.
import { EXIT } from "../../app/exit.js";
import type { ConfigOptions } from "../../app/files/configuration.js";
import type { SavedPlan } from "../../model/planfile/planfile.js";
import { command, ofAccount } from "../command.js";
import { argument, envFrom, format, list, option, verbose } from "../options.js";
import type { Context } from "../terminal/context.js";
import type { CredentialOptions } from "../terminal/credentials.js";

/** What to type next, after an empty line. */
async function nextCommand(
  { colour }: Context,
  options: ConfigOptions & CredentialOptions & { readonly file: string },
  { plan, expiresAt }: SavedPlan,
): Promise<string> {
  const { nextOf, nextText } = await import("../../render/next.js");
  const { sameOptions, shellWord, typedBy } = await import("../terminal/shell-word.js");
  const { account } = plan;
  if (Date.parse(expiresAt) > Date.now()) {
    const next = nextOf([{ account, plan }], typedBy({ ...options, account: [] }));
    return next === undefined ? "" : `\n${nextText(next, colour)}`;
  }
  const command = `botform plan --account ${shellWord(account)}${sameOptions(options)} --out ${shellWord(options.file)}`;
  return `\n${nextText({ lead: "It has expired. To make a new one:", command, lines: [], isBlocked: true }, colour)}`;
}

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
    const { checkSaved, factsOf, readSaved, refused } = await import("../../app/planning/saved.js");
    const { file } = options;
    const saved = await readSaved(file);
    const isChecked = options.config !== undefined || options.account !== undefined;
    const problem = isChecked ? (await checkSaved(host, options, saved)).problem : undefined;
    const refusal = problem === undefined ? undefined : refused(file, problem);
    const facts = { file, ...factsOf(saved, isChecked ? problem === undefined : null) };
    if (options.format === "text") {
      const { planText } = await import("../../render/text/plan-text.js");
      const { savedText } = await import("../../render/text/saved-text.js");
      const text = planText(saved.plan, host.colour, options);
      const particulars = savedText(facts, saved.plan.steps.length, Date.now(), host.colour);
      const way = refusal === undefined ? await nextCommand(host, options, saved) : "";
      host.out(`${particulars}\n${text}${way}`);
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
