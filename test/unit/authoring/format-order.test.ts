// The canonical order of keys: every key that a configuration may have stands in it, and in the place that readers expect.
import { describe, expect, it } from "vitest";
import { formatText } from "../../../src/authoring/format.js";
import { FILE, type Shape } from "../../../src/authoring/format-order.js";
import { accountSchema, fileSchema } from "../../../src/config/schema/schema.js";
import {
  botSchema,
  defaultsSchema,
  exceptionSchema,
  overridesSchema,
  templateSchema,
} from "../../../src/config/schema/schema-bot.js";
import { FIELD_NAMES } from "../../../src/model/bot/field.js";
import { fieldsOf, PLAIN_OF, SECTIONS_OF, WEBHOOK_ACTIONS } from "../../../src/model/webhook/webhook.js";

function at(...path: string[]): Shape {
  return path.reduce((shape: Shape, name) => shape.parts?.[name] ?? shape.each ?? {}, FILE);
}

describe("the order of keys", () => {
  it.each([
    { map: "a file", shape: FILE, schema: fileSchema },
    { map: "an account", shape: at("accounts", "main"), schema: accountSchema },
    { map: "defaults", shape: at("defaults"), schema: defaultsSchema },
    { map: "overrides", shape: at("accounts", "main", "overrides"), schema: overridesSchema },
    { map: "a template", shape: at("templates", "t"), schema: templateSchema },
    { map: "a bot", shape: at("bots", "b"), schema: botSchema },
    { map: "an exception", shape: at("bots", "b", "exceptions", "e"), schema: exceptionSchema },
  ])("has every key of $map", ({ shape, schema }) => {
    const missing = Object.keys(schema.shape).filter((key) => !(shape.order ?? []).includes(key));
    expect(missing, "src/authoring/format-order.ts gives each key its place").toEqual([]);
  });

  it.each(WEBHOOK_ACTIONS)("has every key of the webhook %s", (action) => {
    const { order = [], parts = {} } = at("bots", "b", "webhooks", action);
    const keys: readonly string[] = [...PLAIN_OF[action], ...SECTIONS_OF[action]];
    expect(keys.filter((key) => !order.includes(key))).toEqual([]);
    for (const section of SECTIONS_OF[action]) expect(parts[section]?.order).toEqual(fieldsOf(section));
  });

  it("begins a file with its version and ends it with its bots; an account, with what opens it, and with what it makes of them", () => {
    expect(at("accounts", "main").order).toEqual([
      ...["preset", "apiUrl", "hookUrl", "hookAccount", "hookToken", "hookPaths", "hookUrls", "apiKey", "apiSecret"],
      ...[
        "exchange",
        "accesses",
        "requestsPerSecond",
        "concurrency",
        "undeclared",
        "undeclaredSettings",
        "activeDeals",
        "mode",
        "limits",
        "titlePrefix",
      ],
      ...["volumeScale", "volumeStep", "volumeMin", "overrides", "assumptions", "serviceFacts"],
    ]);
    expect(FILE.order).toEqual([
      ...[
        "version",
        "vars",
        "requestsPerSecond",
        "state",
        "people",
        "accounts",
        "defaults",
        "templates",
        "holds",
        "protectedTitles",
        "policyFiles",
      ],
      ...["policies", "breakers", "rollout", "variants", "bots"],
    ]);
  });

  it("begins a bot with what it inherits and who it is, and ends it with its switch and what is left alone", () => {
    const fields = FIELD_NAMES.filter((name) => name !== "title");
    const keys = [
      ...["extends", "forEach", "only", "except", "botId", "access", "title", "previousTitles", ...fields],
      ...[
        "enabled",
        "protect",
        "freezeActiveDeals",
        "undeclaredSettings",
        "ignore",
        "unmanaged",
        "webhooks",
        "exceptions",
      ],
    ];
    const written = (names: readonly string[]) => `bots:\n  a:\n${names.map((name) => `    ${name}: 1\n`).join("")}`;
    expect(formatText({ file: "b.yaml", text: written(keys.toReversed()) })).toEqual({
      kind: "text",
      text: written(keys),
    });
  });
});
