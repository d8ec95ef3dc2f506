// Progress on standard error: drawn in one line on a terminal, elsewhere a line for each step that ended.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { applyProgress, readProgress, sayPause, stoppingOn } from "../../../../src/cli/terminal/progress.js";
import type { Screen } from "../../../../src/cli/terminal/screen.js";
import { statusOf } from "../../../../src/cli/terminal/status.js";
import type { OutcomeKind } from "../../../../src/model/plan/outcome.js";
import type { Step } from "../../../../src/model/plan/plan.js";
import type { ApplyEvent } from "../../../../src/reconcile/apply/run-options.js";
import { asItCame } from "../../render/as-it-came.js";
import { testScreen } from "./terminal.js";

const ERASE = "\r\u001b[2K";

/** A screen with what is under way on it; whatever changes there has time to be drawn. */
function progressing(options: Partial<Screen> = {}) {
  const screen = testScreen(options);
  return { ...screen, status: statusOf(screen) };
}

/** The same watch, a tenth of a second after each event. */
function inTurn<Event>(watch: (event: Event) => void): (event: Event) => void {
  return (event) => {
    watch(event);
    vi.advanceTimersByTime(100);
  };
}

function step(action: Step["action"], address = "main/a"): Step {
  return { address, action, reason: "because", changes: [], warnings: [] };
}

const sent = (one: Step): ApplyEvent => ({ type: "sent", step: one });

function ended(one: Step, kind: OutcomeKind = "applied", dealId?: number): ApplyEvent {
  const { address, action } = one;
  const outcome = { address, action, kind, detail: "it is off\u001b", stale: false, wrote: true };
  return { type: "ended", step: one, outcome: dealId === undefined ? outcome : { ...outcome, dealId } };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

describe("reading", () => {
  it("counts requests on a terminal, every tenth of a second, and erases the line", () => {
    const screen = progressing({ live: true });
    const { onRequest, end } = readProgress(screen, "main");
    onRequest();
    vi.advanceTimersByTime(99);
    onRequest();
    vi.advanceTimersByTime(1);
    onRequest();
    end();
    expect(screen.printed).toEqual({
      out: [],
      err: [`${ERASE}reading main: 1 request`, `${ERASE}reading main: 3 requests`, ERASE],
    });
  });

  it("leaves a terminal alone where nothing was read", () => {
    const screen = progressing({ live: true });
    readProgress(screen, "main").end();
    expect(screen.printed.err.join("")).toBe("");
  });

  it("is silent elsewhere, but for pauses", () => {
    const screen = progressing();
    const { onRequest, onPause, end } = readProgress(screen, "main");
    onRequest();
    onPause(2_000);
    end();
    expect(screen.printed.err).toEqual(["main: rate-limited by the service; waiting 2 s\n"]);
  });
});

it("no name and no word of the service is shown as it came", () => {
  const waiting = step("update", "main/a");
  const before = step("turn-on", "main/b");
  const events: readonly ApplyEvent[] = [
    { type: "waits", step: waiting, until: 0, for: { sends: "turn-on", address: "main/b" } as never },
    { ...sent(waiting), refusal: "not now" } as ApplyEvent,
    ended(before),
  ];
  const facts = { account: "main", what: "demo", events };
  const shown = (live: boolean) => (given: typeof facts) => {
    const screen = progressing({ live });
    const reading = readProgress(screen, given.what);
    reading.onRequest();
    vi.advanceTimersByTime(4_000);
    reading.onPause(2_000);
    reading.end();
    const progress = applyProgress(
      screen,
      [given.account, "copy"].map((account) => ({ account, total: 2 })),
    );
    const watch = progress.of(given.account);
    for (const event of given.events) inTurn(watch)(event);
    progress.end();
    return screen.printed.err.join("").replaceAll(ERASE, "");
  };
  const own = [".events[].step.action", ".events[].for.sends", ".events[].outcome.action", ".events[].outcome.kind"];
  expect(asItCame(facts, shown(false))).toEqual(own);
  expect(asItCame(facts, shown(true))).toEqual(own.slice(0, 2));
});

it("a pause of a second or more is shown, in whole seconds", () => {
  const [pipe, terminal] = [progressing(), progressing({ live: true })];
  for (const ms of [999, 1_000, 1_499, 1_500]) sayPause(pipe.err, "ma\u001bin")(ms);
  sayPause(terminal.err, "main")(61_000);
  const line = (seconds: number) => `ma\\u{1b}in: rate-limited by the service; waiting ${seconds} s\n`;
  expect(pipe.printed.err).toEqual([line(1), line(1), line(2)]);
  expect(terminal.printed.err).toEqual(["main: rate-limited by the service; waiting 61 s\n"]);
});

it("a step that waits for an earlier write says until when, and for what", () => {
  const [pipe, terminal] = [progressing(), progressing({ live: true })];
  const until = Date.parse("2026-11-22T14:03:10.400Z");
  const waits: ApplyEvent = {
    ...{ type: "waits", step: step("update"), until },
    for: { sends: "create", address: "main/btc-\u001bdip" },
  };
  for (const screen of [pipe, terminal]) applyProgress(screen, [{ account: "main", total: 1 }]).of("main")(waits);
  const line =
    "update main/a: waits until 14:03:10 UTC for an earlier create of main/btc-\\u{1b}dip that may still arrive (Ctrl-C ends the wait)\n";
  expect(pipe.printed.err).toEqual([line]);
  expect(terminal.printed.err[0]).toBe(line);
});

describe("an apply of one account", () => {
  const [first, second] = [step("turn-on"), step("turn-off")];

  it("says on a terminal how many steps ended, and what is waited for", () => {
    const screen = progressing({ live: true });
    const progress = applyProgress(screen, [{ account: "main", total: 3 }]);
    const watch = inTurn(progress.of("main"));
    watch({ type: "started", step: first });
    watch(sent(first));
    watch(sent(second));
    watch(sent(step("take-profit")));
    watch(ended(first));
    watch(ended(second));
    progress.end();
    expect(screen.printed.err).toEqual([
      `${ERASE}0 of 3 steps`,
      `${ERASE}0 of 3 steps, waiting to observe 1 switch`,
      `${ERASE}0 of 3 steps, waiting to observe 2 switches`,
      `${ERASE}0 of 3 steps, waiting to observe 2 switches, 1 take profit`,
      `${ERASE}1 of 3 steps, waiting to observe 1 switch, 1 take profit`,
      `${ERASE}2 of 3 steps, waiting to observe 1 take profit`,
      ERASE,
    ]);
  });

  it("is a plain line for each step elsewhere, and nothing at its end", () => {
    const screen = progressing();
    const progress = applyProgress(screen, [{ account: "main", total: 2 }]);
    const watch = inTurn(progress.of("main"));
    watch(sent(first));
    watch(ended(first));
    watch(ended(step("complete-deal"), "failed", 7));
    progress.end();
    progress.of("nobody's")(ended(second));
    expect(screen.printed.err.filter((text) => text !== "")).toEqual([
      "[1/2] applied: turn-on main/a\n",
      "[2/2] failed: complete-deal 7 main/a\n",
    ]);
  });

  it("of one step is a step", () => {
    const screen = progressing({ live: true });
    applyProgress(screen, [{ account: "main", total: 1 }]).of("main")(ended(first));
    expect(screen.printed.err).toEqual([`${ERASE}1 of 1 step`]);
  });
});

describe("an apply of several accounts", () => {
  it("names each as long as they fit into a line", () => {
    const screen = progressing({ live: true });
    const progress = applyProgress(screen, [
      { account: "main", total: 2 },
      { account: "copy", total: 1 },
    ]);
    inTurn(progress.of("copy"))(ended(step("create")));
    inTurn(progress.of("main"))(sent(step("update")));
    expect(screen.printed.err).toEqual([
      `${ERASE}main: 0 of 2 steps · copy: 1 of 1 step`,
      `${ERASE}main: 0 of 2 steps, waiting to observe 1 step · copy: 1 of 1 step`,
    ]);
  });

  it.each([
    [43, (name: string) => `${name}: 0 of 9 steps · copy: 1 of 9 steps`],
    [44, () => "2 accounts: 1 of 18 steps"],
  ])("adds them up where they don't fit: a name of %d characters", (length, text) => {
    const screen = progressing({ live: true });
    const name = "a".repeat(length);
    const progress = applyProgress(screen, [
      { account: name, total: 9 },
      { account: "copy", total: 9 },
    ]);
    inTurn(progress.of("copy"))(ended(step("create")));
    expect(screen.printed.err).toEqual([`${ERASE}${text(name)}`]);
  });

  it("adds up what is waited for, too", () => {
    const screen = progressing({ live: true });
    const accounts = ["a", "b"].map((name) => ({ account: name.repeat(40), total: 9 }));
    const progress = applyProgress(screen, accounts);
    for (const { account } of accounts) inTurn(progress.of(account))(sent(step("turn-on")));
    expect(screen.printed.err.at(-1)).toBe(`${ERASE}2 accounts: 0 of 18 steps, waiting to observe 2 switches`);
  });

  it("begins each plain line with the account", () => {
    const screen = progressing();
    const accounts = ["main", "copy"].map((account) => ({ account, total: 9 }));
    applyProgress(screen, accounts).of("copy")(ended(step("create", "copy/a"), "unknown"));
    expect(screen.printed.err).toEqual(["copy: [1/9] unknown: create copy/a\n"]);
  });
});

describe("an emergency stop", () => {
  const events = [sent(step("turn-off")), ended(step("turn-off")), ended(step("turn-off", "main/b"), "failed")];

  it.each([
    [
      true,
      [
        `${ERASE}turning off bots of main: 1 turned off`,
        `${ERASE}turning off bots of main: 1 turned off`,
        "main: rate-limited by the service; waiting 3 s\n",
        ERASE,
      ],
    ],
    [
      false,
      ["main/a: it is off\\u{1b}\n", "main/b: it is off\\u{1b}\n", "main: rate-limited by the service; waiting 3 s\n"],
    ],
  ])("counts what is off on a terminal, and is a line for each bot elsewhere: live %s", async (live, lines) => {
    const screen = progressing({ live });
    const result = await stoppingOn(screen)("main", async (_signal, { onEvent, onPause }) => {
      for (const event of events) inTurn(onEvent)(event);
      onPause(3_000);
      return 5;
    });
    expect([result, screen.printed.err]).toEqual([5, lines]);
  });
});
