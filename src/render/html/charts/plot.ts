// The area that a chart is drawn in: time to the right, values upwards, with its axes and what stands at them.
import { html, type Markup } from "../markup.js";
import { BASELINE, pixel } from "../scale.js";
import { timeTicks, valueTicks } from "./ticks.js";

export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Ends of an axis, the lower one first. */
export type Range = readonly [low: number, high: number];

export interface Plot extends Area {
  readonly times: Range;
  readonly values: Range;
  readonly x: (time: number) => number;
  readonly y: (value: number) => number;
}

/** A value alone gets some room around it. */
export function plotOf(area: Area, times: Range, [low, high]: Range): Plot {
  const spare = high > low ? 0 : Math.max(Math.abs(low) * 0.01, 1e-8);
  const values: Range = [low - spare, high + spare];
  const along = ([from, to]: Range, at: number) => (to > from ? (at - from) / (to - from) : 0.5);
  return {
    ...area,
    times,
    values,
    x: (time) => pixel(area.left + along(times, time) * (area.right - area.left)),
    y: (value) => pixel(area.bottom - along(values, value) * (area.bottom - area.top)),
  };
}

/** With the same share of room left above and below. */
export function widened([low, high]: Range, share = 0.04): Range {
  const room = (high - low) * share;
  return [low - room, high + room];
}

/** Lines at round values, with their figures at the left. */
export function valueAxis({ left, right, values, y }: Plot, about = 4): Markup {
  const ticks = valueTicks(values[0], values[1], about);
  return html`${ticks.map(({ at, text }) => html`<path class="axis" d="M${left},${y(at)}H${right}"/><text class="soft" text-anchor="end" x="${left - 5}" y="${pixel(y(at) + BASELINE)}">${text}</text>`)}`;
}

/** Room that a moment's text takes. */
const TEXT_WIDTH = 48;

/** Round moments under the area. */
export function timeAxis({ left, right, bottom, times, x }: Plot): Markup {
  const ticks = timeTicks(times[0], times[1], Math.floor((right - left) / TEXT_WIDTH));
  const each = ticks.map(({ at, text }) => {
    const middle = Math.min(Math.max(x(at), left + TEXT_WIDTH / 4), right - TEXT_WIDTH / 4);
    return html`<path class="axis" d="M${x(at)},${bottom}v3"/><text class="soft" text-anchor="middle" x="${pixel(middle)}" y="${bottom + 14}">${text}</text>`;
  });
  return html`<path class="axis" d="M${left},${bottom}H${right}"/>${each}`;
}
