// Leaves out what takes seconds: a mutation run repeats each test hundreds of times. Refuses names that are too long for one.
import { beforeEach } from "vitest";

const SLOW = /linear time|(?:in|take) no time|20 000|thousand|mebibyte|chain of 2|never throws|twice the work/;

/** Stryker asks for tests by one regular expression of their names. One that is too large crashes its runner. */
const LONGEST_NAME = 1_000;

beforeEach(({ task, skip }) => {
  if (task.name.length > LONGEST_NAME) throw new Error(`shorten this test's name: ${task.name.slice(0, 100)}…`);
  if (SLOW.test(task.name)) skip();
});
