// The table of policy rules: the subject of each, its parameters, and the figures it needs.
export const PARAMETER_NAMES = [
  ...(["limit", "pairs", "quotes", "marginMode", "pattern", "fields", "windows"] as const),
  ...(["file", "env", "of", "each", "when", "message"] as const),
] as const;
export type ParameterName = (typeof PARAMETER_NAMES)[number];
/** `limit` by its unit. */
export type LimitUnit = "times" | "quote" | "percent" | "count" | "scale";

export interface RuleRow {
  readonly title: string;
  readonly help: string;
  readonly severity: "deny" | "warn";
  /** bot: each bot as it will be; account: its totals; plan: what is about to be done. */
  readonly looksAt: "bot" | "account" | "plan";
  /** What `limit` is; absent where it has none. */
  readonly unit?: LimitUnit;
  readonly required: readonly ParameterName[];
  readonly optional: readonly ParameterName[];
  /** Figures it can't do without: unknown, they are a finding of their own. */
  readonly needs: string;
  /** Applies without any configuration. */
  readonly always?: true;
}

type Extra = Partial<Omit<RuleRow, "title" | "help" | "looksAt">>;

const row =
  (looksAt: RuleRow["looksAt"]) =>
  (title: string, help: string, extra: Extra = {}): RuleRow => ({
    ...{ title, help, severity: "deny", looksAt, required: [], optional: [], needs: "nothing" },
    ...extra,
  });
const [bot, account, plan] = [row("bot"), row("account"), row("plan")];
const limited = (unit: LimitUnit, needs = "nothing"): Extra => ({ unit, needs, required: ["limit"] });
const takes = (...required: ParameterName[]): Extra => ({ required });
const ALWAYS: Extra = { always: true };
const FIGURES = "the bot's grid";
const BALANCE = "the account's balance";

const POLICY_RULES = {
  // Of each bot
  "max-leverage": bot("The leverage is above the limit", "A bot's leverage is at most `limit`.", limited("times")),
  "max-bot-margin": bot(
    "A bot's full grid ties up more margin than the limit",
    "The margin of all of a bot's orders together is at most `limit`, in the quote asset; scope by pair where bots have several.",
    limited("quote", FIGURES),
  ),
  "max-bot-notional": bot(
    "A bot's full grid is larger than the limit",
    "The volume (notional) of all of a bot's orders together is at most `limit`, in the quote asset.",
    limited("quote", FIGURES),
  ),
  "max-wallet-exposure": bot(
    "More of the wallet is exposed than the limit",
    "Volume of the full grid in percent of the wallet's balance: of each bot (`of: bot`, the default), or of all that are on (`of: account`).",
    { ...limited("percent", `${FIGURES} and ${BALANCE}`), optional: ["of"] },
  ),
  "pairs-allow": bot(
    "A pair isn't among those allowed",
    "A bot's pair is one of `pairs`; * stands for any text.",
    takes("pairs"),
  ),
  "pairs-deny": bot(
    "A pair is among those forbidden",
    "A bot's pair is none of `pairs`; * stands for any text.",
    takes("pairs"),
  ),
  "quotes-allow": bot(
    "A quote asset isn't among those allowed",
    "The pair's quote asset is one of `quotes`.",
    takes("quotes"),
  ),
  "margin-mode": bot("The margin mode is another", "A bot's marginMode is the one stated.", takes("marginMode")),
  "liquidation-outside-grid": bot(
    "A deal is liquidated before its last safety order fills",
    "After each order the liquidation price is worked out; no order may stand beyond it. Without a configuration it looks at the bots that a plan touches or that are on, and keeps silent where a cross position's balance isn't known; configured, that is a finding.",
    { ...ALWAYS, needs: `${FIGURES}, of CROSS bots ${BALANCE}` },
  ),
  "min-liquidation-distance": bot(
    "The liquidation is nearer to the last order than the limit",
    "From the last safety order's price to the liquidation price are at least `limit` percent of that price.",
    limited("percent", `${FIGURES}, of CROSS bots ${BALANCE}`),
  ),
  "min-cover": bot(
    "The grid covers less of a move than the limit",
    "The last safety order stands at least `limit` percent from the first order.",
    limited("percent", FIGURES),
  ),
  "max-cover": bot(
    "The grid reaches further than the limit",
    "The last safety order stands at most `limit` percent from the first order.",
    limited("percent", FIGURES),
  ),
  "max-martingale": bot(
    "martingaleScale is above the limit",
    "A bot's martingaleScale is off or at most `limit`.",
    limited("scale"),
  ),
  "max-safety-orders": bot(
    "There are more safety orders than the limit",
    "A bot's countOrderMax is at most `limit`.",
    limited("count"),
  ),
  "min-take-profit": bot(
    "The take profit is below the limit",
    "A bot's percentTakeProfit is at least `limit`.",
    limited("percent"),
  ),
  "require-price-level": bot(
    "A bot has no price level",
    "A bot's priceLevel is UPPER, LOWER or BOTH, so that it opens no deal at any price.",
  ),
  "require-cycle-limit": bot(
    "A bot has no cycle limit",
    "A bot's cycleLimitScale is set, so that it stops after that many deals.",
  ),
  "title-pattern": bot(
    "A title doesn't fit the pattern",
    "A bot's title fits `pattern`, in which * stands for any text.",
    takes("pattern"),
  ),
  "max-change-percent": bot(
    "A field changes by more than the limit",
    "No update changes one of `fields` by more than `limit` percent of what it was, and no replacement of what the replaced bot has. What was off before has no percentage: that is unknown.",
    { ...limited("percent", "the field's value before"), required: ["fields", "limit"] },
  ),
  "freeze-active-deals": bot(
    "A bot in a deal is changed",
    "No bot is updated or replaced while a deal of it runs. The key freezeActiveDeals of a bot leaves its update out of the plan; this rule refuses the plan.",
  ),
  "require-stop": bot(
    "A webhook opens or leaves deals without a stop loss",
    "Every open webhook has stop.enabled: true, and no update webhook states false. The API has no stop loss, so of deals that a bot opens by itself this can't be enforced, and the rule says so.",
  ),
  // Of a bot against others
  "one-bot-per-pair-side": bot(
    "Two bots trade one pair in one direction",
    "On one access the exchange holds one position of a pair and side, which two bots would share. Bots that are off are only warned of, and those with enabled: false not at all.",
    ALWAYS,
  ),
  "same-settings-per-symbol": bot(
    "Bots of one pair have different leverage or margin mode",
    "The exchange keeps one leverage and one margin mode of each symbol, so the bot that starts last decides for all.",
    ALWAYS,
  ),
  "no-opposite-without-hedge": bot(
    "LONG and SHORT on one pair without hedge mode",
    "Without hedge mode the exchange nets both into one position. Declare hedgeMode: true under the account's assumptions where it is on.",
    ALWAYS,
  ),
  // Mistakes
  affordable: account(
    "The bots together can't be afforded",
    "Every bot that is on needs the margin of its whole grid, safety orders that don't stand yet included, less what positions hold already, and its fees; the free balance less percentReserve has to hold them. Where the balance isn't known, the money preview says so.",
    { ...ALWAYS, needs: BALANCE },
  ),
  "martingale-volume": bot(
    "volumeSafetyOrder is ignored while martingale is on",
    "With martingaleScale the safety orders grow from volumeFirstOrder (unless assumptions say volumeBase: safety), so volumeSafetyOrder has no effect.",
    { ...ALWAYS, severity: "warn" },
  ),
  "safety-volume": bot(
    "Safety orders have no volume",
    "countOrderMax asks for safety orders, and neither volumeSafetyOrder nor martingaleScale gives them a volume.",
    ALWAYS,
  ),
  "grid-below-zero": bot(
    "The grid of a LONG reaches a price of 0",
    "With many orders or a dynamic step the last safety orders would stand 100 % or more below the first: they can never fill. Distances are counted from the anchor of the account's assumptions.",
    ALWAYS,
  ),
  "deep-grid": bot(
    "The grid of a LONG reaches further than 60 %",
    "The last safety order stands more than 60 percent below the first: few deals ever come back from there.",
    { ...ALWAYS, severity: "warn" },
  ),
  "take-profit-above-fees": bot(
    "The take profit doesn't pay the fees",
    "percentTakeProfit isn't above the fees of opening and closing, as the account's assumptions state them: every deal loses.",
    ALWAYS,
  ),
  "price-level-with-fomo": bot(
    "Price levels have no effect with the indicator group FOMO",
    "With indicatorGroup FOMO this service doesn't look at price levels, so the bot opens deals at any price.",
    ALWAYS,
  ),
  "price-levels": bot(
    "The price levels that a bot will have don't fit each other",
    "Afterwards, with what isn't declared as it is on the service: UPPER and BOTH have a priceLevelUp, LOWER and BOTH a priceLevelDown, and with BOTH the lower one is below. It looks at plans alone; of what is declared validate says it.",
    ALWAYS,
  ),
  // Of the account
  "max-account-margin-percent": account(
    "The bots together tie up more of the wallet than the limit",
    "Margin of the full grids of all bots that are on, in percent of the wallet's balance, for each quote asset.",
    limited("percent", BALANCE),
  ),
  "free-balance-reserve": account(
    "Too little of the free balance is left",
    "Of the free balance `limit` percent stay unused when every bot that is on fills its whole grid.",
    limited("percent", BALANCE),
  ),
  // Of the plan
  "max-exposure-increase": plan(
    "A plan adds more exposure than the limit",
    "The volume of the full grids of all bots that are on grows by at most `limit` in one plan, in each quote asset.",
    limited("quote", "the bots' grids"),
  ),
  "max-bots-changed": plan(
    "A plan touches more bots than the limit",
    "At most `limit` bots are created, updated or turned on by one plan.",
    limited("count"),
  ),
  "change-windows": plan(
    "It is outside of the change windows",
    "A plan is applied only within one of `windows`. At the apply of a saved plan the clock is looked at again.",
    takes("windows"),
  ),
  "blackout-windows": plan(
    "It is inside of a blackout window",
    "No plan is applied within any of `windows`.",
    takes("windows"),
  ),
  "kill-switch": plan(
    "The kill switch is engaged",
    "While `file` exists (beside the file that names it, or below), or the environment variable `env` is set to anything but 0, false or nothing, only plans of turn-offs alone are applied. What can't be looked at counts as engaged.",
    { optional: ["file", "env"] },
  ),
  custom: bot(
    "A rule of your own is broken",
    "`when` is an expression of the Common Expression Language over the documented plan; true is a breach. `each: bot` (the default) asks for every bot that the plan touches, `each: plan` once.",
    { required: ["when"], optional: ["message", "each"], needs: "what the expression reads" },
  ),
} as const satisfies Readonly<Record<string, RuleRow>>;

export type RuleName = keyof typeof POLICY_RULES;

export const RULE_NAMES = Object.keys(POLICY_RULES).filter(isRuleName);

function isRuleName(name: string): name is RuleName {
  return Object.hasOwn(POLICY_RULES, name);
}

export function ruleRow(name: RuleName): RuleRow {
  return POLICY_RULES[name];
}

export function codeOf(name: RuleName): string {
  return `policy/${name}`;
}

export const WAIVER_EXPIRED = "policy/waiver-expired";
