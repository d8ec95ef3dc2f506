// Two accounts that one key opens.
import { describe, expect, it } from "vitest";
import { refuseSharedKey } from "../../../../src/app/planning/open-accounts.js";
import { refusal } from "../room.js";

describe("two accounts behind one key", () => {
  const open = (account: string, apiUrl: string, apiKey: string) => ({
    account,
    endpoint: { apiUrl, apiKey, apiSecret: "s" },
  });
  it("are refused before anything is read", async () => {
    const [first, second] = [open("a", "https://x", "k"), open("b", "https://x", "k")];
    expect(await refusal(() => refuseSharedKey([first, second], "Mend it."))).toEqual([
      "the accounts a and b use the same API key at https://x, so one of them has the wrong key; nothing was read\nMend it.",
      3,
    ]);
    expect(() => refuseSharedKey([first, open("b", "https://y", "k"), open("c", "https://x", "l")], "")).not.toThrow();
  });
});
