// The roll-out of all files: every bot in a wave, none named in vain.

import { durationMs, type Gates, type Rollout, type Wave, type WaveBots } from "../../model/rollout/rollout.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { fits } from "../../model/text/pattern.js";
import { problem, quoted } from "../problem.js";
import type { Path } from "../schema/place.js";
import { botRemedy, nearestBot, nearestPattern, patternRemedy } from "../schema/suggest-pattern.js";
import type { RolloutShape } from "./rollout-schema.js";

export interface DeclaredRollout {
  readonly shape: RolloutShape;
  readonly origin: Origin;
}

const DAY_MS = 86_400_000;

type WaveShape = RolloutShape["waves"][number];

/** undefined where it can't be used; there is an error then. */
export function toRollout({ shape, origin }: DeclaredRollout, diagnostics: Diagnostic[]): Rollout | undefined {
  const found = shape.waves.flatMap((wave, index) => problemsOf(wave, index, shape.waves, origin));
  diagnostics.push(...found);
  const share = sharesOf(shape, origin);
  diagnostics.push(...share);
  diagnostics.push(...unwatchedLoss(shape, origin));
  if (found.length + share.length > 0) return undefined;
  return {
    waves: shape.waves.map(toWave),
    gates: toGates(shape.gates ?? {}),
    onFailure: shape.onFailure ?? "pause",
    waitMs: durationMs(shape.wait ?? "") ?? DAY_MS,
    origin,
  };
}

function toWave(wave: WaveShape): Wave {
  return { name: wave.name, takes: takenBy(wave), bakeMs: durationMs(wave.bake ?? "") ?? 0 };
}

function takenBy({ accounts, bots, share }: WaveShape): WaveBots {
  if (share !== undefined) return { kind: "share", percent: percentOf(share) };
  if (accounts === undefined && bots === undefined) return { kind: "rest" };
  return { kind: "named", ...(accounts !== undefined && { accounts }), ...(bots !== undefined && { bots }) };
}

function toGates({ drift, loss, marginUsed, endedDeals }: NonNullable<RolloutShape["gates"]>): Gates {
  const most = loss === undefined ? undefined : canonicalDecimal(loss);
  return {
    drift: drift !== "any",
    ...(most !== undefined && { loss: most }),
    ...(marginUsed !== undefined && { marginUsed: percentOf(marginUsed) }),
    ...(endedDeals !== undefined && { endedDeals }),
  };
}

/** `10` of `10 %`; which text it may be was checked before. */
function percentOf(text: string): string {
  return canonicalDecimal(text.replace(/ ?%$/, "")) ?? "0";
}

function problemsOf(wave: WaveShape, index: number, all: readonly WaveShape[], origin: Origin): readonly Diagnostic[] {
  const at = (path: Path) => ({ ...origin, path: [...origin.path, "waves", index, ...path] });
  const { name, accounts, bots, share } = wave;
  const isLast = index === all.length - 1;
  const found: Diagnostic[] = [];
  const wrong = (path: Path, summary: string, remedy: string) =>
    found.push(problem("config/rollout-waves", { summary, remedy, origin: at(path) }));
  if (all.findIndex((one) => one.name === name) < index)
    wrong(["name"], `an earlier wave is called ${name}, too`, "Give each wave a name of its own.");
  if (share !== undefined && (accounts ?? bots) !== undefined)
    wrong(["share"], "a wave takes a share or what it names, not both", "Make two waves of it.");
  const isRest = share === undefined && accounts === undefined && bots === undefined;
  if (isLast && !isRest)
    wrong(
      [],
      "the last wave doesn't take the rest, so bots that no wave names would never be rolled out",
      "Add a wave with nothing but its name: { name: rest }.",
    );
  if (!isLast && isRest)
    wrong(
      [],
      `the wave ${name} takes everything, so nothing is left for those after it`,
      "Add accounts, bots or share.",
    );
  return found;
}

/** A share of nothing, or of more than all. */
function sharesOf({ waves, gates }: RolloutShape, origin: Origin): readonly Diagnostic[] {
  const shares = [
    ...waves.map(({ share }, index) => ({ text: share, path: ["waves", index, "share"] })),
    { text: gates?.marginUsed, path: ["gates", "marginUsed"] },
  ];
  return shares.flatMap(({ text, path }) => {
    const percent = text === undefined ? 1 : Number(percentOf(text));
    if (percent > 0 && percent <= 100) return [];
    const summary = `${quoted(text)} is no share`;
    const remedy = "Write more than 0% and at most 100%.";
    return problem("config/rollout-waves", { summary, remedy, origin: { ...origin, path: [...origin.path, ...path] } });
  });
}

/** Deals that have yet to end are waited for, and the loss is looked at meanwhile; without them nothing takes time. */
function unwatchedLoss({ waves, gates = {} }: RolloutShape, origin: Origin): readonly Diagnostic[] {
  const isWatched = gates.endedDeals !== undefined || waves.some(({ bake = "" }) => (durationMs(bake) ?? 0) > 0);
  if (gates.loss === undefined || isWatched) return [];
  const summary = "no wave is watched, so the loss is looked at once, right after each wave is applied";
  const remedy = "Give the waves time: bake: 2h; or wait for deals: endedDeals: 5.";
  return [
    problem("config/rollout-unwatched", {
      summary,
      remedy,
      origin: { ...origin, path: [...origin.path, "gates", "loss"], key: true },
    }),
  ];
}

/** Patterns that fit nothing. One that is close to a name is an error: what was meant comes with another wave. */
export function idleWaves(
  { shape, origin }: DeclaredRollout,
  accounts: readonly string[],
  addresses: readonly string[],
): Diagnostic[] {
  const accountHints: Hints = [(name) => nearestPattern(name, accounts), (name) => patternRemedy(name, accounts)];
  const botHints: Hints = [(name) => nearestBot(name, addresses), (name) => botRemedy(name, addresses)];
  return shape.waves.flatMap((wave, index) => {
    const idle = (key: "accounts" | "bots", [near, remedy]: Hints, isThere: (pattern: string) => boolean) =>
      (wave[key] ?? []).flatMap((pattern, item) => {
        if (isThere(pattern)) return [];
        const meant = near(pattern);
        return problem("config/rollout-idle", {
          ...((meant === undefined || pattern.includes("*")) && { severity: "warning" }),
          summary: `the wave ${wave.name} names ${pattern}, and there is no such ${key === "accounts" ? "account" : "bot"}`,
          remedy: meant === undefined ? remedy(pattern) : `Did you mean ${meant}? If not, remove it.`,
          origin: { ...origin, path: [...origin.path, "waves", index, key, item] },
        });
      });
    const isBot = (pattern: string) =>
      addresses.some((address) =>
        fits(pattern, pattern.includes("/") ? address : address.slice(address.indexOf("/") + 1)),
      );
    return [
      ...idle("accounts", accountHints, (pattern) => accounts.some((account) => fits(pattern, account))),
      ...idle("bots", botHints, isBot),
    ];
  });
}

/** What was probably meant by a name that fits nothing, and what to do about it. */
type Hints = readonly [near: (name: string) => string | undefined, remedy: (name: string) => string];
