// Words for text where a number is asked for: a unit, a decimal comma, a percentage, quotes.
import { mayBeShown, type Path } from "./place.js";
import { holdsVariable, type ProblemText, type ValueContext, variableProblem, words } from "./schema-problem.js";

/** Longer text is no number. */
const LONGEST_NUMBER = 100;
const NUMBER_TEXT = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const NUMBER_WITH_EXTRAS = /^\s*[+-]?\d[\d_,.' ]*\s*[%xX]?\s*$/;

/** @param noun what kind of number; @param shown the value, where it may be shown */
export function numberAsText({ name, value, path, spec }: ValueContext, noun: string, shown: string): ProblemText {
  const text = String(value).slice(0, LONGEST_NUMBER);
  if (holdsVariable(value) && mayBeShown(path)) return variableProblem(name);
  if (NUMBER_TEXT.test(text))
    return words("config/quoted-number", `${name} must be ${noun}, but in quotes it is text`, "Remove the quotes.");
  const meant = meantNumber(text);
  const [, left, right] = /^\s*(\d{1,3}),(\d{3})\s*$/.exec(text) ?? [];
  const share = text.includes("%") ? notAShare(path) : isAmount(path) ? notAnAmount(text) : undefined;
  const isOffWord = spec !== undefined && spec.off !== "never" && /^(?:off|none|no|never|disabled)$/i.test(text.trim());
  const variable = /^\$(\w+)$/.exec(text.trim())?.[1];
  const remedy =
    share ??
    (isOffWord ? "null switches it off." : undefined) ??
    (variable !== undefined && /\D/.test(variable) && !isFixed(path) ? `Write \${${variable}}.` : undefined) ??
    (left !== undefined
      ? `Write ${left}${right} if the comma parts thousands, ${left}.${right} if it is a decimal comma.`
      : undefined) ??
    (meant !== undefined ? `Write ${meant}: digits and a decimal point, without a unit.` : undefined) ??
    (NUMBER_WITH_EXTRAS.test(text)
      ? "Write digits with a decimal point, without separators or units."
      : "Write a plain number.");
  return words("config/wrong-type", `${name} must be ${noun}, not text${shown}`, remedy);
}

function isFixed([section, , key]: Path): boolean {
  return (
    section === "policies" ||
    section === "breakers" ||
    section === "rollout" ||
    (section === "accounts" && key !== "overrides")
  );
}

function isAmount(path: Path): boolean {
  return String(path.at(-1)).startsWith("volume") && !isScale(path);
}

function isScale(path: Path): boolean {
  return String(path.at(-1)).endsWith("Scale");
}

/** Of a multiple, or an amount of another asset: the number alone would be another amount. */
function notAnAmount(text: string): string | undefined {
  if (/^\s*[\d.,]+\s*[xX]\s*$/.test(text))
    return `${AMOUNT}, not a multiple; martingaleScale is a factor from order to order.`;
  const [, asset] = /^\s*[\d.,]+\s*([A-Za-z]{2,10})\s*$/.exec(text) ?? [];
  return asset === undefined || /^(?:USD[CT]?|BUSD)$/i.test(asset)
    ? undefined
    : `${AMOUNT}, not of ${asset}: convert it.`;
}

const AMOUNT = "It is an amount of the quote asset, such as USDT";

/** What a percentage means where no percentage is asked for: without its sign it would be another amount. */
function notAShare(path: Path): string | undefined {
  const key = String(path.at(-1));
  if (key === "volumeScale") return "It is a factor: write 0.25 for 25 %.";
  if (key.endsWith("Scale")) return "It is a factor: write 1.2 for 20 % more.";
  if (isAmount(path)) return `${AMOUNT}, not a share: write out the amount that you mean.`;
  if (key === "leverage") return "It is a factor: 5 for five times, whose margin is 20 %.";
  // A rule's limit may be a factor, an amount or a percentage.
  if (path[0] === "policies") return "Write a plain number in the rule's unit: botform explain policy/… says which.";
  if (path[0] === "breakers")
    return "Write a plain number: of loss it is an amount of quote, of margin-used and liquidation-distance a percentage.";
  return key.startsWith("percent") ? undefined : "Write a plain number, without %.";
}

/** `1.5` for 1,5, 1.5%, 1.5x or 1.5 USDT (another asset would be another amount); undefined where a comma may also part thousands. */
function meantNumber(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/\s*(?:[%xX]|USD[CT]?|BUSD)$/, "")
    .replace(/^[$xX](?=\d)/, "");
  const [, whole, places = ""] = /^(\d+)(?:[.,](\d+))?$/.exec(plain) ?? [];
  if (whole === undefined || (plain.includes(",") && places.length === 3)) return undefined;
  return places === "" ? whole : `${whole}.${places}`;
}
