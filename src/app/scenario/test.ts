// Tests a configuration on scenarios: finds their files, checks all of them, and plays them, several at once.
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { readScenario } from "../../config/scenarios/scenarios.js";
import { nearestPattern } from "../../config/schema/suggest-pattern.js";
import { readAll, type Source } from "../../config/yaml/source.js";
import type { ScenarioResult } from "../../model/scenario/result.js";
import { counted } from "../../model/text/counted.js";
import { type Diagnostic, hasErrors } from "../../model/text/diagnostic.js";
import { fits } from "../../model/text/pattern.js";
import { AppError } from "../error.js";
import { type ConfigOptions, configurationPath, loadSound } from "../files/configuration.js";
import type { CandleReading } from "./candles.js";
import { type Cast, castOf } from "./cast.js";
import { playScenario } from "./play.js";
import type { OpenStage } from "./stage.js";

export interface TestOptions extends ConfigOptions {
  /** Files, folders or names, in which * stands for any text; none is the folder beside the configuration. */
  readonly scenarios: readonly string[];
}

export interface TestResults {
  /** In the order of their files. */
  readonly results: readonly ScenarioResult[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Watches scenarios being played. */
export interface TestWatch {
  readonly started: (name: string) => void;
  /** @param share of its time that has passed, from 0 to 1 */
  readonly passed: (name: string, share: number) => void;
  readonly ended: (name: string) => void;
}

export type Testing = <T>(total: number, task: (watch: TestWatch) => Promise<T>) => Promise<T>;

/** Where scenarios are looked for. */
const FOLDER = "scenarios";
/** What one waits for, another one uses. */
const AT_ONCE = 4;

/** Throws AppError where a scenario or the configuration has errors: then none is played. */
export async function testScenarios(
  openStage: OpenStage,
  testing: Testing,
  options: TestOptions,
): Promise<TestResults> {
  const config = loadSound(options);
  const found = sourcesOf(options);
  const readings = found.sources.map(readScenario);
  const configuration = configurationPath(options.config) ?? ".";
  const around = { accounts: config.accounts, configuration, files: new Map<string, CandleReading>() };
  const castings = readings.flatMap(({ read }) => (read === undefined ? [] : [castOf(read, around)]));
  const diagnostics = [...found.diagnostics, ...[...readings, ...castings].flatMap((one) => one.diagnostics)];
  if (hasErrors(diagnostics)) throw new AppError("the scenarios have errors, so none was run", { diagnostics });
  const casts = castings.flatMap(({ cast }) => cast ?? []);
  const results = await testing(casts.length, (watch) => playAll(casts, openStage, watch));
  return { results, diagnostics: [...config.diagnostics, ...diagnostics] };
}

async function playAll(casts: readonly Cast[], openStage: OpenStage, watch: TestWatch): Promise<ScenarioResult[]> {
  const results = new Map<Cast, ScenarioResult>();
  const queue = [...casts];
  const work = async () => {
    for (let cast = queue.shift(); cast !== undefined; cast = queue.shift()) {
      const { name } = cast.read.scenario;
      watch.started(name);
      results.set(cast, await playScenario(cast, openStage, (share) => watch.passed(name, share)));
      watch.ended(name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return casts.flatMap((cast) => results.get(cast) ?? []);
}

interface Found {
  readonly sources: readonly Source[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws AppError where a name fits none, or there is none at all. */
function sourcesOf({ config, scenarios }: TestOptions): Found {
  const folder = folderOf(configurationPath(config) ?? ".");
  if (scenarios.length === 0) {
    if (!existsSync(folder))
      throw new AppError(
        `there are no scenarios: the folder ${folder} doesn't exist\nWrite one there, or name a file; docs/how-to/test-on-scenarios.md shows how.`,
      );
    return readAll(folder);
  }
  const each = scenarios.map((name) => (existsSync(name) ? readAll(name) : named(name, folder)));
  const files = new Map(each.flatMap(({ sources }) => sources.map((source) => [source.file, source] as const)));
  return { sources: [...files.values()], diagnostics: each.flatMap(({ diagnostics }) => diagnostics) };
}

/** Inside the configuration's folder, or beside its file. */
function folderOf(configuration: string): string {
  const isFolder = statSync(configuration, { throwIfNoEntry: false })?.isDirectory() === true;
  return join(isFolder ? configuration : dirname(configuration), FOLDER);
}

function named(name: string, folder: string): Found {
  if (/[\\/]|\.ya?ml$/i.test(name))
    throw new AppError(
      `there is no file or folder ${name}\nCheck the path; without .yaml it is the name of a scenario in ${folder}.`,
    );
  const all = existsSync(folder) ? readAll(folder) : { sources: [], diagnostics: [] };
  const sources = all.sources.filter(({ file }) => fits(name, nameOf(file)));
  if (sources.length > 0) return { sources, diagnostics: all.diagnostics };
  const names = all.sources.map(({ file }) => nameOf(file));
  const near = nearestPattern(name, names);
  const remedy =
    near === undefined
      ? `The folder ${folder} has ${names.length === 0 ? "none" : `${counted(names.length, "scenario")}: ${names.slice(0, 8).join(", ")}`}.`
      : `Did you mean ${near}?`;
  throw new AppError(`there is no scenario ${name}\n${remedy}`);
}

function nameOf(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? file).replace(/\.ya?ml$/i, "");
}
