// The laws of pull: the plan after it is empty, it is byte-stable, and what it leaves out it names.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freshFrom } from "../../../src/app/pull/fresh.js";
import { pullObserved } from "../../../src/app/pull/into.js";
import type { PullResult } from "../../../src/app/pull/result.js";
import { loadSources } from "../../../src/config/load.js";
import type { Source } from "../../../src/config/yaml/source.js";
import { FIELD_NAMES } from "../../../src/model/bot/field.js";
import type { Observed } from "../../../src/model/bot/observed.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { amount } from "../../support/lane.js";
import { accounts } from "./pull-accounts.js";

const TARGET = { folder: "fleet", file: "fleet/botform.yaml", isFolder: true };

function fresh(observed: Observed, factor: boolean): PullResult {
  return freshFrom(
    { account: "main", exchange: "SERVICE_FUTURES", accesses: observed.accesses, target: TARGET, factor },
    observed,
  );
}

function planOf(sources: readonly Source[], observed: Observed) {
  const config = loadSources(sources);
  const [account] = config.accounts;
  if (account === undefined) throw new Error(JSON.stringify(config.diagnostics));
  return { config, account, plan: makePlan(account.desired, observed) };
}

function into(sources: readonly Source[], observed: Observed): PullResult {
  const { config, account } = planOf(sources, observed);
  return pullObserved({ config, account, sources, observed, accept: undefined });
}

function resulting(sources: readonly Source[], { files }: PullResult): readonly Source[] {
  return sources.map((source) => files.find(({ file }) => file === source.file) ?? source);
}

describe.each([false, true])("a pull into nothing, factored: %s", (factor) => {
  it("gives a configuration whose plan is empty", () => {
    fc.assert(
      fc.property(accounts, (observed) => {
        const { files, differing } = fresh(observed, factor);
        const { plan } = planOf(files, observed);
        expect(plan.steps).toEqual([]);
        expect(plan.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        expect(differing).toEqual([]);
      }),
      { numRuns: amount({ fast: 5, all: 20 }) },
    );
  });

  it("names every bot, and every field, that it can't say", () => {
    fc.assert(
      fc.property(accounts, (observed) => {
        const { files, left } = fresh(observed, factor);
        const { account } = planOf(files, observed);
        for (const live of observed.bots) {
          const named = left.filter(({ botId }) => botId === live.id);
          if (named.some(({ field }) => field === undefined)) continue;
          const said = account.desired.bots.find(
            (bot) => bot.fields.title === live.fields.title && liveId(bot.access.live, observed) === live.accessId,
          );
          expect(said?.enabled).toBe(live.status.on);
          for (const name of FIELD_NAMES) {
            const isNamed = named.some(({ field }) => field === name);
            if (!isNamed && live.fields[name] !== null)
              expect([name, said?.fields[name]]).toEqual([name, live.fields[name]]);
          }
        }
      }),
      { numRuns: amount({ fast: 5, all: 22 }) },
    );
  });

  it("is byte-stable: the same account gives the same bytes, in whatever order the service lists it", () => {
    fc.assert(
      fc.property(accounts, (observed) => {
        const again = fresh({ ...observed, bots: observed.bots.toReversed() }, factor);
        expect(again.files).toEqual(fresh(observed, factor).files);
        expect(into(again.files, observed).files).toEqual([]);
      }),
      { numRuns: amount({ fast: 5, all: 20 }) },
    );
  });
});

describe("a pull into what is there", () => {
  it("takes over whatever happened on the service, and then has nothing left to do", () => {
    fc.assert(
      fc.property(accounts, accounts, fc.boolean(), (before, now, factor) => {
        // The same ids with other settings, some of them gone and some new.
        const observed: Observed = { ...now, accesses: before.accesses, bots: placedOn(before, now) };
        const { files } = fresh(before, factor);
        const result = into(files, observed);
        const sources = resulting(files, result);
        const { plan } = planOf(sources, observed);
        const isLeft = (address: string) => result.differing.includes(address);
        expect(
          plan.steps.filter(({ address, action }) => action !== "create" && action !== "turn-on" && !isLeft(address)),
        ).toEqual([]);
        expect(into(sources, observed).files).toEqual([]);
      }),
      { numRuns: amount({ fast: 5, all: 22 }) },
    );
  });

  it("leaves comments, order, variables and templates as they are", () => {
    const lines = FLEET.split("\n");
    for (const leverage of ["4", "5", "7"])
      for (const [tp, on] of [
        ["1.2", true],
        ["1.2", false],
        ["2", true],
        ["2", false],
      ] as const) {
        const live = ["BTC dip", "Dip ETH", "Dip SOL"].map((title, index) =>
          hand(200 + index, title, { leverage, percentTakeProfit: tp }, on),
        );
        const observed: Observed = {
          accesses: [{ id: 1, title: "Main", exchange: "SERVICE_FUTURES" }],
          bots: live,
          deals: [],
          pairs: [],
        };
        const sources = [{ file: "botform.yaml", text: FLEET }];
        const result = into(sources, observed);
        const [{ text } = { text: "" }] = resulting(sources, result);
        expect(planOf(resulting(sources, result), observed).plan.steps).toEqual([]);
        const kept = text.split("\n");
        // Every line that isn't a value of a bot stands there still, in its order.
        const others = lines.filter((line) => !/^ {4}(leverage|enabled):/.test(line) && !line.includes("# bot"));
        let at = -1;
        for (const line of others) {
          at = kept.indexOf(line, at + 1);
          expect(line === "" || at >= 0 ? "" : line).toBe("");
        }
        if (leverage === "5" && tp === "1.2" && !on) expect(text).toBe(FLEET);
      }
  });
});

function liveId(live: string | number, { accesses }: Observed): number | undefined {
  return typeof live === "number" ? live : accesses.find(({ title }) => title === live)?.id;
}

/** A bot stays on its access for ever. */
function placedOn(before: Observed, { bots }: Observed): Observed["bots"] {
  const home = new Map(before.bots.map(({ id, accessId }) => [id, accessId]));
  const known = before.accesses.map(({ id }) => id);
  return bots.map((bot) => {
    const accessId = home.get(bot.id) ?? (known.includes(bot.accessId ?? 0) ? bot.accessId : 1);
    return { ...bot, accessId };
  });
}

const FLEET = `# Our fleet. Ask before you change it.
version: 1
accounts:
  main:
    apiUrl: \${env.BOTFORM_MAIN_API_URL}
    apiKey: \${env.BOTFORM_MAIN_API_KEY}
    apiSecret: \${env.BOTFORM_MAIN_API_SECRET}
    accesses: { primary: Main }
vars:
  tp: 1.2 # agreed in March
defaults: { marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET }
templates:
  # the careful one
  dip: &dip
    strategy: LONG
    leverage: 5
    percentTakeProfit: \${tp}
    percentSafetyOrder: 1.5
    volumeFirstOrder: 20
bots:
  btc-dip: # bot one
    extends: dip
    title: BTC dip # as on the service
    pairTitle: USDT-BTC
    enabled: false

  # the many
  dip-\${pair.base}:
    forEach: { pair: [USDT-ETH, USDT-SOL] }
    extends: dip
    title: "Dip \${pair.base}"
    pairTitle: \${pair}
    enabled: false
# the end
`;

function hand(
  id: number,
  title: string,
  changes: Readonly<Record<string, string>>,
  on: boolean,
): Observed["bots"][number] {
  const pairs: Readonly<Record<string, string>> = {
    "BTC dip": "USDT-BTC",
    "Dip ETH": "USDT-ETH",
    "Dip SOL": "USDT-SOL",
  };
  const all: Readonly<Record<string, string>> = {
    title,
    pairTitle: pairs[title] ?? "",
    strategy: "LONG",
    leverage: "5",
    marginMode: "CROSS",
    typeTakeProfit: "LIMIT",
    typeFirstOrder: "MARKET",
    percentTakeProfit: "1.2",
    percentSafetyOrder: "1.5",
    volumeFirstOrder: "20",
    ...changes,
  };
  return {
    id,
    accessId: 1,
    fields: Object.fromEntries(
      FIELD_NAMES.map((name) => [name, all[name] ?? null]),
    ) as Observed["bots"][number]["fields"],
    status: { on, raw: on ? "ENABLED" : "DISABLED" },
    unknownSettings: [],
  };
}
