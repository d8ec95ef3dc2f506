// What is in doubt, in words: a command that was sent, and may still take effect (rule 18).
import type { BotInDoubt } from "./plan.js";

const WORDS: Readonly<Record<BotInDoubt["sends"], string>> = {
  "turn-on": "a turn-on",
  "start-deal": "a start of a deal",
  "open-webhook": "a webhook that opens a deal",
};

/** `a turn-on`, or with its bot: `a start of a deal of bot 7` */
export function doubtText({ sends, botId }: Pick<BotInDoubt, "sends"> & Partial<Pick<BotInDoubt, "botId">>): string {
  if (botId === undefined) return WORDS[sends];
  return `${WORDS[sends]} ${botId === 0 ? "without a bot" : `of bot ${botId}`}`;
}
