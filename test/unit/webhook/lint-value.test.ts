// The least that each field of a webhook takes: a bound itself is sound, and what lies beyond it is found.
import { describe, expect, it } from "vitest";
import { WEBHOOK_PATHS, webhookField } from "../../../src/model/webhook/webhook.js";
import { readMessage } from "../../../src/webhook/json.js";
import { lintValue } from "../../../src/webhook/lint-value.js";

const NUMBERS = WEBHOOK_PATHS.flatMap((path) => {
  const spec = webhookField(path);
  if (spec === undefined) throw new Error(path);
  return spec.kind === "decimal" || spec.kind === "integer" ? [{ path, spec }] : [];
});

function codes(path: string, json: string): readonly string[] {
  const [read, spec] = [readMessage(json), webhookField(path)];
  if (!("node" in read) || spec === undefined) throw new Error(path);
  return lintValue(spec.name, spec, read.node).map(({ code }) => code);
}

describe.each(NUMBERS)("$path", ({ path, spec }) => {
  const written = (value: number) => (spec.kind === "decimal" ? `"${value}"` : String(value));
  const { above, min = 0 } = spec;

  it.each([
    { value: 7, because: "an ordinary value", found: [] },
    { value: above ?? min, because: "its bound", found: above === undefined ? [] : ["webhook/out-of-range"] },
    { value: (above ?? min) - 1, because: "one less than its bound", found: ["webhook/out-of-range"] },
    { value: -7, because: "a number below 0", found: ["webhook/out-of-range"] },
  ])("is given $because", ({ value, found }) => expect(codes(path, written(value))).toEqual(found));

  it("takes no number of the other form", () => {
    expect(codes(path, spec.kind === "decimal" ? "7" : '"7"')).toEqual([
      spec.kind === "decimal" ? "webhook/number-for-text" : "webhook/wrong-type",
    ]);
  });
});
