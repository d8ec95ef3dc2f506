// Reads what a service shows of an account anyhow. What is no list isn't taken for an empty one.
import { isRecord } from "../../model/record.js";
import { type Asked, type Asker, AskingStopped } from "./asker.js";
import { type Reading, rowsOf } from "./shown.js";

const MOST_DETAILS = 5;

/** Throws AskingStopped where an answer makes no sense. @returns the ids of the listed bots, too */
export async function readAll(asker: Asker): Promise<{ readonly reading: Reading; readonly ids: readonly number[] }> {
  const accesses = await readRows(asker, { name: "accessList" });
  const exchanges = [...new Set(accesses.map(({ exchange }) => exchange).filter((one) => typeof one === "string"))];
  const envelopes: unknown[] = [];
  const lists: Reading["lists"][number][] = [];
  for (const exchange of exchanges) {
    const asked = { name: "listBots", parameters: [["exchange", exchange]] } as const;
    const { json, data } = await asker.readWhole(asked);
    envelopes.push(json);
    lists.push(rowsIn(asked, data));
  }
  const ids = lists.flat().flatMap(({ id }) => (typeof id === "number" ? [id] : []));
  const details = [];
  for (const id of ids.slice(-MOST_DETAILS))
    details.push(...(await readRows(asker, { name: "botDetails", parameters: [["botId", id]] })));
  const running = [];
  const histories = [];
  for (const { accessId, exchange } of accesses) {
    if (typeof accessId !== "number" || typeof exchange !== "string") continue;
    const parameters = Object.entries({ accessId, exchange });
    running.push(...(await readRows(asker, { name: "activeDeals", parameters })));
    histories.push(await readRows(asker, { name: "dealsHistory", parameters }));
  }
  const account = await asker.read({ name: "accountInformation" });
  if (!isRecord(account)) throw nonsense({ name: "accountInformation" });
  return { reading: { envelopes, lists, details, running, histories, account }, ids };
}

async function readRows(asker: Asker, asked: Asked) {
  return rowsIn(asked, await asker.read(asked));
}

/** Throws AskingStopped where it is no list. */
export function rowsIn(asked: Asked, data: unknown) {
  const rows = rowsOf(data);
  if (!Array.isArray(data) || rows.length < data.length) throw nonsense(asked);
  return rows;
}

function nonsense({ name }: Pick<Asked, "name">): AskingStopped {
  return new AskingStopped(`the answer to a plain request (${name}) makes no sense`);
}
