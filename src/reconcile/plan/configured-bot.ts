// The change of one configured bot: its steps in order, or diagnostics with the reason why there are none.
import { fingerprint, type ObservedBot } from "../../model/bot/bot.js";
import { changedFields, unknownWords } from "../../model/bot/compare.js";
import type { Desired, DesiredBot } from "../../model/bot/desired.js";
import { FIELD_NAMES, FIELDS, type SomeFields } from "../../model/bot/field.js";
import { mayBeOn, type Observed } from "../../model/bot/observed.js";
import type { RunningDeal } from "../../model/deal/deal.js";
import type { FieldChange, PlannedBot, Step } from "../../model/plan/plan.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import {
  type BotChange,
  frozenBy,
  idle,
  plannedDeals,
  problem,
  step,
  takeProfits,
  turnOffWarnings,
  updateWarnings,
} from "./bot-change.js";
import { formerOn, namedTwice, runningCopies } from "./copies.js";
import { heldReason, type OnHold } from "./holds.js";
import type { Match } from "./match.js";
import { notStored } from "./stored.js";
import { updateDoubts, withoutStuck } from "./switched-off.js";
import type { Placed } from "./titles.js";
import { accessOf, runningDealsOf, type Sides, turnOffOf } from "./undeclared.js";

/** The change of the bot itself, without the bots that it replaces. */
export function changeFor(match: Match, observed: Observed, desired: Desired): BotChange {
  const { address } = match.bot;
  switch (match.kind) {
    case "no-access":
      return idle(address);
    case "unclear":
      return idle(address, [match.diagnostic]);
    case "absent":
      return creationOf(match, observed);
    case "live":
      return withWhatIsSeen(match, observed, desired);
  }
}

/** Of a held bot: nothing but the turn-off of what is on, or may come on; and nothing at all where it is protected. */
export function heldChange(match: Match, hold: OnHold, { desired, observed }: Sides): readonly BotChange[] {
  const { bot } = match;
  const [{ address }, reason] = [bot, heldReason(hold)];
  if (match.kind === "absent") {
    const running = match.elsewhere.filter((old) => mayBeOn(old, observed) && !bot.protect);
    return running.flatMap((old) => {
      const access = accessOf(old, observed);
      return access === undefined ? [] : [turnOffOf(old, access, { desired, observed, reason })];
    });
  }
  if (match.kind !== "live" || bot.protect || !mayBeOn(match.live, observed)) return [];
  const { live, access, copies } = match;
  const deals = runningDealsOf(live, observed);
  const steps = [step(address, "turn-off", reason, [], turnOffWarnings(deals.map(({ id }) => id)))];
  const planned = { ...plannedBot({ bot, access }, live, live.fields, copies), title: live.fields.title ?? "" };
  return [{ ...idle(address), planned: { ...planned, ...plannedDeals(deals, live.fields, steps) }, steps }];
}

function creationOf({ bot, access, formerTitles }: Match & { kind: "absent" }, observed: Observed): BotChange {
  const target: SomeFields = { ...settingsOff(bot), ...bot.initial, ...bot.fields };
  if (bot.protect) {
    const held = problem(bot, "plan/protected", {
      summary: "the bot doesn't exist and is protected, so it is not created",
      remedy: "Remove protect to let botform create it.",
    });
    return idle(bot.address, [held]);
  }
  const missing = FIELDS.filter(({ name, required }) => required && target[name] === undefined);
  const lacking = problem(bot, "plan/incomplete-bot", {
    summary: `the bot doesn't exist yet and lacks ${missing.map(({ name }) => name).join(", ")}`,
    remedy: `Add ${missing.length === 1 ? "it" : "them"} to the bot or to defaults, or correct the title if the bot should exist already.`,
  });
  const changes = FIELD_NAMES.flatMap((field): FieldChange[] => {
    const after = target[field];
    return after === undefined ? [] : [{ field, after }];
  });
  const diagnostics = [
    ...(missing.length > 0 ? [lacking] : []),
    ...unknownPair(bot, observed),
    ...notStored(bot, changes, observed.seen),
  ];
  if (diagnostics.length > 0) return idle(bot.address, diagnostics);

  const create = step(
    bot.address,
    "create",
    `there is no bot called "${bot.fields.title}" on "${access.title}"`,
    changes,
  );
  const steps = bot.enabled === true ? [create, turnOn(bot)] : [create];
  const planned = { ...plannedBot({ bot, access }, null, target), ...formerly(formerTitles, bot.fields.title) };
  return { ...idle(bot.address), planned, steps };
}

/** A new bot whose undeclared settings are to be off has to read back without any of them. */
function settingsOff({ undeclaredSettings, unmanaged = [] }: DesiredBot): SomeFields {
  if (undeclaredSettings !== "off") return {};
  const open = FIELDS.filter(({ name, required }) => !required && !unmanaged.includes(name));
  return Object.fromEntries(open.map(({ name }) => [name, null]));
}

/** The change, as far as the service was seen to carry such changes out. */
function withWhatIsSeen(match: Match & { kind: "live" }, observed: Observed, desired: Desired): BotChange {
  const possible = withoutStuck(match.bot, match.live, observed.seen);
  if (possible === undefined) return changeOfLive(match, observed, desired);
  const change = changeOfLive({ ...match, bot: possible.bot }, observed, desired);
  return { ...change, diagnostics: [...change.diagnostics, possible.diagnostic], unchanged: false };
}

function changeOfLive(
  { bot, access, live, copies, former, formerTitles }: Match & { kind: "live" },
  observed: Observed,
  desired: Desired,
): BotChange {
  const changes = changedFields(bot.fields, live.fields);
  const deals = runningDealsOf(live, observed);
  const frozen = frozenBy(bot, changes, deals);
  const { steps, diagnostics: unclear } = liveSteps(bot, live, changes, deals, {
    desired,
    observed,
    isFrozen: frozen !== undefined,
  });

  const remarks = [
    ...troubledStatus(bot, live),
    ...namedTwice(bot, live, copies),
    ...formerOn(bot, live, former, observed),
    ...unclear,
  ];
  if (steps.length === 0 && frozen === undefined) return { ...idle(bot.address, remarks), unchanged: true };

  const turnsOn = steps.some((one) => one.action === "turn-on");
  const diagnostics = [
    ...remarks,
    ...(frozen === undefined || bot.protect ? [] : [frozen]),
    ...blockers(bot, live, changes, observed),
    ...(turnsOn ? runningCopies(bot, live, { copies, former }, observed) : []),
  ];
  const blocked = diagnostics.some(({ severity, code }) => severity === "error" || code === "plan/protected");
  if (blocked || steps.length === 0) return idle(bot.address, diagnostics);
  const target: SomeFields = frozen === undefined ? { ...live.fields, ...bot.fields } : live.fields;
  const title = target.title ?? bot.fields.title;
  const planned = {
    ...plannedBot({ bot, access }, live, target, copies),
    ...formerly(formerTitles, title),
    title,
    ...plannedDeals(deals, target, steps),
  };
  return { ...idle(bot.address, diagnostics), planned, steps };
}

const TURN_ON_UNDER_WAY = "a turn-on that was sent before may still take effect";

/** If a running deal forbids the update, only a turn-off is left: a bot that isn't as configured isn't turned on. */
function liveSteps(
  bot: DesiredBot,
  live: ObservedBot,
  changes: readonly FieldChange[],
  deals: readonly RunningDeal[],
  {
    desired,
    observed,
    isFrozen,
  }: { readonly desired: Desired; readonly observed: Observed; readonly isFrozen: boolean },
): Pick<BotChange, "steps" | "diagnostics"> {
  const ids = deals.map(({ id }) => id);
  const steps: Step[] = [];
  if (bot.enabled === false && mayBeOn(live, observed)) {
    const shown = live.status.on ? `the service shows ${live.status.raw}` : TURN_ON_UNDER_WAY;
    const reason = `enabled is false, but ${shown}`;
    steps.push(step(bot.address, "turn-off", reason, [], turnOffWarnings(ids)));
  }
  if (isFrozen) return { steps, diagnostics: [] };
  const profits = takeProfits(desired, bot, live, deals);
  if (changes.length > 0) {
    const warnings = updateWarnings(deals, { ...live.fields, ...bot.fields }, profits.steps);
    steps.push(
      step(bot.address, "update", updateReason(changes), changes, [
        ...warnings,
        ...updateDoubts(changes, live, observed.seen),
      ]),
    );
  }
  steps.push(...profits.steps);
  if (bot.enabled === true && !live.status.on) steps.push(turnOn(bot, live));
  return { steps, diagnostics: profits.diagnostics };
}

/** What forbids touching a live bot that differs. */
function blockers(
  bot: DesiredBot,
  live: ObservedBot,
  changes: readonly FieldChange[],
  observed: Observed,
): Diagnostic[] {
  if (bot.protect) {
    const isSwitched = bot.enabled !== undefined && bot.enabled !== live.status.on;
    const fields = changes.map((change) => change.field);
    // The bot doesn't differ; only its deals may need steps.
    const rest = isSwitched ? ["its switch"] : fields.length === 0 ? ["the take profit of its deals"] : [];
    const what = [...fields, ...rest].join(", ");
    return [
      problem(bot, "plan/protected", {
        summary: `the bot differs in ${what}, but it is protected, so nothing is done`,
        remedy: "Remove protect to let botform change it.",
      }),
    ];
  }
  const strange = unknownWords(bot.fields, live.fields).map((field) =>
    problem(bot, "plan/unknown-word", {
      summary: `the service shows ${field} ${live.fields[field]}, which this version of botform doesn't know`,
      remedy: `Check the bot on the service; to manage its other fields, add ${field} to ignore.`,
      field,
    }),
  );
  const pairs = changes.some((change) => change.field === "pairTitle") ? unknownPair(bot, observed) : [];
  return [...strange, ...pairs, ...notStored(bot, changes, observed.seen)];
}

function formerly(titles: readonly string[], title: string): Pick<PlannedBot, "formerTitles"> {
  const formerTitles = titles.filter((one) => one !== title);
  return formerTitles.length === 0 ? {} : { formerTitles };
}

function unknownPair(bot: DesiredBot, observed: Observed): Diagnostic[] {
  const pair = bot.fields.pairTitle ?? bot.initial.pairTitle;
  if (typeof pair !== "string" || observed.pairs === null || observed.pairs.includes(pair)) return [];
  const swapped = pair.split("-").toReversed().join("-");
  return [
    problem(bot, "plan/unknown-pair", {
      summary: `the service doesn't list the pair ${pair}`,
      remedy: observed.pairs.includes(swapped)
        ? `Did you mean ${swapped}? The quote comes first.`
        : "Choose one that botform pairs lists, written <QUOTE>-<BASE>. To leave out an account that lacks it, add except: [account].",
      field: "pairTitle",
    }),
  ];
}

/** A status whose text names an error counts as on, and is worth a look (S-32). */
function troubledStatus(bot: DesiredBot, live: ObservedBot): Diagnostic[] {
  if (!/error|fail/i.test(live.status.raw)) return [];
  return [
    problem(bot, "plan/error-status", {
      summary: `the service shows the status ${live.status.raw}`,
      remedy: "Check the bot's log on the service.",
    }),
  ];
}

function plannedBot(
  { bot, access }: Placed,
  live: ObservedBot | null,
  target: SomeFields,
  copies: readonly ObservedBot[] = [],
): PlannedBot {
  return {
    address: bot.address,
    title: bot.fields.title,
    accessId: access.id,
    accessTitle: access.title,
    observed: live,
    fingerprint: live === null ? null : fingerprint(live),
    target,
    managed: FIELD_NAMES.filter((name) => (live === null ? target : bot.fields)[name] !== undefined),
    copies: copies.map((copy) => copy.id),
    pinned: bot.botId !== undefined,
    ...(bot.freezeActiveDeals === true && { freezeActiveDeals: true }),
  };
}

function turnOn(bot: DesiredBot, live?: ObservedBot): Step {
  const reason = live === undefined ? "enabled is true" : `enabled is true, but the service shows ${live.status.raw}`;
  return step(bot.address, "turn-on", reason, []);
}

function updateReason(changes: readonly FieldChange[]): string {
  const [only, second] = changes;
  return only !== undefined && second === undefined ? `${only.field} differs` : `${changes.length} fields differ`;
}
