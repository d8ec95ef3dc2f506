// Reads a plan's policy findings from outside: every key known, every size bounded.
import * as z from "zod/mini";
import { once } from "../text/once.js";

/** Made when first asked for. */
export const findingsSchema = once(() => {
  const text = z.string().check(z.maxLength(65_536));
  const word = z.string().check(z.maxLength(256));
  const place = z.int().check(z.positive());
  const position = z.strictObject({ file: text, line: place, column: place, text });

  return z
    .array(
      z.strictObject({
        code: word,
        severity: z.enum(["deny", "warn"]),
        kind: z.enum(["breach", "standing", "unknown", "unenforceable", "waiver-expired"]),
        policy: z.exactOptional(text),
        address: z.exactOptional(text),
        field: z.exactOptional(word),
        summary: text,
        figure: z.exactOptional(text),
        limit: z.exactOptional(text),
        remedy: text,
        position: z.exactOptional(position),
        policyPosition: z.exactOptional(position),
        waived: z.exactOptional(z.strictObject({ reason: text, until: word })),
      }),
    )
    .check(z.maxLength(100_000));
});
