// Turns of requests on a real PostgreSQL: however many processes ask, no more leave than the rate says, and turn-offs wait for nobody.
import { beforeAll, describe, expect, it } from "vitest";
import { budgeted } from "../../../src/app/endpoint.js";
import { takeTurns } from "../../../src/database/turns.js";
import { asked, postgres } from "../../support/postgres.js";

const server = postgres();
let url: string;
beforeAll(async () => {
  url = await server.ledger();
});

/** When so many requests that are asked for at once may leave, in milliseconds from the first asking. */
async function leavings(count: number, ask: () => Promise<number>): Promise<readonly number[]> {
  const begun = performance.now();
  const all = await Promise.all(Array.from({ length: count }, async () => (await ask()) + performance.now() - begun));
  return all.toSorted((one, other) => one - other);
}

describe("turns", () => {
  it("come one after the other at the rate, whoever asks", async () => {
    const at = await leavings(30, () => takeTurns(url, [{ name: "one", perSecond: 20 }], false));
    // A tenth of a second's worth leaves at once; asking takes its time, too, so it can only be later.
    for (const [place, ms] of at.entries()) expect(ms).toBeGreaterThanOrEqual((place - 1) * 50 - 1);
    expect(at.at(-1)).toBeGreaterThan(1_350);
  });

  it("of two rates are waited for as the slower one says, and are used up at both", async () => {
    const [slow, quick] = [
      { name: "slow", perSecond: 2 },
      { name: "quick", perSecond: 1_000 },
    ];
    await takeTurns(url, [slow, quick], false);
    expect(await takeTurns(url, [quick, slow], false)).toBeGreaterThan(300);
    expect(await takeTurns(url, [quick], false)).toBe(0);
    expect(await takeTurns(url, [slow], false)).toBeGreaterThan(700);
  });

  it("are those of the rate that was stated last", async () => {
    for (let count = 0; count < 3; count += 1) await takeTurns(url, [{ name: "changed", perSecond: 1 }], false);
    const before = await takeTurns(url, [{ name: "changed", perSecond: 100 }], false);
    expect(await takeTurns(url, [{ name: "changed", perSecond: 100 }], false)).toBeLessThan(before + 100);
  });

  it("that were missed don't add up", async () => {
    await takeTurns(url, [{ name: "rested", perSecond: 1 }], false);
    await asked(url, "update botform.pace set free_at = free_at - interval '1 hour' where name = 'rested'");
    expect(await takeTurns(url, [{ name: "rested", perSecond: 1 }], false)).toBe(0);
    expect(await takeTurns(url, [{ name: "rested", perSecond: 1 }], false)).toBeGreaterThan(500);
  });

  it("are used up by turn-offs, which wait for none, and make nobody wait for longer than a second more", async () => {
    const rate = [{ name: "urgent", perSecond: 4 }];
    const waits = await Promise.all(Array.from({ length: 20 }, () => takeTurns(url, rate, true)));
    expect(waits).toEqual(waits.map(() => 0));
    const after = await takeTurns(url, rate, false);
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThanOrEqual(1_000);
  });

  it("of two rates that are named in another order don't wait for each other", async () => {
    const rates = ["left", "right"].map((name) => ({ name, perSecond: 10_000 }));
    const both = [rates, rates.toReversed()];
    await Promise.all(Array.from({ length: 60 }, (_, at) => takeTurns(url, both[at % 2] ?? [], false)));
  });

  it("of an emergency stop are counted, and waited for by nobody", async () => {
    const endpoint = { apiUrl: "https://x.example", apiKey: "key", apiSecret: "secret" };
    const turnsOf = (waitsForNobody: boolean) =>
      budgeted(endpoint, { journal: url, requestsPerSecond: 1, waitsForNobody }).budget?.turns;
    await turnsOf(false)?.(false);
    const before = (await turnsOf(false)?.(false)) ?? 0;
    expect(before).toBeGreaterThan(500);
    expect(await turnsOf(true)?.(false)).toBe(0);
    // It is taken behind whoever asked.
    await expect.poll(() => turnsOf(false)?.(false)).toBeGreaterThan(before + 1_000);
  });
});
