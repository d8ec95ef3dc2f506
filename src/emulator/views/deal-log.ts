// What the log of a bot says of an event of its deal.
import type { DealEvent, EndReason } from "../../market/deal.js";

const ENDS: Readonly<Record<EndReason, string>> = {
  "take-profit": "is completed take profit at",
  delay: "is completed by its delay at",
  stop: "is completed stop loss at",
  command: "is completed by command at",
  cancelled: "is canceled at",
  liquidated: "is liquidated at",
};

/** undefined where nothing is said. */
export function dealLog(id: number, event: DealEvent, asset: string): string | undefined {
  switch (event.kind) {
    case "first-placed":
    case "take-profit-placed":
      return undefined;
    case "filled":
      if (event.order === "first") return `Deal ${id} is opened at ${event.price}`;
      return event.order === "average"
        ? `Deal ${id} is averaged at ${event.price}`
        : `Deal ${id}: safety order ${event.number} is filled at ${event.price}`;
    case "unaffordable":
      return `Deal ${id}: safety order ${event.number} is not placed: ${event.margin} ${asset} of margin is needed, and not free`;
    case "stop-touched":
      return `Deal ${id}: stop loss is touched at ${event.price}`;
    case "stop-released":
      return `Deal ${id}: stop loss is released at ${event.price}`;
    case "ended":
      return event.exit.price === null
        ? `Deal ${id} is withdrawn before its first order was filled`
        : `Deal ${id} ${ENDS[event.exit.reason]} ${event.exit.price}`;
  }
}
