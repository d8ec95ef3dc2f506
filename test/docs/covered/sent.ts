// What botform's client sends for each operation, caught before it leaves.
import { FIELDS, type FieldSpec } from "../../../src/model/bot/field.js";
import { createClient } from "../../../src/service/client.js";
import { OPERATIONS, type OperationName } from "../../../src/service/operations.js";
import { serviceWriter } from "../../../src/service/ports.js";
import { ANSWERS_GIVEN } from "./answers.js";

/** Names of the parameters in the query, by operation. */
export async function findSent(): Promise<ReadonlyMap<OperationName, readonly string[]>> {
  const sent = new Map<OperationName, readonly string[]>();
  const client = createClient({
    apiUrl: "https://nowhere.invalid",
    apiKey: "key",
    apiSecret: "secret",
    allow: "all",
    async exchange({ path, method }) {
      const url = new URL(path, "https://nowhere.invalid");
      const [name] =
        Object.entries(OPERATIONS).find(([, one]) => one.path === url.pathname && one.method === method) ?? [];
      const operation = name as OperationName;
      sent.set(operation, [...url.searchParams.keys()]);
      const body = JSON.stringify({ isSuccess: true, errorMessage: "", data: ANSWERS_GIVEN[operation] });
      return { status: 200, body };
    },
  });
  const every = Object.fromEntries(FIELDS.map((field: FieldSpec) => [field.name, sample(field)]));
  const fields = { ...every, title: "T" };
  const writer = serviceWriter(client, "X");
  await client.accessList();
  await client.listBots("X");
  await client.botDetails(1);
  await client.botLogs(1, 5);
  await client.turnOn(1);
  await client.turnOff(1);
  await writer.create(101, fields);
  await writer.update(1, fields, {});
  await client.activeDeals(101, "X");
  await client.dealsHistory(101, "X");
  await client.startDeal(1);
  await client.changeTakeProfit(1, "1.5", true);
  await client.completeDeal(1);
  await client.cancelDeal(1);
  await client.accountInformation();
  await client.pairList();
  await client.close();
  return sent;
}

function sample({ kind, words }: FieldSpec): string {
  if (words !== undefined) return words[1] ?? "";
  return kind === "decimal" ? "1.5" : "2";
}
