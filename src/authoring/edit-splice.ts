// Changes to a text at known places, made all at once; and the comments of a text, none of which may get lost on the way.
import { CST, Lexer } from "yaml";

/** The characters from `start` to `end` become `text`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What the lexer adds between the parts of the text. */
const SYNTHETIC: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);

/**
 * The text with all splices made; those at one place in the order given. undefined when one changes what another
 * takes away, or when a comment outside of them would be another afterwards.
 */
export function spliced(text: string, splices: readonly Splice[]): string | undefined {
  const sorted = splices
    .map((splice, order) => ({ ...splice, order, isInsertion: splice.start === splice.end }))
    .toSorted((a, b) => a.start - b.start || Number(b.isInsertion) - Number(a.isInsertion) || a.order - b.order);
  let result = "";
  let done = 0;
  for (const { start, end, text: replacement } of sorted) {
    // Two neighbours may both take the line end between them; what is put somewhere must have its place.
    if (start < done && replacement !== "") return undefined;
    result += text.slice(done, Math.max(done, start)) + replacement;
    done = Math.max(done, end);
  }
  result += text.slice(done);
  const kept = comments(text).filter(({ start }) => !splices.some((one) => one.start <= start && start < one.end));
  const isSame = JSON.stringify(kept.map(({ text: words }) => words)) === JSON.stringify(commentTexts(result));
  return isSame ? result : undefined;
}

/** All comments of a YAML text in their order, without the space at their ends. */
export function commentTexts(text: string): readonly string[] {
  return comments(text).map((comment) => comment.text);
}

function comments(text: string): readonly { readonly start: number; readonly text: string }[] {
  const found: { start: number; text: string }[] = [];
  let offset = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    // A line of a block scalar may look like a comment.
    if (!isScalar && CST.tokenType(lexeme) === "comment") found.push({ start: offset, text: lexeme.trimEnd() });
    isScalar = lexeme === CST.SCALAR;
    if (!SYNTHETIC.has(lexeme)) offset += lexeme.length;
  }
  return found;
}
