// What a plan does, and what becomes of the rest, in sentences that every form shows.
import { groupBy } from "../model/order.js";
import { ACTIONS, SUMMARY_ORDER } from "../model/plan/actions.js";
import { countSteps, type FieldChange, type Plan, type Step, type UndeclaredBot } from "../model/plan/plan.js";
import type { Finding } from "../model/policy/finding.js";
import { counted } from "../model/text/counted.js";
import { namesText } from "../model/text/named.js";
import { showValue } from "./text/value.js";

/** Named of what a step is done to. */
const MOST_BOTS = 3;
/** Named of what updates change. */
const MOST_FIELDS = 6;
/** Different updates of which each is told. */
const MOST_UPDATES = 6;
/** Named of one field, or of one bot. */
const MOST_KINDS = 3;

/** `10 of 25 live bots change: 10 to update (leverage 5 → 20)`. */
export function changeText(plan: Plan, areUpdatesListed = false): string {
  const { lifted = [], steps, bots, observedBots } = plan;
  if (steps.length === 0 && lifted.length === 0) return "Nothing changes.";
  if (steps.length === 0) return `Protection is lifted of ${counted(lifted.length, "bot")}; nothing else changes.`;
  const fresh = Object.values(bots).filter(({ observed }) => observed === null).length;
  const changed = Object.keys(bots).length - fresh;
  const live = counted(observedBots, "live bot");
  const old =
    changed === 0 ? `None of ${live} changes` : `${changed} of ${live} ${changed === 1 ? "changes" : "change"}`;
  const counts = countSteps(plan);
  const turnedOn = new Set(steps.flatMap(({ action, address }) => (action === "turn-on" ? [address] : [])));
  const parts = SUMMARY_ORDER.filter((action) => counts[action] > 0).map((action) => {
    const own = steps.filter((step) => step.action === action);
    const updates = action === "update" ? updateTexts(own) : undefined;
    if (updates !== undefined && areUpdatesListed)
      return `${counts[action]} ${ACTIONS[action].words.summary} (${fieldsOf(own)})`;
    const areAllNew = fresh > 1 && own.length === fresh && own.every(({ address }) => bots[address]?.observed === null);
    // Where settings are further down, what a new bot trades stands here.
    const newBot = (step: Step) => `${newBotText(step)}${turnedOn.has(step.address) ? "" : ", off"}`;
    const names =
      action === "create" && areUpdatesListed
        ? namesText(own.map(newBot), MOST_BOTS, "; ")
        : namesText(own.map(subjectOf), MOST_BOTS);
    const what = action === "update" ? (updates?.join("; ") ?? valuesOfAll(own)) : names;
    // Those that are created are named once.
    const shown = action === "turn-on" && areAllNew ? "all new ones" : what;
    return `${counts[action]} ${ACTIONS[action].words.summary} (${shown})`;
  });
  const [head, besides] =
    observedBots === 0 ? [counted(fresh, "new bot"), ""] : [old, fresh === 0 ? "" : `, ${fresh} new`];
  return `${head}${besides}: ${parts.join(", ")}.`;
}

function nameOf(address: string): string {
  return address.replace(/^[\w.-]+\//, "");
}

/** `btc-dip: USDT-BTC LONG 5×`. */
function newBotText({ address, changes }: Step): string {
  const value = (name: FieldChange["field"]) => changes.find(({ field }) => field === name)?.after;
  const [pair, side, leverage] = [value("pairTitle"), value("strategy"), value("leverage")];
  const trades = [pair, side, leverage == null ? leverage : `${leverage}×`].filter((one) => one != null);
  return `${nameOf(address)}${trades.length === 0 ? "" : `: ${trades.join(" ")}`}`;
}

function subjectOf({ address, deal }: Step): string {
  const name = nameOf(address);
  const { before, after } = deal?.takeProfit ?? {};
  const now = after === undefined ? "" : ` ${showValue(before ?? null)} → ${showValue(after)}`;
  return deal?.id === undefined ? name : `${name}, deal ${deal.id}${now === "" ? "" : `:${now}`}`;
}

/** A few different updates, each with its bots, what rises most first; undefined of many, or where all are the same. */
export function updateTexts(updates: readonly Step[]): readonly string[] | undefined {
  const kinds = [...groupBy(updates, ({ changes }) => JSON.stringify(changes)).values()];
  if (kinds.length < 2 || kinds.length > MOST_UPDATES) return undefined;
  const rise = ([first]: readonly Step[]) => Math.max(1, ...(first?.changes ?? []).map(factorOf));
  return kinds
    .toSorted((left, right) => rise(right) - rise(left))
    .map((own) => {
      const names = namesText(
        own.map(({ address }) => nameOf(address)),
        MOST_BOTS,
      );
      return `${names}: ${namesText((own[0]?.changes ?? []).map(valueText), MOST_KINDS)}`;
    });
}

function valueText({ field, before = null, after }: FieldChange): string {
  return `${field} ${showValue(before)} → ${showValue(after)}`;
}

/** The settings that updates change, those of most bots first. */
function fieldsOf(updates: readonly Step[]): string {
  const fields = groupBy(
    updates.flatMap(({ changes }) => changes),
    ({ field }) => field,
  );
  return namesText(
    [...fields].toSorted(([, left], [, right]) => right.length - left.length).map(([field]) => field),
    MOST_FIELDS,
  );
}

/** `btc, eth: leverage 5 → 20`: of a few bots, which; of many their values alone. */
function valuesOfAll(updates: readonly Step[]): string {
  const names = updates.length > MOST_BOTS ? "" : `${updates.map(({ address }) => nameOf(address)).join(", ")}: `;
  return `${names}${newValues(updates)}`;
}

/** `leverage 5 → 20, countOrderMax 6 → 9 of 3 bots`: what updates change, the settings of most bots first. */
function newValues(updates: readonly Step[]): string {
  const fields = [
    ...groupBy(
      updates.flatMap(({ changes }) => changes),
      ({ field }) => field,
    ),
  ];
  const sorted = fields.toSorted(([, left], [, right]) => right.length - left.length);
  const texts = sorted.map(([field, changes]) => {
    const sorted = changes.toSorted((left, right) => factorOf(right) - factorOf(left));
    const kinds = new Set(sorted.map(({ before = null, after }) => `${showValue(before)} → ${showValue(after)}`));
    const values = namesText([...kinds], MOST_KINDS);
    return `${field} ${values}${changes.length < updates.length ? ` of ${counted(changes.length, "bot")}` : ""}`;
  });
  return namesText(texts, MOST_FIELDS);
}

/** How many times its old value the new one is; 1 where that can't be told. What rises most is named first. */
function factorOf({ before, after }: FieldChange): number {
  const factor = Number(after) / Number(before);
  return Number.isFinite(factor) ? factor : 1;
}

/** Declared bots whose errors keep them from being planned. */
export function unplannedText({ diagnostics, bots, account }: Plan): string | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const names = [...new Set(errors.flatMap(({ address = [] }) => address))].filter(
    (address) => address.startsWith(`${account}/`) && bots[address] === undefined,
  );
  if (names.length === 0) return undefined;
  const planned = Object.keys(bots).length;
  const is = names.length === 1 ? "isn't" : "aren't";
  return `${planned} of ${counted(planned + names.length, "bot")} with changes or errors ${planned === 1 ? "is" : "are"} planned: ${namesText(names, MOST_BOTS)} ${is}; these figures are without what ${names.length === 1 ? "it declares" : "they declare"}.`;
}

export const DENIED = "policies deny it";

/** `policies deny it: main/btc: leverage 18 is above 15 (botform.yaml:23), and 2 more`; undefined where none does. */
export function denialsText([first, ...more]: readonly Finding[]): string | undefined {
  if (first === undefined) return undefined;
  const [second] = more;
  // Of one bot both reasons: who mends the first alone is denied again.
  if (
    second !== undefined &&
    more.length === 1 &&
    first.address !== undefined &&
    second.address === first.address &&
    second.summary !== first.summary
  )
    return `${DENIED}: ${denialText(first)}, and ${denialText({ ...second, address: undefined })}`;
  const what = denialText(first);
  const others = namesText([...new Set(more.flatMap(({ address: other = [] }) => other))], MOST_BOTS);
  return `${DENIED}: ${what}${more.length === 0 ? "" : `, and ${more.length} more${others === "" ? "" : ` (${others})`}`}`;
}

function denialText({
  address,
  summary,
  position,
}: Pick<Finding, "summary"> & {
  readonly address?: string | undefined;
  readonly position?: Finding["position"];
}): string {
  const where = position === undefined ? "" : ` (${position.file}:${position.line})`;
  return `${address === undefined ? "" : `${address}: `}${summary}${where}`;
}

/** What somebody has changed by hand, and the plan puts back. */
const BY_HAND: ReadonlySet<string> = new Set(["plan/changed-outside", "plan/acknowledged"]);

/** Nothing where nobody else has changed a bot, no deal runs on one that changes, none is held, and every bot is declared. */
export function besidesOf({
  bots,
  steps,
  undeclared,
  undeclaredRule,
  diagnostics,
  held = [],
  breakers,
}: Plan): readonly string[] {
  const deals = Object.values(bots).flatMap(({ deals: own = [] }) => own);
  const kept = deals.filter(({ keeps }) => keeps.length > 0).length;
  const areTouched = steps.some(({ deal }) => deal !== undefined);
  const running = `${counted(deals.length, "running deal")} of these bots ${deals.length === 1 ? "goes" : "go"} on`;
  const own = kept === 0 ? "" : `, ${kept === deals.length ? "" : `${kept} of them `}with the old settings`;
  const outside = diagnostics.flatMap(({ code, summary }) => (BY_HAND.has(code) ? [`${summary}.`] : []));
  const off = steps.flatMap(({ action, address }) =>
    action === "turn-off" && (bots[address]?.deals?.length ?? 0) > 0 ? [nameOf(address)] : [],
  );
  return [
    ...outside,
    ...(deals.length === 0 || areTouched ? [] : [`${running}${own}.`]),
    ...(off.length === 0 || areTouched
      ? []
      : [
          `Of ${namesText(off, MOST_BOTS)}, turned off, ${off.length === 1 ? "the deal stays" : "the deals stay"} open, and safety orders may still fill.`,
        ]),
    ...(held.length === 0
      ? []
      : [
          `Held: ${namesText(
            held.map(({ address, reason }) => `${nameOf(address)} (${reason})`),
            MOST_BOTS,
          )}.`,
        ]),
    ...(undeclared.length === 0 ? [] : [undeclaredSentence(undeclared, undeclaredRule)]),
    ...(breakers === undefined ? [] : [breakersText(breakers)]),
  ];
}

/** `Breakers: 3 armed; day-loss: lost 41 of 100 USDT in 24 h (41 %); …`: what is nearest to its limit first. */
export function breakersText(breakers: NonNullable<Plan["breakers"]>): string {
  const states = ["tripped", "unknown", "near", "fine"] as const;
  const sorted = breakers.toSorted(
    (left, right) =>
      states.indexOf(left.state) - states.indexOf(right.state) || Number(right.used ?? -1) - Number(left.used ?? -1),
  );
  const tripped = breakers.filter(({ trippedAt }) => trippedAt !== undefined).length;
  const counts = [
    ...(tripped === breakers.length ? [] : [`${breakers.length - tripped} armed`]),
    ...(tripped === 0 ? [] : [`${tripped} tripped`]),
  ].join(", ");
  const each = sorted.map(({ name, why, used, state }) => {
    const share = used === null || state === "unknown" ? "" : ` (${used} %)`;
    return `${name}: ${state === "unknown" ? "unknown, " : ""}${why}${share}`;
  });
  return `Breakers: ${counts}; ${namesText(each, MOST_BREAKERS, "; ")}.`;
}

/** Named of an account's. */
const MOST_BREAKERS = 3;

/** Those that are on are named first. */
function undeclaredSentence(bots: Plan["undeclared"], rule: Plan["undeclaredRule"]): string {
  const isOff = (bot: UndeclaredBot) => rule === "turn-off" && bot.on && bot.protected !== true;
  const on = bots.filter(({ on: one }) => one);
  const names = [...on, ...bots.filter((bot) => !bot.on)].map(({ id, title }) => `${id} "${title}"`);
  const off = bots.filter(isOff).length;
  const fate =
    off === 0
      ? `${bots.length === 1 ? "stays as it is" : "they stay as they are"}`
      : `${off} of them ${off === 1 ? "is" : "are"} turned off`;
  return `${counted(bots.length, "live bot")} not in the configuration (${namesText(names, MOST_BOTS)}; ${on.length} on): ${fate}.`;
}
