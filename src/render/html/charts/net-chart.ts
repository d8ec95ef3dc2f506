// Draws what a bot's ended deals came to over time, on bands that show which version of its settings they had.
import type { NetCurve } from "../../../model/results.js";
import type { Curve } from "../../../model/risk/picture.js";
import { html, type Markup } from "../markup.js";
import { pixel } from "../scale.js";
import { equityFigure } from "./equity-chart.js";
import type { Plot } from "./plot.js";

/** Its number on the bands, by fingerprint. */
export type VersionNumbers = ReadonlyMap<string, number>;

/** Bands narrower than this have no room for a number, pixels. */
const NARROWEST = 9;

/** Nothing where the points aren't known, or there are none. @param name of the bot or the account */
export function netFigure(curve: NetCurve, name: string, numbers: VersionNumbers): Markup | undefined {
  const { points, asset, bands } = curve;
  const [first, last] = [points?.[0], points?.at(-1)];
  if (points === null || first === undefined || last === undefined) return undefined;
  const net = stepsOf(points);
  const falls = fallsOf(net);
  const deepest = Math.max(...falls.highs);
  const isVersioned = bands.length > 0;
  const words = `From 0 to ${last.net} ${asset}, at most ${deepest.toFixed(2)} below its highest, over ${points.length} ended deals${isVersioned ? ` and ${numbers.size} versions` : ""}.`;
  const caption = html`Net of ended deals so far; deals that still run aren't in it.${isVersioned ? " Each band is a version, by its number in the table: its deals ended then." : undefined}`;
  return equityFigure({
    title: `Net of ${name} over time, ${asset}`,
    head: `Net of ended deals so far, ${asset}`,
    curves: [{ name: "", kind: "own", curve: net }],
    falls,
    times: [first.at, Math.max(last.at, first.at + 1)],
    words,
    caption,
    behind: (plot) => bandMarkup(bands, numbers, plot),
  });
}

/** It begins at 0, and stays where it was until the next deal ends. */
function stepsOf(points: NonNullable<NetCurve["points"]>): Curve {
  let before = 0;
  const columns = points.map(({ at, net }) => {
    const last = Number(net);
    const column = { at, low: Math.min(before, last), high: Math.max(before, last), last };
    before = last;
    return column;
  });
  return {
    times: columns.map(({ at }) => at),
    lows: columns.map(({ low }) => low),
    highs: columns.map(({ high }) => high),
    lasts: columns.map(({ last }) => last),
  };
}

/** How far each point is below the highest so far, the beginning included. */
function fallsOf({ times, lasts }: Curve): Curve {
  let peak = 0;
  const depths = lasts.map((value) => {
    peak = Math.max(peak, value);
    return peak - value;
  });
  return { times, lows: depths, highs: depths, lasts: depths };
}

/** Neighbours differ in shade, and a line stands where a version begins. */
function bandMarkup(bands: NetCurve["bands"], numbers: VersionNumbers, { x, top, bottom, left, right }: Plot): Markup {
  const starts = bands.map(({ from }, index) => (index === 0 ? left : x(from)));
  const each = bands.map(({ fingerprint }, index) => {
    const [from, to] = [starts[index] ?? left, starts[index + 1] ?? right];
    const width = Math.max(0, to - from);
    const number =
      width < NARROWEST
        ? undefined
        : html`<text class="soft" text-anchor="middle" x="${pixel(from + width / 2)}" y="${top + 10}">${numbers.get(fingerprint) ?? "?"}</text>`;
    const edge = index === 0 ? undefined : html`<path class="change" d="M${from},${top}V${bottom}"/>`;
    return html`<rect class="band${index % 2 === 0 ? "" : " odd"}" x="${from}" y="${top}" width="${pixel(width)}" height="${bottom - top}"/>${edge}${number}`;
  });
  return html`${each}`;
}
