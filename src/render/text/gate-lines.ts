// Gates of a roll-out's wave on a terminal, and when they were seen: what they say may be different by now.
import type { GateReading } from "../../model/rollout/record.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";

/** A line each, the moment first; without it where that isn't known. @param seenAt ISO 8601, UTC */
export function gateLines(gates: readonly GateReading[], seenAt: string | null, colour: Paint): readonly string[] {
  const seen = seenAt === null || gates.length === 0 ? [] : [colour.faint(`gates as seen at ${moment(seenAt)}:`)];
  return [...seen, ...gates.map((gate) => gateText(gate, colour))];
}

/** `drift: failed: 1 bot differs`, in one line. */
export function gateText({ gate, state, text }: GateReading, colour: Paint): string {
  const word = state === "failed" ? colour.bad(state) : state === "unknown" ? "not yet known" : state;
  return `${gate}: ${word}: ${clean(text)}`;
}

/** `2026-11-29 18:05 UTC` */
export function moment(iso: string): string {
  return iso === "" ? "" : `${iso.slice(0, 16).replace("T", " ")} UTC`;
}
