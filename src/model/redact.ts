// The net below every error: known secrets are taken out of a text by value, in each form in which they may travel (threat 5).

const HIDDEN = "***";
/** Shorter values are no secrets, and taking them out would make every text unreadable. */
const SHORTEST = 6;

/** A function that takes these secrets out of texts: raw, URL-encoded, in Base64 of either alphabet, in hexadecimal. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = new Set(secrets.filter((secret) => secret.length >= SHORTEST).flatMap(formsOf));
  // The longest first: one form may hold another.
  const ordered = [...forms].sort((left, right) => right.length - left.length);
  return (text) => ordered.reduce((shown, form) => shown.replaceAll(form, HIDDEN), text);
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const base64 = bytes.toString("base64");
  const hex = bytes.toString("hex");
  const encoded = encodeURIComponent(secret.toWellFormed());
  const inJson = JSON.stringify(secret).slice(1, -1);
  const withoutEnd = base64.replace(/=+$/, "");
  return [
    secret,
    inJson,
    encoded,
    encoded.replaceAll("%20", "+"),
    withoutEnd,
    bytes.toString("base64url"),
    hex,
    hex.toUpperCase(),
  ];
}
