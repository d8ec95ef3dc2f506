// Bodies of answers that no sound service gives, and lists whose rows are changed on the way.
import * as z from "zod/mini";
import type { RawAnswer } from "../../../src/service/network.js";
import type { Random } from "./random.js";

const rowsAnswer = z.looseObject({
  isSuccess: z.literal(true),
  data: z.array(z.looseObject({ id: z.optional(z.number()), settings: z.record(z.string(), z.unknown()) })),
});

export type Row = z.infer<typeof rowsAnswer>["data"][number];

/** The same answer with other rows; an answer without rows, or whose rows stay as they are, is the very same. */
export function withRows(
  raw: RawAnswer,
  change: (rows: readonly Row[], random: Random) => readonly Row[],
  random: Random,
): RawAnswer {
  if (raw.status !== 200 || !raw.body.startsWith('{"isSuccess":true')) return raw;
  const read = z.safeParse(rowsAnswer, JSON.parse(raw.body));
  if (!read.success) return raw;
  const rows = change(read.data.data, random);
  if (JSON.stringify(rows) === JSON.stringify(read.data.data)) return raw;
  return { ...raw, body: JSON.stringify({ ...read.data, data: rows }) };
}

export const JSON_TYPE_BODIES = {
  html: { status: 200, body: "<!DOCTYPE html><html><body>Please sign in to the network.</body></html>" },
  empty: { status: 200, body: "" },
  foreign: { status: 200, body: '{"ok":true,"result":[]}' },
  refusal: { status: 200, body: '{"isSuccess":false,"errorMessage":"Not now.","data":null}' },
  trouble: (status: number): RawAnswer => ({ status, body: "<html><body>Sorry.</body></html>" }),
  success: (data: unknown): RawAnswer => ({
    status: 200,
    body: JSON.stringify({ isSuccess: true, errorMessage: "", data }),
  }),
} as const;
