// What is told of a service by what it shows anyhow, each reading by itself; asking it, whole, is in check.test.ts.
import { describe, expect, it } from "vitest";
import { type Reading, seenIn } from "../../../../src/app/asking/shown.js";
import { counted } from "../../../../src/model/text/counted.js";

const NOTHING: Reading = { envelopes: [], lists: [], details: [], running: [], histories: [], account: {} };
const extra = (bots: number) => ({
  name: "extraFields",
  value: "none",
  detail: `none, in ${counted(bots, "reading")} of bots`,
});

it("nothing is told where nothing was read", () => expect(seenIn(NOTHING)).toEqual([]));

describe("of the words for a bot's status", () => {
  const off = (value: string, detail: string) => ({ name: "statusOff", value, detail });
  const on = (value: string, detail: string) => ({ name: "statusOn", value, detail });
  it.each([
    [
      ["DISABLED", "ENABLED"],
      [off("DISABLED", "the only word seen, of 2 readings"), on("ENABLED", "the only word seen, of 2 readings")],
    ],
    [[0], [off("0", "the only word seen, of 1 reading")]],
    [["0"], [off("0", "the only word seen, of 1 reading")]],
    [["0", "DISABLED", 0], [off("0", "beside DISABLED, 0, of 3 readings")]],
    [["WAITING", 4, "WAITING"], [on("WAITING", "beside 4, of 3 readings")]],
    [["", "disabled"], [on("", "beside disabled, of 2 readings")]],
  ])("%j: %j", (words, told) => {
    const details = words.map((status) => ({ status }));
    expect(seenIn({ ...NOTHING, details })).toEqual([...told, extra(words.length)]);
  });
});
