// Everything that a configuration can state, as it arrives; and every problem of accounts, bots and policies in its own words.
import { expect, test } from "vitest";
import { load, said } from "./fleet.js";

const ENV = (name: string) => `\${env.BOTFORM_${name}}`;
const WHOLE = `version: 1
accounts:
  main:
    apiUrl: https://api.example.net
    hookUrl: https://hook.example.net
    hookAccount: ${ENV("HOOK_ACCOUNT")}
    hookToken: ${ENV("HOOK_TOKEN")}
    hookPaths: { close: /close }
    hookUrls: { open: "${ENV("OPEN")}" }
    apiKey: ${ENV("KEY")}
    apiSecret: ${ENV("SECRET")}
    requestsPerSecond: 2
    concurrency: 3
    exchange: OTHER
    accesses: { second: 7, primary: Main futures }
    undeclared: turn-off
    undeclaredSettings: off
    activeDeals: take-profit
    titlePrefix: T
    volumeScale: 0.5
    volumeStep: 0.01
    volumeMin: 1
    assumptions: { percentMakerFee: 0.02, nonceWindow: 10, volumeBase: safety }
    overrides: { typeFirstOrder: LIMIT }
  copy:
    preset: cryptorg
    apiKey: ${ENV("KEY_2")}
    apiSecret: ${ENV("SECRET_2")}
    accesses: { second: B, primary: A }
protectedTitles: [Mine, Also]
holds: [{ bots: [b, "copy/*"], reason: R, until: 2026-12-31 }, { bots: [copy/a], reason: Other }]
defaults: { strategy: LONG, access: primary }
templates: { t: { leverage: 3, protect: true } }
vars: { tp: 1.2 }
bots:
  b:
    extends: t
    title: T B
    percentTakeProfit: "\${tp}"
    volumeFirstOrder: 20.5
    martingaleScale: null
    enabled: true
    freezeActiveDeals: true
    previousTitles: [T Z, T Y]
    twin: T b
    botId: 9
    ignore: [leverage]
    unmanaged: [marginMode]
  a: { title: T A, access: second, botId: 2, twin: [T x, T w], undeclaredSettings: keep, pairTitle: USDT-BTC, volumeFirstOrder: 10, volumeSafetyOrder: 8, webhooks: { open: { dca: { max: 3 } }, close: {} } }
policies:
  z: { rule: max-leverage, limit: 5.0 }
  cap: { rule: max-change-percent, limit: 10, fields: [leverage], severity: warn, scope: { account: [main], title: ["T*"] }, waivers: [{ reason: R, until: 2026-03-04 }, { bots: [main/a], reason: S, until: 2026-12-05 }] }
  hours: { rule: change-windows, severity: deny, onUnknown: warn, windows: [{ days: [mon, sun], from: "08:00", to: "24:00", timeZone: Europe/Berlin, firstDay: 2026-01-01, lastDay: 2026-12-31 }] }
  off: { rule: kill-switch, file: STOP, env: BOTFORM_STOP }
`;

test("what an account, its bots and policies state arrives", () => {
  const { accounts, policies, reaches, diagnostics } = load(WHOLE);
  const shown = (value: object) => Object.entries(value).map(([key, one]) => `${key}: ${JSON.stringify(one)}`);
  const found = {
    diagnostics: said(diagnostics),
    accounts: accounts.map(({ desired: { bots, ...desired }, connection, volumes, assumptions, base }) => [
      ...shown({ ...desired, ...connection, volumes, assumptions, base: base.values }),
      ...bots.flatMap((bot) => shown(bot).map((line) => `${bot.key} ${line}`)),
    ]),
    reaches: reaches.map(({ exchange, expected }) => [exchange, expected.account]),
    policies: policies.map((policy) => JSON.stringify(policy)),
  };
  expect(found).toMatchInlineSnapshot(`
    {
      "accounts": [
        [
          "account: "copy"",
          "exchange: "CRYPTORG_FUTURES"",
          "origin: {"file":"f0.yaml","path":["accounts","copy"],"key":true}",
          "accesses: [{"alias":"primary","live":"A"},{"alias":"second","live":"B"}]",
          "undeclared: "report"",
          "titlePrefix: """,
          "protectedTitles: ["Mine","Also"]",
          "holds: [{"bots":["b","copy/*"],"reason":"R","until":"2026-12-31","origin":{"file":"f0.yaml","path":["holds",0]}},{"bots":["copy/a"],"reason":"Other","origin":{"file":"f0.yaml","path":["holds",1]}}]",
          "digest: "4f83f3de2584d5ad2087967b790b44597ef0c768dd45be0a17fe2132819a9b13"",
          "apiUrl: {"value":"https://api2.cryptorg.net","origin":{"file":"f0.yaml","path":["accounts","copy"]}}",
          "hookUrl: {"value":"https://api3.cryptorg.net","origin":{"file":"f0.yaml","path":["accounts","copy"]}}",
          "apiKey: {"value":{"env":"BOTFORM_KEY_2"},"origin":{"file":"f0.yaml","path":["accounts","copy","apiKey"]}}",
          "apiSecret: {"value":{"env":"BOTFORM_SECRET_2"},"origin":{"file":"f0.yaml","path":["accounts","copy","apiSecret"]}}",
          "hook: {"paths":{},"urls":{}}",
          "secretVariables: {}",
          "volumes: {}",
          "assumptions: {}",
          "base: {"strategy":"LONG","access":"primary"}",
          "a key: "a"",
          "a address: "copy/a"",
          "a origin: {"file":"f0.yaml","path":["bots","a"],"key":true}",
          "a fieldOrigins: {"title":{"file":"f0.yaml","path":["bots","a","title"]},"pairTitle":{"file":"f0.yaml","path":["bots","a","pairTitle"]},"strategy":{"file":"f0.yaml","path":["defaults","strategy"]},"volumeFirstOrder":{"file":"f0.yaml","path":["bots","a","volumeFirstOrder"]},"volumeSafetyOrder":{"file":"f0.yaml","path":["bots","a","volumeSafetyOrder"]}}",
          "a access: {"alias":"second","live":"B"}",
          "a fields: {"title":"T A","pairTitle":"USDT-BTC","strategy":"LONG","volumeFirstOrder":"10","volumeSafetyOrder":"8"}",
          "a initial: {}",
          "a enabled: undefined",
          "a previousTitles: []",
          "a twin: ["T x","T w"]",
          "a botId: 2",
          "a protect: false",
          "b key: "b"",
          "b address: "copy/b"",
          "b origin: {"file":"f0.yaml","path":["bots","b"],"key":true}",
          "b fieldOrigins: {"title":{"file":"f0.yaml","path":["bots","b","title"]},"strategy":{"file":"f0.yaml","path":["defaults","strategy"]},"percentTakeProfit":{"file":"f0.yaml","path":["bots","b","percentTakeProfit"]},"volumeFirstOrder":{"file":"f0.yaml","path":["bots","b","volumeFirstOrder"]},"martingaleScale":{"file":"f0.yaml","path":["bots","b","martingaleScale"]}}",
          "b access: {"alias":"primary","live":"A"}",
          "b fields: {"title":"T B","strategy":"LONG","percentTakeProfit":"1.2","volumeFirstOrder":"20.5","martingaleScale":null}",
          "b initial: {"leverage":"3"}",
          "b unmanaged: ["marginMode"]",
          "b enabled: true",
          "b previousTitles: ["T Z","T Y"]",
          "b twin: ["T b"]",
          "b botId: 9",
          "b protect: true",
          "b freezeActiveDeals: true",
        ],
        [
          "account: "main"",
          "exchange: "OTHER"",
          "origin: {"file":"f0.yaml","path":["accounts","main"],"key":true}",
          "accesses: [{"alias":"primary","live":"Main futures"},{"alias":"second","live":7}]",
          "undeclared: "turn-off"",
          "titlePrefix: "T"",
          "protectedTitles: ["Mine","Also"]",
          "activeDeals: "take-profit"",
          "holds: [{"bots":["b","copy/*"],"reason":"R","until":"2026-12-31","origin":{"file":"f0.yaml","path":["holds",0]}}]",
          "digest: "3dba88c981974030de5691ccbe3895f0700310aaa5da34edd81cba6a75799864"",
          "apiUrl: {"value":"https://api.example.net","origin":{"file":"f0.yaml","path":["accounts","main","apiUrl"]}}",
          "hookUrl: {"value":"https://hook.example.net","origin":{"file":"f0.yaml","path":["accounts","main","hookUrl"]}}",
          "apiKey: {"value":{"env":"BOTFORM_KEY"},"origin":{"file":"f0.yaml","path":["accounts","main","apiKey"]}}",
          "apiSecret: {"value":{"env":"BOTFORM_SECRET"},"origin":{"file":"f0.yaml","path":["accounts","main","apiSecret"]}}",
          "hook: {"account":{"value":{"env":"BOTFORM_HOOK_ACCOUNT"},"origin":{"file":"f0.yaml","path":["accounts","main","hookAccount"]}},"token":{"value":{"env":"BOTFORM_HOOK_TOKEN"},"origin":{"file":"f0.yaml","path":["accounts","main","hookToken"]}},"paths":{"close":"/close"},"urls":{"open":{"value":{"env":"BOTFORM_OPEN"},"origin":{"file":"f0.yaml","path":["accounts","main","hookUrls","open"]}}}}",
          "budget: {"requestsPerSecond":2,"concurrency":3}",
          "nonceWindow: 10",
          "secretVariables: {}",
          "volumes: {"scale":"0.5","step":"0.01","min":"1"}",
          "assumptions: {"volumeBase":"safety","makerFee":"0.0002"}",
          "base: {"strategy":"LONG","access":"primary","typeFirstOrder":"LIMIT"}",
          "a key: "a"",
          "a address: "main/a"",
          "a origin: {"file":"f0.yaml","path":["bots","a"],"key":true}",
          "a fieldOrigins: {"title":{"file":"f0.yaml","path":["bots","a","title"]},"pairTitle":{"file":"f0.yaml","path":["bots","a","pairTitle"]},"strategy":{"file":"f0.yaml","path":["defaults","strategy"]},"typeFirstOrder":{"file":"f0.yaml","path":["accounts","main","overrides","typeFirstOrder"]},"volumeFirstOrder":{"file":"f0.yaml","path":["bots","a","volumeFirstOrder"]},"volumeSafetyOrder":{"file":"f0.yaml","path":["bots","a","volumeSafetyOrder"]}}",
          "a access: {"alias":"second","live":7}",
          "a fields: {"title":"T A","pairTitle":"USDT-BTC","strategy":"LONG","typeFirstOrder":"LIMIT","volumeFirstOrder":"5","volumeSafetyOrder":"4"}",
          "a initial: {}",
          "a enabled: undefined",
          "a previousTitles: []",
          "a twin: ["T x","T w"]",
          "a botId: 2",
          "a protect: false",
          "b key: "b"",
          "b address: "main/b"",
          "b origin: {"file":"f0.yaml","path":["bots","b"],"key":true}",
          "b fieldOrigins: {"title":{"file":"f0.yaml","path":["bots","b","title"]},"strategy":{"file":"f0.yaml","path":["defaults","strategy"]},"typeFirstOrder":{"file":"f0.yaml","path":["accounts","main","overrides","typeFirstOrder"]},"percentTakeProfit":{"file":"f0.yaml","path":["bots","b","percentTakeProfit"]},"volumeFirstOrder":{"file":"f0.yaml","path":["bots","b","volumeFirstOrder"]},"volumeSafetyOrder":{"file":"f0.yaml","path":["bots","b"],"key":true},"martingaleScale":{"file":"f0.yaml","path":["bots","b","martingaleScale"]},"indicatorGroup":{"file":"f0.yaml","path":["bots","b"],"key":true},"indicatorName":{"file":"f0.yaml","path":["bots","b"],"key":true},"indicatorInterval":{"file":"f0.yaml","path":["bots","b"],"key":true},"priceLevel":{"file":"f0.yaml","path":["bots","b"],"key":true},"priceLevelDown":{"file":"f0.yaml","path":["bots","b"],"key":true},"priceLevelUp":{"file":"f0.yaml","path":["bots","b"],"key":true}}",
          "b access: {"alias":"primary","live":"Main futures"}",
          "b fields: {"title":"T B","strategy":"LONG","typeFirstOrder":"LIMIT","percentTakeProfit":"1.2","volumeFirstOrder":"10.25","volumeSafetyOrder":null,"martingaleScale":null,"indicatorGroup":null,"indicatorName":null,"indicatorInterval":null,"priceLevel":null,"priceLevelDown":null,"priceLevelUp":null}",
          "b initial: {"leverage":"3"}",
          "b unmanaged: ["marginMode"]",
          "b undeclaredSettings: "off"",
          "b enabled: true",
          "b previousTitles: ["T Z","T Y"]",
          "b twin: ["T b"]",
          "b botId: 9",
          "b protect: true",
          "b freezeActiveDeals: true",
        ],
      ],
      "diagnostics": [],
      "policies": [
        "{"name":"cap","rule":"max-change-percent","severity":"warn","origin":{"file":"f0.yaml","path":["policies","cap"]},"onUnknown":"warn","scope":{"account":["main"],"title":["T*"]},"parameters":{"fields":["leverage"],"limit":"10"},"waivers":[{"reason":"R","until":"2026-03-04","origin":{"file":"f0.yaml","path":["policies","cap","waivers",0]}},{"bots":["main/a"],"reason":"S","until":"2026-12-05","origin":{"file":"f0.yaml","path":["policies","cap","waivers",1]}}]}",
        "{"name":"hours","rule":"change-windows","severity":"deny","origin":{"file":"f0.yaml","path":["policies","hours"]},"onUnknown":"warn","scope":{},"parameters":{"windows":[{"days":["mon","sun"],"from":"08:00","to":"24:00","firstDay":"2026-01-01","lastDay":"2026-12-31","timeZone":"Europe/Berlin"}]},"waivers":[]}",
        "{"name":"off","rule":"kill-switch","severity":"deny","origin":{"file":"f0.yaml","path":["policies","off"]},"onUnknown":"deny","scope":{},"parameters":{"file":"STOP","env":"BOTFORM_STOP"},"waivers":[]}",
        "{"name":"z","rule":"max-leverage","severity":"deny","origin":{"file":"f0.yaml","path":["policies","z"]},"onUnknown":"deny","scope":{},"parameters":{"limit":"5"},"waivers":[]}",
      ],
      "reaches": [
        [
          "CRYPTORG_FUTURES",
          "copy",
        ],
        [
          "OTHER",
          "main",
        ],
      ],
    }
  `);
});

const ACCOUNT = (name: string, ...lines: readonly string[]) =>
  `  ${name}:\n${lines.map((line) => `    ${line}\n`).join("")}`;
const KEYS = ["apiKey: ${env.BOTFORM_KEY}", "apiSecret: ${env.BOTFORM_SECRET}"];
const ONE = `version: 1\naccounts:\n${ACCOUNT("main", "preset: cryptorg", ...KEYS, "accesses: { primary: Main }")}`;
const TWO = ONE.replace("{ primary: Main }", "{ primary: Main, second: 7 }");
const BOT =
  "pairTitle: USDT-BTC, strategy: LONG, leverage: 5, marginMode: ISO, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1, percentSafetyOrder: 1, volumeFirstOrder: 20";
const policy = (text: string) => `${ONE}bots: { x: { title: X, ${BOT} } }\npolicies: { p: { ${text} } }\n`;

test.each<{ because: string; text: string; expected: readonly string[] }>([
  {
    because: "an account lacks what it needs",
    text: `version: 1\naccounts:\n${ACCOUNT("a", "titlePrefix: A")}${ACCOUNT("b", "preset: nothing", "apiKey: 5", "accesses: 7")}bots: { x: { title: X, ${BOT} } }\n`,
    expected: [
      "3:3 missing-key: account a has no accesses | Add `accesses: { primary: <the access's title on the service> }`.",
      "3:3 missing-key: account a has no apiKey | Add `apiKey: ${env.BOTFORM_API_KEY}`.",
      "3:3 missing-key: account a has no apiSecret | Add `apiSecret: ${env.BOTFORM_API_SECRET}`.",
      "3:3 missing-key: account a has no apiUrl | Add `apiUrl: ${env.BOTFORM_API_URL}`, an https address, or a preset.",
      "5:3 missing-key: account b has no apiSecret | Add `apiSecret: ${env.BOTFORM_API_SECRET}`.",
      "6:13 unknown-word: accounts.b.preset must be cryptorg | Write cryptorg.",
      "7:13 unquoted-text: accounts.b.apiKey must be text, but without quotes its value is a number | Put quotes around it.",
      "8:15 wrong-type: accounts.b.accesses must be a map of names and values, not a number | Write names below it, or remove it.",
      '9:21 title-outside-prefix: the title of bot x doesn\'t begin with the titlePrefix of account a | Begin the title with "A", or change the prefix.',
    ],
  },
  {
    because: "an address that keys must not be sent to",
    text: ONE.replace("preset: cryptorg", 'apiUrl: "http://a.example.net"\n    hookUrl: "https://u:p@a.example.net"'),
    expected: [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      "4:13 bad-url: accounts.main.apiUrl doesn't begin with https:// | Use https; http works only for this machine.",
      "5:14 bad-url: accounts.main.hookUrl contains a user or password | Leave them out.",
    ],
  },
  {
    because: "bots without a title, of a wrong prefix, without an access, or with one that isn't there",
    text: `${TWO.replace("accesses", "titlePrefix: T\n    accesses")}bots: { a: { ${BOT} }, b: { title: B, access: second, ${BOT} }, c: { title: TC, ${BOT} }, d: { title: TD, access: secnd, ${BOT} } }\n`,
    expected: [
      "9:9 access-missing: bot a doesn't name the access of account main that it uses | Add `access: primary` (or another of: primary, second) to the bot or to defaults.",
      "9:9 title-missing: bot a has no title | Add `title: …`.",
      '9:209 title-outside-prefix: the title of bot b doesn\'t begin with the titlePrefix of account main | Begin the title with "T", or change the prefix.',
      "9:411 access-missing: bot c doesn't name the access of account main that it uses | Add `access: primary` (or another of: primary, second) to the bot or to defaults.",
      "9:634 unknown-access: account main has no access with the alias secnd | Did you mean second?",
    ],
  },
  {
    because: "one fault of what many bots share is told once",
    text: `${ONE}defaults: { priceLevel: UPPER }\nbots: { a: { title: A, ${BOT} }, b: { title: B, ${BOT} }, c: { title: C, ${BOT} } }\n`,
    expected: [
      "8:25 warning price-level-missing: bot a: priceLevel UPPER needs priceLevelUp, which isn't declared (and 2 more bots) | Add priceLevelUp, or choose another priceLevel.",
    ],
  },
  {
    because: "nothing is where something must be",
    text: "version: 1\n",
    expected: [
      "1:1 no-accounts: no account is declared | Declare one under `accounts`.",
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
    ],
  },
  {
    because: "names that nothing declares",
    text: `${ONE}bots: { a: { extends: t, title: "\${nme}", only: [copy], leverage: "\${env.X}" } }\nvars: { name: A }\n`,
    expected: [
      "8:23 unknown-template: there is no template t | Remove it.",
      "8:33 undefined-variable: there is no variable nme | Did you mean name? Declare it under `vars`, or give it with --var nme=….",
      "8:50 unknown-account: there is no account copy | Use one of: main.",
      "8:67 bad-reference: environment variables can't be used here | ${env.…} works only in accounts; give the value with --var or --var-file instead.",
    ],
  },
  {
    because: "two bots that would be one, and titles that others have",
    text: `${ONE}bots: { a: { title: A, botId: 5, previousTitles: [B, Z], ${BOT} }, b: { title: B, botId: 5, previousTitles: [Z], ${BOT} }, c: { title: A, ${BOT} } }\n`,
    expected: [
      '8:51 previous-title-taken: bot a: the previous title "B" belongs to bot b (f0.yaml:8) too | Keep it with one bot: rename in two applies, or pin the bots with botId.',
      "8:263 bot-id-twice: bots a (f0.yaml:8) and b are both pinned to live bot 5 | Pin one of them.",
      '8:283 previous-title-taken: bot b: the previous title "Z" belongs to bot a (f0.yaml:8) too | Keep it with one bot: rename in two applies, or pin the bots with botId.',
      "8:482 title-twice: bots a (f0.yaml:8) and c have the same title in access primary | Give one of them another title.",
    ],
  },
  {
    because: "a policy without a rule",
    text: policy("limit: 5"),
    expected: [
      "9:13 policy-parameter: the policy p has no rule | Add `rule: max-leverage` or another; botform explain policy/max-leverage explains one.",
    ],
  },
  {
    because: "a policy without its parameters, with others, and with a scope of some bots",
    text: `${policy("rule: affordable, limit: 5, scope: { account: [main], pair: [USDT-*] }").replace("p: {", "k: { rule: kill-switch }, l: { rule: max-leverage }, m: { rule: max-change-percent, pairs: [A] }, p: {")}`,
    expected: [
      "9:24 policy-parameter: policy k: kill-switch needs file or env | Add one of them, or both.",
      "9:50 policy-parameter: policy l: max-leverage needs limit | Add limit.",
      "9:77 policy-parameter: policy m: max-change-percent needs fields and limit | Add fields and limit.",
      "9:104 policy-parameter: policy m: max-change-percent has no pairs | Its parameters are: fields, limit (percent).",
      "9:141 policy-parameter: policy p: affordable has no limit | Its parameters are: none.",
      "9:144 policy-parameter: policy p: affordable checks an account's totals, so its scope can only name accounts | Leave only account in the scope.",
    ],
  },
  {
    because: "scopes of totals",
    text: policy(
      "rule: max-wallet-exposure, limit: 5, of: account, scope: { title: [X] } }, q: { rule: max-exposure-increase, limit: 5, scope: { access: [primary] } }, r: { rule: max-wallet-exposure, limit: 5, scope: { title: [X] } }, s: { rule: affordable, scope: { account: [main] }",
    ),
    expected: [
      "9:68 policy-parameter: policy p: max-wallet-exposure checks an account's totals, so its scope can only name accounts | Leave only account in the scope.",
      "9:137 policy-parameter: policy q: max-exposure-increase checks an account's totals, so its scope can only name accounts | Leave only account in the scope.",
    ],
  },
  {
    because: "times and expressions that can't be",
    text: policy(
      'rule: change-windows, windows: [{ timeZone: Europe/Berlin }, { timeZone: Mars/Base }], waivers: [{ reason: R, until: 2026-02-28 }, { reason: R, until: 2026-02-30 }] }, q: { rule: custom, when: "bot."',
    ),
    expected: [
      '9:91 policy-time: policy p: "Mars/Base" is not a known time zone | Write an IANA name such as Europe/Berlin.',
      '9:169 policy-time: policy p: "2026-02-30" is not a date | Write YYYY-MM-DD.',
      "9:211 policy-expression: policy q: the expression of q can't be used: Expected IDENTIFIER, got EOF | See docs/reference/policies.md for what an expression may contain.",
    ],
  },
  {
    because: "holds of nothing, and of no time",
    text: `${ONE}bots: { x: { title: X, ${BOT} } }\nholds: [{ bots: [x, y], reason: R }, { bots: [x], reason: R, until: 2026-02-30 }]\n`,
    expected: [
      "9:21 warning hold-idle: the hold on y holds no bot of the configuration | Correct the key, or remove it. A bot that isn't declared is named by its id: account/#123.",
      '9:69 hold-time: "2026-02-30" is not a day or a moment | Write YYYY-MM-DD, or YYYY-MM-DDTHH:MMZ.',
    ],
  },
  {
    because: "a secret that is something else, too",
    text: `${ONE.replace("preset: cryptorg", 'apiUrl: ${env.BOTFORM_SECRET}\n    hookUrls: { open: "${env.BOTFORM_HOOK_TOKEN}" }')}bots: { x: { title: X, ${BOT} } }\n`,
    expected: [
      "4:13 secret-elsewhere: account main: apiUrl is ${env.BOTFORM_SECRET}, which is a secret: its place is apiSecret | Name the variable that holds the apiUrl. If this one does, rename it; and give no two variables one value.",
      "5:23 secret-elsewhere: account main: hookUrls is ${env.BOTFORM_HOOK_TOKEN}, which is a secret: its place is hookToken | Name the variable that holds the hookUrls. If this one does, rename it; and give no two variables one value.",
    ],
  },
])("what is reported: $because", ({ text, expected }) => {
  expect(said(load(text).diagnostics)).toEqual(expected);
});

test("what is missing may stand in a file that can't be read", () => {
  const account = ACCOUNT("main", "preset: cryptorg", ...KEYS, "accesses: { primary: Main, second: B }");
  const bot = 'title: "${nme}", extends: t, only: [copy]';
  const text = `accounts:\n${account}bots: { a: { ${bot} }, b: { title: B, access: second, webhooks: { open: true }, priceLevel: UPPER, indicatorGroup: FOMO, countOrderMax: 3 } }\n`;
  const codes = (texts: readonly string[]) => load(texts).diagnostics.map(({ code }) => code.slice(7));
  expect(codes([text, "bots: {\n"])).toEqual(["yaml-indent"]);
  expect([...new Set(codes([text]))].sort()).toEqual([
    "access-missing",
    "incomplete-bot",
    "incomplete-indicator",
    "price-level-missing",
    "safety-volume-missing",
    "undefined-variable",
    "unknown-account",
    "unknown-template",
    "version-missing",
    "webhook-incomplete",
    "webhook-safety-volume",
  ]);
});
