// Folds a title to what is left of it when a service stores titles in another form: its letters and digits.

/** In lower case, without accents, spaces, punctuation and HTML entities; empty where a title has neither letter nor digit. */
export function folded(title: string): string {
  return unescaped(title)
    .normalize("NFKD")
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** The title with its HTML entities as the characters that they stand for, however often they were escaped. */
export function unescaped(title: string): string {
  let now = title;
  for (let before = ""; before !== now; ) {
    before = now;
    now = now.replace(ENTITY, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    });
  }
  return now;
}

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi;
const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

/** Fewer letters and digits than this may be the beginning of many titles. */
const SHORTEST_CUT = 8;

/** Whether a service that changes case, Unicode form, HTML characters or spaces, or cuts titles, may have made the one of the other. */
export function mayBeStoredAs(title: string, stored: string): boolean {
  const [ours, theirs] = [folded(title), folded(stored)];
  if (theirs === "") return title.trim() === stored.trim();
  return ours === theirs || (theirs.length >= SHORTEST_CUT && ours.startsWith(theirs));
}
