// Generated parts of docs/ are as the code has them. UPDATE_GOLDEN=1 rewrites them.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FIELDS, type FieldSpec } from "../../src/model/bot/field.js";

const PAGE = "docs/reference/configuration.md";
const [BEGIN, END] = ["<!-- fields -->", "<!-- end of fields -->"];

it("lists every field with its bounds", () => {
  const text = readFileSync(PAGE, "utf8");
  const [before = "", rest = ""] = text.split(BEGIN);
  const after = rest.includes(END) ? rest.slice(rest.indexOf(END) + END.length) : rest;
  const fresh = `${before}${BEGIN}\n\n${table()}\n${END}${after}`;
  if (process.env.UPDATE_GOLDEN === "1") writeFileSync(PAGE, fresh);
  else expect(text).toBe(fresh);
});

function table(): string {
  const rows = FIELDS.map((field: FieldSpec) => {
    const off = field.off === "never" ? "" : "yes";
    return `| \`${field.name}\` | ${values(field)} | ${field.required ? "yes" : ""} | ${off} | ${field.about.replaceAll("<", "&lt;")} |`;
  });
  return [
    "| key | values | needed to create | `null` | meaning |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

function values(field: FieldSpec): string {
  if (field.words !== undefined) return field.words.join(", ");
  if (field.kind === "text") return "text";
  const kind = field.kind === "integer" ? "whole number" : "number";
  if (field.min !== undefined) return `${kind} from ${field.min} to ${field.max}`;
  return `${kind} above ${field.above}`;
}
