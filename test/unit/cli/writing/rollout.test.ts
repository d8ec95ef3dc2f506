// botform rollout promote, as somebody at a terminal sees it: what is overruled is said before the question, and in the document.
import { expect, it } from "vitest";
import { promoteCommand } from "../../../../src/cli/writing/rollout.js";
import { workplace } from "../../../commands/workplace.js";
import { rolloutStage } from "../../app/rollout/stage.js";
import { heard } from "./someone.js";

const at = workplace();
const DRIFT = "1 bot differs from the configuration: a0/dip";

/** A roll-out that is paused since somebody changed a bot of its first wave by hand. */
async function paused() {
  const on = await rolloutStage(at);
  await on.fails();
  const promote = (format: "text" | "json", more: object, answer?: string) =>
    heard(on.env, (context) => promoteCommand(context, { ...on.options, by: "ana", format, ...more }), answer);
  return { ...on, promote };
}

it("names the gates that haven't passed, with when they were seen, before it asks", async () => {
  const { promote, shown } = await paused();
  const { end, out, err } = await promote("text", {}, "no");
  expect(end).toBe("1: declined; nothing was recorded");
  const seen = "gates as seen at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC:";
  expect(out.replaceAll(/<\/?\w*>/g, "")).toMatch(
    new RegExp(`promote overrules in wave first:\n {2}${seen}\n {2}drift: failed: ${DRIFT}\n$`),
  );
  expect(err).toContain('\nOverrule this, and go on? Type "yes" to go ahead: ');
  expect((await shown()).status).toBe("paused");
});

it("says it to who answers beforehand, too", async () => {
  const { promote, shown } = await paused();
  const { out } = await promote("text", { yes: true });
  expect(out).toContain(DRIFT);
  expect((await shown()).status).toBe("running");
});

it("has it in the document, and in the question that comes before that", async () => {
  const { promote } = await paused();
  const { out, err } = await promote("json", {}, "yes");
  expect(err).toContain(`This overrules: drift: failed: ${DRIFT}. Go on? `);
  expect(JSON.parse(out)).toMatchObject({
    command: "rollout promote",
    rollout: { status: "running", wave: "rest" },
    overrules: { wave: "first", why: null, gates: [{ gate: "drift", state: "failed", text: DRIFT }] },
  });
});
