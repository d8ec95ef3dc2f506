// The glossary's words: each is defined once, and words that were replaced stay out of identifiers and file names in src.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GLOSSARY } from "../../src/model/text/glossary.js";

/** The word that was lost, and what to call it instead (docs/glossary.md). */
const LOST: Readonly<Record<string, string>> = {
  stray: "undeclared",
  strays: "undeclared",
  stranger: "undeclared, or say what is wrong with it",
  strangers: "undeclared, or say what is wrong with them",
  draft: "ResolvedBot or BotChange",
  drafts: "resolved bots or changes",
  judge: "evaluate, classify, compare or check",
  judged: "evaluated, checked or compared",
  scene: "context",
  breach: "violation",
  breaches: "violations",
  sight: "read or snapshot",
  tried: "attempt",
  told: "sent or reported",
  said: "stated, reported or text",
  wish: "selector or options",
  panic: "emergencyStop",
  sweep: "turnOffAll",
  straggler: "remaining",
  stragglers: "remaining",
  worry: "warning or highlight",
  worries: "warnings or highlights",
  namesake: "sameTitle",
  namesakes: "sameTitle",
  bearer: "sameTitle",
  bearers: "sameTitle",
  incarnation: "sameTitle",
  incarnations: "sameTitle",
  hindrance: "obstacle",
  overtaken: "stale",
};

/** Names that stay because they are published, each with where. */
const PUBLISHED: Readonly<Record<string, string>> = {
  strays: "a key of drift's JSON: the undeclared bots that apply would turn off",
  stragglers: "a key of the JSON of bots off: the bots not observed off",
  told: "a key of a straggler: whether a turn-off may have reached the service",
};

const FILES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replaceAll("\\", "/"));

/** Comments, strings and regular expressions. */
const SKIPPED =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<=[(,=:[!&|?;]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//y;
const NAME = /#?[A-Za-z_$][\w$]*/y;

/** The identifiers of a source text; those in the expressions of a template, too. */
function identifiersOf(text: string): readonly string[] {
  const names: string[] = [];
  /** For each template that is open, how many braces are open in its expression. */
  const open: number[] = [];
  let isText = false;
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? "";
    const next = text.slice(at, at + 2);
    if (isText) {
      if (next === "${") [isText, at] = [open.push(0) === 0, at + 2];
      else if (character === "\\") at += 2;
      else [isText, at] = [character !== "`", at + 1];
      continue;
    }
    SKIPPED.lastIndex = at;
    NAME.lastIndex = at;
    const skipped = SKIPPED.exec(text)?.[0];
    const name = skipped === undefined ? NAME.exec(text)?.[0] : undefined;
    if (name !== undefined) names.push(name);
    at += (skipped ?? name)?.length ?? 1;
    const inner = open.at(-1);
    if (skipped !== undefined || name !== undefined) continue;
    if (character === "`") isText = true;
    else if (inner !== undefined && character === "{") open[open.length - 1] = inner + 1;
    else if (inner !== undefined && character === "}") {
      if (inner > 0) open[open.length - 1] = inner - 1;
      else [isText] = [open.pop() !== undefined];
    }
  }
  return names;
}

function wordsOf(name: string): readonly string[] {
  return name
    .split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z]+|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((part) => part !== "")
    .map((part) => part.toLowerCase());
}

const replacementFor = (name: string) => wordsOf(name).find((word) => Object.hasOwn(LOST, word));

describe("docs/glossary.md", () => {
  const words = GLOSSARY.flatMap((section) => Object.keys(section.words));

  it("is made from the words that explain shows", () => {
    const page = readFileSync("docs/glossary.md", "utf8");
    const sections = GLOSSARY.map(({ title, words: own }) => {
      const rows = Object.entries(own).map(([word, meaning]) => `| ${word} | ${meaning} |`);
      return [`## ${title}`, "", "| word | meaning |", "| --- | --- |", ...rows].join("\n");
    });
    const made = page.replace(
      /(<!-- words -->\n)[\s\S]*?(<!-- end of words -->)/,
      (_whole, before: string, after: string) => `${before}\n${sections.join("\n\n")}\n\n${after}`,
    );
    if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync("docs/glossary.md", made);
    expect(readFileSync("docs/glossary.md", "utf8")).toBe(made);
  });

  it("defines each word once", () => {
    expect(words.length).toBeGreaterThan(40);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });

  it("defines no word that was replaced", () => {
    expect(words.filter((word) => Object.hasOwn(LOST, word))).toEqual([]);
  });
});

describe("a word that was replaced", () => {
  it("is looked for in names, and not in texts or comments", () => {
    const text = "const a = `told ${b.c} ${`x ${{ d }}`} said`; // tried\nf('wish', \"panic\", e);";
    expect(identifiersOf(text)).toEqual(["const", "a", "b", "c", "d", "f", "e"]);
  });

  it("names nothing in src but what is published", () => {
    const found = FILES.flatMap((file) =>
      [...new Set(identifiersOf(readFileSync(`src/${file}`, "utf8")))]
        .filter((name) => !Object.hasOwn(PUBLISHED, name))
        .flatMap((name) => {
          const word = replacementFor(name);
          return word === undefined ? [] : [`${file}: ${name} (instead of ${word}: ${LOST[word]})`];
        }),
    );
    expect(found).toEqual([]);
  });

  it("names no file", () => {
    expect(FILES.filter((file) => replacementFor(file) !== undefined)).toEqual([]);
  });

  it.each(Object.keys(PUBLISHED))("is still there as %s, or its exception can go", (name) => {
    expect(FILES.some((file) => identifiersOf(readFileSync(`src/${file}`, "utf8")).includes(name))).toBe(true);
  });
});
