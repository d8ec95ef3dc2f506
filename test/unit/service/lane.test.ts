// Whose turn it is: writes first, each kind in its order, and nobody is passed over for ever.
import fc from "fast-check";
import { expect, it } from "vitest";
import { Turns } from "../../../src/service/lane.js";

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
