// A bot's webhooks in one account: its layers merged, filled in from the bot, and checked.

import type { SomeFields } from "../../model/bot/field.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import type { WebhookMessage } from "../../model/webhook/webhook.js";
import { isUnknown, type Merged } from "../compose/layer.js";
import type { Scope } from "../compose/reference.js";
import type { VolumeRules } from "../compose/scale.js";
import { type FilledMessage, fillWebhooks } from "./webhook-fill.js";
import { type WebhookSubject, webhookProblems } from "./webhook-rules.js";
import { foldWebhooks } from "./webhook-tree.js";

export interface ResolvedWebhooks {
  /** Of each action that the bot has, in the interface's order. */
  readonly messages: readonly WebhookMessage[];
  readonly diagnostics: readonly Diagnostic[];
}

/** @param fields the bot's, managed and ignored ones, with the account's volumes */
export function resolveWebhooks(
  bot: { readonly key: string; readonly address: string },
  merged: Merged,
  scope: Scope,
  fields: SomeFields,
  rules: VolumeRules,
): ResolvedWebhooks {
  const diagnostics: Diagnostic[] = [];
  const tree = foldWebhooks(merged, scope, diagnostics);
  // A layer's unusable value may be the one that is missing here.
  if (tree === undefined || diagnostics.length > 0 || isUnknown(merged, "webhooks"))
    return { messages: [], diagnostics };
  const subject: WebhookSubject = {
    bot: bot.key,
    address: bot.address,
    fields,
    rules,
    isUnknown: (name) => isUnknown(merged, name),
  };
  const filled = fillWebhooks(tree, fields, rules).filter((one) => !isMeantOnlyByTrue(one));
  const checked = filled.map((one) => ({ one, found: webhookProblems(one, subject) }));
  return {
    messages: checked
      .filter(({ found }) => !found.some(({ code }) => code === "config/webhook-empty"))
      .map(({ one }) => one.message),
    diagnostics: checked.flatMap(({ found }) => found),
  };
}

/** `webhooks: true` means the actions that the bot's settings allow: no average without a volume, no empty update. */
function isMeantOnlyByTrue({ branch, message }: FilledMessage): boolean {
  const has = (wanted: (path: string) => boolean) => message.settings.some(({ path }) => wanted(path));
  if (!branch.isImplied) return false;
  if (message.action === "average") return !has((path) => path === "amount");
  return message.action === "update" && !has((path) => path.includes("."));
}
