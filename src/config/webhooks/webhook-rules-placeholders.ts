// Judges the placeholders of a webhook's message in the configuration: whether there is one of that name, and whether it fits.
import { type WebhookMessage, webhookField } from "../../model/webhook/webhook.js";
import { ANY_PLACEHOLDER, ANY_PLOT, PLACEHOLDER_NAMES, placeholder } from "../../model/webhook/webhook-placeholders.js";
import { quoted } from "../problem.js";
import type { ConfigCode } from "../schema/codes.js";
import { suggestion } from "../schema/suggest.js";

/** What is wrong with a message, before it has a place. */
export interface Breach {
  readonly code: ConfigCode;
  readonly says: string;
  readonly remedy: string;
  /** Path in a flat body of what it is about; the nearest that is written is shown. */
  readonly at?: string;
}

/** Placeholders that there aren't, and those that give what their field can't take. */
export function placeholderBreaches({ settings }: WebhookMessage): Breach[] {
  return settings.flatMap(({ path, value }) =>
    [value].flat().flatMap((one) => (typeof one === "string" ? strangePlaceholders(path, one) : [])),
  );
}

function strangePlaceholders(path: string, text: string): Breach[] {
  const code = "config/webhook-placeholder" as const;
  const kind = webhookField(path)?.kind;
  return [...text.matchAll(ANY_PLACEHOLDER)].flatMap(([whole, name = ""]): Breach[] => {
    const known = placeholder(name);
    if (known === undefined)
      return [
        {
          code,
          says: `has ${quoted(whole)}, which is no placeholder`,
          remedy: placeholderRemedy(name),
          at: path,
        },
      ];
    const fits =
      kind === "decimal"
        ? known.kind === "number" || known.kind === "text"
        : kind === "pairs"
          ? known.kind === "symbol"
          : known.kind === "position";
    if (fits) return [];
    const remedy =
      kind === "word"
        ? "Use {{strategy.market_position}}, or leave it out."
        : (FITTING[kind ?? ""] ?? "State the value.");
    return [{ code, says: `has ${whole} as ${path}, which gives ${known.samples.join(" or ")}`, remedy, at: path }];
  });
}

/** For a name that is no placeholder's. */
export function placeholderRemedy(name: string): string {
  return ANY_PLOT.test(name)
    ? "There are plot_0 to plot_19: the first twenty series of an indicator."
    : suggestion(name, PLACEHOLDER_NAMES);
}

const FITTING: Readonly<Record<string, string>> = {
  decimal:
    'State a number, or a series of an indicator: "{{plot_0}}". Prices and amounts of the base asset are never taken.',
  pairs: 'Leave pairs out, or write ["{{syminfo.basecurrency}}{{syminfo.currency}}"].',
};
