// Judges what values of a webhook's body say together: bounds that bots of the API have, and what can't be or can't be meant.
import Big from "big.js";
import { canonicalDecimal } from "../model/text/decimal.js";
import type { JsonNode, MapNode } from "./json.js";
import { at, type LintFinding } from "./lint-finding.js";

interface Bound {
  readonly name: string;
  readonly least: string;
  readonly most: string;
  /** Says "off", and is seen in programs (wire facts, section 7). */
  readonly off?: string;
}

/** As the interface bounds a bot's countOrderMax, percentSafetyOrder, martingaleScale and dynamicStepScale. */
const BOUNDS: readonly Bound[] = [
  { name: "max", least: "1", most: "50" },
  { name: "percent", least: "0.01", most: "99.99" },
  { name: "multiplierVolume", least: "1.05", most: "2", off: "1" },
  { name: "multiplierPrice", least: "1.05", most: "2", off: "1" },
];

/** @param node what stands at the top of a flat body, or in an envelope's params */
export function lintSense(node: MapNode): LintFinding[] {
  const [dca, stop, strategy] = ["dca", "stop", "strategy"].map((key) => valueAt(node, key));
  return [
    ...(dca?.kind === "map" && !isOff(dca) ? gridFindings(dca) : []),
    ...(stop?.kind === "map" && !isOff(stop) ? stopFindings(stop, strategy) : []),
  ];
}

function gridFindings(dca: MapNode): LintFinding[] {
  const found = BOUNDS.flatMap((bound) => beyond(bound, valueAt(dca, bound.name)));
  const [max, active] = [valueAt(dca, "max"), valueAt(dca, "active")];
  const [most, atOnce] = [numberOf(max), numberOf(active)];
  if (active !== undefined && most !== undefined && atOnce?.gt(most) === true)
    found.push(
      at(
        active,
        "webhook/active-over-max",
        `dca.active is ${atOnce}, and dca.max is ${most}`,
        "Raise dca.max, or lower dca.active.",
      ),
    );
  if (dca.members.length === 1 && valueAt(dca, "enabled") !== undefined)
    found.push(
      at(
        dca,
        "webhook/empty-grid",
        "dca is on, without max, volume and percent",
        'State them, or "enabled": false, or leave dca out.',
      ),
    );
  return found;
}

/** What is 0 or less is an error of the value itself. */
function beyond({ name, least, most, off }: Bound, node: JsonNode | undefined): LintFinding[] {
  const value = numberOf(node);
  if (node === undefined || value === undefined || value.lte(0)) return [];
  if (off !== undefined && value.eq(off)) return [];
  if (value.gte(least) && value.lte(most)) return [];
  const but = off === undefined ? "" : `, or ${off} for none`;
  return [
    at(
      node,
      "webhook/beyond-bot",
      `dca.${name} is ${value}, and a bot may have ${least} to ${most}${but}`,
      "Correct it, unless you know that webhooks take it.",
    ),
  ];
}

function stopFindings(stop: MapNode, strategy: JsonNode | undefined): LintFinding[] {
  const [event, value] = [valueAt(stop, "event"), valueAt(stop, "value")];
  const isPercent = event?.kind === "text" && event.value === "percentage";
  const isLong = strategy?.kind === "text" && strategy.value === "long";
  if (value === undefined || !isPercent || !isLong || numberOf(value)?.gte(100) !== true) return [];
  return [
    at(
      value,
      "webhook/impossible-stop",
      `stop.value is ${numberOf(value)} percent, and no price falls so far`,
      "State less than 100.",
    ),
  ];
}

function isOff(section: MapNode): boolean {
  const enabled = valueAt(section, "enabled");
  return enabled?.kind === "boolean" && enabled.value === false;
}

/** Placeholders and what is no plain decimal give nothing. */
function numberOf(node: JsonNode | undefined): Big | undefined {
  const written = node?.kind === "text" ? node.value : node?.kind === "number" ? node.written : "";
  const decimal = /^-?\d{1,20}(?:\.\d{1,20})?$/.test(written) ? canonicalDecimal(written) : undefined;
  return decimal === undefined ? undefined : new Big(decimal);
}

function valueAt(node: MapNode, key: string): JsonNode | undefined {
  return node.members.find((member) => member.key === key)?.value;
}
