// The canonical order of keys: which maps of a configuration have one, and whether an order keeps anchors before aliases.
import { isAlias, isMap, isSeq, type Pair } from "yaml";
import { FIELD_NAMES } from "../model/bot/field.js";
import { fieldsOf, SECTIONS_OF, WEBHOOK_ACTIONS } from "../model/webhook/webhook.js";
import { isPlaced, nameOf } from "./edit-place.js";

/** What a map is: the order of its keys, and what its values are. A map without order keeps its author's. */
export interface Shape {
  readonly order?: readonly string[];
  readonly parts?: Readonly<Record<string, Shape>>;
  /** The order of every value that `parts` doesn't name. */
  readonly each?: Shape;
}

const PLAIN: Shape = {};

const BOT_ORDER: readonly string[] = [
  ...["extends", "forEach", "only", "except", "botId", "access", "title", "previousTitles", "twin"],
  ...FIELD_NAMES.filter((name) => name !== "title"),
  ...["enabled", "protect", "freezeActiveDeals", "undeclaredSettings", "ignore", "unmanaged", "webhooks", "exceptions"],
];

const WEBHOOKS: Shape = {
  order: WEBHOOK_ACTIONS,
  each: {
    order: ["strategy", "pairs", "open", "dca", "close", "stop", "amount", "closePosition"],
    parts: Object.fromEntries(SECTIONS_OF.open.map((section) => [section, { order: fieldsOf(section) }])),
  },
};
const EXCEPTION: Shape = { order: BOT_ORDER, parts: { webhooks: WEBHOOKS } };
const BOT: Shape = { order: BOT_ORDER, parts: { webhooks: WEBHOOKS, exceptions: { each: EXCEPTION } } };

const ACCOUNT: Shape = {
  order: [
    ...["preset", "apiUrl", "hookUrl", "hookAccount", "hookToken", "hookPaths", "hookUrls", "apiKey", "apiSecret"],
    ...[
      "exchange",
      "accesses",
      "requestsPerSecond",
      "concurrency",
      "undeclared",
      "undeclaredSettings",
      "activeDeals",
      "mode",
      "limits",
      "titlePrefix",
    ],
    ...["volumeScale", "volumeStep", "volumeMin", "overrides", "assumptions", "serviceFacts"],
  ],
  parts: { overrides: BOT },
};

const VARIANT: Shape = { order: ["accounts", "bots", "settings"], parts: { settings: { order: BOT_ORDER } } };

/** A configuration file. Accounts, experiments, variables, templates and bots stand as their author put them. */
export const FILE: Shape = {
  order: [
    "version",
    "vars",
    "requestsPerSecond",
    "state",
    "people",
    "accounts",
    "defaults",
    "templates",
    "holds",
    "protectedTitles",
    "policyFiles",
    "policies",
    "breakers",
    "rollout",
    "variants",
    "bots",
  ],
  parts: {
    accounts: { each: ACCOUNT },
    defaults: BOT,
    templates: { each: BOT },
    bots: { each: BOT },
    variants: { each: { each: VARIANT } },
  },
};

export function shapeOf(pair: Pair, { parts, each }: Shape): Shape {
  const name = nameOf(pair);
  return parts !== undefined && Object.hasOwn(parts, name) ? (parts[name] ?? PLAIN) : (each ?? PLAIN);
}

/** The indexes of a map's entries in their new order; as they stand where another order would break an alias. */
export function orderOf(items: readonly Pair[], { order }: Shape): readonly number[] {
  const present = [...items.keys()];
  if (order === undefined) return present;
  const ranks = items.map((pair) => {
    const rank = order.indexOf(nameOf(pair));
    return rank < 0 ? order.length : rank;
  });
  const wanted = present.toSorted((left, right) => (ranks[left] ?? 0) - (ranks[right] ?? 0) || left - right);
  const events = items.map(eventsOf);
  return resolution(events, present) === resolution(events, wanted) ? wanted : present;
}

interface Event {
  readonly name: string;
  readonly isAlias: boolean;
  /** The event's number in its map. */
  readonly id: string;
}

function eventsOf(pair: Pair, index: number): readonly Event[] {
  const events: Event[] = [];
  const see = (name: string, isAlias: boolean) => events.push({ name, isAlias, id: `${index}.${events.length}` });

  function walk(node: unknown): void {
    if (isAlias(node)) see(node.source, true);
    else if (isMap(node)) for (const { key, value } of node.items) [key, value].forEach(walk);
    else if (isSeq(node)) node.items.forEach(walk);
    // Last, as in reading: an alias inside a value never stands for the value itself.
    if (isPlaced(node) && !isAlias(node) && node.anchor !== undefined) see(node.anchor, false);
  }

  [pair.key, pair.value].forEach(walk);
  return events;
}

/** What each alias stands for, and what each name stands for afterwards: the same text for orders that mean the same. */
function resolution(events: readonly (readonly Event[])[], order: readonly number[]): string {
  const anchors = new Map<string, string>();
  const uses: [string, string][] = [];
  for (const event of order.flatMap((index) => events[index] ?? [])) {
    if (event.isAlias) uses.push([event.id, anchors.get(event.name) ?? "outside"]);
    else anchors.set(event.name, event.id);
  }
  return JSON.stringify([uses.sort(), [...anchors].sort()]);
}
