// The plans of one account or of several: which form shows what, and what stands above, below and beside them.
import { describe, expect, it } from "vitest";
import {
  besidesDiff,
  makingAt,
  type PlanResult,
  plansDiff,
  plansHtml,
  plansJson,
  plansMarkdown,
  plansText,
} from "../../../src/render/plan-forms.js";
import { plannedBot, planOf, step } from "../reconcile/plan/plans.js";
import { gridOf, MARKED } from "./facts.js";

const warning = { severity: "warning", code: "plan/x", summary: "take care" } as const;
const finding = {
  code: "policy/x",
  severity: "deny",
  kind: "breach",
  summary: "it is so",
  remedy: "Mend it.",
} as const;
const plan = planOf([plannedBot("a", null, { managed: ["title"] })], [step("create", "a")], { diagnostics: [warning] });
const planned: PlanResult = { account: "main", exitCode: 2, plan };
const failed: PlanResult = {
  ...{ account: "copy", exitCode: 3, failure: "no answer\nat all", error: "no answer", diagnostics: [warning] },
};
const SETTING = { command: "plan", exitCode: 2, colour: MARKED, now: Date.UTC(2026, 10, 22, 2, 8) };
const BOT = '<good>+</good> <b>main/a</b>  "a" · new bot · Main\n    create: asked for\n';
const WARNING = "<change>warning</change>: take care <faint>[plan/x]</faint>\n";

const TABLE = `<b>ACCOUNT</b>  <b>CREATE</b>  <b>UPDATE</b>  <b>ON</b>  <b>OFF</b>  <b>BLOCKED BY</b>   <b>MARGIN</b>  <b>LOSS, WORST MOVE</b>
main          1       0   0    0  no
copy                              <bad>not planned</bad>
`;

describe("text", () => {
  it("of one plan is that plan, without a heading", () => {
    expect(plansText({ results: [planned], diagnostics: [warning] }, MARKED)).toBe(
      `<b>main: 1 to create · 0 unchanged · 1 warning</b>\n<good>  No error or limit blocks the apply.</good>\n\n${BOT}\n${WARNING}`,
    );
  });

  it("of several has each under its heading, what they share above, and the sum below", () => {
    expect(plansText({ results: [{ ...planned, own: [] }, failed], diagnostics: [warning] }, MARKED)).toBe(
      `${WARNING}\n${TABLE}\n<b>── main</b>\n<b>main: 1 to create · 0 unchanged</b>\n<good>  No error or limit blocks the apply.</good>\n\n${BOT}\n<b>── copy</b>\n${WARNING}\n<bad>Not planned:</bad> no answer\nat all\n\n<b>2 accounts: 1 to create · 0 unchanged · invalid: copy\n</b>`,
    );
  });

  it("of one that couldn't be planned has its heading", () => {
    expect(plansText({ results: [{ account: "copy", exitCode: 1, failure: "no" }] }, MARKED)).toBe(
      "<b>── copy</b>\n<bad>Not planned:</bad> no\n",
    );
  });
});

describe("a document", () => {
  it("has the same shape of one plan as of several, and in each what concerns its reader", () => {
    for (const results of [[planned], [planned, failed]])
      expect(Object.keys(JSON.parse(plansJson({ results }, SETTING)))).toEqual([
        ...["formatVersion", "command", "ok", "exitCode", "diagnostics", "accounts", "summary"],
      ]);
    const { accounts } = JSON.parse(plansJson({ results: [{ ...planned, own: [], ladders: () => ({}) }] }, SETTING));
    expect(Object.keys(accounts[0])).toEqual([
      "account",
      "ok",
      "exitCode",
      "diagnostics",
      "summary",
      "grade",
      "limits",
      "plan",
    ]);
  });
});

describe("a patch", () => {
  it("has every plan, and no word of one that couldn't be made", async () => {
    const patch = await plansDiff({ results: [planned, failed, planned] });
    expect(patch.match(/^--- observed\/main\.yaml$/gm)).toHaveLength(2);
    expect(patch).not.toContain("copy");
  });

  it("leaves to standard error what it doesn't say", () => {
    const denied = { ...plan, findings: [finding] };
    const FINDING =
      "<b>Policy: 1 denied</b>\n  <bad>deny  </bad> it is so <faint>[policy/x]</faint>\n         <good>fix:</good> Mend it.\n";
    const clear = { ...plan, diagnostics: [] };
    expect(besidesDiff({ results: [planned] }, MARKED)).toBe(WARNING);
    expect(besidesDiff({ results: [{ ...planned, plan: denied }] }, MARKED)).toBe(`${WARNING}${FINDING}`);
    expect(besidesDiff({ results: [planned, { ...planned, plan: clear }, failed] }, MARKED)).toBe(
      `<b>── main</b>\n${WARNING}<b>── copy</b>\n${WARNING}\n<bad>Not planned:</bad> no answer\nat all\n`,
    );
    expect(besidesDiff({ results: [{ ...planned, plan: clear }] }, MARKED)).toBe("");
  });
});

describe("a page", () => {
  it("of one plan is its own, with the ladders that are asked for", async () => {
    const ladder = { before: undefined, after: { grid: gridOf(), upper: null, lower: null } };
    const ladders = (addresses: readonly string[]) => Object.fromEntries(addresses.map((one) => [one, ladder]));
    const page = await plansHtml({ results: [{ ...planned, ladders }] }, SETTING);
    expect(page).toContain("<title>Plan of main · botform</title>");
    expect(page).toContain("<title>Price ladder: After, main/a</title>");
    expect(page).toContain("Made 2026-11-22 02:08 UTC by botform ");
  });

  it.each([
    ["several", [planned, failed], "Plans of 2 accounts"],
    ["one that couldn't be made", [failed], "Plans of 1 accounts"],
  ] as const)("of %s is one of accounts", async (_, results, title) => {
    const page = await plansHtml({ results }, SETTING);
    expect(page).toContain(`<title>${title} · botform</title>`);
    expect(page).toContain("<b>Not planned:</b> <bdi>no answer</bdi>");
  });

  it("names the moment that it is given", () => {
    expect(makingAt(SETTING.now)).toEqual({ at: "2026-11-22T02:08:00.000Z", toolVersion: BOTFORM_VERSION });
  });
});

it.each([
  ["text", (results: readonly PlanResult[]) => plansText({ results }, MARKED)],
  ["page", (results: readonly PlanResult[]) => plansHtml({ results }, SETTING)],
  ["comment", (results: readonly PlanResult[]) => plansMarkdown({ results })],
])("what other accounts refuse stands in a %s, of one plan and of several", async (_form, shown) => {
  const refused = { ...planned, refused: "copy can't be used" };
  for (const results of [[refused], [refused, failed]])
    expect((await shown(results)).replaceAll("&#39;", "'")).toContain("copy can't be used");
  expect((await shown([planned])).replaceAll("&#39;", "'")).not.toContain("be used");
});

it("a comment has its marker, and why an account has no plan", async () => {
  const comment = await plansMarkdown({ results: [planned, failed], comment: { marker: "fleet" } });
  expect(comment).toContain("<!-- botform plan: fleet -->\n### Plan of 2 accounts\n");
  expect(comment).toContain("⛔ **Not planned** <code>copy</code>: no answer");
  expect(await plansMarkdown({ results: [planned] })).toContain("<!-- botform plan: main -->\n");
});
