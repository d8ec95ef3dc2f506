// The emulator's own paths beside the service's: time, signals and prices by hand, and a summary of everything.
import * as z from "zod/mini";
import { JSON_TYPE, type ServiceResponse } from "./failure.js";
import type { ServiceRequest } from "./request.js";

/** What the paths act on. Each throws RangeError saying what is wrong with a call. */
export interface Controls {
  /** @returns the market's time after it, in milliseconds since the epoch */
  pass(milliseconds: number): number;
  signal(botId: number): void;
  /** null gives the pair back to its course. @returns the price that holds now */
  setPrice(pair: string, price: string | null): string;
  summary(): object;
}

const PREFIX = "/emulator/";
const PRICE = /^(?=.*[1-9])\d{1,15}(?:\.\d{1,12})?$/;

/** Whether a path belongs to the emulator itself. */
export function isControlPath(path: string): boolean {
  return path.startsWith(PREFIX);
}

type Act = (controls: Controls, body: unknown) => object;

const timeBody = z.strictObject({ advance: z.number().check(z.nonnegative(), z.lte(3_153_600_000)) });
const signalBody = z.strictObject({ botId: z.int() });
const priceBody = z.strictObject({
  pair: z.string(),
  price: z.nullable(z.string().check(z.regex(PRICE))),
});

const PATHS: Readonly<Record<string, { readonly method: string; readonly act: Act }>> = {
  time: {
    method: "POST",
    act: (controls, body) => {
      const { advance } = checked(timeBody, body, '{"advance": seconds}');
      return { now: iso(controls.pass(Math.round(advance * 1000))) };
    },
  },
  signal: {
    method: "POST",
    act: (controls, body) => {
      const { botId } = checked(signalBody, body, '{"botId": 1001}');
      controls.signal(botId);
      return { botId };
    },
  },
  price: {
    method: "POST",
    act: (controls, body) => {
      const { pair, price } = checked(priceBody, body, '{"pair": "USDT-BTC", "price": "64000"}, or null as the price');
      return { pair, price: controls.setPrice(pair, price) };
    },
  },
  state: { method: "GET", act: (controls) => controls.summary() },
};

/** Answers one request; a mistake in it is an answer too, with `problem`. */
export function control(controls: Controls, request: ServiceRequest, path: string): ServiceResponse {
  const name = path.slice(PREFIX.length);
  const found = Object.hasOwn(PATHS, name) ? PATHS[name] : undefined;
  if (found === undefined) return answer(404, { problem: "no such path" });
  if (request.method !== found.method) return answer(405, { problem: `${found.method} is wanted` });
  if (!isLocal(request)) return answer(403, { problem: "only programs of this machine may do this" });
  try {
    return answer(200, found.act(controls, found.method === "GET" ? undefined : parsed(request.body)));
  } catch (error) {
    if (error instanceof RangeError) return answer(400, { problem: error.message });
    throw error;
  }
}

/** A page in a browser can reach the loopback: it can neither send this type unasked nor hide its own host name. */
function isLocal({ headers, method }: ServiceRequest): boolean {
  const host = headers["host"]?.replace(/:\d+$/, "") ?? "127.0.0.1";
  const isJson = method === "GET" || /^application\/json\b/i.test(headers["content-type"] ?? "");
  return isJson && ["127.0.0.1", "localhost", "[::1]"].includes(host);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError("the body is not JSON");
  }
}

function checked<T extends z.core.$ZodType>(schema: T, body: unknown, form: string): z.output<T> {
  const read = z.safeParse(schema, body);
  if (!read.success) throw new RangeError(`the body must have the form ${form}`);
  return read.data;
}

export function iso(moment: number): string {
  return new Date(moment).toISOString();
}

function answer(status: number, body: object): ServiceResponse {
  return { status, headers: { "content-type": JSON_TYPE }, body: JSON.stringify(body) };
}
