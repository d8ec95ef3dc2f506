// The floor: the same signed requests as botform, as many at once and in the same order of classes, and nothing else.
import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";
import { ACCOUNT, accessesOf, botsOf } from "./fleet.mjs";

/** As many as botform has under way by default. */
const CONCURRENCY = 8;
const url = new URL(process.env.BOTFORM_BENCH_API_URL);
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });

/** Sends one request and takes the answer in, as text only where it is asked for. */
function send(method, operation, parameters, wantsText = false) {
  const path = `/bot-futures/${operation}`;
  const query = new URLSearchParams(parameters).toString();
  const nonce = String(Math.floor(Date.now() / 1000));
  const text = Buffer.from(`${path}/${nonce}/${query}`).toString("base64");
  const headers = {
    "ctg-api-key": ACCOUNT.apiKey,
    "ctg-api-nonce": nonce,
    "ctg-api-signature": createHmac("sha256", ACCOUNT.apiSecret).update(text).digest("hex"),
    accept: "application/json",
    ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded", "content-length": "0" }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, method, host: url.hostname, port: url.port, path: query === "" ? path : `${path}?${query}`, headers },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${operation}: HTTP ${answer.statusCode}`));
        let body = "";
        if (wantsText) answer.setEncoding("utf8").on("data", (chunk) => (body += chunk));
        else answer.resume();
        answer.on("end", () => resolve(body)).on("error", reject);
      },
    );
    sent.on("error", reject).end();
  });
}

const list = () => send("GET", "all", { exchange: ACCOUNT.exchange });
const details = (botId) => send("GET", "detail", { botId });

/** Works through the items, so many at once. */
async function each(items, work) {
  const left = items.entries();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const [at, item] of left) await work(item, at);
    }),
  );
}

async function create({ access, settings }, readings) {
  const parameters = { accessId: access.accessId, exchange: ACCOUNT.exchange, ...settings };
  const answer = await send("POST", "create", parameters, true);
  const [, botId] = /"botId":"?(\d+)/.exec(answer) ?? [];
  for (let count = 0; count < readings; count += 1) await details(botId);
}

/** The job is how often each operation has to be asked, as the emulator counted it for botform. */
const { fleet, requests } = JSON.parse(process.argv[2]);
const {
  createBot: creates = 0,
  botDetails = 0,
  listBots: lists = 0,
  pairList = 0,
  accountInformation = 0,
  activeDeals = 0,
} = requests;
await Promise.all([send("GET", "access-list", {}), list()]);
const readDeals = (accessId) => send("GET", "active-deals", { accessId, exchange: ACCOUNT.exchange });
await each(accessesOf(fleet).slice(0, activeDeals), ({ accessId }) => readDeals(accessId));
if (creates === 0) {
  const ids = Array.from({ length: botDetails }, (_, at) => at + 1);
  await each(ids, (id) => details(id));
} else {
  if (pairList > 0) await send("GET", "pair-list", {});
  if (accountInformation > 0) await send("POST", "account-information", {});
  // One list before the creates, two after them; those between, which rule 2 asks for by the clock, evenly spread.
  const between = Math.max(0, lists - 4);
  const after = lists - 2 - between;
  const every = Math.ceil(creates / (between + 1));
  if (lists > 1) await list();
  let read = 0;
  await each(botsOf(fleet), async (bot, at) => {
    if (at > 0 && at % every === 0 && read < between) {
      read += 1;
      await list();
    }
    await create(bot, botDetails / creates);
  });
  for (let count = 0; count < after; count += 1) await list();
}
agent.destroy();
