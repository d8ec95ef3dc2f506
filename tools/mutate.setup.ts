// Leaves out what takes seconds: a mutation run repeats each test hundreds of times.
import { beforeEach } from "vitest";

const SLOW = /linear time|(?:in|take) no time|20 000|thousand|mebibyte|chain of 2|never throws|twice the work/;

beforeEach(({ task, skip }) => {
  if (SLOW.test(task.name)) skip();
});
