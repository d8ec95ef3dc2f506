// --out: which form each file gets, what is refused, and what is written and printed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { contextOf } from "../../../../src/cli/terminal/context.js";
import { planOuts, putForms, refuseOuts, sayForms, sayWritten } from "../../../../src/cli/terminal/plan-out.js";
import { PAGE_BEGIN } from "../../../../src/render/html/page.js";
import { PLAN_BEGINS } from "../../../../src/render/machine/json.js";
import { MARKDOWN_BEGIN } from "../../../../src/render/markdown/markdown.js";
import { testScreen } from "./terminal.js";

const folder = mkdtempSync(join(tmpdir(), "botform out "));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the files of --out", () => {
  it.each<[readonly string[] | undefined, string, object]>([
    [undefined, "text", {}],
    [["a"], "text", { plan: "a" }],
    [["a"], "json", { plan: "a" }],
    [["a"], "html", { html: "a" }],
    [["a"], "markdown", { markdown: "a" }],
    [["plan=a,html=b", "markdown=c,json=d"], "text", { plan: "a", html: "b", markdown: "c", json: "d" }],
    [["plan=a,b=c"], "text", { plan: "a,b=c" }],
    [["plan=a,B,2=c"], "text", { plan: "a,B,2=c" }],
    [["./plan=a"], "text", { plan: "./plan=a" }],
    [["html=a=b"], "text", { html: "a=b" }],
    [["html=a\nb"], "text", { html: "a\nb" }],
  ])("%j with --format %s", (texts, format, outs) => {
    if (texts?.[0] === "plan=a,b=c") expect(() => planOuts(texts, format)).toThrow("--out has no form b");
    else expect(planOuts(texts, format)).toEqual(outs);
  });

  it.each([
    [
      ["pdf=a"],
      "--out has no form pdf; choose from plan, html, markdown and json\nFor a file of this name, write --out ./pdf=a.",
    ],
    [
      ["a.html"],
      "--out a.html would be a saved plan, not a page\nWrite --out html=a.html; for a saved plan of this name, --out plan=a.html.",
    ],
    [
      ["b.MD"],
      "--out b.MD would be a saved plan, not a comment\nWrite --out markdown=b.MD; for a saved plan of this name, --out plan=b.MD.",
    ],
    [
      ["html=-a"],
      "--out needs a file for html, not -a\nFor a file of this name, write ./-a; to choose what is printed, use --format.",
    ],
    [
      ["-"],
      "--out needs a file for plan, not -\nFor a file of this name, write ./-; to choose what is printed, use --format.",
    ],
    [["html="], "--out names no file for html\nWrite --out html=FILE."],
    [["a", "b"], "--out names two files for plan\nGive one of them."],
    [["html=a,json=a"], "--out names one file for two forms\nName a file for each."],
  ])("%j are refused", (texts, message) => {
    expect(() => planOuts(texts, "text")).toThrow(expect.objectContaining({ message, exitCode: 3 }));
  });
});

describe("a file that is there", () => {
  const FORMS = [
    { form: "html", begin: PAGE_BEGIN, name: "page of botform's" },
    { form: "markdown", begin: MARKDOWN_BEGIN, name: "comment of botform's" },
    ...PLAN_BEGINS.map((begin) => ({ form: "json", begin, name: "plan of botform's as JSON" }) as const),
  ] as const;

  it.each(FORMS)("gives way as $form only if it begins as one, or is empty", async ({ form, begin, name }) => {
    const file = join(folder, `there.${form}`);
    rmSync(file, { force: true });
    const refuse = () => refuseOuts({ [form]: file }, { format: "text" });
    await expect(refuse()).resolves.toBeUndefined();
    for (const text of ["", `${begin} and more`]) {
      writeFileSync(file, text);
      await expect(refuse()).resolves.toBeUndefined();
    }
    for (const text of ["version: 1\n", begin.slice(0, -1), ` ${begin}`]) {
      writeFileSync(file, text);
      await expect(refuse()).rejects.toMatchObject({
        message: `${file} exists and isn't a ${name}; it was left as it is\nName another file, or remove this one.`,
        exitCode: 3,
      });
    }
  });

  it("that is a folder is the user's to mend", async () => {
    await expect(refuseOuts({ html: folder }, { format: "text" })).rejects.toMatchObject({ exitCode: 3 });
  });
});

it("a marker needs a comment that carries it", async () => {
  const marker = { marker: "m" };
  await expect(refuseOuts({}, { format: "text", ...marker })).rejects.toMatchObject({
    message: "--marker works only with --format markdown or --out markdown=FILE\nAdd one of them.",
  });
  await expect(refuseOuts({}, { format: "markdown", ...marker })).resolves.toBeUndefined();
  await expect(refuseOuts({ markdown: join(folder, "m") }, { format: "text", ...marker })).resolves.toBeUndefined();
});

describe("the forms of a plan", () => {
  const begins: Record<string, string> = { html: PAGE_BEGIN, markdown: MARKDOWN_BEGIN, json: PLAN_BEGINS[0] ?? "" };
  const render = async (form: string) => `${begins[form] ?? ""}${form} of s3cret-value`;

  it("are written without secrets, the one that was asked for is printed, and each file is named at the end", async () => {
    const screen = testScreen({ redacted: (text) => text.replace("s3cret-value", "***") });
    const outs = {
      plan: join(folder, "p"),
      json: join(folder, "j"),
      html: join(folder, "h"),
      markdown: join(folder, "m"),
    };
    const context = contextOf(screen);
    await putForms(context, "text", outs, render);
    sayForms(context, outs);
    expect(screen.printed.out).toEqual(["text of s3cret-value"]);
    expect(screen.printed.err).toEqual([
      `<good>Written</> to ${outs.html}; open it in a browser.\n`,
      `<good>Written</> to ${outs.markdown}.\n`,
      `<good>Written</> to ${outs.json}.\n`,
    ]);
    for (const form of ["html", "markdown", "json"] as const)
      expect(readFileSync(outs[form], "utf8")).toBe(`${begins[form]}${form} of ***`);
    expect(() => readFileSync(outs.plan)).toThrow("ENOENT");
  });

  it.each([
    ["html", "html", []],
    ["markdown", "markdown", []],
    ["markdown", "html", ["html"]],
    ["json", "json", ["json"]],
  ] as const)("a file of %s with --format %s prints %j", async (written, format, printed) => {
    const screen = testScreen();
    await putForms(contextOf(screen), format, { [written]: join(folder, `again.${written}`) }, render);
    expect(screen.printed.out).toEqual(await Promise.all(printed.map(render)));
  });

  it("a file's name is shown as text", () => {
    const screen = testScreen();
    sayWritten(contextOf(screen), "a\u001b");
    expect(screen.printed.err).toEqual(["<good>Written</> to a\\u{1b}; open it in a browser.\n"]);
  });
});
