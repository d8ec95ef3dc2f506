// botform demo: the main job on a local emulator, as a user would see it.
import { EXIT } from "../../app/exit.js";
import { command } from "../command.js";

export const demo = command({
  name: "demo",
  summary:
    "See the main job done on a local emulator: validate, plan, apply, a hand edit, drift, apply. Needs no account.",
  group: "trying",
  examples: ["botform demo"],
  run: async (shell) => (await import("../emulator/scenes.js")).playDemo(shell),
  exitCode: (isDone) => (isDone ? EXIT.done : EXIT.failed),
});
