// What becomes of a task on one account that fails.
import { expect, it } from "vitest";
import { attempt } from "../../../src/app/attempt.js";

it("a failing task is the account's failure, and no error", async () => {
  expect(await attempt("main", () => 1)).toEqual({ account: "main", value: 1 });
  const failed = await attempt("main", () => Promise.reject(new RangeError("x")));
  expect(failed).toMatchObject({ account: "main", failure: { exitCode: 1 } });
});
