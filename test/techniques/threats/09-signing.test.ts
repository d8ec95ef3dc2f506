// Threat 9: a query that is signed in one form and sent in another.
// test/unit/service/signing.test.ts has the check values; here the bytes that arrive are signed anew, by this test's own hand.
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Client, createClient } from "../../../src/service/client.js";
import { answer } from "../../support/hostile.js";
import { SECRET } from "./canary.js";
import { NAUGHTY } from "./naughty.js";
import { serving } from "./service.js";

interface Arrived {
  readonly target: string;
  readonly query: string;
  readonly path: string;
  readonly nonce: string;
  readonly signature: string;
}

function arrived(head: string): Arrived {
  const target = head.split(" ")[1] ?? "";
  const at = target.indexOf("?");
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim() ?? "";
  return {
    target,
    path: at < 0 ? target : target.slice(0, at),
    query: at < 0 ? "" : target.slice(at + 1),
    nonce: header("ctg-api-nonce"),
    signature: header("ctg-api-signature"),
  };
}

/** The documented formula, over what arrived. */
function signatureOf({ path, nonce, query }: Arrived): string {
  const text = Buffer.from(`${path}/${nonce}/${query}`, "utf8").toString("base64");
  return createHmac("sha256", Buffer.from(SECRET, "utf8")).update(text, "ascii").digest("hex");
}

async function heads(prefix: string, task: (client: Client) => Promise<unknown>): Promise<Arrived[]> {
  const data = JSON.stringify({ isSuccess: false, errorMessage: "no" });
  return serving({ any: answer(200, data) }, async ({ url, received }) => {
    const client = createClient({ apiUrl: url + prefix, apiKey: "k", apiSecret: SECRET, allow: "all" });
    try {
      await task(client);
    } finally {
      await client.close();
    }
    return received.map(arrived);
  });
}

const ignored = () => {};

describe("threat 9: what is signed is what is sent, byte for byte", () => {
  it("with any text in any parameter", async () => {
    const sent = await heads("", async (client) => {
      for (const text of NAUGHTY) {
        await client.createBot([
          ["accessId", 1],
          ["title", text],
          [text, "in a name"],
          ["leverage", 0.1],
          ["flag", true],
        ]);
        await client.listBots(text).catch(ignored);
      }
    });
    expect(sent).toHaveLength(NAUGHTY.length * 2);
    for (const request of sent) expect(request.signature, request.target.slice(0, 80)).toBe(signatureOf(request));
  });

  it("and arrives as the text it was, in one target without a second line, a fragment or a space", async () => {
    const sent = await heads("", (client) => Promise.all(NAUGHTY.map((text) => client.createBot([["title", text]]))));
    const titles = sent.map(({ query }) => new URLSearchParams(query).get("title"));
    expect(titles.sort()).toEqual(NAUGHTY.map((text) => text.toWellFormed()).sort());
    for (const { target } of sent) expect(target).toMatch(/^\/bot-futures\/create\?title=[\w.%+-]*$/);
  });

  it("for each operation, below a path of the address, too", async () => {
    for (const prefix of ["", "/deep/er%20path"]) {
      const sent = await heads(prefix, async (client) => {
        const reads = [client.accessList(), client.listBots("a b"), client.botDetails(1), client.botLogs(1, 5)];
        const more = [
          client.activeDeals(1, "é"),
          client.dealsHistory(1, "*~"),
          client.accountInformation(),
          client.pairList(),
        ];
        await Promise.all([...reads, ...more].map((read) => read.catch(ignored)));
        const bots = [client.turnOn(1), client.turnOff(1), client.createBot([]), client.updateBot([["botId", 1]])];
        const deals = [
          client.startDeal(1),
          client.changeTakeProfit(1, "1.5", true),
          client.completeDeal(1),
          client.cancelDeal(1),
        ];
        await Promise.all([...bots, ...deals]);
      });
      expect(new Set(sent.map(({ path }) => path)).size).toBe(16);
      for (const request of sent) {
        expect(request.path.startsWith(`${prefix}/bot-futures/`)).toBe(true);
        expect(request.signature, request.target).toBe(signatureOf(request));
      }
    }
  });
});
