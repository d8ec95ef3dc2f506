// Folds a title to what is left of it when a service stores titles in another form, and tells whether one may be the other.

/** A title, and what is left of it without case, Unicode form, spaces and HTML entities. */
export interface FoldedTitle {
  readonly title: string;
  readonly rest: string;
}

export function folded(title: string): FoldedTitle {
  // "ß" is "SS" in capitals.
  const rest = withFewMarks(unescaped(title)).normalize("NFKC").toUpperCase().toLowerCase().replace(/\s/g, "");
  return { title, rest };
}

/**
 * Sorting the marks of one letter takes the square of their count, and a title from outside may have any number of them (threat 8).
 * 30 is what Unicode's stream-safe format keeps; the last two of the class become marks only in the compatible forms.
 */
const MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** The title, fit to be normalised in little time. */
export function withFewMarks(title: string): string {
  return title.replace(MANY_MARKS, "$1");
}

/** More often than this no service escapes; a title from outside must not take long. */
const MOST_ESCAPES = 8;

/** The title with its HTML entities as the characters that they stand for, though they were escaped several times. */
export function unescaped(title: string): string {
  let now = title;
  for (let passes = 0; passes < MOST_ESCAPES; passes += 1) {
    now = now.replace(ENTITY, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? whole;
      const code = Number(decimal ?? `0x${hexadecimal}`);
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

/** What may be left of a title: its `rest`, whole or cut. */
export function restsOf({ rest }: FoldedTitle): readonly string[] {
  const cut = Array.from({ length: Math.max(0, rest.length - SHORTEST_REST) }, (_, at) =>
    rest.slice(0, SHORTEST_REST + at),
  );
  return [...cut, rest];
}

/** Half of the shortest cut may be spaces. */
const SHORTEST_REST = 4;

/** Whether a service may have stored the one as the other. @param longest characters of the longest title that the service shows */
export function mayBeStoredAs(ours: FoldedTitle, stored: FoldedTitle, longest: number): boolean {
  return ours.rest === stored.rest || (isCut(stored, longest) && ours.rest.startsWith(stored.rest));
}

/** Fewer characters than this may be the beginning of many titles. */
const SHORTEST_CUT = 8;

/** A service that cuts titles shows none longer; a space at the cut may be lost. */
function isCut({ title }: FoldedTitle, longest: number): boolean {
  return title.length >= Math.max(SHORTEST_CUT, longest - 1);
}
