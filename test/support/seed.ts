// Gives every property its seed: the same in each run of the lanes, a fresh one in a long run, and the one that BOTFORM_SEED names.
// Gives every file an empty ledger, a home and locks of its own, and lets bots off watch for no time.
// Notes what each file takes of the processor, for the reporter.
import { mkdirSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeAll } from "vitest";
import { LANE } from "./lane.js";

process.env.BOTFORM_SETTLE ??= "0";
// A busy machine would let a command say after some seconds that it is still at it.
process.env.BOTFORM_NO_PROGRESS = "1";
// npm keeps what it has fetched at home, and some tests install without a network.
process.env.npm_config_cache ??= join(homedir(), ".npm");
// Locks and all else that botform keeps at home are no concern of this machine's user, nor of other workers' tests.
const home = join(process.env.BOTFORM_TEST_HOMES ?? tmpdir(), `botform-home-${process.pid}`);
for (const name of ["HOME", "USERPROFILE"]) process.env[name] = home;
process.env.BOTFORM_LOCK_DIR = join(home, "locks");

// An emulator of another file may have had the same port, and its bots the same ids.
beforeAll(() => {
  const journal = process.env.BOTFORM_JOURNAL ?? "";
  const isTests = journal.includes("botform-journal-");
  for (const folder of [home, ...(isTests ? [journal] : [])]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
});

let before = process.cpuUsage();
beforeAll(() => {
  before = process.cpuUsage();
});
afterEach(({ task }) => {
  const { user, system } = process.cpuUsage(before);
  task.file.meta.processorSeconds = (user + system) / 1e6;
});

/** What the lanes start from. Any number does; it stays, so that a failure has to do with the change and not with luck. */
const FIXED = 16_016;

const named = process.env.BOTFORM_SEED;

fc.configureGlobal({
  ...(named !== undefined ? { seed: Number(named) } : LANE !== "long" && { seed: FIXED }),
  // A lane says at once what failed; whoever repeats it with BOTFORM_SEED also gets the smallest example, which takes minutes.
  endOnFailure: named === undefined,
});
