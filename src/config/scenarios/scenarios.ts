// Scenario files: a text becomes a scenario, or a diagnostic for each thing that is wrong with it, with its place.
import { basename, dirname, join } from "node:path";
import * as z from "zod/mini";
import { defined, isRecord } from "../../model/record.js";
import { type Expectation, readExpectation } from "../../model/scenario/expectation.js";
import { FIGURE_NAMES } from "../../model/scenario/figures.js";
import { momentMs } from "../../model/scenario/moment.js";
import type { ExpectedDeal, Scenario, ScenarioPrice } from "../../model/scenario/scenario.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import { type Diagnostic, hasErrors } from "../../model/text/diagnostic.js";
import { inOrder } from "../in-order.js";
import { listed, problem } from "../problem.js";
import { nearest } from "../schema/suggest.js";
import { parseDocument } from "../yaml/document.js";
import type { Source } from "../yaml/source.js";
import { formProblem, type Wrong } from "./scenario-issues.js";
import { type PriceShape, type ScenarioShape, scenarioSchema } from "./scenario-schema.js";

type Path = readonly (string | number)[];

/** A scenario that could be read, and where something of it stands. */
export interface ReadScenario {
  readonly scenario: Scenario;
  readonly locate: (path: Path, key?: boolean) => NonNullable<Diagnostic["position"]>;
  /** What doesn't fit the configuration. @param key the place is that of the key, not of its value */
  readonly misfit: (path: Path, summary: string, remedy: string, key?: boolean) => Diagnostic;
}

export interface ScenarioReading {
  readonly read?: ReadScenario;
  readonly diagnostics: readonly Diagnostic[];
}

/** Never throws. */
export function readScenario(source: Source): ScenarioReading {
  const { file } = source;
  const document = parseDocument(source);
  const placed = (found: readonly Wrong[]) =>
    found.map(({ path, key, summary, remedy }) =>
      problem("config/scenario", { summary, remedy, position: document.locate(path, key) }),
    );
  if (document.value === undefined) return { diagnostics: document.diagnostics };
  const parsed = z.safeParse(scenarioSchema, document.value);
  if (!parsed.success) {
    const { issues } = parsed.error;
    const slips = misspelt(issues, document.value);
    const others = issues.filter(({ path: [key, ...deeper] }) => deeper.length > 0 || !slips.has(key));
    const found = others.flatMap((one) => formProblem(one, document.value));
    const diagnostics = [...document.diagnostics, ...placed([...found, ...wrongLines(document.value)])];
    return { diagnostics: inOrder(diagnostics, new Map()) };
  }
  const wrong: Wrong[] = [];
  const scenario = scenarioOf(file, parsed.data, wrong);
  const diagnostics = inOrder([...document.diagnostics, ...placed(wrong)], new Map());
  if (hasErrors(diagnostics)) return { diagnostics };
  const misfit: ReadScenario["misfit"] = (path, summary, remedy, key) =>
    problem("config/scenario-fleet", { summary, remedy, position: document.locate(path, key) });
  return { read: { scenario, locate: document.locate, misfit }, diagnostics };
}

/** Keys of a scenario that stand in the file with a slip: that they are missing would be the same news again. */
function misspelt(issues: readonly z.core.$ZodIssue[], value: unknown): ReadonlySet<PropertyKey | undefined> {
  const missing = Object.keys(scenarioSchema.shape).filter((key) => !isRecord(value) || !Object.hasOwn(value, key));
  const unknown = issues.flatMap((one) => (one.code === "unrecognized_keys" && one.path.length === 0 ? one.keys : []));
  return new Set(unknown.flatMap((key) => nearest(key, missing) ?? []));
}

function scenarioOf(file: string, shape: ScenarioShape, wrong: Wrong[]): Scenario {
  const { scenario, account, only, balance, lasts, signals = [], expect = [], deals } = shape;
  if (expect.length === 0 && deals === undefined)
    wrong.push(
      at([], "it expects nothing, so it could never fail", "Add expect or deals: expect: [liquidations == 0]."),
    );
  if (lasts !== undefined && momentMs(lasts) === 0)
    wrong.push(at(["lasts"], "a scenario that lasts no time shows nothing", "Write a time: 2h or 30d."));
  return {
    ...{ file, name: basename(file).replace(/\.ya?ml$/i, ""), description: scenario },
    ...defined({ account, only, lasts: lasts === undefined ? undefined : momentMs(lasts) }),
    balance: textOf(balance),
    prices: Object.fromEntries(
      Object.entries(shape.prices).map(([pair, price]) => [pair, priceOf(file, ["prices", pair], price, wrong)]),
    ),
    signals: signals.map((signal, index) => signalOf(["signals", index], signal, wrong)),
    expect: expect.flatMap((text, index) => expectationOf(["expect", index], text, wrong)),
    ...(deals !== undefined && { deals: deals.map(dealOf) }),
  };
}

/** What belongs to each kind of price. */
const BESIDE = { path: ["change"], walk: ["start", "volatility"], file: ["order"] } as const;
const KINDS = ["path", "walk", "file"] as const;

function priceOf(file: string, path: Path, shape: PriceShape, wrong: Wrong[]): ScenarioPrice {
  const kinds = KINDS.filter((kind) => shape[kind] !== undefined);
  const [kind = "path"] = kinds;
  if (kinds.length !== 1)
    wrong.push(
      at(
        path,
        kinds.length === 0 ? "it doesn't say how the price goes" : `it has ${listed(kinds)}, and a price goes one way`,
        "Write one of path: { 0m: 100, 1h: 70 }, walk: 7 and file: btc.csv.",
      ),
    );
  const known: readonly string[] = [kind, ...BESIDE[kind]];
  for (const key of Object.keys(shape))
    if (kinds.length === 1 && !known.includes(key))
      wrong.push({ ...at([...path, key], `${kind} has no ${key}`, "Remove it."), key: true });
  if (shape.walk !== undefined)
    return {
      ...{ kind: "walk", seed: shape.walk, start: textOf(shape.start ?? 100) },
      volatility: shape.volatility ?? 0.1,
    };
  if (shape.file !== undefined)
    return { kind: "file", file: join(dirname(file), shape.file), order: shape.order ?? "low-first" };
  const points = Object.entries(shape.path ?? {}).map(
    ([time, price]) => [momentMs(time) ?? 0, textOf(price), time] as const,
  );
  const seen = new Map<number, string>();
  for (const [time, , text] of points) {
    const before = seen.get(time);
    if (before !== undefined)
      wrong.push(at([...path, "path", text], `${text} is the same time as ${before}`, "Keep one of them."));
    seen.set(time, text);
  }
  if (shape.path !== undefined && points.length === 0)
    wrong.push(at([...path, "path"], "a path without a point has no price", "Write path: { 0m: 100, 1h: 70 }."));
  const sorted = points.map(([time, price]) => [time, price] as const).toSorted(([left], [right]) => left - right);
  return { kind: "path", points: sorted, change: shape.change ?? "linear" };
}

function signalOf(path: Path, shape: NonNullable<ScenarioShape["signals"]>[number], wrong: Wrong[]) {
  const { bot, at: once, every } = shape;
  if ((once === undefined) === (every === undefined))
    wrong.push(at(path, "a signal comes at one time, or every so often", "Write at: 10m, or every: 1h."));
  const time = every === undefined ? undefined : momentMs(every);
  if (time === 0) wrong.push(at([...path, "every"], "a signal can't come every 0m", "Write a time: 1h."));
  return defined({ bot, at: once === undefined ? undefined : momentMs(once), every: time });
}

function expectationOf(path: Path, text: string, wrong: Wrong[]): Expectation[] {
  const read = readExpectation(text);
  if (read.ok) return [read.expectation];
  const near = read.figure === undefined ? undefined : nearest(read.figure, FIGURE_NAMES);
  const remedy = near === undefined ? read.remedy : `Did you mean ${near}?`;
  const figures = read.figure === undefined || near !== undefined ? "" : ` Figures: ${FIGURE_NAMES.join(", ")}.`;
  wrong.push(at(path, read.problem, `${remedy}${figures}`));
  return [];
}

/** Of a file that has other problems: every one is reported in one run. */
function wrongLines(value: unknown): readonly Wrong[] {
  const lines = isRecord(value) && Array.isArray(value["expect"]) ? value["expect"] : [];
  const wrong: Wrong[] = [];
  for (const [index, text] of lines.entries())
    if (typeof text === "string") expectationOf(["expect", index], text, wrong);
  return wrong;
}

function dealOf({ entry, exit, net, ...rest }: NonNullable<ScenarioShape["deals"]>[number]): ExpectedDeal {
  const text = (value: number | undefined) => (value === undefined ? undefined : textOf(value));
  return defined({ ...rest, entry: text(entry), exit: text(exit), net: text(net) });
}

/** The schema has let through only what is a decimal. */
function textOf(value: number): string {
  return canonicalDecimal(value) ?? "0";
}

function at(path: Path, summary: string, remedy: string): Wrong {
  return { path, summary, remedy };
}
