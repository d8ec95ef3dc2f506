// How a refusal looks, told from one answer: its shape, its status, and what stands in the envelope's data.
import { expect, it } from "vitest";
import type { Asker } from "../../../../src/app/asking/asker.js";
import { askRefusals, shapeOf } from "../../../../src/app/asking/refusals.js";

it("what is asked for is beyond whatever is there, and each once that isn't known yet", async () => {
  const asked: unknown[] = [];
  const answer = { verdict: { kind: "refused", message: "no" }, status: 404, text: "", json: undefined };
  const asker = {
    askWrong: async (one: unknown) => {
      asked.push(one);
      return answer;
    },
  } as unknown as Asker;
  const ask = async (known: readonly string[]) => {
    asked.length = 0;
    await askRefusals(asker, new Set(known) as unknown as Parameters<typeof askRefusals>[1], 7, async () => {});
    return [...asked];
  };
  const [bot, exchange] = [
    { name: "botDetails", parameters: [["botId", 1_000_010]] },
    { name: "listBots", parameters: [["exchange", "BOTFORM_ASKS"]] },
  ];
  const method = { name: "accountInformation", method: "GET" };
  const pairs = { name: "pairList", parameters: [["BOTFORM_ASKS", 1]] };
  expect(await ask([])).toEqual([bot, exchange, method, pairs]);
  expect(await ask(["unknownExchange", "methods"])).toEqual([bot, pairs]);
});

it.each<[status: number, text: string, shape: string, kind: "http" | "200", data?: string]>([
  [200, '{"isSuccess":false,"data":null}', "envelope", "200", "null"],
  [400, '{"isSuccess":false}', "envelope", "http", "absent"],
  [399, '{"isSuccess":false,"data":[]}', "envelope", "200", "array"],
  [500, '{"isSuccess":false,"data":{}}', "envelope", "http", "object"],
  [500, '{"isSuccess":false,"data":"","name":"x","code":0}', "envelope", "http", "string"],
  [404, '{"name":"Not Found","code":0}', "framework", "http"],
  [404, '{"name":"Not Found"}', "text", "http"],
  [404, '{"code":0}', "text", "http"],
  [502, "\n  <html>", "html", "http"],
  [502, "bad gateway <br>", "text", "http"],
  [200, "", "empty", "200"],
])("%i %s is of the shape %s, with the status %s and the data %s", (status, text, shape, kind, data) => {
  const json: unknown = text.startsWith("{") ? JSON.parse(text) : undefined;
  const answer = { verdict: { kind: "refused" as const, message: "no" }, status, text, json, dateMs: undefined };
  expect(shapeOf(answer as unknown as Parameters<typeof shapeOf>[0])).toEqual([
    { name: "errorShape", value: shape, detail: `of a refusal with HTTP ${status}` },
    { name: "errorStatus", value: kind, detail: `HTTP ${status}` },
    ...(data === undefined ? [] : [{ name: "errorData", value: data, detail: "in the envelope" }]),
  ]);
});
