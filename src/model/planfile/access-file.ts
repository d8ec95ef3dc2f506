// The accesses that an account showed, as a file holds them between plans: authenticated, and only for so long.
import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import type { Access } from "../bot/bot.js";
import { once } from "../text/once.js";
import { canonicalJson } from "./canonical-json.js";
import { derivedKey } from "./derived-key.js";
import type { Opener } from "./planfile.js";

/** Bytes of such a file at most. */
export const ACCESS_FILE_BYTES = 1024 * 1024;

const document = once(() =>
  z.strictObject({
    formatVersion: z.literal(1),
    kind: z.literal("botform-accesses"),
    /** Milliseconds since the epoch. */
    at: z.int().check(z.nonnegative()),
    accesses: z
      .array(z.strictObject({ id: z.int().check(z.nonnegative()), title: z.string(), exchange: z.string() }))
      .check(z.maxLength(10_000)),
    /** HMAC-SHA256 over the canonical JSON of all the rest. */
    mac: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
);

/** A name that tells accounts apart and says nothing of their keys. */
export function accessFileName({ apiUrl, apiKey, apiSecret }: Opener): string {
  const what = `${new URL(apiUrl).origin} ${apiKey}`;
  return `${createHmac("sha256", derivedKey(apiSecret, "accesses v1 name")).update(what).digest("hex").slice(0, 32)}.json`;
}

/** @param at milliseconds since the epoch */
export function sealAccesses(accesses: readonly Access[], at: number, opener: Opener): string {
  const unsigned = { formatVersion: 1, kind: "botform-accesses", at, accesses };
  return canonicalJson({ ...unsigned, mac: macOf(unsigned, opener) });
}

/**
 * The accesses; undefined for what this key and secret didn't write, what is older than `holdMs`, and what comes from a time
 * that isn't yet. Never throws.
 */
export function readAccesses(
  text: string,
  opener: Opener,
  { now, holdMs }: { readonly now: number; readonly holdMs: number },
): readonly Access[] | undefined {
  const read = z.safeParse(document(), parse(text));
  if (!read.success) return undefined;
  const { mac, ...unsigned } = read.data;
  const isOurs = timingSafeEqual(Buffer.from(mac, "hex"), Buffer.from(macOf(unsigned, opener), "hex"));
  const age = now - unsigned.at;
  return isOurs && age >= 0 && age <= holdMs ? unsigned.accesses : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function macOf(unsigned: object, { apiUrl, apiKey, apiSecret }: Opener): string {
  const what = canonicalJson({ ...unsigned, origin: new URL(apiUrl).origin, apiKey });
  return createHmac("sha256", derivedKey(apiSecret, "accesses v1 mac")).update(what).digest("hex");
}
