// Which revision of a configuration counts: from a repository, from the ledger, from files; through errors, restarts, and several workers.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AppError } from "../../../../src/app/error.js";
import { programHost } from "../../../../src/app/host.js";
import { acceptedRevisions, push } from "../../../../src/app/source/push.js";
import { openSource, type SourceOptions } from "../../../../src/app/source/source.js";
import { folderDisk } from "../../../../src/disk/folder.js";
import type { ReportedRevision } from "../../../../src/model/revision.js";
import { revisionsOn } from "../../../../src/reconcile/ledger/revisions.js";
import { type GitServer, gitServer } from "../../../support/git-server.js";

let place = "";
let server: GitServer;
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), "botform-source-"));
  server = await gitServer(place);
});
afterEach(async () => {
  await server.close();
  rmSync(place, { recursive: true, force: true });
});

const fleet = (leverage: number | string) => `version: 1
accounts:
  demo:
    apiUrl: https://api.example.net
    apiKey: \${env.BOTFORM_KEY}
    apiSecret: \${env.BOTFORM_SECRET}
    accesses: { primary: Main }
bots:
  a: { title: A, leverage: ${leverage}, enabled: false }
`;

interface Seen {
  readonly kind: string;
  readonly isFirst: boolean;
  readonly reported: ReportedRevision;
}

/** A worker on a machine of its own, or on the one that is named; each look is half a minute after the one before. */
function worker(options: Partial<SourceOptions> = {}, { machine = "one", isGit = true, posts = true } = {}) {
  const seen: Seen[] = [];
  const concealed: string[] = [];
  const env = {
    ...{ PATH: process.env.PATH, HOME: place, GIT_CONFIG_GLOBAL: "/dev/null" },
    XDG_STATE_HOME: join(place, `state-${machine}`),
  };
  let now = 1_000_000;
  const conceal = (secrets: readonly string[]) => {
    concealed.push(...secrets);
    return () => {};
  };
  const host = { ...programHost(env), conceal };
  const source = openSource(
    host,
    { journal: join(place, "ledger"), every: 300, ...(isGit && { git: server.url }), ...options },
    {
      now: () => now,
      revised: async (reported, isFirst) => {
        const first = posts && (await isFirst());
        seen.push({ kind: reported.news.kind, isFirst: first, reported });
      },
    },
  );
  return {
    seen,
    concealed,
    kinds: () => seen.splice(0).map(({ kind }) => kind),
    async next(afterMs = 30_000) {
      now += afterMs;
      const { chosen, revision, where } = await source.next();
      return { leverage: chosen.accounts[0].desired.bots[0]?.fields.leverage, revision, where, chosen };
    },
    refused: () =>
      source.next().then(
        () => "accepted",
        (error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          return [error.message, ...error.diagnostics.map(({ summary, position }) => `${position?.file}: ${summary}`)];
        },
      ),
  };
}

it("takes what is committed, and goes on with the last valid commit until a broken one is mended", async () => {
  const first = server.commit({ "botform.yaml": fleet(5) });
  const one = worker();
  expect(await one.next()).toMatchObject({ leverage: "5", revision: { commit: first, author: "Ana" } });
  expect(one.kinds()).toEqual(["accepted"]);
  const broken = server.commit({ "botform.yaml": fleet("lots") }, "raise leverage");
  expect(await one.next()).toMatchObject({ leverage: "5", revision: { commit: first } });
  expect(one.seen[0]?.reported).toMatchObject({
    revision: { commit: broken, author: "Ana", subject: "raise leverage" },
    news: { kind: "refused", diagnostics: [{ position: { file: "botform.yaml", line: 9, column: 28 } }] },
  });
  expect(one.kinds()).toEqual(["refused"]);
  await one.next();
  expect(one.kinds()).toEqual([]);
  const mended = server.commit({ "botform.yaml": fleet(7) });
  expect(await one.next()).toMatchObject({ leverage: "7", revision: { commit: mended } });
  expect(one.kinds()).toEqual(["mended"]);
});

it("asks at most every half minute, and not again for what it has", async () => {
  server.commit({ "botform.yaml": fleet(5) });
  const one = worker();
  await one.next();
  const before = server.requests();
  await one.next(29_000);
  expect(server.requests()).toBe(before);
  await one.next(1_000);
  // The list of refs alone.
  expect(server.requests() - before).toBeLessThanOrEqual(2);
});

it("takes the last accepted commit when it begins with a broken one, or without the repository, on another machine too", async () => {
  server.commit({ "fleet/bots.yaml": fleet(5) });
  await worker({ config: "fleet" }).next();
  const broken = server.commit({ "fleet/bots.yaml": fleet("lots") });
  for (const machine of ["page", "one", "other"]) {
    // A page without a notifier that sees it first takes nothing from those who have one.
    const again = worker({ config: "fleet" }, { machine, posts: machine !== "page" });
    expect(await again.next()).toMatchObject({ leverage: "5" });
    expect(again.seen.map(({ kind, reported }) => [kind, reported.revision.commit === broken])).toEqual([
      ["accepted", false],
      ["refused", true],
    ]);
    // Whoever comes first, and can, sends the notice.
    expect(again.seen[1]?.isFirst).toBe(machine === "one");
    expect(again.seen[1]?.reported.news).toMatchObject({ diagnostics: [{ position: { file: "fleet/bots.yaml" } }] });
  }
  server.fail(503);
  const away = worker({ config: "fleet" }, { machine: "third" });
  expect(await away.next()).toMatchObject({ leverage: "5" });
  await away.next();
  expect(away.kinds()).toEqual(["accepted", "unreachable"]);
  server.fail(undefined);
  await away.next();
  expect(away.kinds()).toEqual(["reachable", "refused"]);
});

it("refuses to begin where nothing was ever accepted", async () => {
  server.commit({ "botform.yaml": fleet("lots") });
  expect(await worker().refused()).toEqual([
    expect.stringContaining("the configuration has errors"),
    expect.stringContaining("botform.yaml: "),
  ]);
  server.fail(503);
  expect(await worker().refused()).toEqual([expect.stringMatching(/^http:\/\/127.*fleet\.git main: .*503/)]);
});

it("agrees with another worker that has seen more, and follows the repository where that one is gone", async () => {
  const first = server.commit({ "botform.yaml": fleet(5) });
  const [one, two] = [worker(), worker({}, { machine: "two" })];
  await one.next();
  await two.next();
  const second = server.commit({ "botform.yaml": fleet(6) });
  await one.next();
  // What the second one reads from is a copy that lags.
  server.git("reset", "--quiet", "--hard", first);
  server.push();
  two.kinds();
  expect(await two.next()).toMatchObject({ leverage: "6", revision: { commit: second } });
  await two.next();
  expect(two.kinds()).toEqual(["behind", "accepted"]);
  expect(await two.next(700_000)).toMatchObject({ leverage: "5", revision: { commit: first } });
  expect(two.kinds()).toEqual(["rewritten", "accepted"]);
  expect(await one.next(700_000)).toMatchObject({ leverage: "5" });
});

it("records again what it has, where another worker has recorded an older commit since", async () => {
  const first = server.commit({ "botform.yaml": fleet(5) });
  const second = server.commit({ "botform.yaml": fleet(6) });
  const [one, two] = [worker(), worker({}, { machine: "two" })];
  await one.next();
  server.git("reset", "--quiet", "--hard", first);
  server.push();
  expect(await two.next(700_000)).toMatchObject({ revision: { commit: first } });
  server.git("reset", "--quiet", "--hard", second);
  server.push();
  const kept = revisionsOn(folderDisk(join(place, "ledger")));
  const [newest] = await all(kept);
  expect(newest?.commit).toBe(first);
  expect(await one.next()).toMatchObject({ leverage: "6", revision: { commit: second } });
  expect((await all(kept))[0]?.commit).toBe(second);
});

it("warns where the ref was rewritten, and takes what it has now", async () => {
  server.commit({ "botform.yaml": fleet(5) });
  const one = worker();
  await one.next();
  server.git("commit", "--quiet", "--amend", "--allow-empty", "-m", "rewritten");
  const now = server.commit({ "botform.yaml": fleet(6) });
  one.kinds();
  expect(await one.next()).toMatchObject({ leverage: "6", revision: { commit: now } });
  expect(one.kinds()).toEqual(["rewritten", "accepted"]);
});

it("takes a pushed configuration from the ledger, and refuses to push one with errors", async () => {
  const config = join(place, "botform.yaml");
  const host = programHost({});
  const journal = join(place, "ledger");
  const pushed = (text: string, more: object = {}) => {
    writeFileSync(config, text);
    return push(host, { config, journal, by: "ana", ...more });
  };
  const one = worker({ source: "ledger" }, { isGit: false });
  expect(await one.refused()).toEqual([expect.stringContaining("botform fleet push")]);
  expect(await pushed(fleet(5), { dryRun: true })).toMatchObject({ outcome: "valid" });
  expect(await pushed(fleet(5))).toMatchObject({ outcome: "pushed", revision: { accounts: 1 } });
  expect(await pushed(fleet(5))).toMatchObject({ outcome: "current" });
  expect(await one.next()).toMatchObject({ leverage: "5" });
  await expect(pushed(fleet("lots"))).rejects.toThrow("the configuration has errors");
  await pushed(fleet(6));
  expect(await one.next()).toMatchObject({ leverage: "6" });
  // Going back is pushing the older one.
  await pushed(fleet(5));
  expect(await one.next()).toMatchObject({ leverage: "5" });
  expect((await acceptedRevisions(journal, 9)).revisions.map(({ by, isCurrent }) => [by, isCurrent])).toEqual([
    ["ana", true],
    ["ana", false],
    ["ana", false],
  ]);
});

it("takes the files that were accepted last when it begins with broken ones", async () => {
  const config = join(place, "botform.yaml");
  writeFileSync(config, fleet(5));
  await worker({ config }, { isGit: false }).next();
  writeFileSync(config, fleet("lots"));
  const again = worker({ config }, { isGit: false });
  const current = await again.next();
  expect([current.leverage, again.kinds()]).toEqual(["5", ["accepted", "refused"]]);
  // Its copy is no file that anybody edits.
  expect(readFileSync(current.where.config ?? "", "utf8")).toBe(fleet(5));
  writeFileSync(config, fleet(8));
  expect(await again.next()).toMatchObject({ leverage: "8", where: {} });
  expect(again.kinds()).toEqual(["mended"]);
});

it.each([
  { options: { git: "ext::sh -c touch% pwned" }, message: "the address of the repository can't be used" },
  { options: { git: "file:///srv/fleet.git" }, message: "the address of the repository can't be used" },
  { options: { git: "/srv/fleet.git" }, message: "the address of the repository can't be used" },
  { options: { git: "http://git.example.net/fleet.git" }, message: "the address of the repository can't be used" },
  { options: { git: "--upload-pack=touch pwned" }, message: "the address of the repository can't be used" },
  { options: { git: "ssh://-oProxyCommand=touch/x" }, message: "the address of the repository can't be used" },
  { options: { ref: "--upload-pack=x" }, message: '"--upload-pack=x" can\'t be a ref' },
  { options: { ref: "a..b" }, message: '"a..b" can\'t be a ref' },
  { options: { var: ["a=1"] }, message: "--var and --var-file don't go with --git" },
])("refuses $options", ({ options, message }) => {
  expect(() => worker(options)).toThrow(message);
});

it("refuses a ref without a repository", () => {
  expect(() => worker({ ref: "main" }, { isGit: false })).toThrow("--ref is the ref of a repository");
});

it("conceals a password in the address", () => {
  const { concealed } = worker({ git: "https://ana:s%C3%A4cret@git.example.net/fleet.git" });
  expect(concealed).toEqual(["https://ana:s%C3%A4cret@git.example.net/fleet.git", "s%C3%A4cret", "säcret"]);
});

async function all(kept: ReturnType<typeof revisionsOn>) {
  const found = [];
  for await (const one of kept.all()) found.push(one);
  return found;
}
