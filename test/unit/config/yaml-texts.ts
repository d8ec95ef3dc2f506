// Random texts that are YAML or nearly so, for the tests of the reader.
import fc from "fast-check";

const NASTY = [..."::##--??&*!|>'\"{}[],,%@`~.$/\\ \t\n\n\r \u00A0\u0085\u2028\uFEFFé😀0e+_"];
const FRAGMENTS = [
  "\r\n",
  "  ",
  "\n  ",
  "\n    ",
  ": ",
  " #",
  " # c",
  "- ",
  "? ",
  "---",
  "...",
  "\n---\n",
  "<<: 1",
  "null",
];
const NUMBERS = `null ~ Null true True FALSE yes 0 -0 007 1.20 1. .5 -5 +5 1e3 1E400 0x1F 0o7 .inf -.INF .nan 5MIN
  9007199254740993 123456789012345678901234 1_000 2024-01-01 12:30 1-2 0.1000000000000000055`.split(/\s+/);
const TEXTS =
  `a|b c|b  c|a:b|a :b|a: b|a#b|a #b|-|- a|-a|a - b|a &b|a *b|http://h:1/x|\${env.X}|it's|é|中 文|😀|a,b|a, b|[a|a]|{a|a}
  |a&b|*a|&a|!a|%a|'a'|"a"|'a' |''|""|'a''b'|"a\\"b"|"\\n"|' a '|" a "|'#'|': '|"a|'|'a' b|@|\`|>`.split("|");
const OVER_LINES = ["'a\n  b'", "'a\n      b'", '"a\n\n      b"', "a\n      b", "a\n  b"];
const SCALARS = [...NUMBERS, ...TEXTS, ...OVER_LINES, "|"];
const KEYS = [
  "a",
  "d-e",
  "f.g",
  "h_i",
  "1",
  "20",
  "null",
  "true",
  "toString",
  "x y",
  "é",
  "'q'",
  "k ",
  "__proto__",
  "${a.b}-c",
  "d-${e}",
  "${f}",
  "$g",
  "${",
  "{h}",
];
const DISTANCES = ["\n      ", " # c\n        ", "\n\n       ", "\n # c\n       ", "  ", "\n", "\n  ", "\n# c\n      "];
const NOTHING_SAID = [[""], ["# c"], ["      # c"], ["  "], ["", "", " #"]];
const PLAIN = ["a", "b c", "LONG", "5", "1.2", "0.25", "true", "null", "5MIN", "'x y'", '"z"'];

/** The usual, and once in so many times the unusual: whole files shall be plain often enough. */
function mostly<T>(usual: fc.Arbitrary<T>, times: number, unusual: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: unusual });
}

const noise = fc.array(fc.constantFrom("a", " ", "1", ...NASTY), { maxLength: 5 }).map((parts) => parts.join(""));
const scalar = mostly(fc.constantFrom(...PLAIN), 16, mostly(fc.constantFrom(...SCALARS), 3, noise));
const numbered = fc.nat(999).map((number) => `k${number}`);
const key = mostly(numbered, 60, fc.constantFrom(...KEYS));
const comment = mostly(fc.constant(""), 9, fc.constantFrom(" # c", " # c", "  ", " #", "   # c: [", "# c"));
const between = mostly(fc.constant<string[]>([]), 8, fc.constantFrom(...NOTHING_SAID));
const separator = mostly(fc.constant(": "), 20, fc.constantFrom(":", " : ", ":  ", ":\n       "));
/** What stands between the parts of a flow collection. */
const gap = mostly(fc.constantFrom("", " "), 16, fc.constantFrom(...DISTANCES));
const comma = mostly(fc.constant(","), 16, fc.constantFrom(" ", ",,", ";"));
const lastComma = fc.constantFrom("", "", ",", ", ");

const { flow, block } = fc.letrec<{ flow: string; block: readonly string[] }>((tie) => {
  const inFlow = fc.tuple(gap, tie("flow"), gap).map((parts) => parts.join(""));
  const pair = fc.tuple(gap, key, separator, tie("flow"), gap).map((parts) => parts.join(""));
  const joined = (item: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.array(item, { maxLength: 4 }), comma, lastComma)
      .map(([items, between, end]) => items.join(between) + (items[0] ? end : ""));
  const item = fc.tuple(mostly(scalar, 3, tie("flow")), comment).map(([text, end]) => `- ${text}${end}`);
  const onLine = (value: fc.Arbitrary<string>) => fc.tuple(value, comment).map(([text, end]) => [` ${text}${end}`]);
  const below = (lines: fc.Arbitrary<readonly string[]>, ...indents: string[]) =>
    fc
      .tuple(comment, fc.constantFrom(...indents), lines)
      .map(([end, by, rest]) => [end, ...rest.map((line) => by + line)]);
  const value: fc.Arbitrary<readonly string[]> = fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 6, arbitrary: onLine(scalar) },
    { weight: 2, arbitrary: onLine(tie("flow")) },
    { weight: 1, arbitrary: below(onLine(tie("flow")), "   ", " ") },
    { weight: 1, arbitrary: comment.map((end) => [end]) },
    { weight: 2, arbitrary: below(fc.array(item, { minLength: 1, maxLength: 3 }), "", "  ", " ") },
    { weight: 4, arbitrary: below(tie("block"), " ", "  ", "    ") },
  );
  const entry = fc
    .tuple(between, key, value)
    .map(([before, name, [first = "", ...rest]]) => [...before, `${name}:${first}`, ...rest]);
  return {
    flow: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      scalar,
      joined(inFlow).map((items) => `[${items}]`),
      joined(pair).map((items) => `{${items}}`),
    ),
    /** The lines of a map, not yet indented. */
    block: fc.array(entry, { minLength: 1, maxLength: 5 }).map((entries) => entries.flat()),
  };
});

/** A text of maps, lists, flow collections and scalars; most are YAML. */
export const anyYaml: fc.Arbitrary<string> = fc
  .tuple(block, flow, mostly(fc.constant("\n"), 3, fc.constant("\r\n")), fc.constantFrom("\n", "", "\n\n", "\n# c"))
  .map(([lines, last, newline, end]) => `${[...lines, `last: ${last}`].join("\n")}${end}`.replaceAll("\n", newline));

const RELINED: readonly ((line: string) => string[])[] = [
  (line) => [line, line],
  (line) => [` ${line}`],
  (line) => [`  ${line}`],
  (line) => [line.replace(/^ {1,2}/, "")],
  (line) => [line.trimStart()],
  (line) => [line, "", line.replace(/\w(?=:)/, "j")],
  () => [],
];

/** The text with up to three damages: something put in or cut, a line repeated, moved in or out, copied or taken away. */
export function mutated(text: string): fc.Arbitrary<string> {
  const put = fc.constantFrom("", ...NASTY, ...NASTY, ...NASTY, ...FRAGMENTS, ...SCALARS);
  const line = fc.nat(text.split("\n").length - 1);
  const spliced = fc.tuple(fc.nat(text.length), fc.constantFrom(0, 0, 0, 1, 2, 5), put).map(
    ([at, cut, part]) =>
      (now: string) =>
        now.slice(0, at) + part + now.slice(at + cut),
  );
  const relined = fc.tuple(line, fc.constantFrom(...RELINED)).map(([at, change]) => {
    const changed = (old: string, index: number) => (index === at ? change(old) : old);
    return (now: string) => now.split("\n").flatMap(changed).join("\n");
  });
  const copied = fc.tuple(line, line).map(([from, to]) => (now: string) => {
    const lines = now.split("\n");
    return lines.toSpliced(to, 0, lines[from] ?? "").join("\n");
  });
  return fc
    .array(fc.oneof(spliced, relined, copied), { maxLength: 3 })
    .map((changes) => changes.reduce((now, change) => change(now), text));
}
