// Builds one account's desired state from its resolved bots, and the digest that binds plans to it.
import { createHash } from "node:crypto";
import type { Desired, DesiredBot } from "../model/bot/desired.js";
import { FIELD_NAMES, type FieldName, type SomeFields } from "../model/bot/field.js";
import { type Hold, mayMean } from "../model/bot/hold.js";
import type { Origin } from "../model/text/diagnostic.js";
import { asksForNoTakeProfit, asksForTakeProfit } from "../model/webhook/webhook.js";
import type { ConfigAccount } from "./account.js";
import { homeOf, letGoBy, originOf } from "./compose/layer.js";
import type { ResolvedBot } from "./compose/resolved-bot.js";

/** The desired state. Bots without a usable title or access are left out; there is an error for each. */
export function toDesired(
  account: ConfigAccount,
  resolved: readonly ResolvedBot[],
  { protectedTitles, holds }: { readonly protectedTitles: readonly string[]; readonly holds: readonly Hold[] },
): Desired {
  const bots = resolved.flatMap((bot) => toBot(bot) ?? []);
  const { name, exchange, origin, accesses, undeclared, titlePrefix } = account;
  const activeDeals = account.activeDeals === "take-profit" && { activeDeals: account.activeDeals };
  const state = {
    ...{ account: name, exchange, origin, accesses, undeclared, titlePrefix, protectedTitles, bots },
    ...activeDeals,
  };
  const own = holds.filter(({ bots: patterns }) => patterns.some((pattern) => mayMean(pattern, name)));
  return { ...state, ...(own.length > 0 && { holds: own }), digest: digestOf(state) };
}

function toBot({
  key,
  address,
  merged,
  fields,
  initial,
  undeclaredSettings,
  title,
  access,
  webhooks,
  variants,
}: ResolvedBot): DesiredBot | undefined {
  if (title === undefined || access === undefined) return undefined;
  const { enabled, previousTitles = [], twin, botId, protect = false, freezeActiveDeals = false } = merged.values;
  const origin = homeOf(merged);
  const isAnyLetGo = merged.layers.some(({ values }) => values.unmanaged !== undefined);
  const unmanaged = isAnyLetGo ? FIELD_NAMES.filter((field) => letGoBy(merged, field) !== undefined) : [];
  return {
    key,
    address,
    origin,
    // Worked out when asked for: twenty places for each bot, hardly ever needed.
    get fieldOrigins() {
      const origins: { [name in FieldName]?: Origin } = {};
      for (const name of FIELD_NAMES) if (fields[name] !== undefined) origins[name] = originOf(merged, name);
      return origins;
    },
    access,
    fields: hasTitle(fields) ? fields : { ...fields, title },
    initial,
    ...(unmanaged.length > 0 && { unmanaged }),
    ...(undeclaredSettings === "off" && { undeclaredSettings }),
    enabled,
    previousTitles,
    ...(twin !== undefined && { twin: typeof twin === "string" ? [twin] : twin }),
    botId,
    protect,
    ...(freezeActiveDeals && { freezeActiveDeals }),
    ...(variants.length > 0 && { variants: variants.map(({ experiment, name }) => ({ experiment, variant: name })) }),
    ...(webhooks.messages.some((one) => one.action === "update" && asksForTakeProfit(one)) && {
      hasUpdateWebhook: true,
    }),
    ...(webhooks.messages.some((one) => one.action === "open" && asksForNoTakeProfit(one)) && {
      opensWithoutTakeProfit: true,
    }),
  };
}

function hasTitle(fields: SomeFields): fields is SomeFields & { readonly title: string } {
  return typeof fields.title === "string";
}

/**
 * SHA-256 (hex) over everything a plan depends on. Neither the order of keys and files nor the places where things
 * were written make a difference; `previousTitles` and `protectedTitles` are sets.
 */
export function digestOf(state: Omit<Desired, "digest" | "holds">): string {
  const bots = state.bots.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  const protectedTitles = [...new Set(state.protectedTitles)].sort();
  const accesses = sorted(state.accesses.map(({ alias, live }) => [alias, live]));
  const account = ["botform desired 1", state.account, state.exchange, accesses, state.undeclared, state.titlePrefix];
  // Added only if there are any, so that other configurations keep their digest.
  const more = [
    ...(protectedTitles.length > 0 ? [protectedTitles] : []),
    ...(state.activeDeals === "take-profit" ? ["activeDeals take-profit"] : []),
  ];
  // The JSON of one array, bot by bot: of thousands the whole of it would cost more than its digest.
  const digest = createHash("sha256").update(`[${account.map((fact) => JSON.stringify(fact)).join()},[`);
  for (const [at, bot] of bots.entries()) digest.update(at === 0 ? botText(bot) : `,${botText(bot)}`);
  return digest.update(`]${more.map((fact) => `,${JSON.stringify(fact)}`).join("")}]`).digest("hex");
}

/** Of what a plan depends on of one bot, wherever it stands in the files. */
export function botDigest(bot: DesiredBot): string {
  const text = JSON.stringify([botText(bot), bot.access.live]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** What a plan depends on of a bot, as JSON. */
function botText(bot: DesiredBot): string {
  const rest = [
    bot.enabled ?? null,
    [...bot.previousTitles].sort(),
    bot.botId ?? null,
    bot.protect,
    ...(bot.freezeActiveDeals === true ? ["freezeActiveDeals"] : []),
    ...(bot.undeclaredSettings === "off" ? ["undeclaredSettings off"] : []),
    ...(bot.twin === undefined ? [] : [{ twin: [...bot.twin].sort() }]),
  ];
  const [key, alias] = [JSON.stringify(bot.key), JSON.stringify(bot.access.alias)];
  return `[${key},${alias},${stated(bot.fields)},${stated(bot.initial)},${JSON.stringify(rest).slice(1)}`;
}

function stated(fields: SomeFields): string {
  const pairs: string[] = [];
  for (const name of FIELD_NAMES) {
    const value = fields[name];
    if (value !== undefined) pairs.push(`["${name}",${JSON.stringify(value)}]`);
  }
  return `[${pairs.join()}]`;
}

function sorted<T extends readonly unknown[]>(rows: readonly T[]): T[] {
  return rows.toSorted((left, right) => (String(left[0]) < String(right[0]) ? -1 : 1));
}
