import { expect, test } from "vitest";
import { settingOf, textOf } from "../../../src/config/settings.js";

const AT = { file: "a.yaml", path: ["accounts"] };

test("a setting is a literal, or refers to a variable", () => {
  expect(settingOf("https://a.example", AT)).toEqual({ value: "https://a.example", origin: AT });
  expect(settingOf("${env.BOTFORM_X}", AT)).toEqual({ value: { env: "BOTFORM_X" }, origin: AT });
  expect(settingOf("x${env.BOTFORM_X}", AT).value).toBe("x${env.BOTFORM_X}");
});

test.each([
  [{ BOTFORM_X: " a\n" }, "a"],
  [{ BOTFORM_X: " " }, undefined],
  [{}, undefined],
  [Object.create({ BOTFORM_X: "inherited" }), undefined],
])("of %j its text is %j", (env, text) => {
  expect(textOf({ value: { env: "BOTFORM_X" }, origin: AT }, env)).toBe(text);
  expect(textOf({ value: "as it is", origin: AT }, env)).toBe("as it is");
});
