// The stage of the rules' tests about deals: bots that are in one, and plans of a single step about it.
import type { Deal, RunningDeal } from "../../src/model/deal/deal.js";
import type { DealAction } from "../../src/model/plan/actions.js";
import type { Plan, Step } from "../../src/model/plan/plan.js";
import { dealStep, directPlan, shownBot } from "../../src/reconcile/plan/direct-plan.js";
import { EXCHANGE, type Road, type RoadOptions } from "../support/road.js";
import { addByHand, start } from "./scene.js";

export interface Dealing {
  readonly way: Road;
  readonly botId: number;
  readonly deal: RunningDeal;
}

/** An emulator with a bot that is on and in one deal, far from its take profit. */
export async function dealing(options: RoadOptions = {}): Promise<Dealing> {
  const way = await start({ ...options, deals: true });
  const botId = addByHand(way, { title: "a", enabled: true });
  return { way, botId, deal: await dealOf(way, botId) };
}

/** The running deal of a bot. */
export async function dealOf(way: Road, botId: number): Promise<RunningDeal> {
  way.clock.advance(2_000);
  const deal = (await way.reader.runningDeals(1)).find((one) => one.botId === botId);
  if (deal === undefined) throw new Error(`bot ${botId} is in no deal`);
  return deal;
}

/** What a command about the deal, or about its bot, plans. @param percent of a take-profit */
export async function planFor({ way, botId, deal }: Dealing, action: DealAction, percent = "2"): Promise<Plan> {
  const live = await way.reader.bot(botId);
  const running = (await way.reader.runningDeals(1)).filter((one) => one.botId === botId);
  const shown = shownBot({ address: "main/a", live, access: { id: 1, title: "Main" }, deals: running });
  const observedBots = (await way.reader.bots()).length;
  const where = { account: "main", exchange: EXCHANGE, command: "deals", observedBots };
  return directPlan(where, [shown], [dealStep("main/a", action, aboutOf(action, deal, percent))]);
}

function aboutOf(action: DealAction, { id, settings }: RunningDeal, after: string): Step["deal"] {
  if (action === "start-deal") return undefined;
  const before = settings.percentTakeProfit ?? "";
  return action === "take-profit" ? { id, takeProfit: { before, after } } : { id };
}

/** How many writes about deals reached the service. */
export function dealsSent(way: Road): { starts: number; takeProfits: number; completes: number; cancels: number } {
  const { startDeal, changeTakeProfit, completeDeal, cancelDeal } = way.emulator.service.requests;
  return { starts: startDeal, takeProfits: changeTakeProfit, completes: completeDeal, cancels: cancelDeal };
}

/** The deal as the history shows it. */
export async function endedDeal(way: Road, id: number): Promise<Deal | undefined> {
  return (await way.reader.endedDeals(1)).find((deal) => deal.id === id);
}
