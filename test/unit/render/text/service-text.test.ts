// What a service was seen to do, as text: measures as what they may be, words as they are, and harmless whatever a service says.
import { expect, it } from "vitest";
import { factsAbout, QUESTION_NAMES, type SeenThen } from "../../../../src/model/service-questions.js";
import { rendered } from "../../../../src/render/forms.js";
import { paint } from "../../../../src/render/text/paint.js";

const AT = Date.UTC(2026, 10, 23, 12);
const seen = (one: Pick<SeenThen, "name" | "value" | "below" | "detail">): SeenThen => ({ ...one, at: AT, tool: "1" });
const ALL = [
  seen({ name: "nonceWindow", value: 60, below: 61, detail: "one 60 s old was accepted" }),
  seen({ name: "noncePostWindow", value: 45, below: 60, detail: "one 45 s old was accepted" }),
  seen({ name: "nonceLead", value: 60, below: null, detail: "more wasn't asked" }),
  seen({ name: "nonceOrder", value: "any", detail: "an older one was accepted" }),
  seen({ name: "statusOn", value: "EN\u001b[31mABLED", detail: "for \u202eexample" }),
];
const facts = factsAbout("main", "https://api.example.net", ALL);
const head = { command: "service show", exitCode: 0, formatVersion: 2, diagnostics: [] } as const;

it("says each answer under its entry, and what wasn't seen", async () => {
  const text = await rendered("service show", "text", facts, { ...head, colour: paint(false) });
  const [answers = "", rest = ""] = text.split("\nNot seen:\n");
  expect(answers).toBe(`What https://api.example.net was seen to do

S-06  For how many seconds is the nonce of a GET good?
      nonceWindow: 60  one 60 s old was accepted (seen 2026-11-23)

S-06  For how many seconds is the nonce of a POST good?
      noncePostWindow: 45 to 59  one 45 s old was accepted (seen 2026-11-23)

S-06  How many seconds may a nonce be ahead?
      nonceLead: 60 or more  more wasn't asked (seen 2026-11-23)

S-07  May a nonce be older than the last one?
      nonceOrder: any  an older one was accepted (seen 2026-11-23)

S-32  What is the status of a bot that isn't off?
      statusOn: EN\\u{1b}[31mABLED  for \\u{202e}example (seen 2026-11-23)
`);
  expect(rest.split("\n").filter(Boolean)).toHaveLength(QUESTION_NAMES.length - ALL.length);
  expect(rest.split("\n")[0]).toBe("  S-03  How many seconds is its clock ahead of this machine's?");
});

it("says of a check how it ended", async () => {
  const check = async (stopped?: { why: string; isPlanned: boolean }) => {
    const found = { facts, found: ALL, requests: 12, ...(stopped && { stopped }) };
    const text = await rendered("service check", "text", found, { ...head, colour: paint(false) });
    return text.slice(text.indexOf("\n12 requests"));
  };
  expect(await check()).toBe("\n12 requests, 5 answers.\n");
  expect(await check({ why: "enough", isPlanned: true })).toBe(
    "\n12 requests, 5 answers.\nStopped: enough.\nRun it again in a few minutes: it goes on with what is left.\n",
  );
  expect(await check({ why: "no answer", isPlanned: false })).toBe("\n12 requests, 5 answers.\nStopped: no answer.\n");
});

it("is a document, too", async () => {
  const document = JSON.parse(await rendered("service show", "json", facts, { ...head, colour: paint(false) }));
  expect(document).toMatchObject({ account: "main", origin: "https://api.example.net", command: "service show" });
  expect(document.seen.slice(0, 2)).toEqual([
    {
      name: "nonceWindow",
      entry: "S-06",
      asks: "For how many seconds is the nonce of a GET good?",
      ...{ value: 60, below: 61, detail: "one 60 s old was accepted", tool: "1", at: "2026-11-23T12:00:00.000Z" },
    },
    {
      name: "noncePostWindow",
      entry: "S-06",
      asks: "For how many seconds is the nonce of a POST good?",
      ...{ value: 45, below: 60, detail: "one 45 s old was accepted", tool: "1", at: "2026-11-23T12:00:00.000Z" },
    },
  ]);
  expect(document.notSeen[0]).toEqual({
    name: "clock",
    entry: "S-03",
    asks: "How many seconds is its clock ahead of this machine's?",
  });
});
