// The commits that versions are named by: read from a real repository, whatever is in it, and nothing of it runs.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { programHost } from "../../../../src/app/host.js";
import { namedCommits } from "../../../../src/app/results/named-commits.js";
import { type GitServer, gitServer } from "../../../support/git-server.js";

let place = "";
let server: GitServer;
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), "botform-named-"));
  server = await gitServer(place);
});
afterEach(async () => {
  await server.close();
  rmSync(place, { recursive: true, force: true });
});

const ACCOUNTS = [
  "version: 1",
  "accounts:",
  "  demo:",
  "    apiUrl: https://api.example.net",
  "    apiKey: ${env.BOTFORM_DEMO_API_KEY}",
  "    apiSecret: ${env.BOTFORM_DEMO_API_SECRET}",
  "    exchange: SERVICE_FUTURES",
  "    accesses: { primary: Main futures }",
  "",
].join("\n");
const bots = (takeProfit: string) =>
  [
    "bots:",
    "  one:",
    ...["    title: One", "    access: primary", "    pairTitle: USDT-BTC", "    strategy: LONG", "    leverage: 5"],
    ...["    marginMode: CROSS", "    typeTakeProfit: LIMIT", "    typeFirstOrder: MARKET"],
    ...[`    percentTakeProfit: ${takeProfit}`, "    percentSafetyOrder: 1.5", "    volumeFirstOrder: 20"],
    "",
  ].join("\n");

const state = () => join(place, ".local", "state");
const env = () => ({ PATH: process.env.PATH, HOME: place, GIT_CONFIG_GLOBAL: "/dev/null", XDG_STATE_HOME: state() });
const cache = () => join(state(), "botform", "results");
const named = (config = join(server.folder, "fleet"), most = 200) => namedCommits(programHost(env()), { config }, most);
const takeProfits = ({ commits }: Awaited<ReturnType<typeof named>>) =>
  commits.map(({ subject, accounts }) => [subject, accounts.demo?.[0]?.fields.percentTakeProfit]);

it("reads those that touch the folder, the oldest first, and skips what can't be used", async () => {
  server.commit({ "fleet/a.yaml": ACCOUNTS, "fleet/bots.yaml": bots("1") }, "first");
  server.commit({ "README.md": "nothing of the fleet" }, "elsewhere");
  server.commit({ "fleet/bots.yaml": bots("wide") }, "broken");
  server.commit({ "fleet/bots.yaml": bots("2") }, "second");
  const found = await named();
  expect(found.read).toEqual({ kind: "read", commits: 3, skipped: 1, isCut: false, isShallow: false });
  expect(takeProfits(found)).toEqual([
    ["first", "1"],
    ["second", "2"],
  ]);
  expect(found.commits[1]).toMatchObject({
    commit: server.git("rev-parse", "HEAD"),
    accounts: { demo: [{ title: "One" }] },
  });
});

it("reads a single file by itself", async () => {
  server.commit({ "fleet.yaml": `${ACCOUNTS}${bots("1")}` }, "first");
  server.commit({ "other.yaml": "version: nonsense" }, "elsewhere");
  expect(takeProfits(await named(join(server.folder, "fleet.yaml")))).toEqual([["first", "1"]]);
});

it("reads the newest ones up to the limit, and says that there are more", async () => {
  for (const takeProfit of ["1", "2", "3"])
    server.commit({ "fleet/all.yaml": `${ACCOUNTS}${bots(takeProfit)}` }, takeProfit);
  const found = await named(undefined, 2);
  expect(found.read).toMatchObject({ commits: 2, isCut: true });
  expect(takeProfits(found)).toEqual([
    ["2", "2"],
    ["3", "3"],
  ]);
});

it("composes each once, and composes again what somebody did to its cache", async () => {
  server.commit({ "fleet/all.yaml": `${ACCOUNTS}${bots("1")}` }, "first");
  const first = await named();
  const [file = ""] = readdirSync(cache());
  writeFileSync(join(cache(), file), JSON.stringify({ demo: [{ title: "One", access: "kept", fields: {} }] }));
  expect((await named()).commits[0]?.accounts.demo?.[0]?.access).toBe("kept");
  for (const damaged of ["", "{", '{"demo": 3}', '{"demo": [{"title": "One", "access": null, "fields": {}}]}']) {
    writeFileSync(join(cache(), file), damaged);
    expect(await named(), damaged).toEqual(first);
  }
  expect(readdirSync(cache())).toEqual([file]);
});

it("goes without a cache that can't be written", async () => {
  server.commit({ "fleet/all.yaml": `${ACCOUNTS}${bots("1")}` }, "first");
  mkdirSync(state(), { recursive: true });
  writeFileSync(join(state(), "botform"), "a file in its place");
  expect(takeProfits(await named())).toEqual([["first", "1"]]);
});

it("runs nothing of a hostile repository, and takes no file from outside it", async () => {
  const trap = join(place, "trap");
  writeFileSync(join(place, "run.sh"), `#!/bin/sh\ntouch ${trap}\ncat\n`, { mode: 0o755 });
  server.commit({ "fleet/all.yaml": `${ACCOUNTS}${bots("1")}` }, "first\u001b[31m and\u0007 bells");
  symlinkSync("/etc/hostname", join(server.folder, "fleet", "link.yaml"));
  server.git("add", "--all");
  server.git("commit", "--quiet", "-m", "a link that leads out");
  rmSync(join(server.folder, "fleet", "link.yaml"));
  server.commit(
    { "fleet/all.yaml": `${ACCOUNTS}${bots("2")}`, ".gitattributes": "*.yaml filter=own diff=own\n" },
    "second",
  );
  const run = join(place, "run.sh");
  for (const key of [
    "filter.own.smudge",
    "filter.own.clean",
    "diff.own.textconv",
    "gpg.program",
    "core.fsmonitor",
    "core.pager",
  ])
    server.git("config", key, run);
  for (const key of ["log.showSignature", "filter.own.required"]) server.git("config", key, "true");
  server.git("config", "core.hooksPath", place);
  const found = await named();
  expect(found.read).toMatchObject({ commits: 3, skipped: 1 });
  expect(found.commits.map(({ accounts }) => accounts.demo?.[0]?.fields.percentTakeProfit)).toEqual(["1", "2"]);
  expect(existsSync(trap)).toBe(false);
});

it("says that a clone is shallow", async () => {
  for (const takeProfit of ["1", "2"])
    server.commit({ "fleet/all.yaml": `${ACCOUNTS}${bots(takeProfit)}` }, takeProfit);
  server.git("clone", "--quiet", "--depth", "1", `file://${server.folder}`, join(place, "shallow"));
  const found = await named(join(place, "shallow", "fleet"));
  expect([found.read, takeProfits(found)]).toEqual([
    expect.objectContaining({ commits: 1, isShallow: true }),
    [["2", "2"]],
  ]);
});

it.each([
  { because: "there is no Git", most: 200, why: /isn't in a Git work tree/ },
  { because: "none are wanted", most: 0, why: /reads none/ },
])("gives none, and says why, where $because", async ({ most, why }) => {
  const config = join(place, "plain.yaml");
  writeFileSync(config, `${ACCOUNTS}${bots("1")}`);
  expect(await named(config, most)).toMatchObject({
    read: { kind: "none", why: expect.stringMatching(why) },
    commits: [],
  });
});

it("gives none of a branch without any", async () => {
  mkdirSync(join(server.folder, "fleet"));
  writeFileSync(join(server.folder, "fleet", "all.yaml"), `${ACCOUNTS}${bots("1")}`);
  expect((await named()).read).toMatchObject({ kind: "none" });
});
