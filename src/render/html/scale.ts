// Turns decimals into pixels for pictures. None of these numbers is ever shown as a figure.
import Big from "big.js";
import { html, type Markup } from "./markup.js";

export type Scale = (value: string) => number;

/** From the least and the greatest of the values to two pixel positions, linear; a single value stands between them. */
export function scaleOf(values: readonly string[], from: number, to: number): Scale {
  const { least, most } = extent(values);
  const span = most.minus(least);
  return (value) => {
    if (span.lte(0)) return (from + to) / 2;
    const share = Number(new Big(value).minus(least).div(span).toFixed(6));
    return pixel(from + share * (to - from));
  };
}

export function extent(values: readonly string[]): { readonly least: Big; readonly most: Big } {
  const all = values.map((value) => new Big(value));
  const first = all[0] ?? new Big(0);
  return {
    least: all.reduce((low, value) => (value.lt(low) ? value : low), first),
    most: all.reduce((high, value) => (value.gt(high) ? value : high), first),
  };
}

/** A tenth of a pixel is all that an eye sees. */
export function pixel(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A line of a picture; `kind` is how the style draws it. */
export interface Line {
  readonly kind: string;
  /** Its name; "" for a line that needs none. */
  readonly text: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export function polyline({ kind, points }: Pick<Line, "kind" | "points">): Markup {
  return html`<polyline class="line ${kind}" points="${points.map(([x, y]) => `${x},${y}`).join(" ")}"/>`;
}

/** Names stand no nearer to each other: the height of a line of text. */
export const GAP = 13;
/** From the middle of a line of text to its baseline. */
export const BASELINE = 3.6;

/** The names of lines where they end, to the right of `x`. */
export function lineNames(lines: readonly Line[], x: number, top: number, bottom: number): Markup[] {
  const labels = lines.flatMap(({ kind, text, points }) => {
    const last = points.at(-1);
    return text === "" || last === undefined ? [] : [{ y: last[1] + BASELINE, text, kind }];
  });
  return spread(labels, GAP, top, bottom).map(
    ({ y, text, kind }) => html`<text class="${kind}" x="${x}" y="${y}">${text}</text>`,
  );
}

interface Label {
  readonly y: number;
  readonly text: string;
  readonly kind: string;
}

/** The labels from the top down, moved apart until none covers another, within these bounds. */
export function spread(labels: readonly Label[], gap: number, top: number, bottom: number): readonly Label[] {
  const sorted = labels.toSorted((left, right) => left.y - right.y);
  const ys: number[] = [];
  for (const { y } of sorted) ys.push(Math.max(y, (ys.at(-1) ?? top - gap) + gap, top));
  let limit = bottom;
  for (let index = ys.length - 1; index >= 0; index -= 1) {
    ys[index] = Math.min(ys[index] ?? limit, limit);
    limit = (ys[index] ?? limit) - gap;
  }
  return sorted.map((label, index) => ({ ...label, y: pixel(ys[index] ?? label.y) }));
}

/** Of labels in falling importance, those that keep this distance from all before them. */
export function apart(labels: readonly Label[], gap: number): readonly Label[] {
  const kept: Label[] = [];
  for (const label of labels) if (kept.every(({ y }) => Math.abs(y - label.y) >= gap)) kept.push(label);
  return kept;
}
