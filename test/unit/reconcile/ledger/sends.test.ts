// The journal of sends: the intent before the post, nothing secret in it, and a repeat of what nobody knows the end of is noticed.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderDisk } from "../../../../src/disk/folder.js";
import { type Disk, DiskError } from "../../../../src/model/ports.js";
import { readHistory, runId } from "../../../../src/reconcile/ledger/history.js";
import {
  beginSend,
  doubtfulSend,
  openingSends,
  SENDS_SUFFIX,
  type Sent,
} from "../../../../src/reconcile/ledger/sends.js";
import type { HookVerdict } from "../../../../src/service/hook-transport.js";
import { Shelf } from "../recorded.js";

const NOW = Date.UTC(2026, 10, 21, 18, 0, 0);
const SENT: Sent = {
  account: "main",
  action: "open",
  botId: 7,
  pairs: ["BTCUSDT"],
  side: "long",
  body: '{"botId":7}',
  origin: "https://hook.example.net",
};

const NOWHERE = async () => [];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "botform-sends-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Ending =
  | "refused unread"
  | "refused and seen"
  | "died"
  | "refused"
  | "not-sent"
  | "ambiguous"
  | "unseen"
  | "seen"
  | "ambiguous and seen";

const VERDICTS: Readonly<Record<Ending, HookVerdict["kind"] | undefined>> = {
  died: undefined,
  ...{ refused: "refused", "refused unread": "refused", "refused and seen": "refused", "not-sent": "not-sent" },
  ...{ ambiguous: "ambiguous", "ambiguous and seen": "ambiguous", unseen: "accepted", seen: "accepted" },
};

async function kept(disk: Disk, at: number, sent: Sent, ending: Ending): Promise<string> {
  const journal = await beginSend(disk, runId(at, "abcd1234"), at, sent);
  const verdict = VERDICTS[ending];
  if (verdict !== undefined) {
    await journal.verdict(at, verdict);
    await journal.observed(at, ending.endsWith("seen") && ending !== "unseen", ending === "refused");
  }
  await journal.close();
  return journal.name;
}

describe("a repeat", () => {
  it.each<readonly [Ending, boolean, string]>([
    ["died", true, "nobody knows whether it left"],
    ["ambiguous", true, "the answer was lost"],
    ["ambiguous and seen", true, "that may have been somebody else's doing"],
    ["unseen", true, "accepted doesn't mean opened"],
    ["seen", false, "its end is known"],
    ["refused", false, "nothing was done, and the deals show that"],
    ["refused unread", true, "nobody could check that"],
    ["refused and seen", true, "that may have been somebody else's doing"],
    ["not-sent", false, "nothing left"],
  ])("of one that ended as %s is in doubt: %s (%s)", async (ending, isDoubtful) => {
    const disk = new Shelf();
    await kept(disk, NOW, SENT, ending);
    expect((await doubtfulSend(disk, NOW + 1000, SENT, NOWHERE))?.at).toBe(isDoubtful ? NOW : undefined);
  });

  it.each<readonly [Partial<Sent>, boolean, string]>([
    [{}, true, "the same body"],
    [{ body: '{"action":"open"}' }, true, "the other dialect"],
    [{ body: "{}", pairs: ["ETHUSDT", "BTCUSDT"] }, true, "one pair is the same"],
    [{ body: "{}", pairs: ["ETHUSDT"] }, true, "another pair of the bot"],
    [{ body: "{}", botId: 8 }, false, "another bot"],
    [{ body: "{}", botId: undefined }, false, "no bot"],
    [{ action: "average" }, false, "another action"],
    [{ account: "other" }, false, "another account"],
    [{ origin: "https://other.example.net" }, false, "another service"],
  ])("%j: %s (%s)", async (other, isDoubtful) => {
    const disk = new Shelf();
    await kept(disk, NOW, SENT, "ambiguous");
    expect((await doubtfulSend(disk, NOW + 1000, { ...SENT, ...other }, NOWHERE))?.at).toBe(
      isDoubtful ? NOW : undefined,
    );
  });

  it.each<readonly [Partial<Sent>, boolean, string]>([
    [{ service: "https://api.example.net" }, true, "another host of webhooks"],
    [{ service: "https://API.example.net." }, true, "at another spelling of the service's host"],
    [{}, false, "at an unknown service, by another host of webhooks"],
    [{ account: "before", service: "https://api.example.net" }, true, "under its name of before"],
    [{ service: "https://sandbox.example.net" }, false, "at another service"],
    [{ account: "other", service: "https://api.example.net" }, false, "of another account"],
  ])("of the account at any of its places, %j: %s (%s)", async (other, isDoubtful) => {
    const disk = new Shelf();
    await kept(disk, NOW, { ...SENT, origin: "https://other.example.net", ...other }, "ambiguous");
    const places = async () =>
      ["https://api.example.net", "https://API.example.net."].flatMap((origin) =>
        ["before", "main"].map((account) => ({ account, origin })),
      );
    expect((await doubtfulSend(disk, NOW + 1000, SENT, places))?.at).toBe(isDoubtful ? NOW : undefined);
    expect(await doubtfulSend(disk, NOW + 1000, SENT, NOWHERE)).toBeUndefined();
  });

  it.each<readonly [Partial<Sent>, boolean]>([
    [{ pairs: ["ETHUSDT", "BTCUSDT"] }, true],
    [{ pairs: ["ETHUSDT"] }, false],
    [{ side: "short" }, false],
    [{ botId: 8 }, false],
    [{ pairs: [] }, false],
    [{ pairs: [], body: SENT.body }, true],
  ])(
    "without a bot, or of an average, asks for pair and direction, or the very same body: %j is one: %s",
    async (other, isDoubtful) => {
      for (const sent of [
        { ...SENT, botId: undefined },
        { ...SENT, action: "average" as const },
      ]) {
        const disk = new Shelf();
        await kept(disk, NOW, sent, "ambiguous");
        const again = await doubtfulSend(disk, NOW + 1000, { ...sent, body: "{}", ...other }, NOWHERE);
        expect(again?.at).toBe(isDoubtful ? NOW : undefined);
      }
    },
  );

  it.each([
    { action: "open", lasts: 185_000 },
    { action: "average", lasts: 60_000 },
  ] as const)("of an $action is one for $lasts ms, also with a clock that was set back", async ({ action, lasts }) => {
    const disk = new Shelf();
    const sent = { ...SENT, action };
    await kept(disk, NOW, sent, "ambiguous");
    const doubt = { at: NOW, until: NOW + lasts };
    expect(await doubtfulSend(disk, NOW + lasts - 1, sent, NOWHERE)).toEqual(doubt);
    expect(await doubtfulSend(disk, NOW + lasts, sent, NOWHERE)).toBeUndefined();
    expect(await doubtfulSend(disk, NOW - 5_000, sent, NOWHERE)).toEqual(doubt);
  });

  it("is of the latest of several, and of one whose pairs are more", async () => {
    const disk = new Shelf();
    for (const seconds of [1, 3, 2]) await kept(disk, NOW + seconds * 1000, SENT, "ambiguous");
    expect((await doubtfulSend(disk, NOW + 5000, SENT, NOWHERE))?.at).toBe(NOW + 3000);
    const other = new Shelf();
    const average = { ...SENT, action: "average" } as const;
    await kept(other, NOW, { ...average, body: "{}", pairs: ["ETHUSDT", "BTCUSDT"] }, "ambiguous");
    expect((await doubtfulSend(other, NOW + 1000, average, NOWHERE))?.at).toBe(NOW);
  });

  it("is one by its body alone, whatever pair it is about", async () => {
    const disk = new Shelf();
    const sent = { ...SENT, botId: undefined, pairs: [] };
    await kept(disk, NOW, sent, "ambiguous");
    expect((await doubtfulSend(disk, NOW + 1000, sent, NOWHERE))?.at).toBe(NOW);
  });

  it.each(["accepted", "refused"] as const)(
    "of one that was %s and never looked after is in doubt",
    async (verdict) => {
      const disk = new Shelf();
      const journal = await beginSend(disk, runId(NOW, "abcd1234"), NOW, SENT);
      await journal.verdict(NOW, verdict);
      expect((await doubtfulSend(disk, NOW + 1000, SENT, NOWHERE))?.at).toBe(NOW);
    },
  );

  it("of a close is harmless, and its own file is none", async () => {
    const disk = new Shelf();
    await kept(disk, NOW, { ...SENT, action: "close" }, "ambiguous");
    expect(await doubtfulSend(disk, NOW, { ...SENT, action: "close" }, NOWHERE)).toBeUndefined();
    const name = await kept(disk, NOW + 1, SENT, "died");
    expect(await doubtfulSend(disk, NOW + 2, SENT, NOWHERE, name)).toBeUndefined();
  });

  it("is judged by what can be read of torn and foreign files", async () => {
    const disk = new Shelf();
    const name = await kept(disk, NOW, SENT, "seen");
    disk.cutAfter(() => 0);
    disk.files.set(name, `${disk.files.get(name)}{"v":1,"type":"verd`);
    disk.files.set(`2026-11-21T18-00-01Z-ffff0000${SENDS_SUFFIX}`, "no journal");
    expect((await doubtfulSend(disk, NOW + 1000, SENT, NOWHERE))?.at).toBe(NOW);
  });
});

describe("an open that is in doubt", () => {
  const open = (at: number, botId: number | undefined) => ({
    ...{ sends: "start-deal", isWebhook: true, isUnknown: true, botId, at },
    address: botId === undefined ? "main" : `main/#${botId}`,
    notAfter: at + 65_000,
  });

  const HERE = { account: "main", origin: "https://api.example.net" };

  it("is one at that service, as far as its record tells", async () => {
    for (const [service, isHere] of [
      [undefined, true],
      [HERE.origin, true],
      ["https://sandbox.example.net", false],
    ] as const) {
      const disk = new Shelf();
      await kept(disk, NOW, { ...SENT, service }, "ambiguous");
      expect(await openingSends(disk, NOW, "main", [HERE])).toHaveLength(isHere ? 1 : 0);
      expect([...disk.files.values()].join()).not.toContain("example.net");
    }
  });

  it.each<readonly [Ending, boolean]>([
    ["died", true],
    ["unseen", true],
    ["seen", false],
    ["refused", false],
    ["not-sent", false],
  ])("that ended as %s counts as a start of a deal: %s", async (ending, isDoubtful) => {
    const disk = new Shelf();
    await kept(disk, NOW, SENT, ending);
    expect(await openingSends(disk, NOW, "main", [HERE])).toEqual(isDoubtful ? [open(NOW, 7)] : []);
  });

  it("is one at any place of the account, told once and under its name of today", async () => {
    const disk = new Shelf();
    const moved = { account: "main", origin: "https://moved.example.net" };
    await kept(disk, NOW, { ...SENT, service: undefined }, "ambiguous");
    await kept(disk, NOW + 1_000, { ...SENT, account: "former", service: HERE.origin }, "ambiguous");
    await kept(disk, NOW + 2_000, { ...SENT, account: "former", service: moved.origin }, "ambiguous");
    const places = [HERE, { ...HERE, account: "former" }, moved];
    expect(await openingSends(disk, NOW, "main", places)).toEqual([open(NOW, 7), open(NOW + 1_000, 7)]);
  });

  it("is one of the account, an open, not older than asked for, and needs no bot", async () => {
    const disk = new Shelf();
    await kept(disk, NOW, { ...SENT, botId: undefined }, "ambiguous");
    await kept(disk, NOW + 1_000, { ...SENT, account: "other" }, "ambiguous");
    await kept(disk, NOW + 2_000, { ...SENT, action: "average" }, "ambiguous");
    await kept(disk, NOW - 1_000, SENT, "ambiguous");
    expect(await openingSends(disk, NOW, "main", [HERE])).toEqual([open(NOW, undefined)]);
  });
});

describe("the file", () => {
  it("is its owner's alone, holds neither body nor address, and is no run to the history", async () => {
    const path = join(folder, "journal");
    const secret = { ...SENT, body: '{"botId":7,"note":"CANARY-BODY"}', origin: "https://canary-origin.example.net" };
    await kept(folderDisk(path), NOW, secret, "unseen");
    const [name = "", second] = readdirSync(path);
    expect([name, second]).toEqual([`${runId(NOW, "abcd1234")}.sends`, undefined]);
    const text = readFileSync(join(path, name), "utf8");
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).entry.type),
    ).toEqual(["intent", "verdict", "observed"]);
    expect(text).not.toMatch(/canary/i);
    expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
    expect(await readHistory(folderDisk(path))).toEqual({ runs: [], unreadable: [] });
  });

  it("that can't be written once the webhook has left stops nothing; any other error is ours", async () => {
    const failing = async (error: Error) => {
      let lines = 0;
      const append = async () => {
        lines += 1;
        if (lines > 1) throw error;
      };
      const close = async () => Promise.reject(error);
      const disk: Disk = { ...new Shelf(), create: async () => ({ append, sync: async () => {}, close }) };
      const journal = await beginSend(disk, runId(NOW, "abcd1234"), NOW, SENT);
      await journal.verdict(NOW, "accepted");
      await journal.observed(NOW, true, true);
      await journal.close();
      return lines;
    };
    expect(await failing(new DiskError("ENOSPC", "no room"))).toBe(3);
    await expect(failing(new TypeError("ours"))).rejects.toThrow(TypeError);
  });

  it("that fails for another reason isn't passed over, not even once the webhook has left", async () => {
    let lines = 0;
    const append = async () => {
      lines += 1;
      if (lines > 1) throw new TypeError("ours");
    };
    const disk: Disk = {
      ...new Shelf(),
      create: async () => ({ append, sync: async () => {}, close: async () => {} }),
    };
    const journal = await beginSend(disk, runId(NOW, "abcd1234"), NOW, SENT);
    await expect(journal.verdict(NOW, "accepted")).rejects.toThrow(TypeError);
  });

  it("that can't be synced stops the send; it is closed in any case", async () => {
    const full = new DiskError("ENOSPC", "no room");
    const closed: string[] = [];
    const diskWith = (what: string, sync: () => Promise<void>): Disk => ({
      ...new Shelf(),
      create: async () => ({ append: async () => {}, sync, close: async () => void closed.push(what) }),
    });
    await expect(
      beginSend(
        diskWith("full", () => Promise.reject(full)),
        runId(NOW, "abcd1234"),
        NOW,
        SENT,
      ),
    ).rejects.toBe(full);
    await (
      await beginSend(
        diskWith("fine", async () => {}),
        runId(NOW, "abcd1234"),
        NOW,
        SENT,
      )
    ).close();
    expect(closed).toEqual(["full", "fine"]);
  });
});
