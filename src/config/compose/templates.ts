// Finds the templates that a bot inherits from, lowest first.
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { problem } from "../problem.js";
import type { ConfigCode } from "../schema/codes.js";
import { chain } from "../schema/schema-problem.js";
import { suggestion } from "../schema/suggest.js";
import { type Layer, type Merged, over } from "./layer.js";
import type { Fleet } from "./merge.js";

/** Templates beneath one bot. */
const MOST_TEMPLATES = 2_000;

interface Step {
  readonly name: string;
  /** Where the name is stated, and by which template. */
  readonly origin: Origin;
  readonly child: string | undefined;
  /** Whether what it extends is done. */
  readonly isLeaving?: boolean;
}

/** The layers of templates, and problems between them. It doesn't recurse, since hostile files nest deeper than any stack. */
export class Templates {
  readonly #diagnostics: Diagnostic[];
  readonly #layers: ReadonlyMap<string, Layer>;
  /** Names that stand in a file with a value that can't be used. */
  readonly #unknown: ReadonlySet<string>;
  /** Whether any name may stand for one. */
  readonly #isPartial: boolean;
  readonly #bots: ReadonlyMap<string, Layer>;
  readonly #base: Merged;
  /** What each template extends, without what would lead back to itself. */
  readonly #parents = new Map<string, string[]>();
  /** Most bots extend what another one extends, too. */
  readonly #merged = new Map<string, Merged>();

  constructor({ templates, unknownTemplates, unknownSections, bots }: Fleet, base: Merged, diagnostics: Diagnostic[]) {
    this.#diagnostics = diagnostics;
    this.#layers = templates;
    this.#unknown = unknownTemplates;
    this.#isPartial = unknownSections.has("templates") || unknownSections.has("");
    this.#bots = bots;
    this.#base = base;
    for (const name of templates.keys()) this.#check(name);
  }

  /** What lies beneath a bot: the base, and the templates that it extends. */
  beneath(bot: Layer): Merged {
    const names = this.#stepsOf(bot, undefined).map(({ name }) => name);
    const id = names.join(" ");
    const known = this.#merged.get(id);
    if (known !== undefined) return known;
    const layers = this.#inOrder(names);
    const isTooMuch = layers.length > MOST_TEMPLATES;
    const merged = isTooMuch ? this.#base : layers.reduce(over, this.#base);
    if (isTooMuch) {
      const summary = `bot ${bot.name} extends more than ${MOST_TEMPLATES} templates`;
      const origin = { file: bot.file, path: [...bot.path, "extends"] };
      this.#say("config/too-complex", summary, "Combine them into fewer templates.", origin);
    }
    this.#merged.set(id, merged);
    return merged;
  }

  /** Lowest first: the parents of templates come before them, and each only once, where it comes first. */
  #inOrder(names: readonly string[]): readonly Layer[] {
    const found: Layer[] = [];
    const seen = new Set<string>();
    const waiting = names.toReversed().map((name) => ({ name, isLeaving: false }));
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      const { name, isLeaving } = step;
      const layer = this.#layers.get(name);
      if (isLeaving && layer !== undefined) found.push(layer);
      if (isLeaving || seen.has(name)) continue;
      seen.add(name);
      const parents = this.#parents.get(name) ?? [];
      waiting.push({ name, isLeaving: true }, ...parents.toReversed().map((one) => ({ name: one, isLeaving: false })));
    }
    return found;
  }

  /** Fills in what a template and its ancestors extend, and reports circles. */
  #check(start: string): void {
    const open = new Set<string>();
    const waiting: Step[] = [{ name: start, origin: { file: "", path: [] }, child: undefined }];
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      const { name, origin, child } = step;
      if (step.isLeaving) {
        open.delete(name);
        continue;
      }
      if (open.has(name)) {
        const names = [...[...open].slice([...open].indexOf(name)), name];
        const remedy = `Break the circle: ${chain(names)}.`;
        this.#say("config/circular-reference", `the template ${name} extends itself`, remedy, origin);
        continue;
      }
      if (child !== undefined) this.#parents.get(child)?.push(name);
      const layer = this.#layers.get(name);
      if (layer === undefined || this.#parents.has(name)) continue;
      open.add(name);
      this.#parents.set(name, []);
      waiting.push({ ...step, isLeaving: true }, ...this.#stepsOf(layer, name).toReversed());
    }
  }

  /** The templates that a layer names; what isn't there is reported. */
  #stepsOf(layer: Layer, child: string | undefined): Step[] {
    const { extends: names = [] } = layer.values;
    const list = typeof names === "string" ? [names] : names;
    return list.flatMap((name, index) => {
      const path = [...layer.path, "extends"];
      const origin: Origin = { file: layer.file, path: typeof names === "string" ? path : [...path, index] };
      if (this.#layers.has(name)) return [{ name, origin, child }];
      if (this.#isPartial || this.#unknown.has(name)) return [];
      const known = [...this.#layers.keys()];
      const remedy = this.#bots.has(name)
        ? `${name} is a bot, and only templates can be extended: put what they share into one, under \`templates\`.`
        : known.length === 0
          ? `Declare ${name} under \`templates\`, or remove \`extends\`.`
          : suggestion(name, known);
      this.#say("config/unknown-template", `there is no template ${name}`, remedy, origin);
      return [];
    });
  }

  #say(code: ConfigCode, summary: string, remedy: string, origin: Origin): void {
    this.#diagnostics.push(problem(code, { summary, remedy, origin }));
  }
}
