// A plan's replay in a comment: one line unfolded; folded, the bots side by side, which deals differ, and what to read with care.
import type { PlanReplay } from "../../model/risk/plan-replay.js";
import {
  affectedTexts,
  asIfOnTexts,
  botRows,
  dealsText,
  leftOutTexts,
  REPLAY_HEADS,
  type ReplayRow,
  replayedBots,
  spanText,
  walletRows,
  walletText,
} from "../plan-replay-rows.js";
import type { Outside } from "./markdown-escape.js";
import type { Section } from "./markdown-fit.js";

/** What stands unfolded. */
export function replayLines(replay: PlanReplay, show: Outside): readonly string[] {
  if (!replay.replayed) return [`**Not replayed on past prices:** ${show.words(replay.why, 600)}.`];
  const left = replay.leftOut.length;
  const lacking = left === 0 ? "" : ` ${left === 1 ? "1 bot is" : `${left} bots are`} on neither side.`;
  const wallets = replay.wallets.map(walletText);
  const inWallets = wallets.length === 0 ? ["No bot is in a wallet on either side"] : wallets;
  const what = [...inWallets, ...asIfOnTexts(replay)].join("; ");
  return [`**Replay on past prices** (${spanText(replay)}; no forecast): ${show.words(`${what}.${lacking}`, 1_000)}`];
}

/** @param name before the title, where there are several accounts; escaped */
export function replaySection(replay: PlanReplay, show: Outside, name: string): Section {
  const title = `${name}Replay on past prices, now and after`;
  const list = (texts: readonly string[]) => texts.map((text) => `- ${show.words(text, 1_000)}`);
  const left = list(leftOutTexts(replay.leftOut).map((text) => `On neither side: ${text}`));
  if (!replay.replayed) return { title, noun: "line", gap: "\n", rank: 2, items: left.map((line) => () => line) };
  const bots = replayedBots(replay);
  const above = list([...replay.caveats, ...affectedTexts(replay)]);
  const deals = list(bots.flatMap((bot) => dealsText(bot) ?? []));
  const heads = ["", "", ...REPLAY_HEADS];
  const table = [
    `| ${heads.join(" | ")} |`,
    `| ${heads.map((_, index) => (index < 2 ? "---" : "--:")).join(" | ")} |`,
    ...replay.wallets.flatMap(walletRows).map((row) => rowText(row, show)),
  ].join("\n");
  // Bots come last: of very many, some are left out.
  const first = [[...above, ...left, ...deals.slice(0, MOST_DEALS)].join("\n"), table].join("\n\n");
  const rows = bots.map(
    (bot) => () =>
      botRows(bot)
        .map((row) => rowText(row, show))
        .join("\n"),
  );
  return { title, noun: "bot", gap: "\n", rank: 2, items: [() => first, ...rows] };
}

/** Bots whose deals are spoken of. */
const MOST_DEALS = 12;

function rowText({ who, isFirst, side, cells }: ReplayRow, show: Outside): string {
  const first = isFirst ? show.name(who, 200) : "";
  return `| ${[first, show.words(side), ...cells.map((cell) => show.words(cell))].join(" | ")} |`;
}
