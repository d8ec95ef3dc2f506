// Problems as workflow commands of GitHub Actions, which shows each beside its line of the pull request.

import { clean } from "../sanitize.js";
import { type Level, type Places, type Problem, pathFrom, problemLines } from "./problem.js";

const COMMANDS: Readonly<Record<Level, string>> = { error: "error", warning: "warning", note: "notice" };

/** One command a line, each ending in a line feed; "" for no problems. */
export function github(problems: readonly Problem[], places: Places): string {
  return problems.map((problem) => `${commandOf(problem, places)}\n`).join("");
}

/** The command for a run that could look at nothing. */
export function githubFailure(failure: string): string {
  return `::error title=botform::${data(clean(failure))}\n`;
}

function commandOf(problem: Problem, places: Places): string {
  const { level, code, position } = problem;
  const properties = {
    ...(position !== undefined && {
      file: pathFrom(places, position.file),
      line: position.line,
      col: position.column,
    }),
    title: code,
  };
  const said = Object.entries(properties).map(([name, value]) => `${name}=${property(clean(String(value)))}`);
  return `::${COMMANDS[level]} ${said.join(",")}::${data(problemLines(problem).join("\n"))}`;
}

/** The escapes that the runner takes back in a message. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** The same in a property, which ends at a comma or colons. */
function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
