// Each question about nonces as it leaves: which nonce, by how much older or ahead, and when.
import { expect, it } from "vitest";
import { Asker } from "../../../../src/app/asking/asker.js";
import { askNonces } from "../../../../src/app/asking/nonces.js";
import type { Seen } from "../../../../src/model/service-questions.js";
import type { ProbeAnswer } from "../../../../src/service/probe.js";
import { VirtualClock } from "../../../support/clock.js";

const SAID = { status: 200, text: "", json: undefined, dateMs: undefined };

/** What leaves for a service that takes nonces up to so many seconds old or ahead, each with the second at which it leaves. */
async function asked(takes: { readonly old: number; readonly ahead: number; readonly growing?: boolean }) {
  const clock = new VirtualClock();
  const start = Math.floor(clock.now() / 1000);
  const [log, found]: [string[], Seen[]] = [[], []];
  let highest = 0;
  const send = async ({ name, nonce }: { readonly name: string; readonly nonce: number }): Promise<ProbeAnswer> => {
    const now = Math.floor(clock.now() / 1000);
    const age = now - nonce;
    const isOld = takes.growing === true && nonce < highest;
    const isTaken = age <= takes.old && -age <= takes.ahead && !isOld;
    if (isTaken) highest = Math.max(highest, nonce);
    log.push(`${now - start} s: ${name}, ${age} s old${isTaken ? "" : ", refused"}`);
    return { ...SAID, verdict: isTaken ? { kind: "success", data: [] } : { kind: "refused", message: "no" } };
  };
  const asker = new Asker({ send, clock, refusals: 100, gapMs: 1_000, onRequest: () => {} });
  await askNonces(asker, new Map(), async (seen) => void found.push(seen));
  return [...log, ...found.map(({ name, value, below, detail }) => `${name} ${value}, ${below}: ${detail}`)].join("\n");
}

it("any nonce is taken: each age and each lead of the list", async () => {
  expect(await asked({ old: 10_000, ahead: 10_000 })).toMatchInlineSnapshot(`
    "2 s: accessList, 0 s old
    2 s: pairList, 0 s old
    2 s: accessList, 0 s old
    4 s: pairList, 0 s old
    4 s: accessList, 1 s old
    6 s: pairList, 1 s old
    8 s: pairList, 2 s old
    12 s: pairList, 5 s old
    14 s: pairList, 6 s old
    19 s: pairList, 10 s old
    21 s: pairList, 11 s old
    26 s: pairList, 15 s old
    28 s: pairList, 16 s old
    33 s: pairList, 20 s old
    35 s: pairList, 21 s old
    45 s: pairList, 30 s old
    47 s: pairList, 31 s old
    62 s: pairList, 45 s old
    78 s: pairList, 60 s old
    80 s: pairList, 61 s old
    81 s: pairList, 90 s old
    82 s: pairList, 120 s old
    84 s: pairList, 121 s old
    85 s: pairList, 180 s old
    86 s: pairList, 300 s old
    88 s: pairList, 301 s old
    89 s: pairList, 600 s old
    91 s: pairList, 601 s old
    92 s: pairList, 900 s old
    94 s: pairList, 901 s old
    95 s: pairList, -1 s old
    96 s: pairList, -2 s old
    97 s: pairList, -3 s old
    98 s: pairList, -5 s old
    99 s: pairList, -6 s old
    100 s: pairList, -10 s old
    101 s: pairList, -11 s old
    102 s: pairList, -30 s old
    103 s: pairList, -31 s old
    104 s: pairList, -60 s old
    105 s: accountInformation, 1 s old
    108 s: accountInformation, 2 s old
    112 s: accountInformation, 5 s old
    114 s: accountInformation, 6 s old
    119 s: accountInformation, 10 s old
    122 s: accountInformation, 11 s old
    128 s: accountInformation, 15 s old
    130 s: accountInformation, 16 s old
    135 s: accountInformation, 20 s old
    137 s: accountInformation, 21 s old
    147 s: accountInformation, 30 s old
    149 s: accountInformation, 31 s old
    164 s: accountInformation, 45 s old
    180 s: accountInformation, 60 s old
    182 s: accountInformation, 61 s old
    183 s: accountInformation, 90 s old
    184 s: accountInformation, 120 s old
    186 s: accountInformation, 121 s old
    200 s: accountInformation, 180 s old
    201 s: accountInformation, 300 s old
    203 s: accountInformation, 301 s old
    204 s: accountInformation, 600 s old
    206 s: accountInformation, 601 s old
    207 s: accountInformation, 900 s old
    209 s: accountInformation, 901 s old
    nonceReuse allow, undefined: the very same request was answered twice
    nonceOrder any, undefined: a nonce a second older than the last one was accepted
    nonceWindow 901, null: one 901 s old was accepted; more wasn't asked
    nonceLead 60, null: one 60 s ahead was accepted; more wasn't asked
    noncePostWindow 901, null: one 901 s old was accepted; more wasn't asked"
  `);
});

it("nonces have to grow, and be no older than half a minute: few ages, each in its turn", async () => {
  expect(await asked({ old: 30, ahead: 1, growing: true })).toMatchInlineSnapshot(`
    "2 s: accessList, 0 s old
    2 s: pairList, 0 s old
    2 s: accessList, 0 s old
    4 s: pairList, 0 s old
    4 s: accessList, 1 s old, refused
    9 s: accessList, 0 s old
    13 s: accessList, 1 s old
    14 s: pairList, 1 s old
    19 s: pairList, 5 s old
    21 s: pairList, 6 s old
    46 s: pairList, 30 s old
    48 s: pairList, 31 s old, refused
    53 s: accessList, 0 s old
    54 s: pairList, -1 s old
    55 s: pairList, -2 s old, refused
    60 s: accessList, 0 s old
    62 s: accountInformation, 1 s old
    67 s: accountInformation, 5 s old
    69 s: accountInformation, 6 s old
    94 s: accountInformation, 30 s old
    96 s: accountInformation, 31 s old, refused
    101 s: accessList, 0 s old
    nonceReuse allow, undefined: the very same request was answered twice
    nonceOrder growing, undefined: a nonce older than the last one was refused; one as old, in order, was accepted
    nonceWindow 30, 31: one 30 s old was accepted; one 31 s old was refused
    nonceLead 1, 2: one 1 s ahead was accepted; one 2 s ahead was refused
    noncePostWindow 30, 31: one 30 s old was accepted; one 31 s old was refused"
  `);
});
