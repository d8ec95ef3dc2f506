// The plan as a unified diff of YAML, observed against desired: the form reviewers know from git.
import { createTwoFilesPatch } from "diff";
import { stringify } from "yaml";
import { FIELDS, type FieldName, fieldSpec, isNumeric, type SomeFields } from "../../model/bot/field.js";
import { afterSteps, type Plan, type PlannedBot, type Step, stepsByAddress } from "../../model/plan/plan.js";
import { keptTexts } from "../highlights.js";
import { cleanLines } from "../sanitize.js";

/** A unified diff over every touched bot's managed fields and switch; "" when nothing changes. */
export function planDiff(plan: Plan): string {
  if (plan.steps.length === 0) return "";
  const bots = Object.values(plan.bots);
  const steps = stepsByAddress(plan);
  const before = Object.fromEntries(
    bots.flatMap((bot) => (bot.observed === null ? [] : [[key(bot), observedSide(bot, steps.get(bot.address) ?? [])]])),
  );
  const after = Object.fromEntries(bots.map((bot) => [key(bot), desiredSide(bot, steps.get(bot.address) ?? [])]));
  const patch = createTwoFilesPatch(
    `observed/${plan.account}.yaml`,
    `desired/${plan.account}.yaml`,
    Object.keys(before).length === 0 ? "" : stringify({ bots: before }),
    stringify({ bots: after }),
    undefined,
    undefined,
    { context: 3 },
  );
  return cleanLines(`${keptComments(bots)}${patch.replace(/^=+\n/, "")}`);
}

/** Before the diff, where whoever reads one expects words: settings that running deals keep are no change. */
function keptComments(bots: readonly PlannedBot[]): string {
  return bots.flatMap((bot) => keptTexts([bot]).map((text) => `# ${bot.address}: ${text}\n`)).join("");
}

function key(bot: PlannedBot): string {
  return bot.address.slice(bot.address.indexOf("/") + 1);
}

function observedSide(bot: PlannedBot, steps: readonly Step[]): Record<string, unknown> {
  const enabled = bot.observed?.status.on === true;
  return { ...side(bot.observed?.fields ?? {}, bot.managed), enabled, ...dealSide(steps, "before") };
}

/** The deals whose take profit is changed, as if they stood in the configuration. */
function dealSide(steps: readonly Step[], when: "before" | "after"): Record<string, unknown> {
  const changed = steps.flatMap(({ deal }) =>
    deal?.takeProfit === undefined
      ? []
      : [[`deal ${deal.id}`, { percentTakeProfit: yamlValue("percentTakeProfit", deal.takeProfit[when]) }] as const],
  );
  return changed.length === 0 ? {} : { deals: Object.fromEntries(changed) };
}

function desiredSide(bot: PlannedBot, steps: readonly Step[]): Record<string, unknown> {
  return { ...side(bot.target, bot.managed), enabled: afterSteps(bot, steps).on, ...dealSide(steps, "after") };
}

function side(fields: SomeFields, managed: readonly FieldName[]): Record<string, unknown> {
  const shown = FIELDS.filter(({ name }) => managed.includes(name));
  return Object.fromEntries(shown.map(({ name }) => [name, yamlValue(name, fields[name] ?? null)]));
}

/** Numbers as numbers, but never rounded by being one. */
function yamlValue(name: FieldName, value: string | null): string | number | null {
  const number = Number(value);
  return value !== null && isNumeric(fieldSpec(name)) && String(number) === value ? number : value;
}
