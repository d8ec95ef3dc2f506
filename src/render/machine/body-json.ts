// The documents of commands that are about no plan: the envelope of every other, with what they have to say beside it.

import { cleanJson } from "../sanitize.js";
import { type JsonResult, resultJson } from "./json.js";

/** Text of the document, ending in a line feed. */
export function bodyJson(head: JsonResult, body: Readonly<Record<string, unknown>>): string {
  const envelope: object = JSON.parse(resultJson(head));
  return `${cleanJson(JSON.stringify({ ...envelope, ...body }, null, 2))}\n`;
}
