// A repository whose owner means harm: what it holds is read as text, and nothing of it is run, followed or fetched.

import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openRepository } from "../../../../src/app/source/repository.js";
import { type GitServer, gitServer } from "../../../support/git-server.js";

let place = "";
let server: GitServer;
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), "botform-repository-"));
  server = await gitServer(place);
});
afterEach(async () => {
  await server.close();
  rmSync(place, { recursive: true, force: true });
});

function opened(
  options: { readonly git?: string; readonly ref?: string; readonly config?: string } = {},
  settings = "",
) {
  const config = join(place, "settings");
  writeFileSync(config, settings);
  const env = {
    ...{ PATH: process.env.PATH, HOME: place, GIT_CONFIG_GLOBAL: config, XDG_STATE_HOME: join(place, "state") },
  };
  return openRepository({ env, conceal: () => () => {} }, { git: server.url, ref: "main", ...options });
}

async function filesNow(options: Parameters<typeof opened>[0] = {}, settings = "") {
  const repository = opened(options, settings);
  return repository.files(await repository.tip());
}

it("reads the files of a commit, and whose it is", async () => {
  const commit = server.commit(
    { "botform.yaml": "a: 1\n", "policies/x.yaml": "b: 1\n", "run.sh": "no" },
    "first\n\nmore",
  );
  const repository = opened();
  expect(await repository.tip()).toBe(commit);
  expect(await repository.facts(commit)).toEqual({ commit, author: "Ana", subject: "first" });
  expect(await repository.files(commit)).toEqual({
    ...{ root: "", entry: "botform.yaml" },
    files: [
      { name: "botform.yaml", text: "a: 1\n" },
      { name: "policies/x.yaml", text: "b: 1\n" },
    ],
  });
});

it("follows a tag, and says what a repository lacks", async () => {
  const commit = server.commit({ "botform.yaml": "a: 1\n" });
  server.git("tag", "-a", "v1", "-m", "one");
  server.git("push", "--quiet", "origin", "v1");
  server.commit({ "botform.yaml": "a: 2\n" });
  expect(await opened({ ref: "refs/tags/v1" }).tip()).toBe(commit);
  await expect(opened({ ref: "other" }).tip()).rejects.toThrow("the repository has no refs/heads/other");
  await expect(filesNow({ config: "fleet" })).rejects.toThrow("it has no fleet");
});

it("knows whether one commit is part of another", async () => {
  const first = server.commit({ "botform.yaml": "a: 1\n" });
  const second = server.commit({ "botform.yaml": "a: 2\n" });
  const repository = opened();
  await repository.tip();
  expect(await repository.contains(second, first)).toBe(true);
  expect(await repository.contains(first, second)).toBe(false);
  expect(await repository.contains(first, "1".repeat(40))).toBeUndefined();
});

it("follows no link", async () => {
  writeFileSync(join(place, "secret.yaml"), "key: secret\n");
  symlinkSync(join(place, "secret.yaml"), join(server.folder, "link.yaml"));
  server.commit({ "fleet.yaml": "a: 1\n" });
  await expect(filesNow({ config: "." })).rejects.toThrow("link.yaml is a link, which isn't followed");
});

it("fetches no submodule", async () => {
  const other = join(place, "other");
  mkdirSync(other);
  server.git("init", "--quiet", other);
  server.git("-C", other, "commit", "--quiet", "--allow-empty", "-m", "one");
  server.git("submodule", "add", "--quiet", `file://${other}`, "bots");
  server.commit({ "fleet.yaml": "a: 1\n" });
  await expect(filesNow({ config: "." })).rejects.toThrow("bots is a submodule, which isn't fetched");
  const [cache = ""] = readdirSync(join(place, "state", "botform", "git"));
  expect(existsSync(join(place, "state", "botform", "git", cache, "modules"))).toBe(false);
});

it("runs no filter that a repository asks for and the machine has", async () => {
  server.commit({
    "botform.yaml": "a: 1\n",
    ".gitattributes": "*.yaml filter=evil ident text eol=crlf export-subst\n",
  });
  const settings = `[filter "evil"]\n\tsmudge = touch ${place}/ran\n\tprocess = touch ${place}/ran\n\trequired = true\n[init]\n\ttemplateDir = ${place}/template\n`;
  expect(await filesNow({}, settings)).toMatchObject({ files: [{ name: "botform.yaml", text: "a: 1\n" }] });
  expect(existsSync(join(place, "ran"))).toBe(false);
});

it("has no work tree, and no hook of a template", async () => {
  mkdirSync(join(place, "template", "hooks"), { recursive: true });
  writeFileSync(join(place, "template", "hooks", "reference-transaction"), "#!/bin/sh\n", { mode: 0o755 });
  server.commit({ "botform.yaml": "a: 1\n" });
  await filesNow({}, `[init]\n\ttemplateDir = ${place}/template\n`);
  const [cache = ""] = readdirSync(join(place, "state", "botform", "git"));
  const names = readdirSync(join(place, "state", "botform", "git", cache));
  expect(names.filter((name) => name === "hooks" || name === ".git" || name.endsWith(".yaml"))).toEqual([]);
});

it("refuses what isn't text", async () => {
  server.commit({ "botform.yaml": "a: 1\n" });
  writeFileSync(join(server.folder, "botform.yaml"), Buffer.from([0x61, 0xff]));
  server.commit({});
  await expect(filesNow()).rejects.toThrow("botform.yaml contains bytes that aren't UTF-8");
});

it("isn't led to another server", async () => {
  server.commit({ "botform.yaml": "a: 1\n" });
  const elsewhere = createServer((request, response) => {
    response.writeHead(301, { location: `${server.url}${(request.url ?? "").replace(/^\/x\.git/, "")}` }).end();
  }).listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  const address = elsewhere.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await expect(opened({ git: `http://127.0.0.1:${port}/x.git` }).tip()).rejects.toThrow(/301|redirect/);
  elsewhere.close();
});

it("asks nobody for a password, and repeats none", async () => {
  server.fail(401);
  const named = server.url.replace("http://", "http://ana:s3cr3t-w0rd@");
  const why = await opened({ git: named })
    .tip()
    .then(() => "", String);
  expect(why).toMatch(/^Unreachable: .*(?:could not read|Authentication failed)/);
  expect([why.includes("s3cr3t"), opened({ git: named }).name.includes("ana")]).toEqual([false, false]);
  await expect(opened().tip()).rejects.toThrow("could not read Username");
});
