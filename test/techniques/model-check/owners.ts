// The small model of one access with several owners: leases, the fence by the window of nonces, pauses of any length, and writes that arrive late.

/** The rules of one writer (docs/how-to/share-a-ledger.md); each can be taken out. */
export interface FenceRules {
  /** F1: an intent is written by one statement that looks whether the lease is held. */
  readonly intentChecksLease: boolean;
  /** F2: a request is signed with its intent's second, not with that of the sending. */
  readonly signedWithIntent: boolean;
  /** F3: a create waits for open intents of any epoch, and for what was accepted to land and to be listed. */
  readonly waitsForOpen: boolean;
  /** F4: at a take-over the window is proved by reads; otherwise it is what somebody believes. */
  readonly provesWindow: boolean;
  /** Whoever ends before the answer to one of its writes has come leaves its lease as the dead do, so that the next one asks for proof. */
  readonly leavesOpen: boolean;
}

export const FENCED: FenceRules = {
  intentChecksLease: true,
  signedWithIntent: true,
  waitsForOpen: true,
  provesWindow: true,
  leavesOpen: true,
};

/** In units of time. One unit stands for what takes seconds in the service. */
export interface Fence {
  readonly owners: number;
  readonly rules: FenceRules;
  /** For how long the service accepts a request after its second. */
  readonly window: number;
  /** For how long botform believes that it does. */
  readonly believed: number;
  /** Within which what was accepted is carried out. */
  readonly deadline: number;
  /** Within which a new bot is listed. */
  readonly lag: number;
  /** For which a lease is granted. */
  readonly lease: number;
  readonly until: number;
  /** Owners that die, at any point. */
  readonly deaths: number;
  /** Answers that their owner doesn't wait for. */
  readonly lost: number;
  /** Databases restored to what they were at the beginning, leases and intents alike. */
  readonly restored: number;
}

export const SHORT: Fence = {
  ...{ owners: 2, rules: FENCED, window: 1, believed: 1, deadline: 1, lag: 1, lease: 2, until: 8 },
  ...{ deaths: 1, lost: 0, restored: 0 },
};

/** An owner, by what it does next. */
type Owner =
  | { readonly at: "begin" | "dead" | "end" }
  /** It has the lease, as far as it knows. `since`: from when on nothing older can have been accepted. */
  | { readonly at: "fence"; readonly epoch: number; readonly token: number; readonly newest: number }
  | { readonly at: "wait"; readonly epoch: number; readonly token: number; readonly since: number }
  | { readonly at: "intend"; readonly epoch: number; readonly token: number }
  | { readonly at: "send"; readonly epoch: number; readonly token: number; readonly nonce: number }
  | { readonly at: "answer"; readonly epoch: number; readonly token: number };

interface Lease {
  readonly epoch: number;
  readonly token: number;
  readonly until: number;
  readonly released: boolean;
}

interface Intent {
  readonly owner: number;
  readonly nonce: number;
  /** Whether its effect was seen by a read. */
  readonly settled: boolean;
}

interface State {
  readonly now: number;
  readonly owners: readonly Owner[];
  readonly lease: Lease;
  /** The next token: it never comes again. */
  readonly token: number;
  readonly intents: readonly Intent[];
  /** Sent, and not arrived. */
  readonly flying: readonly { readonly owner: number; readonly epoch: number; readonly nonce: number }[];
  /** Accepted, and not carried out: since when. */
  readonly accepted: readonly { readonly owner: number; readonly since: number }[];
  /** Since when there are bots, and whether they are listed. */
  readonly bots: readonly { readonly owner: number; readonly since: number; readonly listed: boolean }[];
  /** Of the newest write that was accepted. */
  readonly newest: number;
  readonly creates: number;
  readonly deaths: number;
  readonly lost: number;
  readonly restored: number;
}

interface Step {
  readonly says: string;
  readonly next: State;
}

const FREE: Lease = { epoch: 0, token: 0, until: 0, released: true };

/** The first broken promise with a shortest way to it, or how many states keep them all. */
export function exploreOwners(fence: Fence): { readonly states: number; readonly breach?: string } {
  const start: State = {
    ...{ now: 0, lease: FREE, token: 1, intents: [], flying: [], accepted: [], bots: [], newest: 0, creates: 0 },
    owners: Array.from({ length: fence.owners }, () => ({ at: "begin" })),
    ...{ deaths: fence.deaths, lost: fence.lost, restored: fence.restored },
  };
  const known = new Set([JSON.stringify(start)]);
  const reached: { readonly state: State; readonly says: readonly string[] }[] = [{ state: start, says: [] }];
  for (const { state, says } of reached) {
    for (const step of stepsOf(state, fence)) {
      const key = JSON.stringify(step.next);
      if (known.has(key)) continue;
      known.add(key);
      const way = [...says, `${state.now}: ${step.says}`];
      const breach = brokenIn(state, step.next);
      if (breach !== undefined) return { states: known.size, breach: [breach, ...way].join("\n") };
      reached.push({ state: step.next, says: way });
    }
  }
  return { states: known.size };
}

function brokenIn(before: State, { newest, creates }: State): string | undefined {
  if (creates > 1) return "a second create was accepted";
  return newest < before.newest ? "a write of an old epoch was accepted after one of a newer one" : undefined;
}

function stepsOf(state: State, fence: Fence): readonly Step[] {
  return [
    ...ofService(state, fence),
    ...ofTime(state, fence),
    ...ofDatabase(state),
    ...state.owners.flatMap((owner, index) => ofOwner(state, fence, owner, index)),
  ];
}

/** Deliveries at any time; effects and listings within their times. */
function ofService(state: State, { window }: Fence): readonly Step[] {
  const { now, flying, accepted, bots } = state;
  return [
    ...flying.map((one, at): Step => {
      const rest = { ...state, flying: flying.toSpliced(at, 1) };
      if (now > one.nonce + window)
        return { says: `${nameOf(one.owner)}'s create arrives, and is refused`, next: rest };
      const taken = [...accepted, { owner: one.owner, since: now }];
      return {
        says: `${nameOf(one.owner)}'s create arrives, and is accepted`,
        next: { ...rest, accepted: taken, newest: one.epoch, creates: state.creates + 1 },
      };
    }),
    ...accepted.map(({ owner }, at) => ({
      says: `${nameOf(owner)}'s create is carried out`,
      next: {
        ...state,
        accepted: accepted.toSpliced(at, 1),
        bots: [...bots, { owner, since: now, listed: false }],
      },
    })),
    ...bots.flatMap((bot, at) =>
      bot.listed
        ? []
        : [{ says: "the list shows the bot", next: { ...state, bots: bots.with(at, { ...bot, listed: true }) } }],
    ),
  ];
}

/** It doesn't pass while something is overdue. */
function ofTime(state: State, { deadline, lag, until }: Fence): readonly Step[] {
  const { now, accepted, bots } = state;
  const isOverdue =
    accepted.some(({ since }) => now >= since + deadline) || bots.some((bot) => !bot.listed && now >= bot.since + lag);
  return now >= until || isOverdue ? [] : [{ says: "time passes", next: { ...state, now: now + 1 } }];
}

function ofDatabase(state: State): readonly Step[] {
  if (state.restored === 0) return [];
  const next = { ...state, lease: FREE, intents: [], restored: state.restored - 1 };
  return [{ says: "the database is restored to the beginning", next }];
}

function ofOwner(state: State, fence: Fence, owner: Owner, index: number): readonly Step[] {
  if (owner.at === "dead" || owner.at === "end") return [];
  const to = (says: string, next: Owner, changes: Partial<State> = {}): Step => ({
    says: `${nameOf(index)} ${says}`,
    next: { ...state, ...changes, owners: state.owners.with(index, next) },
  });
  const dies = state.deaths === 0 ? [] : [to("dies", { at: "dead" }, { deaths: state.deaths - 1 })];
  return [...proceeds(state, fence, owner, index, to), ...renews(state, fence, owner, to), ...dies];
}

type To = (says: string, next: Owner, changes?: Partial<State>) => Step;

function proceeds(state: State, fence: Fence, owner: Owner, index: number, to: To): readonly Step[] {
  const { now, lease, intents, flying } = state;
  const { rules, window, believed, deadline, lag } = fence;
  const hasLease = "token" in owner && lease.token === owner.token && !lease.released && now < lease.until;
  const released = hasLease ? { lease: { ...lease, released: true } } : {};
  switch (owner.at) {
    case "begin": {
      if (!lease.released && now < lease.until) return [];
      const open = intents.filter(({ settled }) => !settled).map(({ nonce }) => nonce);
      const mine = { epoch: lease.epoch + 1, token: state.token };
      const taken = { lease: { ...mine, until: now + fence.lease, released: false }, token: state.token + 1 };
      const isProved = lease.released || open.length === 0 || !rules.provesWindow;
      if (!isProved) return [to("takes over", { at: "fence", ...mine, newest: Math.max(...open) }, taken)];
      // What is signed so can't be accepted any more, as far as anybody believes; in the last unit of the window it can.
      const since = rules.waitsForOpen ? Math.max(now, ...open.map((nonce) => nonce + believed + 1)) : now;
      return [to("takes the lease", { at: "wait", ...mine, since }, taken)];
    }
    case "fence":
      if (now <= owner.newest + window) return [];
      return [to("has a read refused that is as old as the last write", { ...owner, at: "wait", since: now })];
    case "wait": {
      const hasOpen = intents.some(({ settled }) => !settled);
      if (rules.waitsForOpen && hasOpen && now < owner.since + deadline + lag) return [];
      const isThere = state.bots.some(({ listed }) => listed) || intents.some(({ settled }) => settled);
      return [
        isThere
          ? to("finds the bot", { at: "end" }, released)
          : to("finds no bot", { at: "intend", epoch: owner.epoch, token: owner.token }),
      ];
    }
    case "intend":
      if (rules.intentChecksLease && !hasLease) return [to("has lost its lease", { at: "end" })];
      return [
        to(
          "writes its intent",
          { ...owner, at: "send", nonce: now },
          { intents: [...intents, { owner: index, nonce: now, settled: false }] },
        ),
      ];
    case "send":
      return [
        to(
          "sends",
          { at: "answer", epoch: owner.epoch, token: owner.token },
          {
            flying: [
              ...flying,
              { owner: index, epoch: owner.epoch, nonce: rules.signedWithIntent ? owner.nonce : now },
            ],
          },
        ),
      ];
    case "answer": {
      const left = hasLease && rules.leavesOpen ? { lease: { ...lease, until: now } } : released;
      const gaveUp = state.lost === 0 ? [] : [to("waits no longer", { at: "end" }, { ...left, lost: state.lost - 1 })];
      if (flying.some((one) => one.owner === index)) return gaveUp;
      const isMade = state.bots.some((bot) => bot.owner === index);
      if (state.accepted.some((one) => one.owner === index)) return gaveUp;
      if (!isMade) return [to("was refused", { at: "end" }, released)];
      const seen = intents.map((one) => (one.owner === index ? { ...one, settled: true } : one));
      return [...gaveUp, to("reads its bot", { at: "end" }, { ...released, intents: seen })];
    }
    default:
      return [];
  }
}

/** Whoever isn't paused does, at any time. */
function renews(state: State, fence: Fence, owner: Owner, to: To): readonly Step[] {
  const { lease, now } = state;
  if (!("token" in owner) || lease.token !== owner.token || lease.released || now >= lease.until) return [];
  const until = now + fence.lease;
  return until === lease.until ? [] : [to("renews its lease", owner, { lease: { ...lease, until } })];
}

function nameOf(index: number): string {
  return String.fromCharCode(65 + index);
}
