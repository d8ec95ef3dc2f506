// How wide a text is: of its lines the widest, as a terminal shows it.
import { width } from "../../../src/render/text/table.js";

/** Of lines without colours, in columns. */
export function widest(text: string): number {
  return Math.max(...text.split("\n").map(width));
}
