// Expands the declared bots: templates beneath each, one bot for each combination of forEach, exceptions on top.
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { problem, quoted } from "../problem.js";
import { botSchema } from "../schema/schema-bot.js";
import { NAME } from "../schema/schema-parts.js";
import { suggestion } from "../schema/suggest.js";
import { type Layer, type Merged, NOTHING_MERGED, over } from "./layer.js";
import type { Fleet } from "./merge.js";
import { Fault, type Item, type Scope, substitute } from "./reference.js";
import { settle, WRONG, workOut } from "./settle.js";
import { Templates } from "./templates.js";
import { ENV_IS_RESERVED, within } from "./variables.js";

/** One bot before it is placed in an account. */
export interface Instance {
  readonly key: string;
  /** Without what an account lays over it. */
  readonly merged: Merged;
  /** What its settings may refer to. */
  readonly scope: Scope;
}

/** Bots of one configuration; a fleet beyond this is a slip in a forEach. */
const MOST_BOTS = 20_000;
const NO_VARIABLES: ReadonlyMap<string, Item> = new Map();

/** @param where names a place for a message, as `file:line` */
export function expandBots(
  fleet: Fleet,
  scope: Scope,
  where: (origin: Origin) => string,
  diagnostics: Diagnostic[],
): Instance[] {
  const base = fleet.defaults.reduce(over, NOTHING_MERGED);
  const templates = new Templates(fleet, base, diagnostics);
  const bots: Instance[] = [];
  const homes = new Map<string, Origin>();

  const nowhereAt = new Set<Layer>();
  const names = fleet.accounts.map(({ name }) => name);
  /** Whether another problem explains that no account has the bot: there is no account, or it names an unknown one. */
  const isReported = ({ merged }: Pick<Instance, "merged">): boolean =>
    names.length === 0 ||
    [...(merged.values.only ?? []), ...(merged.values.except ?? [])].some((name) => !names.includes(name));

  function add(key: string, layer: Layer, merged: Merged, own: ReadonlyMap<string, Item>): void {
    const origin = keyOrigin(layer);
    const earlier = homes.get(key);
    if (earlier !== undefined) {
      const twice = earlier.path === layer.path ? "twice" : `and from the one at ${where(earlier)}`;
      const summary = `bot ${key} comes from this block ${twice}`;
      const remedy =
        "Put every variable of the forEach into the key, and list no value twice; or rename one of the two.";
      diagnostics.push(problem("config/expanded-twice", { summary, remedy, origin }));
      return;
    }
    homes.set(key, origin);
    const exception = fleet.exceptions.get(layer)?.get(key);
    const bot = { key, merged: exception === undefined ? merged : over(merged, exception), scope: within(scope, own) };
    bots.push(bot);
    // A bot that no account has is checked, too: otherwise its mistakes would show up only later.
    if (fleet.accounts.every(({ name }) => isLeftOut(bot, name))) {
      diagnostics.push(...settle(bot.merged, bot.scope).diagnostics);
      if (!isReported(bot) && !nowhereAt.has(layer)) {
        nowhereAt.add(layer);
        diagnostics.push(nowhere(layer, `no account has ${layer.name}: only and except exclude it from each`));
      }
    }
  }

  for (const layer of fleet.bots.values()) {
    const merged = over(templates.beneath(layer), layer);
    const lists = listsOf(layer, scope, diagnostics);
    if (lists === undefined) continue;
    // Counted before they are made: three lists of a thousand would fill the memory.
    const count = Object.values(lists).reduce((product, { length }) => product * length, 1);
    if (bots.length + count > MOST_BOTS) {
      const summary = `the configuration makes more than ${MOST_BOTS} bots`;
      const remedy = "Shorten the forEach lists, or split the fleet.";
      diagnostics.push(problem("config/too-complex", { summary, remedy, origin: keyOrigin(layer) }));
      break;
    }
    const keys = new Set<string>();
    if (count === 0)
      diagnostics.push(nowhere(layer, `the forEach of ${layer.name} has an empty list, so it makes no bot`));
    for (const own of combine(lists)) {
      const key = keyOf(layer, within(scope, own));
      if (typeof key === "string") {
        keys.add(key);
        add(key, layer, merged, own);
      } else diagnostics.push(...key);
    }
    diagnostics.push(...unknownExceptions(layer, fleet.exceptions.get(layer), keys));
  }
  return bots;
}

function nowhere(layer: Layer, summary: string): Diagnostic {
  const remedy = "Correct only, except or the list; or remove the block if you don't need it any more.";
  return problem("config/bot-nowhere", { summary, remedy, origin: keyOrigin(layer) });
}

function keyOrigin({ file, path }: Layer): Origin {
  return { file, path, key: true };
}

/** Whether an account doesn't have the bot. */
export function isLeftOut({ merged }: Pick<Instance, "merged">, account: string): boolean {
  const { only, except } = merged.values;
  return only?.includes(account) === false || except?.includes(account) === true;
}

/** The variables of each bot of a block, the first list turning slowest; a block without forEach is one bot. */
function combine(lists: Lists): readonly ReadonlyMap<string, Item>[] {
  let combinations: ReadonlyMap<string, Item>[] = [NO_VARIABLES];
  for (const [name, items] of Object.entries(lists)) {
    combinations = combinations.flatMap((known) => items.map((item) => new Map([...known, [name, item]])));
  }
  return combinations;
}

type Lists = Readonly<Record<string, readonly Item[]>>;

/** undefined where they can't be used; there is a diagnostic. */
function listsOf(layer: Layer, scope: Scope, diagnostics: Diagnostic[]): Lists | undefined {
  if (layer.dropped.has("forEach") && !layer.deferred.has("forEach")) return undefined;
  const origin: Origin = { file: layer.file, path: [...layer.path, "forEach"] };
  const lists = layer.deferred.has("forEach")
    ? workOut(layer.deferred.get("forEach"), botSchema.shape.forEach, scope, origin, diagnostics)
    : layer.values.forEach;
  if (lists === WRONG) return undefined;
  if (lists === undefined || !Object.hasOwn(lists, "env")) return lists ?? {};
  const env = { ...origin, path: [...origin.path, "env"], key: true };
  diagnostics.push(problem("config/bad-variable", { ...ENV_IS_RESERVED, origin: env }));
  return undefined;
}

function keyOf(layer: Layer, scope: Scope): string | readonly Diagnostic[] {
  const written = layer.path.at(-1) ?? "";
  if (!written.includes("${")) return written;
  const origin = keyOrigin(layer);
  const key = substitute(written, scope);
  if (key instanceof Fault) return key.words === undefined ? [] : [problem(key.words.code, { ...key.words, origin })];
  const text = String(key);
  if (NAME.test(text)) return text;
  const summary = `the key ${written} becomes ${quoted(key)}, which can't be a bot's key`;
  const remedy = 'Use variables whose values have only letters, digits, ".", "_" and "-".';
  return [problem("config/bad-name", { summary, remedy, origin })];
}

function unknownExceptions(
  { name }: Layer,
  exceptions: ReadonlyMap<string, Layer> = new Map(),
  keys: ReadonlySet<string>,
): Diagnostic[] {
  return [...exceptions].flatMap(([key, layer]) => {
    if (keys.size === 0 || keys.has(key)) return [];
    const summary = `no bot of ${name} has the key ${key}`;
    const remedy = suggestion(key, [...keys]);
    return problem("config/unknown-exception", { summary, remedy, origin: keyOrigin(layer) });
  });
}
