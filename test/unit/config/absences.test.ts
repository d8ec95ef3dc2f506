// What is missing isn't reported where a part that can't be used may have it.
import { expect, it } from "vitest";
import { load } from "./fleet.js";

it("what is missing may stand in a file that can't be read", () => {
  const account =
    "  main: { preset: cryptorg, apiKey: '${env.BOTFORM_KEY}', apiSecret: '${env.BOTFORM_SECRET}', accesses: { primary: Main, second: B } }\n";
  const bot = 'title: "${nme}", extends: t';
  const text = `accounts:\n${account}bots: { a: { ${bot} }, b: { title: B, access: second, webhooks: { open: true }, priceLevel: UPPER, indicatorGroup: FOMO, countOrderMax: 3 }, c: { title: C, access: second, only: [copy] } }\n`;
  const codes = (texts: readonly string[]) => load(texts).diagnostics.map(({ code }) => code.slice(7));
  expect(codes([text, "bots: {\n"])).toEqual(["yaml-syntax"]);
  expect([...new Set(codes([text]))].sort()).toEqual([
    "access-missing",
    "incomplete-bot",
    "incomplete-indicator",
    "price-level-missing",
    "safety-volume-missing",
    "undefined-variable",
    "unknown-account",
    "unknown-template",
    "version-missing",
    "webhook-incomplete",
    "webhook-safety-volume",
  ]);
});
