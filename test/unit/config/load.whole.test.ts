// Everything that a configuration can state, as it arrives.
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
          "OTHER",
          "main",
        ],
        [
          "CRYPTORG_FUTURES",
          "copy",
        ],
      ],
    }
  `);
});
