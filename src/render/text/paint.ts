// The few colours of botform's text output; plain text where colour isn't wanted.
import picocolors from "picocolors";

export interface Paint {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly change: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly faint: (text: string) => string;
}

/** Colours when `enabled`, the identity otherwise. */
export function paint(enabled: boolean): Paint {
  const colours = picocolors.createColors(enabled);
  return { good: colours.green, bad: colours.red, change: colours.yellow, bold: colours.bold, faint: colours.dim };
}
