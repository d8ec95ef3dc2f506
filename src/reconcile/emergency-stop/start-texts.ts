// What an emergency stop says of starts of deals that may still take effect, and of deals that open meanwhile.
import type { StartInDoubt } from "../../model/bot/observed.js";
import type { RunningDeal } from "../../model/deal/deal.js";
import { doubtText } from "../../model/plan/in-doubt.js";
import { namesText } from "../../model/text/named.js";

const MOST_NAMED = 3;

/** @param restMs for which they are watched */
export function startsText(starts: readonly StartInDoubt[], restMs: number): string {
  const names = namesText(starts.map(named), MOST_NAMED);
  return `${names} may still take effect, so botform watches for ${Math.ceil(restMs / 1000)} s (Ctrl-C ends the watch); a deal that opens isn't ended`;
}

export function openedText({ id, botId, pairTitle }: RunningDeal, account: string): string {
  return `deal ${id} of bot ${botId} has opened on ${pairTitle} meanwhile, and goes on; to end it: botform deals complete ${id} --account ${account}`;
}

export function leftText(start: StartInDoubt): string {
  return `${named(start)} was sent before, and may still take effect: the watch was stopped early`;
}

/** Of a bot that a run has turned on since the bots were last looked at. */
export function lateText(botId: number): string {
  return `a run that began meanwhile has turned bot ${botId} on, and that may still take effect: run botform bots off again`;
}

function named(start: StartInDoubt): string {
  return doubtText({ sends: start.isWebhook ? "open-webhook" : "start-deal", botId: start.botId ?? 0 });
}
