// Whether a text can be a secret, wherever it comes from. What is wrong with it is put in words that hold nothing of it.

/** Line ends of every system; each line would be a part of the secret. */
const LINE_END = /[\r\n]/;
const PRINTABLE = /^[\x20-\x7e]*$/;

/** Follows the name of what holds it, such as "is empty"; undefined for a text that can be a secret. */
export function secretFault(text: string): string | undefined {
  if (text.trim() === "") return "is empty";
  // Of two bytes for each character, as some editors save it, every other one is a NUL.
  if (text.includes("\0")) return "contains NUL bytes, as text does that is saved as UTF-16";
  if (LINE_END.test(text)) return "has several lines";
  return PRINTABLE.test(text) ? undefined : "contains characters that aren't printable ASCII";
}
