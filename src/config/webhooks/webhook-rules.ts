// Rules for a webhook's message: contradictions within it, with the bot, and with what the service is known to take.
import Big from "big.js";
import type { FieldName, SomeFields } from "../../model/bot/field.js";
import { symbolOf } from "../../model/bot/pair.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import {
  settingAt,
  type WebhookMessage,
  type WebhookSetting,
  type WebhookValue,
  webhookField,
} from "../../model/webhook/webhook.js";
import { ANY_PLACEHOLDER, ANY_PLOT, PLACEHOLDER_NAMES, placeholder } from "../../model/webhook/webhook-placeholders.js";
import type { VolumeRules } from "../compose/scale.js";
import { problem, quoted } from "../problem.js";
import type { ConfigCode } from "../schema/codes.js";
import { suggestion } from "../schema/suggest.js";
import { type FilledMessage, WEBHOOK_VOLUMES } from "./webhook-fill.js";
import type { Tree } from "./webhook-tree.js";

/** What is known of the bot around its webhooks. */
export interface WebhookSubject {
  readonly bot: string;
  readonly address: string;
  readonly fields: SomeFields;
  readonly rules: VolumeRules;
  /** Whether a field was stated with an unusable value; then it isn't reported as missing. */
  readonly isUnknown: (name: FieldName) => boolean;
}

/** What is wrong with a message, before it has a place. */
interface MessageProblem {
  readonly code: ConfigCode;
  readonly says: string;
  readonly remedy: string;
  /** Path in a flat body of what it is about; the nearest that is written is shown. */
  readonly at: string;
}

function flaw(code: ConfigCode, at: string, says: string, remedy: string): MessageProblem {
  return { code, says, remedy, at };
}

/** Everything that is wrong with one message. */
export function webhookProblems({ message, branch }: FilledMessage, subject: WebhookSubject): Diagnostic[] {
  const found = [
    ...missing(message, subject),
    ...["close", "stop"].flatMap((section) => eventProblem(message, section) ?? []),
    ...curious(message, subject),
    ...message.settings.flatMap((setting) => volumeProblem(setting, subject.rules) ?? []),
    ...message.settings.flatMap(strangePlaceholders),
  ];
  return found.map(({ code, says, remedy, at }) =>
    problem(code, {
      summary: `bot ${subject.bot}: the webhook ${message.action} ${says}`,
      remedy,
      origin: originAt(branch, at),
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
const NEEDED: readonly { readonly path: string; readonly from: FieldName; readonly action?: string }[] = [
  { path: "strategy", from: "strategy" },
  { path: "pairs", from: "pairTitle" },
  { path: "open.orderVolume", from: "volumeFirstOrder", action: "open" },
  { path: "amount", from: "volumeSafetyOrder", action: "average" },
];

function missing(message: WebhookMessage, { fields, isUnknown }: WebhookSubject): MessageProblem[] {
  return NEEDED.flatMap(({ path, from, action = message.action }) => {
    if (action !== message.action || settingAt(message, path) !== undefined || isUnknown(from)) return [];
    if (typeof fields[from] === "string") {
      const remedy = `Remove the null to take it from the bot's ${from}, or write a value.`;
      return flaw("config/webhook-incomplete", path, `leaves out ${path}, which the service needs`, remedy);
    }
    const says = `has no ${path}, and the bot has no ${from} to take it from`;
    return flaw("config/webhook-incomplete", path, says, `Add ${path} to the webhook, or ${from} to the bot.`);
  });
}

const BOTH = "Set both: event: percentage (or pnl, or delay for close), and the value in that unit; or enabled: false.";

function eventProblem(message: WebhookMessage, section: string): MessageProblem | undefined {
  const at = (name: string) => settingAt(message, `${section}.${name}`);
  const isPresent = message.settings.some(({ path }) => path.startsWith(`${section}.`));
  if (!isPresent || at("enabled") === false) return undefined;
  const [event, value] = [at("event"), at("value")];
  const code = "config/webhook-event";
  const [ofEvent, ofValue] = [`${section}.event`, `${section}.value`];
  if (event === undefined && value === undefined)
    return flaw(code, section, `has ${section} on without event and value`, BOTH);
  if (value === undefined) return flaw(code, ofEvent, `has ${ofEvent} without a value`, BOTH);
  if (event === undefined) return flaw(code, ofValue, `has ${ofValue} without an event`, BOTH);
  const decimal = canonicalDecimal(String(value));
  if (decimal === "0")
    return flaw(code, ofValue, `has ${section} on with a value of 0`, "Set a value greater than 0, or enabled: false.");
  const isLong = settingAt(message, "strategy") === "long";
  if (section === "stop" && event === "percentage" && isLong && decimal !== undefined && new Big(decimal).gte(100)) {
    const says = `has a ${ofValue} of ${value} percent for a long, and no price can fall that far`;
    return flaw(code, ofValue, says, "Set less than 100.");
  }
  if (event === "delay" && String(value).includes(".") && decimal !== undefined) {
    const says = `has a ${ofValue} of ${value}, but a delay must be whole seconds`;
    return flaw(code, ofValue, says, "Write whole seconds, or another event.");
  }
  return undefined;
}

function curious(message: WebhookMessage, { fields, rules }: WebhookSubject): MessageProblem[] {
  const found: MessageProblem[] = [];
  const has = (path: string) => settingAt(message, path);
  const say = (...words: Parameters<typeof flaw>) => found.push(flaw(...words));
  if (has("stop.delay") === 0) {
    const remedy = "Leave delay out, or set the seconds; other programs send 3.";
    say("config/webhook-stop-delay", "stop.delay", "has a stop.delay of 0, which the service probably refuses", remedy);
  }
  if (message.action === "update" && !message.settings.some(({ path }) => path.includes("."))) {
    const remedy = "Set dca, close or stop; or set countOrderMax or percentTakeProfit in the bot.";
    say("config/webhook-empty", "", "changes nothing, so it can't be sent", remedy);
  }
  if (has("dca.max") !== undefined && has("dca.enabled") !== false && has("dca.volume") === undefined) {
    const remedy = "Set dca.volume: a bot with martingale and no volumeSafetyOrder doesn't give it.";
    say("config/webhook-safety-volume", "dca", "has safety orders without dca.volume", remedy);
  }
  for (const section of rules.scale === undefined ? [] : ["close", "stop"]) {
    if (has(`${section}.event`) !== "pnl" || has(`${section}.enabled`) === false) continue;
    const says = `has a ${section}.value in USDT, which the account's volumeScale of ${rules.scale} leaves as it is`;
    const remedy = "Set it in this account's overrides, or use percentage.";
    say("config/webhook-scale", `${section}.value`, says, remedy);
  }
  // The message states another direction or pair than the bot it names.
  const { strategy, pairTitle } = fields;
  const [side, pairs] = [has("strategy"), has("pairs")];
  const isLiteral = (value: WebhookValue) => !String(value).includes("{{");
  if (strategy && side !== undefined && isLiteral(side) && side !== strategy.toLowerCase()) {
    const says = `says ${String(side)}, but the bot is ${strategy}`;
    say("config/webhook-differs", "strategy", says, "Leave strategy out to use the bot's.");
  }
  if (pairTitle && Array.isArray(pairs) && isLiteral(pairs) && !pairs.includes(symbolOf(pairTitle))) {
    const says = `names ${pairs.join(", ")}, but the bot trades ${pairTitle}`;
    say("config/webhook-differs", "pairs", says, "Leave pairs out to use the bot's.");
  }
  return found;
}

/** Of a stated volume after the account's scale; the bot's own are checked where they are stated. */
function volumeProblem(
  { path, value, source }: WebhookSetting,
  { scale, min = "0" }: VolumeRules,
): MessageProblem | undefined {
  if (!WEBHOOK_VOLUMES.has(path) || source.kind !== "stated" || typeof value !== "string") return undefined;
  if (value.includes("{{")) {
    if (scale === undefined) return undefined;
    const says = `takes ${path} from a placeholder, which the account's volumeScale can't multiply`;
    const remedy = "Write a number, or leave the bot out of this account with except.";
    return flaw("config/webhook-placeholder", path, says, remedy);
  }
  if (canonicalDecimal(value) !== value) {
    const says = `has more digits in ${path} than botform can keep after volumeScale`;
    return flaw(
      "config/inexact-number",
      path,
      says,
      "Set the account's volumeStep, or a volumeScale with fewer digits.",
    );
  }
  if (new Big(value).gt(0) && new Big(value).gte(min)) return undefined;
  const how = scale === undefined ? "" : ` after the account's volumeScale of ${scale}`;
  const says = `has ${path} ${value}${how}, less than an order may have`;
  return flaw(
    "config/volume-too-small",
    path,
    says,
    "Raise the volume or volumeScale, or correct volumeStep or volumeMin.",
  );
}

/** Which placeholders' values each kind of field takes, and what to do about others. */
const FITTING: Readonly<Record<string, readonly [kinds: readonly string[], remedy: string]>> = {
  decimal: [
    ["number", "text"],
    'Write a number, or a series of an indicator: "{{plot_0}}". The service never takes prices or amounts of the base asset.',
  ],
  pairs: [["symbol"], 'Leave pairs out, or write ["{{syminfo.basecurrency}}{{syminfo.currency}}"].'],
  word: [["position"], "Use {{strategy.market_position}}, or leave it out."],
};

/** Problems of placeholders: unknown ones, and those whose values don't fit their field. */
function strangePlaceholders({ path, value }: WebhookSetting): MessageProblem[] {
  const [kinds, remedy] = FITTING[webhookField(path)?.kind ?? ""] ?? [["position"], "Write the value."];
  const texts = [value].flat().filter((one) => typeof one === "string");
  const found = texts.flatMap((text) => [...text.matchAll(ANY_PLACEHOLDER)]);
  return found.flatMap(([whole, name = ""]): MessageProblem[] => {
    const known = placeholder(name);
    const code = "config/webhook-placeholder";
    if (known === undefined)
      return [flaw(code, path, `has ${quoted(whole)}, which is not a placeholder`, placeholderRemedy(name))];
    if (kinds.includes(known.kind)) return [];
    return [flaw(code, path, `has ${whole} as ${path}, which gives ${known.samples.join(" or ")}`, remedy)];
  });
}

/** For a name that is no placeholder's. */
export function placeholderRemedy(name: string): string {
  return ANY_PLOT.test(name)
    ? "The indicator's first twenty series are plot_0 to plot_19."
    : suggestion(name, PLACEHOLDER_NAMES);
}
