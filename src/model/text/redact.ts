// The net below every error: known secrets are taken out of a text by value, in each form in which they may travel (threat 5).
import { once } from "./once.js";

const HIDDEN = "***";
/** Shorter values are no secrets, and taking them out would make every text unreadable. */
const SHORTEST = 6;

/** A function that takes these secrets out of texts: raw, as JSON and markup write them, URL-encoded, in Base64 of either alphabet, in hexadecimal. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = once(() => {
    const all = new Set(secrets.filter((secret) => secret.length >= SHORTEST).flatMap(formsOf));
    // The longest first: one form may hold another.
    return [...all].sort((left, right) => right.length - left.length);
  });
  return (text) => forms().reduce((shown, form) => shown.replaceAll(form, HIDDEN), text);
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
