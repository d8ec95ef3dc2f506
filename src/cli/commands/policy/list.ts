// botform policy list: the rules in force, with their limits and waivers.
import { command, shown } from "../../command.js";
import { accounts, configurationArgument, configured, format, list } from "../../options.js";

export const policyList = command({
  name: "policy list",
  summary: "List the policies in force, with their limits and waivers.",
  arguments: () => list(configurationArgument()),
  options: () => list(...configured(), ...accounts("default: all"), format()),
  examples: ["botform policy list", "botform policy list --format json | jq '.policies[].rule'"],
  run: async (_host, options) => (await import("../../../app/files/validate.js")).listPolicies(options),
  diagnostics: ({ diagnostics }) => diagnostics,
  show: ({ policies, always }) => shown("policy list", { policies, always }),
});
