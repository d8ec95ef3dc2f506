// Creates and changes bots: by request, by seed, and by hand as in the service's web form.
import { OPERATIONS } from "../../service/operations.js";
import type { Engine } from "../engine/engine.js";
import { Refusal } from "../http/failure.js";
import { checkParameters, type RequestParameters } from "../http/parameters.js";
import type { RawValue } from "../http/request.js";
import type { Quirks } from "../quirks/quirks.js";
import { type SeedBot, seedParameters } from "../seed/seed.js";
import type { BotRecord } from "./records.js";
import type { ValueName } from "./settings.js";
import type { EmulatedAccount, Store } from "./store.js";
import { type Mode, resultProblem, type Written, write, writeProblem } from "./writing.js";

/** Create's parameters as a user types them, and the switch; null or "" empties an optional one. */
export type HandEdit = { readonly [Name in ValueName]?: string | number | null } & { readonly enabled?: boolean };

export class Bots {
  readonly #store: Store;
  readonly #engine: Engine;
  readonly #pairs: ReadonlySet<string>;
  readonly #quirks: Quirks;

  constructor(store: Store, engine: Engine, pairs: ReadonlySet<string>, quirks: Quirks) {
    this.#store = store;
    this.#engine = engine;
    this.#pairs = pairs;
    this.#quirks = quirks;
  }

  /** @throws Refusal when the access, the exchange, the pair or a rule of the quirks forbids it */
  create(account: EmulatedAccount, parameters: RequestParameters): BotRecord {
    const made = this.#make(account, parameters, "create", this.#store.nextBotId);
    const { createDelay, newBots } = this.#quirks;
    const bot = createDelay === 0 ? made : { ...made, appears: this.#engine.now + createDelay };
    return this.#add(bot, newBots === "on");
  }

  /**
   * A bot that was there before the server started, or that a user made by hand. @returns its id
   *
   * @throws RangeError naming what the form would refuse
   */
  plant(account: EmulatedAccount, { id = this.#store.nextBotId, enabled = false, ...settings }: SeedBot): number {
    return byHand(() => {
      const { exchange } = accessOf(account, settings.accessId);
      const parameters = this.#formValues("createBot", seedParameters(settings, exchange), this.#quirks);
      if (this.#store.bots.has(id)) throw new Refusal(400, `bot id ${id} is taken`);
      this.#add(this.#make(account, parameters, "edit", id), enabled);
      return id;
    });
  }

  /** @throws Refusal when the pair or a rule of the quirks forbids it */
  update(bot: BotRecord, parameters: RequestParameters): BotRecord {
    return this.#change(bot, parameters, "update");
  }

  /** @throws RangeError naming what the web form would refuse */
  edit(bot: BotRecord, { enabled, ...settings }: HandEdit): void {
    const values = new Map<string, RawValue>([["botId", bot.id]]);
    for (const [name, value] of Object.entries(settings)) if (value !== undefined) values.set(name, value ?? "");
    byHand(() => {
      const parameters = this.#formValues("updateBot", values, { ...this.#quirks, parameters: "lenient" });
      if (values.size > 1) this.#change(bot, parameters, "edit");
      if (enabled !== undefined) this.#engine.switchNow(bot.id, enabled);
    });
  }

  #formValues(
    operation: "createBot" | "updateBot",
    values: ReadonlyMap<string, RawValue>,
    rules: Quirks,
  ): RequestParameters {
    const check = checkParameters(OPERATIONS[operation], { values, repeated: [] }, rules);
    if (!check.ok) throw new Refusal(400, check.problems.join(" "));
    return check.parameters;
  }

  #add(bot: BotRecord, on: boolean): BotRecord {
    this.#store.putBot(bot, this.#engine.now);
    this.#store.log(bot.id, "Bot is created", this.#engine.now);
    if (on) this.#engine.switchNow(bot.id, true);
    return bot;
  }

  #make(account: EmulatedAccount, parameters: RequestParameters, mode: Mode, id: number): BotRecord {
    const { accessId, exchange } = accessOf(account, Number(parameters.get("accessId")));
    if (parameters.get("exchange") !== exchange) throw new Refusal(400, "exchange is not that of the access.");
    const bot = {
      id,
      account: account.name,
      accessId,
      exchange,
      enabled: false,
      ...this.#written(undefined, parameters, mode),
      cycles: 0,
      updated: this.#engine.now,
    };
    this.#checkTitle(bot, mode);
    return bot;
  }

  #change(before: BotRecord, parameters: RequestParameters, mode: Mode): BotRecord {
    const written = this.#written(before, parameters, mode);
    const bot = { ...before, ...written, updated: this.#engine.now };
    this.#checkTitle(bot, mode);
    this.#store.putBot(bot, this.#engine.now);
    this.#store.log(bot.id, mode === "edit" ? "Bot is edited" : "Bot is updated", this.#engine.now);
    this.#engine.reconsider(bot);
    if (mode !== "update" || this.#quirks.updateSwitch === "keep") return bot;
    this.#engine.switchNow(bot.id, this.#quirks.updateSwitch === "on");
    return this.#store.bots.get(bot.id) ?? bot;
  }

  #written(before: Written | undefined, parameters: RequestParameters, mode: Mode): Written {
    const pair = parameters.get("pairTitle");
    if (pair !== undefined && !this.#pairs.has(pair)) throw new Refusal(400, "pairTitle is not in the pair list.");
    const problem = writeProblem(parameters, mode, this.#quirks);
    if (problem !== undefined) throw new Refusal(400, problem);
    const written = write(before, parameters, mode, this.#quirks);
    const wrong = mode === "edit" ? undefined : resultProblem(written.values, this.#quirks);
    if (wrong !== undefined) throw new Refusal(400, wrong);
    return written;
  }

  #checkTitle({ id, account, accessId, values }: BotRecord, mode: Mode): void {
    if (this.#quirks.titles !== "unique" || mode === "edit") return;
    for (const bot of this.#store.bots.values()) {
      const isSameTitle = bot.account === account && bot.accessId === accessId && bot.values.title === values.title;
      if (isSameTitle && bot.id !== id) throw new Refusal(400, "title has already been taken.");
    }
  }
}

function accessOf(account: EmulatedAccount, id: number | undefined): EmulatedAccount["accesses"][number] {
  const access = account.accesses.find(({ accessId }) => accessId === id);
  if (access === undefined) throw new Refusal(400, "accessId is unknown.");
  return access;
}

/** Runs what a user does in the web form; a refusal is then a mistake in the call. */
function byHand<T>(edit: () => T): T {
  try {
    return edit();
  } catch (error) {
    throw error instanceof Refusal ? new RangeError(error.message) : error;
  }
}
