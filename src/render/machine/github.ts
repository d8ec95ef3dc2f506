// Problems as workflow commands of GitHub Actions, which puts each beside its line of the pull request.

import { clean } from "../sanitize.js";
import { type Level, type Places, type Problem, type ProblemFacts, pathFrom, problemLines } from "./problem.js";

type GithubFacts = Pick<ProblemFacts, "problems" | "places" | "failure">;

const COMMANDS: Readonly<Record<Level, string>> = { error: "error", warning: "warning", note: "notice" };

/** One command a line, each ending in a line feed; "" for no problems. A run that could look at nothing has one for itself. */
export function github({ problems, places, failure }: GithubFacts): string {
  const whole = failure === undefined ? "" : `::error title=botform::${data(clean(failure))}\n`;
  return `${whole}${problems.map((problem) => `${commandOf(problem, places)}\n`).join("")}`;
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
  const written = Object.entries(properties).map(([name, value]) => `${name}=${property(clean(String(value)))}`);
  return `::${COMMANDS[level]} ${written.join(",")}::${data(problemLines(problem).join("\n"))}`;
}

/** The escapes that the runner takes back in a message. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** The same in a property, which ends at a comma or colons. */
function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
