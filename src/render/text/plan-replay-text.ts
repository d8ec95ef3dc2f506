// A plan's replay on a terminal: now and after side by side, which deals differ, what isn't replayed, and what it can't know.
import type { PlanReplay, Replayed } from "../../model/risk/plan-replay.js";
import {
  affectedTexts,
  botRows,
  dealsText,
  dealText,
  leftOutTexts,
  REPLAY_HEADS,
  type ReplayRow,
  replayedBots,
  spanText,
  walletRows,
} from "../plan-replay-rows.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { type Cell, columns, table } from "./table.js";
import { titled } from "./value.js";
import { wrapped } from "./wrap.js";

const MOST_BOTS = 12;
/** Of the deals that differ, of each bot. */
const MOST_DEALS = 3;

/** Blocks of text, laid out as they are. @param verbose every bot, more of the deals, and the assumptions */
export function planReplayBlocks(replay: PlanReplay, colour: Paint, verbose = false): readonly string[] {
  const left = titled("Not replayed, on neither side:", leftOutTexts(replay.leftOut));
  if (!replay.replayed)
    return [`${colour.bold("Not replayed:")} ${clean(replay.why)}.`, ...left].map((text) => wrapped(text, colour));
  const sentences = [
    ...titled("Deals that differ:", dealLines(replay, verbose)),
    ...affectedTexts(replay).map(clean),
    ...left,
    ...titled(
      "Read it with care:",
      replay.caveats.map((text) => `- ${text}`),
    ),
    ...(verbose
      ? titled(
          "It rests on:",
          replay.assumptions.map((text) => `- ${text}`),
        )
      : []),
  ];
  return [
    `${wrapped(`${colour.bold("Replay on past prices, no forecast:")} ${spanText(replay)}`, colour)}\n${figures(replay, colour, verbose)}`,
    ...sentences.map((text) => wrapped(text, colour)),
  ];
}

function figures(replay: Replayed, colour: Paint, verbose: boolean): string {
  const bots = replayedBots(replay);
  const shown = verbose ? bots : bots.slice(0, MOST_BOTS);
  const rows = [...shown.flatMap(botRows), ...replay.wallets.flatMap(walletRows)].map((row) => cellsOf(row, colour));
  const heads = columns(["bot", "side", ...REPLAY_HEADS.map((head) => `${head}>`)].join(" | "));
  const more = bots.length - shown.length;
  const rest = more === 0 ? "" : `  and ${more} more bots, whose results change less; --verbose shows each\n`;
  return `${table(heads, rows, colour)}${rest}`.trimEnd();
}

function cellsOf({ who, isFirst, side, cells, tone }: ReplayRow, colour: Paint): Cell[] {
  const paint = tone === "better" ? colour.good : colour.bad;
  const result = REPLAY_HEADS.indexOf("result");
  const painted = cells.map((text, index): Cell => (index === result && tone !== undefined ? { text, paint } : text));
  return [isFirst ? who : "", side, ...painted];
}

function dealLines(replay: Replayed, verbose: boolean): string[] {
  const bots = replayedBots(replay).slice(0, verbose ? undefined : MOST_BOTS);
  return bots.flatMap((bot) => {
    const text = dealsText(bot);
    if (text === undefined) return [];
    const first = (bot.deals?.first ?? []).slice(0, verbose ? undefined : MOST_DEALS);
    return [text, ...first.map((deal) => `  ${dealText(deal)}`)];
  });
}
