// SIGKILL at an update and at a turn-off that the service hasn't heard of: what was on its way is in doubt to every command, and holds no turn-off up (rules 18 and 23).
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { OPERATIONS } from "../../../src/service/operations.js";
import { botform } from "../../support/command.js";
import { stage } from "./stage.js";

/** No command that was sent before can take effect any more. */
const LATER = { NODE_OPTIONS: `--import=${new URL("later.mjs", import.meta.url).href}` };
const JOURNAL = ["--journal", ".botform/journal"];
const APPLY = ["apply", "--yes", "--concurrency", "1", ...JOURNAL];

it.each(["updateBot", "turnOff"] as const)(
  "an apply that is killed at its %s leaves it in doubt",
  async (operation) => {
    const on = await stage();
    const { folder: cwd } = on;
    // So that a busy machine has time to look; later.mjs is later still.
    const yaml = join(cwd, "botform.yaml");
    writeFileSync(
      yaml,
      readFileSync(yaml, "utf8").replace("    accesses:", "    assumptions: { nonceWindow: 150 }\n    accesses:"),
    );
    const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      botform(args, { env: { ...on.env, ...more }, cwd });
    try {
      let kill = () => {};
      on.begin(OPERATIONS[operation].path, "unheard", () => kill());
      const killed = await botform(APPLY, {
        ...{ env: on.env, cwd },
        onStart: (send) => {
          kill = () => send("SIGKILL");
        },
      });
      expect(killed.exitCode).toBe(-1);
      on.begin();
      const sends = operation === "turnOff" ? "turn-off" : "update";
      const bot = on.service.bots().find(({ values }) => values.title === (sends === "update" ? "bot 12" : "bot 16"));
      const id = bot?.id ?? 0;
      const undo = ["undo", "last", "--out", "back.plan"];
      const looks = [["plan"], ["drift"], ["report"], ["bots", "list"], ["bots", "show", String(id)], undo];
      const each = await Promise.all(looks.map((args) => run([...args, ...JOURNAL, "--format", "json"])));
      expect(each.map(({ exitCode }) => exitCode)).toEqual([5, 5, 5, 5, 5, 5]);
      const said = `${sends === "update" ? "an update" : "a turn-off"} of bot ${id} was sent at`;
      const isSaid = (out: string) => out.includes(said) || out.includes(`"sends": "${sends}"`);
      expect(each.filter(({ out }) => !isSaid(out)).map(({ out }) => out)).toEqual([]);
      // Turn-offs wait for nothing.
      const begun = Date.now();
      const off = await run(["bots", "off", "--all", "--account", "demo", ...JOURNAL], { BOTFORM_SETTLE: "0" });
      expect([off.exitCode, on.service.bots().filter(({ enabled }) => enabled)]).toEqual([0, []]);
      expect(Date.now() - begun).toBeLessThan(90_000);
      const again = await run(APPLY, LATER);
      const after = await run(["plan", "--detailed-exitcode", ...JOURNAL], LATER);
      expect([again.exitCode, after.exitCode], again.err).toEqual([0, 0]);
    } finally {
      await on.close();
    }
  },
);
