// What an answer means: success, refusal, rejected credentials or no telling, by status and envelope alone (rule 4).
import { describe, expect, it } from "vitest";
import { type AnswerVerdict, classify, classifyBrokenWrite, classifyWrite } from "../../../src/service/errors.js";
import { TransportError } from "../../../src/service/network.js";

const YES = '{"isSuccess":true,"errorMessage":"","data":[1]}';
const NO = '{"isSuccess":false,"errorMessage":"no such pair"}';
const FOREIGN = "<html>";

describe("judge", () => {
  const cases: { status: number; body: string; kind: AnswerVerdict["kind"]; because: string }[] = [
    { status: 200, body: YES, kind: "success", because: "an envelope that says yes" },
    { status: 299, body: YES, kind: "success", because: "the last status of success" },
    { status: 300, body: YES, kind: "unreadable", because: "a redirect is no success, whatever it carries" },
    { status: 199, body: YES, kind: "unreadable", because: "nor is a status below 200" },
    { status: 400, body: YES, kind: "unreadable", because: "nor is a failure" },
    { status: 200, body: NO, kind: "refused", because: "the envelope says no" },
    { status: 499, body: NO, kind: "refused", because: "the envelope says no with the last status of refusal" },
    {
      status: 408,
      body: NO,
      kind: "refused",
      because: "the service's own no ends it, even after a timeout of its own",
    },
    { status: 200, body: FOREIGN, kind: "unreadable", because: "no envelope, no conclusion" },
    { status: 401, body: YES, kind: "unauthorized", because: "401 is about the credentials, whatever the body" },
    { status: 403, body: NO, kind: "unauthorized", because: "so is 403" },
    { status: 402, body: NO, kind: "refused", because: "402 isn't" },
    { status: 429, body: NO, kind: "overloaded", because: "too many requests is no refusal" },
    { status: 428, body: NO, kind: "refused", because: "the status before it is one" },
    { status: 500, body: NO, kind: "overloaded", because: "a server in trouble may have acted before it said no" },
    { status: 503, body: YES, kind: "overloaded", because: "nor is its yes to be trusted" },
  ];
  it.each(cases)("$status, $because: $kind", ({ status, body, kind }) => {
    expect(classify({ status, body }).kind).toBe(kind);
  });

  it("hands on the data of a success, and nothing else", () => {
    expect(classify({ status: 200, body: YES })).toEqual({ kind: "success", data: [1] });
  });

  it.each([
    { status: 302, turnedDown: false, because: "a redirect turns nothing down" },
    { status: 399, turnedDown: false, because: "nor does anything below 400" },
    { status: 400, turnedDown: true, because: "400 says no, if not in the service's words" },
    { status: 404, turnedDown: true, because: "so does 404" },
    { status: 408, turnedDown: false, because: "after Request Timeout the request may still be on its way" },
    { status: 425, turnedDown: false, because: "after Too Early, too" },
  ])("$status without an envelope: $because", ({ status, turnedDown }) => {
    expect(classify({ status, body: FOREIGN })).toMatchObject({ kind: "unreadable", turnedDown });
    expect(classify({ status, body: YES })).toMatchObject({ kind: "unreadable", turnedDown });
  });
});

describe("the message of a verdict", () => {
  it.each([
    { body: NO, says: "no such pair", because: "the service's own words" },
    { body: '{"isSuccess":false}', says: "no explanation given", because: "an envelope without words" },
    { body: '{"isSuccess":false,"errorMessage":null}', says: "no explanation given", because: "null is no word" },
    { body: '{"isSuccess":false,"errorMessage":""}', says: "no explanation given", because: "nor is empty text" },
    {
      body: '{"isSuccess":false,"errorMessage":null,"message":"Bad Request"}',
      says: "Bad Request",
      because: "the framework's words where the envelope has none",
    },
    {
      body: '{"isSuccess":false,"errorMessage":"first","message":"second"}',
      says: "first",
      because: "the envelope's words come first",
    },
    {
      body: '{"name":"Not Found","message":"Page not found."}',
      says: "Page not found.",
      because: "a framework's error",
    },
    { body: '{"message":5}', says: "the answer isn't in the service's format", because: "a message that is no text" },
    { body: '{"message":""}', says: "the answer isn't in the service's format", because: "a message without words" },
    { body: "[]", says: "the answer isn't in the service's format", because: "JSON of another kind" },
    { body: FOREIGN, says: "the answer isn't in the service's format", because: "no JSON: its text is not repeated" },
    { body: "", says: "the answer isn't in the service's format", because: "no body" },
  ])("$because: $says", ({ body, says }) => {
    expect(classify({ status: 422, body })).toMatchObject({ message: `HTTP 422: ${says}` });
  });

  it("is cut where a server goes on and on", () => {
    const body = JSON.stringify({ isSuccess: false, errorMessage: `${"x".repeat(300)}y` });
    expect(classify({ status: 400, body })).toMatchObject({ message: `HTTP 400: ${"x".repeat(300)}` });
  });

  it("is redacted before it is cut: half of a secret is no less of one (threat 5)", () => {
    const body = JSON.stringify({ isSuccess: false, errorMessage: `${"x".repeat(297)}secret` });
    const redact = (text: string) => text.replaceAll("secret", "***");
    expect(classify({ status: 400, body }, redact)).toMatchObject({ message: `HTTP 400: ${"x".repeat(297)}***` });
  });

  it.each([401, 429, 500])("is there for %d, too", (status) => {
    expect(classify({ status, body: NO })).toMatchObject({ message: `HTTP ${status}: no such pair` });
  });
});

describe("a write", () => {
  const message = "HTTP 400: no";
  it.each([
    { verdict: { kind: "success", data: { botId: 7 } }, answer: { kind: "accepted" } },
    { verdict: { kind: "refused", message }, answer: { kind: "refused", message } },
    { verdict: { kind: "unauthorized", message }, answer: { kind: "unauthorized", message } },
    { verdict: { kind: "overloaded", message }, answer: { kind: "ambiguous", message, turnedDown: false } },
    {
      verdict: { kind: "unreadable", message, turnedDown: true },
      answer: { kind: "ambiguous", message, turnedDown: true },
    },
    {
      verdict: { kind: "unreadable", message, turnedDown: false },
      answer: { kind: "ambiguous", message, turnedDown: false },
    },
  ] as const)("that was answered with $verdict is $answer", ({ verdict, answer }) => {
    expect(classifyWrite(verdict)).toEqual(answer);
  });

  it("whose exchange broke is ambiguous, unless not one byte of it left", () => {
    expect(classifyBrokenWrite(new TransportError(true, "timeout", "late"))).toEqual({
      kind: "ambiguous",
      message: "late",
      turnedDown: false,
    });
    expect(classifyBrokenWrite(new TransportError(false, "connect", "refused"))).toEqual({
      kind: "not-sent",
      message: "refused",
    });
  });
});
