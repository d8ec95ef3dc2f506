// Problems as a SARIF 2.1.0 log, the form that code scanning services and editors read.
import type { CodeRow, Position } from "../../model/text/diagnostic.js";
import { clean, cleanJson } from "../sanitize.js";
import { type Level, type Places, type Problem, type ProblemFacts, problemLines, uriFrom } from "./problem.js";

export type SarifFacts = Omit<ProblemFacts, "files" | "bots">;

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
const ROOT = "%SRCROOT%";

/** The log's text, ending in a line feed; without problems a log of no results. */
export function sarif(facts: SarifFacts): string {
  const codes = [...new Set(facts.problems.map(({ code }) => code))].sort();
  const run = {
    tool: {
      driver: {
        name: "botform",
        version: facts.version,
        rules: codes.map((code) => ruleOf(code, facts.rows.get(code))),
      },
    },
    invocations: [invocationOf(facts)],
    // Columns count as JavaScript counts characters (model/diagnostic).
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { [ROOT]: { description: message("The folder that file paths are relative to.") } },
    results: facts.problems.map((problem) => resultOf(problem, codes.indexOf(problem.code), facts.places)),
  };
  return `${cleanJson(JSON.stringify({ $schema: SCHEMA, version: "2.1.0", runs: [run] }, null, 2))}\n`;
}

function ruleOf(code: string, row: CodeRow | undefined) {
  if (row === undefined) return { id: code };
  const help = `${row.help}\n\nbotform explain ${code} shows this text, too.`;
  return {
    id: code,
    shortDescription: message(row.title),
    fullDescription: message(row.help),
    help: message(help),
    defaultConfiguration: { level: row.severity },
    properties: { tags: [code.slice(0, code.indexOf("/"))] },
  };
}

function invocationOf({ exitCode, failure }: SarifFacts) {
  const couldRun = failure === undefined;
  return {
    executionSuccessful: couldRun,
    exitCode,
    ...(!couldRun && { toolConfigurationNotifications: [{ level: "error", message: message(clean(failure)) }] }),
  };
}

function resultOf(problem: Problem, ruleIndex: number, places: Places) {
  const { level, code, address, position, policy, waived } = problem;
  const physical = position === undefined ? {} : locationOf(position, places);
  const logical =
    address === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: clean(address), kind: "object" }] };
  const location = { ...physical, ...logical };
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[level],
    message: message(problemLines(problem).join("\n")),
    locations: Object.keys(location).length === 0 ? [] : [location],
    ...(policy?.position !== undefined && {
      relatedLocations: [
        { id: 1, ...locationOf(policy.position, places), message: message(`the policy ${clean(policy.name)}`) },
      ],
    }),
    ...(waived !== undefined && {
      suppressions: [{ kind: "external", status: "accepted", justification: clean(waived.reason) }],
    }),
  };
}

const LEVELS: Readonly<Record<Level, string>> = { error: "error", warning: "warning", note: "note" };

function locationOf({ file, line, column }: Position, places: Places) {
  const uri = uriFrom(places, file);
  const base = uri.startsWith("file:") ? {} : { uriBaseId: ROOT };
  return {
    physicalLocation: { artifactLocation: { uri, ...base }, region: { startLine: line, startColumn: column } },
  };
}

/**
 * Braces mark placeholders and are doubled (SARIF 2.1.0, 3.11.5); what looks like `[text](target)` would become a link, so its
 * bracket gets a backslash (3.11.6).
 */
function message(text: string): { readonly text: string } {
  const braced = text.replace(/[{}]/g, "$&$&");
  return { text: braced.includes("](") ? braced.replace(/[[\]\\]/g, "\\$&") : braced };
}
