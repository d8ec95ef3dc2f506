// Which bots an emergency stop means, and which starts of deals are theirs, as far as that can be told at the time.
import type { Access, ObservedBot } from "../../model/bot/bot.js";
import type { Desired } from "../../model/bot/desired.js";
import type { StartInDoubt } from "../../model/bot/observed.js";
import type { KnownBot } from "../ledger/facts.js";
import type { Memory } from "../ledger/ledger.js";
import { resolveAccesses } from "../plan/access.js";
import { doubtsIn } from "../plan/remembered.js";

export interface Meant {
  /** Only bots that it declares, by title on its accesses or by botId. */
  readonly managed?: Desired | undefined;
  /** Only bots with these ids, beside those that `managed` declares. */
  readonly only?: ReadonlySet<number> | undefined;
}

export class MeantBots {
  readonly #meant: Meant;
  /** Whether each bot that was shown is meant. */
  readonly #shown = new Map<number, boolean | undefined>();
  /** Settles at the first answer of the service, or the first that is missing, after a start became known. */
  readonly startKnown: Promise<void>;
  #settle: () => void = () => {};
  #areStarts = false;

  constructor(meant: Meant) {
    this.#meant = meant;
    this.startKnown = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** Whether a bot that the service shows is meant; undefined where only its access would tell. */
  shownOn(accesses: readonly Access[], memory: Memory): (bot: ObservedBot) => boolean | undefined {
    const isIncluded = includedBy(this.#meant, accesses, memory);
    return (bot) => {
      const is = isIncluded(bot);
      this.#shown.set(bot.id, is);
      this.answered();
      return is;
    };
  }

  /** Whether the service has shown any bot, a meant one or not. */
  get isAnyShown(): boolean {
    return this.#shown.size > 0;
  }

  /** The service has answered, or hasn't in time. */
  answered(): void {
    if (this.#areStarts) this.#settle();
  }

  /** Of a known bot, as far as that can be told without asking the service. */
  mayInclude({ id, title, address = "" }: KnownBot): boolean {
    const { managed, only } = this.#meant;
    if (managed === undefined) return only?.has(id) ?? true;
    const isDeclared = managed.bots.some(
      (bot) => bot.botId === id || bot.address === address || [bot.fields.title, ...bot.previousTitles].includes(title),
    );
    return isDeclared || only?.has(id) === true;
  }

  /** As the service showed it, else as it is known. */
  isMeant(id: number, { bots }: Memory): boolean {
    if (this.#shown.has(id)) return this.#shown.get(id) !== false;
    const known = bots.get(id);
    return known === undefined ? this.#meant.only?.has(id) !== false : this.mayInclude(known);
  }

  /** Those that may still take effect. @param now milliseconds since the epoch */
  starts(memory: Memory, now: number): readonly StartInDoubt[] {
    const isAll = this.#meant.managed === undefined && this.#meant.only === undefined;
    const starts = doubtsIn(memory.intents, now).starts.filter(({ botId }) =>
      botId === undefined ? isAll : this.isMeant(botId, memory),
    );
    this.#areStarts ||= starts.length > 0;
    return starts;
  }
}

function includedBy(
  { managed, only }: Meant,
  accesses: readonly Access[],
  { bots }: Memory,
): (bot: ObservedBot) => boolean | undefined {
  if (managed === undefined) return (bot) => only?.has(bot.id) ?? true;
  const isDeclared = declaredBy(managed, accesses);
  // Whatever it is called by now: rule 20.
  const addresses = new Set(managed.bots.map(({ address }) => address));
  const isKnownAs = ({ id }: ObservedBot) => addresses.has(bots.get(id)?.address ?? "");
  return (bot) => (only?.has(bot.id) === true || isKnownAs(bot) ? true : isDeclared(bot));
}

/** Whether a bot is one that the configuration declares; undefined where only its access would tell. */
function declaredBy(desired: Desired, accesses: readonly Access[]): (bot: ObservedBot) => boolean | undefined {
  const { byAlias } = resolveAccesses(desired, accesses);
  const ids = new Set(desired.bots.map(({ botId }) => botId));
  const places = new Map<string, Set<number>>();
  for (const { fields, previousTitles, access } of desired.bots) {
    const id = byAlias.get(access.alias)?.id;
    for (const title of id === undefined ? [] : [fields.title, ...previousTitles]) {
      places.set(title, (places.get(title) ?? new Set()).add(id ?? 0));
    }
  }
  return ({ id, accessId, fields }) => {
    if (ids.has(id)) return true;
    const declared = places.get(fields.title ?? "");
    if (declared === undefined) return false;
    return accessId === null ? undefined : declared.has(accessId);
  };
}
