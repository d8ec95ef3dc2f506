// How git is run: within a time, with its own environment, and without what settings of a machine would let a repository do.

import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { git, gitEnvironment } from "../../../src/disk/git.js";

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "botform-git-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const env = (more: Readonly<Record<string, string>> = {}) => ({
  ...{ PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_GLOBAL: "/dev/null" },
  ...more,
});
const run = (args: readonly string[], more: Parameters<typeof env>[0] = {}, timeoutMs = 30_000) =>
  git(args, { cwd, env: env(more), timeoutMs });

it("answers with what git writes, and with its last words", async () => {
  expect(await run(["hash-object", "--stdin"])).toEqual({
    ok: true,
    output: Buffer.from("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\n"),
  });
  expect(await run(["cat-file", "-e", "HEAD"])).toMatchObject({ ok: false, code: 128, why: /^not a git repository/ });
});

it("says that git isn't there", async () => {
  const answer = await git(["version"], { cwd, env: { PATH: join(cwd, "nowhere") }, timeoutMs: 1_000 });
  expect(answer).toEqual({ ok: false, why: "the git program isn't installed" });
});

it("ends what takes too long, with the programs that it has started", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = silent.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const connected = once(silent, "connection");
  const answer = run(["ls-remote", `http://127.0.0.1:${port}/x.git`], {}, 2_000);
  const [socket] = await connected;
  const closed = once(socket, "close");
  socket.resume();
  expect(await answer).toEqual({ ok: false, why: "git didn't end within 2 seconds" });
  await closed;
  silent.close();
});

it("ends what writes more than was to be expected", async () => {
  const answer = await git(["help", "-a"], { cwd, env: env(), timeoutMs: 30_000, mostBytes: 100 });
  expect(answer).toEqual({ ok: false, why: "git wrote more than was to be expected" });
});

it("has nothing of botform's, and nothing that leads git elsewhere, in its environment", () => {
  const found = gitEnvironment({
    ...{ BOTFORM_MAIN_API_KEY: "secret", GIT_DIR: "/x", GIT_WORK_TREE: "/x", GIT_CONFIG_PARAMETERS: "'a=b'" },
    ...{ GIT_ALLOW_PROTOCOL: "ext", GIT_CONFIG_COUNT: "1", GIT_TRACE_CURL: "1", GIT_ASKPASS: "/bin/askpass" },
    ...{ HOME: "/home/ana", SSH_AUTH_SOCK: "/run/agent" },
  });
  expect(found).toMatchObject({ HOME: "/home/ana", SSH_AUTH_SOCK: "/run/agent", GIT_ASKPASS: "/bin/askpass" });
  expect(found).toMatchObject({ GIT_TERMINAL_PROMPT: "0", GIT_ALLOW_PROTOCOL: "https:ssh:http" });
  const gone = ["BOTFORM_MAIN_API_KEY", "GIT_DIR", "GIT_WORK_TREE", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"];
  expect(Object.keys(found).filter((name) => [...gone, "GIT_TRACE_CURL"].includes(name))).toEqual([]);
});

it.each([
  ["ext::sh -c 'touch pwned'", "ext"],
  ["file:///tmp", "file"],
  ["/tmp", "file"],
  ["git://127.0.0.1:1/x", "git"],
])("takes no way to %s", async (url, transport) => {
  expect(await run(["ls-remote", "--", url])).toMatchObject({ ok: false, why: `transport '${transport}' not allowed` });
  expect(existsSync(join(cwd, "pwned"))).toBe(false);
});

it("goes no other way either where the user's settings lead there", async () => {
  const config = join(cwd, "config");
  writeFileSync(
    config,
    `[url "ext::touch ${cwd}/pwned #"]\n\tinsteadOf = https://\n[protocol "ext"]\n\tallow = always\n`,
  );
  const answer = await run(["ls-remote", "--", "https://git.example.net/x"], { GIT_CONFIG_GLOBAL: config });
  expect([answer.ok, existsSync(join(cwd, "pwned"))]).toEqual([false, false]);
});

it("runs no hook, of whatever folder the settings name", async () => {
  const hooks = join(cwd, "hooks");
  mkdirSync(hooks);
  const hook = join(hooks, "reference-transaction");
  writeFileSync(hook, `#!/bin/sh\ntouch '${cwd}/ran'\n`);
  chmodSync(hook, 0o755);
  const config = join(cwd, "config");
  writeFileSync(config, `[core]\n\thooksPath = ${hooks}\n`);
  const settings = { GIT_CONFIG_GLOBAL: config };
  await run(["init", "--quiet", "--bare", "repository"], settings);
  const answer = await run(["--git-dir=repository", "symbolic-ref", "HEAD", "refs/heads/other"], settings);
  const written = await git(["--git-dir=repository", "hash-object", "-w", "--stdin"], {
    ...{ cwd, env: env(settings), timeoutMs: 30_000, input: "text" },
  });
  const id = written.ok ? written.output.toString().trim() : "";
  const ref = await run(["--git-dir=repository", "update-ref", "refs/botform/tip", id], settings);
  expect([answer.ok, ref.ok, existsSync(join(cwd, "ran"))]).toEqual([true, true, false]);
});
