// The list of faults that botform has to live through, each with the test that produces it: the file and the title must exist.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ENDPOINT_FAULTS } from "./endpoint-faults.js";
import { NETWORK_FAULTS } from "./network-faults.js";
import { SERVER_FAULTS } from "./server-faults.js";

/** Where a fault is produced; without a title the file or folder is somebody else's. */
interface Place {
  readonly file: string;
  readonly title?: string;
}

const WRITES: Place = { file: "test/techniques/faults/matrix.test.ts", title: "a fault at a write" };
const READS: Place = { file: "test/techniques/faults/matrix-reads.test.ts", title: "a fault at a read" };
const CONNECTION: Place = { file: "test/techniques/faults/connection.test.ts", title: "no connection" };
const PROCESSES: Place = { file: "test/techniques/processes" };
const DISK: Place = { file: "test/unit/disk" };

function inWorld(title: string): Place {
  return { file: "test/techniques/faults/world.test.ts", title };
}

/** The faults by where they arise, and the tests that produce each. */
const ROWS: Readonly<Record<string, Readonly<Record<string, readonly Place[]>>>> = {
  Network: {
    "refused or DNS failure": [CONNECTION],
    "connect timeout": [CONNECTION],
    "bad certificate": [CONNECTION],
    "reset before headers on create": [WRITES, READS],
    "answer lost after the server acted": [WRITES, READS],
    "create lands after polling ended": [WRITES],
    "request lost": [WRITES, READS],
    "headers never come, or one byte a second": [WRITES, READS],
    "truncated body, fixed length, chunked or close-delimited": [WRITES, READS],
    "200 with an empty, HTML or foreign body": [WRITES, READS],
    "redirect 301/302/303/307/308": [WRITES, READS],
    "a proxy that doubles the POST": [WRITES],
    "a keep-alive socket that dies on the POST": [WRITES, READS],
  },
  Server: {
    "500 after acting": [WRITES, READS],
    "502/503/504 on create": [WRITES, READS],
    "429 with and without Retry-After": [WRITES, READS],
    "200 with isSuccess false": [WRITES, READS],
    "401/403 half-way": [WRITES, READS],
    "a field ignored or rounded": [WRITES],
    "list drops a row": [READS],
    "list lags": [READS],
    "list is suddenly empty": [READS],
    "command accepted and dropped": [WRITES],
    "command executed ten minutes later": [WRITES],
    "unknown new field (warning)": [READS],
    "unknown enum value (kept as it is; no write if it is a managed field)": [READS],
  },
  Clock: {
    "skewed by an hour either way": [inWorld("a clock that is wrong from the start")],
    "stepping back during the run": [inWorld("a clock that is set during the run")],
    "the runner suspended for an hour between verification and turn-on": [
      { file: "test/techniques/faults/delays.test.ts", title: "a run that loses time: %s" },
    ],
  },
  Concurrency: {
    "two applies at once": [{ file: "test/techniques/faults/together.test.ts", title: "a second run" }],
    "a bot edited, renamed, copied, or turned off by hand before, during and after": [inWorld("a user")],
    "two configurations claiming one title": [
      { file: "test/techniques/faults/together.test.ts", title: "a second run" },
    ],
  },
  Process: {
    "kill -9 at every journal byte and every request phase": [PROCESSES],
    "one and two interrupts": [PROCESSES],
    "EPIPE on stdout": [PROCESSES],
    "unhandled rejection": [PROCESSES],
  },
  Disk: {
    "ENOSPC, EROFS or fsync failure at the intent": [DISK],
    "torn or flipped journal line": [DISK],
    "foreign or newer journal": [DISK],
  },
  Data: {
    "wrong account's key": [{ file: "test/techniques/faults/data.test.ts", title: "another account's key" }],
    "configuration emptied or truncated": [
      {
        file: "test/techniques/faults/data.test.ts",
        title: "a configuration that lost its bots, where undeclared ones are turned off",
      },
    ],
    "plan file altered, replayed, from another version": [
      { file: "test/unit/model/planfile/planfile.test.ts", title: "an altered plan file is refused" },
      { file: "test/techniques/faults/data.test.ts", title: "a plan that was carried out already" },
      {
        file: "test/unit/model/planfile/planfile.test.ts",
        title: "where its format is another, whatever else it holds",
      },
    ],
  },
};

/** Faults produced here beyond the rows of Network and Server. */
const FURTHER = [
  "list shows a row twice",
  "numbers beyond 2^53 refused (threat 8)",
  "undocumented 4xx (rule 4)",
  "wrong account's answer",
];

const PRODUCED = new Set([...ENDPOINT_FAULTS, ...NETWORK_FAULTS, ...SERVER_FAULTS].map(({ row }) => row));

const PLACES = Object.entries(ROWS).flatMap(([list, rows]) =>
  Object.entries(rows).flatMap(([row, places]) => places.map((place) => [`${list}: ${row}`, place] as const)),
);

describe("the list of faults", () => {
  it.each(PLACES.filter(([, { title }]) => title !== undefined))("%s", (_row, { file, title = "" }) => {
    expect(existsSync(file), file).toBe(true);
    expect(readFileSync(file, "utf8")).toMatch(new RegExp(`\\(\\s*"${escaped(title)}"`));
  });

  it("leaves processes and the disk to tests of their own", () => {
    const elsewhere = PLACES.filter(([, { title }]) => title === undefined).map(([row]) => row.replace(/:.*/, ""));
    expect([...new Set(elsewhere)]).toEqual(["Process", "Disk"]);
  });

  it("has a fault for every row of its network and server lists, and no fault without a row", () => {
    const rows = [...Object.keys(ROWS.Network ?? {}), ...Object.keys(ROWS.Server ?? {}), ...FURTHER];
    expect([...PRODUCED].toSorted()).toEqual(rows.toSorted());
  });

  it("tells of every fault what must happen, under a name of its own", () => {
    const faults = [...ENDPOINT_FAULTS, ...NETWORK_FAULTS, ...SERVER_FAULTS];
    expect(faults.filter(({ must }) => must === "")).toEqual([]);
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
