// Progress on standard error: one line redrawn on a terminal; elsewhere plain lines, and only for what was done.
import type { Stopping } from "../../app/emergency-stop.js";
import { ACTIONS } from "../../model/plan/actions.js";
import type { Step } from "../../model/plan/plan.js";
import { counted } from "../../model/text/counted.js";
import type { ApplyEvent } from "../../reconcile/apply/run-options.js";
import { stepName } from "../../render/plan-facts.js";
import { clean } from "../../render/sanitize.js";
import { interruptible } from "./interrupt.js";
import type { Screen } from "./screen.js";

const ERASE_LINE = "\r\u001b[2K";
/** Columns that every terminal has: a line that wraps can't be erased. */
const NARROWEST = 78;

/** Counts requests on a terminal; silent elsewhere. Call `done` before anything else is printed. */
export function readProgress(
  screen: Screen,
  account: string,
): { readonly onRequest: () => void; readonly onPause: (ms: number) => void; readonly done: () => void } {
  const onPause = sayPause(screen, account);
  if (!screen.live) return { onRequest: () => {}, onPause, done: () => {} };
  let requests = 0;
  let drawnAt = 0;
  return {
    onRequest() {
      requests += 1;
      const now = Date.now();
      if (now - drawnAt < 100) return;
      drawnAt = now;
      screen.err(`${ERASE_LINE}reading ${account}: ${counted(requests, "request")}`);
    },
    onPause,
    done: () => screen.err(drawnAt === 0 ? "" : ERASE_LINE),
  };
}

/** Shorter ones are over before they are read. */
const SHORTEST_PAUSE_MS = 1_000;

/** Shows that the service asked to wait. */
export function sayPause(screen: Screen, account: string): (ms: number) => void {
  return (ms) => {
    if (ms < SHORTEST_PAUSE_MS) return;
    const line = `${clean(account)}: rate-limited by the service; waiting ${Math.round(ms / 1000)} s\n`;
    screen.err(screen.live ? `${ERASE_LINE}${line}` : line);
  };
}

/** A no is told at once: reading back what came of it may take as long as a command may take. */
function sayRefusal(screen: Screen, { action, address, deal }: Step, message: string): void {
  const line = `${stepName(action, deal?.id)} ${clean(address)}: refused by the service (${clean(message)}); watching whether it takes effect all the same (Ctrl-C ends the wait)\n`;
  screen.err(screen.live ? `${ERASE_LINE}${line}` : line);
}

/** A step that waits for minutes says why. */
function sayWait(
  screen: Screen,
  { step, until, for: { sends, address } }: Extract<ApplyEvent, { type: "waits" }>,
): void {
  const time = new Date(until).toISOString().slice(11, 19);
  const line = `${stepName(step.action, step.deal?.id)} ${clean(step.address)}: waits until ${time} UTC for an earlier ${sends} of ${clean(address)} that may still arrive (Ctrl-C ends the wait)\n`;
  screen.err(screen.live ? `${ERASE_LINE}${line}` : line);
}

interface AccountSteps {
  readonly account: string;
  readonly total: number;
}

export interface ApplyProgress {
  readonly of: (account: string) => (event: ApplyEvent) => void;
  readonly done: () => void;
}

/**
 * A counter for each account drawn in one place on a terminal; elsewhere one plain line for each step as it ends. With
 * several accounts both begin with the account's name.
 */
export function applyProgress(screen: Screen, accounts: readonly AccountSteps[]): ApplyProgress {
  const counters = new Map(accounts.map((one) => [one.account, { ...one, ended: 0, waiting: new Set<Step>() }]));
  const isShared = accounts.length > 1;
  const draw = () => screen.err(`${ERASE_LINE}${line([...counters.values()])}`);
  return {
    of(account) {
      const counter = counters.get(account);
      if (counter === undefined) return () => {};
      return (event) => {
        if (event.type === "waits") sayWait(screen, event);
        if (event.type === "sent") {
          counter.waiting.add(event.step);
          if (event.refusal !== undefined) sayRefusal(screen, event.step, event.refusal);
        }
        if (event.type === "ended") {
          counter.ended += 1;
          counter.waiting.delete(event.step);
        }
        if (screen.live) draw();
        else if (event.type === "ended") {
          const { kind, action, address, dealId } = event.outcome;
          const prefix = isShared ? `${clean(account)}: ` : "";
          screen.err(
            `${prefix}[${counter.ended}/${counter.total}] ${kind}: ${stepName(action, dealId)} ${clean(address)}\n`,
          );
        }
      };
    },
    done: () => screen.err(screen.live ? ERASE_LINE : ""),
  };
}

interface Counter extends AccountSteps {
  readonly ended: number;
  readonly waiting: ReadonlySet<Step>;
}

/** Each account by name as long as that fits into one line, their sum otherwise. */
function line(counters: readonly Counter[]): string {
  const [only, second] = counters;
  if (only !== undefined && second === undefined) return counterText("", only.ended, only.total, [...only.waiting]);
  const each = counters.map(({ account, ended, total, waiting }) =>
    counterText(`${clean(account)}: `, ended, total, [...waiting]),
  );
  const text = each.join(" · ");
  if (text.length <= NARROWEST) return text;
  const sum = (of: (counter: Counter) => number) => counters.reduce((total, counter) => total + of(counter), 0);
  return counterText(
    `${counters.length} accounts: `,
    sum(({ ended }) => ended),
    sum(({ total }) => total),
    counters.flatMap(({ waiting }) => [...waiting]),
  );
}

function counterText(name: string, ended: number, total: number, waiting: readonly Step[]): string {
  const counts = new Map<readonly [string, string], number>();
  for (const { action } of waiting) {
    const words = ACTIONS[action].awaited;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const awaited = [...counts].map(([[one, several], count]) => counted(count, one, several));
  const pending = awaited.length === 0 ? "" : `, waiting to observe ${awaited.join(", ")}`;
  return `${name}${ended} of ${total} ${total === 1 ? "step" : "steps"}${pending}`;
}

/** A counter of bots that are off, drawn in place on a terminal; elsewhere one plain line for each bot. */
export function stoppingOn(context: Screen): Stopping {
  return async (account, task) => {
    let off = 0;
    const onEvent = (event: ApplyEvent) => {
      if (event.type !== "ended") return;
      const { kind, address, detail } = event.outcome;
      if (kind === "applied") off += 1;
      if (context.live) context.err(`${ERASE_LINE}${off} observed off`);
      else context.err(`${clean(address)}: ${clean(detail)}\n`);
    };
    try {
      return await interruptible(context, (signal) => task(signal, { onEvent, onPause: sayPause(context, account) }));
    } finally {
      if (context.live) context.err(ERASE_LINE);
    }
  };
}
