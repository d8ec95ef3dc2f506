// Live bots as text: the list with its counts, one bot beside its configuration, logs, and what bots off did.
import { describe, expect, it } from "vitest";
import type { ListedBot, ShownBot } from "../../../../src/model/bot/live-facts.js";
import { botsText, botText, logsText, type OffFacts, offText } from "../../../../src/render/text/bots-text.js";
import { paint } from "../../../../src/render/text/paint.js";
import { BASE, desiredBot, live } from "../../reconcile/fleet.js";
import { asItCame } from "../as-it-came.js";
import { dealFacts, liveBot, MARKED, NASTY } from "../facts.js";
import { widest } from "../widest.js";

const access = { id: 1, title: "Main", exchange: "SERVICE_FUTURES" };
const listed = (id: number, title: string, changes: Partial<ListedBot> = {}): ListedBot => ({
  ...{ bot: liveBot(id, title), address: "main/a", access, runningDeals: 0 },
  ...changes,
});
const off = { status: { on: false, raw: "DISABLED" } };

const DOUBT = {
  ...{ sends: "turn-on" as const, botId: 7, address: "main/btc", on: false, status: "DISABLED" },
  ...{ sentAt: "2026-11-21T18:00:00.000Z", until: "2026-11-21T18:11:00.000Z" },
};

describe("the list", () => {
  it("has a row a bot, and counts what is on, without an address, and running", () => {
    const none = { ...live(1, "").fields, title: null, pairTitle: null, strategy: null, leverage: null };
    const bots = [
      listed(7, "BTC dip", { runningDeals: 2 }),
      listed(12, `T${NASTY}`, { bot: liveBot(12, `T${NASTY}`, off), address: null, runningDeals: 1 }),
      listed(100, "", { bot: liveBot(100, "", { fields: none, ...off }), address: null, access: undefined }),
    ];
    expect(asItCame({ account: "main", bots }, botsText)).toEqual([]);
    expect(widest(botsText({ account: "main", bots }, paint(false, 60)))).toBeLessThanOrEqual(60);
    expect(botsText({ account: "main", bots }, MARKED)).toMatchInlineSnapshot(`
      " <b>ID</b>  <b>TITLE</b>        <b>ADDRESS</b>  <b>ACCESS</b>  <b>PAIR</b>      <b>SIDE</b>  <b>LEVERAGE</b>  <b>SWITCH</b>  <b>STATUS</b>    <b>DEALS</b>
        7  BTC dip      main/a   Main    USDT-BTC  LONG         5  <good>on</good>      ENABLED       2
       12  T<x>\\u{1b}&  -        Main    USDT-BTC  LONG         5  <faint>off</faint>     DISABLED      1
      100               -        ?                                 <faint>off</faint>     DISABLED      -

      3 bots, 1 on, 2 without an address, 3 running deals
      ? the bot list doesn't show each bot's access; --details reads every bot separately to find it.
      "
    `);
  });

  it.each<[readonly ListedBot[], string]>([
    [[listed(1, "A")], "1 bot, 1 on, 0 running deals"],
    [
      [listed(1, "A", { address: null, runningDeals: 1 }), listed(2, "B", { bot: liveBot(2, "B", off) })],
      "2 bots, 1 on, 1 without an address, 1 running deal",
    ],
  ])("of %j ends with %s", (bots, text) => {
    expect(botsText({ account: "main", bots }, MARKED).split("\n\n")[1]).toBe(`${text}\n`);
  });

  it("shows as in doubt what a turn-on of an earlier run may turn on", () => {
    const inDoubt = [{ ...DOUBT, botId: 2 }];
    const bots = [listed(1, "A", { bot: liveBot(1, "A", off) }), listed(2, "B", { bot: liveBot(2, "B", off) })];
    const text = botsText({ account: "main", bots, inDoubt }, MARKED);
    expect(text.match(/<faint>off|<change>in doubt/g)).toEqual(["<faint>off", "<change>in doubt"]);
    expect(text.split("\n\n")[1]).toBe("2 bots, 0 on, 1 in doubt, 0 running deals\n");
  });

  it("shows as in doubt a bot's deals where a start may still open one", () => {
    const starts = [
      { ...DOUBT, sends: "start-deal" as const, botId: 1 },
      { ...DOUBT, sends: "open-webhook" as const, botId: 2 },
      { ...DOUBT, sends: "open-webhook" as const, botId: 0 },
    ];
    const bots = [listed(1, "A"), listed(2, "B", { runningDeals: 2 }), listed(3, "C")];
    const text = botsText({ account: "main", bots, inDoubt: starts }, MARKED);
    expect(text.match(/<change>[^<]*/g)).toEqual(["<change>in doubt", "<change>2, in doubt"]);
    expect(text.split("\n\n")[1]).toBe("3 bots, 3 on, 3 in doubt, 2 running deals\n");
  });

  it("of none says so", () => {
    expect(botsText({ account: NASTY, bots: [] }, MARKED)).toBe("No bots found on the account <x>\\u{1b}&.\n");
  });
});

describe("one bot", () => {
  const shown = (changes: Partial<ShownBot> = {}): ShownBot => ({
    ...{ account: "main", bot: liveBot(7, "BTC dip"), address: "main/btc", access, desired: undefined, deals: [] },
    ...changes,
  });

  it("stands beside its configuration, with what differs in colour, and its deals below", () => {
    const desired = desiredBot("btc", { enabled: false, fields: { ...BASE, title: "BTC dip", leverage: "10" } });
    expect(asItCame(shown({ desired, deals: [dealFacts(70)] }), botText)).toEqual([]);
    expect(botText(shown({ desired, deals: [dealFacts(70)] }), MARKED)).toMatchInlineSnapshot(`
      "<b>Bot 7 "BTC dip"</b>
        address           main/btc
        switch            <good>on</good> (ENABLED)<change>  configuration: off</change>
        access            Main (1)
        exchange          SERVICE_FUTURES
        user              42
        updated           2026-11-21 18:00:00
        working orders    3

      <b>FIELD</b>               <b>LIVE</b>      <b>CONFIGURATION</b>
      title               BTC dip
      pairTitle           USDT-BTC
      strategy            LONG
      leverage            <change>5</change>         <change>10</change>
      marginMode          CROSS
      typeTakeProfit      LIMIT
      typeFirstOrder      MARKET
      percentTakeProfit   1.2
      percentSafetyOrder  1.5
      volumeFirstOrder    20
      volumeSafetyOrder   off
      countOrderMax       off
      martingaleScale     off
      dynamicStepScale    off
      cycleLimitScale     off
      indicatorGroup      off
      indicatorName       off
      indicatorInterval   off
      priceLevel          off
      priceLevelDown      off
      priceLevelUp        off

      1 running deal:

      <b>DEAL</b>  <b>BOT</b>       <b>PAIR</b>      <b>SIDE</b>  <b>AMOUNT</b>  <b>ENTRY</b>   <b>MARK</b>  <b>PROFIT</b>     <b>%</b>  <b>LIQUIDATION</b>  <b>TAKE PROFIT</b>  <b>PROTECTED</b>  <b>SAFETY</b>
        70  main/btc  USDT-BTC  LONG    0.01  60000  61000      <good>10</good>  <good>1.67</good>        48000         none  unknown    1 of 5
      "
    `);
  });

  it("of which little is known says what isn't", () => {
    const bot = liveBot(7, "BTC dip", {
      ...{ ...off, exchange: null, userId: null, updated: null, countOrderWorking: "", accessId: null },
      unknownSettings: ["newOne", `x${NASTY}`],
    });
    const text = botText(shown({ bot, address: null, access: undefined }), MARKED);
    expect(text.split("\n").slice(0, 9)).toEqual([
      '<b>Bot 7 "BTC dip"</b>',
      "  address           none: no configuration here declares it",
      "  switch            off (DISABLED)",
      "  access            unknown",
      "  exchange          unknown",
      "  user              unknown",
      "  updated           unknown",
      "  working orders    unknown",
      "  unknown settings  newOne, x<x>\\u{1b}&",
    ]);
    expect(text.endsWith("\n\nNo running deals.\n")).toBe(true);
    expect(text).not.toContain("CONFIGURATION");
  });

  it("in doubt says when a turn-on was sent, and until when it may take effect", () => {
    expect(botText(shown({ bot: liveBot(7, "BTC dip", off), inDoubt: DOUBT }), MARKED)).toContain(
      "\n  in doubt          <change>a turn-on was sent 2026-11-21 18:00:00 UTC, and may take effect until 2026-11-21 18:11:00 UTC</change>\n",
    );
  });

  it("in doubt says so of a start of a deal, too", () => {
    const start = { ...DOUBT, sends: "start-deal" as const };
    expect(botText(shown({ inDoubt: start }), MARKED)).toContain(
      "<change>a start of a deal was sent 2026-11-21 18:00:00",
    );
  });

  it("whose access nobody asked for has its number", () => {
    expect(botText(shown({ access: undefined }), MARKED)).toContain("\n  access            1\n");
  });

  it.each([
    [true, true, "<good>on</good> (ENABLED)"],
    [false, true, "<good>on</good> (ENABLED)<change>  configuration: off</change>"],
    [true, false, "off (DISABLED)<change>  configuration: on</change>"],
    [undefined, false, "off (DISABLED)"],
  ])("declared %s and on %s: %s", (enabled, on, text) => {
    const bot = liveBot(7, "BTC dip", on ? {} : off);
    expect(botText(shown({ bot, desired: desiredBot("btc", { enabled }) }), MARKED)).toContain(
      `\n  switch            ${text}\n`,
    );
  });
});

it("logs stand one a line, each made safe", () => {
  const entries = [
    { datetime: "2026-11-21 18:00:00", message: "a deal opened" },
    { datetime: NASTY, message: NASTY },
  ];
  expect(asItCame({ account: "main", botId: 7, entries }, logsText)).toEqual([]);
  expect(logsText({ account: "main", botId: 7, entries }, MARKED)).toBe(
    "<faint>2026-11-21 18:00:00</faint>  a deal opened\n<faint><x>\\u{1b}&</faint>  <x>\\u{1b}&\n",
  );
});

describe("what bots off did", () => {
  const facts = (changes: Partial<OffFacts> = {}): OffFacts => ({
    ...{ account: "main", turnedOff: [], wereOff: [], stragglers: [], runningDeals: 0, offInDeals: [], notes: [] },
    ...{ unsettled: [], isInterrupted: false, runIds: [] },
    ...changes,
  });
  const bot = (id: number, status = "DISABLED") => ({ id, title: `Bot ${id}`, status });

  it("stands whole: what isn't off first, then what is, remarks, deals, and the way back", () => {
    const whole = facts({
      turnedOff: [bot(1), bot(2)],
      wereOff: [bot(3)],
      offInDeals: [bot(3)],
      stragglers: [{ ...bot(4, "ENABLED"), why: "no answer" }],
      ...{ runningDeals: 2, notes: ["a note"], unsettled: ["who is on"], isInterrupted: true, runIds: ["r1", "r2"] },
    });
    expect(asItCame(whole, offText)).toEqual([]);
    expect(offText(whole, MARKED)).toMatchInlineSnapshot(`
      "<b>main: 2 turned off, 1 was off, <bad>1 NOT observed off</bad></b>

      <bad>Not observed off:</bad>
        4 "Bot 4"  last seen ENABLED: no answer

      Turned off:
        1 "Bot 1"  DISABLED
        2 "Bot 2"  DISABLED

      Were off, in a running deal; no turn-off was sent, since it may hand the deal to you:
        3 "Bot 3"  DISABLED

      <bad>? who is on</bad>

      <change>! a note</change>

      2 running deals stay open, and their safety orders may still fill; a bot that is off opens no new deal.

      Interrupted: nothing more was sent.

      To turn the same bots on again: botform undo r1, then botform undo r2
      "
    `);
  });

  it.each<[Partial<OffFacts>, string]>([
    [{}, "<b>main: 0 turned off, 0 were off</b>\n"],
    [
      { wasRead: false },
      `<b>main: <bad>unknown; no bot could be read</bad></b>\n\n<bad>The bots couldn't be read, so others may be on. Turn them off on the service's website, or put right what is said here and repeat this command.</bad>\n`,
    ],
    [{ runningDeals: null, wereOff: [bot(3)] }, "<b>main: 0 turned off, 1 was off</b>\n"],
    [
      { runningDeals: 1 },
      "<b>main: 0 turned off, 0 were off</b>\n\n1 running deal stays open, and its safety orders may still fill; a bot that is off opens no new deal.\n",
    ],
    [{ runIds: ["r1"] }, "<b>main: 0 turned off, 0 were off</b>\n\nTo turn the same bots on again: botform undo r1\n"],
  ])("of %j reads %j", (changes, text) => expect(offText(facts(changes), MARKED)).toBe(text));
});
