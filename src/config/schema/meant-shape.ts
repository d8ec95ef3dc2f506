// How what was written becomes what its key asks for: a list of one value, a map in place of a list.
import { isRecord } from "../../model/record.js";
import { mayBeShown } from "./place.js";
import type { ValueContext } from "./schema-problem.js";

/** A list of the one value that stands there, or the one value of a list; undefined where that isn't meant, or can't be shown. */
export function sameValue({ path, value }: ValueContext, expected: string): string | undefined {
  const [only, second]: readonly unknown[] = Array.isArray(value) ? value : [value];
  const key = path.at(-1);
  if (key === "pairTitle" && Array.isArray(value) && value.length > 1)
    return "A bot trades one pair; forEach: { pair: [USDT-ETH, USDT-SOL] } makes a bot for each.";
  const isPlain = typeof only === "string" && /^[\w.][\w. -]{0,60}$/.test(only) && second === undefined;
  if (path[0] === "holds" && path.length === 1) return 'Write holds: [{ bots: [btc-dip], reason: "…" }].';
  if (!isPlain || !mayBeShown(path) || typeof key !== "string") return undefined;
  if (expected === "array" && value === only)
    return path.includes("forEach") && /^[A-Za-z]\w*$/.test(only)
      ? `Write ${key}: [${only}]; or ${key}: "\${${only}}" if ${only} is a list under vars.`
      : `Write ${key}: [${only}].`;
  return expected === "string" && value !== only ? `Write ${key}: ${only}.` : undefined;
}

/** Words for true and false that YAML 1.2 reads as text. */
const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ...["yes", "y", "on", "enabled"].map((word) => [word, true] as const),
  ...["no", "n", "off", "disabled"].map((word) => [word, false] as const),
]);

/** How what was written becomes true or false. @param value that may be shown; undefined where it can't be, or is missing */
export function switchRemedy(value: unknown): string {
  const word = typeof value === "string" ? value.trim().toLowerCase() : "";
  if (word === "true" || word === "false") return `Write ${word}, without quotes.`;
  const meant = SWITCHES.get(word);
  return meant === undefined ? "Write true or false." : `Write true or false: here probably ${meant}.`;
}

/** Maps that are often written as a list or as one value. */
const MAPS: ReadonlyMap<string | number | undefined, string> = new Map([
  ["accesses", "{ primary: Main futures }"],
  ["forEach", "{ pair: [USDT-ETH, USDT-SOL] }"],
]);

/** How what was written becomes a map; undefined where nothing points to it. */
export function mapRemedy({ path, value }: ValueContext): string | undefined {
  if (path[0] === "policies" && path.length === 2)
    return `Write what it checks: ${String(path[1])}: { rule: max-leverage, limit: ${typeof value === "number" ? value : 3} }.`;
  if (path[0] === "breakers" && path.length === 2)
    return `Write what it measures: ${String(path[1])}: { rule: loss, hours: 24, limit: ${typeof value === "number" ? value : 100}, quote: USDT }.`;
  if (path[0] === "holds") return 'Write each as { bots: [btc-dip], reason: "…" }.';
  if (path[2] === "waivers") return 'Write each as { bots: [btc-dip], reason: "…", until: 2027-01-31 }.';
  const example = MAPS.get(path.at(-1));
  if (Array.isArray(value) && value.every(isRecord)) {
    const hasOneKeyEach = value.every((item) => Object.keys(item).length === 1);
    return hasOneKeyEach
      ? "Remove the dashes."
      : "Give each a name and a colon on a line of its own, such as btc-dip:, with its keys below, indented by 2 more spaces and without a dash.";
  }
  if (example !== undefined) return `Write names and values: ${String(path.at(-1))}: ${example}.`;
  return Array.isArray(value) ? "Write a name and a colon before each value: { name: value }." : undefined;
}
