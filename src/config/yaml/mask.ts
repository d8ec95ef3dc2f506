// Hides secrets in the source lines that diagnostics show (threat 5), even in broken YAML.
import { distance } from "fastest-levenshtein";

const HIDDEN = "***";
/** Shorter values are no secrets, and hiding them would make every line unreadable. */
const SHORTEST_SECRET = 6;
const SECRET_NAMES = ["apikey", "apisecret", "hookaccount"];
const SECRET_WORD = /secret|token|passw|passphrase|credential|api[-_]?key/i;
/** Bounded throughout: lines may be a mebibyte long, and a pattern must not take quadratic time on them. */
const KEYS = /(?<![\w-])[A-Za-z][\w-]{0,63}(?=["']?[ \t]*:)/g;
const EXPLICIT_KEY = /^\s*\?\s+["']?([A-Za-z][\w-]*)["']?\s*$/;
/** A line that begins with a name, but has no colon after it: `apiSecret abc`, `apiSecret=abc`. */
const WITHOUT_COLON = /^\s*(?:-\s+)?["']?([A-Za-z][\w-]{0,63})["']?(?=[ \t=])/;
const ENTRY = /^\s*(?:-\s+)?["']?[\w.-]+["']?\s*:(?:\s|$)/;
/** After a key's colon: nothing that could be its value yet (a comment, an anchor, a tag or a block marker may stand). */
const VALUE_BELOW = /^(?:[&!]\S*(?:\s+|$))*(?:#.*)?$/;
const REFERENCE = /^(["']?)\$\{env\.\w*\}\1$/;
const COMMENT = /\s#[\s\S]*/;
const WEBHOOK_PATH = /(crazy\/hook\/)[^\s"']+/gi;
const URL_USER = /(:\/\/)[^\s/@"']+@/g;

/** Whether a key names a secret, misspelt ones included. */
export function isSecretName(name: string): boolean {
  if (SECRET_WORD.test(name)) return true;
  const plain = name.toLowerCase().replace(/[-_]/g, "");
  return SECRET_NAMES.some((secret) => distance(plain, secret) <= 2);
}

/** Whether a value is nothing but a reference to the environment, which may be shown. */
export function isReference(text: string): boolean {
  return REFERENCE.test(text);
}

/** The lines of a file as they may be shown. Works on text alone, since broken YAML has no values. */
export function maskLines(lines: readonly string[]): string[] {
  /** The indentation of a secret's key while its value may go on below. */
  let under: number | undefined;
  let valueBelow: boolean;
  return lines.map((line) => {
    const indent = line.length - line.trimStart().length;
    if (under !== undefined && line.trim() !== "") {
      // A line that is no entry counts as part of the value, even without its indentation: the file may be broken there.
      const isValue = !ENTRY.test(line) || (indent > under && !valueBelow);
      if (isValue) {
        valueBelow = false;
        return `${line.slice(0, indent)}${HIDDEN}`;
      }
      under = undefined;
    }
    const start = secretStart(line);
    if (start === undefined) return maskUrls(line);
    const value = line.slice(start).trim();
    if (isReference(value.replace(COMMENT, "").trim())) return line.replace(COMMENT, ` # ${HIDDEN}`);
    under = indent;
    valueBelow = VALUE_BELOW.test(value);
    return value === "" ? line : `${maskUrls(line.slice(0, start))} ${HIDDEN}`;
  });
}

/** Hides known secret values wherever they stand in a line. */
export function maskValues(line: string, secrets: ReadonlySet<string>): string {
  let shown = line;
  for (const secret of secrets) if (secret.length >= SHORTEST_SECRET) shown = shown.replaceAll(secret, HIDDEN);
  return shown;
}

/** Hides a webhook's token and a user or password in an address. */
export function maskUrls(line: string): string {
  return line.replace(WEBHOOK_PATH, `$1${HIDDEN}`).replace(URL_USER, `$1${HIDDEN}@`);
}

/** Where the value of the first secret key of a line begins. */
function secretStart(line: string): number | undefined {
  const explicit = EXPLICIT_KEY.exec(line)?.[1];
  if (explicit !== undefined && isSecretName(explicit)) return line.length;
  for (const { 0: name, index } of line.matchAll(KEYS)) {
    if (isSecretName(name)) return line.indexOf(":", index) + 1;
  }
  const bare = WITHOUT_COLON.exec(line);
  return bare !== null && isSecretName(bare[1] ?? "") ? bare[0].length : undefined;
}
