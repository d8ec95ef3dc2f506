// Composes a file's text into YAML nodes, with the limits that must hold before anything is composed (threat 1).
import { Composer, type CST, type ErrorCode, Lexer, type ParsedNode, Parser, type YAMLError } from "yaml";
import { leftBehind, spotted } from "./foreign.js";
import { misplaced } from "./layout.js";
import { unclosed } from "./unclosed.js";
import { directive, type Mark, type Wording, wording } from "./yaml-problems.js";

interface Composed {
  /** null for a file without content. */
  readonly root: ParsedNode | null;
  readonly marks: readonly Mark[];
}

export const MOST_LEVELS = 32;
export const MOST_KEYS = 2000;
/** Anchors, aliases and tags of a file: each is looked at several times, and a mebibyte holds half a million. */
const MOST_PROPERTIES = 10_000;
/** Further errors only repeat the first ones. */
const MOST_MARKS = 20;
/** Every control character but tab and line feed, and a carriage return that ends no line. */
const CONTROL = /\r(?!\n)|[^\P{Cc}\t\n\r]|\p{Cs}/u;
const YAML_12 = /^%YAML\s+1\.2(?:\s|$)/;

/** Strict YAML 1.2: with any mark, `root` must not be used. Never throws. */
export function compose(text: string): Composed {
  const control = CONTROL.exec(text);
  if (control !== null) return refused(controlCharacter(control.index));
  try {
    const scanned = scan(text);
    return "tokens" in scanned ? composeTokens(scanned.tokens, text) : refused(scanned);
  } catch {
    // The package throws on some hostile input, with a message that quotes it.
    return refused({ ...wording("IMPOSSIBLE"), offset: 0 });
  }
}

/**
 * Splits the text into tokens, which takes linear time on any input, and stops at the first that breaks a limit.
 * Composing is recursive and compares keys, so depth and width are bounded here, on the parser's own stack.
 */
function scan(text: string): { readonly tokens: readonly CST.Token[] } | Mark {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let documents = 0;
  let directives = 0;
  let errors = 0;
  let properties = 0;
  let mark: Mark | undefined;

  function take(token: CST.Token): void {
    tokens.push(token);
    if (token.type === "error") errors += 1;
    if (token.type === "directive") {
      // One, of our version, and a document after it.
      directives += 1;
      if (directives > 1 || !YAML_12.test(token.source)) mark ??= { ...directive(), offset: token.offset };
    }
    if (token.type === "document" && ++documents > 1) mark ??= { ...wording("MULTIPLE_DOCS"), offset: token.offset };
  }

  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) take(token);
    if (/^[&*!]/.test(lexeme)) properties += 1;
    mark ??= limit(parser, properties);
    if (mark !== undefined) return mark;
    // Enough to report; hostile text may hold a million.
    if (errors === MOST_MARKS) return { tokens };
  }
  for (const token of parser.end()) take(token);
  if (directives > documents) mark ??= { ...directive(), offset: 0 };
  return mark ?? { tokens };
}

function limit(parser: Parser, properties: number): Mark | undefined {
  const { stack, offset } = parser;
  if (properties > MOST_PROPERTIES) return { ...TOO_MANY_PROPERTIES, offset };
  const top = stack[stack.length - 1];
  if (top === undefined) return undefined;
  // The stack is: the document, its collections from outside in, and perhaps a scalar.
  const levels = stack.length - ("items" in top ? 1 : 2);
  if (levels > MOST_LEVELS) return { ...wording("RESOURCE_EXHAUSTION"), offset };
  const isMap = top.type === "block-map" || (top.type === "flow-collection" && top.start.source === "{");
  if (isMap && top.items.length > MOST_KEYS + 1) return { ...TOO_MANY_KEYS, offset };
  return undefined;
}

function composeTokens(tokens: readonly CST.Token[], text: string): Composed {
  // Duplicate keys are found where nodes become values, in linear time; the package's own check is quadratic.
  const composer = new Composer({
    version: "1.2",
    schema: "core",
    stringKeys: true,
    uniqueKeys: false,
    resolveKnownTags: false,
  });
  const documents = [...composer.compose(tokens)];
  const document = documents[0];
  const parsed = document === undefined ? composer.streamInfo() : document;
  const problems = [...parsed.errors, ...parsed.warnings].sort((left, right) => left.pos[0] - right.pos[0]);
  return { root: document?.contents ?? null, marks: marksOf(problems, text) };
}

function marksOf(problems: readonly YAMLError[], text: string): readonly Mark[] {
  const foreign = problems.length === 0 ? undefined : leftBehind(text);
  if (foreign !== undefined) return [foreign];
  const isAny = (codes: ReadonlySet<ErrorCode>) => problems.some(({ code }) => codes.has(code));
  // Whatever else is wrong follows from what isn't closed, from a comma that is missing, or from the first line that is out of place.
  const open = isAny(OPEN) ? unclosed(text) : undefined;
  if (open !== undefined) return [open];
  // Nor does what follows a token that can't stand where it does.
  const at = problems.findIndex(({ code }) => code === "UNEXPECTED_TOKEN");
  const first = problems.slice(0, at < 0 ? MOST_MARKS : Math.min(at + 1, MOST_MARKS));
  const commas = first.flatMap(({ code, pos }) => (code === "BLOCK_IN_FLOW" ? commaMissing(text, pos[0]) : []));
  if (commas.length > 0) return commas;
  const line = isAny(OUT_OF_PLACE) ? misplaced(text) : undefined;
  if (line !== undefined) return [line];
  const marks = first.map((one) => spotted(text, one) ?? { ...wording(one.code), offset: one.pos[0] });
  // The package finds the same twice where a value seems to be a key.
  return marks.filter(
    ({ code, offset }, index) =>
      code !== "config/yaml-indent" || marks.findIndex((one) => one.offset === offset && one.code === code) === index,
  );
}

/** At the last of several words before a second colon in braces: a key that no comma parts from the value before it. */
function commaMissing(text: string, offset: number): Mark[] {
  const found = /^([^,{}[\]]*[\s;]|)[\w.-]+[ \t]*:\s/.exec(text.slice(offset, offset + 500))?.[1];
  const isKey = found !== "" || /["'][ \t]*$/.test(text.slice(Math.max(0, offset - 20), offset));
  return found === undefined || !isKey ? [] : [{ ...COMMA, offset: offset + found.length }];
}

const COMMA: Wording = {
  code: "config/yaml-syntax",
  summary: "a comma is missing before this key, or its colon belongs to the text before it",
  remedy: "Write a comma before the key, or put quotes around a text that contains a colon followed by a space.",
};

/** What a quote or a bracket that isn't closed may come to. */
const OPEN: ReadonlySet<ErrorCode> = new Set(["MISSING_CHAR", "BAD_INDENT", "BLOCK_IN_FLOW", "UNEXPECTED_TOKEN"]);

/** What a line in the wrong column, or without its colon, may come to. */
const OUT_OF_PLACE: ReadonlySet<ErrorCode> = new Set([
  "BAD_INDENT",
  "MISSING_CHAR",
  "TAB_AS_INDENT",
  "MULTILINE_IMPLICIT_KEY",
  "BLOCK_AS_IMPLICIT_KEY",
  "UNEXPECTED_TOKEN",
]);

function refused(mark: Mark): Composed {
  return { root: null, marks: [mark] };
}

function controlCharacter(offset: number): Mark {
  return {
    code: "config/control-character",
    summary: "the file contains a control character, or a carriage return that doesn't end a line",
    remedy: "Remove it; in double quotes you can write it as an escape.",
    offset,
  };
}

export const TOO_MANY_KEYS: Wording = {
  code: "config/too-complex",
  summary: `a map has more than ${MOST_KEYS} keys`,
  remedy: "Spread the fleet over several files of one folder.",
};

const TOO_MANY_PROPERTIES: Wording = {
  code: "config/too-complex",
  summary: "the file has more than 10 000 anchors, aliases and tags",
  remedy: "Write fewer of them: put what many bots share into templates and defaults.",
};
