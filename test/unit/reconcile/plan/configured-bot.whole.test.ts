// What a plan says of one configured bot, whole: its steps, what it warns of and where, and what it manages.
import { expect, it } from "vitest";
import type { Observed } from "../../../../src/model/bot/observed.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { turnOnsUnderWay } from "../earlier.js";
import { deal, desired, desiredBot, live, observed } from "../fleet.js";

const ORIGINS = {
  leverage: { file: "l.yaml", path: ["leverage"] },
  pairTitle: { file: "p.yaml", path: ["pair"] },
};

type Changes = NonNullable<Parameters<typeof desiredBot>[1]>;

function planned(bot: Changes, seen: Observed, account: Parameters<typeof desired>[1] = {}): readonly string[] {
  const own = desiredBot("a", { fieldOrigins: ORIGINS, ...bot });
  const { steps, diagnostics, bots, unchanged } = makePlan(desired([own], account), seen);
  return [
    ...steps.map(({ address, action, reason, changes, warnings }) =>
      [
        `${action} ${address}: ${reason}`,
        ...changes.map(({ field, before, after }) => `${field} ${before ?? "none"} → ${after ?? "off"}`),
        ...warnings,
      ].join(" | "),
    ),
    ...diagnostics.map(({ severity, code, address, summary, remedy, origin }) =>
      [`${severity} ${code} ${address} at ${[origin?.file, ...(origin?.path ?? [])].join("/")}`, summary, remedy].join(
        " | ",
      ),
    ),
    ...Object.values(bots).map(
      ({ address, title, accessId, accessTitle, observed: of, managed, copies, pinned, freezeActiveDeals }) =>
        [
          `${address} "${title}" on ${accessTitle} (${accessId}) is ${of?.id ?? "new"}`,
          `${managed.length} managed, ${managed.includes("countOrderMax") ? "countOrderMax too" : "countOrderMax not"}`,
          `copies ${copies.join(" ")}`,
          [pinned && "pinned", freezeActiveDeals && "frozen"].filter(Boolean).join(" "),
        ].join(" | "),
    ),
    `${unchanged} unchanged`,
  ];
}

const A = live(1, "a");
const ON = live(1, "a", { on: true });
const DRIFTED = live(1, "a", { fields: { leverage: "7", countOrderMax: "5" } });

it.each<[because: string, bot: Changes, seen: Observed, expected: readonly string[]]>([
  ["it is as it should be", {}, observed([A]), ["1 unchanged"]],
  [
    "it is new, and on",
    { enabled: true },
    observed([]),
    [
      'create main/a: there is no bot called "a" on "Main" | title none → a | pairTitle none → USDT-BTC | strategy none → LONG | leverage none → 5 | marginMode none → CROSS | typeTakeProfit none → LIMIT | typeFirstOrder none → MARKET | percentTakeProfit none → 1.2 | percentSafetyOrder none → 1.5 | volumeFirstOrder none → 20',
      "turn-on main/a: enabled is true",
      'main/a "a" on Main (1) is new | 10 managed, countOrderMax not | copies  | ',
      "0 unchanged",
    ],
  ],
  [
    "one field differs",
    {},
    observed([DRIFTED]),
    [
      "update main/a: leverage differs | leverage 7 → 5",
      'main/a "a" on Main (1) is 1 | 10 managed, countOrderMax not | copies  | ',
      "0 unchanged",
    ],
  ],
  [
    "two fields differ, and it isn't on",
    { enabled: true, fields: { countOrderMax: "6" } },
    observed([DRIFTED]),
    [
      "update main/a: 2 fields differ | leverage 7 → 5 | countOrderMax 5 → 6",
      "turn-on main/a: enabled is true, but the service shows DISABLED",
      'main/a "a" on Main (1) is 1 | 11 managed, countOrderMax too | copies  | ',
      "0 unchanged",
    ],
  ],
  [
    "it is on, and isn't to be",
    { enabled: false },
    observed([ON]),
    [
      "turn-off main/a: enabled is false, but the service shows ENABLED",
      'main/a "a" on Main (1) is 1 | 10 managed, countOrderMax not | copies  | ',
      "0 unchanged",
    ],
  ],
  [
    "it is protected, and differs",
    { protect: true },
    observed([DRIFTED]),
    [
      "warning plan/protected main/a at botform.yaml/bots/a | the bot differs in leverage, but it is protected, so nothing is done | Remove protect to let botform change it.",
      "0 unchanged",
    ],
  ],
  [
    "it is protected, and only its switch differs",
    { protect: true, enabled: true },
    observed([A]),
    [
      "warning plan/protected main/a at botform.yaml/bots/a | the bot differs in its switch, but it is protected, so nothing is done | Remove protect to let botform change it.",
      "0 unchanged",
    ],
  ],
  [
    "it is protected, and both differ",
    { protect: true, enabled: true },
    observed([DRIFTED]),
    [
      "warning plan/protected main/a at botform.yaml/bots/a | the bot differs in leverage, its switch, but it is protected, so nothing is done | Remove protect to let botform change it.",
      "0 unchanged",
    ],
  ],
  ["it is protected, and is as it should be", { protect: true, enabled: false }, observed([A]), ["1 unchanged"]],
  [
    "it freezes, and a deal runs",
    { freezeActiveDeals: true },
    observed([DRIFTED], { deals: [deal(5, 1)] }),
    [
      "warning plan/deals-frozen main/a at botform.yaml/bots/a | the bot differs in leverage, but freezeActiveDeals holds the update back while its deal runs (5) | Plan again when the deal has ended (enabled: false keeps the next one from opening), or remove freezeActiveDeals.",
      "0 unchanged",
    ],
  ],
  [
    "it freezes, and no deal runs",
    { freezeActiveDeals: true },
    observed([DRIFTED], { deals: [deal(5, 2)] }),
    [
      "update main/a: leverage differs | leverage 7 → 5",
      'main/a "a" on Main (1) is 1 | 10 managed, countOrderMax not | copies  | frozen',
      "0 unchanged",
    ],
  ],
  [
    "a deal runs while it changes",
    {},
    observed([DRIFTED], { deals: [deal(6, 1), deal(5, 1)] }),
    [
      "update main/a: leverage differs | leverage 7 → 5",
      'main/a "a" on Main (1) is 1 | 10 managed, countOrderMax not | copies  | ',
      "0 unchanged",
    ],
  ],
  [
    "its pair isn't listed",
    { fields: { pairTitle: "USDT-XYZ" } },
    observed([]),
    [
      "error plan/unknown-pair main/a at p.yaml/pair | the service doesn't list the pair USDT-XYZ | Choose one that botform pairs lists, written <QUOTE>-<BASE>. To leave out an account that lacks it, add except: [account].",
      "0 unchanged",
    ],
  ],
  [
    "its pair isn't listed, but it is there",
    { fields: { pairTitle: "USDT-XYZ" } },
    observed([A]),
    [
      "error plan/unknown-pair main/a at p.yaml/pair | the service doesn't list the pair USDT-XYZ | Choose one that botform pairs lists, written <QUOTE>-<BASE>. To leave out an account that lacks it, add except: [account].",
      "0 unchanged",
    ],
  ],
  [
    "pairs weren't read",
    { fields: { pairTitle: "USDT-XYZ" } },
    observed([], { pairs: null }),
    [
      'create main/a: there is no bot called "a" on "Main" | title none → a | pairTitle none → USDT-XYZ | strategy none → LONG | leverage none → 5 | marginMode none → CROSS | typeTakeProfit none → LIMIT | typeFirstOrder none → MARKET | percentTakeProfit none → 1.2 | percentSafetyOrder none → 1.5 | volumeFirstOrder none → 20',
      'main/a "a" on Main (1) is new | 10 managed, countOrderMax not | copies  | ',
      "0 unchanged",
    ],
  ],
  [
    "a copy is on",
    { enabled: true, botId: 1 },
    observed([A, live(2, "a", { on: true })]),
    [
      "error plan/copy-on main/a at botform.yaml/bots/a | bot 1 can't be turned on while 2 with the same title is on | Turn the copy off on the service, or pin the right one with botId.",
      "0 unchanged",
    ],
  ],
  [
    "two copies are on, one may be",
    { enabled: true, botId: 1 },
    observed([A, live(2, "a", { on: true }), live(3, "a", { on: true }), live(4, "a")]),
    [
      "error plan/copy-on main/a at botform.yaml/bots/a | bot 1 can't be turned on while 2 and 3 with the same title are on | Turn the copy off on the service, or pin the right one with botId.",
      "0 unchanged",
    ],
  ],
  [
    "it is pinned, and called otherwise",
    { botId: 1, fields: { title: "b" } },
    observed([A]),
    [
      "update main/a: title differs | title a → b",
      'main/a "b" on Main (1) is 1 | 10 managed, countOrderMax not | copies  | pinned',
      "0 unchanged",
    ],
  ],
  [
    "its pin isn't there",
    { botId: 9 },
    observed([A]),
    [
      "error plan/no-such-bot main/a at botform.yaml/bots/a | the service shows no bot with id 9 | Correct botId, or remove it to match by title.",
      "0 unchanged",
    ],
  ],
  [
    "several are called so, and one is in a deal",
    {},
    observed([A, live(2, "a")], { deals: [deal(5, 2)] }),
    [
      'error plan/duplicate-title main/a at botform.yaml/bots/a | 2 live bots on "Main" are called "a", and some are on or in a deal: 1 (DISABLED), 2 (DISABLED, in a deal) | Turn the wrong ones off and let their deals end, or pin the right one with botId.',
      "0 unchanged",
    ],
  ],
  [
    "several are called so, and one's turn-on is under way",
    {},
    observed([A, live(2, "a")], turnOnsUnderWay(2)),
    [
      'error plan/duplicate-title main/a at botform.yaml/bots/a | 2 live bots on "Main" are called "a", and some are on or in a deal: 1 (DISABLED), 2 (DISABLED, a turn-on under way) | Turn the wrong ones off and let their deals end, or pin the right one with botId.',
      "warning plan/in-doubt main/#2 at  | a turn-on of bot 2 was sent at 00:00:00 UTC, and nobody has seen what became of it: the bot is shown off (DISABLED), and may come on until 00:01:00 UTC | Run botform resolve to look again. botform bots off turns it off, and watches until then.",
      "0 unchanged",
    ],
  ],
  [
    "several are called so, and all are off",
    {},
    observed([live(2, "a"), A]),
    [
      'warning plan/copies main/a at botform.yaml/bots/a | other live bots have the same title "a" as bot 1: 2 (DISABLED) | Give them another title on the service, or pin the right one with botId.',
      "1 unchanged",
    ],
  ],
  [
    "it is on another access",
    {},
    observed([live(1, "a", { accessId: 2 })]),
    [
      'error plan/access-changed main/a at botform.yaml/bots/a | bot 1 "a" is on access 2, but the configuration has it on "Main" (1); a bot\'s access can\'t be changed | Set access back; or plan with --allow-replace: the old bot is turned off and stays on the account, and a new one is created here.',
      "0 unchanged",
    ],
  ],
  [
    "its access isn't there",
    { access: { alias: "primary", live: "Main" } },
    observed([A], { accesses: [{ id: 2, title: "Second", exchange: "SERVICE_FUTURES" }] }),
    [
      'error plan/unknown-access undefined at botform.yaml/accounts/main/accesses/primary | the account main has no access "Main" | It has "Second" (2). Correct the alias primary, or check that the API key belongs to the right account.',
      "0 unchanged",
    ],
  ],
  [
    "its access is on another exchange",
    {},
    observed([A], {
      accesses: [
        { id: 1, title: "Main", exchange: "OTHER" },
        { id: 2, title: "Second", exchange: "SERVICE_FUTURES" },
      ],
    }),
    [
      'error plan/wrong-exchange undefined at botform.yaml/accounts/main/accesses/primary | the access "Main" is on the exchange OTHER, but the account has SERVICE_FUTURES | Set exchange: OTHER, or put accesses of different exchanges into separate accounts.',
      "0 unchanged",
    ],
  ],
  [
    "a turn-on that was sent may still take effect",
    { enabled: false },
    observed([A], turnOnsUnderWay(1)),
    [
      "turn-off main/a: enabled is false, but a turn-on that was sent before may still take effect",
      "warning plan/in-doubt main/a at  | a turn-on of bot 1 was sent at 00:00:00 UTC, and nobody has seen what became of it: the bot is shown off (DISABLED), and may come on until 00:01:00 UTC | Run botform resolve to look again. botform bots off turns it off, and watches until then.",
      'main/a "a" on Main (1) is 1 | 10 managed, countOrderMax not | copies  | ',
      "0 unchanged",
    ],
  ],
  [
    "two accesses have its title",
    {},
    observed([A], { accesses: [1, 3].map((id) => ({ id, title: "Main", exchange: "SERVICE_FUTURES" })) }),
    [
      'error plan/ambiguous-access undefined at botform.yaml/accounts/main/accesses/primary | 2 accesses of the account main are called "Main" | Name one by its accessId: "Main" (1), "Main" (3).',
      'error plan/unknown-access undefined at botform.yaml/accounts/main/accesses/second | the account main has no access 2 | It has "Main" (1), "Main" (3). Correct the alias second, or check that the API key belongs to the right account.',
      "0 unchanged",
    ],
  ],
])("where %s", (_because, bot, seen, expected) => {
  expect(planned(bot, seen)).toEqual(expected);
});
