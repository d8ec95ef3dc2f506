// The turn-offs of one exchange, request by request: whom it tells, what it reads again and when, and what it reports.
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../../src/model/ports.js";
import type { TurnOffOptions } from "../../../../src/reconcile/emergency-stop/turn-off-options.js";
import type { KnownBot } from "../../../../src/reconcile/ledger/facts.js";
import { live } from "../fleet.js";
import { Account } from "./account.js";
import { lists, ON, turnOffs } from "./stops.js";

const known = (id: number): KnownBot => ({ id, accessId: 1, title: `known ${id}`, address: undefined });

describe("a bot that is known beside the list", () => {
  it("is read by its id where the list hides it, and only there", async () => {
    const account = new Account(live(1, "a", ON), live(2, "b"), live(3, "c", ON));
    account.hidden.add(2).add(3);
    const { log, ends } = await turnOffs(account, {}, { known: [known(1), known(2), known(3), known(4)] });
    expect(log.slice(0, 6)).toEqual(["list 0", "off 1", "look 2", "look 3", "look 4", "off 3"]);
    expect(ends).toEqual([[1, 3], [2], []]);
  });

  it("that is refused is gone, where the list and another bot vouch for that", async () => {
    const account = new Account(live(1, "a"));
    account.broken.set(9, new ServiceError("refused", "no such bot"));
    const { ends } = await turnOffs(account, { until: 3 }, { known: [known(9)] });
    expect(ends).toEqual([[], [1], []]);
  });

  it("that can't be read is named with why", async () => {
    const account = new Account(live(1, "a"));
    account.broken.set(9, new ServiceError("http", "HTTP 500"));
    const { report } = await turnOffs(account, { until: 3 }, { known: [known(9)] });
    expect(report.stragglers).toEqual([
      { id: 9, title: "known 9", status: "not in the list", why: "its details can't be read: HTTP 500", told: false },
    ]);
    expect(report.unsettled).toEqual([]);
  });
});

describe("bots are watched", () => {
  it("until the time in which queued commands take effect is over; that is said once", async () => {
    const account = new Account(live(1, "a", ON), live(2, "b"));
    const { log, said, ends } = await turnOffs(account, { settled: 12 });
    expect(said).toEqual([[2, 11_700]]);
    expect(lists(log)).toEqual([0, 0.3, 5.8, 11.8]);
    expect(ends).toEqual([[1], [2], []]);
  });

  it("in doubt until its turn-on can't take effect any more, and told although it looks off", async () => {
    const account = new Account(live(1, "a"), live(2, "b"));
    const { log, said, ends } = await turnOffs(account, {
      settled: 2,
      doubts: [
        [1, 20],
        [3, 90],
      ],
    });
    expect(log.filter((one) => one === "off 1")).toHaveLength(1);
    expect(said).toEqual([[2, 19_700]]);
    expect(ends).toEqual([[1], [2], []]);
    expect(account.passed).toBeGreaterThanOrEqual(20_000);
    expect(account.passed).toBeLessThan(25_000);
  });

  it("and told again at once when they come on in doubt", async () => {
    const account = new Account(live(1, "a")).after(4, () => account.set(1, true));
    const { log, ends } = await turnOffs(account, { doubts: [[1, 20]] });
    expect(log.filter((one) => one === "off 1")).toHaveLength(2);
    expect(log.indexOf("off 1", 4)).toBeLessThan(12);
    expect(ends).toEqual([[1], [], []]);
  });

  it("no longer than they may be, and what is off by then is no straggler unless it was in doubt", async () => {
    const account = new Account(live(1, "a"), live(2, "b"));
    const { report, ends } = await turnOffs(account, { until: 10, doubts: [[1, 60]] });
    expect(ends).toEqual([[], [2], [1]]);
    expect(report.stragglers[0]?.why).toBe(
      "it was confirmed off, but a turn-on that was sent before may still take effect, and the time ran out",
    );
    expect(report.stragglers[0]?.told).toBe(true);
  });

  it("and who breaks the watch off is told what that leaves open", async () => {
    const abort = new AbortController();
    const account = new Account(live(1, "a", ON)).after(5, () => abort.abort());
    const { report } = await turnOffs(account, { settled: 60 }, { signal: abort.signal });
    expect(report.unsettled).toEqual([
      expect.stringMatching(
        /^all were confirmed off, but the watch was stopped 5\d s early: a queued turn-on may still take effect$/,
      ),
    ]);
    const late = await turnOffs(new Account(live(1, "a")), { until: 3, settled: 3 });
    expect(late.report.unsettled).toEqual([]);
  });
});

describe("lists are read again", () => {
  it("every ten seconds while a bot isn't off, and once when all are", async () => {
    const account = new Account(live(1, "a", ON));
    account.answers.set(1, () => ({ kind: "accepted" }));
    account.after(25, () => account.set(1, false));
    const { log } = await turnOffs(account);
    const [first, second, third, ...rest] = lists(log);
    expect(first).toBe(0);
    expect(second).toBeGreaterThanOrEqual(10);
    expect(second).toBeLessThan(13);
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(10);
    expect(rest.length).toBeLessThan(2);
  });

  it("and what they show on, or anew, or don't show any more is read by its id; what was seen off isn't", async () => {
    const account = new Account(live(1, "a"), live(2, "b"), live(3, "c"));
    account.after(1, () => {
      account.set(2, true);
      account.set(4, false);
      account.hidden.add(3);
      account.log.push("---");
    });
    const { log, ends } = await turnOffs(account, { settled: 9 });
    const later = log.slice(log.indexOf("---"));
    expect(later.filter((one) => /^look/.test(one)).slice(0, 3)).toEqual(["look 2", "look 4", "look 3"]);
    expect(later).not.toContain("look 1");
    expect(ends).toEqual([[2], [1, 3, 4], []]);
  });

  it("a bot that the list hid, and that came on, is turned off again", async () => {
    const account = new Account(live(1, "a", ON), live(2, "b"));
    account.after(1, () => {
      account.set(1, true);
      account.hidden.add(1);
    });
    const { log, ends } = await turnOffs(account, { settled: 9 });
    expect(log.filter((one) => one === "off 1")).toHaveLength(2);
    expect(ends).toEqual([[1], [2], []]);
  });

  it("until one could be read: otherwise nobody knows what came on", async () => {
    const account = new Account(live(1, "a")).after(1, () =>
      account.broken.set("list", new ServiceError("http", "HTTP 503")),
    );
    const { report, said } = await turnOffs(account, { until: 14, settled: 8 });
    expect(report.unsettled).toEqual(["X: it is unknown whether other bots came on meanwhile: HTTP 503"]);
    expect(said).toContain("HTTP 503");
    const mended = new Account(live(1, "a"))
      .after(1, () => mended.broken.set("list", new ServiceError("http", "HTTP 503")))
      .after(20, () => mended.broken.clear());
    expect((await turnOffs(mended, { settled: 8 })).report.unsettled).toEqual([]);
    expect(mended.passed).toBeGreaterThanOrEqual(20_000);
  });

  it("an account without bots has an empty list", async () => {
    const { report, ends } = await turnOffs(new Account(), { settled: 12 });
    expect([ends, report.unsettled, report.wasRead]).toEqual([[[], [], []], [], true]);
  });
});

describe("which bots are meant", () => {
  it("is asked of the list, and of the details where the list can't tell", async () => {
    const account = new Account(
      live(1, "a", ON),
      live(2, "b", ON),
      live(3, "c", ON),
      live(4, "d", { ...ON, accessId: 2 }),
    );
    for (const id of [3, 4]) account.rows.set(id, live(id, "", { ...ON, accessId: null }));
    const byAccess: TurnOffOptions["includes"] = ({ id, accessId }) =>
      accessId === null ? undefined : id !== 2 && accessId === 1;
    const { log, ends } = await turnOffs(account, {}, { includes: byAccess });
    expect(log.slice(0, 5)).toEqual(["list 0", "off 1", "look 3", "look 4", "off 3"]);
    expect(log.filter((one) => /^off [24]|look 2/.test(one))).toEqual([]);
    expect(ends).toEqual([[1, 3], [], []]);
  });
});

it("of many bots, details are read of those that the list no longer shows on", async () => {
  const ids = [1, 2, 3, 4, 5, 6];
  const account = new Account(...ids.map((id) => live(id, `bot ${id}`, ON)));
  const slow = [3, 4, 5, 6];
  for (const id of slow) {
    account.answers.set(id, () => ({ kind: "accepted" }));
    account.after(4, () => account.set(id, false));
  }
  const { log, ends } = await turnOffs(account);
  expect(ends).toEqual([ids, [], []]);
  expect(log.filter((one) => one.startsWith("look"))).toEqual(ids.map((id) => `look ${id}`));
});

describe("details are read", () => {
  const all = (ids: readonly number[]) => new Account(...ids.map((id) => live(id, `bot ${id}`, ON)));

  it("of three bots that were told, without another list", async () => {
    const { log } = await turnOffs(all([1, 2, 3]));
    expect(log.slice(0, 7)).toEqual(["list 0", "off 1", "off 2", "off 3", "look 1", "look 2", "look 3"]);
  });

  const TOLD = ["list 0", "off 1", "off 2", "off 3", "off 4", "list 0.3"];

  it("of each of many, where the list doesn't come", async () => {
    const account = all([1, 2, 3, 4])
      .after(0.1, () => account.broken.set("list", new ServiceError("http", "HTTP 503")))
      .after(0.4, () => account.broken.clear());
    const { log, ends } = await turnOffs(account);
    expect(log.slice(0, 10)).toEqual([...TOLD, "look 1", "look 2", "look 3", "look 4"]);
    expect(ends).toEqual([[1, 2, 3, 4], [], []]);
  });

  it("of one of many that the list doesn't show any more", async () => {
    const account = all([1, 2, 3, 4]).after(0.1, () => account.hidden.add(4));
    for (const id of [1, 2, 4]) account.answers.set(id, () => ({ kind: "accepted" }));
    account.after(0.5, () => [1, 2, 4].map((id) => account.set(id, false)));
    const { log, ends } = await turnOffs(account);
    expect(log.slice(0, 8)).toEqual([...TOLD, "look 3", "look 4"]);
    expect(ends).toEqual([[1, 2, 3, 4], [], []]);
  });
});

describe("a list that doesn't come", () => {
  it("keeps no turn-off from a bot that is known", async () => {
    const account = new Account(live(1, "a", ON), live(2, "b"));
    account.broken.set("list", new ServiceError("http", "HTTP 500"));
    const { ends, report } = await turnOffs(account, { until: 3 }, { known: [known(1), known(2)] });
    expect(ends).toEqual([[1], [2], []]);
    expect([report.wasRead, report.unsettled]).toEqual([false, ["X: its bots are unknown: HTTP 500"]]);
  });
});

describe("a run that begins meanwhile", () => {
  it("leaves a turn-on in doubt: that bot is told, and watched until it can't come on any more", async () => {
    const account = new Account(live(1, "a"), live(2, "b"));
    account.after(15, () => account.set(1, true));
    const doubts = new Map<number, number>();
    const remembered = async () => {
      if (account.passed >= 12_000) doubts.set(1, account.at(30));
      return { known: [], doubts: new Map(doubts) };
    };
    const { log, ends } = await turnOffs(account, { until: 12, settled: 12 }, { remembered });
    expect(ends).toEqual([[1], [2], []]);
    expect(log.filter((one) => one.startsWith("off"))).toEqual(["off 1", "off 1"]);
    expect(account.passed).toBeGreaterThanOrEqual(30_000);
    expect(account.bots.get(1)?.status.on).toBe(false);
  });

  it("turns a bot on once more that was in doubt before: it is told again, and watched anew", async () => {
    const account = new Account(live(1, "a"));
    account.after(15, () => account.set(1, true));
    const remembered = async () => ({
      known: [],
      doubts: new Map([[1, account.at(account.passed < 12_000 ? 5 : 30)]]),
    });
    const { log, ends } = await turnOffs(account, { until: 12, settled: 12 }, { remembered });
    expect(ends).toEqual([[1], [], []]);
    expect(log.filter((one) => one.startsWith("off"))).toEqual(["off 1", "off 1", "off 1"]);
    expect(account.passed).toBeGreaterThanOrEqual(30_000);
    expect(account.bots.get(1)?.status.on).toBe(false);
  });

  it("makes a bot that no list has shown: it is read, too", async () => {
    const account = new Account(live(1, "a"));
    account.hidden.add(2);
    account.after(5, () => account.set(2, true));
    const remembered = async () => ({ known: account.passed >= 6_000 ? [known(2)] : [], doubts: new Map() });
    expect((await turnOffs(account, { settled: 6, until: 20 }, { remembered })).ends).toEqual([[2], [1], []]);
  });
});
