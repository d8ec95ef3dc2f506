// The queue of what is due when.
import fc from "fast-check";
import { expect, it } from "vitest";
import { Timeline } from "../../../../src/emulator/engine/timeline.js";

it("gives items by time, and by entry within one moment, never early", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer({ min: 0, max: 20 }), (dues, now) => {
      const timeline = new Timeline<number>();
      for (const [index, due] of dues.entries()) timeline.add(due, index);
      const wanted = dues.map((due, item) => ({ due, item })).toSorted((a, b) => a.due - b.due || a.item - b.item);
      expect(timeline.waiting().map(({ due, item }) => ({ due, item }))).toEqual(wanted);
      const taken: unknown[] = [];
      for (let next = timeline.take(now); next !== undefined; next = timeline.take(now)) {
        taken.push({ due: next.due, item: next.item });
      }
      expect(taken).toEqual(wanted.filter(({ due }) => due <= now));
    }),
  );
});
