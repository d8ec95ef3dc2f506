// The errors of what botform reads and writes: each is told from the others by its name and its kind, never by its message.
import { expect, it } from "vitest";
import { DiskError, ServiceError } from "../../../src/model/ports.js";

it("an error of the service says what it is, of which kind, and whose service it is about", () => {
  const where = { account: "main", origin: "https://a.example" };
  const error = new ServiceError("timeout", "no answer came", where);
  expect(error).toMatchObject({ name: "ServiceError", kind: "timeout", message: "no answer came", where });
  expect(String(error)).toBe("ServiceError: no answer came");
  expect(new ServiceError("auth", "rejected").where).toBeUndefined();
});

it("an error of the disk says what it is, and the system's code", () => {
  const error = new DiskError("ENOSPC", "the disk is full");
  expect(error).toMatchObject({ name: "DiskError", code: "ENOSPC", message: "the disk is full" });
  expect(String(error)).toBe("DiskError: the disk is full");
});
