// A person's word counts at any time; where what was decided is lost, nothing goes on before a person has looked.
import { describe, expect, it } from "vitest";
import { type Decision, newState } from "../../../../src/model/rollout/record.js";
import { advance, type Facts } from "../../../../src/reconcile/rollout/advance.js";
import { applied, baseline, CARRIED_OUT, course, decides, gates, looked, story } from "./story.js";

describe("a person", () => {
  it("pauses, and nothing follows from anything until it is resumed", () => {
    const { state, done } = story([
      [0, baseline],
      [0, decides("pause")],
      [0, looked("ready", "ready")],
      [0, applied("a", "failed")],
    ]);
    expect([state.status, state.why, done]).toEqual(["paused", "by ana", []]);
  });

  it("aborts, and nothing ever follows again", () => {
    const all = [
      ...CARRIED_OUT,
      [0, decides("abort")],
      [60, gates("failed")],
      [0, decides("resume", 0, "baking", 1)],
    ] as const;
    const { state, news } = story(all, { ...course, onFailure: "undo" });
    expect([state.status, news.at(-1), state.heard]).toEqual(["aborted", "aborted first by ana", 2]);
    expect(story([...all, [0, decides("promote", 0, "baking", 2)]]).state).toMatchObject({
      status: "aborted",
      heard: 3,
    });
  });

  it("promotes what is watched, whatever its gates say, and only the wave that was seen", () => {
    const failed = [...CARRIED_OUT, [1, gates("failed")]] as const;
    expect(story([...failed, [0, decides("promote")]]).state).toMatchObject({
      status: "running",
      wave: 1,
      isFailed: false,
    });
    expect(story([...failed, [0, decides("promote", 0, "applying")]]).state).toMatchObject({
      status: "paused",
      wave: 0,
    });
    expect(story([...failed, [0, decides("promote", 1, "baking")]]).state).toMatchObject({ status: "paused", wave: 0 });
  });

  it("lets what was paused by another plan go on, by the waves as they were reviewed then", () => {
    const decision: Decision = {
      ...{ type: "decision", at: 0, format: 1, id: "i", by: "ana", reason: "new", does: "promote" },
      wave: 0,
      phase: "applying",
      waves: [...course.waves].map((wave) => ({ ...wave, parts: [...wave.parts] })),
    };
    const facts: Facts = { kind: "decisions", decisions: [decision] };
    const { state, news } = story([
      [0, baseline],
      [0, { kind: "changed", why: "other files" }],
      [0, facts],
    ]);
    expect([state.status, state.waves, news.at(-1)]).toEqual(["running", 0, "promoted first by ana: new"]);
  });
});

it("pauses where the ledger has fewer decisions than count already, and hears what comes after that", () => {
  const known = { ...newState(0), heard: 2, waves: 1 };
  const { state } = advance(course, known, { kind: "restored", decisions: 0 }, 0);
  expect(state).toMatchObject({ status: "paused", heard: 0, waves: null });
  expect(state.why).toContain("fewer decisions");
  expect(story([[0, decides("resume", 0, "applying")]], course, state).state.status).toBe("running");
});
