// Emergency stops on an account in memory: of one exchange, and of all.
import type { Access } from "../../../../src/model/bot/bot.js";
import type { ServiceReader } from "../../../../src/model/ports.js";
import { type EmergencyStopOptions, emergencyStop } from "../../../../src/reconcile/emergency-stop/emergency-stop.js";
import { TurnOffAll } from "../../../../src/reconcile/emergency-stop/turn-off-all.js";
import type { TurnOffOptions } from "../../../../src/reconcile/emergency-stop/turn-off-options.js";
import type { KnownBot } from "../../../../src/reconcile/ledger/facts.js";
import type { Journal } from "../../../../src/reconcile/ledger/journal.js";
import { type Memory, NO_MEMORY } from "../../../../src/reconcile/ledger/ledger.js";
import type { Account } from "./account.js";

export const ON = { on: true };
export const X: Access = { id: 1, title: "Main", exchange: "SERVICE_FUTURES" };

/** Seconds, from the beginning. */
interface Times {
  readonly until?: number;
  readonly settled?: number;
  readonly doubts?: readonly (readonly [id: number, second: number])[];
}

/** The turn-offs of one exchange. `said`: what was told of bots that were seen off, and of lists that didn't come. */
export async function turnOffs(
  account: Account,
  { until = 120, settled = 0, doubts = [] }: Times = {},
  { known = [], ...options }: Partial<TurnOffOptions> & { readonly known?: readonly KnownBot[] } = {},
  journal?: () => Journal,
) {
  const said: unknown[] = [];
  const remembered = { known, doubts: new Map(doubts.map(([id, second]) => [id, account.at(second)])) };
  const all = new TurnOffAll(
    { ...account.ports, ...(journal !== undefined && { beginJournal: async () => journal() }) },
    {
      ...{ account: "main", exchange: "X", includes: () => true, signal: new AbortController().signal },
      ...{ until: account.at(until), settled: account.at(settled) },
      remembered: async () => remembered,
      onSeenOff: (bots, restMs) => said.push([bots, restMs]),
      onUnanswered: (why) => said.push(why),
      ...options,
    },
  );
  const report = await all.run();
  const ids = (bots: readonly { readonly id: number }[]) => bots.map(({ id }) => id);
  return { report, said, log: account.log, ends: [ids(report.turnedOff), ids(report.wereOff), ids(report.stragglers)] };
}

/** When the list was asked for. */
export const lists = (log: readonly string[]) =>
  log.flatMap((one) => (one.startsWith("list") ? [Number(one.slice(5))] : []));

export interface Changes extends Partial<EmergencyStopOptions> {
  readonly memory?: Memory;
  /** Instead of what never changes. */
  readonly recall?: () => Promise<Memory>;
  readonly reader?: Partial<ServiceReader>;
  readonly accesses?: readonly Access[];
}

/** The stop of an account with these accesses, and the exchanges whose lists it asked for. */
export async function stop(
  account: Account,
  { memory = NO_MEMORY, recall = async () => memory, reader = {}, accesses = [X], ...options }: Changes = {},
) {
  const [listed, looked, opened]: [string[], string[], string[]] = [[], [], []];
  const readerFor = (exchange: string): ServiceReader => ({
    ...account.reader,
    ...reader,
    accesses: async () => {
      opened.push(exchange);
      return (reader.accesses ?? (async () => accesses))();
    },
    bots: () => {
      listed.push(exchange);
      return (reader.bots ?? account.reader.bots)();
    },
    bot: (id) => {
      looked.push(`${exchange} ${id}`);
      return account.reader.bot(id);
    },
  });
  const report = await emergencyStop(
    { readerFor, writerFor: () => account.writer, clock: account.clock, recall },
    { account: "main", settleMs: 0, timeoutMs: 20_000, ...options },
  );
  const ids = (bots: readonly { readonly id: number }[]) => bots.map(({ id }) => id);
  return {
    report,
    listed: [...new Set(listed)],
    looked: [...new Set(looked)],
    opened,
    ends: [ids(report.turnedOff), ids(report.wereOff), ids(report.stragglers)],
  };
}
