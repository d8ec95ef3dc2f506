// Keeps the emulator's records and the indexes that spare every request a search through them.
import Big from "big.js";
import type { Seed } from "../seed/seed.js";
import { DEFAULT_EXCHANGE } from "../seed/seed-courses.js";
import type { BotRecord, DealRecord, LogRecord } from "./records.js";

/** One futures access, with the interface's keys in its order. */
interface Access {
  readonly accessId: number;
  readonly title: string;
  readonly exchange: string;
}

/** The path segment that lets webhooks in. */
interface Hook {
  readonly accountId: string;
  readonly token: string;
  /** Where deals of the Ghost bot run. */
  readonly accessId: number;
}

export interface EmulatedAccount {
  readonly name: string;
  readonly userId: number;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly accesses: readonly Access[];
  /** Undefined where the account takes no webhooks. */
  readonly hook: Hook | undefined;
  /** Whether the seed names a balance; without one, margin holds nobody back. */
  readonly isLimited: boolean;
  /** Wallet balance by asset; what deals book changes it. */
  readonly balance: Map<string, Big>;
  /** When the balance last changed (milliseconds); 0 is never. */
  balanceChanged: number;
}

/** Called with every change of a bot, with the time at which it took effect. */
export interface BotWatcher {
  changed(bot: BotRecord, at: number): void;
}

const MOST_LOGS = 1_000;
const MOST_HISTORY = 5_000;
const FIRST_BOT_ID = 1001;
const FIRST_DEAL_ID = 50_001;

export class Store {
  readonly accounts: readonly EmulatedAccount[];
  readonly bots = new Map<number, BotRecord>();
  readonly deals = new Map<number, DealRecord>();
  readonly logs = new Map<number, LogRecord[]>();
  nextBotId = FIRST_BOT_ID;
  nextDealId = FIRST_DEAL_ID;
  /** Counts every change; equal numbers mean nothing happened in between. */
  version = 0;
  readonly #byName: ReadonlyMap<string, EmulatedAccount>;
  readonly #watchers: BotWatcher[] = [];
  readonly #active = new Map<string, Map<number, DealRecord>>();
  readonly #history = new Map<string, DealRecord[]>();
  readonly #running = new Map<number, Set<number>>();
  readonly #positions = new Map<string, Map<number, DealRecord>>();

  constructor(seed: Seed) {
    this.accounts = seed.accounts.map((account, index) => ({
      name: account.name,
      userId: index + 1,
      apiKey: account.apiKey,
      apiSecret: account.apiSecret,
      accesses: account.accesses.map(({ accessId, title, exchange }) => ({
        accessId,
        title,
        exchange: exchange ?? seed.exchange ?? DEFAULT_EXCHANGE,
      })),
      hook: hookOf(account),
      isLimited: account.balance !== undefined,
      balance: new Map(Object.entries(account.balance ?? {}).map(([asset, amount]) => [asset, new Big(amount)])),
      balanceChanged: 0,
    }));
    this.#byName = new Map(this.accounts.map((account) => [account.name, account]));
  }

  watchBots(watcher: BotWatcher): void {
    this.#watchers.push(watcher);
  }

  /** @throws RangeError when the seed has no such account */
  account(name: string): EmulatedAccount {
    const account = this.#byName.get(name);
    if (account === undefined) throw new RangeError(`no account named ${name}`);
    return account;
  }

  /** A bot of this account; another account's bot doesn't exist for it. */
  botOf(account: EmulatedAccount, id: number): BotRecord | undefined {
    const bot = this.bots.get(id);
    return bot?.account === account.name ? bot : undefined;
  }

  dealOf(account: EmulatedAccount, id: number): DealRecord | undefined {
    const deal = this.deals.get(id);
    return deal?.account === account.name ? deal : undefined;
  }

  /** Adds or replaces a bot. */
  putBot(bot: BotRecord, at: number): void {
    this.bots.set(bot.id, bot);
    this.nextBotId = Math.max(this.nextBotId, bot.id + 1);
    this.version += 1;
    for (const watcher of this.#watchers) watcher.changed(bot, at);
  }

  /** Adds or replaces a deal and moves it between the indexes as its status says. */
  putDeal(deal: DealRecord): void {
    const isKnown = this.deals.has(deal.id);
    this.deals.set(deal.id, deal);
    this.nextDealId = Math.max(this.nextDealId, deal.id + 1);
    this.version += 1;
    const { snapshot, status } = deal;
    const key = accessKey(deal.account, snapshot.accessId);
    const running = keptIn(this.#running, snapshot.id, () => new Set<number>());
    if (status === "ACTIVE") {
      keptIn(this.#active, key, () => new Map<number, DealRecord>()).set(deal.id, deal);
      running.add(deal.id);
    } else {
      running.delete(deal.id);
      const wasActive = this.#active.get(key)?.delete(deal.id) === true;
      // What a cancelled deal left behind may change on; in history it has its place already.
      if (wasActive || !isKnown) this.#file(key, deal);
      else this.#refile(key, deal);
    }
    // A cancelled or handed-over deal leaves its position on the exchange (S-45, S-49).
    if (isGone(deal)) this.#positions.get(deal.account)?.delete(deal.id);
    else keptIn(this.#positions, deal.account, () => new Map<number, DealRecord>()).set(deal.id, deal);
  }

  activeDeals(account: EmulatedAccount, accessId: number): Iterable<DealRecord> {
    return this.#active.get(accessKey(account.name, accessId))?.values() ?? [];
  }

  /** Deals that ended, oldest first. */
  endedDeals(account: EmulatedAccount, accessId: number): readonly DealRecord[] {
    return this.#history.get(accessKey(account.name, accessId)) ?? [];
  }

  /** Ids of a bot's active deals. */
  running(botId: number): ReadonlySet<number> {
    return this.#running.get(botId) ?? new Set();
  }

  /** Deals whose position is open on the exchange. */
  openPositions(account: EmulatedAccount): Iterable<DealRecord> {
    return this.#positions.get(account.name)?.values() ?? [];
  }

  log(botId: number, message: string, at: number): void {
    const entries = keptIn<number, LogRecord[]>(this.logs, botId, () => []);
    entries.push({ message, at });
    if (entries.length > MOST_LOGS) entries.shift();
    this.version += 1;
  }

  /** Books a profit or loss on an account's wallet. */
  book(account: EmulatedAccount, asset: string, amount: Big, at: number): void {
    account.balance.set(asset, (account.balance.get(asset) ?? new Big(0)).plus(amount));
    account.balanceChanged = at;
    this.version += 1;
  }

  #file(key: string, deal: DealRecord): void {
    const history = keptIn<string, DealRecord[]>(this.#history, key, () => []);
    history.push(deal);
    // A server that runs for weeks against moving prices must not grow for ever.
    const oldest = history.length > MOST_HISTORY ? history.shift() : undefined;
    if (oldest !== undefined && isGone(oldest)) this.deals.delete(oldest.id);
  }

  #refile(key: string, deal: DealRecord): void {
    const history = this.#history.get(key) ?? [];
    const place = history.findIndex(({ id }) => id === deal.id);
    if (place >= 0) history[place] = deal;
  }
}

/** Whether a deal has neither position nor orders on the exchange. */
function isGone({ market }: DealRecord): boolean {
  return market.status === "ENDED" && market.amount === "0";
}

function hookOf({ hook, accesses }: Seed["accounts"][number]): Hook | undefined {
  if (hook === undefined) return undefined;
  return {
    accountId: String(hook.accountId),
    token: hook.token,
    accessId: hook.accessId ?? accesses[0]?.accessId ?? 0,
  };
}

function accessKey(account: string, accessId: number): string {
  return `${accessId}/${account}`;
}

function keptIn<K, V>(map: Map<K, V>, key: K, fresh: () => V): V {
  const kept = map.get(key) ?? fresh();
  map.set(key, kept);
  return kept;
}
