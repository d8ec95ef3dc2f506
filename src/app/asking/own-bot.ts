// The bot that a check may change: whether it is fit for that, what it is now, and the way back to what it was.

import { readStatus } from "../../model/bot/bot.js";
import { changedFields, describeMismatches } from "../../model/bot/compare.js";
import { FIELDS, type FieldName, type Fields, type FieldValue, fieldSpec } from "../../model/bot/field.js";
import { isRecord } from "../../model/record.js";
import { canonicalFields, toParameters, wireNames } from "../../service/canonical.js";
import type { Client } from "../../service/client.js";
import type { ParameterValue } from "../../service/signing.js";
import { bot as wireBot } from "../../service/wire.js";
import { type Asker, AskingStopped } from "./asker.js";
import { rowsOf } from "./shown.js";

type Row = Readonly<Record<string, unknown>>;
export type Parameters = readonly (readonly [string, ParameterValue])[];

/** A bot as its details show it. */
export interface BotNow {
  /** As it came. */
  readonly raw: Row;
  readonly settings: Row;
  readonly fields: Fields;
  readonly on: boolean;
}

/** Upper-case ASCII of 14 characters at most is stored alike by every service that changes titles in a way that anybody knows (S-35). */
const SAFE_TITLE = /^[0-9A-Z][0-9A-Z _-]{0,13}$/;
const TWO_PLACES = /^\d+(?:\.\d{1,2})?$/;

/** Why the bot can't be changed and put back for sure; empty where it can. */
export function unfit({ fields, on }: Pick<BotNow, "fields" | "on">, runningDeals: number): readonly string[] {
  const { volumeFirstOrder, volumeSafetyOrder, countOrderMax, title } = fields;
  const exact = FIELDS.filter(({ kind }) => kind === "decimal").filter(({ name }) => isFine(fields[name]) === false);
  return [
    ...(on ? ["it is on"] : []),
    ...(runningDeals > 0 ? ["it is in a deal"] : []),
    ...(SAFE_TITLE.test(title ?? "") ? [] : ["its title isn't of 1 to 14 capitals and digits"]),
    ...exact.map(({ name }) => `${name} has more than 2 decimal places`),
    // What an update leaves out may become something that nothing sets back.
    ...(countOrderMax === null || countOrderMax === "10" ? ["countOrderMax is off, or 10"] : []),
    ...(volumeSafetyOrder === null || volumeSafetyOrder === volumeFirstOrder
      ? ["volumeSafetyOrder is off, or as volumeFirstOrder"]
      : []),
  ];
}

function isFine(value: FieldValue): boolean {
  return value === null || TWO_PLACES.test(value);
}

export class OwnBot {
  readonly id: number;
  readonly #asker: Asker;
  readonly #client: Pick<Client, "updateBot" | "turnOn" | "turnOff">;

  constructor(id: number, asker: Asker, client: Pick<Client, "updateBot" | "turnOn" | "turnOff">) {
    this.id = id;
    this.#asker = asker;
    this.#client = client;
  }

  /** From now on no number of refusals ends it. */
  putsBack(): void {
    this.#asker.refusals = Number.POSITIVE_INFINITY;
  }

  /** Throws AskingStopped where it can't be read. */
  async look(): Promise<BotNow> {
    const data = await this.#asker.read({ name: "botDetails", parameters: [["botId", this.id]] });
    const [raw] = rowsOf(data).filter(({ id }) => id === this.id);
    const wire = wireBot.safeParse(raw);
    if (raw === undefined || !wire.success || !isRecord(raw["settings"]))
      throw new AskingStopped(`the details of bot ${this.id} can't be read`);
    return {
      raw,
      settings: raw["settings"],
      fields: canonicalFields(wire.data),
      on: readStatus(wire.data.status).on,
    };
  }

  /** Whether an update with these parameters was accepted. Throws AskingStopped where it isn't known. */
  async update(parameters: Parameters): Promise<boolean> {
    await this.#asker.rest(1.1);
    const answer = await this.#client.updateBot([["botId", this.id], ...parameters]);
    if (answer.kind === "accepted") return true;
    const isRefusal = answer.kind === "refused" || (answer.kind === "ambiguous" && answer.turnedDown);
    if (!isRefusal)
      throw new AskingStopped(`an update of bot ${this.id}: ${"message" in answer ? answer.message : ""}`);
    await this.#asker.afterRefusal();
    return false;
  }

  /** Turns it off and looks until it is. */
  async turnOff(): Promise<void> {
    await this.#client.turnOff(this.id);
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) if (!(await this.look()).on) return;
    throw new AskingStopped(`bot ${this.id} is on, and was told to turn off: look at it on the service now`);
  }

  /** Turns it on, off again some seconds after it is seen on, and looks until it is off; its status while it was on, if it was seen. Throws AskingStopped. */
  async turnOnAndOff(): Promise<string | undefined> {
    await this.#client.turnOn(this.id);
    let now = await this.look();
    for (let looks = 0; looks < MOST_LOOKS && !now.on; looks += 1) now = await this.look();
    // Long enough to tell the two switches apart.
    if (now.on) await this.#asker.rest(3);
    await this.turnOff();
    const { status } = now.raw;
    if (now.on) return typeof status === "string" || typeof status === "number" ? String(status) : undefined;
    throw new AskingStopped(
      `bot ${this.id} was told to turn on, and wasn't seen on; it was told to turn off: botform bots off '#${this.id}' watches it`,
    );
  }

  /** Makes it what it was. Throws AskingStopped where that can't be had. */
  async restore(before: Fields): Promise<BotNow> {
    let now = await this.look();
    for (let tries = 0; tries < MOST_TRIES && changedFields(before, now.fields).length > 0; tries += 1) {
      await this.update(toParameters(before, now.fields));
      now = await this.look();
    }
    const left = changedFields(before, now.fields);
    if (left.length === 0) return now;
    throw new AskingStopped(`bot ${this.id} couldn't be put back: ${describeMismatches(left)}`);
  }

  /** What is off may be written in several ways: as it was, too. */
  async restoreText(before: BotNow): Promise<void> {
    const now = await this.look();
    if (textOf(now.raw) === textOf(before.raw)) return;
    const zeros = FIELDS.flatMap(({ name }): [FieldName, string][] => {
      const key = wireNames(name).read.replace("settings.", "");
      const [was, is] = [before.settings[key], now.settings[key]];
      return fieldSpec(name).off === "say" && typeof was === "string" && was !== "" && was !== is ? [[name, was]] : [];
    });
    await this.update(everything(before.fields, Object.fromEntries(zeros)));
    if (textOf((await this.look()).raw) === textOf(before.raw)) return;
    throw new AskingStopped(`bot ${this.id} has the settings it had, but the service writes some in another way`);
  }
}

/** Everything but the time of its last change. */
function textOf({ updated: _updated, ...rest }: Row): string {
  return JSON.stringify(rest);
}

const MOST_LOOKS = 120;
const MOST_TRIES = 3;

/** All of the fields as an update sends them, with some parameters in another way, or not at all where undefined. */
export function everything(
  fields: Fields,
  instead: { readonly [Name in FieldName]?: string | undefined } = {},
): Parameters {
  const own = toParameters(fields, fields).filter(([name]) => !Object.hasOwn(instead, name));
  const others = Object.entries(instead).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return [...own, ...others];
}

/** Scales that are on. */
export function scalesOn(fields: Fields): readonly FieldName[] {
  const scales = ["martingaleScale", "dynamicStepScale", "cycleLimitScale"] as const;
  return scales.filter((name) => fields[name] !== null && fieldSpec(name).off === "omit");
}
