// plan --format markdown as a user runs it: the comment, its marker, and what becomes of texts and secrets from the service.
import { readFileSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { botform } from "../support/command.js";
import { botCalled, QUICK, workplace, YAML } from "./workplace.js";

const at = workplace();
const comment = (env: Record<string, string>, ...more: string[]) =>
  botform(["plan", "-c", QUICK, "--format", "markdown", ...more], { env });

it("prints the comment and nothing else, with the exit code of any plan", async () => {
  const env = await at.started();
  const { exitCode, out, err } = await comment(env, "--detailed-exitcode");
  expect({ exitCode, err }).toEqual({ exitCode: 2, err: "" });
  expect(out).toMatch(
    /^<!-- botform plan: demo -->\n### Plan of <code>demo<\/code>\n\n\*\*demo: 3 to create, 1 to turn on/,
  );
  expect(out).toContain("| worst case, USDT | 0 | **170** |");
  expect(out).toContain("<summary>Steps of 3 bots</summary>");
  expect((await comment(env)).out).toBe(out);
  at.nothingWritten();
});

it("goes to a file for its owner alone, and replaces only a comment of its kind", async () => {
  const env = await at.started();
  const file = at.fresh("plan.md");
  const { out } = await comment(env);
  expect(await comment(env, "--out", file)).toEqual({ exitCode: 0, out: "", err: `Written to ${file}.\n` });
  expect(readFileSync(file, "utf8")).toBe(out);
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  expect((await comment(env, "--out", file)).exitCode).toBe(0);
  const notes = at.written("# Notes\n", "notes.md");
  const refused = await comment(env, "--out", notes);
  expect(refused).toMatchObject({ exitCode: 3, err: expect.stringContaining("is no comment of botform's") });
  expect(readFileSync(notes, "utf8")).toBe("# Notes\n");
});

it("--marker tells two comments of one pull request apart, and is refused where nothing would carry it", async () => {
  const env = await at.started();
  expect((await comment(env, "--marker", "fleet --> A")).out.split("\n", 1)).toEqual([
    "<!-- botform plan: fleet _-_ A -->",
  ]);
  const refused = await botform(["plan", "-c", QUICK, "--marker", "a"], { env });
  expect(refused).toMatchObject({
    exitCode: 3,
    out: "",
    err: expect.stringContaining("--marker is for --format markdown"),
  });
});

it("denials and errors stand before the first fold", async () => {
  const env = await at.started();
  const policies = "\npolicies:\n  leverage-cap: { rule: max-leverage, limit: 1 }\n";
  const denied = await botform(["plan", "-c", at.written(`${YAML}${policies}`), "--format", "markdown"], { env });
  expect(denied.exitCode).toBe(6);
  const [open = ""] = denied.out.split("<details>");
  expect(open).toMatch(/⛔ \*\*Apply is blocked by \d findings?\.\*\*/);
  expect(open).toContain("leverage 5 is above 1");
  const broken = at.written(YAML.replace("USDT-SOL", "USDT-NIX"));
  const errors = await botform(["plan", "-c", broken, "--format", "markdown"], { env });
  expect(errors.exitCode).toBe(3);
  expect(errors.out.split("<details>", 1)[0]).toContain("USDT-NIX");
});

it("a title from the service does nothing, and a secret in one isn't shown, whatever it consists of", async () => {
  const [apiKey, apiSecret] = ["canary-k3y|<&@x", "canary-5ecret`[]"];
  const account = { name: "demo", apiKey, apiSecret, accesses: [{ accessId: 101, title: "Main futures" }] };
  const env = {
    ...(await at.started({ seed: { accounts: [account] } })),
    ...{ BOTFORM_DEMO_API_KEY: apiKey, BOTFORM_DEMO_API_SECRET: apiSecret },
  };
  at.emulator.service.addBot("demo", botCalled(`</details> @all [x](http://y) | ${apiKey} ${apiSecret}`));
  const { exitCode, out } = await comment(env);
  expect(exitCode).toBe(0);
  expect(out).toContain("&#60;/details&#62; &#64;all &#91;x&#93;");
  expect(out).toContain("&#42;&#42;&#42; &#42;&#42;&#42;");
  expect(out).not.toContain("canary");
});

it("of several accounts is one comment, also where one of them can't be opened", async () => {
  const env = await at.started();
  const [head = "", rest = ""] = YAML.split("\ndefaults:");
  const second = head.slice(head.indexOf("  demo:")).replace("demo:", "second:").replaceAll("_DEMO_", "_SECOND_");
  const both = at.written(`${head}\n${second}\ndefaults:${rest}`);
  const args = ["plan", "-c", both, "--all-accounts"];
  const [json, markdown] = [at.fresh("plan.json"), at.fresh("plan.md")];
  const { exitCode, err } = await botform([...args, "--out", `json=${json},markdown=${markdown}`], { env });
  expect(exitCode).toBe(3);
  expect(err).toContain(`Written to ${markdown}.\nWritten to ${json}.\n`);
  const text = readFileSync(markdown, "utf8");
  expect(text).toMatch(/^<!-- botform plan: demo, second -->\n### Plan of 2 accounts\n/);
  expect(text.split("<details>", 1)[0]).toContain("⛔ **Not planned** <code>second</code>: ");
  expect(readFileSync(json, "utf8")).toBe((await botform([...args, "--format", "json"], { env })).out);
});
