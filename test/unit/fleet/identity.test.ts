// Who asks: a table of what came in, and whom it stands for.
import { expect, it } from "vitest";
import { type Access, cookieIn, formToken, identityOf, isTheirs, plainAddress } from "../../../src/fleet/identity.js";
import type { Sessions } from "../../../src/fleet/sessions.js";
import type { People } from "../../../src/model/person.js";

const SESSIONS: Sessions = { invite: () => "", enter: () => undefined, has: (id) => id === "open", seconds: 1 };
const PEOPLE: People = new Map([["ana", "approve"]]);
const TOKEN: Access = { kind: "token", person: "root", cookie: "botform-1" };
const HEADER: Access = { kind: "header", header: "x-user", from: ["10.0.0.2", "::1"] };

it.each<[string, Access, Record<string, string>, string, string]>([
  ["a session", TOKEN, { cookie: "botform-1=open" }, "127.0.0.1", "person root operate"],
  ["another cookie", TOKEN, { cookie: "botform-2=open" }, "127.0.0.1", "anonymous"],
  ["a session that has ended", TOKEN, { cookie: "botform-1=ended" }, "127.0.0.1", "anonymous"],
  ["nothing", TOKEN, {}, "127.0.0.1", "anonymous"],
  ["a header where no proxy is trusted", TOKEN, { "x-user": "ana" }, "127.0.0.1", "anonymous"],
  ["the proxy", HEADER, { "x-user": "ana" }, "10.0.0.2", "person ana approve"],
  ["the proxy, by a socket of both families", HEADER, { "x-user": "ana" }, "::ffff:10.0.0.2", "person ana approve"],
  ["the proxy without anybody", HEADER, {}, "10.0.0.2", "anonymous"],
  ["the proxy with somebody who isn't named", HEADER, { "x-user": "ben" }, "10.0.0.2", "unnamed ben"],
  ["the proxy with two", HEADER, { "x-user": "ana, ana" }, "10.0.0.2", "forged"],
  ["the proxy with an empty name", HEADER, { "x-user": "" }, "10.0.0.2", "forged"],
  ["somebody else with the header", HEADER, { "x-user": "ana" }, "10.0.0.3", "forged"],
  ["somebody else with an open session", HEADER, { cookie: "botform-1=open" }, "10.0.0.3", "anonymous"],
])("%s", (_, access, headers, from, wanted) => {
  const found = identityOf(access, SESSIONS, () => PEOPLE, { header: (name) => headers[name], from });
  const text =
    found.kind === "person"
      ? `person ${found.person.name} ${found.person.role}`
      : found.kind === "unnamed"
        ? `unnamed ${found.name}`
        : found.kind;
  expect(text).toBe(wanted);
});

it.each([
  [undefined, undefined],
  ["a=1; botform=x_-9; b=2", "x_-9"],
  ["botform=first; botform=second", "first"],
  ["botform=", undefined],
  ["botform=a b", undefined],
  ["notbotform=x", undefined],
])("of the cookies %j it is %j", (header, value) => {
  expect(cookieIn(header, "botform")).toBe(value);
});

it("a form's token is a person's own, of this process", () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const [ana, ben] = ["ana", "ben"].map((name) => ({ name, role: "look" as const, key: `person ${name}` }));
  if (ana === undefined || ben === undefined) throw new Error("nobody");
  const token = formToken(one, ana);
  expect([isTheirs(one, ana, token), isTheirs(one, ben, token), isTheirs(other, ana, token)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isTheirs(one, ana, null), isTheirs(one, ana, "")]).toEqual([false, false]);
});

it("an address is the same in either form", () => {
  expect(["::ffff:10.0.0.2", "::1", "10.0.0.2"].map(plainAddress)).toEqual(["10.0.0.2", "::1", "10.0.0.2"]);
});
