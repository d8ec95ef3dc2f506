// What is said of a wrong account or policy: place, code, summary and remedy, whole; and no value of an account.
import { describe, expect, test } from "vitest";
import { ACCOUNT, botYaml, diagnosticsOf, said, withAccount } from "../fleet.js";

type Row = readonly [line: string, says: readonly string[]];
const BOT = `bots:\n${botYaml("x")}`;

const IN_AN_ACCOUNT: readonly Row[] = [
  [
    "volumeScale: 25%",
    ["8:18 wrong-type: accounts.main.volumeScale must be a number, not text | It is a factor: write 0.25 for 25 %."],
  ],
  [
    "limits: { maxTurnOns: 9, reason: r, until: 31.12.2026 }",
    ["8:48 bad-text: accounts.main.limits.until isn't a day | Write the last day: YYYY-MM-DD."],
  ],
  ["preset: crypto", ["8:13 unknown-word: accounts.main.preset must be cryptorg | Did you mean cryptorg?"]],
  ["apiKey2: CANARY", ['8:5 unknown-key: unknown key "apiKey2" in accounts.main | Did you mean apiKey?']],
  ["apiUrl2: x", ['8:5 unknown-key: unknown key "apiUrl2" in accounts.main | Did you mean apiUrl?']],
  [
    "hookUrl: http://example.net",
    ["8:14 bad-url: accounts.main.hookUrl doesn't begin with https:// | Use https; http works only for this machine."],
  ],
  [
    "hookUrl: ftp://example.net",
    ["8:14 bad-url: accounts.main.hookUrl isn't an address | Write https://host, or ${env.BOTFORM_…}."],
  ],
  [
    "hookUrl: https://example.net/hook/CANARY",
    [
      "8:14 bad-url: accounts.main.hookUrl goes on after the host | Leave out everything after the host; a webhook's token doesn't belong here.",
    ],
  ],
  [
    "hookUrl: https://user:CANARY@example.net",
    ["8:14 bad-url: accounts.main.hookUrl contains a user or password | Leave them out."],
  ],
  [
    "hookUrl: https://example.net?key=CANARY",
    [
      "8:14 bad-url: accounts.main.hookUrl goes on after the host | Leave out everything after the host; a webhook's token doesn't belong here.",
    ],
  ],
  [
    "hookUrl: https://example.net?",
    [
      "8:14 bad-url: accounts.main.hookUrl goes on after the host | Leave out everything after the host; a webhook's token doesn't belong here.",
    ],
  ],
  [
    "hookUrl: https://example.net#",
    [
      "8:14 bad-url: accounts.main.hookUrl goes on after the host | Leave out everything after the host; a webhook's token doesn't belong here.",
    ],
  ],
  [
    "hookUrl: https://a b",
    ["8:14 bad-url: accounts.main.hookUrl isn't an address | Write https://host, or ${env.BOTFORM_…}."],
  ],
  [
    "hookUrl: 'https://[CANARY'",
    [
      "8:14 bad-url: accounts.main.hookUrl isn't an address | Write https://host; of this machine http://127.0.0.1:PORT.",
    ],
  ],
  [
    "hookUrl: ${env.HOME}",
    [
      '8:14 bad-reference: accounts.main.hookUrl doesn\'t refer to an environment variable that botform may read | Write ${env.BOTFORM_…}: names begin with BOTFORM_ and use capitals, digits and "_".',
    ],
  ],
  [
    "hookUrl: 5",
    [
      "8:14 unquoted-text: accounts.main.hookUrl must be text, but without quotes its value is a number | Put quotes around it.",
    ],
  ],
  [
    "hookAccount: CANARY",
    [
      "8:18 literal-secret: accounts.main.hookAccount is written into the file | Write ${env.BOTFORM_MAIN_HOOK_ACCOUNT} and set that variable; if the file was ever shared, revoke the old value.",
    ],
  ],
  [
    "hookAccount: 7001",
    [
      "8:18 literal-secret: accounts.main.hookAccount is written into the file | Write ${env.BOTFORM_MAIN_HOOK_ACCOUNT} and set that variable; if the file was ever shared, revoke the old value.",
    ],
  ],
  [
    "hookAccount: $BOTFORM_MAIN_HOOK",
    [
      '8:18 bad-reference: accounts.main.hookAccount doesn\'t refer to an environment variable that botform may read | Write ${env.BOTFORM_MAIN_HOOK_ACCOUNT}: names begin with BOTFORM_ and use capitals, digits and "_".',
    ],
  ],
  [
    "hookAccount: ${env.CANARY}",
    [
      '8:18 bad-reference: accounts.main.hookAccount doesn\'t refer to an environment variable that botform may read | Write ${env.BOTFORM_MAIN_HOOK_ACCOUNT}: names begin with BOTFORM_ and use capitals, digits and "_".',
    ],
  ],
  [
    "hookToken: CANARY",
    [
      "8:16 literal-secret: accounts.main.hookToken is written into the file | Write ${env.BOTFORM_MAIN_HOOK_TOKEN} and set that variable; if the file was ever shared, revoke the old value.",
    ],
  ],
  [
    "hookToken: ${env.botform_X}",
    [
      '8:16 bad-reference: accounts.main.hookToken doesn\'t refer to an environment variable that botform may read | Write ${env.BOTFORM_MAIN_HOOK_TOKEN}: names begin with BOTFORM_ and use capitals, digits and "_".',
    ],
  ],
  [
    "hookPaths: { close: close-deal }",
    [
      '8:25 bad-url: accounts.main.hookPaths.close isn\'t a valid end of an address, after account and token | Write nothing ("") or a path such as /topup-deal. Put a whole address into hookUrls, as ${env.BOTFORM_…}.',
    ],
  ],
  [
    "hookPaths: { closee: /x }",
    ['8:18 unknown-key: unknown key "closee" in accounts.main.hookPaths | Did you mean close?'],
  ],
  [
    "hookPaths: { title: /x }",
    ['8:18 unknown-key: unknown key "title" in accounts.main.hookPaths | Use one of: open, update, average, close.'],
  ],
  [
    "hookUrls: { close: https://CANARY }",
    [
      "8:24 literal-secret: accounts.main.hookUrls.close is written into the file | Write ${env.BOTFORM_MAIN_HOOK_URL} and set that variable; if the file was ever shared, revoke the old value.",
    ],
  ],
  [
    "hookUrls: { close: '${env.CANARY}' }",
    [
      '8:24 bad-reference: accounts.main.hookUrls.close doesn\'t refer to an environment variable that botform may read | Write ${env.BOTFORM_MAIN_HOOK_URL}: names begin with BOTFORM_ and use capitals, digits and "_".',
    ],
  ],
  [
    "hookUrls: []",
    ["8:15 wrong-type: accounts.main.hookUrls must be a map of keys and values, not a list | Remove the dashes."],
  ],
  [
    "undeclared: turnoff",
    ["8:17 unknown-word: accounts.main.undeclared must be report, turn-off or ignore | Did you mean turn-off?"],
  ],
  [
    "undeclared: 5",
    [
      "8:17 unknown-word: accounts.main.undeclared must be report, turn-off or ignore | Write report, turn-off or ignore.",
    ],
  ],
  [
    "activeDeals: all",
    ["8:18 unknown-word: accounts.main.activeDeals must be keep or take-profit | Write keep or take-profit."],
  ],
  [
    "titlePrefix: ETH",
    [
      '12:12 title-outside-prefix: the title of bot x doesn\'t begin with the titlePrefix of account main | Begin the title with "ETH", or change the prefix.',
    ],
  ],
  ['titlePrefix: "a\\nb"', ["8:18 bad-text: accounts.main.titlePrefix contains a control character | Remove it."]],
  [
    "exchange: 5",
    [
      "8:15 unquoted-text: accounts.main.exchange must be text, but without quotes its value is a number | Put quotes around it.",
    ],
  ],
  [
    "exchange: '${e}'",
    [
      "8:15 bad-reference: accounts.main.exchange holds ${…}, and variables aren't allowed there | Variables are allowed in the settings of bots, templates, defaults and overrides, and in bot keys.",
    ],
  ],
  ["exchange: ''", ["8:15 bad-text: accounts.main.exchange is empty | Write text, or remove the line."]],
  [
    "volumeScale: 0",
    ["8:18 out-of-range: accounts.main.volumeScale must be greater than 0 | Write a number within the bounds."],
  ],
  [
    "volumeScale: 1e-40",
    [
      "8:18 inexact-number: a number can't be kept exactly | Write fewer digits (15 are always safe); if you mean text, put quotes around it.",
    ],
  ],
  [
    'volumeMin: "5"',
    ["8:16 quoted-number: accounts.main.volumeMin must be a number, but in quotes it is text | Remove the quotes."],
  ],
  [
    "volumeMin: 30",
    [
      "21:23 volume-too-small: bot x: volumeFirstOrder is 20, below the account's volumeMin of 30 | Raise the volume or volumeScale, correct volumeStep or volumeMin, or leave the bot out with except.",
    ],
  ],
  [
    "overrides: { title: x }",
    ['8:18 unknown-key: unknown key "title" in accounts.main.overrides | title can only be set for a bot, not here.'],
  ],
  [
    "overrides: { leverage: '5' }",
    [
      "8:28 quoted-number: accounts.main.overrides.leverage must be a number, but in quotes it is text | Remove the quotes.",
    ],
  ],
  [
    "overrides: { leverage: 0 }",
    [
      "8:28 out-of-range: accounts.main.overrides.leverage must be greater than 0; it is 0 | Write a number within the bounds.",
    ],
  ],
  [
    "requestsPerSecond: 1.9",
    ["8:24 out-of-range: accounts.main.requestsPerSecond must be at least 2 | Write a number within the bounds."],
  ],
  [
    "concurrency: 0",
    ["8:18 out-of-range: accounts.main.concurrency must be at least 1 | Write a number within the bounds."],
  ],
  [
    "concurrency: 1.5",
    [
      "8:18 not-whole: accounts.main.concurrency must be a whole number, not a fraction | Write a whole number, for example 5.",
    ],
  ],
  [
    "concurrency: fast",
    ["8:18 wrong-type: accounts.main.concurrency must be a number, not text | Write a plain number."],
  ],
  [
    "assumptions: { percentTakerFee: 100 }",
    [
      "8:37 out-of-range: accounts.main.assumptions.percentTakerFee must be less than 100 | Write a number within the bounds.",
    ],
  ],
  [
    "assumptions: { percentMakerFee: -1 }",
    [
      "8:37 out-of-range: accounts.main.assumptions.percentMakerFee must be at least 0 | Write a number within the bounds.",
    ],
  ],
  [
    "assumptions: { percentFunding: -100 }",
    [
      "8:36 out-of-range: accounts.main.assumptions.percentFunding must be greater than -100 | Write a number within the bounds.",
    ],
  ],
  [
    "assumptions: { takerFee: 0.05 }",
    [
      '8:20 unknown-key: unknown key "takerFee" in accounts.main.assumptions | Use one of: volumeMeaning, volumeBase, anchor, percentMakerFee, percentTakerFee, percentFunding, liquidation, percentMaintenance, exchangeFile, tiersFile, percentReserve, hedgeMode, percentSafetyBuffer, nonceWindow, rounding, pairs.',
    ],
  ],
  [
    "assumptions: { tiersFile: ../tiers.json }",
    [
      "8:31 bad-text: accounts.main.assumptions.tiersFile can't be used as written | Write the name of a .json file beside this one or below it, without .. or hidden folders.",
    ],
  ],
  [
    "assumptions: { tiersFile: tiers.yaml }",
    [
      "8:31 bad-text: accounts.main.assumptions.tiersFile can't be used as written | Write the name of a .json file beside this one or below it, without .. or hidden folders.",
    ],
  ],
  [
    "assumptions: { pairs: { BTCUSDT: { lot: 1 } } }",
    ['8:29 bad-name: "BTCUSDT" can\'t be a pair in accounts.main.assumptions.pairs | Did you mean USDT-BTC?'],
  ],
  [
    "assumptions: { pairs: { USDT-BTC: { lot: 0 } } }",
    [
      "8:46 out-of-range: accounts.main.assumptions.pairs.USDT-BTC.lot must be greater than 0 | Write a number within the bounds.",
    ],
  ],
  [
    "assumptions: { anchor: first }",
    [
      "8:28 unknown-word: accounts.main.assumptions.anchor must be base, previous or average | Write base, previous or average.",
    ],
  ],
  [
    "assumptions: { hedgeMode: 1 }",
    ["8:31 wrong-type: accounts.main.assumptions.hedgeMode must be true or false, not a number | Write true or false."],
  ],
  ["apiSecert: CANARY", ['8:5 unknown-key: unknown key "apiSecert" in accounts.main | Did you mean apiSecret?']],
  [
    "leverage: 5",
    [
      `8:5 unknown-key: unknown key "leverage" in accounts.main | Write it under overrides, as the account's last word: overrides: { leverage: … }; or under defaults.`,
    ],
  ],
  ["title: CANARY", ['8:5 unknown-key: unknown key "title" in accounts.main | Did you mean titlePrefix?']],
  [
    "1,5",
    [
      "8:5 yaml-syntax: a character is missing: a closing quote or bracket, a comma, or the space after a colon | Close what was opened before this place.",
    ],
  ],
  [
    "assumptions: { pairs: { USDT-BTC: { lott: 1 } } }",
    ['8:41 unknown-key: unknown key "lott" in accounts.main.assumptions.pairs.USDT-BTC | Did you mean lot?'],
  ],
  [
    "assumptions: { pairs: { a-b-c: { lot: 1 } } }",
    [
      '8:29 bad-name: "a-b-c" can\'t be a pair in accounts.main.assumptions.pairs | Write the quote asset first, in capitals: USDT-BTC.',
    ],
  ],
  [
    "assumptions: { makerFee: 1 }",
    [
      '8:20 unknown-key: unknown key "makerFee" in accounts.main.assumptions | Use one of: volumeMeaning, volumeBase, anchor, percentMakerFee, percentTakerFee, percentFunding, liquidation, percentMaintenance, exchangeFile, tiersFile, percentReserve, hedgeMode, percentSafetyBuffer, nonceWindow, rounding, pairs.',
    ],
  ],
  [
    "hookUrls: { zz: '${env.BOTFORM_X}' }",
    ['8:17 unknown-key: unknown key "zz" in accounts.main.hookUrls | Use one of: open, update, average, close.'],
  ],
  [
    "assumptions: { zzzzzzzz: 1 }",
    [
      '8:20 unknown-key: unknown key "zzzzzzzz" in accounts.main.assumptions | Use one of: volumeMeaning, volumeBase, anchor, percentMakerFee, percentTakerFee, percentFunding, liquidation, percentMaintenance, exchangeFile, tiersFile, percentReserve, hedgeMode, percentSafetyBuffer, nonceWindow, rounding, pairs.',
    ],
  ],
];

const ACCESSES: readonly Row[] = [
  [
    "{ a: true }",
    [
      "7:20 wrong-type: accounts.main.accesses.a must be an access's title in quotes, or its accessId as a number | Write the title as the service shows it.",
    ],
  ],
  ["{ a: 0 }", ["7:20 out-of-range: accounts.main.accesses.a must be at least 1 | Write a number within the bounds."]],
  ['{ a: "" }', ["7:20 bad-text: accounts.main.accesses.a is empty | Write text, or remove the line."]],
  [
    '{ "a b": x }',
    [
      '7:17 bad-name: "a b" can\'t be a name in accounts.main.accesses | Use letters, digits, ".", "_" and "-", for example a-b.',
    ],
  ],
  [
    "{}",
    [
      "3:3 missing-key: account main has no accesses | Add `accesses: { primary: <the access's title on the service> }`.",
    ],
  ],
  [
    "[x]",
    [
      "7:15 wrong-type: accounts.main.accesses must be a map of names and values, not a list | Write names and values: accesses: { primary: Main futures }.",
    ],
  ],
  [
    "5",
    [
      "7:15 wrong-type: accounts.main.accesses must be a map of names and values, not a number | Write names and values: accesses: { primary: Main futures }.",
    ],
  ],
  [
    "{ a: '${x}' }",
    [
      "7:20 bad-reference: accounts.main.accesses.a holds ${…}, and variables aren't allowed there | Variables are allowed in the settings of bots, templates, defaults and overrides, and in bot keys.",
    ],
  ],
  [
    "{ a: 1.5 }",
    [
      "7:20 wrong-type: accounts.main.accesses.a must be an access's title in quotes, or its accessId as a number | Write the title as the service shows it.",
    ],
  ],
  [
    "{ '${x}': a }",
    [
      '7:17 bad-reference: accounts.main.accesses."${x}" holds ${…}, and variables aren\'t allowed there | Variables are allowed in the settings of bots, templates, defaults and overrides, and in bot keys.',
    ],
  ],
  [
    "{ title: ' x' }",
    [
      "7:24 bad-text: accounts.main.accesses.title begins or ends with a space | Remove it: titles are compared exactly.",
    ],
  ],
];

describe("an account", () => {
  test.each(IN_AN_ACCOUNT)("with %s", (line, says) => {
    const found = said(diagnosticsOf(withAccount(BOT, line)));
    expect(found).toEqual(says);
    expect(found.join()).not.toContain("CANARY");
  });

  test.each(ACCESSES)("with accesses: %s", (accesses, says) => {
    expect(said(diagnosticsOf(`${ACCOUNT.replace(/accesses: .*/, `accesses: ${accesses}`)}${BOT}`))).toEqual(says);
  });
});

const POLICIES: readonly Row[] = [
  [
    "{ rule: max-leverag, limit: 5 }",
    ['22:14 unknown-word: policies.p.rule must be the name of a rule, not "max-leverag" | Did you mean max-leverage?'],
  ],
  [
    "{ rule: 5 }",
    ["22:14 unknown-word: policies.p.rule must be the name of a rule, not 5 | Write rule: max-leverage or another."],
  ],
  ["{ rule: max-leverage }", ["22:14 policy-parameter: policy p: max-leverage needs limit | Add limit."]],
  [
    "{ limit: 5 }",
    [
      "22:3 policy-parameter: the policy p has no rule | Add `rule: max-leverage` or another; botform explain policy/max-leverage explains one.",
    ],
  ],
  [
    "{ rule: max-martingale, limit: 20% }",
    [
      '22:37 wrong-type: policies.p.limit must be a number, not text "20%" | Write a plain number in the rule\'s unit: botform explain policy/… says which.',
    ],
  ],
  [
    "{ rule: max-leverage, limit: 5, pairs: [A-B] }",
    ["22:45 policy-parameter: policy p: max-leverage has no pairs | Its parameters are: limit (times)."],
  ],
  [
    "{ rule: max-leverage, limit: -1 }",
    ["22:35 out-of-range: policies.p.limit must be at least 0; it is -1 | Write a number within the bounds."],
  ],
  [
    "{ rule: max-leverage, limit: '5' }",
    ["22:35 quoted-number: policies.p.limit must be a number, but in quotes it is text | Remove the quotes."],
  ],
  [
    "{ rule: kill-switch }",
    ["22:14 policy-parameter: policy p: kill-switch needs file or env | Add one of them, or both."],
  ],
  [
    "{ rule: kill-switch, file: ../STOP }",
    [
      '22:33 bad-text: policies.p.file can\'t be "../STOP" | Write the name of a file beside this one or below it, without .. or hidden folders.',
    ],
  ],
  [
    "{ rule: kill-switch, env: STOP }",
    [
      '22:32 bad-text: policies.p.env can\'t be "STOP" | Write the name of an environment variable that begins with BOTFORM_.',
    ],
  ],
  [
    "{ rule: quotes-allow, quotes: [usdt] }",
    ['22:37 bad-text: item 1 of policies.p.quotes can\'t be "usdt" | Write quote assets in capitals, such as USDT.'],
  ],
  [
    "{ rule: affordable, scope: { pair: [A-B] } }",
    [
      "22:26 policy-parameter: policy p: affordable checks an account's totals, so its scope can only name accounts | Leave only account in the scope.",
    ],
  ],
  [
    "{ rule: affordable, scope: { pairs: [A-B] } }",
    ['22:35 unknown-key: unknown key "pairs" in policies.p.scope | Did you mean pair?'],
  ],
  [
    "{ rule: max-leverage, limit: 5, scope: { title: [''] } }",
    [
      '22:55 bad-text: item 1 of policies.p.scope.title can\'t be "" | Write text of 1 to 255 characters without control characters.',
    ],
  ],
  [
    "{ rule: max-leverage, limit: 5, scope: { strategy: [UP] } }",
    ['22:58 unknown-word: item 1 of policies.p.scope.strategy must be LONG or SHORT, not "UP" | Write LONG or SHORT.'],
  ],
  [
    "{ rule: change-windows, windows: [{ timeZone: Mars/Base }] }",
    ['22:52 policy-time: policy p: "Mars/Base" is not a known time zone | Write an IANA name such as Europe/Berlin.'],
  ],
  [
    "{ rule: change-windows, windows: [{ timeZone: '1' }] }",
    [
      '22:52 bad-text: timeZone of item 1 of policies.p.windows can\'t be "1" | Write an IANA name such as Europe/Berlin.',
    ],
  ],
  [
    "{ rule: change-windows, windows: [{ from: '24:00' }] }",
    ["22:40 wrong-type: timeZone of item 1 of policies.p.windows is missing: it must be text | Add it. Write text."],
  ],
  [
    "{ rule: change-windows, windows: [{ from: 9 }] }",
    [
      "22:40 wrong-type: timeZone of item 1 of policies.p.windows is missing: it must be text | Add it. Write text.",
      "22:48 unquoted-text: from of item 1 of policies.p.windows must be text, but without quotes 9 is a number | Put quotes around it.",
    ],
  ],
  [
    "{ rule: change-windows, windows: [{ to: '25:00' }] }",
    [
      "22:40 wrong-type: timeZone of item 1 of policies.p.windows is missing: it must be text | Add it. Write text.",
      '22:46 bad-text: to of item 1 of policies.p.windows can\'t be "25:00" | Write a time of day in quotes: HH:MM.',
    ],
  ],
  [
    "{ rule: change-windows, windows: [{ firstDay: '1' }] }",
    [
      "22:40 wrong-type: timeZone of item 1 of policies.p.windows is missing: it must be text | Add it. Write text.",
      '22:52 bad-text: firstDay of item 1 of policies.p.windows can\'t be "1" | Write a day: YYYY-MM-DD.',
    ],
  ],
  [
    "{ rule: change-windows, windows: [{ lastDay: '2026-13-01' }] }",
    [
      "22:40 wrong-type: timeZone of item 1 of policies.p.windows is missing: it must be text | Add it. Write text.",
      '22:51 bad-text: lastDay of item 1 of policies.p.windows can\'t be "2026-13-01" | Write a day: YYYY-MM-DD.',
    ],
  ],
  [
    "{ rule: change-windows, windows: [{ days: [monday] }] }",
    [
      "22:40 wrong-type: timeZone of item 1 of policies.p.windows is missing: it must be text | Add it. Write text.",
      '22:49 unknown-word: item 1 of days of item 1 of policies.p.windows must be mon, tue, wed, thu, fri, sat or sun, not "monday" | Did you mean mon?',
    ],
  ],
  [
    "{ rule: change-windows, windows: [{ days: [mon, mon] }] }",
    [
      "22:40 wrong-type: timeZone of item 1 of policies.p.windows is missing: it must be text | Add it. Write text.",
      '22:48 repeated-item: days of item 1 of policies.p.windows names "mon" twice | Remove one of them.',
    ],
  ],
  [
    "{ rule: change-windows, windows: [] }",
    ["22:39 out-of-range: policies.p.windows must have at least 1 item; it has 0 | Add or remove items."],
  ],
  ["{ rule: change-windows }", ["22:14 policy-parameter: policy p: change-windows needs windows | Add windows."]],
  [
    "{ rule: max-leverage, limit: 5, waivers: [{ reason: R, until: 2026-02-30 }] }",
    ['22:68 policy-time: policy p: "2026-02-30" is not a date | Write YYYY-MM-DD.'],
  ],
  [
    "{ rule: max-leverage, limit: 5, waivers: [{ reason: R, until: soon }] }",
    ['22:68 bad-text: until of item 1 of policies.p.waivers can\'t be "soon" | Write a day: YYYY-MM-DD.'],
  ],
  [
    "{ rule: max-leverage, limit: 5, waivers: [{ until: 2026-02-03 }] }",
    ["22:48 wrong-type: reason of item 1 of policies.p.waivers is missing: it must be text | Add it. Write text."],
  ],
  [
    "{ rule: max-leverage, limit: 5, waivers: [{ reason: '', until: 2026-02-03 }] }",
    [
      '22:58 bad-text: reason of item 1 of policies.p.waivers can\'t be "" | Write text of 1 to 255 characters without control characters.',
    ],
  ],
  [
    "{ rule: custom, when: 'bot.' }",
    [
      "22:28 policy-expression: policy p: the expression of p can't be used: a name is missing before the end | See docs/reference/policies.md for what an expression may contain.",
    ],
  ],
  [
    "{ rule: custom, when: '' }",
    ['22:28 bad-text: policies.p.when can\'t be "" | Write an expression of 1 to 2000 characters.'],
  ],
  ["{ rule: custom }", ["22:14 policy-parameter: policy p: custom needs when | Add when."]],
  [
    "{ rule: title-pattern, pattern: '' }",
    ['22:38 bad-text: policies.p.pattern can\'t be "" | Write text of 1 to 255 characters without control characters.'],
  ],
  [
    "{ rule: max-leverage, limit: 5, severity: error }",
    ['22:48 unknown-word: policies.p.severity must be deny, warn or off, not "error" | Write deny, warn or off.'],
  ],
  [
    "{ rule: max-leverage, limits: 5 }",
    ['22:28 unknown-key: unknown key "limits" in policies.p | Did you mean limit?'],
  ],
  [
    "{ rule: max-leverage, limit: 5, onUnknown: off }",
    ['22:49 unknown-word: policies.p.onUnknown must be deny or warn, not "off" | Write deny or warn.'],
  ],
  [
    "{ rule: max-leverage, limit: 5, message: ' a' }",
    [
      '22:47 bad-text: policies.p.message can\'t be " a" | Write text of 1 to 255 characters without control characters.',
    ],
  ],
  [
    "{ rule: max-leverage, limit: 5, scope: { zzzzzz: [A] } }",
    [
      '22:47 unknown-key: unknown key "zzzzzz" in policies.p.scope | Use one of: account, access, pair, strategy, title.',
    ],
  ],
  [
    "{ rule: max-leverage, limit: 5, waivers: [{ reasons: R, until: 2026-02-03 }] }",
    [
      "22:48 wrong-type: reason of item 1 of policies.p.waivers is missing: it must be text | Add it. Write text.",
      '22:50 unknown-key: unknown key "reasons" in item 1 of policies.p.waivers | Did you mean reason?',
    ],
  ],
  [
    "{ rule: change-windows, windows: [{ timeZone: UTC, form: '09:00' }] }",
    ['22:57 unknown-key: unknown key "form" in item 1 of policies.p.windows | Did you mean from?'],
  ],
];

test.each(POLICIES)("a policy: %s", (policy, says) => {
  expect(said(diagnosticsOf(`${ACCOUNT}${BOT}policies:\n  p: ${policy}\n`))).toEqual(says);
});

test.each([
  ["limits: { maxTurnOns: 3 }", "It belongs to an account: write it below accounts: { main: { limits: … } }."],
  ["leverage: 5", "Write it under defaults, for every bot: defaults: { leverage: … }; or in a bot."],
])("%s at the top is told where it belongs", (line, remedy) => {
  expect(said(diagnosticsOf(`${line}\n${BOT}`)).join("\n")).toContain(remedy);
});
