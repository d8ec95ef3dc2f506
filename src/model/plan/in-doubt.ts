// What is in doubt, in words: a command that was sent, and may still take effect (rule 18).
import { ACTIONS } from "./actions.js";

/** What may be in doubt; what may open a deal comes first. */
export const SENT = [
  ...(["turn-on", "start-deal", "open-webhook", "create", "update", "turn-off"] as const),
  ...(["take-profit", "complete-deal", "cancel-deal"] as const),
] as const;

export type Sent = (typeof SENT)[number];

/** What of a bot it is about. */
export function aboutOf(sends: Sent): "switch" | "settings" | "deal" {
  return sends === "open-webhook" ? "deal" : ACTIONS[sends].of;
}

const WORDS: Readonly<Record<Sent, (deal: string) => string>> = {
  "turn-on": () => "a turn-on",
  "start-deal": () => "a start of a deal",
  "open-webhook": () => "a webhook that opens a deal",
  create: () => "a create",
  update: () => "an update",
  "turn-off": () => "a turn-off",
  "take-profit": (deal) => `a new take profit of ${deal}`,
  "complete-deal": (deal) => `a completion of ${deal}`,
  "cancel-deal": (deal) => `a cancel of ${deal}`,
};

interface SentDoubt {
  readonly sends: Sent;
  /** 0 for a create, and for a webhook that names none. */
  readonly botId?: number;
  readonly dealId?: number | undefined;
}

/** `a turn-on`, or with its bot: `a start of a deal of bot 7` */
export function doubtText({ sends, botId, dealId }: SentDoubt): string {
  const what = WORDS[sends](dealId === undefined ? "a deal" : `deal ${dealId}`);
  if (botId === undefined || sends === "create") return what;
  return `${what} ${botId === 0 ? "without a bot" : `of bot ${botId}`}`;
}
