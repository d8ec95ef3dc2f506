// What the values of a webhook's message say against each other, against the bot, and against what the service is known to take.
import Big from "big.js";
import type { FieldName, SomeFields } from "../../model/bot/field.js";
import { symbolOf } from "../../model/bot/pair.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { settingAt, type WebhookMessage, type WebhookValue } from "../../model/webhook/webhook.js";
import type { VolumeRules } from "../compose/scale.js";
import { problem } from "../problem.js";
import { type FilledMessage, WEBHOOK_VOLUMES } from "./webhook-fill.js";
import { type Breach, placeholderBreaches } from "./webhook-rules-placeholders.js";
import type { Tree } from "./webhook-tree.js";

/** What is known of the bot around its webhooks. */
export interface WebhookSubject {
  readonly bot: string;
  readonly address: string;
  readonly fields: SomeFields;
  readonly rules: VolumeRules;
  /** Whether a field was stated with a value that can't be used: then nothing is said of its absence. */
  readonly isUnknown: (name: FieldName) => boolean;
}

/** Everything that is wrong with one message. */
export function webhookProblems(filled: FilledMessage, subject: WebhookSubject): Diagnostic[] {
  const { message, branch } = filled;
  const found = [
    ...missing(message, subject),
    ...["close", "stop"].flatMap((section) => eventBreaches(message, section)),
    ...curious(message, subject),
    ...volumeBreaches(message, subject),
    ...placeholderBreaches(message),
  ];
  return found.map(({ code, says, remedy, at }) =>
    problem(code, {
      summary: `bot ${subject.bot}: the webhook ${message.action} ${says}`,
      remedy,
      origin: originAt(branch, at ?? ""),
      address: subject.address,
    }),
  );
}

/** The place of a path, or of the nearest thing around it that is written. */
function originAt(tree: Tree, path: string): Origin {
  let here = tree;
  for (const name of path.split(".")) {
    const inner = here.kind === "branch" ? here.parts.get(name) : undefined;
    if (inner === undefined) break;
    here = inner;
  }
  return here.kind === "branch" ? { ...here.origin, key: true } : here.origin;
}

/** What the service needs, and the setting of the bot that would give it. */
const NEEDED: Readonly<Record<string, readonly { readonly path: string; readonly from: FieldName | undefined }[]>> = {
  open: [{ path: "open.orderVolume", from: "volumeFirstOrder" }],
  average: [{ path: "amount", from: "volumeSafetyOrder" }],
  update: [],
  close: [],
};
const ALWAYS_NEEDED: readonly { readonly path: string; readonly from: FieldName }[] = [
  { path: "strategy", from: "strategy" },
  { path: "pairs", from: "pairTitle" },
];

function missing(message: WebhookMessage, { isUnknown }: WebhookSubject): Breach[] {
  return [...ALWAYS_NEEDED, ...(NEEDED[message.action] ?? [])].flatMap(({ path, from }) => {
    if (settingAt(message, path) !== undefined || (from !== undefined && isUnknown(from))) return [];
    return {
      code: "config/webhook-incomplete",
      says: `has no ${path}, and the bot no ${from} to take it from`,
      remedy: `Add ${path} to the webhook, or ${from} to the bot.`,
      at: path,
    };
  });
}

function eventBreaches(message: WebhookMessage, section: string): Breach[] {
  const at = (name: string) => settingAt(message, `${section}.${name}`);
  const isPresent = message.settings.some(({ path }) => path.startsWith(`${section}.`));
  if (!isPresent || at("enabled") === false) return [];
  const [event, value] = [at("event"), at("value")];
  const code = "config/webhook-event" as const;
  if (event === undefined && value === undefined)
    return [{ code, says: `has ${section} on, without event and value`, remedy: PAIR, at: section }];
  if (value === undefined)
    return [{ code, says: `has ${section}.event without a value`, remedy: PAIR, at: `${section}.event` }];
  if (event === undefined)
    return [{ code, says: `has ${section}.value without an event`, remedy: PAIR, at: `${section}.value` }];
  if (canonicalDecimal(String(value)) === "0")
    return [{ code, says: `has ${section} on with a value of 0`, remedy: OFF, at: `${section}.value` }];
  if (section === "stop" && event === "percentage" && isUnreachable(message, value))
    return [
      {
        code,
        says: `has a ${section}.value of ${value} percent for a long, and no price falls so far`,
        remedy: "State less than 100.",
        at: `${section}.value`,
      },
    ];
  if (event === "delay" && String(value).includes(".") && canonicalDecimal(String(value)) !== undefined)
    return [
      {
        code,
        says: `has a ${section}.value of ${value}, and a delay is whole seconds`,
        remedy: "Write whole seconds, or another event.",
        at: `${section}.value`,
      },
    ];
  return [];
}

function isUnreachable(message: WebhookMessage, value: WebhookValue): boolean {
  const decimal = canonicalDecimal(String(value));
  return settingAt(message, "strategy") === "long" && decimal !== undefined && new Big(decimal).gte(100);
}

const PAIR =
  "State both: event: percentage (or pnl, or delay for close) and what value means by it; or enabled: false.";
const OFF = "State a value greater than 0, or enabled: false.";

function curious(message: WebhookMessage, { fields, rules }: WebhookSubject): Breach[] {
  const found: Breach[] = [];
  const has = (path: string) => settingAt(message, path);
  if (has("stop.delay") === 0)
    found.push({
      code: "config/webhook-stop-delay",
      says: "has a stop.delay of 0, which the service probably refuses",
      remedy: "Leave delay out, or state the seconds; programs in use send 3.",
      at: "stop.delay",
    });
  if (message.action === "update" && !message.settings.some(({ path }) => path.includes(".")))
    found.push({
      code: "config/webhook-empty",
      says: "changes nothing, so it can't be sent",
      remedy: "State dca, close or stop; or countOrderMax or percentTakeProfit at the bot.",
    });
  if (has("dca.max") !== undefined && has("dca.enabled") !== false && has("dca.volume") === undefined)
    found.push({
      code: "config/webhook-safety-volume",
      says: "has safety orders without dca.volume",
      remedy:
        "State dca.volume: with martingale and no volumeSafetyOrder, the bot doesn't say what it is in a webhook.",
      at: "dca",
    });
  if (rules.scale !== undefined)
    for (const section of ["close", "stop"])
      if (has(`${section}.event`) === "pnl" && has(`${section}.enabled`) !== false)
        found.push({
          code: "config/webhook-scale",
          says: `has a ${section}.value in USDT, which the account's volumeScale of ${rules.scale} leaves as it is`,
          remedy: "State it for this account in its overrides, or use percentage.",
          at: `${section}.value`,
        });
  return [...found, ...differences(message, fields)];
}

/** A message that says another direction or pair than the bot it names. */
function differences(message: WebhookMessage, { strategy, pairTitle }: SomeFields): Breach[] {
  const found: Breach[] = [];
  const side = settingAt(message, "strategy");
  const pairs = settingAt(message, "pairs");
  const isLiteral = (value: WebhookValue) => !String(value).includes("{{");
  const code = "config/webhook-differs" as const;
  if (strategy && side !== undefined && isLiteral(side) && side !== strategy.toLowerCase())
    found.push({
      code,
      says: `says ${String(side)}, and the bot is ${strategy}`,
      remedy: "Leave strategy out: then it is the bot's.",
      at: "strategy",
    });
  if (pairTitle && Array.isArray(pairs) && isLiteral(pairs) && !pairs.includes(symbolOf(pairTitle)))
    found.push({
      code,
      says: `names ${pairs.join(", ")}, and the bot trades ${pairTitle}`,
      remedy: "Leave pairs out: then it is the bot's.",
      at: "pairs",
    });
  return found;
}

/** Stated volumes after the account's scale; the bot's own are checked where they are stated. */
function volumeBreaches({ settings }: WebhookMessage, { rules }: WebhookSubject): Breach[] {
  return settings.flatMap(({ path, value, source }): Breach[] => {
    if (!WEBHOOK_VOLUMES.has(path) || source.kind !== "stated" || typeof value !== "string") return [];
    const isPlaceholder = value.includes("{{");
    if (isPlaceholder && rules.scale === undefined) return [];
    if (isPlaceholder)
      return [
        {
          code: "config/webhook-placeholder",
          says: `takes ${path} from a placeholder, which the account's volumeScale can't multiply`,
          remedy: "State a number, or leave the bot out of this account with except.",
          at: path,
        },
      ];
    if (canonicalDecimal(value) !== value)
      return [
        {
          code: "config/inexact-number",
          says: `has a ${path} of more digits than can be kept after volumeScale`,
          remedy: "State the account's volumeStep, or a scale of fewer digits.",
          at: path,
        },
      ];
    const least = new Big(rules.min ?? 0);
    if (new Big(value).gt(0) && new Big(value).gte(least)) return [];
    const how = rules.scale === undefined ? "" : ` after the account's volumeScale of ${rules.scale}`;
    return [
      {
        code: "config/volume-too-small",
        says: `has a ${path} of ${value}${how}, less than an order may have`,
        remedy: "Raise the volume or the scale, or correct volumeStep or volumeMin.",
        at: path,
      },
    ];
  });
}
