// Whose turn it is: writes first, each kind in its order, and nobody is passed over for ever.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Lane, Turns } from "../../../src/service/lane.js";

type Kind = "read" | "write";

function queue(kinds: readonly Kind[]): Turns<string> {
  const turns = new Turns<string>();
  kinds.forEach((kind, index) => {
    turns.add(kind, `${kind} ${index}`);
  });
  return turns;
}

function all(turns: Turns<string>): string[] {
  const order: string[] = [];
  for (let next = turns.next(); next !== undefined; next = turns.next()) order.push(next);
  return order;
}

it("a write goes before reads that came first", () => {
  expect(all(queue(["read", "read", "write"]))).toEqual(["write 2", "read 0", "read 1"]);
});

it("after four writes one read goes", () => {
  const order = all(queue(["read", "read", ...Array.from({ length: 6 }, (): Kind => "write")]));
  expect(order.map((one) => one[0]).join("")).toBe("wwwwrwwr");
});

it("everybody has a turn, each kind in its order, and no read waits for more than four writes", () => {
  const kinds = fc.array(fc.constantFrom<Kind>("read", "write"), { maxLength: 40 });
  fc.assert(
    fc.property(kinds, (given) => {
      const order = all(queue(given));
      expect(order.toSorted()).toEqual(given.map((kind, index) => `${kind} ${index}`).toSorted());
      for (const kind of ["read", "write"]) {
        const numbers = order.filter((one) => one.startsWith(kind)).map((one) => Number(one.split(" ")[1]));
        expect(numbers).toEqual(numbers.toSorted((left, right) => left - right));
      }
      const lastRead = order.findLastIndex((one) => one.startsWith("read"));
      const shape = order.slice(0, lastRead + 1).map((one) => one[0]);
      expect(shape.join("")).not.toContain("wwwww");
    }),
  );
});

it("who doesn't want to any more is taken out", () => {
  const turns = queue(["write", "read"]);
  turns.remove("write 0");
  expect([turns.next(), turns.isEmpty]).toEqual(["read 1", true]);
});

it("a read counts as passed over only while one waits", () => {
  const turns = queue(["write", "write", "write", "write", "write"]);
  const order = Array.from({ length: 4 }, () => turns.next());
  turns.add("read", "read 5");
  for (const number of [6, 7, 8, 9]) turns.add("write", `write ${number}`);
  expect([...order, ...all(turns)].join(" ")).toBe(
    "write 0 write 1 write 2 write 3 write 4 write 6 write 7 write 8 read 5 write 9",
  );
});

it("shows all that wait, and whether any does", () => {
  const turns = queue(["write", "read", "write"]);
  expect([turns.all, turns.isEmpty]).toEqual([["read 1", "write 0", "write 2"], false]);
  turns.remove("write 0");
  turns.remove("nobody");
  expect(all(turns)).toEqual(["write 2", "read 1"]);
  expect([turns.next(), turns.isEmpty, turns.all]).toEqual([undefined, true, []]);
});

describe("a lane of 2 requests a second", () => {
  /** Its clock stands until a sleeper is woken; what leaves is noted with the time. */
  function lane() {
    let now = 0;
    const left: string[] = [];
    const sleepers: { readonly ms: number; readonly wake: () => void }[] = [];
    const made = new Lane({
      now: () => now,
      sleep: (ms) => new Promise((wake) => sleepers.push({ ms, wake })),
    });
    made.pace.limitTo(2);
    const ask = (kind: Kind, name: string, options: Parameters<Lane["turn"]>[1] = {}) => {
      const turn = made.turn(kind, options);
      if (turn === undefined) left.push(`${name} at ${now}`);
      else void turn.then(() => left.push(`${name} at ${now}`));
    };
    /** Wakes the one sleeper, `late` milliseconds after its time. @returns how long it was to sleep */
    const wake = async (late = 0) => {
      const [sleeper, ...more] = sleepers.splice(0);
      expect(more).toEqual([]);
      now += (sleeper?.ms ?? 0) + late;
      sleeper?.wake();
      await settled();
      return sleeper?.ms;
    };
    return { lane: made, left, ask, wake, sleepers };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it("lets the first leave at once, and each later one when its turn comes, by one timer", async () => {
    const { left, ask, wake, sleepers } = lane();
    for (const name of ["a", "b", "c"]) ask("read", name);
    expect([left, sleepers.length]).toEqual([["a at 0"], 1]);
    expect([await wake(), await wake(), await wake()]).toEqual([500, 500, undefined]);
    expect(left).toEqual(["a at 0", "b at 500", "c at 1000"]);
  });

  it("doesn't let a newcomer pass those that wait", async () => {
    const { left, ask, wake } = lane();
    ask("read", "a");
    ask("read", "b");
    await wake(2_000);
    ask("read", "c");
    ask("write", "d");
    await wake();
    await wake();
    expect(left).toEqual(["a at 0", "b at 2500", "d at 3000", "c at 3500"]);
  });

  it("never lets two leave for one turn, however late its timer wakes", async () => {
    const { left, ask, wake } = lane();
    for (const name of ["a", "b", "c"]) ask("read", name);
    await wake(60_000);
    expect(left).toEqual(["a at 0", "b at 60500"]);
  });

  it("gives no turn to what is withdrawn on abort, and keeps it for what may still be sent", async () => {
    const { left, ask, wake } = lane();
    const [stop, other] = [new AbortController(), new AbortController()];
    let asked = 0;
    const no = () => {
      asked += 1;
      return false;
    };
    ask("read", "a");
    ask("write", "withdrawn", { maySend: no, signal: stop.signal });
    ask("write", "kept", { maySend: () => true, signal: stop.signal });
    ask("write", "of no word", { signal: stop.signal });
    ask("write", "of another", { maySend: no, signal: other.signal });
    ask("write", "of none", { maySend: no });
    stop.abort();
    await settled();
    expect([left, asked]).toEqual([["a at 0", "withdrawn at 0"], 1]);
    for (let turn = 0; turn < 4; turn += 1) await wake();
    expect(left.slice(2)).toEqual(["kept at 500", "of no word at 1000", "of another at 1500", "of none at 2000"]);
  });

  it("listens once to each signal", () => {
    const { ask } = lane();
    const signals = [new AbortController().signal, new AbortController().signal];
    const heard = signals.map((signal) => {
      let count = 0;
      const listen = signal.addEventListener.bind(signal);
      signal.addEventListener = (...given: Parameters<typeof listen>) => {
        count += 1;
        listen(...given);
      };
      return () => count;
    });
    for (let count = 0; count < 6; count += 1) ask("write", "x", { signal: signals[count % 2] });
    expect(heard.map((count) => count())).toEqual([1, 1]);
  });
});
