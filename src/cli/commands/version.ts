// botform version: the same as --version, as other tools have it.
import { command } from "../command.js";

export const version = command({
  name: "version",
  summary: "Print the version, as --version does.",
  group: "trying",
  examples: ["botform version"],
  run: async () => undefined,
  show: () => `${BOTFORM_VERSION}\n`,
});
