// Says a command to the service, by the writer's call of that name.
import type { MayLeave, ServiceWriter, WriteAnswer } from "../../model/ports.js";
import type { Command } from "./run-terms.js";

/** @param mayLeave asked when nothing but the sending is left */
export function sendCommand(writer: ServiceWriter, command: Command, mayLeave: MayLeave): Promise<WriteAnswer> {
  switch (command.sends) {
    case "create":
      return writer.create(command.accessId, command.fields, mayLeave);
    case "update":
      return writer.update(command.botId, command.target, command.before, mayLeave);
    case "turn-on":
      return writer.turnOn(command.botId, mayLeave);
    case "turn-off":
      return writer.turnOff(command.botId, mayLeave);
    case "start-deal":
      return writer.startDeal(command.botId, mayLeave);
    case "take-profit":
      return writer.changeTakeProfit(command.dealId, command.percent, mayLeave);
    case "complete-deal":
      return writer.completeDeal(command.dealId, mayLeave);
    case "cancel-deal":
      return writer.cancelDeal(command.dealId, mayLeave);
  }
}
