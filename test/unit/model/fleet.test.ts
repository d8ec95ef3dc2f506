// What was kept of a look is read strictly: another version's, or a damaged one, counts as never seen.
import { expect, it } from "vitest";
import { type Look, readSnapshot, type Seen } from "../../../src/model/fleet.js";

const LOOK: Look = {
  ...{ version: 1, at: 1, dueAt: 2, mode: "report", unreadable: null, driftedSince: null, refused: null, asked: null },
  breakers: { near: [], unknown: [], tripped: [], exposed: null },
};
const SEEN: Seen = { at: 1, bots: [] };

it.each<[string, unknown, unknown, unknown]>([
  ["both", LOOK, SEEN, { account: "main", look: LOOK, seen: SEEN }],
  ["a look that saw nothing", LOOK, undefined, { account: "main", look: LOOK, seen: undefined }],
  ["bots of another version", LOOK, { at: 1, bots: [{ id: 1 }] }, { account: "main", look: LOOK, seen: undefined }],
  ["a look of another version", { ...LOOK, version: 2 }, SEEN, undefined],
  ["a mode that there isn't", { ...LOOK, mode: "trade" }, SEEN, undefined],
  ["nothing", undefined, undefined, undefined],
])("%s", (_, look, seen, wanted) => {
  expect(readSnapshot("main", look, seen)).toEqual(wanted);
});
