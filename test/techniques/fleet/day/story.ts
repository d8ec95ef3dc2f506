// Judges what workers and chat have told of a day: each event, in its order, once where nobody died, and nothing that hasn't happened.

/** One report of one worker. */
export interface Told {
  readonly worker: string;
  /** Undefined of what isn't about one account. */
  readonly account: string | undefined;
  /** Of a revision; undefined of all else. */
  readonly commit: string | undefined;
  /** Of a roll-out; undefined of all else. */
  readonly wave: string | undefined;
  readonly kind: string;
}

export interface Happened {
  /** Of accounts: kinds beside those of drift, which come and end, as `account kind`. */
  readonly once: readonly string[];
  /** Each worker's commits with what it said of them, as `worker commit kind`. */
  readonly revisions: readonly string[];
  /** Of all roll-outs, as `kind wave`. */
  readonly rollouts: readonly string[];
  /** How many reports may have come twice, since whoever told them first was stopped in the midst. */
  readonly repeats: number;
}

/** What is told of drift while it lasts, any number of times: it depends on when somebody looks. */
const OF_DRIFT: ReadonlySet<string> = new Set(["opened", "changed", "refused", "asked", "closed"]);

/** What is wrong with it, one line each. */
export function misreported(all: readonly Told[], { once, revisions, rollouts, repeats }: Happened): readonly string[] {
  const found: string[] = [];
  let extra = 0;
  const isOpen = new Map<string, boolean>();
  const singles = new Map<string, number>();
  for (const { account, kind } of all) {
    if (account === undefined) continue;
    if (!OF_DRIFT.has(kind)) singles.set(`${account} ${kind}`, (singles.get(`${account} ${kind}`) ?? 0) + 1);
    if (kind === "opened" && isOpen.get(account) === true) extra += 1;
    if (kind === "closed" && isOpen.get(account) !== true) extra += 1;
    if (kind === "opened" || kind === "closed") isOpen.set(account, kind === "opened");
  }
  for (const [account, open] of isOpen) if (open) found.push(`the drift of ${account} was never closed`);
  for (const one of once) if (!singles.has(one)) found.push(`nobody told: ${one}`);
  for (const [one, count] of singles) {
    if (!once.includes(one)) found.push(`told, and didn't happen: ${one}`);
    extra += count - 1;
  }
  const ofRevisions = all.flatMap(({ worker, commit, kind }) =>
    commit === undefined ? [] : `${worker} ${commit} ${kind}`,
  );
  for (const one of revisions) if (!ofRevisions.includes(one)) found.push(`nobody told: ${one}`);
  for (const one of new Set(ofRevisions)) if (!revisions.includes(one)) found.push(`told, and didn't happen: ${one}`);
  extra += ofRevisions.length - new Set(ofRevisions).size;
  const ofRollouts = all.flatMap(({ wave, kind }) => (wave === undefined ? [] : `${kind} ${wave}`));
  let next = 0;
  for (const one of ofRollouts) {
    // What isn't known yet is waited for, as often as it comes.
    if (one.startsWith("waits ")) continue;
    if (one === rollouts[next]) next += 1;
    else if (rollouts.slice(0, next).includes(one)) extra += 1;
    else found.push(`told of the roll-outs out of order, or never so: ${one}`);
  }
  for (const one of rollouts.slice(next)) found.push(`nobody told of the roll-outs: ${one}`);
  if (extra > repeats) found.push(`${extra} reports came again, and ${repeats} may`);
  return found;
}

/** Reports that the chat doesn't have as often as the workers printed them, or more often. @param posted each as the chat has it, in the same words */
export function unlikeChat(printed: readonly string[], posted: readonly string[], lost: number): readonly string[] {
  const left = [...posted];
  const missing = printed.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [
    ...left.map((one) => `the chat alone has: ${one}`),
    ...(missing.length > lost ? missing.map((one) => `the chat lacks: ${one}`) : []),
  ];
}
