// Explanations of a field, a key, a parameter or a code, as text within the width of a terminal.

import { groupBy } from "../../model/order.js";
import { counted } from "../../model/text/counted.js";
import type { Explained, FieldFacts, Index } from "../../model/text/explained.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";

const WIDTH = 96;
const LABELS = 10;

/** Everything that is known by one name, ending in a line feed. */
export function explainText(explained: readonly Explained[], colour: Paint): string {
  return explained.map((one) => textOf(one, colour)).join("\n");
}

function textOf(one: Explained, colour: Paint): string {
  if (one.kind === "field") return fieldText(one, colour);
  if (one.kind === "key")
    return `${colour.bold(one.name)}  ${PLACES[one.place] ?? one.place}\n\n${wrapped(one.meaning)}`;
  if (one.kind === "word")
    return `${colour.bold(one.name)}  a term of plans and of the documentation\n\n${wrapped(one.meaning)}`;
  if (one.kind === "parameter")
    return `${colour.bold(one.name)}  a parameter of "${one.operation}"\n\n${wrapped(one.meaning)}${openText(one.unknown, colour)}`;
  const severity = one.severity === "error" ? colour.bad("error") : colour.change("warning");
  return `${colour.bold(one.name)}  ${severity}: ${one.title}\n\n${wrapped(one.help)}`;
}

const PLACES: Readonly<Record<string, string>> = {
  file: "a key at the top of a file",
  account: "a key of an account",
  bot: "a key of a bot",
};

function fieldText(facts: FieldFacts, colour: Paint): string {
  const { name, meaning, values, required, absent, off, wire, unknown, seen = [] } = facts;
  const flag = wire.flag === undefined ? "" : `, with its flag ${wire.flag}`;
  const rows = [
    ["values", values],
    ["create", required ? "needed" : "not needed"],
    ["absent", absent],
    ["null", off],
    ["wire", `set by the parameter ${wire.parameter}, read as ${wire.read}${flag}`],
  ] as const;
  const table = rows.map(([label, text]) => hanging(`  ${label.padEnd(LABELS)}`, text)).join("");
  return `${colour.bold(name)}  a field of a bot\n\n${wrapped(meaning)}\n${table}${openText(unknown, colour)}${seenText(seen, colour)}`;
}

/** By service. */
function seenText(answers: NonNullable<FieldFacts["seen"]>, colour: Paint): string {
  const services = [...groupBy(answers, ({ origin }) => origin)].map(([origin, own]) => {
    const lines = own.map(({ asks, name, answer, seen }) =>
      hanging("  - ", clean(`${asks} ${name}: ${answer} (${seen})`)),
    );
    return `\n${colour.bold(`What ${clean(origin)} was seen to do`)}\n${lines.join("")}`;
  });
  return services.join("");
}

function openText(unknown: readonly string[], colour: Paint): string {
  if (unknown.length === 0) return "";
  return `\n${colour.bold("Not documented by the service")}\n${unknown.map((text) => hanging("  - ", text)).join("")}`;
}

/** All names there are, ending in a line feed. */
export function indexText({ fields, keys, parameters, codes, words }: Index, colour: Paint): string {
  const block = (count: string, names: readonly string[]) =>
    `${colour.bold(count)}\n${hanging("  ", names.join(", "))}`;
  const list = (count: string, names: readonly string[]) =>
    `${colour.bold(count)}\n${names.map((name) => `  ${name}\n`).join("")}`;
  return [
    block(`${counted(fields.length, "field")} of a bot`, fields),
    block(`${counted(keys.length, "other key")}`, keys),
    block(`${counted(parameters.length, "parameter")} of a command`, parameters),
    block(`${counted(words.length, "word")} of plans and pages`, words),
    list(counted(codes.length, "code"), codes),
  ].join("\n");
}

function wrapped(text: string): string {
  return hanging("", text);
}

/** The text after its label, and every further line under the text. */
function hanging(label: string, text: string): string {
  const lines: string[] = [];
  let line = label;
  for (const word of text.split(" ")) {
    const isFirst = line.length === label.length;
    if (!isFirst && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = " ".repeat(label.length) + word;
    } else line += isFirst ? word : ` ${word}`;
  }
  return `${[...lines, line].join("\n")}\n`;
}
