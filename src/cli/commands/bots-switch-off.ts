// botform bots off BOT…: turns named bots off, now, the way bots off --all does; asks nothing, since it makes them safe.

import type { BotsOffResult } from "../../app/emergency-stop.js";
import { reading } from "../../app/endpoint.js";
import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { type BotName, botName, configuredBot, findBot, openTarget, type Target } from "../../app/targets.js";
import type { Desired } from "../../model/bot/desired.js";
import { ServiceError } from "../../model/ports.js";
import { clean } from "../../render/sanitize.js";
import type { Context } from "../terminal/context.js";
import type { BotsOffOptions } from "./bots-off.js";
import { exitOfOff, reportOff, turnOffNow } from "./bots-off-run.js";

export async function botsOffNamedCommand(
  context: Context,
  options: BotsOffOptions & { readonly bots: readonly string[] },
): Promise<ExitCode> {
  if (options.all === true || options.managed === true)
    throw new AppError("--all and --managed mean more than the bots that are named\nGive one or the other.");
  const names = options.bots.map(botName);
  const target = await openTarget(context, options, names);
  const { managed, only } = await subjectOf(context, options, target, names);
  const { account, endpoint, desired } = target;
  const which = { account, knownExchange: desired?.exchange, managed, only };
  const result = await turnOffNow(context, options, endpoint, which);
  return report(context, options, target, result, missing(result, managed, only));
}

interface Subject {
  /** What declares the bots that are named by key; undefined where none is. */
  readonly managed: Desired | undefined;
  readonly only: ReadonlySet<number> | undefined;
}

async function subjectOf(
  context: Context,
  options: BotsOffOptions,
  target: Target,
  names: readonly BotName[],
): Promise<Subject> {
  const { desired } = target;
  const ids = names.flatMap((name) => (name.kind === "id" ? [name] : []));
  if (desired !== undefined) await refuseProtectedIds(context, options, target, ids);
  const keys = new Set(names.flatMap((name) => (name.kind === "key" ? [name.key] : [])));
  const bots = desired === undefined ? [] : [...keys].map((key) => configuredBot(desired, key));
  const held = bots.find(({ protect }) => protect);
  if (held !== undefined)
    throw new AppError(`${held.address} is protected: nothing is done to it\nRemove protect, or use --all.`);
  for (const { address, enabled } of bots)
    if (enabled === true)
      context.err(
        `${context.errColour.change("note:")} the configuration says enabled: true of ${clean(address)}: the next apply turns it on again\n`,
      );
  return {
    managed: desired !== undefined && bots.length > 0 ? { ...desired, bots } : undefined,
    only: ids.length === 0 ? undefined : new Set(ids.map(({ id }) => id)),
  };
}

/** Which bots are protected only a look tells; where that fails, turning off is the safer side. */
async function refuseProtectedIds(
  context: Context,
  options: BotsOffOptions,
  target: Target,
  ids: readonly BotName[],
): Promise<void> {
  if (ids.length === 0 || target.desired?.bots.every(({ protect }) => !protect) === true) return;
  try {
    await reading(context, target, options.concurrency, (client) =>
      Promise.all(ids.map((name) => findBot(client, target, name))),
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    context.err(
      `${context.errColour.change("note:")} whether protect holds for them can't be read: ${clean(error.message)}\n`,
    );
  }
}

/** Named bots that nobody has seen. */
function missing(result: BotsOffResult, managed: Desired | undefined, only: Subject["only"]): string[] {
  const seen = [...result.turnedOff, ...result.wereOff, ...result.stragglers];
  const ids = new Set(seen.map(({ id }) => id));
  const titles = new Set(seen.map(({ title }) => title));
  const byKey = (managed?.bots ?? []).filter(
    ({ botId, fields, previousTitles }) =>
      !(botId !== undefined && ids.has(botId)) && ![fields.title, ...previousTitles].some((title) => titles.has(title)),
  );
  const byId = [...(only ?? [])].filter((id) => !ids.has(id));
  return [...byKey.map(({ address }) => address), ...byId.map((id) => `#${id}`)];
}

async function report(
  context: Context,
  options: BotsOffOptions,
  { account }: Target,
  result: BotsOffResult,
  notSeen: readonly string[],
): Promise<ExitCode> {
  const unsettled = [
    ...result.unsettled,
    ...(notSeen.length === 0 || !result.wasRead ? [] : [`the service shows no bot that is ${notSeen.join(", ")}`]),
  ];
  const whole = { ...result, unsettled };
  const isNone = result.turnedOff.length + result.wereOff.length + result.stragglers.length === 0;
  const exitCode = isNone && result.wasRead && result.unsettled.length === 0 ? EXIT.invalid : exitOfOff(whole);
  return reportOff(context, options, account, whole, exitCode);
}
