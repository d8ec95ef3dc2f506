// The faults of the network list in coverage.test.ts that befall single requests.
import type { ServiceResponse } from "../../../src/emulator/http/failure.js";
import { ALL, BOTH, type Fault, READS, type Strike, WRITES } from "./fault.js";
import { chunkBytes, enveloped, type Framing, headBytes, JSON_TYPE, refused } from "./wire.js";

/** The answer the emulator gives, or where it must not act, one it might have given. */
function likelyAnswer({ phase, operation, act }: Strike): ServiceResponse {
  return phase === "after" || READS.includes(operation) ? act() : enveloped("Command was sent");
}

function actIfAfter({ phase, act }: Strike): void {
  if (phase === "after") act();
}

/** An answer that ends in the middle of its body, with the connection. */
function truncated(framing: Framing): Fault["strike"] {
  return (strike) => {
    const answer = likelyAnswer(strike);
    const half = answer.body.slice(0, answer.body.length / 2);
    strike.socket.end(headBytes(answer, framing) + (framing === "chunked" ? chunkBytes(half) : half));
  };
}

function replacedBy(answer: ServiceResponse): Fault["strike"] {
  return (strike) => {
    actIfAfter(strike);
    strike.reply(answer);
  };
}

/** The no that a service may say to a request that it has just carried out. */
const SECOND = refused(409, "It is so already.");

const HTML = "<!DOCTYPE html><html><body><h1>Welcome</h1></body></html>";

const BREAKS: readonly Fault[] = [
  {
    name: "reset before headers",
    row: "reset before headers on create",
    must: "ambiguous, one POST",
    operations: ALL,
    phases: BOTH,
    write: "doubt",
    read: "passing",
    strike(strike) {
      actIfAfter(strike);
      strike.socket.resetAndDestroy();
    },
  },
  {
    name: "answer lost",
    row: "answer lost after the server acted",
    must: "adopted, one copy",
    operations: ALL,
    phases: ["after"],
    write: "doubt",
    read: "passing",
    strike(strike) {
      strike.act();
      strike.socket.end();
    },
  },
  {
    name: "create lands later",
    row: "create lands after polling ended",
    must: "exit 5, the next run adopts",
    operations: ["createBot"],
    phases: ["before"],
    actsLate: true,
    write: "later",
    strike(strike) {
      strike.actLater(600_000);
      strike.socket.end();
    },
  },
  {
    name: "request lost",
    row: "request lost",
    must: "exit 5, a later run creates once",
    operations: ALL,
    phases: ["before"],
    write: "doubt",
    read: "passing",
    strike: (strike) => strike.hang(),
  },
  {
    name: "headers never come",
    row: "headers never come, or one byte a second",
    must: "our own total deadline",
    operations: ALL,
    phases: BOTH,
    write: "doubt",
    read: "passing",
    strike(strike) {
      actIfAfter(strike);
      return strike.hang();
    },
  },
  {
    name: "one byte a second",
    row: "headers never come, or one byte a second",
    must: "our own total deadline",
    operations: ALL,
    phases: BOTH,
    write: "doubt",
    read: "passing",
    strike(strike) {
      const answer = likelyAnswer(strike);
      const bytes = [...(headBytes(answer) + answer.body)];
      const drip = setInterval(() => strike.socket.write(bytes.shift() ?? " "), 1_000);
      strike.socket.on("close", () => clearInterval(drip));
      return strike.hang();
    },
  },
  {
    name: "kept-alive connection dies",
    row: "a keep-alive socket that dies on the POST",
    must: "ambiguous, one send",
    operations: ALL,
    phases: BOTH,
    write: "doubt",
    read: "passing",
    departing(idle) {
      for (const socket of idle) socket.end();
    },
    strike(strike) {
      actIfAfter(strike);
      strike.socket.destroy();
    },
  },
];

const BODIES: readonly Fault[] = [
  ...(["length", "chunked", "close"] as const).map(
    (framing): Fault => ({
      name: `truncated body (${framing})`,
      row: "truncated body, fixed length, chunked or close-delimited",
      must: "ambiguous",
      operations: ALL,
      phases: BOTH,
      write: "doubt",
      // Where only the end of the connection tells the end, a cut body is whole to HTTP and broken to JSON.
      read: framing === "close" ? "final" : "passing",
      strike: truncated(framing),
    }),
  ),
  ...Object.entries({
    "an empty body": { headers: JSON_TYPE, body: "" },
    HTML: { headers: { "content-type": "text/html" }, body: HTML },
    "foreign JSON": { headers: JSON_TYPE, body: '{"status":"ok","result":[]}' },
    "a foreign envelope": { headers: JSON_TYPE, body: '{"isSuccess":true,"errorMessage":"","data":{"hello":"world"}}' },
  }).map(
    ([what, { headers, body }]): Fault => ({
      name: `200 with ${what}`,
      row: "200 with an empty, HTML or foreign body",
      must: "never success",
      operations: ALL,
      phases: BOTH,
      write: what === "a foreign envelope" ? "accepted" : "doubt",
      read: "final",
      strike: replacedBy({ status: 200, headers, body }),
    }),
  ),
  ...[301, 302, 303, 307, 308].map(
    (status): Fault => ({
      name: `redirect ${status}`,
      row: "redirect 301/302/303/307/308",
      must: "error, nothing sent to the target",
      operations: status === 302 || status === 308 ? ALL : WRITES,
      phases: BOTH,
      write: "doubt",
      read: "final",
      strike(strike) {
        actIfAfter(strike);
        strike.reply({ status, headers: { location: strike.trapUrl + strike.request.target }, body: "" });
      },
    }),
  ),
  ...(["first", "second", "refused second"] as const).map(
    (answered): Fault => ({
      name: `doubled by a proxy, ${answered} answer`,
      row: "a proxy that doubles the POST",
      must: "two off copies, one on",
      operations: WRITES,
      phases: ["after"],
      write: answered === "refused second" ? "refused" : "doubled",
      strike(strike) {
        const first = strike.act();
        const second = answered === "refused second" ? SECOND : strike.act();
        strike.reply(answered === "first" ? first : second);
      },
    }),
  ),
];

export const NETWORK_FAULTS: readonly Fault[] = [...BREAKS, ...BODIES];
