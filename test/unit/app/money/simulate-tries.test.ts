// Which combinations a sweep tries, and what it refuses.
import { describe, expect, it } from "vitest";
import { variantsOf } from "../../../../src/app/money/simulate-tries.js";
import { refusal } from "../room.js";

describe("a sweep", () => {
  it("without values tries nothing", () => expect(variantsOf([])).toEqual([]));

  it("tries every combination, the last setting first", () => {
    expect(variantsOf(["leverage=3, 5", "countOrderMax=off,2"])).toEqual([
      [
        ["leverage", "3"],
        ["countOrderMax", null],
      ],
      [
        ["leverage", "3"],
        ["countOrderMax", "2"],
      ],
      [
        ["leverage", "5"],
        ["countOrderMax", null],
      ],
      [
        ["leverage", "5"],
        ["countOrderMax", "2"],
      ],
    ]);
  });

  it("takes numbers in any spelling once, and words", () => {
    expect(variantsOf(["percentTakeProfit=1.0,1,01.00"])).toEqual([[["percentTakeProfit", "1"]]]);
    expect(variantsOf(["marginMode=ISO,CROSS"]).flat()).toEqual([
      ["marginMode", "ISO"],
      ["marginMode", "CROSS"],
    ]);
  });

  it.each([
    ["leverage", /^--vary leverage isn't a setting with values\nWrite --vary leverage=3,5,8\.$/],
    ["leverage=", /^--vary leverage= isn't a setting with values/],
    ["=3", /^--vary =3 isn't a setting with values/],
    ["lever=3", /^--vary can't vary lever\n/],
    ["pairTitle=USDT-ETH", /^--vary can't vary pairTitle\n/],
    ["leverage=3,x", /^--vary: x can't be the value of leverage\nbotform explain leverage says/],
    ["leverage=off", /^--vary: off can't be the value of leverage/],
    ["percentTakeProfit=100", /^--vary: 100 can't be the value of percentTakeProfit/],
    ["marginMode=BOTH", /^--vary: BOTH can't be the value of marginMode/],
  ])("refuses %s", async (text, message) => {
    expect(await refusal(async () => variantsOf([text]))).toEqual([expect.stringMatching(message), 3]);
  });

  it("refuses more than 64 combinations, and a setting that is named twice", async () => {
    const many = Array.from({ length: 9 }, (_, index) => index + 1).join(",");
    expect(variantsOf(["leverage=1,2,3,4,5,6,7,8", "countOrderMax=1,2,3,4,5,6,7,8"])).toHaveLength(64);
    expect((await refusal(async () => variantsOf([`leverage=${many}`, "countOrderMax=1,2,3,4,5,6,7,8"])))[0]).toMatch(
      /^--vary comes to 72 combinations, and at most 64 are tried at once\n/,
    );
    expect((await refusal(async () => variantsOf(["leverage=1", "leverage=2"])))[0]).toMatch(
      /^--vary names leverage twice\nGive all its values at once: --vary leverage=A,B\.$/,
    );
  });
});
