// What an account was called before: a configuration may give it another name, and what is remembered of it stays its own.

import type { Clock, Disk } from "../../model/ports.js";
import type { PinnedFacts } from "../../model/service-facts.js";
import type { Fact } from "./facts.js";
import { addFacts, factsIn, factsName } from "./facts-file.js";

/** Whose ledger it is. */
export interface LedgerOwner {
  readonly account: string;
  /** Of the service. */
  readonly origin: string;
  /** What its API key is known by: the account is the same, whatever a configuration calls it. */
  readonly key?: string | undefined;
  /** What its configuration pins of a service. */
  readonly facts?: PinnedFacts | undefined;
}

/** The names of one account at one service. Every method rejects with DiskError alone. */
export interface AccountNames {
  /** What it was called at this service, by its key, and by what is known without it: its own name last, so that what it says counts. */
  here(): Promise<readonly string[]>;
  /** What it was called anywhere. */
  anywhere(): Promise<ReadonlySet<string>>;
  /** Remembers its name beside its key, before anything is sent, so that another name finds it. */
  remember(): Promise<void>;
}

export function accountNames(
  disk: Disk,
  clock: Pick<Clock, "now">,
  { account, origin, key }: LedgerOwner,
): AccountNames {
  const ofKey = key === undefined ? undefined : factsName(["", "", key]);
  const ofAccount = factsName([account]);
  const places = async () => {
    const all = ofKey === undefined ? [] : await factsIn(disk, ofKey);
    return all.flatMap((fact) => (fact.type === "account" ? [fact] : []));
  };
  const here = async () => {
    const byKey = (await places()).flatMap((place) => (place.origin === origin ? [place.account] : []));
    const others = new Set([...byKey, ...(await namesWithoutKey(disk, account))]);
    others.delete(account);
    return [...others, account];
  };
  return {
    here,
    anywhere: async () => new Set([...(await places()).map((place) => place.account), account]),
    async remember() {
      if (ofKey === undefined) return;
      const last = (await places()).findLast((place) => place.account === account);
      const at = clock.now();
      if (last?.origin !== origin) await addFacts(disk, ofKey, [{ type: "account", at, account, origin }]);
      // For whoever hasn't got the key.
      const known = formerlyIn(await factsIn(disk, ofAccount));
      const former = (await here()).filter((one) => one !== account && !known.includes(one));
      await addFacts(
        disk,
        ofAccount,
        former.map((one) => ({ type: "formerly", at, account: one })),
      );
    },
  };
}

/** What the account was called, as far as that is known without its key: its own name last. Rejects with DiskError. */
export async function namesWithoutKey(disk: Disk, account: string): Promise<readonly string[]> {
  const found = new Set([account]);
  for (const one of found) {
    for (const former of formerlyIn(await factsIn(disk, factsName([one])))) found.add(former);
  }
  found.delete(account);
  return [...found, account];
}

function formerlyIn(facts: readonly Fact[]): readonly string[] {
  return facts.flatMap((fact) => (fact.type === "formerly" ? [fact.account] : []));
}

/**
 * The facts in the file of each name, as if the account had always been called as now; oldest first. Its own file is read first of
 * all: what is added meanwhile is newer. Rejects with DiskError.
 */
export async function factsUnder(
  disk: Disk,
  account: string,
  names: () => Promise<readonly string[]>,
  file: (called: string) => string,
): Promise<readonly Fact[]> {
  const others = async () => {
    const called = (await names()).filter((one) => one !== account);
    const all = await Promise.all(
      called.map(async (one) => (await factsIn(disk, file(one))).map((fact) => calledNow(fact, one, account))),
    );
    return all.flat();
  };
  const [own, before] = await Promise.all([factsIn(disk, file(account)), others()]);
  return before.length === 0 ? own : [...before, ...own].toSorted((left, right) => left.at - right.at);
}

/** The address under the account's name of today. */
export function addressNow(address: string, called: string, now: string): string {
  return address.startsWith(`${called}/`) ? `${now}${address.slice(called.length)}` : address;
}

/** What was said of the account while it had that name. */
function calledNow(fact: Fact, called: string, now: string): Fact {
  if (fact.type === "bot" && fact.address !== undefined)
    return { ...fact, address: addressNow(fact.address, called, now) };
  if (fact.type === "hold" || fact.type === "lift") return { ...fact, bots: addressNow(fact.bots, called, now) };
  if (fact.type !== "stop" || fact.of === undefined) return fact;
  return { ...fact, of: { ...fact.of, addresses: fact.of.addresses.map((one) => addressNow(one, called, now)) } };
}
