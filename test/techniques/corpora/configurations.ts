// Random configurations: from a grammar of what people write, with secrets where they don't belong, and then damaged.
import fc from "fast-check";
import { FIELDS, type FieldSpec } from "../../../src/model/bot/field.js";

/** Stands in every secret's place. */
export const CANARY = "CANARYx7f3a9c41";

/** Lines that stay together: a secret that was torn from its name is a text like any other. */
interface Chunk {
  readonly lines: readonly string[];
  readonly isSecret: boolean;
}

const plain = (...lines: string[]): Chunk => ({ lines, isSecret: false });
const textOf = (chunks: readonly Chunk[]) => `${chunks.flatMap(({ lines }) => lines).join("\n")}\n`;

/** The usual, and once in so many times the unusual. */
const mostly = <T>(usual: fc.Arbitrary<T>, times: number, unusual: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: unusual });

const ODD_TEXTS =
  `'' | " | é | 中文 | \u202eabc | 😀 | a: b | a #b | \${x} | \${env.BOTFORM_A} | null | ~ | yes | >-`.split(" | ");
const ODD_NUMBERS = "1e400 9007199254740993 0x1F 0o7 1_000 -0 .5 5. +5 1e-7 .inf .NaN '5' 5%".split(" ");
const ODD_NODES = "&a 5 | *a | !x 5 | !!str 5 | [5] | { a: 5 } | [ | } | @ | ` | % |  | - 5 | ? 5 | __proto__".split(
  " | ",
);
const odd = fc.constantFrom(...ODD_TEXTS, ...ODD_NUMBERS, ...ODD_NODES);

function valueFor(spec: FieldSpec): fc.Arbitrary<string> {
  if (spec.words !== undefined) return fc.constantFrom(...spec.words);
  if (spec.name === "pairTitle") return fc.constantFrom("USDT-BTC", "USDT-ETH", "BUSD-1000PEPE");
  if (spec.kind === "text") return fc.constantFrom("5MIN", "A title", '"quoted: text"', "Größe 中 😀", "it's");
  const whole = fc
    .integer({ min: Math.ceil(spec.min ?? 1), max: Math.floor(Math.min(spec.max ?? 500, 500)) })
    .map(String);
  return spec.kind === "integer" ? whole : fc.oneof(whole, fc.constantFrom("1.20", "1.05", "1.5", "1.9999"));
}

const fieldLine = (indent: string) =>
  fc
    .constantFrom(...FIELDS.filter(({ name }) => name !== "title"))
    .chain((spec) => mostly(valueFor(spec), 30, odd).map((value) => `${indent}${spec.name}: ${value}`));
const fields = (indent: string, most: number) =>
  fc.uniqueArray(fieldLine(indent), { maxLength: most, selector: (line) => line.split(":")[0] ?? line });

const bot = fc
  .tuple(fc.nat(30), fields("    ", 6), fc.boolean())
  .map(([number, lines, isOn]): Chunk[] => [
    plain(`  b${number}:`),
    plain(`    title: Bot ${number}`),
    ...lines.map((line) => plain(line)),
    plain(`    enabled: ${isOn}`),
  ]);
const bots = fc.uniqueArray(bot, { minLength: 1, maxLength: 4, selector: ([key]) => key?.lines[0] });

/** Enough to create a bot from. */
const COMPLETE = `pairTitle: USDT-BTC, strategy: LONG, leverage: 5, marginMode: CROSS, typeTakeProfit: LIMIT,
  typeFirstOrder: MARKET, percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 20`.split(/,\s+/);
const defaults = mostly(fields("  ", 4), 1, fc.constant(COMPLETE.map((line) => `  ${line}`)));

/** Ways to write a secret down, all at the indentation of an account's key. */
const SECRETS: readonly (readonly string[])[] = [
  [`    apiSecret: ${CANARY}`],
  [`    apiKey: "${CANARY}"`],
  [`    "apiSecret": '${CANARY}'`],
  ["    apiSecret:", `      ${CANARY}`],
  ["    apiSecret: |", `      ${CANARY}`, `      ${CANARY}`],
  ["    apiSecret: >-", `      a ${CANARY}`],
  [`    apiSecret: [${CANARY}]`],
  [`    apiSecret: { x: ${CANARY} }`],
  [`    apiSecret: &${CANARY}`],
  [`    apiSecret: !${CANARY} x`],
  [`    apiSecret: ${CANARY}: x`],
  [`    apiSecret: "${CANARY}`],
  [`    apiSecret: \${env.BOTFORM_X} # ${CANARY}`],
  [`    apiSecert: ${CANARY}`],
  [`    api_key: ${CANARY}`],
  [`    webhookToken: ${CANARY}`],
  [`    hookUrl: https://h.example/crazy/hook/12:${CANARY}`],
  [`    apiUrl: https://user:${CANARY}@h.example`],
];
const secret = fc.constantFrom(...SECRETS).map((lines): Chunk => ({ lines, isSecret: true }));
const secrets = fc.array(secret, { minLength: 1, maxLength: 2 });

const account = fc
  .tuple(fc.constantFrom("main", "copy"), fc.constantFrom("report", "ignore", "turn-off"))
  .map(([name, undeclared]): Chunk[] => [
    plain(`  ${name}:`),
    plain("    apiUrl: https://api.example.net"),
    plain("    apiKey: ${env.BOTFORM_KEY}"),
    plain("    apiSecret: ${env.BOTFORM_SECRET}"),
    plain("    accesses: { primary: Main, second: 2 }"),
    plain(`    undeclared: ${undeclared}`),
  ]);

const wholeWith = (wrong: fc.Arbitrary<Chunk[]>) =>
  fc
    .tuple(account, wrong, defaults, bots)
    .map(([lines, put, shared, declared]): readonly Chunk[] => [
      plain("version: 1"),
      plain("accounts:"),
      ...lines,
      ...put,
      plain("defaults:"),
      plain("  access: primary"),
      ...shared.map((line) => plain(line)),
      plain("bots:"),
      ...declared.flat(),
    ]);

const FRAGMENTS = [
  "\t",
  "\r",
  " #",
  "&a ",
  "*a",
  "!x ",
  "<<: ",
  "\0",
  "\u202e",
  "\ufeff",
  "\u2028",
  "é",
  "---",
  "1e400",
].concat([...":-?{}[]\"'|%@`~"]);

type Damage = (chunks: readonly Chunk[]) => readonly Chunk[];

/** Deletes, doubles, moves in or out, carries elsewhere, or splices; never into a secret's own lines. */
function damage(size: number): fc.Arbitrary<Damage> {
  const at = fc.nat(size - 1);
  const replaced =
    (change: (chunk: Chunk) => Chunk[], index: number): Damage =>
    (chunks) =>
      chunks.flatMap((chunk, here) => (here === index ? change(chunk) : [chunk]));
  const relined = (change: (line: string) => string, index: number): Damage =>
    replaced((chunk) => [{ ...chunk, lines: chunk.lines.map(change) }], index);
  const spliced = (column: number, cut: number, put: string, index: number): Damage => {
    const change = (line: string) => line.slice(0, column) + put + line.slice(column + cut);
    return replaced((chunk) => [chunk.isSecret ? chunk : { ...chunk, lines: chunk.lines.map(change) }], index);
  };
  return fc.oneof(
    at.map((index) => replaced(() => [], index)),
    at.map((index) => replaced((chunk) => [chunk, chunk], index)),
    fc.tuple(at, fc.constantFrom(" ", "  ", "     ")).map(([index, by]) => relined((line) => by + line, index)),
    at.map((index) => relined((line) => line.replace(/^ {1,2}/, ""), index)),
    fc.tuple(at, at).map(
      ([from, to]): Damage =>
        (chunks) =>
          chunks.toSpliced(to, 0, ...chunks.slice(from, from + 1)),
    ),
    fc
      .tuple(fc.nat(20), fc.constantFrom(0, 0, 1, 3), fc.constantFrom("", ...FRAGMENTS), at)
      .map((parts) => spliced(...parts)),
  );
}

/** A configuration as people mean it; most have no error. */
export const wholeConfiguration: fc.Arbitrary<string> = wholeWith(fc.constant([])).map(textOf);

/** One with secrets in it, or none, and in two of three cases with up to four damages. */
export const configuration: fc.Arbitrary<string> = wholeWith(mostly(secrets, 1, fc.constant([]))).chain((chunks) =>
  mostly(fc.array(damage(chunks.length), { minLength: 1, maxLength: 4 }), 2, fc.constant<Damage[]>([])).map((damages) =>
    textOf(damages.reduce((now, change) => change(now), chunks)),
  ),
);
