// What is remembered of bots: the last look counts, what it doesn't know stays, and nothing is written twice.
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { checkedLine } from "../../../../src/reconcile/ledger/checked-lines.js";
import {
  awaitedUntil,
  type Fact,
  fact,
  type KnownBot,
  knownBots,
  newFacts,
  plainBot,
  readFacts,
  stillAsking,
} from "../../../../src/reconcile/ledger/facts.js";
import { live } from "../fleet.js";

const bot = (id: number, changes: Partial<KnownBot> = {}): KnownBot => ({
  id,
  accessId: 101,
  title: "T0",
  address: "main/a",
  ...changes,
});
const seen = (at: number, { address, ...rest }: KnownBot): Fact => ({
  type: "bot",
  at,
  ...rest,
  ...(address !== undefined && { address }),
});

describe("known bots", () => {
  it("are as they were seen last; what the last look didn't tell is as it was before", () => {
    const facts = [
      seen(1, bot(7)),
      seen(2, bot(8, { accessId: null, address: undefined })),
      seen(3, bot(7, { accessId: null, title: "T1", address: undefined })),
    ];
    expect([...knownBots(facts)]).toEqual([
      [7, { id: 7, accessId: 101, title: "T1", address: "main/a" }],
      [8, { id: 8, accessId: null, title: "T0", address: undefined }],
    ]);
  });

  it("are forgotten, and known again if they are seen again", () => {
    const gone: Fact = { type: "gone", at: 2, id: 7 };
    expect([...knownBots([seen(1, bot(7)), gone]).keys()]).toEqual([]);
    expect([...knownBots([seen(1, bot(7)), gone, seen(3, bot(7))]).keys()]).toEqual([7]);
  });

  it("are protected until that is lifted; what isn't about a bot changes none", () => {
    const lifted: Fact[] = [
      { type: "unprotected", at: 2, id: 7 },
      { type: "unprotected", at: 2, id: 9 },
      { type: "stop", at: 3 },
    ];
    const before = [seen(1, bot(1, { protect: true })), seen(1, bot(7, { protect: true }))];
    expect([...knownBots([...before, ...lifted]).values()]).toEqual([bot(1, { protect: true }), bot(7)]);
  });

  it.each([
    ["a new bot", bot(8), [seen(5, bot(8))]],
    ["another title", bot(7, { title: "T1" }), [seen(5, bot(7, { title: "T1" }))]],
    ["another key", bot(7, { address: "main/b" }), [seen(5, bot(7, { address: "main/b" }))]],
    ["protection", bot(7, { protect: true }), [seen(5, bot(7, { protect: true }))]],
    ["an access", bot(6, { accessId: 102 }), [seen(5, bot(6, { accessId: 102 }))]],
    ["the same again", bot(7), []],
    ["less than is known", bot(7, { accessId: null, address: undefined }), []],
  ])("of %s, only what is new is written", (_what, one, written) => {
    const before = [seen(1, bot(6, { accessId: null })), seen(1, bot(7))];
    expect(newFacts(knownBots(before), [one], 5)).toEqual(written);
  });
});

describe("bots that a check has changed", () => {
  const asking = (botId: number, title: string, changes: { readonly switched?: true } = {}): Fact => ({
    ...{ type: "asking", at: 1, botId, accessId: 101, fields: live(botId, title).fields },
    ...changes,
  });
  const open = (botId: number, title: string, changes: { readonly switched?: true } = {}) => ({
    ...{ botId, accessId: 101, fields: live(botId, title).fields },
    ...changes,
  });
  const asked = (botId: number): Fact => ({ type: "asked", at: 2, botId });

  it.each<[what: string, facts: Fact[], left: ReturnType<typeof open>[]]>([
    ["none", [], []],
    ["those that weren't put back", [asking(7, "a"), asking(8, "b"), asked(7)], [open(8, "b")]],
    ["one that was changed again after it was put back", [asking(7, "a"), asked(7), asking(7, "b")], [open(7, "b")]],
    ["one as it was before the first of two checks", [asking(7, "a"), asking(7, "b")], [open(7, "a")]],
    ["one that may be on", [asking(7, "a", { switched: true })], [open(7, "a", { switched: true })]],
    [
      "one that may be on since the second of two, as it was before the first",
      [asking(7, "a"), asking(7, "b", { switched: true })],
      [open(7, "a", { switched: true })],
    ],
    [
      "one that may be on since the first of two",
      [asking(7, "a", { switched: true }), asking(7, "b")],
      [open(7, "a", { switched: true })],
    ],
    ["whatever else is told of it", [asking(7, "a"), seen(2, bot(7)), { type: "gone", at: 3, id: 7 }], [open(7, "a")]],
  ])("are %s", (_what, facts, left) => {
    expect(stillAsking(facts)).toStrictEqual(left);
  });
});

it("facts are read back as they were written; other lines are left out", () => {
  const facts: Fact[] = [
    seen(1, bot(7)),
    seen(1, bot(8, { protect: true, accessId: null })),
    { type: "gone", at: 2, id: 7 },
    { type: "unprotected", at: 2, id: 8 },
    { type: "hold", at: 2, bots: "main/*", reason: "why", until: "2026-12-01" },
    { type: "lift", at: 2, bots: "main/*" },
    { type: "host", at: 2, origin: "https://a" },
    { type: "account", at: 2, account: "main", origin: "https://a" },
    { type: "formerly", at: 2, account: "old" },
    { type: "seen", at: 2, tool: "1", name: "clock", value: "yes", detail: "d" },
    { type: "seen", at: 2, tool: "1", name: "listKeeps", value: 7, below: null, detail: "d" },
    { type: "asking", at: 2, botId: 7, accessId: 101, fields: live(7, "a").fields, switched: true },
    { type: "asked", at: 2, botId: 7 },
    { type: "stop", at: 3 },
    { type: "stop", at: 4, of: { ids: [7], addresses: ["main/a"] } },
  ];
  const text = facts.map(checkedLine).join("\n");
  expect(
    readFacts(`${text}a foreign line\n${checkedLine({ type: "bot", at: 1, id: -1, accessId: 1, title: "" })}`),
  ).toEqual({ entries: facts, damaged: 2, torn: false, newer: false });
  expect(readFacts(text.slice(0, -1)).entries).toEqual(facts.slice(0, -1));
});

it("a bot's line is read the short way as the schema reads it", () => {
  const whole = { type: "bot", at: 1, id: 7, accessId: 101, title: "a", address: "main/a", protect: true };
  const odd = [undefined, null, true, false, 0, -0, -1, 0.5, 2 ** 53, "", "a", "7", [], {}, Number.NaN];
  const lines: unknown[] = [whole, { ...whole, more: 1 }, [], null, "bot", { type: "gone", at: 1, id: 7 }];
  for (const key of Object.keys(whole)) for (const value of odd) lines.push({ ...whole, [key]: value });
  for (const line of lines) {
    const read = plainBot(line);
    const parsed = z.safeParse(fact(), line);
    if (read === undefined) expect(parsed.success && parsed.data.type === "bot").toBe(false);
    else expect(read).toEqual(parsed.data);
  }
});

describe("a bot that a check has asked for", () => {
  const making = (until: number): Fact => ({ type: "making", at: 1, until });
  const made: Fact = { type: "made", at: 2 };
  it.each<readonly [string, Fact[], number | undefined]>([
    ["is awaited by none where none was asked for", [seen(1, bot(7))], undefined],
    ["is awaited until its command can't act any more", [making(50)], 50],
    ["is awaited no more once it is there", [making(50), made], undefined],
    ["is awaited again where another one was asked for", [making(50), made, making(90)], 90],
    ["is awaited whatever else is noted of bots", [making(50), seen(3, bot(7))], 50],
  ])("%s", (_what, facts, until) => {
    expect(awaitedUntil(facts)).toBe(until);
    expect(awaitedUntil(readFacts(facts.map((one) => `${checkedLine(one)}\n`).join("")).entries)).toBe(until);
  });
});
