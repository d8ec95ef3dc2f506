// Names of one part of the configuration in another: accounts, variables, and fields both stated and let go.
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { problem } from "../problem.js";
import type { BotKey } from "../schema/schema-bot.js";
import { suggestion } from "../schema/suggest.js";
import type { Layer } from "./layer.js";
import type { Fleet } from "./merge.js";
import { namesIn } from "./reference.js";

/** Reports statements that contradict others elsewhere. */
export function checkNames(fleet: Fleet): Diagnostic[] {
  const accounts = fleet.accounts.map(({ name }) => name);
  const layers = layersOf(fleet);
  const isPartial = fleet.unknownSections.has("accounts") || fleet.unknownSections.has("");
  return layers.flatMap((layer) => [
    ...(isPartial ? [] : unknownAccounts(layer, accounts, fleet.unknownAccounts)),
    ...contradictions(layer),
    ...lonely(layer),
  ]);
}

/** Every variable that anything refers to, even if no bot needs it. */
export function referredNames(fleet: Fleet): ReadonlySet<string> {
  const settings = layersOf(fleet).flatMap(({ deferred }) => [...deferred.values()]);
  const variables = [...fleet.variables.byName.values()].map(({ raw }) => raw);
  return new Set(namesIn([...settings, ...variables, ...fleet.bots.keys()]));
}

function layersOf(fleet: Fleet): Layer[] {
  return [
    ...fleet.defaults,
    ...fleet.templates.values(),
    ...fleet.bots.values(),
    ...[...fleet.exceptions.values()].flatMap((own) => [...own.values()]),
    ...fleet.variants.flatMap(({ layer }) => layer ?? []),
    ...fleet.accounts.flatMap(({ overrides }) => overrides ?? []),
  ];
}

function unknownAccounts(layer: Layer, accounts: readonly string[], unknown: ReadonlySet<string>): Diagnostic[] {
  return (["only", "except"] as const).flatMap((key) =>
    (layer.values[key] ?? []).flatMap((name, index) => {
      if (accounts.includes(name) || unknown.has(name)) return [];
      const origin = at(layer, key, index);
      const summary = `there is no account ${name}`;
      return problem("config/unknown-account", { summary, remedy: suggestion(name, accounts), origin });
    }),
  );
}

function contradictions(layer: Layer): Diagnostic[] {
  return (layer.values.unmanaged ?? []).flatMap((name, index) => {
    if (layer.values[name as BotKey] === undefined && !layer.deferred.has(name)) return [];
    const origin = at(layer, "unmanaged", index);
    const summary = `${name} is set and unmanaged in the same place`;
    return problem("config/contradiction", { summary, remedy: "Keep one of them.", origin });
  });
}

function lonely(layer: Layer): Diagnostic[] {
  const { forEach, exceptions } = layer.values;
  if (exceptions === undefined || forEach !== undefined) return [];
  if (layer.deferred.has("forEach") || layer.dropped.has("forEach")) return [];
  const origin = { ...at(layer, "exceptions"), key: true };
  const summary = `${layer.name} has exceptions but no forEach`;
  return [problem("config/contradiction", { summary, remedy: "Write the settings into the bot itself.", origin })];
}

function at({ file, path }: Layer, ...inner: [key: BotKey, index?: number]): Origin {
  return { file, path: [...path, ...inner.filter((part) => part !== undefined)] };
}
