// The differences of two configurations or two live accounts as text: the summary first, then bot by bot.
import type {
  AccountDifference,
  BotDifference,
  LiveChange,
  LiveDifference,
  LiveName,
  SettingChange,
  SettingValue,
} from "../../model/bot/difference.js";
import { isFieldName } from "../../model/bot/field.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { type ChangeWords, changeLines, packedLines, quoted, showValue } from "./value.js";

const KINDS = ["added", "removed", "changed"] as const;
const SYMBOLS: Readonly<Record<BotDifference["kind"], string>> = { added: "+", removed: "-", changed: "~" };

/** All accounts, ending in a line feed. */
export function configurationDiffText(accounts: readonly AccountDifference[], colour: Paint): string {
  return `${accounts.map((account) => accountText(account, colour)).join("\n\n")}\n`;
}

function accountText(account: AccountDifference, colour: Paint): string {
  const { kind, settings, bots } = account;
  const blocks = [
    colour.bold(accountSummary(account)),
    ...(kind === "changed" && settings.length > 0 ? [changeLines(wordsOf(settings), colour, "    ").join("\n")] : []),
    ...(kind === "added" ? [packedLines(wordsOf(settings), colour).join("\n")] : []),
    ...bots.map((bot) => botText(bot, colour)),
  ];
  return blocks.join("\n\n");
}

function accountSummary({ account, kind, settings, bots, unchanged }: AccountDifference): string {
  const counts = KINDS.flatMap((one) => {
    const count = bots.filter((bot) => bot.kind === one).length;
    return count === 0 ? [] : [`${counted(count, "bot")} ${one}`];
  });
  const own =
    kind === "changed" && settings.length > 0 ? [`${counted(settings.length, "account setting")} changed`] : [];
  const whole = kind === "added" || kind === "removed" ? [`account ${kind}`] : [];
  const parts = [...whole, ...own, ...counts];
  return `${clean(account)}: ${parts.length === 0 ? "no differences" : parts.join(", ")} · ${unchanged} unchanged`;
}

function botText(bot: BotDifference, colour: Paint): string {
  const symbol = mark(bot.kind, colour);
  const renamed = bot.renamedFrom === undefined ? "" : `  renamed from ${quoted(bot.renamedFrom)}`;
  const head = `${symbol} ${colour.bold(clean(bot.address))}  ${quoted(bot.title)}${renamed}`;
  return [
    head,
    ...(bot.kind === "added" ? packedLines(wordsOf(bot.changes), colour) : changeLines(wordsOf(bot.changes), colour)),
  ].join("\n");
}

function mark(kind: BotDifference["kind"], colour: Paint): string {
  if (kind === "added") return colour.good(SYMBOLS[kind]);
  return kind === "removed" ? colour.bad(SYMBOLS[kind]) : colour.change(SYMBOLS[kind]);
}

function wordsOf(changes: readonly SettingChange[]): readonly ChangeWords[] {
  return changes.map(({ name, before, after }) => ({
    name: clean(name),
    before: settingText(name, before),
    after: settingText(name, after),
  }));
}

/** A field that isn't stated isn't managed. */
function settingText(name: string, value: SettingValue | undefined): string {
  if (value === undefined) return isFieldName(name) || name === "enabled" ? "not managed" : "not set";
  if (value === null) return "off";
  if (typeof value === "object") return `[${value.map(clean).join(", ")}]`;
  return value === "" ? '""' : clean(String(value));
}

export interface LiveDiffFacts extends LiveDifference {
  readonly from: string;
  readonly to: string;
  readonly unscaled: boolean;
}

/** The bots of two live accounts against each other, ending in a line feed. */
export function liveDiffText(facts: LiveDiffFacts, colour: Paint): string {
  const { changed, onlyOn, ambiguous } = facts;
  const blocks = [
    colour.bold(liveSummary(facts)),
    ...changed.map((pair) => {
      const head = `${colour.change("~")} ${nameText(pair, colour)}  bot ${pair.fromId} → bot ${pair.toId}`;
      return [head, ...changeLines(pair.changes.map(liveWords), colour)].join("\n");
    }),
    ...(["from", "to"] as const).flatMap((side) => {
      const rows = onlyOn.filter((bot) => bot.side === side);
      if (rows.length === 0) return [];
      const symbol = side === "from" ? colour.bad("-") : colour.good("+");
      const lines = rows.map((bot) => `${symbol} ${nameText(bot, colour)}  bot ${bot.id}, ${bot.on ? "on" : "off"}`);
      return [[colour.bold(`Only on ${clean(facts[side])}:`), ...lines].join("\n")];
    }),
    ...(ambiguous.length === 0 ? [] : [ambiguityText(facts, colour)]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function liveSummary({ changed, onlyOn, ambiguous, equal, from, to, unscaled }: LiveDiffFacts): string {
  const only = (side: "from" | "to") => onlyOn.filter((bot) => bot.side === side).length;
  const parts = [
    ...(changed.length === 0 ? [] : [`${counted(changed.length, "bot")} different`]),
    ...(only("from") === 0 ? [] : [`${only("from")} only on ${clean(from)}`]),
    ...(only("to") === 0 ? [] : [`${only("to")} only on ${clean(to)}`]),
    ...(ambiguous.length === 0 ? [] : [`${counted(ambiguous.length, "title")} not comparable`]),
  ];
  const what = parts.length === 0 ? "no differences" : parts.join(", ");
  return `${clean(from)} → ${clean(to)}${unscaled ? " (unscaled)" : ""}: ${what} · ${equal} equal`;
}

function nameText({ access, title }: LiveName, colour: Paint): string {
  return `${colour.bold(quoted(title))} on ${clean(access)}`;
}

function liveWords({ field, from, to, expected }: LiveChange): ChangeWords {
  const hint = expected === undefined ? "" : `  with the accounts' volumeScale it would be ${clean(expected)}`;
  return { name: field, before: showValue(from), after: showValue(to), hint };
}

function ambiguityText({ ambiguous, from, to }: LiveDiffFacts, colour: Paint): string {
  const side = (name: string, ids: readonly number[]) =>
    ids.length === 0 ? `none on ${clean(name)}` : `${counted(ids.length, "bot")} on ${clean(name)} (${ids.join(", ")})`;
  const rows = ambiguous.map(
    (one) => `${colour.change("!")} ${nameText(one, colour)}  ${side(from, one.fromIds)}, ${side(to, one.toIds)}`,
  );
  return [colour.bold("Not compared, because several bots have the same title:"), ...rows].join("\n");
}
