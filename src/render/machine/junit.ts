// Problems as JUnit XML, the form that test reports of pipelines are made from.

import { clean, entities } from "../sanitize.js";
import { type Places, type Problem, type ProblemFacts, pathFrom, problemLines } from "./problem.js";

export type JunitFacts = Omit<ProblemFacts, "rows" | "version" | "exitCode">;

interface TestCase {
  readonly name: string;
  readonly problems: readonly Problem[];
}

/** Of problems that stand nowhere. */
const NOWHERE = "configuration";
/** Of what is wrong with a file itself. */
const FILE = "file";

/**
 * A suite for each file; in it a case for the file itself and one for each bot. A case fails by its errors, all in one failure,
 * since readers show one a case. Warnings are its output: a case that is `skipped` would be one that wasn't looked at.
 */
export function junit({ problems, files, bots, places, failure }: JunitFacts): string {
  // A bot has one case, in the file that declares it, wherever what is wrong with it stands.
  const homes = new Map(bots.map(({ address, file }) => [address, file]));
  const fileOf = ({ address = "", position }: Problem) => homes.get(address) ?? position?.file ?? NOWHERE;
  const names = [...new Set([...files, ...homes.values(), ...problems.map(fileOf)])].sort();
  const suites = names.map((file) => {
    const own = problems.filter((problem) => fileOf(problem) === file);
    const addresses = [
      ...bots.filter((bot) => bot.file === file).map(({ address }) => address),
      ...own.flatMap(({ address }) => (address === undefined ? [] : [address])),
    ];
    const cases = [undefined, ...new Set(addresses)].map(
      (address): TestCase => ({
        name: address ?? FILE,
        problems: own.filter((problem) => problem.address === address),
      }),
    );
    return suiteText(file === NOWHERE ? file : pathFrom(places, file), cases, places);
  });
  const broken = failure === undefined ? [] : [brokenText(failure)];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", { name: "botform validate" }, [...broken, ...suites])}\n`;
}

function suiteText(name: string, cases: readonly TestCase[], places: Places): string {
  const failures = cases.filter(({ problems }) => problems.some(isError)).length;
  const counts = { tests: cases.length, failures, errors: 0, skipped: 0, time: 0 };
  const texts = cases.map((one) => caseText(name, one, places));
  return element("testsuite", { name, ...counts }, texts);
}

function caseText(file: string, { name, problems }: TestCase, places: Places): string {
  const errors = problems.filter(isError);
  const others = problems.filter((problem) => !isError(problem));
  const first = (errors[0] ?? others[0])?.position;
  const place = first === undefined ? { file } : { file: pathFrom(places, first.file), line: first.line };
  return element("testcase", { name, classname: file, ...place, time: 0 }, [
    ...(errors[0] === undefined ? [] : [failureText(errors[0], errors, places)]),
    ...(others.length === 0 ? [] : [element("system-out", {}, [escaped(textOf(others, places))], "")]),
  ]);
}

function failureText(first: Problem, all: readonly Problem[], places: Places): string {
  const more = all.length === 1 ? "" : ` (and ${all.length - 1} more)`;
  const attributes = { message: `${clean(first.summary)}${more}`, type: first.code };
  return element("failure", attributes, [escaped(textOf(all, places))], "");
}

function brokenText(failure: string): string {
  const text = clean(failure);
  const error = element("error", { message: text, type: "usage" }, [escaped(text)], "");
  const counts = { tests: 1, failures: 0, errors: 1, skipped: 0, time: 0 };
  const broken = element("testcase", { name: NOWHERE, classname: "botform", time: 0 }, [error]);
  return element("testsuite", { name: "botform", ...counts }, [broken]);
}

function textOf(problems: readonly Problem[], places: Places): string {
  return problems.map((problem) => problemText(problem, places)).join("\n\n");
}

function problemText(problem: Problem, places: Places): string {
  const { level, code, position } = problem;
  const place =
    position === undefined ? "" : `${clean(pathFrom(places, position.file))}:${position.line}:${position.column}: `;
  const [first = "", ...more] = problemLines(problem);
  return [`${place}${level}: ${first} [${code}]`, ...more.map((line) => `  ${line}`)].join("\n");
}

function isError({ level }: Problem): boolean {
  return level === "error";
}

/** One element; attributes and text have to be clean or escaped as `escaped` does. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly string[],
  joint = "\n",
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(clean(String(value)))}"`);
  const head = `<${name}${written.join("")}`;
  return children.length === 0 ? `${head}/>` : `${head}>${joint}${children.join(joint)}${joint}</${name}>`;
}

/**
 * Text that `clean` has made visible, as XML. XML 1.0 has no U+FFFE and U+FFFF, not even escaped; GitLab takes [[ATTACHMENT|…]]
 * anywhere in a text for a file to offer.
 */
export function escaped(text: string): string {
  const visible = text
    .replace(/[\ufffe\uffff]/g, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`)
    .replace(/\[(?=\[ATTACHMENT\|)/gi, "\\u{5b}");
  return entities(visible, /[&<>"']/g);
}
