// Accepted revisions in a ledger: the newest counts, what is damaged doesn't, old ones go, and of several workers one claims.
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { folderDisk } from "../../../../src/disk/folder.js";
import { digestOfFiles } from "../../../../src/model/revision.js";
import { KEPT_REVISIONS, revisionsOn } from "../../../../src/reconcile/ledger/revisions.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "botform-revisions-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const journal = () => join(folder, "journal");

function revision(at: number, from = "push") {
  const files = [{ name: "botform.yaml", text: `version: 1 # ${at}\n` }];
  return { from, by: "ana", at, digest: digestOfFiles(files), files };
}

async function momentsOf(from?: string): Promise<number[]> {
  const found: number[] = [];
  for await (const { at } of revisionsOn(folderDisk(journal())).all(from)) found.push(at);
  return found;
}

it("has none in a new ledger", async () => {
  expect(await revisionsOn(folderDisk(journal())).newest("push")).toBeUndefined();
});

it("gives back what was kept, newest first, each source by itself", async () => {
  const kept = revisionsOn(folderDisk(journal()));
  for (const one of [revision(2), revision(10), revision(3, "other"), revision(1)]) await kept.keep(one);
  expect(await kept.newest("push")).toEqual(revision(10));
  expect(await momentsOf("push")).toEqual([10, 2, 1]);
  expect(await momentsOf()).toEqual([10, 3, 2, 1]);
});

it("keeps the last ones of each source", async () => {
  const kept = revisionsOn(folderDisk(journal()));
  await kept.keep(revision(1, "other"));
  for (let at = 1; at <= KEPT_REVISIONS + 5; at += 1) await kept.keep(revision(at));
  expect([(await momentsOf("push")).length, (await momentsOf("push")).at(-1), await momentsOf("other")]).toEqual([
    KEPT_REVISIONS,
    6,
    [1],
  ]);
});

it("passes over one that was altered", async () => {
  const kept = revisionsOn(folderDisk(journal()));
  await kept.keep(revision(1));
  await kept.keep(revision(2));
  const [newest = ""] = readdirSync(journal()).filter((name) => name.startsWith("2-"));
  appendFileSync(join(journal(), newest), " ");
  expect(await momentsOf()).toEqual([1]);
});

it("lets one claim, once", async () => {
  const claims = await Promise.all([1, 2, 3].map(() => revisionsOn(folderDisk(journal())).claim("refused abc")));
  expect(claims.filter((isFirst) => isFirst)).toHaveLength(1);
  expect(await revisionsOn(folderDisk(journal())).claim("refused def")).toBe(true);
});

it.each(["../x.yaml", "/etc/x.yaml", "a/../../x.yaml", ""])(
  "passes over one whose file is called %j, whoever has written it",
  async (name) => {
    const kept = revisionsOn(folderDisk(journal()));
    await kept.keep(revision(1));
    const files = [{ name, text: "version: 1\n" }];
    await kept.keep({ ...revision(2), digest: digestOfFiles(files), files });
    expect(await momentsOf()).toEqual([1]);
  },
);

it("passes over one of a time that no clock has, so that what is kept after it counts", async () => {
  const kept = revisionsOn(folderDisk(journal()));
  await kept.keep(revision(999_999_999_999_999));
  await kept.keep(revision(5));
  expect((await kept.newest("push"))?.at).toBe(5);
});
