// The locks of a folder: what else lies there is none, and can't be broken as one.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { breakLocks, listLocks } from "../../../src/app/lock.js";
import { folder, listening, refusal } from "./room.js";

const at = folder();

it("files of other names aren't locks", async () => {
  const lockDir = at.fresh("locks");
  mkdirSync(lockDir, { recursive: true });
  for (const name of ["notes.txt", "b.lock", "a.lock", "a.lock.old"]) writeFileSync(join(lockDir, name), "not a lock");
  const { host } = listening();
  const { folder: listed, locks } = await listLocks(host, { lockDir });
  expect([listed, locks.map(({ name }) => name)]).toEqual([lockDir, ["a.lock", "b.lock"]]);
  expect(await refusal(() => breakLocks(host, { lockDir, names: ["notes.txt"] }))).toEqual([
    `there is no lock notes.txt in ${lockDir}\nbotform lock show lists the locks.`,
    3,
  ]);
  expect(existsSync(join(lockDir, "notes.txt"))).toBe(true);
});
