// What seems to be missing in a configuration, where a part that can't be used may have it.
import type { Diagnostic } from "../model/text/diagnostic.js";
import type { ConfigCode } from "./schema/codes.js";
import { mapId } from "./schema/place.js";
import type { ReadFile } from "./schema/read.js";
import { fileSchema } from "./schema/schema.js";

/** Problems about something missing. They aren't reported if a file can't be read, since that file may declare it. */
const ABSENCES: ReadonlySet<string> = new Set<ConfigCode>([
  "config/version-missing",
  "config/no-accounts",
  "config/no-bots",
  "config/access-missing",
  "config/price-level-missing",
  "config/incomplete-indicator",
  "config/safety-volume-missing",
  "config/webhook-incomplete",
  "config/webhook-safety-volume",
  "config/incomplete-bot",
  "config/undefined-variable",
  "config/unknown-template",
  "config/unknown-account",
]);

/**
 * The problems that stand whatever is in what couldn't be used.
 * @param isPartial whether some file couldn't be read
 */
export function certain(problems: readonly Diagnostic[], files: readonly ReadFile[], isPartial: boolean): Diagnostic[] {
  const mayDeclare = isPartial || files.some(hasLostSection);
  // What a bot lacks may be what couldn't be used, or was misspelt.
  const isAnyLost = files.some(({ dropped }) => dropped.size > 0);
  return problems.filter(
    ({ code }) => !(mayDeclare && ABSENCES.has(code)) && !(isAnyLost && code === "config/incomplete-bot"),
  );
}

/** Whether what bots have in common can't be used, or stands at the top under a name that isn't known: it may declare what is missing. */
function hasLostSection({ dropped }: ReadFile): boolean {
  const lost = [...(dropped.get(mapId([])) ?? [])];
  // A section that stands inside another one is lost, too; bots, policies and holds name accounts and bots by the same words.
  const isInside = [...dropped].some(
    ([map, keys]) => /^(?:accounts|defaults|templates)\b/.test(map) && (keys.has("bots") || keys.has("accounts")),
  );
  return (
    isInside || lost.some((key) => key === "defaults" || key === "templates" || !Object.hasOwn(fileSchema.shape, key))
  );
}
