// The net below every error: known secrets are taken out of a text by value, in each form in which they may travel (threat 5).
import { groupBy } from "../order.js";
import { once } from "./once.js";

const HIDDEN = "***";
/** Shorter values are no secrets, and taking them out would make every text unreadable. */
const SHORTEST = 6;

/** A function that takes these secrets out of texts: raw, as JSON and markup write them, URL-encoded, in Base64 of either alphabet, in hexadecimal. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const found = once(() => finder(secrets.filter((secret) => secret.length >= SHORTEST).flatMap(formsOf)));
  // The longest first: one form may hold another.
  const hidden = (text: string) => found()(text).sort((left, right) => right.length - left.length);
  return (text) => hidden(text).reduce((shown, form) => shown.replaceAll(form, HIDDEN), text);
}

/** Which of these forms a text holds, in one pass over it however many they are: a thousand accounts have tens of thousands. */
function finder(forms: readonly string[]): (text: string) => string[] {
  const byStart = groupBy(new Set(forms), (form) => form.slice(0, SHORTEST));
  const mayStart = new Uint8Array(1 << 15);
  for (const form of forms) mayStart[[0, 1, 2].reduce((slot, at) => slotAfter(slot, form.charCodeAt(at)), 0)] = 1;
  return (text) => {
    const found = new Set<string>();
    let slot = 0;
    for (let at = 0; at < text.length; at += 1) {
      slot = slotAfter(slot, text.charCodeAt(at));
      if (mayStart[slot] === 0) continue;
      const start = at - 2;
      for (const form of byStart.get(text.slice(start, start + SHORTEST)) ?? [])
        if (text.startsWith(form, start)) found.add(form);
    }
    return [...found];
  };
}

/** 15 bits that the last three characters leave. */
function slotAfter(slot: number, code: number): number {
  return ((slot << 5) ^ code) & 0x7fff;
}

/** What pages and XML write in the place of a character; messengers write the first three only. */
const ENTITIES: readonly (readonly [string, string])[] = [
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
  ["`", "&#96;"],
];

function inMarkup(secret: string): string[] {
  return [3, 5, ENTITIES.length].map((most) =>
    ENTITIES.slice(0, most).reduce((text, [character, entity]) => text.replaceAll(character, entity), secret),
  );
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const hex = bytes.toString("hex");
  const inJson = JSON.stringify(secret).slice(1, -1);
  const encoded = [encodeURIComponent(secret.toWellFormed()), new URLSearchParams([["", secret]]).toString().slice(1)];
  const lowered = encoded.map((form) => form.replace(/%../g, (one) => one.toLowerCase()));
  return [
    secret,
    inJson,
    ...inMarkup(secret),
    ...encoded,
    ...lowered,
    ...[0, 1, 2].flatMap((before) => inBase64(bytes, before)),
    hex,
    hex.toUpperCase(),
  ];
}

/** The characters that stand for the secret alone where it follows so many bytes of a longer text, in both alphabets. */
function inBase64(bytes: Buffer, before: number): string[] {
  const whole = Buffer.concat([Buffer.alloc(before), bytes]);
  const own = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)];
  return [whole.toString("base64"), whole.toString("base64url")].map((text) => text.slice(...own));
}
