// What a plan says of live bots that share a configured one's title, or have a previous one of it (I1).
import type { ObservedBot } from "../../model/bot/bot.js";
import type { DesiredBot } from "../../model/bot/desired.js";
import { mayBeOn, type Observed } from "../../model/bot/observed.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { problem } from "./bot-change.js";
import type { Match } from "./match.js";

/** I1: copies are always reported, even if undeclared bots aren't. */
export function namedTwice(bot: DesiredBot, live: ObservedBot, copies: readonly ObservedBot[]): Diagnostic[] {
  // A botId shows that the user knows of the others.
  if (copies.length === 0 || bot.botId !== undefined) return [];
  const others = copies.map((copy) => `${copy.id} (${copy.status.raw})`).join(", ");
  return [
    problem(bot, "plan/copies", {
      summary: `other live bots have the same title "${live.fields.title}" as bot ${live.id}: ${others}`,
      remedy: "Give them another title on the service, or pin the right one with botId.",
    }),
  ];
}

/** At most one bot of a title, or of a previous one, may be on: a copy that runs has to be stopped first (I1). */
export function runningCopies(
  bot: DesiredBot,
  live: ObservedBot,
  { copies, former }: Pick<Match & { kind: "live" }, "copies" | "former">,
  observed: Observed,
): Diagnostic[] {
  const running = [...copies, ...former].filter((copy) => mayBeOn(copy, observed));
  if (running.length === 0) return [];
  const ids = running.map(({ id }) => id).join(" and ");
  const isFormer = running.some((copy) => former.includes(copy));
  const title = isFormer ? "its title or a previous one" : "the same title";
  const summary = `bot ${live.id} can't be turned on while ${ids} with ${title} ${running.length === 1 ? "is" : "are"} on`;
  const other = isFormer ? ", or remove its title from previousTitles if it is another bot" : "";
  return [
    problem(bot, "plan/copy-on", {
      summary,
      remedy: `Turn the copy off on the service, or pin the right one with botId${other}.`,
    }),
  ];
}

/** Whoever names previous titles means one bot: where two of them run, that is said though no step follows from it. */
export function formerOn(
  bot: DesiredBot,
  live: ObservedBot,
  former: readonly ObservedBot[],
  observed: Observed,
): Diagnostic[] {
  const running = former.filter((old) => mayBeOn(old, observed));
  if (!live.status.on || running.length === 0) return [];
  const shown = running.map(({ id, fields, status }) => `${id} "${fields.title}" (${status.raw})`).join(", ");
  return [
    problem(bot, "plan/former-on", {
      summary: `bot ${live.id} is on, and so is one with a previous title of it: ${shown}`,
      remedy: "Turn the wrong one off, or remove its title from previousTitles if it is another bot.",
    }),
  ];
}
