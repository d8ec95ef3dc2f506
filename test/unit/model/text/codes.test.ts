// Every diagnostic code stands in a table with its title and help, and no table holds a code that nothing says.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CONFIG_CODES } from "../../../../src/config/schema/codes.js";
import { WEBHOOK_CONFIG_CODES } from "../../../../src/config/webhooks/webhook-codes.js";
import { SOURCE_CODES } from "../../../../src/config/yaml/source-codes.js";
import { PLAN_CODES } from "../../../../src/model/plan/plan-codes.js";
import { PLANFILE_CODES } from "../../../../src/model/planfile/planfile-codes.js";
import type { CodeRow } from "../../../../src/model/text/diagnostic.js";
import { WEBHOOK_CODES } from "../../../../src/model/webhook/webhook-codes.js";

const TABLES: Readonly<Record<string, Readonly<Record<string, CodeRow>>>> = {
  "config/schema/codes.ts": CONFIG_CODES,
  "config/webhooks/webhook-codes.ts": WEBHOOK_CONFIG_CODES,
  "config/yaml/source-codes.ts": SOURCE_CODES,
  "model/plan/plan-codes.ts": PLAN_CODES,
  "model/planfile/planfile-codes.ts": PLANFILE_CODES,
  "model/webhook/webhook-codes.ts": WEBHOOK_CODES,
};
const ROWS = new Map(Object.values(TABLES).flatMap((table) => Object.entries(table)));

/** Each code that a file outside the tables says, and where. */
const SAID = new Map(
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && TABLES[file] === undefined)
    .flatMap((file) =>
      [
        ...readFileSync(join("src", file), "utf8").matchAll(/"((?:config|plan|planfile|apply|webhook)\/[a-z0-9-]+)"/g),
      ].map((match) => [match[1] ?? "", file] as const),
    ),
);

describe("codes", () => {
  it("are all in a table", () => {
    expect([...SAID].filter(([code]) => !ROWS.has(code))).toEqual([]);
  });

  it("are all said somewhere", () => {
    const lost = [...ROWS.keys()].filter((code) => !SAID.has(code));
    expect(lost, "each code is reported somewhere in src, or its row goes").toEqual([]);
  });

  it("have a title of one line and help of whole sentences", () => {
    for (const [code, { title, help }] of ROWS) {
      expect(title, code).toMatch(/^[A-Z].*[^.]$/);
      expect(help, code).toMatch(/^\S[^\n]*[.)]$/);
    }
  });
});
