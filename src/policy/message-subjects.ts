// The deals that webhooks open or change, evaluated like bots: a message's values on top of those of its bot.
import Big from "big.js";
import type { ObservedBot } from "../model/bot/bot.js";
import { FIELD_NAMES, type FieldName, type SomeFields } from "../model/bot/field.js";
import type { Assumptions } from "../model/risk/assumptions.js";
import { type BotRisk, isKnown, type UnknownRisk } from "../model/risk/risk.js";
import type { Origin } from "../model/text/diagnostic.js";
import { once } from "../model/text/once.js";
import { settingAt, type WebhookMessage } from "../model/webhook/webhook.js";
import { botRisk } from "../risk/bot-risk.js";
import { type MarketData, NO_MARKET_DATA } from "../risk/market-data.js";
import { dealsOf, fieldOf } from "./deal-fields.js";
import type { Subject } from "./subjects.js";
import type { RuleContext } from "./violation.js";

/** A webhook that is about to be sent. */
export interface Sending {
  readonly message: WebhookMessage;
  /** The bot's address: as configured, or `account/#id`; undefined for a Ghost. */
  readonly address: string | undefined;
  /** The bot as it was read. */
  readonly live?: ObservedBot | undefined;
  /** Alias of the access that it was read on. */
  readonly alias?: string | undefined;
}

/** A deal with the settings that a message gives it. */
export interface MessageSubject extends Subject {
  readonly message: WebhookMessage;
  /** Figures of its grid, known even if the take profit isn't: no rule about grids needs it. */
  readonly grid: Subject["risk"];
}

export function isOfMessage(subject: Subject): subject is MessageSubject {
  return "message" in subject;
}

/** What figures rest on beside the fields. */
export interface Figures {
  readonly marketData?: MarketData | undefined;
  readonly assumptions: Assumptions;
}

function withFigures(
  subject: Subject,
  message: WebhookMessage,
  figures: Figures,
  lacks: readonly FieldName[] = [],
): MessageSubject {
  const figured = (fields: SomeFields) => (): BotRisk | UnknownRisk =>
    lacks.length > 0 ? { kind: "unknown", lacks } : figuresOf(fields, message, figures);
  const { percentSafetyOrder, percentTakeProfit, countOrderMax } = subject.after;
  const standIns: SomeFields = {
    percentTakeProfit: percentTakeProfit ?? "1",
    ...(countOrderMax === null && { percentSafetyOrder: percentSafetyOrder ?? "1" }),
  };
  const grid = once(figured({ ...subject.after, ...standIns }));
  return { ...subject, message, risk: once(figured(subject.after)), riskAt: (fields) => figured(fields)(), grid };
}

/** Integrators take `dca.volume` as the first safety order's volume, whatever the multiplier (S-58), so the larger of both grids counts. */
function figuresOf(
  fields: SomeFields,
  message: WebhookMessage,
  { marketData = NO_MARKET_DATA, assumptions }: Figures,
): BotRisk | UnknownRisk {
  const risk = botRisk(fields, true, marketData, assumptions);
  if (settingAt(message, "dca.volume") === undefined || typeof fields.martingaleScale !== "string") return risk;
  const other = botRisk(fields, true, marketData, { ...assumptions, volumeBase: "safety" });
  return isKnown(risk) && isKnown(other) && new Big(other.position).gt(risk.position) ? other : risk;
}

/** For each bot whose open webhook differs from the bot: the deal that the webhook opens. */
export function openSubjects(
  subjects: readonly Subject[],
  webhooks: RuleContext["webhooks"],
  figures: Figures,
): readonly MessageSubject[] {
  return subjects.flatMap((bot) =>
    (webhooks.get(bot.address) ?? [])
      .filter(({ action }) => action === "open" && bot.declared !== undefined)
      .flatMap((message) =>
        dealsOf(message, bot.after)
          .filter((after) => FIELD_NAMES.some((name) => after[name] !== bot.after[name]))
          .map((after) => withFigures({ ...bot, after, on: true }, message, figures)),
      ),
  );
}

/** The deals that a sent message opens or changes, one for each pair, and the other bots. */
export function sentSubjects(
  bots: readonly Subject[],
  sends: Sending,
  { account, ...figures }: Figures & { readonly account: string },
): readonly Subject[] {
  const { address = `${account}/#ghost`, message, live } = sends;
  const own = bots.find((bot) => bot.address === sends.address);
  const alias = own?.alias ?? sends.alias;
  const base = live?.fields ?? own?.after;
  const unknownRisk = (): UnknownRisk => ({ kind: "unknown", lacks: [] });
  const made: Omit<Subject, "after"> = {
    address,
    declared: own?.declared,
    alias,
    access: own?.access ?? bots.find((bot) => alias !== undefined && bot.alias === alias)?.access ?? accessOf(live),
    before: base ?? null,
    on: true,
    hasDeal: true,
    steps:
      message.action === "open"
        ? [{ address, action: "start-deal", reason: "the webhook", changes: [], warnings: [] }]
        : [],
    planned: undefined,
    replaced: [],
    touched: true,
    risk: unknownRisk,
    riskAt: unknownRisk,
  };
  const deals = dealsOf(message, base ?? {}).map((after) =>
    withFigures({ ...made, after }, message, figures, base === undefined ? lacking(after) : []),
  );
  // The service shows a bot named Ghost for the deals of Ghosts (S-67): it is no neighbour of its own.
  const isItself = ({ after }: Subject) => sends.address === undefined && after.title === "Ghost";
  return [...bots.filter((bot) => bot !== own && !isItself(bot)), ...deals];
}

function accessOf(live: ObservedBot | undefined): string | undefined {
  return live === undefined || live.accessId === null ? undefined : String(live.accessId);
}

/** A Ghost has no bot, so what its message leaves out is unknown. */
function lacking(fields: SomeFields): readonly FieldName[] {
  const grid: readonly FieldName[] =
    fields.countOrderMax === null
      ? []
      : ["volumeSafetyOrder", "percentSafetyOrder", "martingaleScale", "dynamicStepScale"];
  return (["countOrderMax", ...grid] as const).filter((name) => fields[name] === undefined);
}

/** Where a message states a field; else where its webhooks are declared. */
export function originIn({ settings }: WebhookMessage, field: string | undefined): Origin | undefined {
  const stated = settings.flatMap(({ path, source }) => (source.kind === "stated" ? [{ path, source }] : []));
  const exact = stated.find(({ path }) => field !== undefined && fieldOf(path) === field);
  if (exact !== undefined) return { file: exact.source.file, path: exact.source.path };
  const [first] = stated;
  const at = first?.source.path.lastIndexOf("webhooks") ?? -1;
  return first === undefined || at < 0
    ? undefined
    : { file: first.source.file, path: first.source.path.slice(0, at + 1), key: true };
}
