// botform explain: every field, key and code can be asked for. What it prints of some is in explain/*.scenario.
import { describe, expect, it } from "vitest";
import { CONFIG_KEYS } from "../../src/config/schema/keys.js";
import { accountSchema, fileSchema } from "../../src/config/schema/schema.js";
import { botSchema } from "../../src/config/schema/schema-bot.js";
import { FIELD_NAMES, fieldSpec, isFieldName } from "../../src/model/bot/field.js";
import { wireNames } from "../../src/service/canonical.js";
import { UNKNOWNS } from "../../src/service/unknowns.js";
import { botform } from "../support/command.js";

const explain = (...args: string[]) => botform(["explain", ...args]);

describe("explain", () => {
  it("lists everything without a name, and everything on the list can be explained", async () => {
    const { out } = await explain("--format", "json");
    const { fields, keys, codes, ...head } = JSON.parse(out);
    expect(head).toMatchObject({ command: "explain", ok: true, exitCode: 0 });
    expect([fields, keys]).toEqual([[...FIELD_NAMES], Object.keys(CONFIG_KEYS)]);
    expect(codes).toContain("plan/copies");
    const text = (await explain()).out;
    for (const name of [...fields, ...keys, ...codes]) expect(text).toContain(name);
    for (const line of text.split("\n")) expect(line).toMatch(/^.{0,96}$/);
  });

  it("shows a name that isn't plain text as text", async () => {
    const err = expect.stringContaining("nothing to explain is called \\u{1b}[2J");
    expect(await explain("\u001b[2J")).toEqual({ exitCode: 3, out: "", err });
  });
});

describe("what it is told from", () => {
  it("names every key of the configuration that is no field, in its place, and no other", () => {
    const shapes = { file: fileSchema.shape, account: accountSchema.shape, bot: botSchema.shape };
    // One that accounts and bots have is a bot's, and its meaning says what it is of an account.
    const places = Object.entries(shapes).flatMap(([place, shape]) =>
      Object.keys(shape).map((key) => [key, place] as const),
    );
    const expected = [...new Map(places)].filter(([key]) => !isFieldName(key)).map(([key, place]) => `${place} ${key}`);
    const told = Object.entries(CONFIG_KEYS).map(([key, { place }]) => `${place} ${key}`);
    expect(told.sort(), "src/config/schema/keys.ts says what each key means").toEqual(expected.sort());
  });

  it("says of every scale that it has no off, and has a name on the wire for every field", () => {
    for (const name of FIELD_NAMES) {
      const isScale = fieldSpec(name).off === "omit";
      expect(UNKNOWNS[name]?.some((text) => text.startsWith("No parameter switches it off")) ?? false).toBe(
        isScale && wireNames(name).flag !== undefined,
      );
      expect(wireNames(name)).toMatchObject({ parameter: name, read: expect.stringMatching(/^(?:settings\.)?\w+$/) });
    }
  });
});
