// A failure as the service words it: each status under its name, in each shape, and which keep their status.
import { expect, it } from "vitest";
import { failure, Refusal } from "../../../../src/emulator/http/failure.js";
import { completeQuirks } from "../../../../src/emulator/quirks/quirk-text.js";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";

const answered = (status: number, quirks: Partial<Quirks>, routed: boolean) =>
  failure(new Refusal(status, "No.", { allow: "GET" }), completeQuirks(quirks), routed);

it.each([
  [400, "Bad Request"],
  [401, "Unauthorized"],
  [404, "Not Found"],
  [405, "Method Not Allowed"],
  [409, "Conflict"],
  [413, "Payload Too Large"],
  [429, "Too Many Requests"],
  [500, "Error"],
])("%i is called %s", (status, name) => {
  expect(JSON.parse(answered(status, { errorShape: "framework" }, true).body)).toEqual({
    ...{ name, message: "No.", code: 0, status },
  });
  expect(answered(status, { errorShape: "html" }, true).body).toBe(
    `<!DOCTYPE html><html><head><title>${name}</title></head><body><h1>${name}</h1></body></html>`,
  );
});

it.each([
  { status: 400, routed: true, shown: 200, because: "an error of business" },
  { status: 404, routed: true, shown: 200, because: "so is a bot that isn't there" },
  { status: 401, routed: false, shown: 200, because: "and what isn't of the framework" },
  { status: 404, routed: false, shown: 404, because: "no such page" },
  { status: 405, routed: false, shown: 405, because: "another method" },
  { status: 413, routed: false, shown: 413, because: "a body that is too large" },
  { status: 429, routed: false, shown: 429, because: "too many requests" },
  { status: 500, routed: false, shown: 500, because: "the emulator failed" },
])("where errors are answered with 200, $status is $shown: $because", ({ status, routed, shown }) => {
  expect(answered(status, { errorStatus: "200" }, routed).status).toBe(shown);
  expect(answered(status, {}, routed).status).toBe(status);
});

it("has the refusal's headers beside the type of its body, which an empty one hasn't", () => {
  const type = "application/json; charset=UTF-8";
  expect(answered(405, {}, false).headers).toEqual({ "content-type": type, allow: "GET" });
  expect(answered(405, { errorShape: "empty" }, false)).toEqual({ status: 405, headers: { allow: "GET" }, body: "" });
});

it.each<[Partial<Quirks>, string, string]>([
  [{}, "application/json; charset=UTF-8", '{"isSuccess":false,"errorMessage":"No.","data":null}'],
  [{ errorData: "array" }, "application/json; charset=UTF-8", '{"isSuccess":false,"errorMessage":"No.","data":[]}'],
  [{ errorData: "object" }, "application/json; charset=UTF-8", '{"isSuccess":false,"errorMessage":"No.","data":{}}'],
  [{ errorData: "absent" }, "application/json; charset=UTF-8", '{"isSuccess":false,"errorMessage":"No."}'],
  [
    { errorShape: "framework", errorData: "array" },
    "application/json; charset=UTF-8",
    '{"name":"Conflict","message":"No.","code":0,"status":409}',
  ],
  [{ errorShape: "text" }, "text/plain; charset=UTF-8", "No."],
  [
    { errorShape: "html" },
    "text/html; charset=UTF-8",
    "<!DOCTYPE html><html><head><title>Conflict</title></head><body><h1>Conflict</h1></body></html>",
  ],
])("under %j is %s: %s", (quirks, type, body) => {
  expect(answered(409, quirks, true)).toEqual({ status: 409, headers: { "content-type": type, allow: "GET" }, body });
});

it("is an error of its own name", () => {
  const { name, message, headers } = new Refusal(400, "No.");
  expect({ name, message, headers }).toEqual({ name: "Refusal", message: "No.", headers: {} });
});
