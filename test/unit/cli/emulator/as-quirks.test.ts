// What a service was seen to do becomes lines that an emulator takes; a measure without an end, and what none can play, doesn't.
import { expect, it } from "vitest";
import { asQuirks } from "../../../../src/cli/emulator/as-quirks.js";
import { factsAbout, type SeenThen } from "../../../../src/model/service-questions.js";

const seen = (name: SeenThen["name"], value: SeenThen["value"], below?: number | null): SeenThen => ({
  ...{ name, value, below },
  ...{ detail: "", at: 0, tool: "1" },
});

it("prints each quirk that was seen", () => {
  const all = [
    seen("clock", 3),
    seen("nonceWindow", 60, 61),
    seen("nonceLead", 60, null),
    seen("nonceOrder", "growing"),
    seen("listOrder", "descending"),
    seen("statusOn", "ON!"),
    seen("errorData", "string"),
  ];
  expect(asQuirks(factsAbout("main", "https://api.example.net", all))).toBe(`# https://api.example.net
nonceWindow=60
nonceOrder=growing
# errorData=string: the emulator can't
# statusOn=ON!: the emulator can't
`);
});
