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
    "Everything that the interface states, where botform sends or shows it, and whether the emulator has it. A test makes this page",
    "from the code (`test/docs/coverage.test.ts`): parameters are caught as they leave the client, fields are changed one by one in the",
    "service's answer and looked for in the commands' documents, and the emulator is driven through a deal. What is to be covered is",
    `read from a transcript of the interface's tables. ${counts.join(", ")}.`,
    "",
    "## Operations",
    "",
    ...table(["operation", "request", "effect", "commands", "emulator"], operationRows(facts)),
    "",
    "## Parameters",
    "",
    "Every parameter travels in the query. _emulator_: it refuses the request without the parameter, or takes it.",
    "",
    ...table(
      ["operation", "parameter", "type", "needed", "bounds", "where its value comes from", "emulator"],
      parameterRows(facts),
    ),
    "",
    "## Fields of resources",
    "",
    "_shown_: the command, and the keys of its JSON document that change with the field.",
    "",
    ...table(["resource", "field", "shown", "emulator"], fieldRows(facts)),
    "",
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
