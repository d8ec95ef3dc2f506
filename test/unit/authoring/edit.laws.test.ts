// Laws of the editor: the wanted value or a problem, nothing else touched, no comment lost, whatever the file looks like.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Edit, editYaml, wantedValue } from "../../../src/authoring/edit.js";
import { blockLines, type Value, yamlFlow, yamlScalar } from "../../../src/authoring/edit-text.js";
import { commentTexts } from "../../../src/authoring/edit-work.js";
import { readAny } from "../../../src/config/yaml/document.js";
import { isRecord } from "../../../src/model/record.js";
import { anyText } from "../../support/any-text.js";
import { amount } from "../../support/lane.js";
import { styledYaml } from "./yaml-styles.js";

const blockText = (value: unknown, indent: number) =>
  blockLines(value, indent, 2)
    .map((line) => `${line}\n`)
    .join("");

const RUNS = amount({ fast: 62, all: 250 });
/** Lines of the longest scalar in these texts, its header and the line after it. */
const LONGEST_SCALAR = 5;
const KEYS = ["a", "b", "c", "title", "x y", "12", "new", "é"];
const scalar = fc.oneof(
  fc.constantFrom<Value>("x", "y z", "it's", 'say "x"', "", "5", "true", " x", "a: b", "a, b", "# c", "${tp}", "a\nb"),
  fc.string({ unit: "grapheme", maxLength: 6 }),
  fc.integer({ min: -99, max: 9999 }),
  fc.constantFrom<Value>(0.1, 1.2, 0.00000012, 123456.789, null, true, false),
);
const { value: anyValue } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.constantFrom(...KEYS), tie("value"), { maxKeys: 3, noNullPrototype: true }),
    },
  ),
}));

/** Edits of what is there, of what is above it, and of what isn't. */
function editsOf(text: string): fc.Arbitrary<readonly Edit[]> {
  const paths = pathsIn(readAny(text).value);
  const present = fc.constantFrom(...(paths.length > 0 ? paths : [["a"]]));
  const path = fc.oneof(
    present,
    fc.tuple(present, fc.constantFrom(...KEYS)).map(([outer, key]) => [...outer, key]),
    fc.array(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 3 }),
  );
  const edit = fc.record({ path, value: fc.oneof(anyValue, anyValue, fc.constant(undefined)) });
  return fc.array(edit, { minLength: 1, maxLength: 4 });
}

function pathsIn(value: unknown): (string | number)[][] {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : isRecord(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([step, part]) => [[step], ...pathsIn(part).map((inner) => [step, ...inner])]);
}

const textAndEdits = styledYaml.chain((text) => fc.tuple(fc.constant(text), editsOf(text)));

describe("an edit of any file", () => {
  test("gives the wanted value, or a problem", () => {
    let possible = 0;
    let done = 0;
    fc.assert(
      fc.property(textAndEdits, ([text, edits]) => {
        const before = readAny(text);
        expect(before.marks).toEqual([]);
        const wanted = wantedValue(before.value, edits);
        const result = editYaml(text, edits);
        if ("problem" in wanted) {
          expect(result).toEqual(wanted);
          return;
        }
        possible += 1;
        if ("problem" in result) {
          // Of what may be in the way these texts hold anchors, and block scalars that would take in blank lines.
          expect(result.problem).toMatch(text.includes("|+") ? /./ : /anchor|alias/);
          return;
        }
        done += 1;
        const after = readAny(result.text);
        expect(after.marks).toEqual([]);
        expect(after.value ?? {}).toEqual(wanted.value);
        // What is done is done: nothing is left to change.
        const last = edits.slice(-1).filter((edit) => edit.value !== undefined);
        expect(editYaml(result.text, last)).toEqual({ text: result.text });
      }),
      { numRuns: RUNS },
    );
    // A law that holds because nearly everything is refused would be worth nothing.
    expect(possible).toBeGreaterThan(RUNS * 0.4);
    expect(done).toBeGreaterThan(possible * 0.95);
  });

  test("keeps every line that it isn't about, and every comment", () => {
    fc.assert(
      fc.property(styledYaml, fc.nat(), scalar, (text, pick, value) => {
        const paths = pathsIn(readAny(text).value).filter((path) => !isHolder(text, path));
        const path = paths[pick % Math.max(1, paths.length)];
        if (path === undefined) return;
        const result = editYaml(text, [{ path, value }]);
        if ("problem" in result) return;
        expect(commentTexts(result.text)).toEqual(commentTexts(text));
        if (isHandedOn(text, result.text)) return;
        // One value changes: what stands before and behind it on its lines, and all other lines, are as they were.
        const [head, tail] = common(text, result.text);
        expect(text.slice(head, text.length - tail).split("\n").length).toBeLessThanOrEqual(LONGEST_SCALAR);
      }),
      { numRuns: RUNS },
    );
  });

  test("changes no byte for a present value, or for no edit", () => {
    fc.assert(
      fc.property(styledYaml, (text) => {
        const { value } = readAny(text);
        const edits = pathsIn(value).map((path) => ({ path, value: valueAt(value, path) }));
        expect(editYaml(text, edits)).toEqual({ text });
        expect(editYaml(text, [])).toEqual({ text });
        expect(editYaml(text, [{ path: ["nowhere", "at all"], value: undefined }])).toEqual({ text });
      }),
      { numRuns: RUNS },
    );
  });

  test("only adds, where a key is new", () => {
    fc.assert(
      fc.property(styledYaml, fc.nat(), anyValue, (text, pick, value) => {
        const { value: before } = readAny(text);
        const maps = [[], ...pathsIn(before).filter((path) => isRecord(valueAt(before, path)))];
        const path = [...(maps[pick % maps.length] ?? []), "never there"];
        const result = editYaml(text, [{ path, value }]);
        if ("problem" in result || isHandedOn(text, result.text)) return;
        // An empty pair of braces may become lines, and the space in it goes.
        expect(isWithin(text.replace(/[\s{}[\]]/g, ""), result.text)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

test("any value is written so that it reads back the same", () => {
  fc.assert(
    fc.property(anyValue, anyText({ maxLength: 8 }), (value, text) => {
      const fitting = isWellFormed(text) ? text : "x";
      const source = `a: ${yamlScalar(fitting)}\nb: ${yamlFlow(value)}\nc: { d: ${yamlScalar(fitting, "flow")} }\n`;
      const block = blockText({ v: value, w: { v: value, t: fitting } }, 0);
      expect(readAny(source)).toMatchObject({ marks: [], value: { a: fitting, b: value, c: { d: fitting } } });
      expect(readAny(block)).toMatchObject({ marks: [], value: { v: value, w: { v: value, t: fitting } } });
    }),
    { numRuns: RUNS },
  );
});

/** An anchor that is handed on changes the place of its first alias, too. */
function isHandedOn(before: string, after: string): boolean {
  return before.split("*").length !== after.split("*").length;
}

function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

function isHolder(text: string, path: readonly (string | number)[]): boolean {
  const value = valueAt(readAny(text).value, path);
  return typeof value === "object" && value !== null;
}

function valueAt(value: unknown, path: readonly (string | number)[]): Value | undefined {
  const found = path.reduce<unknown>((holder, step) => {
    if (Array.isArray(holder) && typeof step === "number") return holder[step];
    return isRecord(holder) ? holder[String(step)] : undefined;
  }, value);
  return isValue(found) ? found : undefined;
}

function isValue(value: unknown): value is Value {
  return value !== undefined;
}

/** Whether all characters of one text stand in the other in the same order. */
function isWithin(part: string, whole: string): boolean {
  let found = 0;
  for (const character of whole) if (part.startsWith(character, found)) found += character.length;
  return found === part.length;
}

/** How many characters two texts have in common at their start and, behind that, at their end. */
function common(left: string, right: string): readonly [head: number, tail: number] {
  const least = Math.min(left.length, right.length);
  let head = 0;
  while (head < least && left[head] === right[head]) head += 1;
  let tail = 0;
  while (tail < least - head && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail += 1;
  return [head, tail];
}
