// Whatever is asked of a service to learn how it works: at which moment it leaves, with which nonce, and when asking ends.
import { describe, expect, it } from "vitest";
import { Asker, AskingStopped } from "../../../../src/app/asking/asker.js";
import type { ProbeAnswer } from "../../../../src/service/probe.js";
import { VirtualClock } from "../../../support/clock.js";

const START = 1_790_000_000_000;
const ANSWER = { status: 200, text: "", json: undefined, dateMs: undefined };
const YES: ProbeAnswer = { ...ANSWER, verdict: { kind: "success", data: [] } };
const NO: ProbeAnswer = { ...ANSWER, verdict: { kind: "refused", message: "no" } };

/** An asker that begins so many milliseconds into a second, of a service that gives these answers, then takes everything. */
function asking({
  late = 0,
  answers = [],
  refusals = 9,
}: {
  late?: number;
  answers?: ProbeAnswer[];
  refusals?: number;
}) {
  const clock = new VirtualClock(START + late);
  const left: string[] = [];
  const send = async ({ name, nonce }: { readonly name: string; readonly nonce: number }) => {
    const now = clock.now() - START;
    left.push(`${name} at ${now} ms, of second ${nonce - START / 1000}`);
    return answers.shift() ?? YES;
  };
  const asker = new Asker({ send, clock, refusals, gapMs: 2_000, onRequest: () => {} });
  return { asker, clock, left };
}

const NOW = { name: "pairList", isSoon: true } as const;

describe("a nonce that tells something only in the second that it is of", () => {
  it.each([
    [0, 0, 0],
    [400, 400, 0],
    [401, 1_000, 1],
    [999, 1_000, 1],
  ])("%d ms into a second leaves at %d ms, by a clock of second %d", async (late, at, second) => {
    const { asker, clock, left } = asking({ late });
    await asker.ask({ ...NOW, age: 5 });
    expect(left).toEqual([`pairList at ${at} ms, of second ${second - 5}`]);
    const again = asking({ late });
    expect(await again.asker.freshSecond()).toBe(START / 1000 + second + 2);
    expect([clock.now() - START, again.clock.now() - START]).toEqual([at, at + 2_000]);
  });

  it("counts by the service's clock", async () => {
    const { asker } = asking({});
    asker.skew = 30;
    expect(await asker.freshSecond()).toBe(START / 1000 + 32);
  });
});

it("a plain request leaves late in a second, too, and no nonce is used twice", async () => {
  const { asker, left } = asking({ late: 900 });
  await asker.ask(NOW);
  await asker.ask(NOW);
  await asker.ask({ name: "accessList" });
  expect(left).toEqual([
    "pairList at 900 ms, of second 0",
    "pairList at 1900 ms, of second 1",
    "accessList at 3900 ms, of second 3",
  ]);
});

it("after a refusal the service is left alone for five seconds, and then asked whether it takes a plain request", async () => {
  const { asker, left } = asking({ answers: [NO] });
  expect(await asker.ask({ ...NOW, age: 61 })).toBe(NO);
  expect(left).toEqual(["pairList at 0 ms, of second -61", "accessList at 5000 ms, of second 5"]);
});

it("one refusal too many ends the asking, before anything leaves", async () => {
  const { asker, left } = asking({ answers: [NO, YES, NO, YES], refusals: 2 });
  for (const age of [61, 62]) await asker.ask({ ...NOW, age });
  await expect(asker.ask(NOW)).rejects.toThrow("the service has refused 2 requests, which is as many as may be");
  expect(left).toHaveLength(4);
});

it("a service that is in trouble is asked no more", async () => {
  const { asker } = asking({ answers: [{ ...ANSWER, verdict: { kind: "overloaded", message: "HTTP 503" } }] });
  await expect(asker.ask(NOW)).rejects.toThrow(
    new AskingStopped("the service asks for fewer requests, or is in trouble: HTTP 503"),
  );
});

it("a plain request that is refused says which it was", async () => {
  await expect(asking({ answers: [NO] }).asker.read(NOW)).rejects.toThrow(
    new AskingStopped("a plain request (pairList) was refused: no"),
  );
});

it("a service that refuses a plain request after another refusal is asked no more", async () => {
  const { asker } = asking({ answers: [NO, NO] });
  await expect(asker.askWrong(NOW)).rejects.toThrow(
    "after a refusal a plain request was refused, too, so what was refused last isn't known: no",
  );
});
