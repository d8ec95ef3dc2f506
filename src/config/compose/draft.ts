// One bot in one account, merged and canonical, before it is known to make sense.
import type { AccessReference } from "../../model/bot/desired.js";
import {
  canonicalValue,
  FIELD_NAMES,
  type FieldName,
  type FieldValue,
  type SomeFields,
} from "../../model/bot/field.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import type { Account } from "../account.js";
import { problem } from "../problem.js";
import { suggestion } from "../schema/suggest.js";
import { draftWebhooks, type WebhookDraft } from "../webhooks/webhook-draft.js";
import { type Instance, isLeftOut } from "./expand.js";
import { isUnknown, type Merged, originOf, over } from "./layer.js";
import { volumeProblems, withVolumes } from "./scale.js";
import { settle } from "./settle.js";

export interface Draft {
  readonly key: string;
  readonly address: string;
  readonly merged: Merged;
  /** The managed fields. */
  readonly fields: SomeFields;
  /** Declared fields that `ignore` names. */
  readonly initial: SomeFields;
  /** undefined when it is missing or can't be used. */
  readonly title: string | undefined;
  readonly access: AccessReference | undefined;
  /** The messages of its webhooks; they change no plan. */
  readonly webhooks: WebhookDraft;
  /** What its variables came to that can't be used. */
  readonly faults: readonly Diagnostic[];
}

/** The drafts of an account's bots, in the order of their keys; the account's overrides and scale have the last word. */
export function draftBots(account: Account, bots: readonly Instance[]): Draft[] {
  return bots.flatMap((bot) => draftBot(account, bot) ?? []).sort((left, right) => (left.key < right.key ? -1 : 1));
}

function draftBot(account: Account, { key, merged: below, scope }: Instance): Draft | undefined {
  if (isLeftOut({ merged: below }, account.name)) return undefined;
  const address = `${account.name}/${key}`;
  const whole = account.overrides === undefined ? below : over(below, account.overrides);
  const { merged, diagnostics: faults } = settle(whole, scope, address);
  const { fields: own, initial: first } = canonicalFields(merged);
  const [fields, initial] = [withVolumes(own, account.volumes), withVolumes(first, account.volumes)];
  const title = fields.title ?? undefined;
  const webhooks = draftWebhooks({ key, address }, merged, scope, { ...initial, ...fields }, account.volumes);
  return { key, address, merged, fields, initial, title, access: accessOf(account, merged), webhooks, faults };
}

/** The declared fields in canonical form, apart from those that `ignore` names. */
function canonicalFields({ values }: Merged): Pick<Draft, "fields" | "initial"> {
  const ignored: readonly string[] = values.ignore ?? [];
  const fields: { [name in FieldName]?: FieldValue } = {};
  const initial: { [name in FieldName]?: FieldValue } = {};
  for (const name of FIELD_NAMES) {
    const value = values[name];
    if (value !== undefined) (ignored.includes(name) ? initial : fields)[name] = canonicalValue(name, value);
  }
  return { fields, initial };
}

function accessOf({ accesses }: Account, merged: Merged): AccessReference | undefined {
  const alias = merged.values.access;
  if (alias !== undefined) return accesses.find((access) => access.alias === alias);
  return accesses.length === 1 && !isUnknown(merged, "access") ? accesses[0] : undefined;
}

/** What keeps a draft from being a bot at all. */
export function draftProblems(account: Account, draft: Draft): Diagnostic[] {
  const { merged, address, key } = draft;
  const found: Diagnostic[] = [...draft.faults, ...draft.webhooks.diagnostics];
  // Without these the schema has said all there is to say of a volume.
  if (account.volumes.scale !== undefined || account.volumes.min !== undefined)
    found.push(...volumeProblems(key, address, merged, { ...draft.initial, ...draft.fields }, account.volumes));
  const titled = { origin: originOf(merged, "title"), address };
  if (draft.title === undefined && !isUnknown(merged, "title")) {
    const summary = `bot ${key} has no title`;
    found.push(problem("config/title-missing", { summary, remedy: "Add `title: …`.", ...titled }));
  }
  if (draft.title !== undefined && !draft.title.startsWith(account.titlePrefix)) {
    const summary = `the title of bot ${key} doesn't begin with the titlePrefix of account ${account.name}`;
    const remedy = `Begin the title with "${account.titlePrefix}", or change the prefix.`;
    found.push(problem("config/title-outside-prefix", { summary, remedy, ...titled }));
  }
  if (draft.access === undefined && !account.accessesUnknown && !isUnknown(merged, "access")) {
    found.push(accessProblem(account, draft));
  }
  return found;
}

function accessProblem(account: Account, { key, address, merged }: Draft): Diagnostic {
  const aliases = account.accesses.map(({ alias }) => alias);
  const alias = merged.values.access;
  const place = { origin: originOf(merged, "access"), address };
  if (alias === undefined) {
    const summary = `bot ${key} doesn't say which access of account ${account.name} it uses`;
    const remedy = `Add \`access: ${aliases[0] ?? "…"}\` (or another of: ${aliases.join(", ")}) to the bot or to defaults.`;
    return problem("config/access-missing", { summary, remedy, ...place });
  }
  const summary = `account ${account.name} has no access with the alias ${alias}`;
  return problem("config/unknown-access", { summary, remedy: suggestion(alias, aliases), ...place });
}
