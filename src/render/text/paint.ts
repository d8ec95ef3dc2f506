// The few colours of botform's text output; plain text where colour isn't wanted.
import picocolors from "picocolors";

/** How text is laid out for whoever reads it: in which colours, and how wide. */
export interface Paint {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly change: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly faint: (text: string) => string;
  /** Columns that sentences keep to. */
  readonly width: number;
  /** Columns that each line of a result keeps to: a terminal's. Without it, as in a log, each stays whole. */
  readonly terminal?: number | undefined;
  /** Whether charts are drawn in ASCII, for a terminal without other characters. */
  readonly isAscii?: boolean;
}

/** What a page, a log or a wide terminal is read at. */
export const WIDTH = 100;

/** Colours when `enabled`, the identity otherwise; @param terminal its columns, where it is one */
export function paint(enabled: boolean, terminal?: number, isAscii = false): Paint {
  const colours = picocolors.createColors(enabled);
  return {
    good: colours.green,
    bad: colours.red,
    change: colours.yellow,
    bold: colours.bold,
    faint: colours.dim,
    width: terminal ?? WIDTH,
    terminal,
    isAscii,
  };
}
