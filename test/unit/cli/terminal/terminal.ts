// A screen for tests of the terminal: what is printed on either stream is kept, and who asks is answered.
import type { Screen } from "../../../../src/cli/terminal/screen.js";
import { type Paint, paint } from "../../../../src/render/text/paint.js";

/** Shows where colour begins and ends. */
export const MARKED: Paint = {
  ...paint(false),
  bold: (text) => `<bold>${text}</>`,
  faint: (text) => `<faint>${text}</>`,
  good: (text) => `<good>${text}</>`,
  change: (text) => `<change>${text}</>`,
  bad: (text) => `<bad>${text}</>`,
};

export interface TestScreen extends Screen {
  /** Each text as it was handed over. */
  readonly printed: { readonly out: string[]; readonly err: string[] };
}

export function testScreen(options: Partial<Screen> = {}): TestScreen {
  const printed: TestScreen["printed"] = { out: [], err: [] };
  return {
    printed,
    out: (text) => void printed.out.push(text),
    err: (text) => void printed.err.push(text),
    env: {},
    colour: paint(false),
    errColour: MARKED,
    live: false,
    ask: undefined,
    ...options,
  };
}
