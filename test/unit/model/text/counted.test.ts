import { expect, it } from "vitest";
import { counted } from "../../../../src/model/text/counted.js";

it("a number of things reads as in a sentence", () => {
  expect([counted(0, "bot"), counted(1, "bot"), counted(2, "bot")]).toEqual(["0 bots", "1 bot", "2 bots"]);
  expect([counted(1, "policy", "policies"), counted(5, "policy", "policies")]).toEqual(["1 policy", "5 policies"]);
});
