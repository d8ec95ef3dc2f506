// Canary secrets, and every form in which one could turn up in a text.

/** What a key may be at its worst: characters that every encoding writes otherwise. */
export const KEY = "canaryKEY/7f3a+9c41=~%&q";
/** A secret may hold any text at all. */
export const SECRET = 'canarySECRET/é"\\+ <&>=4b1d';
/** The credential in a webhook's address. */
export const TOKEN = "canaryTOKEN-90ac77e2";

/** The forms of a secret that stand in a text, by name; [] is what a test wants to see. */
export function traces(text: string, secret: string): string[] {
  const lower = text.toLowerCase();
  return Object.entries(formsOf(secret))
    .filter(([name, forms]) =>
      forms.some((form) => (name.startsWith("hex") ? lower.includes(form) : text.includes(form))),
    )
    .map(([name]) => name);
}

/** The traces of all canaries. */
export function canaries(text: string): string[] {
  return Object.entries({ KEY, SECRET, TOKEN }).flatMap(([name, secret]) =>
    traces(text, secret).map((form) => `${name} ${form}`),
  );
}

function formsOf(secret: string): Readonly<Record<string, readonly string[]>> {
  const bytes = Buffer.from(secret, "utf8");
  const form = new URLSearchParams({ "": secret }).toString().slice(1);
  const url = [encodeURIComponent(secret), encodeURI(secret), form];
  const standard = [0, 1, 2].map((before) => inBase64(bytes, before));
  return {
    raw: [secret],
    json: [JSON.stringify(secret).slice(1, -1)],
    url: [...url, ...url.map((text) => text.replace(/%../g, (one) => one.toLowerCase()))],
    base64: standard,
    base64url: standard.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
    hex: [bytes.toString("hex")],
  };
}

/** What Base64 makes of the bytes wherever they begin: characters that depend on the neighbours are left out. */
function inBase64(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const first = Math.ceil((before * 8) / 6);
  return text.slice(first, Math.floor(((before + bytes.length) * 8) / 6));
}
