// The exit code of a webhook that was sent, and what to do next: by its answer, and by what was seen of it.
import { describe, expect, it } from "vitest";
import { exitOf, nextOf } from "../../../../src/app/webhook/outcome.js";
import type { Observation } from "../../../../src/app/webhook/watch.js";
import type { WebhookAction, WebhookMessage } from "../../../../src/model/webhook/webhook.js";

const NAKED = { id: 70, botId: 7, pairTitle: "USDT-BTC", percentTakeProfit: "1.2", address: null, why: "…" };
const seen = (protection?: "protected" | "naked" | "unknown"): Observation => ({
  ...{ kind: "seen", says: "…", naked: protection === "naked" ? [NAKED] : [] },
  ...(protection !== undefined && { protection }),
});
const unseen = (changes: Partial<Extract<Observation, { kind: "unseen" }>> = {}): Observation => ({
  ...{ kind: "unseen", says: "…", looked: true, naked: [], left: [] },
  ...changes,
});
const UNWATCHED: Observation = { kind: "unwatched", says: "…" };

describe("the exit code", () => {
  it.each([
    ["accepted", seen(), false, 0],
    ["accepted", seen("protected"), false, 0],
    ["accepted", seen("protected"), true, 0],
    ["accepted", seen("naked"), false, 7],
    ["accepted", seen("unknown"), false, 5],
    ["accepted", UNWATCHED, false, 0],
    ["accepted", unseen(), false, 5],
    ["accepted", unseen(), true, 130],
    ["refused", unseen(), false, 1],
    ["refused", unseen({ looked: false }), false, 5],
    ["refused", unseen({ looked: false }), true, 130],
    ["refused", UNWATCHED, false, 5],
    ["refused", seen(), false, 5],
    ["refused", seen("naked"), false, 5],
    ["ambiguous", seen("protected"), false, 5],
    ["ambiguous", unseen(), false, 5],
    ["ambiguous", unseen(), true, 5],
    ["not-sent", unseen(), false, 1],
  ] as const)("of %s, %j, interrupted %s, is %s", (kind, observation, isInterrupted, exitCode) => {
    expect(exitOf({ kind }, observation, isInterrupted)).toBe(exitCode);
  });
});

describe("what to do next", () => {
  const COMMANDS = { update: "botform webhook send update main/a", close: "botform webhook send close main/a" };

  function next(action: WebhookAction, observation: Observation, exitCode: 0 | 1 | 5 | 7, changes: object = {}) {
    const settings = [{ path: "closePosition", value: true, source: { kind: "fixed" } }] as const;
    const message: WebhookMessage = { action, settings };
    const sent = {
      account: { desired: { account: "main" } },
      ...{ expected: { action, pairs: [], takeProfit: true }, commands: COMMANDS, sends: { message }, ...changes },
    };
    return nextOf(sent, exitCode, observation);
  }

  it("is nothing where it is done, or where nothing was done", () => {
    expect([next("open", seen(), 0), next("open", unseen(), 1)]).toEqual([[], []]);
  });

  it("is to mend each naked deal", () => {
    expect(next("open", seen("naked"), 7)).toEqual([
      "Deal 70 is naked. Place its orders again: botform webhook send update main/a. If it stays naked, close its position: botform deals complete 70 --account main.",
    ]);
    const other = [NAKED, { ...NAKED, id: 71 }];
    expect(next("update", unseen({ naked: other }), 5)).toEqual([
      "Deal 70 is naked. Set its take profit: botform deals take-profit 70 1.2 --account main. If it stays naked, close its position: botform deals complete 70 --account main.",
      "Deal 71 is naked. Set its take profit: botform deals take-profit 71 1.2 --account main. If it stays naked, close its position: botform deals complete 71 --account main.",
    ]);
  });

  it("is to look again where it is unknown whether it is protected", () => {
    expect(next("open", seen("unknown"), 5)).toEqual([
      "Look again: botform deals active --account main. If it shows the deal as naked, it names the command that mends it.",
    ]);
  });

  it.each([
    { commands: COMMANDS, close: "botform webhook send close main/a" },
    { commands: {}, close: "botform deals complete DEAL --account main" },
  ])("after an open that isn't seen is to expect it late: $close", ({ commands, close }) => {
    const says = `The open may still act. Look again: botform deals active --account main. Close a deal that you don't want: ${close}. Botform never repeats it by itself.`;
    expect(next("open", unseen(), 5, { commands })).toEqual([says]);
    expect(next("open", UNWATCHED, 5, { commands })).toEqual([says]);
  });

  it("after a close that did nothing is to end each deal by the API", () => {
    expect(next("close", unseen({ left: [70, 71] }), 5)).toEqual([
      "End it by the API instead: botform deals complete 70 --account main; botform deals complete 71 --account main.",
    ]);
    const settings = [{ path: "closePosition", value: false, source: { kind: "fixed" } }];
    expect(next("close", unseen({ left: [70] }), 5, { sends: { message: { action: "close", settings } } })).toEqual([
      "End it by the API instead: botform deals cancel 70 --account main.",
    ]);
  });

  it.each([
    ["close", unseen()],
    ["average", unseen()],
    ["close", UNWATCHED],
    ["open", seen("protected")],
  ] as const)("else is to check first: %s", (action, observation) => {
    expect(next(action, observation, 5)).toEqual([
      "Check botform deals active --account main and the exchange before you send it again. Botform never repeats it by itself.",
    ]);
  });
});
