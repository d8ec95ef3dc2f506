// Bots that a wave has passed over, in words.
import { expect, it } from "vitest";
import { leftOutText } from "../../../../src/model/rollout/left-out.js";

it("names them with why, and says nothing where there is none", () => {
  expect(leftOutText([])).toBeNull();
  expect(leftOutText([{ address: "a/x", why: "held" }])).toBe("1 bot left out: a/x (held)");
  expect(
    leftOutText(["a/x", "a/y", "a/z", "b/x", "b/y", "b/z"].map((address) => ({ address, why: "protected" }))),
  ).toMatch(/^6 bots left out: a\/x \(protected\), .*3 more/);
});
