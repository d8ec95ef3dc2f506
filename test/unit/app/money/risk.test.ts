// What configured bots may cost: which bots count, on which balance, and what is missing.
import { afterEach, describe, expect, it } from "vitest";
import { type RiskOptions, risk } from "../../../../src/app/money/risk.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import { demoEnv } from "../../../support/command.js";
import { folder, listening, refusal } from "../room.js";

const at = folder();
const HEAD = `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
defaults:
  strategy: LONG
  leverage: 5
  marginMode: CROSS
  typeTakeProfit: LIMIT
  typeFirstOrder: MARKET
  percentTakeProfit: 1.2
  percentSafetyOrder: 1.5
  volumeFirstOrder: 20
  volumeSafetyOrder: 25
  countOrderMax: 2
  pairTitle: USDT-BTC
bots:
`;
const BOTS = `${HEAD}  on: { title: On, enabled: true }
  open: { title: Open }
  off: { title: Off, enabled: false }
  eth: { title: Eth, enabled: true, pairTitle: USDC-ETH, ignore: [leverage] }
`;

let emulator: RunningEmulator | undefined;
afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
});

async function figures(options: Partial<RiskOptions> = {}, env: Record<string, string> = {}, text = BOTS) {
  const listener = listening(env);
  const config = at.written(text);
  const found = await risk(listener.host, { config, addresses: [], concurrency: 4, ...options });
  const [account] = found.accounts;
  if (account === undefined) throw new Error("no account");
  return { ...listener, found, account };
}

const quotes = (account: Awaited<ReturnType<typeof figures>>["account"]) =>
  account.totals.quotes.map((one) => `${one.quote}: ${JSON.stringify(one)}`);

describe("figures", () => {
  it("tell whoever watches of each bot, and of the end; more than a moment's work gives it a turn", async () => {
    const text = `${HEAD}  b-\${n}: { forEach: { n: [${Array.from({ length: 400 }, (_, n) => n)}] }, title: "B \${n}", countOrderMax: 50 }\n`;
    const [seen, turns]: [string[], string[]] = [[], []];
    const timer = setInterval(() => turns.push("turn"), 1);
    const options = { config: at.written(text), addresses: [], concurrency: 4 };
    await risk(listening({}).host, options, (total) => {
      turns.length = 0;
      return {
        onBot: () => void seen.push(`of ${total}`),
        end: () => void seen.push(turns.length > 0 ? "end" : "no turn"),
      };
    });
    clearInterval(timer);
    expect(seen).toEqual([...Array(400).fill("of 400"), "end"]);
  });

  it("are of every bot, grids shown only for those that are named", async () => {
    const { found, account } = await figures();
    expect(found.withGrids).toBe(false);
    expect(account.account).toBe("demo");
    expect(account.bots.map(({ address }) => address)).toEqual(["demo/eth", "demo/off", "demo/on", "demo/open"]);
    expect(quotes(account)).toMatchInlineSnapshot(`
      [
        "USDC: {"quote":"USDC","bots":1,"position":"70","margin":"14","feeReserve":"0.07","disabled":{"bots":0,"position":"0","margin":"0","feeReserve":"0"},"need":"14","free":null,"usable":null,"isAffordable":null,"wallet":null,"walletExposure":null}",
        "USDT: {"quote":"USDT","bots":2,"position":"140","margin":"28","feeReserve":"0.14","disabled":{"bots":1,"position":"70","margin":"14","feeReserve":"0.07"},"crossAtDepth":null,"need":"28","free":null,"usable":null,"isAffordable":null,"wallet":null,"walletExposure":null}",
      ]
    `);
    expect(account.unknown).toMatchInlineSnapshot(`
      [
        {
          "needs": "read the account, or run botform risk --balance AMOUNT",
          "what": "whether the balance is enough, and where cross positions are liquidated",
        },
        {
          "needs": "add --price PAIR=PRICE, or wait for a running position",
          "what": "the price of USDC-ETH, USDT-BTC; orders are shown as if the first fill were at 100, which changes no sum",
        },
      ]
    `);
  });

  it("of named bots are theirs alone", async () => {
    const { found, account } = await figures({ addresses: ["on"] });
    expect(found.withGrids).toBe(true);
    expect(account.bots.map(({ address }) => address)).toEqual(["demo/on"]);
    expect(quotes(account)).toMatchInlineSnapshot(`
      [
        "USDT: {"quote":"USDT","bots":1,"position":"70","margin":"14","feeReserve":"0.07","disabled":{"bots":0,"position":"0","margin":"0","feeReserve":"0"},"need":"14","free":null,"usable":null,"isAffordable":null,"wallet":null,"walletExposure":null}",
      ]
    `);
  });

  it("count a bot whose switch isn't managed as on", async () => {
    const totals = async (name: string) => (await figures({ addresses: [name] })).account.totals;
    expect(await totals("open")).toEqual(await totals("on"));
    expect(await totals("off")).not.toEqual(await totals("on"));
  });

  it("rest on a price that is given", async () => {
    const { account } = await figures({ addresses: ["on"], price: ["BTCUSDT=100"] });
    expect(account.bots).toMatchInlineSnapshot(`
      [
        {
          "address": "demo/on",
          "risk": {
            "basis": {
              "kind": "price",
              "price": "100",
              "source": "given",
            },
            "belowZero": 0,
            "bounce": "0.02637973639",
            "cover": "0.03",
            "feeReserve": "0.07",
            "funding": "0.006901928979",
            "isolated": false,
            "leverage": "5",
            "liquidation": {
              "kind": "unknown",
              "needs": "balance",
            },
            "lossAtEnd": "0.980710665",
            "margin": "14",
            "on": true,
            "orders": 3,
            "pair": "USDT-BTC",
            "position": "70",
            "quote": "USDT",
            "side": "LONG",
            "walletExposure": null,
          },
          "rungs": [
            {
              "average": "100",
              "bounce": "0.012",
              "deviation": "0",
              "distance": null,
              "flag": null,
              "liquidation": {
                "kind": "unknown",
                "needs": "balance",
              },
              "margin": "4",
              "number": 0,
              "price": "100",
              "quantity": "0.2",
              "takeProfit": "101.2",
              "volume": "20",
              "volumes": "20",
            },
            {
              "average": "99.161073820549",
              "bounce": "0.018791946258",
              "deviation": "0.015",
              "distance": null,
              "flag": null,
              "liquidation": {
                "kind": "unknown",
                "needs": "balance",
              },
              "margin": "9.000000067",
              "number": 1,
              "price": "98.5",
              "quantity": "0.25380711",
              "takeProfit": "100.351006706396",
              "volume": "25",
              "volumes": "45",
            },
            {
              "average": "98.378294891101",
              "bounce": "0.02637973639",
              "deviation": "0.03",
              "distance": null,
              "flag": null,
              "liquidation": {
                "kind": "unknown",
                "needs": "balance",
              },
              "margin": "14.000000091",
              "number": 2,
              "price": "97",
              "quantity": "0.25773196",
              "takeProfit": "99.558834429795",
              "volume": "25",
              "volumes": "70",
            },
          ],
        },
      ]
    `);
  });
});

describe("a balance", () => {
  const free = async (balance: readonly string[], text = BOTS) =>
    (await figures({ balance }, {}, text)).account.totals.quotes.map((one) => `${one.quote} ${one.free}`);
  const ONE_QUOTE = BOTS.replace("USDC-ETH", "USDT-ETH");

  it("is of the quote that it names, or of the only one", async () => {
    expect(await free(["USDT=100", "usdc=7"])).toEqual(["USDC 7", "USDT 100"]);
    expect(await free(["100"], ONE_QUOTE)).toEqual(["USDT 100"]);
  });

  it("without a currency is refused where there are several", async () => {
    expect(await refusal(() => figures({ balance: ["100"] }))).toEqual([
      "the balance 100 needs a currency: the bots trade in USDC and USDT\nWrite --balance USDC=100.",
      3,
    ]);
  });

  it("of a currency that no bot trades in is refused", async () => {
    expect(await refusal(() => figures({ balance: ["BTC=1"] }, {}, ONE_QUOTE))).toEqual([
      "--balance BTC=1: no bot trades in BTC\nThe bots trade in USDT: write --balance USDT=1.",
      3,
    ]);
  });

  it("and a price are of any account's bots: what one has no use for, another may need", async () => {
    const accounts = HEAD.replace(
      "defaults:",
      '  copy: { apiUrl: https://b.example, apiKey: "${env.BOTFORM_B_KEY}", apiSecret: "${env.BOTFORM_B_SECRET}", accesses: { primary: B } }\ndefaults:',
    );
    const text = `${accounts}  on: { title: On, enabled: true, only: [demo] }\n  eth: { title: Eth, enabled: true, pairTitle: USDC-ETH, only: [copy] }\n`;
    const options = { allAccounts: true, balance: ["USDT=100", "USDC=7"], price: ["USDT-BTC=64000"] };
    const { found } = await figures(options, {}, text);
    const free = found.accounts.map(({ totals }) => totals.quotes.map((one) => `${one.quote} ${one.free}`));
    expect(free).toEqual([["USDT 100"], ["USDC 7"]]);
  });

  it("is given or read, not both", async () => {
    expect(await refusal(() => figures({ live: true, balance: ["1"] }))).toEqual([
      "--live and --balance can't be used together: --live reads the balance\nGive one of the two.",
      3,
    ]);
  });

  it("is read with --live, once, and the keys are concealed", async () => {
    const accesses = [{ accessId: 101, title: "Main futures" }];
    const account = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", accesses, bots: [] };
    emulator = await startEmulator({ seed: { accounts: [{ ...account, balance: { USDT: "1234" } }] } });
    const { account: found, concealed, reads } = await figures({ live: true }, demoEnv(emulator.url));
    expect(JSON.stringify(found.totals.quotes)).toContain('"1234"');
    expect([concealed, reads]).toEqual([["demo-key", "demo-secret"], ["demo"]]);
    const asked = Object.entries(emulator.service.requests).filter(([, count]) => count > 0);
    expect(asked.toSorted()).toEqual([
      ["accessList", 1],
      ["accountInformation", 1],
      ["activeDeals", 1],
      ["listBots", 1],
    ]);
  });

  it("with --live, what a position holds counts for the bot whose deal runs, to the end of that deal", async () => {
    const settings = {
      pairTitle: "USDT-BTC",
      strategy: "LONG",
      leverage: 5,
      marginMode: "CROSS",
      typeFirstOrder: "MARKET",
    };
    const grid = { percentTakeProfit: "1.2", percentSafetyOrder: "1.5", volumeFirstOrder: "200" };
    const live = { accessId: 101, ...settings, ...grid, typeTakeProfit: "LIMIT", id: 1, title: "On", enabled: true };
    const seeded = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "1000" } };
    const accesses = [{ accessId: 101, title: "Main futures" }];
    emulator = await startEmulator({ seed: { accounts: [{ ...seeded, accesses, bots: [live] }] } });
    const { account } = await figures({ live: true, addresses: ["on"] }, demoEnv(emulator.url));
    const [quote] = account.totals.quotes;
    // The deal of 200 runs on though the file says 70, and its position holds its margin of 40 already.
    expect(quote).toMatchObject({ bots: 1, position: "200", margin: "40" });
    expect(Number(quote?.need)).toBeLessThan(0.5);
  });
});
