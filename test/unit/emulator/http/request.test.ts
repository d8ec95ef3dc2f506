// A request taken apart: its path and query, and what parameters the query and the body hold.
import { describe, expect, it } from "vitest";
import {
  decodePairs,
  isMembers,
  jsonObject,
  receiveParameters,
  splitTarget,
} from "../../../../src/emulator/http/request.js";

it.each([
  ["/bot-futures/all", "/bot-futures/all", ""],
  ["/bot-futures/all?", "/bot-futures/all", ""],
  ["/bot-futures/all?a=1&b=?", "/bot-futures/all", "a=1&b=?"],
  ["?a=1", "", "a=1"],
  ["http://127.0.0.1:80/bot-futures/all?a=1", "/bot-futures/all", "a=1"],
  ["HTTPS://h.example?a=1", "", "a=1"],
  ["/x/http://y/z", "/x/http://y/z", ""],
])("%s is the path %s with the query '%s'", (target, path, query) => {
  expect(splitTarget(target)).toEqual({ path, query });
});

it.each<[string, readonly (readonly [string, string])[] | undefined]>([
  ["", []],
  [
    "a=1&b=2",
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
  [
    "&a=1&&b=2&",
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
  [
    "a&b=",
    [
      ["a", ""],
      ["b", ""],
    ],
  ],
  ["=1", [["", "1"]]],
  ["a=b=c", [["a", "b=c"]]],
  ["a+b=c+d%2B", [["a b", "c d+"]]],
  ["%C3%BC=%26", [["ü", "&"]]],
  ["a=%zz", undefined],
  ["%ff=1", undefined],
])("the query '%s' holds %j", (query, pairs) => {
  expect(decodePairs(query)).toEqual(pairs);
});

describe("parameters", () => {
  const received = (
    query: string,
    {
      method = "POST",
      body = "",
      type,
      read = true,
    }: { method?: string; body?: string; type?: string; read?: boolean },
  ) => {
    const headers = type === undefined ? {} : { "content-type": type };
    const { values, repeated } = receiveParameters({ method, target: "/x", headers, body }, query, read);
    return [Object.fromEntries(values), repeated];
  };
  const json = "application/json";
  const form = "application/x-www-form-urlencoded";

  it.each<[string, Parameters<typeof received>[1], string, object, string[]]>([
    ["of a query alone", {}, "a=1&b=2", { a: "1", b: "2" }, []],
    ["that are repeated: the last one wins", {}, "a=1&a=2&b=3&a=4", { a: "4", b: "3" }, ["a", "a"]],
    ["of a form for what the query lacks", { type: form, body: "a=8&b=9" }, "a=1", { a: "1", b: "9" }, []],
    [
      "of JSON, with its types",
      { type: json, body: '{"a":8,"b":true,"c":"x"}' },
      "a=1",
      { a: "1", b: true, c: "x" },
      [],
    ],
    ["of JSON: null is nothing", { type: json, body: '{"b":null,"c":0}' }, "", { c: 0 }, []],
    ["of JSON by any type's case", { type: "Application/JSON; charset=UTF-8", body: '{"b":1}' }, "", { b: 1 }, []],
    ["of JSON without a type, by its brace", { body: ' {"b":1} ' }, "", { b: 1 }, []],
    ["of a form without a type", { body: "b=1" }, "", { b: "1" }, []],
    ["of a form, whatever it looks like", { type: form, body: '{"b":1}' }, "", { '{"b":1}': "" }, []],
    ["not of a GET's body", { method: "GET", type: json, body: '{"b":1}' }, "a=1", { a: "1" }, []],
    ["not of a body that the service ignores", { read: false, type: json, body: '{"b":1}' }, "a=1", { a: "1" }, []],
    ["not of a body that is none", { type: json, body: " null\n" }, "a=1", { a: "1" }, []],
  ])("%s", (_name, request, query, values, repeated) => {
    expect(received(query, request)).toEqual([values, repeated]);
  });

  it.each<[Parameters<typeof received>[1], string, string]>([
    [{}, "a=%", "The query contains a malformed escape."],
    [{ type: form, body: "a=%" }, "", "The body contains a malformed escape."],
    [{ type: json, body: "a=1" }, "", "The body is not a JSON object."],
    [{ type: json, body: "[1]" }, "", "The body is not a JSON object."],
    [{ type: json, body: "5" }, "", "The body is not a JSON object."],
    [{ type: json, body: '{"a":[1]}' }, "", "a must be a single value."],
    [{ type: json, body: '{"a":{}}' }, "", "a must be a single value."],
  ])("that can't be read: %j", (request, query, message) => {
    expect(() => received(query, request)).toThrow(expect.objectContaining({ status: 400, message }));
  });
});

it("members are those of an object, and of nothing else", () => {
  expect([{}, { a: 1 }, [], null, undefined, "x", 5].map(isMembers)).toEqual([
    ...[true, true, false, false, false, false, false],
  ]);
  expect(jsonObject('{"a":{"b":[1]}}')).toEqual({ a: { b: [1] } });
});
