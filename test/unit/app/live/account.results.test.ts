// One live account, read by every use case: whole results of two accesses, a bot of each kind, and what the ledger knows.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ledgerOf } from "../../../../src/app/ledger/ledger.js";
import { openLive } from "../../../../src/app/live/account.js";
import { accountInformation, listAccesses, listBots, openLog, showBot } from "../../../../src/app/live/bots.js";
import { activeDeals, driftedDeals, openDeals } from "../../../../src/app/live/deals.js";
import { report } from "../../../../src/app/live/report.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import { botCalled } from "../../../commands/workplace.js";
import { demoEnv } from "../../../support/command.js";
import { folder, inLines, listening, refusal } from "../room.js";

const at = folder();
const SEED: Seed = {
  accounts: [
    {
      name: "demo",
      apiKey: "demo-key",
      apiSecret: "demo-secret",
      balance: { USDT: "100000" },
      accesses: [
        { accessId: 101, title: "Main futures" },
        { accessId: 102, title: "Other futures", exchange: "OTHER_FUTURES" },
      ],
      bots: [
        { ...botCalled("Dip"), id: 1, enabled: true },
        { ...botCalled("Idle"), id: 2 },
        { ...botCalled("By hand"), id: 3, accessId: 102, enabled: true, pairTitle: "USDT-ETH" },
        { ...botCalled("Earlier"), id: 4 },
        { ...botCalled("Pinned otherwise"), id: 5 },
        { ...botCalled("In no list"), id: 6 },
      ],
    },
  ],
};
const YAML = `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
holds: [{ bots: ["demo/idle"], reason: a look first }]
policies: { few: { rule: max-leverage, limit: 4 } }
bots:
  dip: { title: Dip, percentTakeProfit: 2.5 }
  idle: { title: Idle }
  later: { title: Later, previousTitles: [Earlier] }
  pinned: { title: Pinned, botId: 5 }
  missing: { title: Missing }
`;
const KNOWN = { accessId: 101, address: undefined };

let emulator: RunningEmulator;
let options: { account: string; config: string; journal: string; concurrency: number };
let heard: ReturnType<typeof listening>;
beforeAll(async () => {
  emulator = await startEmulator({ seed: SEED, quirks: { commandDelay: 0, listHides: 5 } });
  options = { account: "demo", config: at.written(YAML), journal: at.fresh("ledger"), concurrency: 4 };
  const ledger = ledgerOf({ folder: options.journal }, "demo", { apiUrl: emulator.url });
  await ledger.saw([
    { ...KNOWN, id: 6, title: "In no list" },
    { ...KNOWN, id: 9, title: "Deleted" },
  ]);
});
afterAll(() => emulator.close());
beforeEach(() => {
  heard = listening(demoEnv(emulator.url));
});

describe("with a configuration", () => {
  it("accesses have their aliases", async () => {
    expect(inLines(await listAccesses(heard.host, options))).toMatchInlineSnapshot(`
      "account: "demo"
      accesses: [{"access":"Main futures (101, SERVICE_FUTURES)","aliases":["primary"]},{"access":"Other futures (102, OTHER_FUTURES)","aliases":[]}]"
    `);
    expect([heard.concealed, heard.reads, heard.said]).toEqual([["demo-key", "demo-secret"], ["demo"], []]);
  });

  it("the account has its balances and positions", async () => {
    const { assets, positions } = await accountInformation(heard.host, await openLive(heard.host, options));
    expect(assets.map(({ asset, walletBalance }) => `${asset} ${walletBalance}`)).toEqual(["USDT 99999.98"]);
    expect(positions.map(({ ourSymbol, amount }) => `${ourSymbol} ${amount}`)).toEqual([
      "USDT-BTC 0.0003125",
      "USDT-ETH 0.00625",
    ]);
  });

  it("bots have their access, their address and their deals; what is held, or in no list, is told", async () => {
    expect(inLines(await listBots(heard.host, options))).toMatchInlineSnapshot(`
      "account: "demo"
      bots:
        {"bot":"#1 Dip on 101, on","address":"demo/dip","access":"Main futures (101, SERVICE_FUTURES)","runningDeals":1}
        {"bot":"#2 Idle on 101, off","address":"demo/idle","access":"Main futures (101, SERVICE_FUTURES)","runningDeals":0}
        {"bot":"#3 By hand on 102, on","address":null,"access":"Other futures (102, OTHER_FUTURES)","runningDeals":1}
        {"bot":"#4 Earlier on 101, off","address":"demo/later","access":"Main futures (101, SERVICE_FUTURES)","runningDeals":0}
        {"bot":"#5 Pinned otherwise on 101, off","address":"demo/pinned","access":"Main futures (101, SERVICE_FUTURES)","runningDeals":0}
        {"bot":"#6 In no list on 101, off","address":null,"access":"Main futures (101, SERVICE_FUTURES)","runningDeals":0}
      diagnostics:
        "warning plan/unlisted-bot the bot list lacks 1 bot (6), which the service shows when asked by id; the list may lack others"
        "warning plan/unlisted-bot the bot list lacks 1 bot (9), which botform saw earlier"
        "warning plan/held held: 1 bot (demo/idle): a look first; what is on is turned off, and nothing else is done to them""
    `);
  });

  it("bots of one access are those of its alias, its title and its id", async () => {
    const of = async (access: string) => inLines(await listBots(heard.host, { ...options, access }));
    expect(await of("Other futures")).toMatchInlineSnapshot(`
      "account: "demo"
      bots: [{"bot":"#3 By hand on 102, on","address":null,"access":"Other futures (102, OTHER_FUTURES)","runningDeals":1}]
      diagnostics:
        "warning plan/unlisted-bot the bot list lacks 1 bot (6), which the service shows when asked by id; the list may lack others"
        "warning plan/unlisted-bot the bot list lacks 1 bot (9), which botform saw earlier"
        "warning plan/held held: 1 bot (demo/idle): a look first; what is on is turned off, and nothing else is done to them""
    `);
    expect(await of("102")).toBe(await of("Other futures"));
    expect(await of("primary")).toBe(await of("#101"));
    expect(await refusal(() => of("third"))).toEqual([
      'the account has no access third; it has 101 "Main futures", 102 "Other futures"',
      3,
    ]);
  });

  it("a bot is shown beside its configuration", async () => {
    expect(inLines(await showBot(heard.host, { ...options, bot: "dip" }))).toMatchInlineSnapshot(`
      "account: "demo"
      bot: "#1 Dip on 101, on"
      address: "demo/dip"
      access: "Main futures (101, SERVICE_FUTURES)"
      desired: "demo/dip"
      deals:
        {"deal":"deal 50001 of #1 on 101","address":"demo/dip","title":"Dip","profitPercent":"0","safetyOrders":{"used":0,"most":"6"},"protection":{"state":"protected","why":"a take-profit order stands for all of 0.0003125"}}"
    `);
    expect(inLines(await showBot(heard.host, { ...options, bot: "demo/#3" }))).toMatchInlineSnapshot(`
      "account: "demo"
      bot: "#3 By hand on 102, on"
      address: null
      access: "Other futures (102, OTHER_FUTURES)"
      deals:
        {"deal":"deal 50002 of #3 on 102","address":null,"title":"By hand","profitPercent":"0","safetyOrders":{"used":0,"most":"6"},"protection":{"state":"protected","why":"a take-profit order stands for all of 0.00625"}}"
    `);
  });

  it("a bot that isn't clear is refused", async () => {
    const shown = (bot: string) => refusal(() => showBot(heard.host, { ...options, bot }));
    expect(await shown("none")).toEqual([
      "the account demo of the configuration has no bot none\nbotform render shows its bots. Write an id in quotes, as '#123': the shell takes # for a comment.",
      3,
    ]);
    expect(await shown("missing")).toEqual(["no live bot matches demo/missing\nRun botform plan to see why.", 3]);
    expect(await shown("other/dip")).toEqual([
      "--account names demo, but the address names other\nGive only one of them.",
      3,
    ]);
  });

  it.each([
    ["dip", 1],
    ["pinned", 5],
    ["#6", 6],
  ])("the log of %s is that of bot %d, as often as it is read, and as long as it may be", async (bot, id) => {
    const log = await openLog(heard.host, { ...options, bot });
    const read = async (limit?: number) => (await log.read(heard.host, limit)).map(({ message }) => message);
    expect([log.account, log.botId]).toEqual(["demo", id]);
    const whole =
      id === 1 ? ["Deal 50001 is opened at 64000", "Bot is turned on", "Bot is created"] : ["Bot is created"];
    expect([await read(), await read(1)]).toEqual([whole, whole.slice(0, 1)]);
  });

  it("running deals have their bots, and those that keep other settings say which", async () => {
    expect(inLines(await activeDeals(heard.host, await openDeals(heard.host, options)))).toMatchInlineSnapshot(`
      "account: "demo"
      deals:
        {"deal":"deal 50001 of #1 on 101","address":"demo/dip","title":"Dip","profitPercent":"0","safetyOrders":{"used":0,"most":"6"},"protection":{"state":"protected","why":"a take-profit order stands for all of 0.0003125"}}
        {"deal":"deal 50002 of #3 on 102","address":null,"title":"By hand","profitPercent":"0","safetyOrders":{"used":0,"most":"6"},"protection":{"state":"protected","why":"a take-profit order stands for all of 0.00625"}}"
    `);
    expect(inLines(await driftedDeals(heard.host, options))).toMatchInlineSnapshot(`
      "account: "demo"
      drifted:
        {"facts":{"deal":"deal 50001 of #1 on 101","address":"demo/dip","title":"Dip","profitPercent":"0","safetyOrders":{"used":0,"most":"6"},"protection":{"state":"protected","why":"a take-profit order stands for all of 0.0003125"}},"hasBot":true,"fields":[{"field":"percentTakeProfit","deal":"1.2","bot":"1.2","configuration":"2.5"}]}
      runningDeals: 2"
    `);
    const ofBot = await openDeals(heard.host, { ...options, bot: "#3" });
    expect((await activeDeals(heard.host, ofBot)).deals.map(({ deal }) => deal.botId)).toEqual([3]);
    const ofKey = await openDeals(heard.host, { ...options, bot: "demo/dip" });
    expect((await activeDeals(heard.host, ofKey)).deals.map(({ deal }) => deal.botId)).toEqual([1]);
    const ofAccess = await openDeals(heard.host, { ...options, access: "102" });
    expect((await activeDeals(heard.host, ofAccess)).deals.map(({ deal }) => deal.botId)).toEqual([3]);
  });

  it("the report has all of it, and what policies find", async () => {
    const {
      totals,
      assumptions: _assumptions,
      ...found
    } = await report(heard.host, { ...options, price: ["BTCUSDT=50000"] });
    expect(inLines(found)).toMatchInlineSnapshot(`
      "account: "demo"
      bots:
        {"id":1,"title":"Dip","address":"demo/dip","access":"Main futures","on":true,"dealIds":[50001],"most":{"position":"170","margin":"34"},"running":["grid","upper","lower","deal"],"ladder":["grid","upper","lower"]}
        {"id":2,"title":"Idle","address":"demo/idle","access":"Main futures","on":false,"dealIds":[],"most":{"position":"0","margin":"0"},"ladder":["grid","upper","lower"]}
        {"id":3,"title":"By hand","address":null,"access":"Other futures","on":true,"dealIds":[50002],"most":{"position":"170","margin":"34"},"running":["grid","upper","lower","deal"],"ladder":["grid","upper","lower"]}
        {"id":4,"title":"Earlier","address":"demo/later","access":"Main futures","on":false,"dealIds":[],"most":{"position":"0","margin":"0"},"ladder":["grid","upper","lower"]}
        {"id":5,"title":"Pinned otherwise","address":"demo/pinned","access":"Main futures","on":false,"dealIds":[],"most":{"position":"0","margin":"0"},"ladder":["grid","upper","lower"]}
        {"id":6,"title":"In no list","address":null,"access":"Main futures","on":false,"dealIds":[],"most":{"position":"0","margin":"0"},"ladder":["grid","upper","lower"]}
      findings:
        "deny policy/max-leverage demo/#3 leverage 5 is above 4"
        "deny policy/max-leverage demo/#6 leverage 5 is above 4"
        "deny policy/max-leverage demo/dip leverage 5 is above 4"
        "deny policy/max-leverage demo/idle leverage 5 is above 4"
        "deny policy/max-leverage demo/later leverage 5 is above 4"
        "deny policy/max-leverage demo/pinned leverage 5 is above 4"
        "warn policy/one-bot-per-pair-side demo/idle USDT-BTC LONG is also traded by demo/dip: the exchange keeps one position for both, once both are on"
        "warn policy/one-bot-per-pair-side demo/later USDT-BTC LONG is also traded by demo/dip: the exchange keeps one position for both, once both are on"
        "warn policy/one-bot-per-pair-side demo/pinned USDT-BTC LONG is also traded by demo/dip: the exchange keeps one position for both, once both are on"
        "warn policy/order-quantity demo/#6 all 7 orders round to 0: at 64000 the first order is 0.00031 BTC, less than a lot of 0.001 (built-in table of 2025-07-04)"
        "warn policy/order-quantity demo/dip all 7 orders round to 0: at 64000 the first order is 0.00031 BTC, less than a lot of 0.001 (built-in table of 2025-07-04)"
        "warn policy/order-quantity demo/idle all 7 orders round to 0: at 64000 the first order is 0.00031 BTC, less than a lot of 0.001 (built-in table of 2025-07-04)"
        "warn policy/order-quantity demo/later all 7 orders round to 0: at 64000 the first order is 0.00031 BTC, less than a lot of 0.001 (built-in table of 2025-07-04)"
        "warn policy/order-quantity demo/pinned all 7 orders round to 0: at 64000 the first order is 0.00031 BTC, less than a lot of 0.001 (built-in table of 2025-07-04)"
      deals:
        {"id":50001,"botId":1,"protection":"protected","why":"a take-profit order stands for all of 0.0003125"}
        {"id":50002,"botId":3,"protection":"protected","why":"a take-profit order stands for all of 0.00625"}
      diagnostics:
        "warning plan/unlisted-bot the bot list lacks 1 bot (6), which the service shows when asked by id; the list may lack others"
        "warning plan/unlisted-bot the bot list lacks 1 bot (9), which botform saw earlier"
        "warning plan/held held: 1 bot (demo/idle): a look first; what is on is turned off, and nothing else is done to them""
    `);
    const { quotes, pairs, sides } = totals;
    expect(inLines({ quotes, pairs, sides })).toMatchInlineSnapshot(`
      "quotes:
        {"quote":"USDT","bots":2,"position":"340","margin":"68","feeReserve":"0.34","disabled":{"bots":4,"position":"680","margin":"136","feeReserve":"0.68"},"crossAtDepth":{"bots":2,"room":"99983.418583327943","endsAt":null},"need":"0","free":"99931.98","usable":"99931.98","isAffordable":true,"wallet":"99999.98","walletExposure":"0.00340000068"}
      pairs:
        {"pair":"USDT-BTC","quote":"USDT","bots":1,"position":"170","margin":"34","feeReserve":"0.17"}
        {"pair":"USDT-ETH","quote":"USDT","bots":1,"position":"170","margin":"34","feeReserve":"0.17"}
      sides: [{"side":"LONG","quote":"USDT","bots":2,"position":"340","margin":"68","feeReserve":"0.34"}]"
    `);
  });
});

describe("without a configuration", () => {
  const bare = () => ({ account: "demo", concurrency: 4 });

  it("nothing has an address, and only the ids name bots", async () => {
    expect(inLines(await listAccesses(heard.host, bare()))).toMatchInlineSnapshot(`
      "account: "demo"
      accesses: [{"access":"Main futures (101, SERVICE_FUTURES)","aliases":[]},{"access":"Other futures (102, OTHER_FUTURES)","aliases":[]}]"
    `);
    expect(inLines(await listBots(heard.host, bare()))).toMatchInlineSnapshot(`
      "account: "demo"
      bots:
        {"bot":"#1 Dip on 101, on","address":null,"access":"Main futures (101, SERVICE_FUTURES)","runningDeals":1}
        {"bot":"#2 Idle on null, off","address":null,"runningDeals":0}
        {"bot":"#3 By hand on 102, on","address":null,"access":"Other futures (102, OTHER_FUTURES)","runningDeals":1}
        {"bot":"#4 Earlier on null, off","address":null,"runningDeals":0}
        {"bot":"#5 Pinned otherwise on null, off","address":null,"runningDeals":0}"
    `);
    expect(inLines(await showBot(heard.host, { ...bare(), bot: "1" }))).toMatchInlineSnapshot(`
      "account: "demo"
      bot: "#1 Dip on 101, on"
      address: null
      access: "Main futures (101, SERVICE_FUTURES)"
      deals:
        {"deal":"deal 50001 of #1 on 101","address":null,"title":"Dip","profitPercent":"0","safetyOrders":{"used":0,"most":"6"},"protection":{"state":"protected","why":"a take-profit order stands for all of 0.0003125"}}"
    `);
    expect(inLines(await driftedDeals(heard.host, bare()))).toMatchInlineSnapshot(`
      "account: "demo"
      runningDeals: 2"
    `);
    expect((await openLog(heard.host, { ...bare(), bot: "5" })).botId).toBe(5);
    expect(await refusal(() => showBot(heard.host, { ...bare(), bot: "dip" }))).toEqual([
      "the key dip needs a configuration, and there is none that can be used\nName the bot by its id, such as #123; botform bots list shows the ids.",
      3,
    ]);
  });
});
