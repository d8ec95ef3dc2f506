import { expect, it, vi } from "vitest";
import { once } from "../../../../src/model/text/once.js";

it("a value is made when it is first asked for, and only then", () => {
  const make = vi.fn(() => undefined);
  const value = once(make);
  expect(make).toHaveBeenCalledTimes(0);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(make).toHaveBeenCalledTimes(1);
});
