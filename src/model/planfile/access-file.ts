// The accesses that an account showed, as a file holds them between plans: authenticated, and only for so long.
import * as z from "zod/mini";
import type { Access } from "../bot/bot.js";
import { count, digest } from "../data.js";
import { parseJson } from "../text/json.js";
import { once } from "../text/once.js";
import { canonicalJson, isSameHash, keyedHash, type Opener } from "./sealing.js";

/** Bytes of such a file at most. */
export const ACCESS_FILE_BYTES = 1024 * 1024;

const document = once(() =>
  z.strictObject({
    formatVersion: z.literal(1),
    kind: z.literal("botform-accesses"),
    /** Milliseconds since the epoch. */
    at: count(),
    accesses: z
      .array(z.strictObject({ id: count(), title: z.string(), exchange: z.string() }))
      .check(z.maxLength(10_000)),
    /** HMAC-SHA256 over the canonical JSON of all the rest. */
    mac: digest(),
  }),
);

/** A name that tells accounts apart and says nothing of their keys. */
export function accessFileName(opener: Opener): string {
  const what = `${new URL(opener.apiUrl).origin} ${opener.apiKey}`;
  return `${keyedHash(opener, "accesses v1 name", what).slice(0, 32)}.json`;
}

/** @param at milliseconds since the epoch */
export function sealAccesses(accesses: readonly Access[], at: number, opener: Opener): string {
  const unsigned = { formatVersion: 1, kind: "botform-accesses", at, accesses };
  return canonicalJson({ ...unsigned, mac: macOf(unsigned, opener) });
}

/**
 * The accesses; undefined if this key and secret didn't write them, if they are older than `holdMs`, or if their time is
 * in the future. Never throws.
 */
export function readAccesses(
  text: string,
  opener: Opener,
  { now, holdMs }: { readonly now: number; readonly holdMs: number },
): readonly Access[] | undefined {
  const read = z.safeParse(document(), parseJson(text));
  if (!read.success) return undefined;
  const { mac, ...unsigned } = read.data;
  const isOurs = isSameHash(mac, macOf(unsigned, opener));
  const age = now - unsigned.at;
  return isOurs && age >= 0 && age <= holdMs ? unsigned.accesses : undefined;
}

function macOf(unsigned: object, opener: Opener): string {
  const what = canonicalJson({ ...unsigned, origin: new URL(opener.apiUrl).origin, apiKey: opener.apiKey });
  return keyedHash(opener, "accesses v1 mac", what);
}
