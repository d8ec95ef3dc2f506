// One declared bot of one account, resolved: its layers are merged and its values canonical; rules check it afterwards.
import type { AccessReference, UndeclaredSettingsRule } from "../../model/bot/desired.js";
import {
  canonicalValue,
  FIELD_NAMES,
  type FieldName,
  type FieldValue,
  fieldSpec,
  type SomeFields,
} from "../../model/bot/field.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import type { ConfigAccount } from "../account.js";
import { listed, problem } from "../problem.js";
import { suggestion } from "../schema/suggest.js";
import { type ResolvedWebhooks, resolveWebhooks } from "../webhooks/resolved-webhooks.js";
import { type Instance, isLeftOut } from "./expand.js";
import { isUnknown, letGoBy, type Merged, originOf, over } from "./layer.js";
import { volumeProblems, withVolumes } from "./scale.js";
import { settle } from "./settle.js";
import type { Variant } from "./variants.js";

export interface ResolvedBot {
  readonly key: string;
  readonly address: string;
  readonly merged: Merged;
  /** The managed fields. */
  readonly fields: SomeFields;
  /** Declared fields that `ignore` names. */
  readonly initial: SomeFields;
  /** What becomes of the fields that no layer states: off has put those that can be switched off among `fields`. */
  readonly undeclaredSettings: UndeclaredSettingsRule;
  /** undefined when it is missing or can't be used. */
  readonly title: string | undefined;
  readonly access: AccessReference | undefined;
  /** The messages of its webhooks; they change no plan. */
  readonly webhooks: ResolvedWebhooks;
  /** The variants that it is in; at most one of each experiment, or there is an error. */
  readonly variants: readonly Variant[];
  /** Those among them whose settings it would have without them, too. */
  readonly unchangedBy: readonly Variant[];
  /** Problems with the values of its variables. */
  readonly faults: readonly Diagnostic[];
}

/** An account's bots, resolved, in the order of their keys; its variants lie over them, and the account's overrides and scale have the last word. */
export function resolveBots(
  account: ConfigAccount,
  bots: readonly Instance[],
  variants: readonly Variant[] = [],
): ResolvedBot[] {
  return bots
    .flatMap((bot) => resolveBot(account, bot, variants) ?? [])
    .sort((left, right) => (left.key < right.key ? -1 : 1));
}

function resolveBot(
  account: ConfigAccount,
  { key, merged: declared, scope }: Instance,
  all: readonly Variant[],
): ResolvedBot | undefined {
  if (isLeftOut({ merged: declared }, account.name)) return undefined;
  const variants = all.length === 0 ? all : all.filter(({ takes }) => takes(account.name, key));
  const address = `${account.name}/${key}`;
  const settled = (taken: readonly Variant[]) => {
    const below = taken.flatMap(({ layer }) => layer ?? []).reduce(over, declared);
    return settle(account.overrides === undefined ? below : over(below, account.overrides), scope, address);
  };
  const { merged, diagnostics: faults } = settled(variants);
  const { fields, initial, undeclaredSettings } = managedFields(account, merged);
  const text = (one: Merged) => JSON.stringify(managedFields(account, one));
  const unchangedBy = variants.filter(
    (one) =>
      one.layer !== undefined && text(settled(variants.filter((other) => other !== one)).merged) === text(merged),
  );
  const title = fields.title ?? undefined;
  const stated = merged.values.ignore === undefined ? fields : { ...initial, ...fields };
  const webhooks = resolveWebhooks({ key, address }, merged, scope, stated, account.volumes);
  const access = accessOf(account, merged);
  const ofVariants = { variants, unchangedBy };
  return { key, address, merged, fields, initial, undeclaredSettings, title, access, webhooks, ...ofVariants, faults };
}

/** With the account's volumes. */
function managedFields(
  account: ConfigAccount,
  merged: Merged,
): Pick<ResolvedBot, "fields" | "initial" | "undeclaredSettings"> {
  const undeclaredSettings = merged.values.undeclaredSettings ?? account.undeclaredSettings;
  const { fields, initial } = canonicalFields(merged, undeclaredSettings);
  const { volumes } = account;
  return { fields: withVolumes(fields, volumes), initial: withVolumes(initial, volumes), undeclaredSettings };
}

/** The declared fields in canonical form, apart from those that `ignore` names; with `off`, others are declared off. */
function canonicalFields(
  merged: Merged,
  undeclaredSettings: UndeclaredSettingsRule,
): Pick<ResolvedBot, "fields" | "initial"> {
  const { values } = merged;
  const ignored: readonly string[] = values.ignore ?? [];
  const fields: { [name in FieldName]?: FieldValue } = {};
  const initial: { [name in FieldName]?: FieldValue } = {};
  for (const name of FIELD_NAMES) {
    const value = values[name];
    if (value !== undefined) (ignored.includes(name) ? initial : fields)[name] = canonicalValue(name, value);
    else if (undeclaredSettings === "off" && isSwitchedOff(merged, name) && !ignored.includes(name))
      fields[name] = null;
  }
  return { fields, initial };
}

/** What leaves a setting away is never certain to switch it off (S-28), and what nobody could read is unknown. */
function isSwitchedOff(merged: Merged, name: FieldName): boolean {
  return fieldSpec(name).off === "say" && letGoBy(merged, name) === undefined && !isUnknown(merged, name);
}

function accessOf({ accesses }: ConfigAccount, merged: Merged): AccessReference | undefined {
  const alias = merged.values.access;
  if (alias !== undefined) return accesses.find((access) => access.alias === alias);
  return accesses.length === 1 && !isUnknown(merged, "access") ? accesses[0] : undefined;
}

/** What keeps a declared bot from being one at all. */
export function botProblems(account: ConfigAccount, bot: ResolvedBot): Diagnostic[] {
  const { merged, address, key } = bot;
  const found: Diagnostic[] = [...bot.faults, ...bot.webhooks.diagnostics];
  // Without these, the schema has checked the volumes completely.
  if (account.volumes.scale !== undefined || account.volumes.min !== undefined)
    found.push(...volumeProblems(key, address, merged, { ...bot.initial, ...bot.fields }, account.volumes));
  const titled = { origin: originOf(merged, "title"), address };
  if (bot.title === undefined && !isUnknown(merged, "title")) {
    const summary = `bot ${key} has no title`;
    found.push(problem("config/title-missing", { summary, remedy: "Add `title: …`.", ...titled }));
  }
  if (bot.title !== undefined && !bot.title.startsWith(account.titlePrefix)) {
    const summary = `the title of bot ${key} doesn't begin with the titlePrefix of account ${account.name}`;
    const remedy = `Begin the title with "${account.titlePrefix}", or change the prefix.`;
    found.push(problem("config/title-outside-prefix", { summary, remedy, ...titled }));
  }
  if (bot.access === undefined && !account.accessesUnknown && !isUnknown(merged, "access")) {
    found.push(accessProblem(account, bot));
  }
  return found;
}

function accessProblem(account: ConfigAccount, { key, address, merged }: ResolvedBot): Diagnostic {
  const aliases = account.accesses.map(({ alias }) => alias);
  const alias = merged.values.access;
  const place = { origin: originOf(merged, "access"), address };
  if (alias === undefined) {
    const summary = `bot ${key} doesn't name the access of account ${account.name} that it uses`;
    const remedy = `Add ${listed(
      aliases.map((one) => `access: ${one}`),
      "or",
    )} to the bot, or to defaults.`;
    return problem("config/access-missing", { summary, remedy, ...place });
  }
  const summary = `account ${account.name} has no access with the alias ${alias}`;
  return problem("config/unknown-access", { summary, remedy: suggestion(alias, aliases), ...place });
}
