// Checks values of a webhook's body together: the bounds of the API's bots, and contradictions.
import Big from "big.js";
import { canonicalDecimal } from "../model/text/decimal.js";
import type { WebhookSection } from "../model/webhook/webhook.js";
import { type JsonNode, type MapNode, valueAt, writtenIn } from "./json.js";
import { finding, type LintFinding } from "./lint-finding.js";

interface Bound {
  readonly name: string;
  readonly least: string;
  readonly most: string;
  /** Programs send this for "off" (S-66). */
  readonly off?: string;
}

/** As the interface bounds a bot's countOrderMax, percentSafetyOrder, martingaleScale and dynamicStepScale. */
const BOUNDS: readonly Bound[] = [
  { name: "max", least: "1", most: "50" },
  { name: "percent", least: "0.01", most: "99.99" },
  { name: "multiplierVolume", least: "1.05", most: "2", off: "1" },
  { name: "multiplierPrice", least: "1.05", most: "2", off: "1" },
];

/** What a section's values say against each other. */
export function lintTogether(section: WebhookSection, node: MapNode): LintFinding[] {
  const found: LintFinding[] = [];
  const [event, value, delay] = ["event", "value", "delay"].map((key) => valueAt(node, key));
  if (section === "open" && valueAt(node, "orderVolume") === undefined)
    found.push(finding("webhook/missing-field", node, "open has no orderVolume", 'Add "orderVolume": "20".'));
  if (section === "stop" && delay?.kind === "number" && Number(delay.written) === 0) {
    const remedy = "Leave it out, or set the seconds; other programs send 3.";
    found.push(finding("webhook/stop-delay", delay, "stop.delay is 0", remedy));
  }
  if ((section !== "close" && section !== "stop") || isOff(node)) return found;
  const isAlone = (event === undefined) !== (value === undefined);
  if (isAlone || (event === undefined && valueAt(node, "enabled") !== undefined)) {
    const summary = `${section} needs both event and value`;
    found.push(finding("webhook/event", node, summary, `Set both, or "enabled": false.`));
  }
  if (value === undefined) return found;
  const written = writtenIn(value) ?? "";
  const decimal = canonicalDecimal(written);
  if (decimal === "0")
    found.push(finding("webhook/event", value, `${section}.value is 0`, 'Set more than 0, or "enabled": false.'));
  else if (isText(event, "delay") && decimal?.includes(".") === true)
    found.push(
      finding("webhook/event", value, `a delay must be whole seconds, not ${written}`, "Write whole seconds."),
    );
  return found;
}

/** What goes beyond one section. @param node what stands at the top of a flat body, or in an envelope's params */
export function lintSense(node: MapNode): LintFinding[] {
  const [dca, stop, strategy] = ["dca", "stop", "strategy"].map((key) => valueAt(node, key));
  return [
    ...(dca?.kind === "map" && !isOff(dca) ? gridFindings(dca) : []),
    ...(stop?.kind === "map" && !isOff(stop) ? stopFindings(stop, strategy) : []),
  ];
}

function gridFindings(dca: MapNode): LintFinding[] {
  const found = BOUNDS.flatMap((bound) => beyond(bound, valueAt(dca, bound.name)));
  const active = valueAt(dca, "active");
  const [most, atOnce] = [numberOf(valueAt(dca, "max")), numberOf(active)];
  if (active !== undefined && most !== undefined && atOnce?.gt(most) === true) {
    const summary = `dca.active is ${atOnce}, but dca.max is ${most}`;
    found.push(finding("webhook/active-over-max", active, summary, "Raise dca.max, or lower dca.active."));
  }
  if (dca.members.length === 1 && valueAt(dca, "enabled") !== undefined) {
    const remedy = 'Set them, or "enabled": false, or leave dca out.';
    found.push(finding("webhook/empty-grid", dca, "dca is on without max, volume and percent", remedy));
  }
  return found;
}

/** What is 0 or less is an error of the value itself. */
function beyond({ name, least, most, off }: Bound, node: JsonNode | undefined): LintFinding[] {
  const value = numberOf(node);
  if (node === undefined || value === undefined || value.lte(0)) return [];
  if ((off !== undefined && value.eq(off)) || (value.gte(least) && value.lte(most))) return [];
  const but = off === undefined ? "" : `, or ${off} for none`;
  const summary = `dca.${name} is ${value}, but a bot may have ${least} to ${most}${but}`;
  return [finding("webhook/beyond-bot", node, summary, "Correct it, unless you know that webhooks accept it.")];
}

function stopFindings(stop: MapNode, strategy: JsonNode | undefined): LintFinding[] {
  const value = valueAt(stop, "value");
  const isPercentOfLong = isText(valueAt(stop, "event"), "percentage") && isText(strategy, "long");
  if (value === undefined || !isPercentOfLong || numberOf(value)?.gte(100) !== true) return [];
  const summary = `stop.value is ${numberOf(value)} percent, and no price can fall that far`;
  return [finding("webhook/impossible-stop", value, summary, "Set less than 100.")];
}

function isOff(section: MapNode): boolean {
  const enabled = valueAt(section, "enabled");
  return enabled?.kind === "boolean" && enabled.value === false;
}

function isText(node: JsonNode | undefined, text: string): boolean {
  return node?.kind === "text" && node.value === text;
}

/** Placeholders, what is below 0 and what is no plain decimal give nothing. */
function numberOf(node: JsonNode | undefined): Big | undefined {
  const written = writtenIn(node) ?? "";
  const decimal = /^\d{1,20}(?:\.\d{1,20})?$/.test(written) ? canonicalDecimal(written) : undefined;
  return decimal === undefined ? undefined : new Big(decimal);
}
