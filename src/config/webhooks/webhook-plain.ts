// A bot's webhooks written out in full: read again under the same bot, they come to the same messages.
import {
  fieldsOf,
  PLAIN_OF,
  SECTIONS_OF,
  type WebhookMessage,
  type WebhookValue,
} from "../../model/webhook/webhook.js";

type Plain = Readonly<Record<string, WebhookValue | null | Readonly<Record<string, WebhookValue | null>>>>;

/** By action. null stands where a message leaves out what the bot would give. */
export function plainWebhooks(messages: readonly WebhookMessage[]): Readonly<Record<string, Plain>> {
  return Object.fromEntries(messages.map((message) => [message.action, plainMessage(message)]));
}

function plainMessage({ action, settings }: WebhookMessage): Plain {
  const values = new Map(settings.map(({ path, value }) => [path, value]));
  const plain = PLAIN_OF[action].map((path) => [path, values.get(path) ?? null] as const);
  const sections = SECTIONS_OF[action].map((section) => {
    const fields = fieldsOf(section).map((name) => [name, values.get(`${section}.${name}`) ?? null] as const);
    const isThere = fields.some(([, value]) => value !== null);
    return [section, isThere ? Object.fromEntries(fields) : null] as const;
  });
  return Object.fromEntries([...plain, ...sections]);
}
