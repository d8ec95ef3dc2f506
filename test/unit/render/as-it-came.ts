// Finds texts from outside that are shown as they came: each text of the facts in its turn would turn a terminal upside down (threat 4).
import type { Paint } from "../../../src/render/text/paint.js";
import { MARKED } from "./facts.js";

/** What no text that is shown may hold. */
const ESCAPE = "\u001b[2J";

/** Paths of the texts that reach what is printed unclean. A text that can't be another, such as a number, doesn't count. */
export function asItCame<Facts>(
  facts: Facts,
  render: (facts: Facts, colour: Paint) => string,
  harm = ESCAPE,
): readonly string[] {
  const found = new Set<string>();
  for (const [path, changed] of changedOnce(facts, "", harm))
    if (isShown(() => render(changed, MARKED), harm)) found.add(path);
  return [...found];
}

function isShown(render: () => string, harm: string): boolean {
  try {
    return render().includes(harm);
  } catch {
    return false;
  }
}

/** The facts again and again, each time with one text more harmful than it was. */
function* changedOnce<Value>(
  value: Value,
  path: string,
  harm: string,
): Generator<readonly [path: string, changed: Value]> {
  if (typeof value === "string") yield [path, `${value}${harm}` as Value];
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const [inner, changed] of changedOnce(item, `${path}[]`, harm))
        yield [inner, value.with(index, changed) as Value];
    return;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return;
  for (const [key, item] of Object.entries(value))
    for (const [inner, changed] of changedOnce(item, `${path}.${key}`, harm))
      yield [inner, { ...value, [key]: changed }];
}
