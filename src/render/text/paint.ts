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
}

/** What a page, a log or a wide terminal is read at. */
export const WIDTH = 100;

/** Colours when `enabled`, the identity otherwise. */
export function paint(enabled: boolean, width = WIDTH): Paint {
  const colours = picocolors.createColors(enabled);
  return {
    good: colours.green,
    bad: colours.red,
    change: colours.yellow,
    bold: colours.bold,
    faint: colours.dim,
    width,
  };
}
