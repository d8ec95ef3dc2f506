// Admission: no more accounts under way than asked for, in their order, and those that wait are said.
import { describe, expect, it } from "vitest";
import { ACCOUNTS_AT_ONCE, admitted, waitingText } from "../../../../src/app/gate/admission.js";

/** Works through them, and keeps how many were under way at once at most. */
async function worked(count: number, options: Parameters<typeof admitted>[1]) {
  const begun: number[] = [];
  let underWay = 0;
  let most = 0;
  const all = Array.from({ length: count }, (_, index) => index);
  const results = await admitted(all, options, async (one) => {
    begun.push(one);
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    return one * 2;
  });
  return { all, begun, most, results };
}

describe("accounts at once", () => {
  it.each([
    [{ accountsAtOnce: 1 }, 1],
    [{ accountsAtOnce: 7 }, 7],
    [{ accountsAtOnce: 500 }, 100],
    [{}, ACCOUNTS_AT_ONCE],
  ])("with %j are %i at most, begin in their order, and all end", async (options, most) => {
    const seen = await worked(100, options);
    expect(seen.most).toBe(most);
    expect(seen.begun).toEqual(seen.all);
    expect(seen.results).toEqual(seen.all.map((one) => one * 2));
  });

  it("says who waits, and nothing where nobody does", () => {
    expect(waitingText(20, {})).toBeUndefined();
    expect(waitingText(400, {})).toBe("400 accounts, 20 at a time: 380 wait for their turn (--accounts-at-once)");
    expect(waitingText(3, { accountsAtOnce: 2 })).toContain("3 accounts, 2 at a time: 1 wait");
  });
});
