// Drift as text, whole: each account's line, its bots with place and since when, what is held, missing and undeclared.
import { describe, expect, it } from "vitest";
import type { AccountDrift, DriftedBot } from "../../../../src/model/bot/drift.js";
import { driftNotice } from "../../../../src/render/drift-notice.js";
import { noticeBody } from "../../../../src/render/notice-body.js";
import { driftText } from "../../../../src/render/text/drift-text.js";
import { asItCame } from "../as-it-came.js";
import { MARKED, NASTY } from "../facts.js";

const place = (line: number) => ({ file: "fleet.yaml", line, column: 3 });
const drift = (changes: Partial<AccountDrift> = {}): AccountDrift => ({
  ...{
    account: "main",
    drifted: [],
    acknowledged: [],
    inDoubt: [],
    naked: [],
    held: [],
    missing: [],
    undeclared: [],
    undeclaredRule: "report",
    strays: 0,
  },
  ...{ unchanged: 5, diagnostics: [], ...changes },
});
const bot = (changes: Partial<DriftedBot> = {}): DriftedBot => ({
  ...{ address: "main/btc", botId: 7, title: "BTC", since: { settingsAtTheLatest: null, log: null } },
  settings: [{ name: "leverage", live: "10", declared: "5", place: place(4) }],
  ...changes,
});
const shown = (changes: Partial<AccountDrift>) =>
  driftText([{ account: "main", exitCode: 2, drift: drift(changes) }], MARKED);

const whole = drift({
  drifted: [
    bot({
      settings: [
        { name: "leverage", live: "10", declared: "5", place: place(4) },
        { name: "enabled", live: true, declared: false, place: place(5) },
        { name: "percentTakeProfit", dealId: 70, live: null, declared: "1.5", place: null },
      ],
      since: {
        settingsAtTheLatest: "2026-11-22T05:00:00.000Z",
        log: [{ datetime: "2026-11-22 04:59", message: `changed${NASTY}` }],
      },
    }),
    bot({ address: "main/eth", title: `E${NASTY}`, since: { settingsAtTheLatest: null, log: [] } }),
  ],
  held: [{ address: "main/held", botId: 8, why: "a deal freezes it", place: place(9), settings: [] }],
  acknowledged: [
    {
      ...{ address: "main/eth", botId: 7, name: "leverage", live: "8", declared: "5", place: place(4) },
      ...{ reason: `by hand${NASTY}`, until: "2026-12-24" },
    },
    {
      ...{ address: "main/eth", botId: 7, name: "enabled", live: false, declared: true, place: null },
      ...{ reason: "r", until: "2026-12-24T08:00Z" },
    },
  ],
  missing: [{ address: "main/gone", title: "Gone", place: null }],
  undeclared: [
    { id: 9, title: "Old", on: true, status: "ENABLED", dealIds: [] },
    { id: 10, title: NASTY, on: false, status: "DISABLED", dealIds: [] },
  ],
  ...{ undeclaredRule: "turn-off", strays: 1 },
  diagnostics: [{ severity: "warning", code: "plan/x", summary: "take care" }],
});

describe("an account", () => {
  it("shows everything that differs", () => {
    expect(asItCame([{ account: "main", exitCode: 2, drift: whole }], driftText)).toEqual([
      "[].drift.drifted[].settings[].name",
      "[].drift.acknowledged[].name",
      "[].drift.diagnostics[].code",
    ]);
    expect(driftText([{ account: "main", exitCode: 2, drift: whole }], MARKED)).toMatchInlineSnapshot(`
      "<b>main: 2 drifted, 1 held back, 1 missing · 5 unchanged · 2 settings acknowledged · 2 undeclared</b>

      <change>≠</change> <b>main/btc</b>  "BTC" · bot 7
          leverage                      live <change>10</change>, declared <b>5</b>  <faint>fleet.yaml:4</faint>
          switch                        live <change>on</change>, declared <b>off</b>  <faint>fleet.yaml:5</faint>
          percentTakeProfit of deal 70  live <change>off</change>, declared <b>1.5</b>
          settings changed no later than 2026-11-22 05:00:00 UTC, the bot's last update; latest log entries:
            2026-11-22 04:59  changed<x>\\u{1b}&

      <change>≠</change> <b>main/eth</b>  "E<x>\\u{1b}&" · bot 7
          leverage  live <change>10</change>, declared <b>5</b>  <faint>fleet.yaml:4</faint>
          since when is unknown

      <b>Differ, but apply won't change them now:</b>
        main/held  a deal freezes it  <faint>fleet.yaml:9</faint>

      <b>Declared, but missing from the account:</b>
        main/gone  "Gone"

      <b>Acknowledged; not counted as drift:</b>
        main/eth  leverage  live <change>8</change>, declared <b>5</b>: by hand<x>\\u{1b}&, until 2026-12-24  <faint>fleet.yaml:4</faint>
        main/eth  switch  live <change>off</change>, declared <b>on</b>: r, until 2026-12-24T08:00Z

      <b>Live but not in the configuration; apply would turn 1 bot off:</b>
        9 "Old"  <good>on</good>
        10 "<x>\\u{1b}&"  off

      <change>warning</change>: take care <faint>[plan/x]</faint>
      "
    `);
  });

  it.each<[Partial<AccountDrift>, string]>([
    [{}, "<b>main: no drift · 5 unchanged</b>\n"],
    [
      { undeclared: [{ id: 9, title: "Old", on: true, status: "ENABLED", dealIds: [] }] },
      '<b>main: no drift · 5 unchanged · 1 undeclared</b>\n\n<b>Live but not in the configuration; not counted as drift:</b>\n  9 "Old"  <good>on</good>\n',
    ],
    [
      { held: [{ address: "main/a", botId: 1, why: "protected", place: null, settings: [] }] },
      "<b>main: 1 held back · 5 unchanged</b>\n\n<b>Differ, but apply won't change them now:</b>\n  main/a  protected\n",
    ],
  ])("with %j reads %j", (changes, text) => expect(shown(changes)).toBe(text));

  it("that couldn't be read has its heading, and why", () => {
    const diagnostics = [{ severity: "error", code: "config/x", summary: "wrong" }] as const;
    expect(asItCame([{ account: "main", exitCode: 3, error: "no answer", diagnostics }], driftText)).toEqual([
      "[].diagnostics[].code",
    ]);
    expect(driftText([{ account: "main", exitCode: 3, error: "no answer", diagnostics }], MARKED)).toBe(
      "<b>── main</b>\n<bad>error</bad>: wrong <faint>[config/x]</faint>\n\n<bad>Not read:</bad> no answer\n",
    );
  });

  it("among several stands under its heading", () => {
    const one = (account: string) => ({ account, exitCode: 0, drift: drift({ account }) });
    expect(driftText([one("a"), one("b")], MARKED)).toBe(
      "<b>── a</b>\n<b>a: no drift · 5 unchanged</b>\n\n<b>── b</b>\n<b>b: no drift · 5 unchanged</b>\n",
    );
  });
});

describe("a notice", () => {
  it("has its text and its facts", () => {
    const notice = JSON.parse(
      noticeBody(
        "generic",
        driftNotice(2, [
          { account: "main", exitCode: 2, drift: whole },
          { account: "copy", exitCode: 1, error: "no answer" },
        ]),
      ),
    );
    expect(notice).toMatchInlineSnapshot(`
      {
        "botform": {
          "accounts": [
            {
              "account": "main",
              "acknowledged": [
                {
                  "address": "main/eth",
                  "name": "leverage",
                  "until": "2026-12-24",
                },
                {
                  "address": "main/eth",
                  "name": "enabled",
                  "until": "2026-12-24T08:00Z",
                },
              ],
              "exitCode": 2,
              "held": [
                "main/held",
              ],
              "inDoubt": [],
              "missing": [
                "main/gone",
              ],
              "naked": [],
              "undeclared": [
                {
                  "id": 9,
                  "on": true,
                },
                {
                  "id": 10,
                  "on": false,
                },
              ],
            },
            {
              "account": "copy",
              "error": "no answer",
              "exitCode": 1,
            },
          ],
          "command": "drift",
          "drifted": [
            {
              "address": "main/btc",
              "botId": 7,
              "settings": [
                {
                  "declared": "5",
                  "live": "10",
                  "name": "leverage",
                  "place": "fleet.yaml:4",
                },
                {
                  "declared": false,
                  "live": true,
                  "name": "enabled",
                  "place": "fleet.yaml:5",
                },
                {
                  "dealId": 70,
                  "declared": "1.5",
                  "live": null,
                  "name": "percentTakeProfit",
                  "place": null,
                },
              ],
              "settingsAtTheLatest": "2026-11-22T05:00:00.000Z",
            },
            {
              "address": "main/eth",
              "botId": 7,
              "settings": [
                {
                  "declared": "5",
                  "live": "10",
                  "name": "leverage",
                  "place": "fleet.yaml:4",
                },
              ],
              "settingsAtTheLatest": null,
            },
          ],
          "exitCode": 2,
          "formatVersion": 1,
          "omitted": 0,
          "summary": {
            "accounts": 2,
            "acknowledged": 2,
            "drifted": 2,
            "failed": 1,
            "held": 1,
            "inDoubt": 0,
            "missing": 1,
            "naked": 0,
            "unchanged": 5,
            "undeclared": 2,
            "waiting": 0,
          },
        },
        "mrkdwn": false,
        "severity": "bad",
        "text": "botform drift on main, copy: 2 bots drifted, 1 held back, 1 missing, 1 account not read · 2 settings acknowledged · 2 undeclared
      • copy: not read: no answer
      • main/btc: leverage live 10, declared 5; switch live on, declared off; percentTakeProfit of deal 70 live off, declared 1.5; changed no later than 2026-11-22 05:00:00 UTC
      • main/eth: leverage live 10, declared 5
      • main/gone: declared, but missing",
        "unfurl_links": false,
        "unfurl_media": false,
      }
    `);
  });

  it("names naked deals, which are no drift", () => {
    const why = "it holds 1";
    const deal = { id: 70, botId: 7, pairTitle: "USDT-BTC", percentTakeProfit: "1", address: "main/btc", why };
    const naked = [deal, { ...deal, id: 71, address: null }];
    const { text, botform } = JSON.parse(
      noticeBody("generic", driftNotice(0, [{ account: "main", exitCode: 0, drift: drift({ naked }) }])),
    );
    expect(text).toBe(
      "botform drift on main: none · 2 naked deals\n• main/btc: deal 70 is naked: it holds 1\n• bot 7: deal 71 is naked: it holds 1",
    );
    expect(botform.accounts[0].naked).toEqual([
      { id: 70, botId: 7, address: "main/btc" },
      { id: 71, botId: 7, address: null },
    ]);
    expect(botform.summary.naked).toBe(2);
    expect(shown({ naked: [deal] })).toContain("main: no drift · 1 naked deal · 5 unchanged");
    const many = Array.from({ length: 101 }, () => deal);
    const notice = JSON.parse(
      noticeBody("generic", driftNotice(0, [{ account: "main", exitCode: 0, drift: drift({ naked: many }) }])),
    );
    expect([notice.text.split("\n").length, notice.botform.accounts[0].naked.length]).toEqual([21, 100]);
  });

  it("names twenty of each kind in words, and a hundred in its facts", () => {
    const doubt = { sends: "turn-on" as const, botId: 7, address: "main/doubt", on: false, status: "DISABLED" };
    const naked = { id: 70, botId: 7, pairTitle: "USDT-BTC", percentTakeProfit: "1", address: "main/naked", why: "so" };
    const kinds = {
      inDoubt: { ...doubt, sentAt: "2026-11-21T18:00:00.000Z", until: "2026-11-21T18:11:00.000Z" },
      naked,
      held: { address: "main/held", why: "frozen", place: null },
      missing: { address: "main/missing", title: "M", place: null },
      undeclared: { id: 9, title: "Old", on: true, status: "ENABLED", dealIds: [] },
    };
    const read = (kind: keyof typeof kinds, count: number) => {
      const one = {
        account: "main",
        exitCode: 2,
        drift: drift({ [kind]: Array.from({ length: count }, () => kinds[kind]) }),
      };
      const { text, botform } = JSON.parse(noticeBody("generic", driftNotice(2, [one, one])));
      return [
        text.split("\n").length - 1,
        ...botform.accounts.map((account: typeof kinds) => Object(account[kind]).length),
      ];
    };
    const named = ["inDoubt", "naked", "missing"];
    for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
      const lines = (count: number) => (named.includes(kind) ? count : 0);
      expect([kind, read(kind, 10), read(kind, 100), read(kind, 101)]).toEqual([
        ...[kind, [lines(20), 10, 10], [lines(20), 100, 100], [lines(20), 100, 100]],
      ]);
    }
  });

  it("of no drift says so", () => {
    const { text } = JSON.parse(
      noticeBody("generic", driftNotice(0, [{ account: "main", exitCode: 0, drift: drift() }])),
    );
    expect(text).toBe("botform drift on main: none");
  });

  it("counts a bot that isn't declared, and doesn't name it", () => {
    const undeclared = [{ id: 9, title: "Old", on: true, status: "ENABLED", dealIds: [] }];
    const { text } = JSON.parse(
      noticeBody("generic", driftNotice(0, [{ account: "main", exitCode: 0, drift: drift({ undeclared }) }])),
    );
    expect(text).toBe("botform drift on main: none · 1 undeclared");
  });

  it("names twenty bots and no more, and cuts a long value", () => {
    const bots = (count: number, live: string) =>
      Array.from({ length: count }, () => bot({ settings: [{ name: "title", live, declared: "x", place: null }] }));
    const read = (count: number, live = "y") =>
      JSON.parse(
        noticeBody(
          "generic",
          driftNotice(2, [{ account: "main", exitCode: 2, drift: drift({ drifted: bots(count, live) }) }]),
        ),
      );
    expect(read(20).text).not.toContain("more");
    expect(read(21).text.split("\n").at(-1)).toBe("• … and 1 more bot");
    expect(read(100).botform.omitted).toBe(0);
    const [full] = read(1, "y".repeat(300)).botform.drifted;
    const [cut] = read(1, "y".repeat(301)).botform.drifted;
    expect([full.settings[0].live, cut.settings[0].live]).toEqual(["y".repeat(300), `${"y".repeat(299)}…`]);
  });
});

it("a bot in doubt is counted, and named with its time in the facts of a notice", () => {
  const inDoubt = [
    {
      ...{ sends: "turn-on" as const, botId: 7, address: "main/btc", on: false, status: "DISABLED" },
      ...{ sentAt: "2026-11-21T18:00:00.000Z", until: "2026-11-21T18:11:00.000Z" },
    },
  ];
  expect(shown({ inDoubt })).toMatchInlineSnapshot(`
    "<b>main: 1 in doubt · 5 unchanged</b>
    "
  `);
  const account = { account: "main", exitCode: 5, drift: drift({ inDoubt }) } as const;
  expect(noticeBody("generic", driftNotice(5, [account]))).toMatchInlineSnapshot(
    `"{"text":"botform drift on main: 1 in doubt\\n• main/btc: a turn-on was sent, and may take effect until 2026-11-21 18:11:00 UTC","mrkdwn":false,"unfurl_links":false,"unfurl_media":false,"severity":"bad","botform":{"formatVersion":1,"command":"drift","exitCode":5,"summary":{"accounts":1,"drifted":0,"acknowledged":0,"inDoubt":1,"naked":0,"held":0,"missing":0,"waiting":0,"undeclared":0,"unchanged":5,"failed":0},"accounts":[{"account":"main","exitCode":5,"inDoubt":[{"address":"main/btc","sends":"turn-on","until":"2026-11-21T18:11:00.000Z"}],"naked":[],"acknowledged":[],"held":[],"missing":[],"undeclared":[]}],"drifted":[],"omitted":0}}"`,
  );
});
