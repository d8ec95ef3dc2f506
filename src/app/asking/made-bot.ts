// The bot that a check makes for itself, if the user asks for it. Nothing can delete a bot, so there is one, and the next check finds it.
import type { Ledger } from "../../reconcile/ledger/ledger.js";
import type { Client } from "../../service/client.js";
import { type Asker, AskingStopped } from "./asker.js";
import type { Say } from "./nonces.js";
import { OwnBot } from "./own-bot.js";
import { rowsIn } from "./read-all.js";

/** Stored alike by every service that changes titles in a way that anybody knows (S-35). */
export const OWN_TITLE = "BOTFORM ASKS";

/** No price is within its limits, so it opens no deal should it ever be turned on. */
const OWN = Object.entries({
  ...{ title: OWN_TITLE, strategy: "LONG", leverage: 1, marginMode: "ISO" },
  ...{ typeTakeProfit: "LIMIT", typeFirstOrder: "LIMIT", percentTakeProfit: "1.2", percentSafetyOrder: "1.5" },
  ...{ volumeFirstOrder: "20", volumeSafetyOrder: "25", countOrderMax: 6, martingaleScale: "1.2" },
  ...{ priceLevel: "BOTH", priceLevelDown: "0.01", priceLevelUp: "0.02" },
});

/** Where it is, or is to be. */
export interface Place {
  readonly accessId: number;
  readonly exchange: string;
}

/** The account's only access, or the one of that title or id. Throws AskingStopped where it isn't clear which. */
export async function placeOf(asker: Asker, named?: string): Promise<Place> {
  const asked = { name: "accessList" } as const;
  const all = rowsIn(asked, await asker.read(asked));
  const isMeant = ({ accessId, title }: (typeof all)[number]) => [String(accessId), title].includes(named);
  const [access, second] = named === undefined ? all : all.filter(isMeant);
  const { accessId, exchange } = access ?? {};
  if (second === undefined && typeof accessId === "number" && typeof exchange === "string")
    return { accessId, exchange };
  const there = all.map((one) => `${JSON.stringify(one["title"])} (${one["accessId"]})`).join(", ") || "none";
  const why = named === undefined ? "the account hasn't exactly one access" : `no single access is called ${named}`;
  throw new AskingStopped(
    `${why}; it has ${there}${all.length === 0 ? "" : `: name one, as in --create ${all[0]?.["accessId"]}`}`,
  );
}

/** Its id, if it is there. Lists may lag, or hide it: what the ledger knows counts, too. */
export async function findOwn(asker: Asker, { exchange }: Place, ledger: Ledger): Promise<number | undefined> {
  const asked = { name: "listBots", parameters: [["exchange", exchange]] } as const;
  const listed = rowsIn(asked, await asker.read(asked)).find(({ title }) => title === OWN_TITLE);
  if (typeof listed?.["id"] === "number") return listed["id"];
  const { bots } = await ledger.recall();
  return [...bots.values()].find(({ title }) => title === OWN_TITLE)?.id;
}

interface Making {
  readonly asker: Asker;
  readonly client: Pick<Client, "createBot" | "updateBot" | "turnOn" | "turnOff">;
  readonly ledger: Ledger;
  readonly place: Place;
  /** Milliseconds for which a create may still act after it was sent. */
  readonly lifeMs: number;
  readonly say: Say;
}

/** Makes it, unless it is there by now; it is off afterwards. Throws AskingStopped where it isn't known to be there. */
export async function makeOwn({ asker, client, ledger, place, lifeMs, say }: Making): Promise<number> {
  const there = await findOwn(asker, place, ledger);
  if (there !== undefined) return there;
  const until = await ledger.awaited();
  if (until !== undefined && until > asker.now())
    throw new AskingStopped(
      `an earlier check has asked for a bot ${OWN_TITLE}, which may still appear until ${timeOf(until)}: run it again then`,
    );
  const pairTitle = await pairFor(asker);
  await ledger.beginMaking(asker.now() + lifeMs);
  const answer = await client.createBot([...Object.entries({ ...place, pairTitle }), ...OWN]);
  const sentAt = asker.now();
  if (answer.kind === "not-sent") await ledger.endMaking();
  if (answer.kind !== "accepted" || answer.botId === undefined) {
    const why = "message" in answer ? answer.message : "no id was given";
    throw new AskingStopped(
      `bot ${OWN_TITLE} may or may not have been made (${why}): the next check looks for it first`,
    );
  }
  const { botId } = answer;
  await ledger.saw([{ id: botId, accessId: place.accessId, title: OWN_TITLE, address: undefined }]);
  await ledger.endMaking();
  await askAppearance(asker, botId, sentAt, say);
  const bot = new OwnBot(botId, asker, client);
  const { on } = await bot.look();
  await say({ name: "newBots", value: on ? "on" : "off", detail: `of bot ${botId}, which the check has made` });
  if (on) await bot.turnOff();
  return botId;
}

const LONGEST_DELAY_MS = 60_000;

/** Looks until the details know of it. @param sentAt in milliseconds */
async function askAppearance(asker: Asker, botId: number, sentAt: number, say: Say): Promise<void> {
  let last = 0;
  while (asker.now() - sentAt < LONGEST_DELAY_MS) {
    const { verdict } = await asker.ask({ name: "botDetails", parameters: [["botId", botId]] });
    const passed = asker.now() - sentAt;
    if (verdict.kind === "success" && JSON.stringify(verdict.data).includes(`"id":${botId},`)) {
      const detail = last === 0 ? "at the first look" : `not there yet ${(last / 1000).toFixed(1)} s after its create`;
      return say({ name: "createDelay", value: last, below: passed + 1, detail });
    }
    last = passed;
  }
  throw new AskingStopped(`bot ${botId} was made, and its details can't be read: look at it on the service`);
}

async function pairFor(asker: Asker): Promise<string> {
  const pairs = JSON.stringify(await asker.read({ name: "pairList" })).match(/[A-Z0-9]+-[A-Z0-9]+/g) ?? [];
  const pair = pairs.find((one) => one === "USDT-BTC") ?? pairs[0];
  if (pair === undefined) throw new AskingStopped("the list of pairs is empty, so no bot can be made");
  return pair;
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}
