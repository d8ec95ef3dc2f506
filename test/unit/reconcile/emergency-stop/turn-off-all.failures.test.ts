// The turn-offs of one exchange where something fails: reads, switches, the record, and whoever interrupts.
import { describe, expect, it } from "vitest";
import { DiskError, ServiceError } from "../../../../src/model/ports.js";
import type { TurnOffOptions } from "../../../../src/reconcile/emergency-stop/turn-off-options.js";
import { type Journal, NO_JOURNAL } from "../../../../src/reconcile/ledger/journal.js";
import { live } from "../fleet.js";
import { Account } from "./account.js";
import { lists, ON, turnOffs } from "./stops.js";

describe("what can't be read", () => {
  const NO = new ServiceError("http", "HTTP 503");

  it("is asked for until it is there: a list", async () => {
    const account = new Account(live(1, "a", ON)).after(3, () => account.broken.clear());
    account.broken.set("list", NO);
    const { ends, said, log } = await turnOffs(account, {}, { onUnanswered: undefined });
    expect([ends, said]).toEqual([[[1], [], []], []]);
    expect(lists(log).slice(0, 5)).toEqual([0, 0.3, 0.8, 1.8, 3.8]);
  });

  it("and a bot: until then nothing is over, and not all are seen off", async () => {
    const account = new Account(live(1, "a", ON), live(2, "b")).after(6, () => account.broken.clear());
    account.broken.set(2, NO);
    const { ends, said } = await turnOffs(account, { settled: 8 });
    expect(ends).toEqual([[1], [2], []]);
    expect(said).toEqual([[2, expect.any(Number)]]);
    expect(account.passed).toBeGreaterThanOrEqual(6_000);
    const alone = new Account(live(2, "b")).after(6, () => alone.broken.clear());
    alone.broken.set(2, NO);
    expect((await turnOffs(alone)).ends).toEqual([[], [2], []]);
  });

  it.each(["absent", "refused"] as const)("is no proof of the absence of a bot that was listed (%s)", async (kind) => {
    const account = new Account(live(1, "a"), live(2, "b"));
    account.broken.set(2, new ServiceError(kind, "no such bot"));
    expect((await turnOffs(account, { until: 5 })).ends).toEqual([[], [1], [2]]);
  });

  it("is no end of a bot that was told: it is looked at again", async () => {
    const account = new Account(live(1, "a", ON)).after(4, () => account.broken.clear());
    account.answers.set(1, () => {
      account.set(1, false);
      account.broken.set(1, NO);
      return { kind: "accepted" };
    });
    expect((await turnOffs(account)).ends).toEqual([[1], [], []]);
    expect(account.passed).toBeGreaterThanOrEqual(4_000);
  });

  it("is nothing that was seen off, for who breaks the watch off", async () => {
    const abort = new AbortController();
    const account = new Account(live(1, "a")).after(5, () => abort.abort());
    account.broken.set(1, NO);
    const { ends, report } = await turnOffs(account, { settled: 60 }, { signal: abort.signal });
    expect([ends, report.unsettled]).toEqual([[[], [], [1]], []]);
  });

  it("and never comes, is named as what nobody knows", async () => {
    const account = new Account(live(1, "a", ON));
    account.broken.set("list", NO);
    const { report, log } = await turnOffs(account, { until: 5, settled: 60 });
    expect([report.wasRead, report.unsettled]).toEqual([false, ["X: its bots are unknown: HTTP 503"]]);
    expect(log.some((one) => one.startsWith("off"))).toBe(false);
  });

  it("a list that is suddenly empty is none", async () => {
    const account = new Account(live(1, "a")).after(1, () => account.hidden.add(1));
    const { report } = await turnOffs(account, { until: 12, settled: 8 });
    expect(report.unsettled).toEqual([expect.stringMatching(/meanwhile: the bot list is suddenly empty$/)]);
  });
});

describe("a bot that doesn't go off", () => {
  it("is told again every ten seconds, and named in the end with its status", async () => {
    const account = new Account(live(1, "a", ON));
    account.answers.set(1, () => ({ kind: "accepted" }));
    const { report, log } = await turnOffs(account, { until: 25, settled: 60 });
    expect(log.filter((one) => one === "off 1")).toHaveLength(3);
    expect(report.stragglers).toEqual([
      {
        ...{ id: 1, title: "a", status: "ENABLED", told: true },
        why: "told to turn off 3 times, and the time ran out before it was observed off",
      },
    ]);
    // Not all were seen off.
    expect(report.unsettled).toEqual([]);
  });

  it("is shown with the status that it had last", async () => {
    const account = new Account(live(1, "a", ON)).after(1, () => account.set(1, true, "STOPPING"));
    account.answers.set(1, () => ({ kind: "accepted" }));
    expect((await turnOffs(account, { until: 4 })).report.stragglers).toMatchObject([{ status: "STOPPING" }]);
  });
});

describe("the record", () => {
  it("is begun where something is sent, has the intent before that, and the end", async () => {
    const account = new Account(live(1, "a", ON), live(2, "b"));
    const events: unknown[] = [];
    const journal: Journal = {
      ...NO_JOURNAL,
      intent: async () => account.log.push("intent"),
      outcome: ({ kind, detail }) => void account.log.push(`${kind}: ${detail}`),
      end: async () => void account.log.push("end"),
    };
    const onEvent: TurnOffOptions["onEvent"] = ({ type, step }) => events.push([type, step.address]);
    const { log } = await turnOffs(account, {}, { onEvent }, () => journal);
    expect(log.filter((one) => !/^l/.test(one))).toEqual([
      "intent",
      "off 1",
      "applied: observed: off (DISABLED)",
      "end",
    ]);
    expect(events).toEqual([["ended", "main/#1"]]);
    let begun = 0;
    const count = () => {
      begun += 1;
      return NO_JOURNAL;
    };
    await turnOffs(new Account(live(2, "b")), {}, {}, count);
    expect(begun).toBe(0);
  });

  it("that can't be begun, or written, stops nothing, and is told of", async () => {
    const full = new DiskError("ENOSPC", "full");
    const first = await turnOffs(new Account(live(1, "a", ON)), {}, {}, () => {
      throw full;
    });
    expect([first.ends[0], first.report.notes]).toEqual([
      [1],
      ["the journal can't be written (ENOSPC), so this run isn't in the history and can't be undone"],
    ]);
    const second = await turnOffs(new Account(live(1, "a", ON)), {}, {}, () => ({
      ...NO_JOURNAL,
      intent: () => Promise.reject(full),
    }));
    expect([second.ends[0], second.report.notes]).toEqual([[1], [expect.stringContaining("ENOSPC")]]);
    const ours = turnOffs(new Account(live(1, "a", ON)), {}, {}, () => {
      throw new TypeError("ours");
    });
    await expect(ours).rejects.toThrow("ours");
  });
});

it("a write whose intent was still being written at the interrupt isn't sent: the bot hasn't been told", async () => {
  const abort = new AbortController();
  const account = new Account(live(1, "a", ON));
  const intent = async () => {
    abort.abort();
    return 1;
  };
  const { report, log } = await turnOffs(account, {}, { signal: abort.signal }, () => ({ ...NO_JOURNAL, intent }));
  expect(report.stragglers).toMatchObject([
    { id: 1, told: false, why: "it was interrupted before it was told to turn off" },
  ]);
  expect(log).toEqual(["list 0"]);
});

it("where nobody listens nothing is said, and where nothing is to be watched neither", async () => {
  const silent = await turnOffs(new Account(live(1, "a", ON)), { settled: 4 }, { onSeenOff: undefined });
  expect(silent.ends[0]).toEqual([1]);
  expect((await turnOffs(new Account(live(1, "a", ON)))).said).toEqual([]);
});
