// Every problem of accounts, bots and policies in its own words, with its place.
import { expect, test } from "vitest";
import { load, said } from "./fleet.js";

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
      "3:3 missing-key: account a has no apiKey | Add `apiKey: ${env.BOTFORM_A_API_KEY}`.",
      "3:3 missing-key: account a has no apiSecret | Add `apiSecret: ${env.BOTFORM_A_API_SECRET}`.",
      "3:3 missing-key: account a has no apiUrl | Add `apiUrl: ${env.BOTFORM_A_API_URL}`, an https address, or a preset.",
      "5:3 missing-key: account b has no apiSecret | Add `apiSecret: ${env.BOTFORM_B_API_SECRET}`.",
      "6:13 unknown-word: accounts.b.preset must be cryptorg | Write cryptorg.",
      "7:13 literal-secret: accounts.b.apiKey is written into the file | Write ${env.BOTFORM_B_API_KEY} and set that variable; if the file was ever shared, revoke the old value.",
      "8:15 wrong-type: accounts.b.accesses must be a map of names and values, not a number | Write names and values: accesses: { primary: Main futures }.",
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
      "9:9 access-missing: bot a doesn't name the access of account main that it uses (and 1 more bot: c) | Add access: primary or access: second to the bot, or to defaults.",
      "9:9 title-missing: bot a has no title | Add `title: …`.",
      '9:209 title-outside-prefix: the title of bot b doesn\'t begin with the titlePrefix of account main | Begin the title with "T", or change the prefix.',
      "9:634 unknown-access: account main has no access with the alias secnd | Did you mean second?",
    ],
  },
  {
    because: "one fault of what many bots share is told once",
    text: `${ONE}defaults: { priceLevel: UPPER }\nbots: { a: { title: A, ${BOT} }, b: { title: B, ${BOT} }, c: { title: C, ${BOT} } }\n`,
    expected: [
      "8:25 warning price-level-missing: bot a: priceLevel UPPER needs priceLevelUp, which isn't declared (and 2 more bots: b, c) | Add priceLevelUp, or choose another priceLevel.",
    ],
  },
  {
    because: "what each bot lacks at its own place, for one line that isn't there",
    text: `${TWO}bots: { a: { title: A, ${BOT} }, b: { title: B, ${BOT} }, c: { title: C, ${BOT} }, d: { title: D, ${BOT} }, e: { title: E, ${BOT} } }\n`,
    expected: [
      "8:9 access-missing: bot a doesn't name the access of account main that it uses (and 4 more bots: b, c, d, …) | Add access: primary or access: second to the bot, or to defaults.",
    ],
  },
  {
    because: "a section inside another one, with all that belongs to it",
    text: `${ONE}defaults:\n  leverage: 5\n  bots:\n  a: { title: A, ${BOT} }\n  b: { title: B, ${BOT} }\n`,
    expected: [
      "10:3 unknown-key: bots stands inside defaults | Remove the spaces before bots, so that it stands at the top; what belongs to it is indented by 2.",
    ],
  },
  {
    because: "names of accounts and bots by the word of a section, which hide nothing else",
    text: `${TWO}bots: { a: { title: A, accounts: [main], ${BOT} }, b: { title: B, ${BOT} } }\npolicies: { p: { rule: max-leverage, limit: 3, bots: [a] } }\n`,
    expected: [
      "8:9 access-missing: bot a doesn't name the access of account main that it uses (and 1 more bot: b) | Add access: primary or access: second to the bot, or to defaults.",
      '8:24 unknown-key: unknown key "accounts" in bots.a | Write only: with names of accounts to have a bot on some of them, except: to leave some out.',
      '9:48 unknown-key: unknown key "bots" in policies.p | Write scope: { title: ["BTC*"] }, by titles.',
    ],
  },
  {
    because: "an asset for a pair, written or from a variable",
    text: `${ONE}bots: { "x\${c}": { forEach: { c: [ETH] }, title: X, ${BOT.replace("USDT-BTC", '"${c}"')} } }\n`,
    expected: [
      '8:64 bad-pair: bots."x${c}".pairTitle must have the form <QUOTE>-<BASE>, not "ETH"; it contains variables | Write the quote asset and a dash before it: USDT-${c}.',
    ],
  },
  {
    because: "a percentage for a factor, and quotes that belong to a title",
    text: `${ONE.replace("accesses", "volumeScale: 25\n    accesses")}bots: { a: { title: “A”, ${BOT} } }\n`,
    expected: [
      "7:18 warning large-scale: volumeScale makes every volume 25 times as large | It is a factor, not a percentage: 0.25 makes a quarter of each volume.",
      '9:21 warning title-quotes: bot a: the curly quotes belong to its title | Write straight quotes ("), or none.',
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
      "8:23 unknown-template: there is no template t | Declare t under `templates`, or remove `extends`.",
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
      "8:482 title-twice: bots a (f0.yaml:8) and c have the same title in access primary | Give one of them another title: c here, or a at f0.yaml:8.",
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
    text: `${policy("rule: affordable, limit: 5, scope: { account: [main], pair: [USDT-*] }").replace("p: {", "k: { rule: kill-switch }, l: { rule: max-leverage }, m: { rule: max-change-percent, pairs: [A-B] }, p: {")}`,
    expected: [
      "9:24 policy-parameter: policy k: kill-switch needs file or env | Add one of them, or both.",
      "9:50 policy-parameter: policy l: max-leverage needs limit | Add limit.",
      "9:77 policy-parameter: policy m: max-change-percent needs fields and limit | Add fields and limit.",
      "9:104 policy-parameter: policy m: max-change-percent has no pairs | Its parameters are: fields, limit (percent).",
      "9:143 policy-parameter: policy p: affordable has no limit | Its parameters are: none.",
      "9:146 policy-parameter: policy p: affordable checks an account's totals, so its scope can only name accounts | Leave only account in the scope.",
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
      "9:211 policy-expression: policy q: the expression of q can't be used: a name is missing before the end | See docs/reference/policies.md for what an expression may contain.",
    ],
  },
  {
    because: "holds of nothing, and of no time",
    text: `${ONE}bots: { btc-dip: { title: X, ${BOT} } }\nholds: [{ bots: [btc-dip, other, main/btcdip], reason: R }, { bots: [btc-dip], reason: R, until: 2026-02-30 }]\n`,
    expected: [
      "9:27 warning hold-idle: the hold on other holds no bot of the configuration | Correct the key, or remove it. A bot that isn't declared is named by its id: account/#123.",
      "9:34 hold-idle: the hold on main/btcdip holds no bot of the configuration | Did you mean main/btc-dip? If not, remove it; a bot that isn't declared is named by its id: account/#123.",
      '9:98 hold-time: "2026-02-30" is not a day or a moment | Write YYYY-MM-DD, or YYYY-MM-DDTHH:MMZ.',
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
