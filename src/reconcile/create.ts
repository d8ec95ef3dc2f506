// Carries out one create: only where nothing bears the title, sent once, read back, and never left on unasked (rules 2 to 7).
import type { ObservedBot } from "../model/bot.js";
import type { PlannedBot, Step } from "../model/plan.js";
import { ServiceError } from "../model/ports.js";
import { rejection } from "./rejection.js";
import type { Ending, Run } from "./run.js";
import { forceOff } from "./switch.js";
import { describeMismatches, readBack } from "./verify.js";

/** Rule 2: milliseconds the list may be old when a create is sent. */
const LIST_AGE_MS = 2_000;
/** Rule 5: milliseconds between looks for a bot whose create got no clear answer. */
const SEARCH_MS = [2_000, 5_000, 10_000, 20_000, 30_000];

export async function create(run: Run, step: Step): Promise<Ending> {
  const planned = run.bot(step);
  const before = await namesakes(run, planned, LIST_AGE_MS);
  if ("kind" in before) return { ...before, detail: `nothing was sent: ${before.detail}` };
  const [twin] = before.here;
  if (twin !== undefined) {
    return {
      kind: "failed",
      detail: `bot ${twin.id} with this title appeared since the plan was made; nothing was sent`,
      next: "run plan again",
      stale: true,
    };
  }

  // Rule 3: sent once, by no layer again.
  const answer = await run.ports.writer.create(planned.accessId, planned.target);
  const rejected = rejection(answer);
  if (rejected !== undefined) return rejected;
  if (answer.kind === "accepted" && answer.botId !== undefined) return adopt(run, step, planned, answer.botId);
  return search(run, step, planned, "message" in answer ? answer.message : "no bot id");
}

/** Live bots with the planned title: on the planned access, and all of them. */
async function namesakes(
  run: Run,
  planned: PlannedBot,
  maxAgeMs: number,
): Promise<{ readonly here: readonly ObservedBot[] } | Ending> {
  try {
    const titled = (await run.list.read(maxAgeMs)).filter((bot) => bot.fields.title === planned.title);
    const placed = await Promise.all(titled.map((bot) => run.ports.reader.bot(bot.id)));
    return { here: placed.filter((bot) => bot.accessId === planned.accessId) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { kind: "failed", detail: error.message, next: "run apply again" };
  }
}

/** Rule 5: looks for the bot that a create without a clear answer may have made. It is never sent again in this run. */
async function search(run: Run, step: Step, planned: PlannedBot, why: string): Promise<Ending> {
  for (const wait of SEARCH_MS) {
    await run.ports.clock.sleep(wait, run.signal);
    const found = await namesakes(run, planned, 0);
    if ("kind" in found) continue;
    const [only, second] = found.here;
    if (only !== undefined && second === undefined) return adopt(run, step, planned, only.id);
    if (second !== undefined) {
      const ids = found.here.map((bot) => bot.id).join(", ");
      return {
        kind: "unknown",
        detail: `${why}; now ${found.here.length} bots bear the title: ${ids}`,
        next: "run plan: it says which one is the bot",
      };
    }
    if (run.signal.aborted) break;
  }
  return {
    kind: "unknown",
    detail: `sent once without a clear answer (${why}), and no bot with the title has appeared`,
    next: "wait a few minutes and run apply again: it looks before it creates",
  };
}

/** Takes a bot as the created one: reads it back, compares every field, and sees that it is off (rules 6 and 7). */
async function adopt(run: Run, step: Step, planned: PlannedBot, botId: number): Promise<Ending> {
  run.created(step, botId);
  try {
    const { live, mismatches } = await readBack(run, botId, planned.target);
    const misplaced =
      live.accessId === planned.accessId
        ? ""
        : `access: asked for ${planned.accessId}, the service shows ${live.accessId}`;
    const wrong = [describeMismatches(mismatches), misplaced].filter((text) => text !== "").join("; ");
    const surprise = live.status.on ? await turnOffSurprise(run, botId, live) : undefined;
    if (wrong !== "" || surprise?.kind === "unknown") {
      const detail = [`created as bot ${botId}`, wrong, surprise?.detail]
        .filter((text) => text !== undefined && text !== "")
        .join("; ");
      const kind = surprise?.kind === "unknown" ? "unknown" : "failed";
      return { kind, detail, next: `look at bot ${botId} on the service, then run plan` };
    }
    if (surprise === undefined)
      return { kind: "applied", detail: `created as bot ${botId}, read back and equal in every field` };
    run.hold(step);
    run.notes.push(`${step.address}: ${surprise.detail}`);
    return {
      kind: "applied",
      detail: `created as bot ${botId}, read back and equal in every field; ${surprise.detail}`,
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return {
      kind: "unknown",
      detail: `created as bot ${botId}, and could not be read back: ${error.message}`,
      next: "run plan: it shows what became of it",
    };
  }
}

/** Rule 7: a bot that comes into the world switched on is turned off, and nothing more is done to it in this run. */
async function turnOffSurprise(
  run: Run,
  botId: number,
  live: ObservedBot,
): Promise<{ kind: "off" | "unknown"; detail: string }> {
  const off = await forceOff(run, botId);
  return off
    ? {
        kind: "off",
        detail: `the service created it switched on (${live.status.raw}); it was turned off and observed off`,
      }
    : {
        kind: "unknown",
        detail: `the service created it switched on (${live.status.raw}); it was told to turn off and has not been observed off`,
      };
}
