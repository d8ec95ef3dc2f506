// botform render: every bot in full, with the place each value comes from; or as plain YAML that plans the same.
import { cleanLines } from "../../render/sanitize.js";
import { command, shown } from "../command.js";
import { configurationArgument, configured, forms, list, option } from "../options.js";

export const render = command({
  name: "render",
  summary: "Show every configured bot in full, and where each value comes from. Needs no network and no credentials.",
  group: "configuration",
  arguments: () => list(configurationArgument()),
  options: () =>
    list(
      ...configured(),
      option("--account <name>", "only this account; needed for yaml if there are several"),
      option("--address <pattern...>", "only these bots: keys or addresses, * matches any text; may be repeated"),
      forms("text", "json", "yaml"),
    ),
  examples: [
    "botform render",
    "botform render -c fleet/ --address 'copy/btc-*'",
    "botform render --account copy --format yaml > copy.yaml",
    "botform render --format json | jq '.accounts[].bots[].fields.leverage'",
  ],
  notes:
    "yaml prints a plain configuration of one account: no variables, templates, defaults or volumeScale; it gives the same plan.",
  async run(host, options) {
    const { render: provenances, renderYaml } = await import("../../app/files/render.js");
    return options.format === "yaml" ? renderYaml(host, options) : provenances(options);
  },
  diagnostics: ({ diagnostics }) => diagnostics,
  // What cleaning would make visible is escaped in YAML already.
  show: (result) => ("yaml" in result ? cleanLines(result.yaml) : shown("render", result.accounts)),
});
