// Reads a body that passed the lint into a message with the interface's fields.
import { canonicalDecimal } from "../model/text/decimal.js";
import {
  PLAIN_OF,
  SECTIONS_OF,
  WEBHOOK_PATHS,
  type WebhookAction,
  type WebhookMessage,
  type WebhookSetting,
  type WebhookValue,
  webhookField,
} from "../model/webhook/webhook.js";
import type { Dialect } from "../model/webhook/webhook-body.js";
import { type JsonNode, type MapNode, readMessage } from "./json.js";

/** A body's bot, action and message. */
interface ReadBody {
  readonly botId: number | undefined;
  readonly message: WebhookMessage;
}

/** undefined of what is no body of that dialect. A value of another kind than its field's stands as it is written. */
export function readBody(body: string, dialect: Dialect, action: WebhookAction): ReadBody | undefined {
  const reading = readMessage(body);
  if (!("node" in reading) || reading.node.kind !== "map") return undefined;
  const node = dialect === "flat" ? reading.node : at(reading.node, "params");
  if (node?.kind !== "map") return undefined;
  const sections: readonly string[] = SECTIONS_OF[action];
  const settings = WEBHOOK_PATHS.flatMap((path): WebhookSetting[] => {
    const [first = "", name] = path.split(".");
    if (name === undefined ? !PLAIN_OF[action].includes(path) : !sections.includes(first)) return [];
    const own = at(node, first);
    const found = name === undefined ? own : own?.kind === "map" ? at(own, name) : undefined;
    const value = found === undefined ? undefined : wordOf(path, found);
    return value === undefined ? [] : [{ path, value, source: { kind: "fixed" } }];
  });
  const id = at(node, "botId");
  return { botId: id?.kind === "number" ? Number(id.written) : undefined, message: { action, settings } };
}

/** As a reader of JSON takes it: of a key that stands twice the last one. */
function at({ members }: MapNode, key: string): JsonNode | undefined {
  return members.findLast((member) => member.key === key)?.value;
}

function wordOf(path: string, node: JsonNode): WebhookValue | undefined {
  const isDecimal = webhookField(path)?.kind === "decimal";
  switch (node.kind) {
    case "text":
      return isDecimal ? (canonicalDecimal(node.value) ?? node.value) : node.value;
    case "number":
      return isDecimal ? (canonicalDecimal(node.written) ?? node.written) : Number(node.written);
    case "boolean":
      return node.value === true;
    case "list":
      return node.items.flatMap((item) => (item.kind === "text" ? [item.value] : []));
    case "bare":
      return `{{${node.name}}}`;
    case "map":
    case "null":
      return undefined;
  }
}
