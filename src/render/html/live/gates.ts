// Gates of a roll-out's wave as a list, each with its figure.
import type { GateReading } from "../../../model/rollout/record.js";
import { html, type Markup, outside } from "../markup.js";

const KINDS = { passed: "good", failed: "bad", unknown: "warn" } as const;

export function gates(all: readonly GateReading[]): Markup {
  return html`<ul class="small">${all.map(({ gate, state, text }) => html`<li><b class="${KINDS[state]}">${gate}: ${state}</b>, ${outside(text)}</li>`)}</ul>`;
}
