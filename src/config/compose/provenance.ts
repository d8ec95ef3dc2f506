// The origin of every value of an account's bots: where it is stated, by which layer, and what the account's scale made of it.
import { canonicalValue, FIELD_NAMES, type FieldName } from "../../model/bot/field.js";
import type {
  AccountProvenance,
  BotProvenance,
  FieldProvenance,
  FilePlace,
  LayerName,
  LetGo,
  Stated,
  VariantOf,
  WebhookProvenance,
} from "../../model/bot/provenance.js";
import { defined } from "../../model/record.js";
import type { Origin } from "../../model/text/diagnostic.js";
import type { ConfiguredAccount } from "../load.js";
import { homeOf, type Layer, layerOf, letGoBy, type Merged, originOf } from "./layer.js";
import type { ResolvedBot } from "./resolved-bot.js";
import { VOLUMES, type VolumeRules } from "./scale.js";

const SETTINGS = [
  "access",
  "enabled",
  "protect",
  "freezeActiveDeals",
  "undeclaredSettings",
  "ignore",
  "previousTitles",
  "twin",
  "botId",
] as const;
/** What `unmanaged` may name. */
const LETTABLE = [...FIELD_NAMES, "enabled"] as const;

/** Where an origin is in its file. */
export type Locate = (origin: Origin) => FilePlace;

/** Every bot of the account in full, in the order of their keys. @param includes by address */
export function provenanceOf(
  { desired, resolved, volumes }: ConfiguredAccount,
  locate: Locate,
  includes: (address: string) => boolean = () => true,
): AccountProvenance {
  const { account, origin, exchange, accesses, undeclared, titlePrefix, digest } = desired;
  const { scale, step, min } = volumes;
  const remembered = remembering(locate);
  return {
    account,
    origin: remembered(origin),
    ...{ exchange, accesses, undeclared, titlePrefix },
    protectedTitles: desired.protectedTitles ?? [],
    ...(desired.holds !== undefined && {
      holds: desired.holds.map(({ bots: patterns, reason, until }) => ({
        ...{ bots: patterns, reason },
        ...(until !== undefined && { until }),
      })),
    }),
    ...defined({ volumeScale: scale, volumeStep: step, volumeMin: min }),
    digest,
    bots: resolved
      .filter(({ address }) => includes(address))
      .map((bot) => botProvenance(bot, volumes, origin, remembered)),
  };
}

/** Where a bot of the account, or the value of a field of it, is stated; undefined of what isn't there. */
export function statedIn({ desired, resolved, volumes }: ConfiguredAccount, locate: Locate) {
  let bots: ReadonlyMap<string, ResolvedBot> | undefined;
  return (address: string, field?: FieldName): FilePlace | undefined => {
    bots ??= new Map(resolved.map((bot) => [bot.address, bot]));
    const bot = bots.get(address);
    if (bot === undefined) return undefined;
    if (field === undefined) return locate(homeOf(bot.merged));
    return fieldProvenance(bot, field, volumes, { account: desired.origin, locate })?.origin;
  };
}

/** Which variant states a setting of a bot of the account. */
export function variantsIn({ resolved }: Pick<ConfiguredAccount, "resolved">, locate: Locate): VariantOf {
  const bots = new Map(resolved.flatMap((bot) => (bot.variants.length === 0 ? [] : [[bot.address, bot]])));
  return (address, field) => {
    const bot = bots.get(address);
    const layer = bot && layerOf(bot.merged, field);
    return layer?.kind === "variant"
      ? { variant: layer.name, place: locate({ file: layer.file, path: [...layer.path, field] }) }
      : undefined;
  };
}

function botProvenance(bot: ResolvedBot, volumes: VolumeRules, account: Origin, locate: Locate): BotProvenance {
  const { key, address, merged, title = "" } = bot;
  const fields: Record<string, FieldProvenance> = {};
  for (const name of FIELD_NAMES) {
    const stated = fieldProvenance(bot, name, volumes, { account, locate });
    if (stated !== undefined) fields[name] = stated;
  }
  const settings: Record<string, BotProvenance["settings"][string]> = {};
  for (const name of SETTINGS) {
    const value = merged.values[name];
    if (value !== undefined) settings[name] = { value, ...source(merged, name, locate) };
    else if (name === "access" && bot.access !== undefined) {
      // The account has no other one.
      const { alias } = bot.access;
      const origin = locate({ file: account.file, path: [...account.path, "accesses", alias] });
      const layer = { kind: "account", name: address.slice(0, address.indexOf("/")) } as const;
      settings[name] = { value: alias, origin, layer };
    }
  }
  const notManaged: Record<string, LetGo> = {};
  for (const name of LETTABLE) {
    const layer = letGoBy(merged, name);
    if (layer === undefined) continue;
    const origin = locate({ file: layer.file, path: [...layer.path, "unmanaged"] });
    notManaged[name] = { origin, layer: layerName(layer) };
  }
  const webhooks = webhookProvenance(bot, locate);
  const own = { key, address, title, origin: locate(homeOf(merged)), fields, settings, notManaged };
  return webhooks.length === 0 ? own : { ...own, webhooks };
}

function webhookProvenance({ webhooks }: ResolvedBot, locate: Locate): WebhookProvenance[] {
  return webhooks.messages.flatMap(({ action, settings }) =>
    settings.map(({ path, value, source }) => ({
      action,
      path,
      value,
      ...(source.kind === "stated" && { origin: locate({ file: source.file, path: source.path }) }),
      ...(source.kind === "bot" && { fields: source.fields }),
    })),
  );
}

function fieldProvenance(
  { merged, fields, initial, address }: ResolvedBot,
  name: FieldName,
  { scale, step }: VolumeRules,
  { account, locate }: { readonly account: Origin; readonly locate: Locate },
): FieldProvenance | undefined {
  const value = fields[name] ?? initial[name] ?? (name in fields || name in initial ? null : undefined);
  if (value === undefined) return undefined;
  if (value === null && layerOf(merged, name) === undefined) {
    const rule = "undeclaredSettings";
    if (layerOf(merged, rule) !== undefined) return { value, ...source(merged, rule, locate), undeclared: true };
    const layer = { kind: "account", name: address.slice(0, address.indexOf("/")) } as const;
    return { value, origin: locate({ file: account.file, path: [...account.path, rule] }), layer, undeclared: true };
  }
  const own = canonicalValue(name, merged.values[name]);
  const isScaled = scale !== undefined && own !== null && VOLUMES.some((volume) => volume === name);
  return {
    value,
    ...source(merged, name, locate),
    ...(isScaled && { scaled: { volume: own, scale, ...(step !== undefined && { step }) } }),
    ...(name in initial && { onlyWhenCreated: true }),
  };
}

function source(
  merged: Merged,
  name: FieldName | (typeof SETTINGS)[number],
  locate: Locate,
): Omit<Stated<unknown>, "value"> {
  const layer = layerOf(merged, name);
  const raw = layer?.deferred.get(name);
  return {
    origin: locate(originOf(merged, name)),
    layer: layer === undefined ? { kind: "bot", name: "" } : layerName(layer),
    ...(typeof raw === "string" && { written: raw }),
  };
}

const layerName = ({ kind, name }: Layer): LayerName => ({ kind, name });

/** A value in `defaults` is the origin of a field of every bot. */
function remembering(locate: Locate): Locate {
  const known = new Map<string, FilePlace>();
  return (origin) => {
    const id = JSON.stringify([origin.file, origin.path, origin.key]);
    const place = known.get(id) ?? locate(origin);
    known.set(id, place);
    return place;
  };
}
