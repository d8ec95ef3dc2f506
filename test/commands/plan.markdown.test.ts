// plan --format markdown: its file, and what becomes of texts and secrets from the service. The comment itself is in plan/comment*.scenario.
import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { botform } from "../support/command.js";
import { botCalled, QUICK, workplace, YAML } from "./workplace.js";

const at = workplace();
const comment = (env: Record<string, string>, ...more: string[]) =>
  botform(["plan", "-c", QUICK, "--format", "markdown", ...more], { env });

it("goes to a file for its owner alone", async () => {
  const env = await at.started();
  const file = at.fresh("plan.md");
  const { out } = await comment(env);
  expect(await comment(env, "--out", file)).toEqual({ exitCode: 0, out: "", err: `Written to ${file}.\n` });
  expect(readFileSync(file, "utf8")).toBe(out);
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
});

it("a title from the service does nothing, and a secret in one isn't shown, whatever it consists of", async () => {
  const [apiKey, apiSecret] = ["canary-k3y|<&@x", "canary-5ecret`[]"];
  const account = { name: "demo", apiKey, apiSecret, accesses: [{ accessId: 101, title: "Main futures" }] };
  const env = {
    ...(await at.started({ seed: { accounts: [account] } })),
    ...{ BOTFORM_DEMO_API_KEY: apiKey, BOTFORM_DEMO_API_SECRET: apiSecret },
  };
  at.emulator.service.addBot("demo", {
    ...botCalled(`</details> @all [x](http://y) | ${apiKey} ${apiSecret}`),
    pairTitle: "USDT-SOL",
  });
  const { exitCode, out } = await comment(env);
  expect(exitCode).toBe(0);
  expect(out).toContain("&#60;/details&#62; &#64;all &#91;x&#93;");
  expect(out).toContain("&#42;&#42;&#42; &#42;&#42;&#42;");
  expect(out).not.toContain("canary");
});

it("comes with the same document as --format json, also where an account can't be opened", async () => {
  const env = await at.started();
  const [head = "", rest = ""] = YAML.split("\ndefaults:");
  const second = head.slice(head.indexOf("  demo:")).replace("demo:", "second:").replaceAll("_DEMO_", "_SECOND_");
  const both = at.written(`${head}\n${second}\ndefaults:${rest}`);
  const args = ["plan", "-c", both, "--all-accounts"];
  const [json, markdown] = [at.fresh("plan.json"), at.fresh("plan.md")];
  const { exitCode } = await botform([...args, "--out", `json=${json},markdown=${markdown}`], { env });
  expect(exitCode).toBe(3);
  expect(readFileSync(json, "utf8")).toBe((await botform([...args, "--format", "json"], { env })).out);
});

it("that can't hold everything sends the reader to the files of the same run", async () => {
  const env = await at.started();
  const bots = Array.from(
    { length: 150 },
    (_, n) => `  b${n}: { title: ${"T".repeat(250)}${n}, pairTitle: USDT-BTC, strategy: LONG }`,
  );
  const config = at.written(`${YAML.slice(0, YAML.indexOf("bots:"))}bots:\n${bots.join("\n")}\n`);
  const [markdown, json, html] = [at.fresh("plan.md"), at.fresh("plan.json"), at.fresh("plan.html")];
  await botform(["plan", "-c", config, "--out", `markdown=${markdown},json=${json},html=${html}`], { env });
  const [, where] = /Left out, because .*\. (.*) all of it\./.exec(readFileSync(markdown, "utf8")) ?? [];
  const [page, document] = [html, json].map((file) => `<code>${basename(file)}</code>`);
  expect(where).toBe(`${page} and ${document} of the same run have`);
});
