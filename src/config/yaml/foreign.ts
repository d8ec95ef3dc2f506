// What doesn't belong into a configuration at all: the marks of a merge, the fence of a page, another tool's braces, an apostrophe.
import type { YAMLError } from "yaml";
import type { Mark } from "./yaml-problems.js";

/** Of a text that can't be read as YAML: a line that something else than its author left there, which explains all other problems. */
export function leftBehind(text: string): Mark | undefined {
  const conflict = text.search(/^(?:<{7}|>{7}) /m);
  if (conflict >= 0)
    return mark(
      conflict,
      "a conflict of a merge isn't resolved here",
      "Keep one of the two versions, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.",
    );
  const slashes = text.search(/^[ \t]*\/\//m);
  if (slashes >= 0)
    return mark(
      slashes + (/^[ \t]*/.exec(text.slice(slashes))?.[0].length ?? 0),
      "two slashes don't begin a comment in YAML",
      "Write # in their place.",
    );
  const fence = text.search(/^(?:```|~~~)/m);
  return fence < 0 ? undefined : mark(fence, "this line is the fence of a code block of Markdown", "Remove it.");
}

/** What the characters right there tell of one problem. */
export function spotted(text: string, { code, pos: [offset] }: YAMLError): Mark | undefined {
  const [before = "", here = ""] = [text[offset - 1], text[offset]];
  if (code === "NON_STRING_KEY" && before === "{" && here === "{") return mark(offset, DOUBLE_BRACE, VARIABLE);
  if (code !== "UNEXPECTED_TOKEN" || !/['"]/.test(before) || !/\w/.test(here)) return undefined;
  const inside = before === "'" ? ["''", "an apostrophe", "double"] : ['\\"', "a quote", "single"];
  return mark(
    offset,
    "the text in quotes ends before this",
    `Write ${inside[0]} for ${inside[1]} inside it, or put ${inside[2]} quotes around the whole text.`,
  );
}

const DOUBLE_BRACE = "two braces aren't how a variable is written";
const VARIABLE = "Write ${name}, in quotes where { } or [ ] are around it.";

function mark(offset: number, summary: string, remedy: string): Mark {
  return { code: "config/yaml-syntax", summary, remedy, offset };
}
