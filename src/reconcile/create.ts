// Carries out one create: only where nothing bears the title, sent once, read back, and never left on unasked (rules 2 to 7).
import type { ObservedBot } from "../model/bot.js";
import type { Step } from "../model/plan.js";
import { rejection, unreadAfter, unreadBefore } from "./endings.js";
import { LIST_AGE_MS, namesakes } from "./namesakes.js";
import { forceOff } from "./observe.js";
import type { Ending, Run } from "./run.js";
import { describeMismatches, readBack } from "./verify.js";

/** Rule 5: milliseconds between looks for a bot whose create got no clear answer. */
const SEARCH_MS = [2_000, 5_000, 10_000, 20_000, 30_000];

export async function create(run: Run, step: Step): Promise<Ending> {
  const planned = run.bot(step);
  const taken = await titleTaken(run, step).catch(unreadBefore);
  if (taken !== undefined) return taken;

  // Rule 3: sent once, by no layer again.
  const answer = await run.write(step, (writer) => writer.create(planned.accessId, planned.target));
  const rejected = rejection(answer);
  if (rejected !== undefined) return rejected;
  if (answer.kind === "accepted" && answer.botId !== undefined) return adopt(run, step, answer.botId);
  return search(run, step, "message" in answer ? answer.message : "no bot id");
}

/** Rule 2. Throws ServiceError. */
async function titleTaken(run: Run, step: Step): Promise<Ending | undefined> {
  const [twin] = await namesakes(run, run.bot(step), { maxAgeMs: LIST_AGE_MS });
  if (twin === undefined) return undefined;
  const detail = `bot ${twin.id} with this title appeared since the plan was made; nothing was sent`;
  return { kind: "failed", detail, next: "run plan again", stale: true };
}

/** Rule 5: looks for the bot that a create without a clear answer may have made. It is never sent again in this run. */
async function search(run: Run, step: Step, why: string): Promise<Ending> {
  for (const wait of SEARCH_MS) {
    await run.ports.clock.sleep(wait, run.signal);
    const found = await namesakes(run, run.bot(step), { maxAgeMs: 0 }).catch((error) => unreadAfter(error, "sent"));
    if ("kind" in found) {
      if (found.unauthorized === true) return found;
      continue;
    }
    if (found.length > 0) return sortOut(run, step, found, why);
    if (run.stop !== undefined) break;
  }
  return {
    kind: "unknown",
    detail: `sent once without a clear answer (${why}), and no bot with the title has appeared`,
    next: "wait a few minutes and run apply again: it looks before it creates",
  };
}

/** One bot that is off is taken as ours; one that is on may be somebody else's, and several are for a human. */
async function sortOut(run: Run, step: Step, found: readonly ObservedBot[], why: string): Promise<Ending> {
  const [only, second] = found;
  if (only !== undefined && second === undefined && !only.status.on) return adopt(run, step, only.id);
  const shown = found.map((bot) => `${bot.id} (${bot.status.raw})`).join(", ");
  return {
    kind: "unknown",
    detail: `sent once without a clear answer (${why}); now the title belongs to ${shown}`,
    next: "look at it on the service, then run plan",
  };
}

/** Takes a bot as the created one: reads it back, compares every field, and sees that it is off (rules 6 and 7). */
async function adopt(run: Run, step: Step, botId: number): Promise<Ending> {
  const { accessId, target } = run.bot(step);
  const made = `created as bot ${botId}`;
  run.adopt(step, botId);
  const back = await readBack(run, botId, target).catch((error) => unreadAfter(error, made));
  if ("kind" in back) return offAfterAll(run, step, botId, back);

  const { live, mismatches } = back;
  const misplaced =
    live.accessId === accessId ? [] : [`access: asked for ${accessId}, the service shows ${live.accessId}`];
  const wrong = [...(mismatches.length > 0 ? [describeMismatches(mismatches)] : []), ...misplaced];
  const surprise = live.status.on ? await turnOffSurprise(run, step, live) : undefined;
  const detail = [
    made,
    ...(wrong.length > 0 ? wrong : ["read back and equal in every field"]),
    ...(surprise?.says ?? []),
  ].join("; ");
  if (surprise?.observedOff === false)
    return { kind: "unknown", detail, next: `look at bot ${botId} on the service now` };
  if (wrong.length > 0) return { kind: "failed", detail, next: `look at bot ${botId} on the service, then run plan` };
  if (surprise !== undefined) {
    run.hold(step, "left off in this run, since the service created the bot switched on", "run apply again");
    run.notes.push(`${step.address}: ${surprise.says.join("; ")}`);
  }
  return { kind: "applied", detail };
}

/** Rule 7: a bot that comes into the world switched on is turned off, and nothing more is done to it in this run. */
async function turnOffSurprise(
  run: Run,
  step: Step,
  live: ObservedBot,
): Promise<{ observedOff: boolean; says: string[] }> {
  const observedOff = await forceOff(run, step, live.id);
  const came = `the service created it switched on (${live.status.raw})`;
  const gone = observedOff
    ? "it was turned off and observed off"
    : "it was told to turn off and has not been observed off";
  return { observedOff, says: [came, gone] };
}

/** A new bot that can't be read back must not be left on: the list may still tell. */
async function offAfterAll(run: Run, step: Step, botId: number, ending: Ending): Promise<Ending> {
  const list = await run.list.read(0).catch(() => []);
  const row = list.find((bot) => bot.id === botId);
  if (row?.status.on !== true) return ending;
  const { says } = await turnOffSurprise(run, step, row);
  return { ...ending, detail: [ending.detail, ...says].join("; ") };
}
