// Values that the service was seen to store in another form (S-26, S-35): an apply would read them back as something else, and fail.
import type { DesiredBot } from "../../model/bot/desired.js";
import type { FieldName } from "../../model/bot/field.js";
import type { Observed } from "../../model/bot/observed.js";
import type { FieldChange } from "../../model/plan/plan.js";
import { seenOn, storedPercent, storedTitle } from "../../model/service-facts.js";
import type { SeenThen } from "../../model/service-questions.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { problem } from "./bot-change.js";

/** Those whose rounding was seen. */
const PERCENTS: ReadonlySet<FieldName> = new Set(["percentTakeProfit", "percentSafetyOrder"]);

/** A problem for each change that would read back as something else. */
export function notStored(bot: DesiredBot, changes: readonly FieldChange[], seen: Observed["seen"]): Diagnostic[] {
  return changes.flatMap(({ field, after }) => {
    if (after === null) return [];
    if (field === "title") return titleProblem(bot, after, seen);
    return PERCENTS.has(field) ? percentProblem(bot, field, after, seen) : [];
  });
}

function titleProblem(bot: DesiredBot, title: string, seen: Observed["seen"]): Diagnostic[] {
  const found = storedTitle(title, seen);
  if (found === undefined) return [];
  const { fact, does, stored } = found;
  const asWhat = stored === undefined ? "" : `: ${JSON.stringify(title)} would read back as ${JSON.stringify(stored)}`;
  const remedies: Readonly<Record<string, string>> = {
    escaped: "Choose a title without them.",
    cut: "Choose a shorter one.",
    nfc: `Write it in that form: title: ${JSON.stringify(stored)}.`,
  };
  const remedy = remedies[fact.value] ?? `Write title: ${JSON.stringify(stored)}.`;
  return [refused(bot, "title", `the service ${does} (${seenOn(fact)})${asWhat}`, remedy, fact)];
}

function percentProblem(bot: DesiredBot, field: FieldName, percent: string, seen: Observed["seen"]): Diagnostic[] {
  const found = storedPercent(percent, seen);
  if (found === undefined) return [];
  const { fact, stored } = found;
  const summary = `the service rounds to 2 decimal places (${seenOn(fact)}): ${field} ${percent} would read back as ${stored}`;
  return [refused(bot, field, summary, `Write ${field}: ${stored}.`, fact)];
}

function refused(bot: DesiredBot, field: FieldName, summary: string, remedy: string, { name }: SeenThen): Diagnostic {
  const again = `If it doesn't by now, botform service check --bot BOT --write --again sees it (${name}).`;
  return problem(bot, "plan/not-stored", { summary, remedy: `${remedy} ${again}`, field });
}
