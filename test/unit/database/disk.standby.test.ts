// A ledger on a standby of PostgreSQL. The server is down for a moment while it is copied, so this has a file of its own.
import { expect, it } from "vitest";
import { databaseDisk } from "../../../src/database/disk.js";
import { leases, newestNonces, takeLease } from "../../../src/database/lease.js";
import { databaseFacts } from "../../../src/database/setup.js";
import { asked, postgres } from "../../support/postgres.js";

const server = postgres();

it("a standby is refused at every read, though it would answer, and what it lacks isn't taken for absent", async (context) => {
  const mine = await server.ledger();
  const file = await databaseDisk(mine).create("before.jsonl");
  const standby = await server.standby(mine);
  if (standby === undefined) return context.skip("the server isn't ours to copy");
  await file.append("written since\n");
  expect(await databaseDisk(mine).read("before.jsonl")).toBe("written since\n");
  expect(await asked(standby, "select name from botform.file")).toEqual([{ name: "before.jsonl" }]);
  const disk = databaseDisk(standby);
  const reads = {
    names: () => disk.names(),
    read: () => disk.read("before.jsonl"),
    "read of a file that isn't there": () => disk.read("none"),
    size: () => disk.size("before.jsonl"),
    "size of a file that isn't there": () => disk.size("none"),
    open: () => disk.open("before.jsonl"),
    "open of a file that isn't there": () => disk.open("none"),
    newestNonces: () => newestNonces(standby),
    leases: () => leases(standby),
    databaseFacts: () => databaseFacts(standby),
  };
  for (const [what, read] of Object.entries(reads))
    await expect(read(), what).rejects.toMatchObject({
      code: "22012",
      message: expect.stringMatching(/a standby has/),
    });
  await expect(disk.create("new.jsonl")).rejects.toMatchObject({ code: "25006" });
  await expect(takeLease(standby, ["a"], "demo")).rejects.toMatchObject({ code: "25006" });
});
