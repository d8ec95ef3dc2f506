// Acknowledged drift as text: what was acknowledged, the list, and what was withdrawn.
import {
  type AcknowledgedFacts,
  type AcknowledgedListFacts,
  type ListedAcknowledged,
  settingText,
  type UnacknowledgedFacts,
} from "../../model/bot/acknowledged.js";
import { reasonText } from "../../model/bot/hold.js";
import { LEDGER_REPAIR } from "../../model/bot/observed.js";
import { clean } from "../sanitize.js";
import { settingWord } from "./drift-text.js";
import type { Paint } from "./paint.js";
import { utc } from "./value.js";

export function acknowledgedText({ acknowledged, ...why }: AcknowledgedFacts, colour: Paint): string {
  const rows = acknowledged.map(
    (one) => `  ${nameText(one)}  live ${settingWord(one.live)}, declared ${settingWord(one.declared)}\n`,
  );
  const bots = [...new Set(acknowledged.map(({ address }) => address))].join(" ");
  const settings = [...new Set(acknowledged.map(settingText))].join(" ");
  return `${colour.good("Acknowledged:")} ${clean(reasonText(why))}\n${rows.join("")}drift counts it again after that, and as soon as the live value is another one. An apply still writes over it:
  to leave the bot out     botform apply --exclude ${clean(bots)}
  to keep what is live     botform pull --accept ${clean(settings)}
  to keep the bot off      botform hold add ${clean(bots)} --reason …
`;
}

export function acknowledgedListText({ acknowledged, damaged }: AcknowledgedListFacts, colour: Paint): string {
  const rows =
    acknowledged.length === 0
      ? "No drift is acknowledged.\n"
      : acknowledged.map((one) => listedText(one, colour)).join("");
  if (damaged === undefined) return rows;
  return `${colour.bad("Part of the ledger is lost")}, so all drift counts: ${clean(damaged)}\n${LEDGER_REPAIR}\n\n${rows}`;
}

function listedText(one: ListedAcknowledged, colour: Paint): string {
  const ended = one.state === "in force" ? "" : colour.bad(" (ended: it counts again)");
  const head = `${colour.bold(nameText(one))}  ${clean(reasonText(one))}${ended}`;
  return `${head}\n  while bot ${one.botId} has ${settingWord(one.live)}; acknowledged ${utc(one.since)}\n`;
}

function nameText(one: Pick<ListedAcknowledged, "address" | "name" | "dealId">): string {
  return clean(`${settingText(one)}${one.dealId === undefined ? "" : ` of deal ${one.dealId}`}`);
}

export function unacknowledgedText({ unacknowledged }: UnacknowledgedFacts, colour: Paint): string {
  return `${colour.good("Counts as drift again:")} ${clean(unacknowledged.join(", "))}\n`;
}
