// plan --format html and report as a user runs them: where the page goes, what it never overwrites, and what else is written.
import { readFileSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { type PlanOuts, planOuts } from "../../../src/cli/terminal/plan-out.js";
import { QUICK, workplace } from "../../commands/workplace.js";
import { botform } from "../../support/command.js";

const at = workplace();
const BEGIN = '<!doctype html>\n<html lang="en"><!-- botform page -->';

it.each<[string | readonly string[] | undefined, string, PlanOuts, string]>([
  ["fleet.plan", "text", { plan: "fleet.plan" }, "it always meant the saved plan"],
  ["plan.html", "html", { html: "plan.html" }, "it is the file of what is asked for"],
  ["html=a.html", "text", { html: "a.html" }, "the form is said"],
  ["plan=a,html=b", "html", { plan: "a", html: "b" }, "both may be wanted"],
  ["a,html=b", "text", { plan: "a", html: "b" }, "the bare one is the saved plan"],
  ["a,b.plan", "text", { plan: "a,b.plan" }, "a comma may be part of a name"],
  ["./x=y", "text", { plan: "./x=y" }, "so may an equals sign"],
  [undefined, "html", {}, "the page is printed"],
  [["json=a", "html=b"], "text", { json: "a", html: "b" }, "the option again adds up"],
  [["a", "json=b,html=c"], "text", { plan: "a", json: "b", html: "c" }, "with commas, too"],
  ["html=./-a", "text", { html: "./-a" }, "so a name that begins with - can be written"],
])("--out %s with --format %s is %j, since %s", (given, format, outs) => {
  expect(planOuts(typeof given === "string" ? [given] : given, format)).toEqual(outs);
});

it.each([
  ["pdf=a", "has no form pdf"],
  ["html=", "names no file for html"],
  ["html=a,html=b", "names two files for html"],
  ["a,plan=b", "names two files for plan"],
  ["plan=a,html=a", "names one file for two forms"],
  ["--yes", "needs a file for plan, not --yes"],
  ["markdown=-", "needs a file for markdown, not -"],
  ["a,html=-b", "write ./-b"],
])("--out %s is refused: it %s", (text, why) => {
  expect(() => planOuts([text], "text")).toThrow(why);
});

it("--out twice for one form is refused", () => {
  expect(() => planOuts(["a", "b"], "text")).toThrow("names two files for plan");
});

it("plan --format html prints the page, or writes it to the file and prints nothing", async () => {
  const env = await at.started();
  const printed = await botform(["plan", "-c", QUICK, "--format", "html"], { env });
  expect(printed).toMatchObject({ exitCode: 0, err: "" });
  expect(printed.out.startsWith(BEGIN)).toBe(true);
  expect(printed.out.endsWith("</html>\n")).toBe(true);
  const file = at.fresh("plan.html");
  const written = await botform(["plan", "-c", QUICK, "--format", "html", "--out", file], { env });
  expect(written).toEqual({ exitCode: 0, out: "", err: `Written to ${file}; open it in a browser.\n` });
  expect(readFileSync(file, "utf8").slice(0, BEGIN.length)).toBe(BEGIN);
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  expect((await botform(["plan", "-c", QUICK, "--format", "html", "--out", file], { env })).exitCode).toBe(0);
  at.nothingWritten();
});

it("a page and a saved plan are written together, and the plan is printed as ever", async () => {
  const env = await at.started();
  const [plan, html] = [at.fresh("plan"), at.fresh("plan.html")];
  const plain = await botform(["plan", "-c", QUICK], { env });
  const { exitCode, out, err } = await botform(["plan", "-c", QUICK, "--out", `plan=${plan},html=${html}`], { env });
  expect({ exitCode, out }).toEqual({ exitCode: 0, out: plain.out });
  expect(err).toContain(`Written to ${html}`);
  expect(err).toContain("Saved as");
  expect((await botform(["show", plan], { env })).exitCode).toBe(0);
});

it("never replaces what is no page of botform's", async () => {
  const env = await at.started();
  const file = at.written("version: 1\n");
  const { exitCode, err } = await botform(["plan", "-c", QUICK, "--format", "html", "--out", file], { env });
  expect(exitCode).toBe(3);
  expect(err).toContain("isn't a page of botform's; it was left as it is");
  expect(readFileSync(file, "utf8")).toBe("version: 1\n");
});

it("--expires without a saved plan is refused", async () => {
  const env = await at.started();
  const { exitCode } = await botform(["plan", "-c", QUICK, "--out", `html=${at.fresh()}`, "--expires", "5"], { env });
  expect(exitCode).toBe(3);
});

it("report shows the live account, and asks for reads alone", async () => {
  const env = await at.started();
  const file = at.fresh("report.html");
  const { exitCode, out } = await botform(["report", "-c", QUICK, "--out", file], { env });
  expect({ exitCode, out }).toEqual({ exitCode: 0, out: "" });
  const page = readFileSync(file, "utf8");
  expect(page.startsWith(BEGIN)).toBe(true);
  for (const part of ["What runs", "What it may cost", "What needs attention", "Assumptions"])
    expect(page).toContain(part);
  const json = await botform(["report", "-c", QUICK, "--format", "json"], { env });
  expect(JSON.parse(json.out)).toMatchObject({
    command: "report",
    exitCode: 0,
    account: expect.any(String),
    bots: expect.any(Array),
  });
  at.nothingWritten();
});
