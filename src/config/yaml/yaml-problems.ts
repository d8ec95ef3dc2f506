// Words for errors of the yaml package, whose own messages quote the text and are never shown (threat 6).
import type { ErrorCode } from "yaml";
import type { ConfigCode } from "../schema/codes.js";

export interface Wording {
  readonly code: ConfigCode;
  readonly summary: string;
  readonly remedy: string;
}

/** A problem at an offset of the text. */
export interface Mark extends Wording {
  readonly offset: number;
  /** Where the first of two stands. */
  readonly first?: number;
}

const QUOTE_IT = "Put the text in quotes.";

/** Every code of yaml 2.9; a code it gains later falls back to the last row. */
const WORDINGS: Readonly<Record<ErrorCode, Wording>> = {
  ALIAS_PROPS: alias("an alias can't carry an anchor or a tag", "Put them on the value that the alias repeats."),
  BAD_ALIAS: alias("an anchor or alias has an invalid name", `Use letters, digits and hyphens. ${QUOTE_IT}`),
  MULTIPLE_ANCHORS: alias("a value has two anchors", "Keep one."),
  BAD_DIRECTIVE: directive(),
  BAD_DQ_ESCAPE: syntax(
    "a text in double quotes contains an unknown escape",
    "Use single quotes, or write a backslash twice.",
  ),
  BAD_INDENT: indent(
    "the indentation doesn't match the lines around it, or a bracket before it isn't closed",
    "Line up the keys of one map in one column, and close every bracket.",
  ),
  TAB_AS_INDENT: indent("a tab is used for indentation", "Indent with spaces."),
  BLOCK_IN_FLOW: indent(
    "an indented block, or a second colon, is inside { } or [ ]",
    "Put quotes around a text that contains a colon followed by a space; write a block with brackets, too.",
  ),
  BAD_PROP_ORDER: syntax("an anchor or tag is in the wrong place", "Put it right before its value."),
  BAD_SCALAR_START: syntax("a value begins with a character that has a special meaning in YAML", QUOTE_IT),
  BLOCK_AS_IMPLICIT_KEY: syntax(
    "a second key is on the same line as the first",
    "Give each key its own line; put quotes around a text that contains a colon followed by a space.",
  ),
  MULTILINE_IMPLICIT_KEY: syntax(
    "a key spans more than one line, or the colon after it is missing",
    "Write `key: value` on one line.",
  ),
  MISSING_CHAR: syntax(
    "a character is missing: a closing quote or bracket, a comma, or the space after a colon",
    "Close what was opened before this place.",
  ),
  UNEXPECTED_TOKEN: syntax("this is not expected here", "Check the colons, quotes and brackets right before it."),
  IMPOSSIBLE: syntax("the text isn't valid YAML here", "Check the colons, quotes and brackets right before it."),
  DUPLICATE_KEY: { code: "config/duplicate-key", summary: "a key appears twice", remedy: "Remove one of them." },
  KEY_OVER_1024_CHARS: key("a key is longer than 1 024 characters"),
  NON_STRING_KEY: key("a key is a list, a map or an alias"),
  MULTIPLE_DOCS: {
    code: "config/multiple-documents",
    summary: "a second document begins here",
    remedy: "Put it into its own file, and give botform the folder.",
  },
  MULTIPLE_TAGS: tag("a value has two tags"),
  TAG_RESOLVE_FAILED: tag("a tag that isn't part of the YAML core"),
  BAD_COLLECTION_TYPE: tag("a tag doesn't match its value"),
  RESOURCE_EXHAUSTION: {
    code: "config/too-complex",
    summary: "the YAML is nested too deeply",
    remedy: "Use fewer levels.",
  },
};

/** Our words for an error of the yaml package. */
export function wording(code: ErrorCode): Wording {
  return Object.hasOwn(WORDINGS, code) ? WORDINGS[code] : WORDINGS.IMPOSSIBLE;
}

function syntax(summary: string, remedy: string): Wording {
  return { code: "config/yaml-syntax", summary, remedy };
}

function indent(summary: string, remedy: string): Wording {
  return { code: "config/yaml-indent", summary, remedy };
}

function alias(summary: string, remedy: string): Wording {
  return { code: "config/yaml-alias", summary, remedy };
}

function key(summary: string): Wording {
  return { code: "config/yaml-key", summary, remedy: "Write a plain name." };
}

function tag(summary: string): Wording {
  return { code: "config/yaml-tag", summary, remedy: "Write the value without a tag; put quotes around text." };
}

/** Also used for a directive that is valid YAML and that we refuse. */
export function directive(): Wording {
  return {
    code: "config/yaml-directive",
    summary: "a directive other than %YAML 1.2",
    remedy: "Remove the line that begins with %; botform reads the file as YAML 1.2.",
  };
}
