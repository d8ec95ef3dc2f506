// What every command says of a naked deal: one that holds a position without a take-profit order (S-72), and how to mend it.
import type { Desired, DesiredBot } from "../../model/bot/desired.js";
import type { NakedDeal, RunningDeal } from "../../model/deal/deal.js";
import { asAskedFor } from "../../model/deal/protection.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";

/** The configured bots by the id of the live one. */
export type Owners = ReadonlyMap<number, Pick<DesiredBot, "address" | "hasUpdateWebhook" | "opensWithoutTakeProfit">>;

/** The naked ones among running deals, by id. */
export function nakedAmong(deals: readonly RunningDeal[], owners: Owners): readonly NakedDeal[] {
  return deals
    .toSorted((left, right) => left.id - right.id)
    .flatMap(({ id, botId, pairTitle, settings, protection }): NakedDeal[] => {
      const bot = owners.get(botId);
      const found = protection && asAskedFor(protection, bot);
      if (found?.state !== "naked") return [];
      const { percentTakeProfit } = settings;
      return [{ id, botId, pairTitle, percentTakeProfit, address: bot?.address ?? null, why: found.why }];
    });
}

/** Those of the account's scope: of wanted bots, and of undeclared ones with the title prefix. */
export function nakedInScope(
  { titlePrefix }: Pick<Desired, "titlePrefix">,
  deals: readonly RunningDeal[],
  owners: Owners,
  includes: (address: string) => boolean,
): readonly NakedDeal[] {
  const own = deals.filter(({ botId, settings }) => {
    const bot = owners.get(botId);
    return bot === undefined ? (settings.title ?? "").startsWith(titlePrefix) : includes(bot.address);
  });
  return nakedAmong(own, owners);
}

/** What every command says of one. @param account its name in the configuration; undefined where there is none */
export function nakedProblem(deal: NakedDeal, owners: Owners, account: string | undefined): Diagnostic {
  const { id, botId, pairTitle, address, why } = deal;
  const owner = owners.get(botId);
  const update = owner?.hasUpdateWebhook === true ? `botform webhook send update ${owner.address}` : undefined;
  return planProblem("plan/naked-deal", {
    summary: `deal ${id} of bot ${botId} on ${pairTitle} is naked: ${why}`,
    remedy: repairOf(deal, { account, update }),
    ...(address !== null && { address }),
  });
}

/**
 * The command that gives a deal its take profit again, and the one that closes it should it stay naked.
 * @param update the command that sends its bot's update webhook, where it has one
 */
export function repairOf(
  { id, percentTakeProfit }: Pick<NakedDeal, "id" | "percentTakeProfit">,
  { account, update }: { readonly account: string | undefined; readonly update: string | undefined },
): string {
  const where = account === undefined ? "" : ` --account ${account}`;
  const place =
    update === undefined
      ? `Set its take profit: botform deals take-profit ${id} ${percentTakeProfit ?? "PERCENT"}${where}`
      : `Place its orders again: ${update}`;
  return `${place}. If it stays naked, close its position: botform deals complete ${id}${where}.`;
}
