// Tells a file that was meant to be a scenario, and isn't taken for one, from the files of a configuration.
import { isRecord } from "../../model/record.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { problem, quoted } from "../problem.js";
import { nearest } from "../schema/suggest.js";
import { scenarioSchema } from "./scenario-schema.js";

const KEYS = Object.keys(scenarioSchema.shape);
/** A word that other files have, too, says little alone. */
const FEWEST_KEYS = 2;

/** What keeps a file from being a scenario; undefined where it wasn't meant to be one. @param sections keys that a configuration has at the top */
export function nearlyScenario(file: string, value: unknown, sections: readonly string[]): Diagnostic | undefined {
  if (!isRecord(value)) return undefined;
  const keys = Object.keys(value);
  const own = keys.filter((key) => KEYS.includes(key));
  if (own.length < FEWEST_KEYS || keys.some((key) => sections.includes(key))) return undefined;
  const wrong = (path: readonly string[], summary: string, remedy: string) =>
    problem("config/scenario", { summary, remedy, origin: { file, path, ...(path.length > 0 && { key: true }) } });
  if (own.includes("scenario")) {
    const summary = "a scenario begins with scenario: botform takes this file for one of the configuration";
    return wrong(["scenario"], summary, "Move it up, so that it is the file's first key.");
  }
  const slip = keys.find((key) => nearest(key, KEYS) === "scenario");
  if (slip !== undefined)
    return wrong([slip], `unknown key ${quoted(slip)} at the top of a scenario`, "Did you mean scenario?");
  const summary = "this file has keys of a scenario, and doesn't begin with scenario";
  const remedy = `Begin it with what happens in it: scenario: A fall of 30 % in an hour. A scenario has the keys ${KEYS.join(", ")}.`;
  return wrong([], summary, remedy);
}
