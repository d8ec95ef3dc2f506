// botform demo: the main job on a local emulator, as a user would see it.
import { EXIT } from "../../app/exit.js";
import { command } from "../command.js";

export const demo = command({
  name: "demo",
  summary:
    "Watch botform work on a local emulator: validate, plan, apply, an edit by hand, drift, apply. Needs no account.",
  group: "trying",
  examples: ["botform demo"],
  run: async (shell) => (await import("../emulator/scenes.js")).playDemo(shell),
  exitCode: (isDone) => (isDone ? EXIT.done : EXIT.failed),
});
