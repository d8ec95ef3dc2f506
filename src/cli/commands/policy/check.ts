// botform policy check: evaluates policies on the configuration alone.
import { EXIT } from "../../../app/exit.js";
import { command, shown } from "../../command.js";
import { accounts, configurationArgument, configured, format, list } from "../../options.js";

export const policyCheck = command({
  name: "policy check",
  summary:
    "Check the configuration alone against the policies: no network, no credentials. Exits with 6 if a policy would deny its plan.",
  arguments: () => list(configurationArgument()),
  options: () => list(...configured(), ...accounts("default: all"), format()),
  examples: ["botform policy check", "botform policy check --account main --format json"],
  async run(host, options) {
    const [{ checkPolicies }, { isDenied }] = await Promise.all([
      import("../../../app/files/validate.js"),
      import("../../../model/policy/finding.js"),
    ]);
    const checked = checkPolicies(host, options);
    return { ...checked, isBlocked: checked.findings.some(isDenied) };
  },
  exitCode: ({ isBlocked }) => (isBlocked ? EXIT.blocked : EXIT.done),
  diagnostics: ({ diagnostics }) => diagnostics,
  say({ tell }, { unchecked }) {
    if (unchecked.length > 0) tell(`note: only a plan is checked against ${unchecked.join(", ")}\n`);
  },
  show: ({ findings }) => shown("findings", findings),
});
