// What an account was called before, and where: a configuration may give it another name and write its host in another way.

import type { Clock } from "../../model/ports.js";
import type { PinnedFacts } from "../../model/service-facts.js";
import { isLoopback } from "../../model/text/safe-url.js";
import type { Fact } from "./facts.js";
import { type FactFiles, factsName } from "./facts-file.js";

/** What an account is called, and where. */
export interface Place {
  readonly account: string;
  /** Of the service. */
  readonly origin: string;
}

/** Whose ledger it is. */
export interface LedgerOwner extends Place {
  /** What its API key is known by: the account is the same, whatever a configuration calls it and wherever it says the service is. */
  readonly key?: string | undefined;
  /** What its configuration pins of a service. */
  readonly facts?: PinnedFacts | undefined;
}

/** The names of one account. Every method rejects with DiskError alone. */
export interface AccountNames {
  /** All its places, by its key, and by what is known without it: its own last, so that what it says counts. */
  places(): Promise<readonly Place[]>;
  /** The file that says which these are, beside those of its names; undefined where its key isn't known. */
  readonly file: string | undefined;
  /** What it was called anywhere. */
  anywhere(): Promise<ReadonlySet<string>>;
  /** Remembers its name beside its key, before anything is sent, so that another name finds it. */
  remember(): Promise<void>;
}

export function accountNames(
  files: FactFiles,
  clock: Pick<Clock, "now">,
  { account, origin, key }: LedgerOwner,
): AccountNames {
  const own: Place = { account, origin };
  const ofKey = key === undefined ? undefined : factsName(["", "", key]);
  const ofAccount = factsName([account]);
  const ofItsKey = async () => {
    const all = ofKey === undefined ? [] : await files.in(ofKey);
    return all.flatMap((fact) => (fact.type === "account" ? [fact] : []));
  };
  // Rule 20: whatever the configuration calls it, and wherever it says the service is.
  const places = async () => {
    const byKey = (await ofItsKey()).filter((place) => serviceOf(place.origin) === serviceOf(origin));
    const all = await Promise.all([...byKey, own].map((place) => placesWithoutKey(files, place)));
    const found = new Map(all.flat().map((place) => [factsFile(place), place]));
    found.delete(factsFile(own));
    return [...found.values(), own];
  };
  return {
    places,
    file: ofKey,
    anywhere: async () => new Set([...(await ofItsKey()).map((place) => place.account), account]),
    async remember() {
      if (ofKey === undefined) return;
      const last = (await ofItsKey()).findLast((place) => place.account === account);
      const at = clock.now();
      if (last?.origin !== origin) await files.add(ofKey, [{ type: "account", at, account, origin }]);
      // For whoever hasn't got the key.
      const known = formerlyIn(await files.in(ofAccount));
      const former = new Set((await places()).map((place) => place.account));
      for (const one of [account, ...known]) former.delete(one);
      await files.add(
        ofAccount,
        [...former].map((one) => ({ type: "formerly", at, account: one })),
      );
    },
  };
}

/**
 * What tells apart the accounts of one API key: nothing, unless the host is this machine. The keys of emulators are alike, so each
 * port is a service of its own there.
 */
export function serviceOf(origin: string): string {
  const url = new URL(origin);
  return isLoopback(url) ? `${url.protocol}${url.port}` : "";
}

/** The file of what is remembered of the account there. */
export function factsFile({ account, origin }: Place): string {
  return factsName([account, origin]);
}

export function isAmong(places: readonly Place[], { account, origin }: Place): boolean {
  return places.some((place) => place.account === account && place.origin === origin);
}

/** What the account was called, as far as that is known without its key: its own name last. Rejects with DiskError. */
export async function namesWithoutKey(files: FactFiles, account: string): Promise<readonly string[]> {
  const found = new Set([account]);
  for (const one of found) {
    for (const former of formerlyIn(await files.in(factsName([one])))) found.add(former);
  }
  found.delete(account);
  return [...found, account];
}

async function placesWithoutKey(files: FactFiles, { account, origin }: Place): Promise<readonly Place[]> {
  return (await namesWithoutKey(files, account)).map((called) => ({ account: called, origin }));
}

function formerlyIn(facts: readonly Fact[]): readonly string[] {
  return facts.flatMap((fact) => (fact.type === "formerly" ? [fact.account] : []));
}

/**
 * The facts in the file of each place, as if the account had always been called as now; oldest first. Its own file is read first of
 * all: what is added meanwhile is newer. Rejects with DiskError.
 */
export async function factsUnder<P extends Pick<Place, "account">>(
  files: FactFiles,
  at: P,
  places: () => Promise<readonly P[]>,
  file: (place: P) => string,
): Promise<readonly Fact[]> {
  const others = async () => {
    const called = new Map((await places()).map((place) => [file(place), place.account]));
    called.delete(file(at));
    const all = await Promise.all(
      [...called].map(async ([name, then]) => (await files.in(name)).map((fact) => calledNow(fact, then, at.account))),
    );
    return all.flat();
  };
  const [own, before] = await Promise.all([files.in(file(at)), others()]);
  return before.length === 0 ? own : [...before, ...own].toSorted((left, right) => left.at - right.at);
}

/** The address under the account's name of today. */
export function addressNow(address: string, called: string, now: string): string {
  return address.startsWith(`${called}/`) ? `${now}${address.slice(called.length)}` : address;
}

/** What was said of the account while it had that name. */
function calledNow(fact: Fact, called: string, now: string): Fact {
  if ("address" in fact && fact.address !== undefined)
    return { ...fact, address: addressNow(fact.address, called, now) };
  if (fact.type === "hold" || fact.type === "lift") return { ...fact, bots: addressNow(fact.bots, called, now) };
  if (fact.type === "trip") return { ...fact, bots: fact.bots.map((one) => addressNow(one, called, now)) };
  if (fact.type !== "stop" || fact.of === undefined) return fact;
  return { ...fact, of: { ...fact.of, addresses: fact.of.addresses.map((one) => addressNow(one, called, now)) } };
}
