// docs/reference/coverage.md: everything that the interface states, and where botform and the emulator have it. UPDATE_GOLDEN=1 rewrites it.
import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS, type OperationName } from "../../src/service/operations.js";
import { botform } from "../support/command.js";
import { type Facts, gather } from "./covered/facts.js";
import { hookFieldRows, hookRows } from "./covered/hook-rows.js";
import { fieldRows, limitRows, operationRows, parameterRows, type Row } from "./covered/rows.js";
import { ENVELOPE_STATED, FIELDS_STATED, LIMITS_STATED, OPERATIONS_STATED } from "./covered/stated.js";
import { CALLED, COMMANDS_OF } from "./covered/words.js";

const PAGE = "docs/reference/coverage.md";
const MISSING = "**missing**";

let facts: Facts;
beforeAll(async () => {
  facts = await gather();
});

describe("everything that the interface states", () => {
  it("is in the page, which is as the code has it", () => {
    const fresh = page();
    if (process.env.UPDATE_GOLDEN === "1") writeFileSync(PAGE, fresh);
    else expect(readFileSync(PAGE, "utf8")).toBe(fresh);
  });

  it("is nowhere missing", () => {
    expect(
      page()
        .split("\n")
        .filter((line) => line.includes(MISSING)),
    ).toEqual([]);
  });

  it("names operations as the table of operations has them, each once", () => {
    expect(Object.keys(CALLED)).toEqual(Object.keys(OPERATIONS_STATED));
    expect(Object.values(CALLED).toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
  });

  it("is reached by commands that exist", async () => {
    const names = [...new Set(Object.values(COMMANDS_OF).flat())];
    const helps = await Promise.all(names.map((name) => botform([...name.split(" "), "--help"])));
    for (const [index, { out }] of helps.entries()) expect(out).toContain(`Usage: botform ${names[index]}`);
  });

  it("finds what a table lacks: the check itself can fail", () => {
    const without: Facts = { ...facts, shown: new Map(), sent: new Map() };
    const rows = [...fieldRows(without), ...parameterRows(without)];
    const stated = Object.values(FIELDS_STATED).flat().length;
    expect(rows.filter((row) => row.some((cell) => cell === undefined)).length).toBeGreaterThan(stated);
  });
});

function page(): string {
  const counts = [
    `${Object.keys(OPERATIONS_STATED).length} operations`,
    `${parameterRows(facts).length} parameters`,
    `${fieldRows(facts).length} fields of resources`,
    `${hookFieldRows().length} fields of webhooks`,
    `${LIMITS_STATED.length} limits`,
  ];
  return [
    "# Coverage of the interface",
    "",
    "Everything that the interface states, where botform sends or shows it, and whether the emulator has it:",
    `${counts.join(", ")}.`,
    "",
    "A test makes this page from the code (`test/docs/coverage.test.ts`) and from a transcript of the interface's tables. It catches parameters",
    "as they leave the client. It changes each field in the service's answer and looks for it in the commands' documents. It drives the emulator through a deal.",
    "",
    "## Operations",
    "",
    ...table(["operation", "request", "effect", "commands", "emulator"], operationRows(facts)),
    "",
    "## Parameters",
    "",
    "Every parameter travels in the query. _emulator_: it refuses the request without the parameter (insists), or takes it.",
    "",
    ...table(
      ["operations", "parameter", "type", "needed", "bounds", "where its value comes from", "emulator"],
      oncePerParameter(parameterRows(facts)),
    ),
    "",
    "## Fields of resources",
    "",
    "_shown_: the command, and the keys of its JSON document that change with the field. The emulator has every field; one that it lacked would say so.",
    "",
    ...byResource(fieldRows(facts)),
    `The envelope (${ENVELOPE_STATED.map((name) => `\`${name}\``).join(", ")}) is read in \`service/errors\`: without \`isSuccess\` an answer is a failure, and \`errorMessage\` is in the message.`,
    "",
    "## Webhooks",
    "",
    ...table(["operation", "after account and token", "members of the body", "configuration", "emulator"], hookRows()),
    "",
    ...table(["field", "type", "in bodies of", "emulator"], hookFieldRows()),
    "",
    "## Limits",
    "",
    ...table(["limit", "botform", "emulator"], limitRows()),
    "",
  ].join("\n");
}

/** Operations that take a parameter alike share a row. */
function oncePerParameter(rows: readonly Row[]): readonly Row[] {
  const keyOf = ([, ...rest]: Row) => JSON.stringify(rest.map((cell) => cell ?? MISSING));
  return [...grouped(rows, keyOf).values()].map((alike): Row => {
    const [, ...rest] = alike[0] ?? [];
    return [alike.map(([operation]) => operation ?? MISSING).join(", "), ...rest];
  });
}

function grouped(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

/** A table for each resource. */
function byResource(rows: readonly Row[]): readonly string[] {
  return [...grouped(rows, ([resource]) => resource ?? MISSING)].flatMap(([resource, own]) => [
    `### ${resource}`,
    "",
    ...table(
      ["field", "shown"],
      own.map(([, field, shown, emulator]): Row => [field, emulator === undefined ? undefined : shown]),
    ),
    "",
  ]);
}

function table(heads: readonly string[], rows: readonly Row[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map((row) => line(row.map((cell) => cell ?? MISSING)))];
}

it("a failed answer is told by its envelope alone", () => {
  expect(facts.envelope).toEqual({ isSuccess: true, errorMessage: true });
});

it("every operation is one of the table's effects", () => {
  const effects = new Set(Object.keys(OPERATIONS).map((name) => OPERATIONS[name as OperationName].effect));
  expect([...effects].toSorted()).toEqual(["bots", "deals", "read"]);
});
