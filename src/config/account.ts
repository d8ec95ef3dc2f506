// An account with its preset filled in and its accesses listed; what it lacks is reported.

import type { AccessReference, ActiveDealsRule, UndeclaredRule, UndeclaredSettingsRule } from "../model/bot/desired.js";
import type { Mode } from "../model/look.js";
import type { StatedLimits } from "../model/plan/limits.js";
import { defined } from "../model/record.js";
import type { StatedAssumptions } from "../model/risk/assumptions.js";
import { canonicalDecimal } from "../model/text/decimal.js";
import type { Diagnostic, Origin } from "../model/text/diagnostic.js";
import { toLimits } from "./account-limits.js";
import { statedAssumptions } from "./assumptions.js";
import type { Layer } from "./compose/layer.js";
import type { DeclaredAccount } from "./compose/merge.js";
import type { VolumeRules } from "./compose/scale.js";
import { literalUrlProblem } from "./connection.js";
import { problem } from "./problem.js";
import type { AccountShape } from "./schema/schema.js";
import { accountVariable } from "./schema/schema-parts.js";
import { type AccountConnection, type Setting, settingOf } from "./settings.js";

export interface ConfigAccount {
  readonly name: string;
  readonly origin: Origin;
  readonly exchange: string;
  /** In the order of their aliases. */
  readonly accesses: readonly AccessReference[];
  /** Whether `accesses` stands there but couldn't be read. */
  readonly accessesUnknown: boolean;
  readonly undeclared: UndeclaredRule;
  readonly undeclaredSettings: UndeclaredSettingsRule;
  readonly activeDeals: ActiveDealsRule;
  readonly titlePrefix: string;
  readonly volumes: VolumeRules;
  /** What figures in money rest on. */
  readonly assumptions: StatedAssumptions;
  /** What botform does about drift by itself. */
  readonly mode: Mode | undefined;
  /** How much one apply may change; undefined for botform's own. */
  readonly limits: StatedLimits | undefined;
  readonly overrides: Layer | undefined;
  /** undefined where something it needs is missing; then there is an error. */
  readonly connection: AccountConnection | undefined;
}

interface Preset {
  readonly apiUrl: string;
  readonly hookUrl: string;
  readonly exchange: string;
}

/** A larger factor is rather a percentage. */
const LARGE_SCALE = 10;
const DEFAULT_EXCHANGE = "SERVICE_FUTURES";

/** Public services that speak this interface (S-01). */
const PRESETS: Readonly<Record<NonNullable<AccountShape["preset"]>, Preset>> = {
  cryptorg: {
    apiUrl: "https://api2.cryptorg.net",
    hookUrl: "https://api3.cryptorg.net",
    exchange: "CRYPTORG_FUTURES",
  },
};

type Needed = "apiUrl" | "apiKey" | "apiSecret" | "accesses";

function remedyOf(key: Needed, account: string): string {
  if (key === "accesses") return "Add `accesses: { primary: <the access's title on the service> }`.";
  const part = { apiUrl: "API_URL", apiKey: "API_KEY", apiSecret: "API_SECRET" }[key];
  const more = key === "apiUrl" ? ", an https address, or a preset" : "";
  return `Add \`${key}: \${env.${accountVariable(account, part)}}\`${more}.`;
}

/** The account, and a diagnostic for everything it lacks. */
export function toAccount(
  { name, shape, origin, dropped, overrides }: DeclaredAccount,
  diagnostics: Diagnostic[],
  addressRequestsPerSecond: number | undefined,
): ConfigAccount {
  const preset = shape.preset === undefined ? undefined : PRESETS[shape.preset];

  const at = (...inner: string[]): Origin => ({ file: origin.file, path: [...origin.path, ...inner] });
  const setting = (key: "hookAccount" | "hookToken" | "apiKey" | "apiSecret"): Setting | undefined =>
    shape[key] === undefined ? undefined : settingOf(shape[key], at(key));

  function url(key: "apiUrl" | "hookUrl"): Setting | undefined {
    const text = shape[key] ?? preset?.[key];
    const result = text === undefined ? undefined : settingOf(text, shape[key] === undefined ? at() : at(key));
    const bad = result && literalUrlProblem(result, `accounts.${name}.${key}`);
    if (bad !== undefined) diagnostics.push(bad);
    return result;
  }

  function lacks(key: Needed): void {
    if (dropped.has(key) || (key === "apiUrl" && dropped.has("preset"))) return;
    const summary = `account ${name} has no ${key}`;
    diagnostics.push(problem("config/missing-key", { summary, remedy: remedyOf(key, name), origin }));
  }

  const apiUrl = url("apiUrl");
  const hookUrl = url("hookUrl");
  const urls = Object.entries(shape.hookUrls ?? {}).map(
    ([action, text]) => [action, settingOf(text ?? "", at("hookUrls", action))] as const,
  );
  const hook = {
    account: setting("hookAccount"),
    token: setting("hookToken"),
    paths: shape.hookPaths ?? {},
    urls: Object.fromEntries(urls),
  };
  const apiKey = setting("apiKey");
  const apiSecret = setting("apiSecret");
  if (apiUrl === undefined) lacks("apiUrl");
  if (apiKey === undefined) lacks("apiKey");
  if (apiSecret === undefined) lacks("apiSecret");
  const accesses = Object.entries(shape.accesses ?? {})
    .map(([alias, live]) => ({ alias, live }))
    .sort((left, right) => (left.alias < right.alias ? -1 : 1));
  if (accesses.length === 0) lacks("accesses");

  const isComplete = apiUrl !== undefined && apiKey !== undefined && apiSecret !== undefined;
  const { requestsPerSecond, concurrency } = shape;
  const budget = defined({ requestsPerSecond, concurrency, addressRequestsPerSecond });
  const stated = defined({
    budget: Object.keys(budget).length > 0 ? budget : undefined,
    nonceWindow: shape.assumptions?.nonceWindow,
  });
  return {
    name,
    origin,
    exchange: shape.exchange ?? preset?.exchange ?? DEFAULT_EXCHANGE,
    accesses,
    accessesUnknown: accesses.length === 0,
    undeclared: shape.undeclared ?? "report",
    undeclaredSettings: shape.undeclaredSettings ?? "keep",
    activeDeals: shape.activeDeals ?? "keep",
    titlePrefix: shape.titlePrefix ?? "",
    volumes: volumeRules(shape, at("volumeScale"), diagnostics),
    assumptions: statedAssumptions(shape.assumptions, origin.file),
    mode: shape.mode,
    limits: shape.limits && toLimits(name, shape.limits, at("limits"), diagnostics),
    overrides,
    connection: isComplete ? { account: name, apiUrl, hookUrl, apiKey, apiSecret, hook, ...stated } : undefined,
  };
}

/** What the schema lets through are decimals that are carried exactly. */
function volumeRules(
  { volumeScale, volumeStep, volumeMin }: AccountShape,
  origin: Origin,
  diagnostics: Diagnostic[],
): VolumeRules {
  if (volumeScale !== undefined && volumeScale > LARGE_SCALE) {
    const summary = `volumeScale makes every volume ${volumeScale} times as large`;
    const remedy = "It is a factor, not a percentage: 0.25 makes a quarter of each volume.";
    diagnostics.push(problem("config/large-scale", { summary, remedy, origin }));
  }
  const exact = (value: number | undefined) => (value === undefined ? undefined : canonicalDecimal(value));
  return defined({ scale: exact(volumeScale), step: exact(volumeStep), min: exact(volumeMin) });
}
