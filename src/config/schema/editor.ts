// What editors show beside the published schema's rules: defaults, bounds and titles in hovers, words explained one by one, snippets.
import type * as z from "zod/mini";

type Schema = z.core.JSONSchema.BaseSchema;

/** A copy in which every property says its bounds and its default. Both come from the schema's own words and limits. */
export function withHints(schema: Schema, change: (one: Schema, to: (inner: Schema) => Schema) => Schema): Schema {
  const hinted = change(schema, (inner) => withHints(inner, change));
  const { description } = hinted;
  if (description === undefined) return hinted;
  const [bounds, value] = [boundsText(hinted), defaultOf(hinted, description)];
  return {
    ...hinted,
    ...(bounds !== undefined && { description: `${description} ${bounds}` }),
    ...(value !== undefined && { default: value }),
  };
}

function boundsText(schema: Schema): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = numberIn(schema) ?? {};
  // zod bounds whole numbers by what a double holds exactly, which nobody has to read.
  const least = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (least !== undefined && most !== undefined) return `From ${least} to ${most}.`;
  const parts = [
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
    ...(exclusiveMaximum === undefined ? [] : [`less than ${exclusiveMaximum}`]),
  ].join(" and ");
  return parts === "" ? undefined : `${parts.charAt(0).toUpperCase()}${parts.slice(1)}.`;
}

/** `Default: report.` of a description, where the schema takes it. */
function defaultOf(schema: Schema, description: string): unknown {
  const [, word] = /\bDefault: (\S+?)[.,]?(?:\s|$)/.exec(description) ?? [];
  if (word === undefined) return undefined;
  if (numberIn(schema) !== undefined) return Number.isFinite(Number(word)) ? Number(word) : undefined;
  return partsOf(schema).some((one) => one.enum?.includes(word)) ? word : undefined;
}

function numberIn(schema: Schema): Schema | undefined {
  return partsOf(schema).find(({ type }) => type === "number" || type === "integer");
}

/** The schema itself and what it may be instead. */
export function partsOf(schema: Schema | undefined): readonly Schema[] {
  if (schema === undefined) return [];
  return [schema, ...(schema.anyOf ?? []).flatMap((one) => (typeof one === "boolean" ? [] : [one]))];
}

/** What a hover is headed with, and what completion offers, by the section's name. */
export const SECTIONS: Readonly<Record<string, { readonly title: string; readonly snippet?: Snippet }>> = {
  accounts: {
    title: "Accounts",
    snippet: {
      label: "an account",
      description: "Credentials from the environment, and the accesses its bots trade on",
      body: {
        "${1:main}": {
          apiUrl: "\\${env.BOTFORM_${2:MAIN}_API_URL\\}",
          apiKey: "\\${env.BOTFORM_${2:MAIN}_API_KEY\\}",
          apiSecret: "\\${env.BOTFORM_${2:MAIN}_API_SECRET\\}",
          accesses: { "${3:primary}": "${4:Main futures}" },
        },
      },
    },
  },
  templates: {
    title: "Templates",
    snippet: {
      label: "a template",
      description: "Settings that bots inherit by extends",
      body: {
        "${1:dip}": {
          strategy: "${2|LONG,SHORT|}",
          leverage: "^${3:3}",
          marginMode: "${4|ISO,CROSS|}",
          typeTakeProfit: "LIMIT",
          typeFirstOrder: "MARKET",
          percentTakeProfit: "^${5:1.2}",
          percentSafetyOrder: "^${6:1.5}",
          volumeFirstOrder: "^${7:20}",
          volumeSafetyOrder: "^${8:20}",
          countOrderMax: "^${9:6}",
        },
      },
    },
  },
  bots: {
    title: "Bots",
    snippet: {
      label: "a bot",
      description: "A bot that inherits from a template; it stays off until enabled is true",
      body: {
        "${1:btc-dip}": { title: "${2:BTC dip}", extends: "${3:dip}", pairTitle: "${4:USDT-BTC}", enabled: false },
      },
    },
  },
  defaults: { title: "Defaults of all bots" },
  policies: { title: "Policies" },
  breakers: { title: "Circuit breakers" },
  holds: { title: "Holds" },
  rollout: { title: "Roll-outs" },
  variants: { title: "Experiments and their variants" },
  people: { title: "People and their roles" },
  vars: { title: "Variables" },
};

/** As yaml-language-server and VS Code read it. */
interface Snippet {
  readonly label: string;
  readonly description: string;
  readonly body: object;
}
