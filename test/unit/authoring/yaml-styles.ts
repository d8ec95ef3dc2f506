// Random YAML maps in every style people write them: block and flow, comments, anchors, quotes, line ends, indentation.
import fc from "fast-check";
import { readAny } from "../../../src/config/yaml/document.js";

const SCALARS = [
  "x",
  "y z",
  "5",
  "1.20",
  "0",
  "true",
  "null",
  "~",
  "'q r'",
  "'it''s'",
  '"d e"',
  '"# no"',
  "a#b",
  "${tp}",
];
const FLOW_SCALARS = SCALARS.filter((text) => !text.includes("$"));
const KEYS = ["a", "b", "c", "title", "'q k'", '"d k"', "x y", "12"];
const NOTES = ["", "", "", " # note", "   # more, of: it"];

interface Style {
  readonly indent: number;
  readonly step: number;
}

type Lines = readonly string[];

/** The lines of a map; they are put together only once it is known how far in they stand. */
type Block = (style: Style) => Lines;

const note = fc.constantFrom(...NOTES);
const anchor = fc.oneof(
  { weight: 8, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: fc.constantFrom("&p ", "&q ") },
);
const distance = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Lines>([]) },
  { weight: 1, arbitrary: fc.constantFrom<Lines[]>([""], ["# above"], ["", "# above", "# twice"], ["# apart", ""]) },
);

const { flow } = fc.letrec<{ flow: string; map: string; list: string }>((tie) => ({
  flow: fc.oneof(
    { maxDepth: 2 },
    { weight: 4, arbitrary: fc.constantFrom(...FLOW_SCALARS) },
    { weight: 1, arbitrary: tie("map") },
    { weight: 1, arbitrary: tie("list") },
  ),
  map: fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 3 }),
      fc.array(tie("flow"), { minLength: 3, maxLength: 3 }),
      fc.constantFrom("{|}", "{ | }", "{ |, }"),
    )
    .map(([keys, values, form]) =>
      keys.length === 0
        ? "{}"
        : form.replace("|", () => keys.map((key, index) => `${key}: ${values[index]}`).join(", ")),
    ),
  list: fc.array(tie("flow"), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
}));

const longFlow: fc.Arbitrary<Block> = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 3 }),
    fc.array(flow, { minLength: 3, maxLength: 3 }),
    fc.array(note, { minLength: 3, maxLength: 3 }),
    fc.boolean(),
  )
  .map(([keys, values, notes, hasComma]) => ({ indent }) => {
    const margin = " ".repeat(indent + 2);
    const lines = keys.map(
      (key, index) =>
        `${margin}${key}: ${values[index]}${index < keys.length - 1 || hasComma ? "," : ""}${notes[index]}`,
    );
    return [" {", ...lines, `${" ".repeat(indent + 1)}}`];
  });

const literal: fc.Arbitrary<Block> = fc
  .tuple(
    fc.constantFrom("|", "|-", "|+", ">", "| # note"),
    fc.constantFrom<Lines[]>(["x"], ["x", "# no comment", "  y"], ["x", "", ""]),
  )
  .map(([header, lines]) => ({ indent, step }) => [
    ` ${header}`,
    ...lines.map((line) => (line === "" ? "" : " ".repeat(indent + step) + line)),
  ]);

const inline: fc.Arbitrary<Block> = fc
  .tuple(
    anchor,
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...SCALARS) },
      { weight: 2, arbitrary: flow },
      { weight: 1, arbitrary: fc.constantFrom("*p", "*q") },
    ),
    note,
  )
  .map(([mark, text, words]) => () => [` ${text.startsWith("*") ? "" : mark}${text}${words}`]);

const nothing: fc.Arbitrary<Block> = note.map((words) => () => [words]);

const list: fc.Arbitrary<Block> = fc
  .tuple(
    note,
    fc.array(fc.tuple(fc.constantFrom(...FLOW_SCALARS, "{ a: 1 }"), note), { minLength: 1, maxLength: 3 }),
    fc.boolean(),
  )
  .map(([words, items, isIn]) => ({ indent, step }) => [
    words,
    ...items.map(([item, about]) => `${" ".repeat(indent + (isIn ? step : 0))}- ${item}${about}`),
  ]);

const { map } = fc.letrec<{ map: Block; value: Block }>((tie) => ({
  map: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...KEYS), tie("value"), distance), {
      minLength: 1,
      maxLength: 4,
      selector: ([key]) => key,
    })
    .map((entries) => (style) => {
      const margin = " ".repeat(style.indent);
      return entries.flatMap(([key, value, before]) => {
        const [first = "", ...rest] = value(style);
        return [...before.map((line) => (line === "" ? "" : margin + line)), `${margin}${key}:${first}`, ...rest];
      });
    }),
  value: fc.oneof(
    { maxDepth: 3 },
    { weight: 6, arbitrary: inline },
    { weight: 1, arbitrary: nothing },
    { weight: 1, arbitrary: longFlow },
    { weight: 1, arbitrary: literal },
    { weight: 1, arbitrary: list },
    {
      weight: 3,
      arbitrary: fc.tuple(anchor, note, tie("map")).map(
        ([mark, words, inner]): Block =>
          ({ indent, step }) => [` ${mark}`.trimEnd() + words, ...inner({ indent: indent + step, step })],
      ),
    },
  ),
}));

/** Valid texts only: an alias needs its anchor before it, and both are put in blindly. */
function whole(root: fc.Arbitrary<Block>): fc.Arbitrary<string> {
  const head = fc.constantFrom<Lines[]>([], ["# head", ""], ["# head"], ["---"]);
  const tail = fc.constantFrom<Lines[]>([""], [], ["# end"], ["", "# end", ""]);
  return fc
    .tuple(root, fc.constantFrom(2, 4, 1), fc.constantFrom("\n", "\r\n"), head, tail)
    .map(([block, step, end, before, after]) => [...before, ...block({ indent: 0, step }), ...after].join(end))
    .map((text) => (readAny(text).marks.length === 0 ? text : text.replaceAll(/\*[pq]/g, "x")))
    .filter((text) => readAny(text).marks.length === 0);
}

export const styledYaml: fc.Arbitrary<string> = whole(map);

/** Configurations in the same styles: bots, templates and accounts whose keys stand in any order. */
const BOT_KEYS = ["extends", "title", "'title'", "leverage", "enabled", "access", "exceptions", "pairTitle", "unknown"];
const SECTIONS = ["version", "vars", "accounts", "defaults", "templates", "bots", "other", "protectedTitles"];

function mapOf(keys: readonly string[], value: fc.Arbitrary<Block>): fc.Arbitrary<Block> {
  const entry = fc.tuple(fc.constantFrom(...keys), value, distance);
  return fc
    .uniqueArray(entry, { minLength: 1, maxLength: 6, selector: ([key]) => key.replaceAll("'", "") })
    .map((entries) => (style) => entries.flatMap(([key, block, before]) => entryLines(style, key, block, before)));
}

function entryLines(style: Style, key: string, value: Block, before: Lines): Lines {
  const margin = " ".repeat(style.indent);
  const [first = "", ...rest] = value(style);
  return [...before.map((line) => (line === "" ? "" : margin + line)), `${margin}${key}:${first}`, ...rest];
}

function below(inner: fc.Arbitrary<Block>): fc.Arbitrary<Block> {
  const tail = fc.constantFrom<Lines[]>([], [], [], ["# below"], ["", "# below"]);
  return fc.tuple(anchor, note, inner, tail).map(
    ([mark, words, block, after]): Block =>
      ({ indent, step }) => {
        const margin = " ".repeat(indent + step);
        const comments = after.map((line) => (line === "" ? "" : margin + line));
        return [` ${mark}`.trimEnd() + words, ...block({ indent: indent + step, step }), ...comments];
      },
  );
}

const flowBot: fc.Arbitrary<Block> = fc
  .tuple(
    anchor,
    fc.uniqueArray(fc.constantFrom(...BOT_KEYS), { maxLength: 5 }),
    fc.array(flow, { minLength: 5, maxLength: 5 }),
    note,
  )
  .map(([mark, keys, values, words]) => () => {
    const entries = keys.map((key, index) => `${key}: ${values[index]}`);
    return [` ${mark}{ ${entries.join(", ")} }${words}`];
  });
const settings = fc.oneof(
  { weight: 4, arbitrary: inline },
  { weight: 1, arbitrary: literal },
  { weight: 1, arbitrary: list },
);
const bot = fc.oneof(below(mapOf(BOT_KEYS, settings)), flowBot, flowBot, inline);
const section = fc.oneof(below(mapOf(["b", "a", "c"], bot)), bot, inline, below(map));

export const styledBots: fc.Arbitrary<string> = whole(mapOf(SECTIONS, section));
