// So many things at once, and no more: in the order in which they came, and with places that come and go.
import { describe, expect, it } from "vitest";
import { Places } from "../../../../src/model/text/places.js";

/** Tasks that end when told; gives which run, in the order in which they began. */
function stage(count: number) {
  const places = new Places(count);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = (tasks: number) =>
    [...Array(tasks).keys()].map((task) =>
      places.run(() => {
        begun.push(task);
        return new Promise<void>((resolve) => {
          ends[task] = resolve;
        });
      }),
    );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { places, begun, ends, all, settle };
}

describe("places", () => {
  it.each([
    [1, [0]],
    [2, [0, 1]],
    [3, [0, 1, 2]],
    [9, [0, 1, 2]],
    [0, [0]],
    [-5, [0]],
  ])("%d of them let %j of three tasks begin", async (count, expected) => {
    const { begun, all, settle } = stage(count);
    all(3);
    await settle();
    expect(begun).toEqual(expected);
  });

  it("pass on to who waits longest", async () => {
    const { begun, ends, all, settle } = stage(1);
    all(3);
    await settle();
    for (const task of [0, 1]) {
      ends[task]?.();
      await settle();
    }
    expect(begun).toEqual([0, 1, 2]);
  });

  it("pass on from a task that fails", async () => {
    const places = new Places(1);
    const failed = places.run(() => Promise.reject(new Error("no")));
    await expect(failed).rejects.toThrow("no");
    expect(await places.run(async () => "next")).toBe("next");
  });

  it.each([
    [1, 3, [0, 1, 2]],
    [3, 1, [0, 1, 2]],
    [1, 0, [0]],
  ])("from %d to %d of them: %j have begun", async (before, after, expected) => {
    const { places, begun, all, settle } = stage(before);
    all(4);
    await settle();
    places.resize(after);
    await settle();
    expect(begun).toEqual(expected);
  });

  it("that are taken away aren't passed on", async () => {
    const { places, begun, ends, all, settle } = stage(2);
    all(4);
    await settle();
    places.resize(1);
    ends[0]?.();
    await settle();
    expect(begun).toEqual([0, 1]);
    ends[1]?.();
    await settle();
    expect(begun).toEqual([0, 1, 2]);
  });
});
