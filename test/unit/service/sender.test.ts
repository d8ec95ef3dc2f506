// One request of a key at a time, in order, where a service wants its nonces so.
import { describe, expect, it } from "vitest";
import { type Place, Sender } from "../../../src/service/sender.js";

/** A clock that only sleeping moves. */
function clockAt(second: number) {
  let now = second * 1000;
  return {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
}

describe("places", () => {
  it("are had one at a time, writes first", async () => {
    const sender = new Sender({ isOnce: false }, clockAt(100));
    const order: string[] = [];
    const first = await sender.turn("read");
    const gone: Place[] = [];
    const join = (kind: "read" | "write") =>
      sender.turn(kind).then((place) => {
        order.push(`${kind} ${place.nonce}`);
        gone.push(place);
      });
    const all = [join("read"), join("write"), join("write")];
    await Promise.resolve();
    expect(order).toEqual([]);
    first.done();
    for (const [count] of all.entries()) {
      await expect.poll(() => gone.length).toBe(count + 1);
      gone.at(-1)?.done();
    }
    expect(order).toEqual(["write 100", "write 100", "read 100"]);
  });

  it.each([
    ["share a second where order is all that counts", false, [100, 100, 100]],
    ["have a second each where none may come twice", true, [100, 101, 102]],
  ])("%s", async (_, isOnce, expected) => {
    const clock = clockAt(100);
    const sender = new Sender({ isOnce }, clock);
    const nonces: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const place = await sender.turn("read");
      nonces.push(place.nonce);
      // Nothing is signed ahead of the clock.
      expect(Math.floor(clock.now() / 1000)).toBeGreaterThanOrEqual(place.nonce);
      place.done();
    }
    expect(nonces).toEqual(expected);
  });

  it("are never smaller than the last one, though the clock was set back", async () => {
    let now = 100_000;
    const sender = new Sender({ isOnce: false }, { now: () => now, sleep: async () => {} });
    (await sender.turn("read")).done();
    now = 70_000;
    const place = await sender.turn("read");
    expect(place.nonce).toBe(100);
    place.done();
  });

  it("aren't waited for by what is urgent, and what comes after it is greater", async () => {
    const sender = new Sender({ isOnce: true }, clockAt(100));
    const held = await sender.turn("write");
    expect([held.nonce, await sender.urgent()]).toEqual([100, 101]);
    held.done();
    const next = await sender.turn("read");
    expect(next.nonce).toBe(102);
    next.done();
  });

  it("are taken among other processes, and given back", async () => {
    const asked: (readonly [number, boolean])[] = [];
    const given: number[] = [];
    const sender = new Sender(
      {
        isOnce: false,
        places: async (atLeast, isUrgent) => {
          asked.push([atLeast, isUrgent]);
          return { nonce: 107, waitMs: 0, giveBack: async () => void given.push(107) };
        },
      },
      clockAt(100),
    );
    const place = await sender.turn("read");
    expect(place.nonce).toBe(107);
    place.done();
    expect(await sender.urgent()).toBe(107);
    expect(asked).toEqual([
      [0, false],
      [107, true],
    ]);
    await expect.poll(() => given).toEqual([107]);
  });

  it("are this process's own where nobody can be asked", async () => {
    const sender = new Sender({ isOnce: false, places: async () => undefined }, clockAt(100));
    const place = await sender.turn("write");
    expect(place.nonce).toBe(100);
    place.done();
  });
});

describe("what goes wrong with one place", () => {
  it("keeps no later one from being had", async () => {
    let count = 0;
    const sender = new Sender(
      {
        isOnce: false,
        places: async () => {
          count += 1;
          if (count === 2) throw new Error("nobody answers");
          return { nonce: 100, waitMs: 0, giveBack: () => Promise.reject(new Error("nobody answers")) };
        },
      },
      clockAt(100),
    );
    for (let turn = 0; turn < 3; turn += 1) {
      const place = await sender.turn("read");
      expect(place.nonce).toBe(100);
      place.done();
    }
  });

  it("makes nothing that makes safe wait for longer than a second and a half", async () => {
    const clock = clockAt(100);
    const sender = new Sender(
      { isOnce: false, places: async () => ({ nonce: 160, waitMs: 60_000, giveBack: async () => {} }) },
      clock,
    );
    expect(await sender.urgent()).toBe(160);
    expect(clock.now()).toBe(101_500);
  });

  it("is forgotten where a clock was far ahead, and was set back", async () => {
    let now = 4_000_000;
    const sender = new Sender({ isOnce: true }, { now: () => now, sleep: async () => {} });
    (await sender.turn("read")).done();
    now = 400_000;
    const place = await sender.turn("read");
    expect(place.nonce).toBe(400);
    place.done();
  });

  it("that a later nonce has overtaken is known", async () => {
    const sender = new Sender({ isOnce: true }, clockAt(100));
    const place = await sender.turn("write");
    expect(sender.isPassed(place.nonce)).toBe(false);
    await sender.urgent();
    expect(sender.isPassed(place.nonce)).toBe(true);
    place.done();
  });
});
