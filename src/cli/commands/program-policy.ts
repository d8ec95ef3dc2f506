// The part of the command line that is about policies: list and check.
import type { Command } from "commander";
import type { Choose } from "../terminal/choose.js";
import { accounts, config, examples, format, variable, variableFile } from "../terminal/options.js";

/** Adds the commands to the program; what they do is loaded only when they run. */
export function policyCommands(program: Command, choose: Choose): void {
  const parent = program.command("policy").description("The rules that plans are judged by.");
  const list = parent.command("list").description("The policies in force with their limits and waivers.");
  for (const option of [config(), variable(), variableFile(), format()]) list.addOption(option);
  list
    .addHelpText("after", examples("botform policy list", "botform policy list --format json | jq '.policies[].rule'"))
    .action((options) => choose(async (c) => (await import("./policy.js")).policyList(c, options)));
  const check = parent
    .command("check")
    .description(
      "What the policies say of the configuration alone: no network, no credentials. Exits with 6 where a plan of it would be denied.",
    );
  for (const option of [config(), variable(), variableFile(), ...accounts(), format()]) check.addOption(option);
  check
    .addHelpText("after", examples("botform policy check", "botform policy check --account main --format json"))
    .action((options) => choose(async (c) => (await import("./policy.js")).policyCheck(c, options)));
}
