// White space outside of values: no tabs, none at the ends of lines, one blank line at most, one line end at the end.
import { CST, Lexer } from "yaml";

/** What the lexer adds between the parts of the text. */
const SYNTHETIC: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);

interface Part {
  text: string;
  readonly kind: "space" | "comment" | "newline" | "content";
}

/** Text in quotes, in several lines or in blocks stays as it is. */
export function tidySpace(text: string): string {
  const lineEnd = /\r\n|\n/.exec(text)?.[0] ?? "\n";
  const parts = partsOf(text);
  let result = "";
  let blanks = 0;
  let isAtStart = true;
  for (const [index, { text: source, kind }] of parts.entries()) {
    const isLast = parts[index + 1] === undefined || parts[index + 1]?.kind === "newline";
    if (kind === "space" && isLast) continue;
    if (kind === "newline") {
      blanks = isAtStart ? blanks + 1 : 0;
      isAtStart = true;
      // The file's first line is something, and so is every second one.
      if (result !== "" && blanks < 2) result += source;
      continue;
    }
    result += kind === "comment" ? source.trimEnd() : kind === "space" ? source.replaceAll("\t", " ") : source;
    isAtStart = kind === "content" && source.endsWith("\n");
    blanks = 0;
  }
  return ended(result, parts.at(-1), lineEnd);
}

function ended(text: string, last: Part | undefined, lineEnd: string): string {
  // A block scalar at the end may own the blank lines there.
  if (last?.kind === "content" && last.text.endsWith("\n")) return text;
  const trimmed = text.replace(/(?:\r?\n)+$/, "");
  return trimmed === "" ? "" : trimmed + lineEnd;
}

function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (!SYNTHETIC.has(lexeme)) parts.push({ text: lexeme, kind: isScalar ? "content" : kindOf(lexeme) });
    isScalar = lexeme === CST.SCALAR;
  }
  return parts;
}

function kindOf(lexeme: string): Part["kind"] {
  const type = CST.tokenType(lexeme);
  return type === "space" || type === "comment" || type === "newline" ? type : "content";
}
