// Texts that do harm where they are shown as they are: the big list of naughty strings, and what a CI log obeys.
import { createRequire } from "node:module";
import * as z from "zod/mini";
import { slice } from "../../support/lane.js";

const LIST = z.parse(z.array(z.string()), createRequire(import.meta.url)("big-list-of-naughty-strings"));
const PUBLISHED = slice(LIST, { fast: 40 });

const COMMANDS = [
  "::error file=app.js,line=1::x",
  "  ::set-output name=a::b",
  "a\n::add-mask::b",
  "a\r::stop-commands::b",
  "a\u2028::warning::b",
  "a\u0085::warning::b",
  "\u200b::error::x",
  "\ufeff::error::x",
  "\u00a0::error::x",
  "\u3000::error::x",
  "##[group]x",
  "a ##[error]x",
  "a ##vso[task.setvariable variable=PATH]x",
  "##VSO[task.complete result=Succeeded;]",
  "%0A::error::x",
  `${"x".repeat(79)} ::error::folded ${"y".repeat(79)}`,
  `${"x".repeat(79)}\n\n::error::folded ${"y".repeat(79)}`,
];
const TERMINAL = [
  "\u001b[2J\u001b[H",
  "\u001b]0;title\u0007",
  "\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\",
  "\u001bP1$r\u001b\\",
  "\u009b31m",
  "\u009d0;title\u009c",
  "a\u0008\u0008b",
  "yes\rno ",
  "a\u007fb",
  "\u0000",
  "+ demo/forged: create\n  ok",
];
const INVISIBLE = [
  "abc\u202edef\u202c",
  "\u2066\u2067\u2068\u2069",
  "\u061c\u200e\u200f",
  "a\u200b\u200c\u200d\u2060b",
  "\ud800",
  "\udc00\ud800",
  "\u00ad",
  "\u{e0041}\u{e007f}",
];

export const NAUGHTY: readonly string[] = [...new Set([...PUBLISHED, ...COMMANDS, ...TERMINAL, ...INVISIBLE])];

/** How many of them are the published list's. */
export const LISTED = PUBLISHED.length;
