// Judges a day by the promises I1 to I7: each function lists what breaks its promise, and an empty list is a promise kept.
import {
  type Change,
  type Desired,
  differing,
  type EmulatorLog,
  type Intent,
  type LedgerLog,
  placeOf,
  stateAt,
  type Write,
} from "./log.js";

/** I1: never two bots of one title on, and no bot made twice. */
export function oneOfEach({ writes, changes }: EmulatorLog): readonly string[] {
  const on = new Map<string, Set<number>>();
  const found: string[] = [];
  const titles = new Map<number, string>();
  for (const { at, state } of changes) {
    const place = placeOf(state.account, state.title);
    const before = titles.get(state.id);
    if (before !== undefined) on.get(before)?.delete(state.id);
    titles.set(state.id, place);
    const its = on.get(place) ?? new Set<number>();
    if (state.enabled) its.add(state.id);
    on.set(place, its);
    if (its.size > 1) found.push(`I1: ${place} is on as ${[...its].join(" and ")} at ${at}`);
  }
  const made = new Set<string>();
  for (const { does, account, parameters } of writes) {
    if (does !== "create") continue;
    const place = placeOf(account, parameters.title ?? "");
    if (made.has(place)) found.push(`I1: ${place} was made twice`);
    made.add(place);
  }
  return found;
}

/** I2: before each turn-on the bot was read by the same key, was then as the run's configuration asks for, and still is. */
export function turnedOnAsDesired(
  { writes, reads, changes }: EmulatorLog,
  { intents }: LedgerLog,
  desiredBy: ReadonlyMap<string, Desired>,
): readonly string[] {
  return writes.flatMap((write) => {
    if (write.does !== "turn-on") return [];
    const { account, bot, at, before } = write;
    const about = `I2: the turn-on of ${account}'s bot ${bot} at ${at}`;
    const read = reads.findLast(
      (one) => one.account === account && one.at <= at && (one.bot === undefined || one.bot === bot),
    );
    if (read === undefined) return `${about} follows no read`;
    const commit = intents.find((intent) => isOf(intent, write))?.commit;
    const wanted = commit === undefined ? undefined : desiredBy.get(commit)?.get(placeOf(account, before?.title ?? ""));
    if (wanted === undefined) return `${about}: no accepted revision asks for it`;
    if (wanted.enabled !== true) return `${about}: its revision has it off`;
    const { enabled: _enabled, ...settings } = wanted;
    const seen = stateAt(changes, bot, read.at);
    const wrong = [seen, before].flatMap((one) => (one === undefined ? "it isn't there" : differing(one, settings)));
    return wrong.length === 0 ? [] : `${about}: ${wrong.join(", ")}`;
  });
}

/** I3: whatever is written belongs to a bot that an accepted revision declares. */
export function nothingElse({ writes }: EmulatorLog, desiredBy: ReadonlyMap<string, Desired>): readonly string[] {
  const declared = new Set([...desiredBy.values()].flatMap((one) => [...one.keys()]));
  return writes.flatMap(({ account, does, bot, before, parameters }) => {
    const title = before?.title ?? parameters.title ?? "";
    return declared.has(placeOf(account, title)) ? [] : `I3: ${does} of ${account}'s bot ${bot}, ${title}`;
  });
}

/** I4: each write has an intent of its own, arrived in its time, and no earlier owner's came after a later one's. */
export function eachWithIntent({ writes }: EmulatorLog, ledger: LedgerLog): readonly string[] {
  const free = new Set(ledger.intents);
  const last = new Map<string, number>();
  return writes.flatMap((write) => {
    const { account, does, bot, at, nonce } = write;
    const about = `I4: ${does} of ${account}'s bot ${bot} at ${at}, nonce ${nonce},`;
    const intent = [...free].find((one) => isOf(one, write));
    if (intent === undefined) return `${about} has no intent`;
    free.delete(intent);
    const found = at > intent.notAfter ? [`${about} came after ${intent.notAfter}`] : [];
    // They wait for nobody, and need no lease.
    if (does === "turn-off") return found;
    const epoch = epochOf(ledger, intent);
    if (epoch === undefined) return [...found, `${about} was sent by nobody who had a lease`];
    const newest = last.get(account) ?? epoch;
    if (epoch < newest) found.push(`${about} is of epoch ${epoch}, after one of ${newest}`);
    last.set(account, Math.max(epoch, newest));
    return found;
  });
}

/** Whose the account was when the intent was written. */
function epochOf({ takings }: LedgerLog, { account, at }: Intent): number | undefined {
  return takings.findLast((one) => one.account === account && one.at <= at)?.epoch;
}

/** Of a bot that it makes, an intent knows no id. */
function isOf(intent: Intent, { account, does, bot, nonce }: Write): boolean {
  const isItsBot = does === "create" || intent.bot === bot;
  return intent.account === account && intent.nonce === nonce && intent.does === does && isItsBot;
}

/** I5: in the end every bot is as the last revision says, and off where it is held. @param held places of bots */
export function converged(changes: readonly Change[], desired: Desired, held: ReadonlySet<string>): readonly string[] {
  const last = new Map(changes.map(({ state }) => [state.id, state]));
  return [...desired].flatMap(([place, wanted]) => {
    const own = [...last.values()].filter(({ account, title }) => placeOf(account, title) === place);
    const [bot] = own;
    if (bot === undefined || own.length > 1) return `I5: ${place} is there ${own.length} times`;
    const wrong = differing(bot, held.has(place) ? { ...wanted, enabled: false } : wanted);
    return wrong.map((one) => `I5: ${place}: ${one}`);
  });
}

/** I6: what the ledger calls applied had taken effect by then, and what it calls accepted was accepted. */
export function truthful({ writes, changes }: EmulatorLog, { intents, outcomes }: LedgerLog): readonly string[] {
  const unsent = intents.flatMap((intent) =>
    intent.answer === "accepted" && !writes.some((write) => isOf(intent, write))
      ? `I6: ${intent.run} says that ${intent.does} of ${intent.address} was accepted, and it wasn't`
      : [],
  );
  const untrue = outcomes.flatMap(({ at, account, address, action, kind, bot }) => {
    if (kind !== "applied") return [];
    const about = `I6: ${action} of ${address} is called applied at ${at}, and`;
    if (bot === undefined) return `${about} names no bot`;
    const state = stateAt(changes, bot, at);
    if (state === undefined) return `${about} there is no bot ${bot}`;
    if (action === "turn-on" || action === "turn-off")
      return state.enabled === (action === "turn-on") ? [] : `${about} the bot is ${state.enabled ? "on" : "off"}`;
    const sent = writes.findLast(
      (one) => one.account === account && one.bot === bot && one.does === action && one.at <= at,
    );
    if (sent === undefined) return `${about} nothing was accepted`;
    const { values } = state;
    const known = Object.entries(sent.parameters).filter(([name, value]) => name in values && value !== "");
    const wrong = known.filter(([name, value]) => values[name] !== value).map(([name]) => name);
    return wrong.length === 0 ? [] : `${about} ${wrong.join(", ")} differ from what was sent`;
  });
  return [...unsent, ...untrue];
}

/** I7: no secret stands anywhere. @param texts by where they stand @param secrets by what they are */
export function nothingLeaked(
  texts: ReadonlyMap<string, string>,
  secrets: ReadonlyMap<string, string>,
): readonly string[] {
  return [...texts].flatMap(([place, text]) =>
    [...secrets].flatMap(([what, secret]) => (text.includes(secret) ? `I7: ${place} has ${what}` : [])),
  );
}
