// What follows from one look at an account: each thing is reported once, and nothing is over that isn't known to be.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LookRecord, type Mode, NOTHING_REPORTED } from "../../../../src/model/look.js";
import { type Action, aboutToReport, advance, type Facts } from "../../../../src/reconcile/continuous/advance.js";

const EVERY = 300_000;
const around = (now = 1_000_000, mode: Mode = "report") => ({ mode, everyMs: EVERY, now, chance: 0.5 });
const looked = (drift: string | null, isInDoubt = false): Facts => ({ kind: "looked", drift, isInDoubt });
const unreadable: Facts = { kind: "unreadable", why: "no answer" };

/** What is reported and done, look after look. */
function story(all: readonly Facts[], mode: Mode = "report", from: LookRecord = NOTHING_REPORTED) {
  let record = from;
  return all.map((facts, index) => {
    const next = advance(record, facts, around(1_000_000 + index * 1_000, mode));
    record = next.record;
    return next.actions.map(named).join(" ");
  });
}

const named = (action: Action) => (action.does === "report" ? action.news.kind : action.does);

describe("drift", () => {
  it.each<[string, readonly Facts[], readonly string[]]>([
    ["is reported once", [looked("a"), looked("a"), looked("a")], ["opened", "", ""]],
    ["is reported again when it changes", [looked("a"), looked("b"), looked("b")], ["opened", "changed", ""]],
    ["is closed when it ends", [looked("a"), looked(null), looked(null)], ["opened", "closed", ""]],
    ["is reported anew when it comes again", [looked("a"), looked(null), looked("a")], ["opened", "closed", "opened"]],
    ["isn't over while a command may still change it", [looked("a"), looked(null, true)], ["opened", ""]],
    ["isn't over because nobody can read it", [looked("a"), unreadable, looked(null)], ["opened", "", "closed"]],
    ["is reported though a command is under way", [looked("a", true)], ["opened"]],
    ["is no news where there is none", [looked(null), looked(null, true)], ["", ""]],
  ])("%s", (_, facts, expected) => {
    expect(story(facts)).toEqual(expected);
  });

  it("tells since when it was reported", () => {
    const first = advance(NOTHING_REPORTED, looked("a"), around(5_000));
    const second = advance(first.record, looked("b"), around(9_000));
    const { actions } = advance(second.record, looked(null), around(20_000));
    expect(actions).toEqual([{ does: "report", news: { kind: "closed", since: 5_000 } }]);
  });
});

describe("an account that can't be read", () => {
  it("is reported from the third look on, once, and when it can be read again", () => {
    const facts = [unreadable, unreadable, unreadable, unreadable, looked(null), unreadable, looked(null)];
    expect(story(facts)).toEqual(["", "", "unreadable", "", "readable", "", ""]);
  });

  it("is looked at less and less often, and as often as a stable one at least", () => {
    let record = NOTHING_REPORTED;
    const waits = Array.from({ length: 6 }, () => {
      const next = advance(record, unreadable, around(0));
      record = next.record;
      return next.dueAt;
    });
    expect(waits).toEqual([60_000, 120_000, 240_000, 300_000, 300_000, 300_000]);
  });
});

describe("what is done about drift", () => {
  it.each<[string, Mode, readonly Facts[], readonly string[]]>([
    ["nothing, where it is only reported", "report", [looked("a")], ["opened"]],
    ["it is corrected", "correct", [looked("a"), { kind: "corrected" }], ["opened correct", "corrected"]],
    ["a yes is asked for", "approve", [looked("a")], ["opened ask"]],
    ["nothing, while a command is under way", "correct", [looked("a", true)], ["opened"]],
    [
      "it is tried again, and why it wasn't is said once",
      "correct",
      [
        looked("a"),
        { kind: "refused", why: "held", wrote: false },
        looked("a"),
        { kind: "refused", why: "held", wrote: false },
      ],
      ["opened correct", "refused", "correct", ""],
    ],
    [
      "another reason is said",
      "correct",
      [
        looked("a"),
        { kind: "refused", why: "held", wrote: false },
        looked("a"),
        { kind: "refused", why: "denied", wrote: false },
      ],
      ["opened correct", "refused", "correct", "refused"],
    ],
    [
      "the same reason for other drift is said",
      "correct",
      [
        looked("a"),
        { kind: "refused", why: "held", wrote: false },
        looked("b"),
        { kind: "refused", why: "held", wrote: false },
      ],
      ["opened correct", "refused", "changed correct", "refused"],
    ],
  ])("%s", (_, mode, facts, expected) => {
    expect(story(facts, mode)).toEqual(expected);
  });
});

describe("a correction that doesn't help", () => {
  it("is tried less and less often, and no more once it was sent three times, until the drift is another one", () => {
    let record = advance(NOTHING_REPORTED, looked("a"), around(0, "correct")).record;
    const waits: number[] = [];
    const tries: boolean[] = [];
    for (let count = 0; count < 4; count += 1) {
      const next = advance(record, looked("a"), around(0, "correct"));
      tries.push(next.actions.some(({ does }) => does === "correct"));
      const refused = advance(next.record, { kind: "refused", why: "a field isn't kept", wrote: true }, around(0));
      waits.push(refused.dueAt);
      record = refused.record;
    }
    expect(tries).toEqual([true, true, true, false]);
    expect(waits).toEqual([60_000, 120_000, 240_000, EVERY]);
    const other = advance(record, looked("b"), around(0, "correct"));
    expect(other.actions.map(named)).toEqual(["changed", "correct"]);
  });
});

describe("breakers", () => {
  const says = (...names: readonly string[]) => new Map(names.map((name) => [name, `${name} says`]));
  const none = says();
  const facts = (more: Partial<Extract<Facts, { readonly kind: "breakers" }>>): Facts => ({
    ...{ kind: "breakers", near: none, unknown: none, tripped: none, exposed: null, turnedOff: [] },
    ...more,
  });

  it.each<[string, readonly Facts[], readonly string[]]>([
    [
      "near their limit are reported once",
      [facts({ near: says("a") }), facts({ near: says("a", "b") })],
      ["near", "near"],
    ],
    [
      "are reported again after they were fine",
      [facts({ near: says("a") }), facts({}), facts({ near: says("a") })],
      ["near", "", "near"],
    ],
    [
      "that can't be measured are no quiet ones",
      [facts({ unknown: says("a") }), facts({ unknown: says("a") })],
      ["unknown", ""],
    ],
    ["that tripped are reported once", [facts({ tripped: says("a") }), facts({ tripped: says("a") })], ["tripped", ""]],
    [
      "whose bots may be on say so, again where it is another bot",
      [
        facts({ tripped: says("a"), exposed: "#1" }),
        facts({ tripped: says("a"), exposed: "#1" }),
        facts({ tripped: says("a"), exposed: "#2" }),
      ],
      ["tripped exposed", "", "exposed"],
    ],
    [
      "whose bots came on and were turned off again say so each time",
      [
        facts({ tripped: says("a") }),
        facts({ tripped: says("a"), turnedOff: ["#1"] }),
        facts({ tripped: says("a"), turnedOff: ["#1"] }),
        facts({ tripped: says("a") }),
      ],
      ["tripped", "turned-off", "turned-off", ""],
    ],
    [
      "outlive drift that comes and goes",
      [facts({ near: says("a") }), looked("x"), looked(null), facts({ near: says("a") })],
      ["near", "opened", "closed", ""],
    ],
  ])("%s", (_, all, expected) => {
    expect(story(all)).toEqual(expected);
  });

  it("that aren't fine have the account looked at more often", () => {
    const dueAt = (one: Facts) => advance(NOTHING_REPORTED, one, around(0)).dueAt;
    expect([dueAt(facts({})), dueAt(facts({ unknown: says("a") })), dueAt(facts({ near: says("a") }))]).toEqual([
      EVERY,
      EVERY / 5,
      EVERY / 5,
    ]);
  });
});

describe("the next look", () => {
  it.each<[string, Facts, number]>([
    ["at a stable account comes after the whole time", looked(null), EVERY],
    ["at one that has drifted, five times as soon", looked("a"), EVERY / 5],
    ["at one in doubt, five times as soon", looked(null, true), EVERY / 5],
    [
      "after a correction, as soon as may be, so that nobody is shown what was before it",
      { kind: "corrected" },
      15_000,
    ],
  ])("%s", (_, facts, expected) => {
    expect(advance(NOTHING_REPORTED, facts, around(0)).dueAt).toBe(expected);
  });

  it("is spread by a tenth, and never so soon that it floods a service", () => {
    const dueAt = (everyMs: number, chance: number, facts = looked("a")) =>
      advance(NOTHING_REPORTED, facts, { mode: "report", everyMs, now: 0, chance }).dueAt;
    expect([dueAt(300_000, 0, looked(null)), dueAt(300_000, 0.9999999, looked(null))]).toEqual([270_000, 330_000]);
    expect([dueAt(30_000, 0.5), dueAt(15_000, 0.5)]).toEqual([15_000, 15_000]);
  });
});

const anyFacts: fc.Arbitrary<Facts> = fc.oneof(
  fc.record({
    kind: fc.constant("looked" as const),
    drift: fc.option(fc.constantFrom("a", "b")),
    isInDoubt: fc.boolean(),
  }),
  fc.constant(unreadable),
);

/** Where the process dies, if it does. */
const deaths = fc.constantFrom("before it reports", "before it keeps that", undefined, undefined);

it("hides neither drift nor its end, wherever the process dies", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyFacts, deaths), { maxLength: 30 }), (all) => {
      let kept: LookRecord = NOTHING_REPORTED;
      // What whoever reads the reports takes to be so.
      let known: string | null = null;
      for (const [index, [facts, death]] of all.entries()) {
        const advanced = advance(kept, facts, around(index));
        kept = aboutToReport(kept, advanced) ?? kept;
        if (death === "before it reports") continue;
        for (const action of advanced.actions) {
          if (action.does !== "report" || facts.kind !== "looked") continue;
          if (["opened", "changed"].includes(action.news.kind)) known = facts.drift;
          if (action.news.kind === "closed") known = null;
        }
        if (facts.kind === "looked" && !(facts.drift === null && facts.isInDoubt)) expect(known).toBe(facts.drift);
        if (death === undefined) kept = advanced.record;
      }
    }),
    { numRuns: 2_000 },
  );
});
