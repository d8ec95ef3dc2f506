// The floor: the same signed requests as botform, as many at once and in the same order of classes, and nothing else.
import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";
import { accessesOf, accountsOf, botsOf } from "./fleet.mjs";

/** As many as botform has under way by default. */
const CONCURRENCY = 8;
const url = new URL(process.env.BOTFORM_BENCH_API_URL);
/** Accounts that botform works on at once. */
const ACCOUNTS_AT_ONCE = 20;
const agent = new Agent({ keepAlive: true });

/** Of one account: sends a request and takes the answer in, as text only where it is asked for. */
function senderOf({ apiKey, apiSecret }) {
  return (method, operation, parameters, wantsText = false) => {
    const path = `/bot-futures/${operation}`;
    const query = new URLSearchParams(parameters).toString();
    const nonce = String(Math.floor(Date.now() / 1000));
    const text = Buffer.from(`${path}/${nonce}/${query}`).toString("base64");
    const headers = {
      "ctg-api-key": apiKey,
      "ctg-api-nonce": nonce,
      "ctg-api-signature": createHmac("sha256", apiSecret).update(text).digest("hex"),
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
  };
}

/** Works through the items, so many at once. */
async function each(items, work, atOnce = CONCURRENCY) {
  const left = items.entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [at, item] of left) await work(item, at);
    }),
  );
}

/** The job is how often each operation has to be asked, as the emulator counted it for botform. */
const { fleet, requests } = JSON.parse(process.argv[2]);
const accounts = accountsOf(fleet);

/** The part of an account of what was counted for all. */
function shareOf(name, index) {
  const upTo = (count) => Math.floor(((requests[name] ?? 0) * count) / accounts.length);
  return upTo(index + 1) - upTo(index);
}

async function work(account, index) {
  const send = senderOf(account);
  const { exchange } = account;
  const of = (name) => shareOf(name, index);
  const [creates, botDetails, lists] = [of("createBot"), of("botDetails"), of("listBots")];
  const accesses = accessesOf(fleet).map((access) => ({ ...access, accessId: access.accessId + 10 * index }));
  const list = () => send("GET", "all", { exchange });
  const details = (botId) => send("GET", "detail", { botId });
  await Promise.all([send("GET", "access-list", {}), list()]);
  await each(accesses.slice(0, of("activeDeals")), ({ accessId }) =>
    send("GET", "active-deals", { accessId, exchange }),
  );
  if (creates === 0) {
    const ids = Array.from({ length: botDetails }, (_, at) => index * fleet.count + at + 1);
    await each(ids, (id) => details(id));
    return;
  }
  if (of("pairList") > 0) await send("GET", "pair-list", {});
  if (of("accountInformation") > 0) await send("POST", "account-information", {});
  // One list before the creates, two after them; those between, which rule 2 asks for by the clock, evenly spread.
  const between = Math.max(0, lists - 4);
  const after = lists - 2 - between;
  const every = Math.ceil(creates / (between + 1));
  if (lists > 1) await list();
  let read = 0;
  await each(botsOf(fleet), async ({ access, settings }, at) => {
    if (at > 0 && at % every === 0 && read < between) {
      read += 1;
      await list();
    }
    const accessId = access.accessId + 10 * index;
    const answer = await send("POST", "create", { accessId, exchange, ...settings }, true);
    const [, botId] = /"botId":"?(\d+)/.exec(answer) ?? [];
    for (let count = 0; count < botDetails / creates; count += 1) await details(botId);
  });
  for (let count = 0; count < after; count += 1) await list();
}

await each(accounts, work, ACCOUNTS_AT_ONCE);
agent.destroy();
