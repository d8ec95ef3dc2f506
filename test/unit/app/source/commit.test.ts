// Which commit a folder's files are of: claimed only where it is so, and without running anything of the repository.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { committed } from "../../../../src/app/source/commit.js";
import { type GitServer, gitServer } from "../../../support/git-server.js";

let place = "";
let server: GitServer;
let commit = "";
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), "botform-commit-"));
  server = await gitServer(place);
  commit = server.commit({ "fleet/a.yaml": "a: 1\n", "fleet/b.yaml": "b: 1\r\n", "shared/p.yaml": "p: 1\n" });
});
afterEach(async () => {
  await server.close();
  rmSync(place, { recursive: true, force: true });
});

const [A, B] = [
  { name: "a.yaml", text: "a: 1\n" },
  { name: "b.yaml", text: "b: 1\r\n" },
];
const env = () => ({ PATH: process.env.PATH, HOME: place, GIT_CONFIG_GLOBAL: "/dev/null" });
const asked = (files = [A, B], isWhole = true, folder = join(server.folder, "fleet")) =>
  committed({ folder, isWhole, files }, env());

it.each([
  { because: "all is as committed", files: [A, B], expected: {} },
  {
    because: "a policy beside the folder is of the commit, too",
    files: [A, B, { name: "../shared/p.yaml", text: "p: 1\n" }],
    expected: {},
  },
  { because: "a file was edited", files: [{ ...A, text: "a: 2\n" }, B], expected: { isChanged: true } },
  { because: "a file was added", files: [A, B, { name: "c.yaml", text: "" }], expected: { isChanged: true } },
  { because: "a file was deleted", files: [A], expected: { isChanged: true } },
])("where $because: $expected", async ({ files, expected }) => {
  expect(await asked(files)).toEqual({ commit, ...expected });
});

it("finds the commit however its name is kept", async () => {
  server.git("pack-refs", "--all");
  expect(await asked()).toEqual({ commit });
  server.git("worktree", "add", "--quiet", join(place, "other"), "-b", "other");
  expect(await asked([A, B], true, join(place, "other", "fleet"))).toEqual({ commit });
  server.git("checkout", "--quiet", "--detach");
  expect(await asked()).toEqual({ commit });
});

it("doesn't mind other files beside a single one", async () => {
  expect(await asked([A], false)).toEqual({ commit });
});

it("takes line ends that git would change for the same", async () => {
  expect(await asked([{ ...A, text: "a: 1\r\n" }, B])).toEqual({ commit });
});

it("knows none outside a work tree, nor before the first commit, nor without git", async () => {
  expect(await asked([A], true, place)).toEqual({});
  const empty = join(place, "empty");
  server.git("init", "--quiet", empty);
  expect(await asked([A], true, empty)).toEqual({});
  const folder = join(server.folder, "fleet");
  expect(await committed({ folder, isWhole: true, files: [A] }, { PATH: join(place, "nowhere") })).toEqual({});
});

it("runs nothing that the repository's own settings name", async () => {
  const program = join(place, "program");
  writeFileSync(program, `#!/bin/sh\ntouch '${place}/ran'\n`);
  chmodSync(program, 0o755);
  for (const setting of ["core.fsmonitor", "core.pager", "diff.external", "core.sshCommand", "filter.x.clean"])
    server.git("config", setting, program);
  writeFileSync(join(server.folder, ".gitattributes"), "* filter=x\n");
  expect([await asked(), existsSync(join(place, "ran"))]).toEqual([{ commit }, false]);
});
