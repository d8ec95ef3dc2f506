// Which bots of an account a simulation runs, and why it leaves the others out.

import { botRulesOf } from "../market/bot.js";
import type { RunBot } from "../market/replay/bot-run.js";
import type { Desired, DesiredBot } from "../model/bot/desired.js";
import type { FieldName, SomeFields } from "../model/bot/field.js";

export interface ChosenBots {
  readonly bots: readonly (RunBot & { readonly pair: string })[];
  readonly leftOut: readonly { readonly address: string; readonly why: string }[];
}

/** What a deal can't be made without. */
const NEEDED: readonly FieldName[] = [
  "pairTitle",
  "strategy",
  "leverage",
  "percentTakeProfit",
  "percentSafetyOrder",
  "volumeFirstOrder",
];

/**
 * The bots to run. Bots that are named run whether they are enabled or not.
 * @param hasSignals whether bots that open on a signal get any
 */
export function chooseBots(
  { bots }: Desired,
  includes: (address: string) => boolean,
  isNamed: boolean,
  hasSignals: boolean,
): ChosenBots {
  const judged = bots
    .filter(({ address }) => includes(address))
    .map((bot) => {
      const fields = { ...bot.initial, ...bot.fields };
      return { bot, fields, why: whyNot(bot, fields, isNamed, hasSignals) };
    });
  return {
    bots: judged.flatMap(({ bot, fields, why }) =>
      why === undefined ? [{ address: bot.address, fields, pair: fields.pairTitle ?? "" }] : [],
    ),
    leftOut: judged.flatMap(({ bot, why }) => (why === undefined ? [] : [{ address: bot.address, why }])),
  };
}

function whyNot(bot: DesiredBot, fields: SomeFields, isNamed: boolean, hasSignals: boolean): string | undefined {
  if (!isNamed && bot.enabled !== true) return "not enabled: true; name it to run it all the same";
  const lacking = NEEDED.filter((name) => fields[name] === undefined || fields[name] === null);
  if (lacking.length > 0) return `the configuration doesn't say its ${lacking.join(", ")}`;
  if (botRulesOf(fields).onSignal && !hasSignals)
    return `opens on signals of ${fields.indicatorGroup}, whose definition isn't public; --signal-every gives it signals`;
  return undefined;
}
