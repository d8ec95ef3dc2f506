// What contradicts itself in experiments, and names what isn't there.
import { groupBy } from "../../model/order.js";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { fitting } from "../../model/text/pattern.js";
import { problem } from "../problem.js";
import type { ConfigCode } from "../schema/codes.js";
import type { BotKey } from "../schema/schema-bot.js";
import { botRemedy, patternRemedy } from "../schema/suggest-pattern.js";
import { type Layer, lastWordOn } from "./layer.js";
import type { ResolvedBot } from "./resolved-bot.js";
import { isOfAddress, nameOf, type Variant } from "./variants.js";

/** What contradicts itself: experiments with nothing to compare, and bots that would get two values, or not the variant's. */
export function checkVariants(variants: readonly Variant[], resolved: readonly ResolvedBot[]): Diagnostic[] {
  if (variants.length === 0) return [];
  return [...incomplete(variants), ...resolved.flatMap(conflicts)];
}

function incomplete(variants: readonly Variant[]): Diagnostic[] {
  const byExperiment = groupBy(variants, ({ experiment }) => experiment);
  const code = "config/variant-incomplete";
  const whole = [...byExperiment].flatMap(([experiment, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const origin: Origin = { file: first.origin.file, path: ["variants", experiment], key: true };
    if (own.length < 2) {
      const summary = `the experiment ${experiment} has one variant, so there is nothing to compare it with`;
      const remedy = "Add a control: a variant with bots and without settings.";
      return [problem(code, { summary, remedy, origin })];
    }
    if (own.some(({ layer }) => layer !== undefined)) return [];
    const summary = `no variant of the experiment ${experiment} has settings, so they don't differ`;
    return [problem(code, { summary, remedy: "Give one of them settings: { percentSafetyOrder: 2 }.", origin })];
  });
  const empty = variants.flatMap(({ shape, experiment, name, origin }) => {
    if (shape.accounts !== undefined || shape.bots !== undefined) return [];
    const summary = `the variant ${name} of ${experiment} says nothing of who takes part`;
    return [problem(code, { summary, remedy: "Name bots or accounts: bots: [btc-*].", origin })];
  });
  return [...whole, ...empty];
}

function conflicts(bot: ResolvedBot): Diagnostic[] {
  const { key, address, variants, merged } = bot;
  const found: Diagnostic[] = [];
  const say = (summary: string, remedy: string, origin: Origin) =>
    found.push(problem("config/variant-conflict", { summary, remedy, origin, address }));
  const setBy = new Map<string, Variant>();
  for (const [index, one] of variants.entries()) {
    const other = variants.slice(0, index).find(({ experiment }) => experiment === one.experiment);
    if (other !== undefined) {
      const summary = `bot ${key} is in two variants of ${one.experiment}: ${other.name} and ${one.name}`;
      say(summary, "Name it in one of them.", one.origin);
      continue;
    }
    const { layer } = one;
    for (const name of layer === undefined ? [] : settingsIn(layer)) {
      const origin: Origin = { file: one.origin.file, path: [...one.origin.path, "settings", name] };
      const first = setBy.get(name);
      setBy.set(name, first ?? one);
      if (first !== undefined) {
        const summary = `bot ${key} gets ${name} from two experiments: ${nameOf(first)} and ${nameOf(one)}`;
        say(summary, "Let one bot take part in one of them, or run them one after the other.", origin);
      } else if (lastWordOn(merged, name)?.kind === "overrides") {
        const summary = `bot ${key} doesn't get ${name} of ${nameOf(one)}: the overrides of its account have the last word`;
        say(summary, `Remove ${name} from the overrides, or from the variant.`, origin);
      } else if ((merged.values.ignore ?? []).some((ignored) => ignored === name)) {
        const summary = `bot ${key} doesn't get ${name} of ${nameOf(one)}: its ignore leaves that setting alone`;
        say(summary, `Remove ${name} from ignore, or from the variant.`, origin);
      }
    }
  }
  return found;
}

function settingsIn({ values, deferred }: Layer): readonly BotKey[] {
  // Each is a key of the settings' schema.
  return [...Object.keys(values), ...deferred.keys()] as BotKey[];
}

/** Names and patterns that fit nothing, and variants that take no bot: whoever was meant would stay out of the experiment. */
export function idleVariants(
  variants: readonly Variant[],
  accounts: readonly string[],
  bots: readonly Pick<ResolvedBot, "address" | "key" | "variants">[],
): Diagnostic[] {
  const keys = [...new Set(bots.map(({ key }) => key))];
  const addresses = bots.map(({ address }) => address);
  const taken = new Set(bots.flatMap((bot) => bot.variants.map(nameOf)));
  return variants.flatMap((variant) => {
    const { shape, origin } = variant;
    const code: ConfigCode = "config/variant-idle";
    const idle = (key: "accounts" | "bots", among: (pattern: string) => readonly string[]) =>
      (shape[key] ?? []).flatMap((pattern, index) => {
        const known = among(pattern);
        if (known.some(fitting(pattern))) return [];
        const what = key === "accounts" ? "account" : "bot";
        const summary = `the variant ${nameOf(variant)} names ${pattern}, and there is no such ${what}`;
        const remedy = key === "accounts" ? patternRemedy(pattern, accounts) : botRemedy(pattern, addresses);
        return problem(code, {
          summary,
          remedy,
          origin: { ...origin, path: [...origin.path, key, index], key: false },
        });
      });
    const found = [
      ...idle("accounts", () => accounts),
      ...idle("bots", (pattern) => (isOfAddress(pattern) ? addresses : keys)),
    ];
    if (found.length > 0 || taken.has(nameOf(variant))) return found;
    const summary = `no bot is in the variant ${nameOf(variant)}: none fits its accounts and its bots both`;
    return [problem(code, { summary, remedy: "Correct accounts or bots.", origin })];
  });
}

/** Variants that leave each of their bots as another variant of the experiment does, so that nothing can be learnt of them. */
export function equalVariants(
  variants: readonly Variant[],
  bots: readonly Pick<ResolvedBot, "variants" | "unchangedBy">[],
): Diagnostic[] {
  const taking = new Set(bots.flatMap((bot) => bot.variants.map(nameOf)));
  const changing = new Set(
    bots
      .flatMap((bot) => bot.variants.filter((one) => one.layer !== undefined && !bot.unchangedBy.includes(one)))
      .map(nameOf),
  );
  return [...groupBy(variants, ({ experiment }) => experiment).values()].flatMap((own) => {
    const unchanging = own.filter((one) => taking.has(nameOf(one)) && !changing.has(nameOf(one)));
    const control = unchanging.find(({ layer }) => layer === undefined) ?? unchanging[0];
    return unchanging.flatMap((one) => {
      if (control === undefined || one === control || one.layer === undefined) return [];
      const summary = `the variant ${nameOf(one)} sets what its bots have anyway, as those of ${nameOf(control)} do: nothing can be learnt of it`;
      const remedy = "Set something else, or remove the variant.";
      const origin: Origin = { file: one.origin.file, path: [...one.origin.path, "settings"], key: true };
      return problem("config/variant-equal", { summary, remedy, origin });
    });
  });
}
