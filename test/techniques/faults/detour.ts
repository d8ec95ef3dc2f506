// Sends chosen calls of a run another way than the rest.
import type { OperationName } from "../../../src/service/operations.js";
import type { Ports } from "./scene.js";
import type { WireClock } from "./wire-clock.js";

/** Which of a run's calls take the other way: the nth for an operation, and all that come after it where it is `onwards`. */
export interface Turning {
  readonly operation: OperationName;
  readonly nth: number;
  readonly onwards: boolean;
}

/** The same detour for plan and apply: calls are counted through. */
export function detour({ operation, nth, onwards }: Turning, elsewhere: Ports): (ports: Ports) => Ports {
  let count = 0;
  let isPast = false;
  return (usual) =>
    choosing((called) => {
      if (called === operation) count += 1;
      const isIt = called === operation && count === nth;
      isPast ||= isIt;
      return isIt || (onwards && isPast) ? elsewhere : usual;
    });
}

/** Ports whose calls may hang: the clock goes on meanwhile. */
export function patient({ reader, writer }: Ports, clock: WireClock): Ports {
  return {
    reader: {
      accesses: () => clock.passDuring(reader.accesses()),
      bots: () => clock.passDuring(reader.bots()),
      bot: (botId) => clock.passDuring(reader.bot(botId)),
      runningDeals: (accessId) => clock.passDuring(reader.runningDeals(accessId)),
      endedDeals: (accessId) => clock.passDuring(reader.endedDeals(accessId)),
      pairs: () => clock.passDuring(reader.pairs()),
    },
    writer: {
      create: (accessId, fields, maySend) => clock.passDuring(writer.create(accessId, fields, maySend)),
      update: (botId, target, before, maySend) => clock.passDuring(writer.update(botId, target, before, maySend)),
      turnOn: (botId, maySend) => clock.passDuring(writer.turnOn(botId, maySend)),
      turnOff: (botId, maySend) => clock.passDuring(writer.turnOff(botId, maySend)),
      startDeal: (botId, maySend) => clock.passDuring(writer.startDeal(botId, maySend)),
      changeTakeProfit: (dealId, percent, maySend) =>
        clock.passDuring(writer.changeTakeProfit(dealId, percent, maySend)),
      completeDeal: (dealId, maySend) => clock.passDuring(writer.completeDeal(dealId, maySend)),
      cancelDeal: (dealId, maySend) => clock.passDuring(writer.cancelDeal(dealId, maySend)),
    },
  };
}

function choosing(way: (operation: OperationName) => Ports): Ports {
  return {
    reader: {
      accesses: () => way("accessList").reader.accesses(),
      bots: () => way("listBots").reader.bots(),
      bot: (botId) => way("botDetails").reader.bot(botId),
      runningDeals: (accessId) => way("activeDeals").reader.runningDeals(accessId),
      endedDeals: (accessId) => way("dealsHistory").reader.endedDeals(accessId),
      pairs: () => way("pairList").reader.pairs(),
    },
    writer: {
      create: (accessId, fields, maySend) => way("createBot").writer.create(accessId, fields, maySend),
      update: (botId, target, before, maySend) => way("updateBot").writer.update(botId, target, before, maySend),
      turnOn: (botId, maySend) => way("turnOn").writer.turnOn(botId, maySend),
      turnOff: (botId, maySend) => way("turnOff").writer.turnOff(botId, maySend),
      startDeal: (botId, maySend) => way("startDeal").writer.startDeal(botId, maySend),
      changeTakeProfit: (dealId, percent, maySend) =>
        way("changeTakeProfit").writer.changeTakeProfit(dealId, percent, maySend),
      completeDeal: (dealId, maySend) => way("completeDeal").writer.completeDeal(dealId, maySend),
      cancelDeal: (dealId, maySend) => way("cancelDeal").writer.cancelDeal(dealId, maySend),
    },
  };
}
