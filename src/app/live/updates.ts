// Reads an account, and notes beside it when each bot was changed last.
import type { Moment } from "../../model/bot/moment.js";
import type { ServiceReader } from "../../model/ports.js";
import { observedBot, observedMoment } from "../../service/canonical.js";
import type { Client } from "../../service/client.js";
import { serviceReader } from "../../service/ports.js";

/** A plan reads each bot that differs by its id, since the list may lag. @param updated gets the service's own `updated` of these */
export function notingUpdates(client: Client, exchange: string, updated: Map<number, Moment | null>): ServiceReader {
  return {
    ...serviceReader(client, exchange),
    async bot(botId) {
      const wire = await client.botDetails(botId);
      updated.set(botId, observedMoment(wire.updated));
      return observedBot(wire);
    },
  };
}
