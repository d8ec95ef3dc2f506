// Gives every property its seed: the same in each run of the lanes, a fresh one in a long run, and the one that BOTFORM_SEED names.
// Gives every file an empty ledger, and lets bots off watch for no time.
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll } from "vitest";
import { LANE } from "./lane.js";

process.env.BOTFORM_SETTLE ??= "0";
// Locks of tests are no concern of the machine's own.
process.env.BOTFORM_LOCK_DIR ??= join(tmpdir(), `botform-locks-${process.getuid?.() ?? 0}`);

// An emulator of another file may have had the same port, and its bots the same ids.
beforeAll(() => {
  const journal = process.env.BOTFORM_JOURNAL ?? "";
  if (journal.includes("botform-journal-")) rmSync(journal, { recursive: true, force: true });
});

/** What the lanes start from. Any number does; it stays, so that a failure has to do with the change and not with luck. */
const FIXED = 16_016;

const named = process.env.BOTFORM_SEED;

fc.configureGlobal({
  ...(named !== undefined ? { seed: Number(named) } : LANE !== "long" && { seed: FIXED }),
  // A lane says at once what failed; whoever repeats it with BOTFORM_SEED also gets the smallest example, which takes minutes.
  endOnFailure: named === undefined,
});
