// botform test: the configured bots in made-up markets, and whether what is expected of them holds.
import { EXIT } from "../../app/exit.js";
import { command, shown } from "../command.js";
import { argument, configured, forms, list } from "../options.js";

export const test = command({
  name: "test",
  summary:
    "Test the configured bots on scenarios: prices, signals, and what is expected. They are applied to an emulator in this process. Needs no network and no credentials.",
  group: "configuration",
  arguments: () =>
    list(
      argument(
        "[scenario...]",
        "files, folders, or names without .yaml, in which * matches any text; without it, all of the folder scenarios beside the configuration",
      ),
    ),
  options: () => list(...configured(), forms("text", "json", "junit")),
  examples: [
    "botform test",
    "botform test falls-30-percent -c fleet/",
    "botform test 'falls-*'",
    "botform test --format junit > scenarios.xml",
  ],
  exitCodes: { 1: "a scenario failed, or couldn't be carried out", 3: "a scenario or the configuration has errors" },
  notes: `A scenario is a YAML file that begins with scenario:, as botform schema botform-scenario describes it.
docs/how-to/test-on-scenarios.md shows how to write one.`,
  async run(shell, { scenario: scenarios = [], ...options }) {
    const [{ testScenarios }, { openStage }, { scenariosWatched }] = await Promise.all([
      import("../../app/scenario/test.js"),
      import("../../emulator/stage.js"),
      import("../terminal/test-progress.js"),
    ]);
    return testScenarios(openStage, scenariosWatched(shell), { ...options, scenarios });
  },
  exitCode: ({ results }) => (results.every(({ status }) => status === "passed") ? EXIT.done : EXIT.failed),
  diagnostics: ({ diagnostics }) => diagnostics,
  show: ({ results }) => shown("test", results),
});
