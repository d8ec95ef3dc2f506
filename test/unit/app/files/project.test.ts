// Which configuration and which ledger a folder's commands use: what is looked for upwards, and where that ends.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findProject, type Project } from "../../../../src/app/files/project.js";
import { folder } from "../room.js";

const at = folder();

/** The files there are below a folder of its own, where the search begins in it, and what is found. */
function found(
  files: readonly string[],
  from: string,
  { named = undefined as string | undefined, home = "", user = process.getuid?.() } = {},
) {
  const top = at.fresh();
  for (const file of [...files, join(from, "here")]) {
    mkdirSync(dirname(join(top, file)), { recursive: true });
    writeFileSync(join(top, file), "");
  }
  // Whatever stands above the tests' own folder.
  if (home === "" && !files.includes(".git/HEAD")) writeFileSync(join(top, ".git"), "");
  return findProject(named, { from: join(top, from), home: join(top, home), user });
}

describe("a project", () => {
  const IN = "a/b";
  const TOP = "../..";
  it.each<[string, readonly string[], Project, object?]>([
    ["is in the working folder", ["a/b/botform.yaml", "botform.yaml", ".botform/x"], { folder: "." }],
    [
      "is where the nearest configuration is",
      ["botform.yml", "a/botform.yaml"],
      { config: "../botform.yaml", folder: ".." },
    ],
    ["is a folder botform", ["botform/bots.yaml"], { config: `${TOP}/botform`, folder: TOP }],
    ["is no copy of the program", ["botform/action.yml", "botform/.git/HEAD"], { folder: "." }],
    ["is no file botform", ["botform"], { folder: "." }],
    ["ends at a repository", ["a/.git/HEAD", "botform.yaml", ".botform/x"], { folder: "." }],
    [
      "is in the repository's own folder",
      [".git/HEAD", "botform.yaml"],
      { config: `${TOP}/botform.yaml`, folder: TOP },
    ],
    ["ends at home", ["botform.yaml", "a/c"], { folder: "." }, { home: "a" }],
    ["may be home", ["a/botform.yaml"], { config: "../botform.yaml", folder: ".." }, { home: "a" }],
    [
      "has its ledger beside it",
      ["botform.yaml", "a/.botform/x"],
      { config: `${TOP}/botform.yaml`, folder: TOP, passed: "../.botform" },
    ],
    ["without a configuration is where the ledger is", ["a/.botform/x"], { folder: "..", hasLedger: true }],
    [
      "of a named configuration is where the ledger is",
      ["botform.yaml", "a/.botform/x"],
      { folder: "..", hasLedger: true },
      { named: "x.yaml" },
    ],
    [
      "of a configuration that is named elsewhere is beside that, where no other is",
      ["c/x.yaml", "c/.botform/x"],
      { folder: `${TOP}/c`, hasLedger: true },
      { named: "../../c/x.yaml" },
    ],
    [
      "of a folder that is named is in that",
      ["c/x.yaml", "c/.botform/x"],
      { folder: `${TOP}/c`, hasLedger: true },
      { named: "../../c" },
    ],
    [
      "of a configuration that is named elsewhere stays where a ledger is, and passes the other",
      ["c/x.yaml", "c/.botform/x", "a/.botform/x"],
      { folder: "..", hasLedger: true, passed: `${TOP}/c/.botform` },
      { named: "../../c/x.yaml" },
    ],
    [
      "of a configuration that is named above is found once",
      ["a/x.yaml", "a/.botform/x"],
      { folder: "..", hasLedger: true },
      { named: "../x.yaml" },
    ],
    [
      "isn't that of another user's folder that is named",
      ["c/x.yaml", "c/.botform/x"],
      { folder: "." },
      { named: "../../c/x.yaml", user: -1 },
    ],
    ["of a named configuration would be found here", ["a/botform.yaml"], { folder: ".." }, { named: "x.yaml" }],
    [
      "isn't another user's",
      ["botform.yaml", ".botform/x"],
      { folder: ".", foreign: `${TOP}/botform.yaml` },
      { user: -1 },
    ],
    [
      "in the working folder may be another user's",
      ["a/b/botform.yaml", "a/b/.botform/x"],
      { folder: ".", hasLedger: true },
      { user: -1 },
    ],
  ])("%s", (_, files, project, search = {}) => {
    expect(found(files, IN, search)).toEqual(project);
  });
});
