// What the status line says of reading, of a run and of an emergency stop; elsewhere than on a terminal a line for what was done.
import type { Stopping } from "../../app/emergency-stop.js";
import { ACTIONS } from "../../model/plan/actions.js";
import type { Step } from "../../model/plan/plan.js";
import { counted } from "../../model/text/counted.js";
import type { ApplyEvent } from "../../reconcile/apply/run-options.js";
import { stepName } from "../../render/plan-facts.js";
import { clean } from "../../render/sanitize.js";
import { interruptible } from "./interrupt.js";
import type { Screen } from "./screen.js";
import type { Status } from "./status.js";

/** Counts the requests of what is read. Call `end` before anything else is printed. */
export function readProgress(
  { err, status }: Progressing,
  what: string,
): { readonly onRequest: () => void; readonly onPause: (ms: number) => void; readonly end: () => void } {
  let requests = 0;
  const { changed, end } = status.begin(
    () => `reading ${clean(what)}${requests === 0 ? "" : `: ${counted(requests, "request")}`}`,
  );
  const onRequest = () => {
    requests += 1;
    changed();
  };
  return { onRequest, onPause: sayPause(err, what), end };
}

type Progressing = Pick<Screen, "err" | "live"> & { readonly status: Status };

/** Shorter ones are over before they are read. */
const SHORTEST_PAUSE_MS = 1_000;

/** Shows that the service asked to wait. */
export function sayPause(err: Screen["err"], account: string): (ms: number) => void {
  return (ms) => {
    if (ms < SHORTEST_PAUSE_MS) return;
    err(`${clean(account)}: rate-limited by the service; waiting ${Math.round(ms / 1000)} s\n`);
  };
}

/** A no is told at once: reading back what came of it may take as long as a command may take. */
function sayRefusal({ err }: Pick<Screen, "err">, { action, address, deal }: Step, message: string): void {
  err(
    `${stepName(action, deal?.id)} ${clean(address)}: refused by the service (${clean(message)}); watching whether it takes effect all the same (Ctrl-C ends the wait)\n`,
  );
}

/** A step that waits for minutes says why. */
function sayWait(
  { err }: Pick<Screen, "err">,
  { step, until, for: { sends, address } }: Extract<ApplyEvent, { type: "waits" }>,
): void {
  const time = new Date(until).toISOString().slice(11, 19);
  err(
    `${stepName(step.action, step.deal?.id)} ${clean(step.address)}: waits until ${time} UTC for an earlier ${sends} of ${clean(address)} that may still arrive (Ctrl-C ends the wait)\n`,
  );
}

interface AccountSteps {
  readonly account: string;
  readonly total: number;
}

export interface ApplyProgress {
  readonly of: (account: string) => (event: ApplyEvent) => void;
  readonly end: () => void;
}

/**
 * A counter for each account drawn in one place on a terminal; elsewhere one plain line for each step as it ends. With
 * several accounts both begin with the account's name.
 */
export function applyProgress(screen: Progressing, accounts: readonly AccountSteps[]): ApplyProgress {
  const counters = new Map(accounts.map((one) => [one.account, { ...one, ended: 0, waiting: new Set<Step>() }]));
  const isShared = accounts.length > 1;
  const { changed, end } = screen.status.begin(() => line([...counters.values()]));
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
        if (screen.live) changed();
        else if (event.type === "ended") {
          const { kind, action, address, dealId } = event.outcome;
          const prefix = isShared ? `${clean(account)}: ` : "";
          screen.err(
            `${prefix}[${counter.ended}/${counter.total}] ${kind}: ${stepName(action, dealId)} ${clean(address)}\n`,
          );
        }
      };
    },
    end,
  };
}

interface Counter extends AccountSteps {
  readonly ended: number;
  readonly waiting: ReadonlySet<Step>;
}

/** Columns in which each account has its place. */
const NARROWEST = 78;

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

/** A counter of bots that are off; elsewhere than on a terminal also a plain line for each bot. */
export function stoppingOn(screen: Progressing & Screen): Stopping {
  return async (account, task) => {
    let off = 0;
    const { changed, end } = screen.status.begin(
      () => `turning off bots of ${clean(account)}${off === 0 ? "" : `: ${off} turned off`}`,
    );
    const onEvent = (event: ApplyEvent) => {
      if (event.type !== "ended") return;
      const { kind, address, detail } = event.outcome;
      if (kind === "applied") off += 1;
      if (screen.live) changed();
      else screen.err(`${clean(address)}: ${clean(detail)}\n`);
    };
    try {
      const onPause = sayPause(screen.err, account);
      return await interruptible(screen, (signal) => task(signal, { onEvent, onPause }));
    } finally {
      end();
    }
  };
}
