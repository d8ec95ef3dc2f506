// How a roll-out goes on: only what is known to hold passes, and only what is known to have failed goes back.
import { describe, expect, it } from "vitest";
import { mostCountedMs } from "../../../../src/model/rollout/watched.js";
import { advance, type Facts, type PartFact } from "../../../../src/reconcile/rollout/advance.js";
import { applied, baseline, CARRIED_OUT, course, decides, gates, looked, MINUTE, story, watched } from "./story.js";

describe("a wave", () => {
  it("is applied, watched for its time, and followed by the next", () => {
    const { state, done, news } = story([...CARRIED_OUT, ...watched(60), [0, baseline]]);
    expect(done).toEqual(["apply a,b"]);
    expect(news).toEqual(["began first", "applied first", "passed first", "began rest"]);
    expect(state).toMatchObject({ wave: 1, phase: "applying", began: [0, 60 * MINUTE], done: [] });
  });

  it("isn't applied again where it is as declared, and what is ready is applied beside what isn't known", () => {
    const { done, news } = story([
      [0, baseline],
      [0, looked("as-declared", "ready")],
      [0, applied("b")],
    ]);
    expect([done, news]).toEqual([["apply b"], ["began first", "applied first"]]);
    expect(
      story([
        [0, baseline],
        [0, looked("unknown", "ready")],
      ]).done,
    ).toEqual(["apply b"]);
  });

  it.each<[string, PartFact["state"]]>([
    ["does something else", "differs"],
    ["is refused", "blocked"],
  ])("pauses where a plan %s, and applies nothing then", (_, state) => {
    const { done, news } = story([
      [0, baseline],
      [0, looked("ready", state)],
    ]);
    expect([done, news]).toEqual([[], ["began first", `paused first ${state} 1`]]);
  });

  it("with nothing to do isn't watched, and the last one ends it", () => {
    const idle = {
      ...course,
      waves: course.waves.map((wave) => ({ ...wave, parts: wave.parts.map((one) => ({ ...one, reviewed: [] })) })),
    };
    const { state, news } = story(
      [
        [0, baseline],
        [0, looked("as-declared", "as-declared")],
        [0, baseline],
        [0, { kind: "looked", parts: [{ account: "c", state: "as-declared", why: "" }] }],
      ],
      idle,
    );
    expect(news).toEqual(["began first", "passed first", "began rest", "passed rest", "done rest"]);
    expect(state).toMatchObject({ status: "done", dueAt: null });
  });

  it("with nothing to do shows nothing either where every bot of it is left out, and isn't taken for verified", () => {
    const bots = (account: string) => [{ address: `${account}/x`, desired: "d" }];
    const idle = {
      ...course,
      waves: course.waves.map((wave) => ({
        ...wave,
        parts: wave.parts.map((one) => ({ ...one, bots: bots(one.account), reviewed: [] })),
      })),
    };
    const seen = (...accounts: readonly string[]): Facts => ({
      kind: "looked",
      parts: ["a", "b"].map((account) => ({
        ...{ account, state: "as-declared", why: "" },
        leftOut: accounts.includes(account) ? [{ address: `${account}/x`, why: "held" }] : [],
      })),
    });
    const stateOf = (...accounts: readonly string[]) =>
      story(
        [
          [0, baseline],
          [0, seen(...accounts)],
        ],
        idle,
      ).state;
    expect(stateOf("a", "b")).toMatchObject({ wave: 0, phase: "baking" });
    expect(stateOf("a", "b").gates).toEqual([
      {
        gate: "steps",
        state: "unknown",
        text: "nothing of the wave was carried out: 2 bots left out: a/x (held), b/x (held)",
      },
    ]);
    const all = [[0, baseline], [0, seen("a", "b")], ...watched(60), [10, gates("passed")]] as const;
    expect(story(all, idle).state).toMatchObject({ status: "paused", wave: 0 });
    // One of two was seen to be as declared.
    expect(stateOf("a")).toMatchObject({ wave: 1, leftOut: [{ address: "a/x", why: "held" }] });
  });

  it("is looked at now and then while it is watched, and at its end", () => {
    const at = (minutes: number, more = 0) =>
      story([...CARRIED_OUT, ...watched(minutes), [more, gates("passed")]]).state.dueAt;
    expect([at(0), at(57, 2)]).toEqual([3 * MINUTE, 60 * MINUTE]);
  });
});

describe("the time of a bake", () => {
  /** Minutes that are left of the 60. */
  const left = (...all: readonly (readonly [number, Facts])[]) => {
    const { watched: seen } = story([...CARRIED_OUT, ...all]).state;
    return 60 - (seen?.ms ?? Number.NaN) / MINUTE;
  };

  it.each<[string, readonly (readonly [number, Facts])[], number]>([
    ["what lies between two looks", [[5, gates("passed")]], 55],
    ["no more than two looks where a clock has jumped ahead", [[48 * 60, gates("passed")]], 54],
    ["no more than that each time", [...watched(30), [600, gates("passed")], [600, gates("passed")]], 18],
    ["nothing while a clock is put back", [...watched(30), [-20, gates("passed")], [3, gates("passed")]], 27],
    [
      "nothing while it is paused",
      [...watched(30), [0, decides("pause")], [600, decides("resume", 0, "baking", 1)], [3, gates("passed")]],
      27,
    ],
  ])("counts %s", (_, all, minutes) => {
    expect(left(...all)).toBe(minutes);
  });

  it("that an older botform has begun is watched from its last look on", () => {
    const { watched: _, ...older } = story(CARRIED_OUT).state;
    const { state } = advance(course, older, gates("passed"), 59 * MINUTE);
    expect(state).toMatchObject({ wave: 0, watched: { ms: 6 * MINUTE, until: 59 * MINUTE }, dueAt: 62 * MINUTE });
  });

  it.each([
    [60_000, 2],
    [7_200_000, 12],
    [86_400_000, 30],
  ])("of %d ms counts %d minutes between two looks at most", (bakeMs, minutes) => {
    expect(mostCountedMs(bakeMs) / MINUTE).toBe(minutes);
  });
});

describe("what isn't known", () => {
  it.each<[string, readonly (readonly [number, Facts])[], string]>([
    [
      "of a plan",
      [
        [0, baseline],
        [0, looked("unknown", "as-declared")],
        [10, looked("unknown", "as-declared")],
      ],
      "unknown 0",
    ],
    [
      "of an apply",
      [
        [0, baseline],
        [0, looked("ready", "as-declared")],
        [0, applied("a", "unknown")],
        [10, looked("unknown")],
      ],
      "unknown 0",
    ],
    [
      "of the deals before",
      [
        [0, { kind: "unmeasured", why: "no answer" }],
        [10, { kind: "unmeasured", why: "no answer" }],
      ],
      "no answer",
    ],
    ["of a gate", [...CARRIED_OUT, ...watched(60, gates("unknown")), [10, gates("unknown")]], "gate unknown"],
  ])("%s is waited for, reported once, and then it pauses", (_, all, why) => {
    const before = story(all.slice(0, -1));
    expect(before.state).toMatchObject({ status: "running", isFailed: false });
    expect(before.news.filter((one) => one.startsWith("waits"))).toHaveLength(1);
    const { state, news } = story(all);
    expect(state).toMatchObject({ status: "paused", isFailed: false, dueAt: null });
    expect(news.at(-1)).toBe(`paused first ${why}`);
  });

  it("of a gate while it is watched is no news yet", () => {
    expect(story([...CARRIED_OUT, [30, gates("unknown")]]).news).toEqual(["began first", "applied first"]);
  });

  it("is waited for anew once a person has resumed it", () => {
    const all = [
      ...CARRIED_OUT,
      ...watched(60, gates("unknown")),
      [10, gates("unknown")],
      [0, decides("resume")],
      [5, gates("unknown")],
    ] as const;
    expect(story(all).state.status).toBe("running");
    expect(story([...all, [5, gates("passed")]]).state.wave).toBe(1);
  });
});

it("takes drift just after an apply for what lists don't show yet, and a loss for a loss", () => {
  const quick = { ...course, waves: course.waves.map((wave) => ({ ...wave, bakeMs: 0 })) };
  const early = story([...CARRIED_OUT, [0.5, gates("failed")]], quick);
  expect(early.state).toMatchObject({
    status: "running",
    isFailed: false,
    doubt: { why: "gate failed, just after the apply" },
  });
  expect(story([...CARRIED_OUT, [0.5, gates("failed")], [0.5, gates("failed")]], quick).state.isFailed).toBe(true);
  expect(story([...CARRIED_OUT, [0.5, gates("failed")], [0.25, gates("passed")]], quick).state.wave).toBe(1);
  const loss: Facts = { kind: "gates", readings: [{ gate: "loss", state: "failed", text: "lost" }] };
  expect(story([...CARRIED_OUT, [0, loss]], quick).state.isFailed).toBe(true);
});

describe("what has failed", () => {
  it.each<[string, readonly (readonly [number, Facts])[], string]>([
    [
      "a step",
      [
        [0, baseline],
        [0, looked("ready", "ready")],
        [0, applied("a", "failed")],
      ],
      "a failed",
    ],
    ["a gate while it is watched", [...CARRIED_OUT, [1, gates("passed", "failed")]], "gate failed"],
  ])("%s pauses it, or takes it back, as was declared", (_, all, why) => {
    expect(story(all)).toMatchObject({ state: { status: "paused", isFailed: true }, done: ["apply a,b"] });
    const back = story(all, { ...course, onFailure: "undo" });
    expect(back.state).toMatchObject({ status: "running", phase: "undoing", why });
    expect(back.news.at(-1)).toBe(`failed first ${why}`);
  });

  it("goes back run by run, never past one that isn't known, and says so at the end", () => {
    const undo = { ...course, onFailure: "undo" as const };
    const all = [...CARRIED_OUT, [1, gates("failed")]] as const;
    const runs = (...states: readonly ("open" | "undone" | "unknown" | "blocked")[]): Facts => ({
      kind: "backs",
      runs: states.map((state, at) => ({ run: `r${at}`, state, why: `r${at} ${state}` })),
    });
    expect(story([...all, [0, runs("open", "open")]], undo).done.at(-1)).toBe("back r0,r1");
    expect(story([...all, [0, runs("undone", "open")]], undo).done.at(-1)).toBe("back r1");
    expect(story([...all, [0, runs("unknown", "open")]], undo).done).toHaveLength(1);
    expect(story([...all, [0, runs("blocked")]], undo).state).toMatchObject({ status: "paused", phase: "undoing" });
    const { state, news } = story([...all, [0, runs("undone", "undone")]], undo);
    expect([state.status, news.at(-1)]).toEqual(["undone", "undone first gate failed"]);
    const resumed = story([...all, [0, runs("blocked")], [0, decides("resume")], [0, runs("open")]], undo);
    expect(resumed.done.at(-1)).toBe("back r0");
  });

  it("says once that an undo isn't known to have worked, however often it is tried, and pauses when that lasts", () => {
    const undo = { ...course, onFailure: "undo" as const };
    const runs = (state: "open" | "unknown"): Facts => ({ kind: "backs", runs: [{ run: "r0", state, why: state }] });
    const tries = [0, 5, 5].flatMap((at) => [[at, runs("open")] as const, [0, runs("unknown")] as const]);
    const { state, news } = story([...CARRIED_OUT, [1, gates("failed")], ...tries], undo);
    expect(news.filter((one) => one.startsWith("waits"))).toEqual(["waits first unknown"]);
    expect([state.status, state.phase, state.why]).toEqual(["paused", "undoing", "unknown"]);
  });
});

describe("when its gates were seen", () => {
  const seen = (...more: Parameters<typeof story>[0]) =>
    (story([...CARRIED_OUT, ...more]).state.gatesSeenAt ?? 0) / MINUTE;

  it.each<[because: string, more: Parameters<typeof story>[0], expected: number]>([
    ["it was carried out then", [], 0],
    [
      "somebody looked",
      [
        [6, gates("passed")],
        [6, gates("passed")],
      ],
      12,
    ],
    [
      "a look failed it",
      [
        [6, gates("passed")],
        [6, gates("failed")],
      ],
      12,
    ],
    [
      "who only goes on looks at nothing",
      [
        [6, gates("passed")],
        [1, decides("pause")],
        [1, decides("resume", 0, "baking", 1)],
      ],
      6,
    ],
    [
      "a breaker that trips shows nothing of the others",
      [
        [6, gates("passed")],
        [1, { kind: "tripped", why: "x" }],
      ],
      6,
    ],
  ])("%s", (_because, more, expected) => {
    expect(seen(...more)).toBe(expected);
  });

  it("has the time of a step that failed", () => {
    expect(
      story([
        [3, baseline],
        [0, looked("ready")],
        [2, applied("a", "failed")],
      ]).state.gatesSeenAt,
    ).toBe(5 * MINUTE);
  });
});
