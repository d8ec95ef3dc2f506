// Watches what reaches the emulator, request by request, for everything that must never be (promises I1 to I3, rules 2, 8, 9).
import * as z from "zod/mini";
import type { ServiceResponse } from "../../../src/emulator/http/failure.js";
import type { Service } from "../../../src/emulator/service.js";
import type { BotRecord } from "../../../src/emulator/store/records.js";
import { fingerprint, type ObservedBot } from "../../../src/model/bot/bot.js";
import { changedFields } from "../../../src/model/bot/compare.js";
import {
  canonicalValue,
  FIELD_NAMES,
  type FieldName,
  type FieldValue,
  type SomeFields,
} from "../../../src/model/bot/field.js";
import type { Plan, PlannedBot } from "../../../src/model/plan/plan.js";
import type { Clock } from "../../../src/model/ports.js";
import { observedBot } from "../../../src/service/canonical.js";
import type { OperationName } from "../../../src/service/operations.js";
import { ANSWERS, envelope } from "../../../src/service/wire.js";
import type { Onlooker } from "./hostile-service.js";

const LIST_AGE_MS = 2_000;
const LOOK_AGE_MS = 5_000;

export class Watch implements Onlooker {
  /** What must never be, and was. */
  readonly breaches: string[] = [];
  readonly #service: Service;
  readonly #clock: Pick<Clock, "elapsed">;
  readonly #bystanders: ReadonlyMap<number, string>;
  /** A hand may turn on what it likes; then only what botform turns on counts. */
  #isHandOn = false;
  #plan: Plan | undefined;
  /** The freshest readable answers since the run began, by bot, and of the list. */
  readonly #looks = new Map<number, { readonly bot: ObservedBot; readonly at: number }>();
  readonly #titles = new Map<number, FieldValue>();
  #list: { readonly bots: readonly ObservedBot[]; readonly at: number } | undefined;
  /** How often each write was sent in this run: `turnOn 11`, `createBot new`. */
  readonly #sent = new Map<string, number>();

  /** @param bystanders ids that nothing may ever be written to */
  constructor(service: Service, clock: Pick<Clock, "elapsed">, bystanders: readonly number[]) {
    this.#service = service;
    this.#clock = clock;
    this.#bystanders = new Map(bystanders.map((id) => [id, JSON.stringify(recordOf(service, id)?.values)]));
    service.onChange(() => this.#atMostOneOn());
  }

  /** A run of this plan begins. */
  begin(plan: Plan): void {
    this.#plan = plan;
    this.#sent.clear();
    this.#looks.clear();
    this.#titles.clear();
    this.#list = undefined;
  }

  arrived(operation: OperationName, parameters: URLSearchParams): void {
    const botId = Number(parameters.get("botId"));
    const check = CHECKS[operation];
    if (check === undefined) return;
    const subject = operation === "createBot" ? `"${parameters.get("title")}"` : String(botId);
    if (this.#bystanders.has(botId)) this.#breach(`I3: ${operation} of the bystander ${botId}`);
    if (this.#plan === undefined) return void this.#breach(`${operation} of ${subject} outside any run`);
    const sends = (this.#sent.get(`${operation} ${subject}`) ?? 0) + 1;
    this.#sent.set(`${operation} ${subject}`, sends);
    if (sends > check.most) this.#breach(`${operation} of ${subject} was sent ${sends} times`);
    if (operation === "createBot") this.#beforeCreate(parameters.get("title") ?? "");
    if (operation === "turnOn") this.#beforeTurnOn(botId);
    if (operation === "turnOff") this.#beforeTurnOff(botId, this.#plan);
    if (operation === "updateBot" && sends === 1) this.#beforeUpdate(botId, this.#plan);
  }

  answered(operation: OperationName, { status, body }: ServiceResponse): void {
    if (operation !== "listBots" && operation !== "botDetails") return;
    const said = z.safeParse(envelope, parse(body));
    const bots = z.safeParse(ANSWERS.bots, said.data?.data);
    if (status !== 200 || said.data?.isSuccess !== true || !bots.success) return;
    const read = { bots: bots.data.map(observedBot), at: this.#clock.elapsed() };
    if (operation === "listBots") this.#list = read;
    else for (const bot of read.bots) this.#looks.set(bot.id, { bot, at: read.at });
    for (const bot of read.bots) this.#titles.set(bot.id, bot.fields.title);
  }

  handTurnsOn(): void {
    this.#isHandOn = true;
  }

  /** Bystanders as they were in the beginning. To be called in the end. */
  bystandersUntouched(): void {
    for (const [id, values] of this.#bystanders) {
      if (JSON.stringify(recordOf(this.#service, id)?.values) !== values) this.#breach(`I3: bot ${id} was changed`);
    }
  }

  #breach(text: string): void {
    this.breaches.push(text);
  }

  #atMostOneOn(): void {
    if (this.#isHandOn) return;
    const on = this.#service.bots().filter((bot) => bot.enabled);
    const titles = on.map((bot) => `${bot.account}/${bot.accessId}/${bot.values.title}`);
    const twice = titles.find((title, at) => titles.indexOf(title) !== at);
    if (twice !== undefined) this.#breach(`I1: two bots on: ${twice}`);
  }

  #beforeCreate(title: string): void {
    const list = this.#list;
    if (list === undefined) return void this.#breach(`rule 2: "${title}" is created and no list was read`);
    if (list.bots.length === 0 && (this.#plan?.observedBots ?? 0) > 0)
      this.#breach(`rule 1: "${title}" is created on a list that is suddenly empty`);
    const age = this.#clock.elapsed() - list.at;
    if (age > LIST_AGE_MS) this.#breach(`rule 2: "${title}" is created on a list ${age} ms old`);
    if (list.bots.some((bot) => bot.fields.title === title && this.#isOnPlannedAccess(bot.id, title)))
      this.#breach(`rule 2: "${title}" is created although the list shows it`);
  }

  #isOnPlannedAccess(botId: number, title: string): boolean {
    const planned = Object.values(this.#plan?.bots ?? {}).find((bot) => bot.title === title);
    return recordOf(this.#service, botId)?.accessId === planned?.accessId;
  }

  /** I2 and rule 9: the freshest read is the plan, is off, and is not old. */
  #beforeTurnOn(botId: number): void {
    const look = this.#looks.get(botId);
    if (look === undefined) return void this.#breach(`I2: ${botId} is turned on and was not looked at`);
    const planned = Object.values(this.#plan?.bots ?? {}).find((bot) => bot.title === look.bot.fields.title);
    if (planned === undefined) return void this.#breach(`I2: ${botId} is turned on, called "${look.bot.fields.title}"`);
    const wrong = changedFields(planned.target, look.bot.fields).map(({ field }) => field);
    if (wrong.length > 0) this.#breach(`I2: ${botId} is turned on although ${wrong.join(", ")} read otherwise`);
    if (look.bot.status.on) this.#breach(`rule 9: ${botId} is turned on although it read on`);
    const age = this.#clock.elapsed() - look.at;
    if (age > LOOK_AGE_MS) this.#breach(`rule 9: ${botId} is turned on after a look ${age} ms old`);
    const twin = this.#list?.bots.find((bot) => bot.id !== botId && bot.fields.title === planned.title);
    if (twin?.status.on === true && this.#isOnPlannedAccess(twin.id, planned.title))
      this.#breach(`I1: ${botId} is turned on although the list shows ${twin.id} on`);
  }

  /** I3: only what the plan turns off, under the name it had; or what is on and must not be (rule 7). */
  #beforeTurnOff(botId: number, plan: Plan): void {
    const title = this.#titles.get(botId) ?? "";
    const planned = Object.values(plan.bots).find((bot) => [bot.title, bot.observed?.fields.title].includes(title));
    if (planned === undefined) return void this.#breach(`I3: ${botId}, now called "${title}", is turned off`);
    const isPlanned = plan.steps.some(({ address, action }) => address === planned.address && action === "turn-off");
    if (!isPlanned && this.#looks.get(botId)?.bot.status.on !== true)
      this.#breach(`I3: ${botId} is turned off, which nobody planned`);
  }

  /** Rule 8: the freshest read is what the plan was computed from; the plan may have turned the bot off. */
  #beforeUpdate(botId: number, plan: Plan): void {
    const planned = Object.values(plan.bots).find((bot) => bot.observed?.id === botId);
    const look = this.#looks.get(botId);
    if (planned === undefined || look === undefined)
      return void this.#breach(`rule 8: ${botId} is updated, unplanned or unseen`);
    if (!isAsPlanned(planned, look.bot)) this.#breach(`rule 8: ${botId} is updated although it read otherwise`);
  }
}

/** How often one run may send each write to one bot: a turn-off twice more (rule 10), and as often for rule 7. */
const CHECKS: Readonly<Partial<Record<OperationName, { readonly most: number }>>> = {
  createBot: { most: 1 },
  updateBot: { most: 3 },
  turnOn: { most: 1 },
  turnOff: { most: 6 },
};

function isAsPlanned({ observed, fingerprint: planned }: PlannedBot, live: ObservedBot): boolean {
  return observed !== null && fingerprint({ ...live, status: observed.status }) === planned;
}

export function recordOf(service: Service, botId: number): BotRecord | undefined {
  return service.bots().find((bot) => bot.id === botId);
}

/** A bot's fields as they really are. */
export function truthOf(record: BotRecord): SomeFields {
  const fields: Partial<Record<FieldName, FieldValue>> = {};
  for (const name of FIELD_NAMES) fields[name] = canonicalValue(name, record.values[name]);
  return fields;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
