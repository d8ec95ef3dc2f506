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
      create: (accessId, fields, mayLeave) => clock.passDuring(writer.create(accessId, fields, mayLeave)),
      update: (botId, target, before, mayLeave) => clock.passDuring(writer.update(botId, target, before, mayLeave)),
      turnOn: (botId, mayLeave) => clock.passDuring(writer.turnOn(botId, mayLeave)),
      turnOff: (botId, mayLeave) => clock.passDuring(writer.turnOff(botId, mayLeave)),
      startDeal: (botId, mayLeave) => clock.passDuring(writer.startDeal(botId, mayLeave)),
      changeTakeProfit: (dealId, percent, mayLeave) =>
        clock.passDuring(writer.changeTakeProfit(dealId, percent, mayLeave)),
      completeDeal: (dealId, mayLeave) => clock.passDuring(writer.completeDeal(dealId, mayLeave)),
      cancelDeal: (dealId, mayLeave) => clock.passDuring(writer.cancelDeal(dealId, mayLeave)),
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
      create: (accessId, fields, mayLeave) => way("createBot").writer.create(accessId, fields, mayLeave),
      update: (botId, target, before, mayLeave) => way("updateBot").writer.update(botId, target, before, mayLeave),
      turnOn: (botId, mayLeave) => way("turnOn").writer.turnOn(botId, mayLeave),
      turnOff: (botId, mayLeave) => way("turnOff").writer.turnOff(botId, mayLeave),
      startDeal: (botId, mayLeave) => way("startDeal").writer.startDeal(botId, mayLeave),
      changeTakeProfit: (dealId, percent, mayLeave) =>
        way("changeTakeProfit").writer.changeTakeProfit(dealId, percent, mayLeave),
      completeDeal: (dealId, mayLeave) => way("completeDeal").writer.completeDeal(dealId, mayLeave),
      cancelDeal: (dealId, mayLeave) => way("cancelDeal").writer.cancelDeal(dealId, mayLeave),
    },
  };
}
