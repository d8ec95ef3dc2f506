// Scenarios that were tested as JUnit XML, the form that test reports of pipelines are made from.
import type { Difference, ScenarioResult } from "../../model/scenario/result.js";
import { clean } from "../sanitize.js";
import { element, escaped } from "./junit.js";

/** A suite for each file, with one case. What isn't as expected is all in one failure, since readers show one a case. */
export function scenariosJunit(results: readonly ScenarioResult[]): string {
  const suites = results.map((result) => {
    const failures = result.status === "failed" ? 1 : 0;
    const errors = result.status === "error" ? 1 : 0;
    const counts = { tests: 1, failures, errors, skipped: 0, time: 0 };
    return element("testsuite", { name: result.file, ...counts }, [caseText(result)]);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", { name: "botform test" }, suites)}\n`;
}

function caseText({ name, file, description, differences: [first, ...others], problems }: ScenarioResult): string {
  const place = first === undefined ? {} : { line: first.position.line };
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  const all = first === undefined ? [] : [first, ...others];
  return element("testcase", { name: `${name}: ${description}`, classname: file, file, ...place, time: 0 }, [
    ...(first === undefined
      ? []
      : [part("failure", `expected ${first.expected}, but ${first.found}${more}`, all.map(differenceText))]),
    ...(problems[0] === undefined ? [] : [part("error", problems[0], problems)]),
  ]);
}

function part(name: string, message: string, lines: readonly string[]): string {
  return element(name, { message, type: "scenario" }, [escaped(lines.map(clean).join("\n"))], "");
}

function differenceText({ position, expected, found, because }: Difference): string {
  const { file, line, column } = position;
  return [`${file}:${line}:${column}: expected ${expected}, but ${found}`, ...because].join("; ");
}
