// The schema beside a configuration: what editors complete with, and whose file is left alone.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeEditorSchema } from "../../../../src/app/files/editor-schema.js";
import { loadSources } from "../../../../src/config/load.js";
import { jsonSchemas } from "../../../../src/config/schema/jsonschema.js";
import { folder } from "../room.js";

const at = folder();

/** Two accounts with the same accesses, and bots of these titles on both. */
function config(...titles: readonly string[]) {
  const account = {
    ...{ apiUrl: "https://api.example.net", apiKey: "${env.BOTFORM_KEY}", apiSecret: "${env.BOTFORM_SECRET}" },
    accesses: { primary: "Main futures", second: 102 },
  };
  const bots = titles.map(
    (title, index) => [`b${index}`, { title, pairTitle: "USDT-BTC", access: "primary" }] as const,
  );
  const file = { version: 1, accounts: { main: account, other: account }, bots: Object.fromEntries(bots) };
  return loadSources([{ file: "botform.yaml", text: JSON.stringify(file) }]);
}

function place(): string {
  const dir = at.fresh("project");
  mkdirSync(dir, { recursive: true });
  return dir;
}

it("is the published one with the names that there are, each once", async () => {
  const dir = place();
  const file = await writeEditorSchema(dir, config("a", "b"), true);
  expect(file).toBe(join(dir, "botform.schema.json"));
  const { $comment, ...schema } = JSON.parse(readFileSync(file ?? "", "utf8"));
  const { accounts, bots, defaults } = schema.properties;
  const bot = bots.additionalProperties.properties;
  expect($comment).toMatch(/^Written by botform/);
  expect(accounts.additionalProperties.properties.accesses.additionalProperties.examples).toEqual([
    "Main futures",
    102,
  ]);
  expect([defaults.properties.access.examples, bot.access.examples]).toEqual([
    ["primary", "second"],
    ["primary", "second"],
  ]);
  expect(JSON.stringify(bot.previousTitles)).toContain('"examples":["a","b"]');
  expect(JSON.stringify(bot.twin)).toContain('"examples":["a","b"]');
  const published = JSON.parse(JSON.stringify(jsonSchemas()["botform.schema.json"]));
  expect(Object.keys(schema)).toEqual(Object.keys(published));
});

it("is written again by botform where botform wrote it, and made only for a new configuration", async () => {
  const dir = place();
  expect(await writeEditorSchema(dir, config(), false)).toBeUndefined();
  const file = (await writeEditorSchema(dir, config("a"), true)) ?? "";
  await writeEditorSchema(dir, config("new"), false);
  expect(readFileSync(file, "utf8")).toContain('"new"');
  writeFileSync(file, "{}");
  expect([await writeEditorSchema(dir, config(), true), readFileSync(file, "utf8")]).toEqual([undefined, "{}"]);
});
