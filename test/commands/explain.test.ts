// botform explain: every field, key and code can be asked for, and a slip of the hand is answered with the right name.
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
  it("tells of a field its meaning, bounds, off, names on the wire, and what is unknown", async () => {
    const { exitCode, out, err } = await explain("martingaleScale");
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(out.replace(/\s+/g, " ")).toMatch(
      /number from 1\.05 to 2 create not needed absent not managed: .* null off: the parameter is left away.* settings\.martingale_scale, with its flag settings\.martingale Not stated by the service - No parameter switches it off/,
    );
    expect((await explain("leverage")).out).toMatch(
      /whole number above 0\n.*needed\n[\s\S]*not allowed: it has no off/,
    );
  });

  it("tells of a code with or without its stage, and of both where two stages have it", async () => {
    const whole = await explain("config/unknown-key");
    expect(whole.out).toMatch(/^config\/unknown-key {2}error: A key isn't known\n\n/);
    expect(await explain("literal-secret")).toEqual(await explain("config/literal-secret"));
    const { out } = await explain("unknown-access");
    expect(out.match(/^\S+(?= {2}error: )/gm)).toEqual(["config/unknown-access", "plan/unknown-access"]);
    expect((await explain("planfile/expired")).out).toContain("out of time");
    expect((await explain("stale")).out).toContain("apply/stale");
  });

  it("tells of the other keys where they stand", async () => {
    expect((await explain("forEach")).out).toMatch(/^forEach {2}a key of a bot\n\n/);
    expect((await explain("volumeScale")).out).toMatch(/^volumeScale {2}a key of an account\n\n/);
  });

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

  it("prints one JSON document", async () => {
    expect(JSON.parse((await explain("title-taken", "--format", "json")).out)).toMatchObject({
      formatVersion: 1,
      command: "explain",
      explained: [{ kind: "code", name: "plan/title-taken", severity: "error" }],
    });
    const { exitCode, out } = await explain("levrage", "--format", "json");
    expect({ exitCode, ...JSON.parse(out) }).toMatchObject({ exitCode: 3, command: "explain", ok: false });
  });

  it.each([
    { name: "levrage", says: "Did you mean leverage?" },
    { name: "config/unkown-key", says: "Did you mean config/unknown-key?" },
    { name: "for-each", says: "Did you mean forEach?" },
    { name: "qqqqqqq", says: "botform explain lists" },
    { name: "__proto__", says: "botform explain lists" },
    { name: "toString", says: "nothing is called toString" },
    { name: "\u001b[2J", says: "nothing is called \\u{1b}[2J" },
  ])("answers $name with $says", async ({ name, says }) => {
    expect(await explain(name)).toEqual({ exitCode: 3, out: "", err: expect.stringContaining(says) });
  });

  it("says as JSON in one line what is two sentences", async () => {
    const { out } = await explain("qqqqqqq", "--format", "json");
    expect(JSON.parse(out).error).toBe("nothing is called qqqqqqq. botform explain lists all that there is.");
  });
});

describe("what it is told from", () => {
  it("names every key of the configuration that is no field, in its place, and no other", () => {
    const shapes = { file: fileSchema.shape, account: accountSchema.shape, bot: botSchema.shape };
    const expected = Object.entries(shapes).flatMap(([place, shape]) =>
      Object.keys(shape)
        .filter((key) => !isFieldName(key))
        .map((key) => `${place} ${key}`),
    );
    const told = Object.entries(CONFIG_KEYS).map(([key, { place }]) => `${place} ${key}`);
    expect(told.sort()).toEqual(expected.sort());
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
