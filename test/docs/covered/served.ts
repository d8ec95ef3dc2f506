// What the emulator's answers hold, found by driving it through a deal, and what it insists on.
import { OPERATIONS, type OperationName } from "../../../src/service/operations.js";
import { harness, PLAIN_BOT } from "../../unit/emulator/harness.js";
import { general, leavesOf } from "./paths.js";

const FULL_BOT = {
  ...PLAIN_BOT,
  volumeSafetyOrder: "25",
  countOrderMax: "6",
  martingaleScale: "1.3",
  dynamicStepScale: "1.4",
  cycleLimitScale: "9",
};

const CONDITIONS = {
  indicatorGroup: "FOMO",
  indicatorName: "name",
  indicatorInterval: "5MIN",
  priceLevel: "BOTH",
  priceLevelDown: "10",
  priceLevelUp: "900000",
};

export interface Served {
  /** `operation path` of every leaf of an answer, and of everything that holds one. */
  readonly fields: ReadonlySet<string>;
  /** `operation parameter` where a call without it is refused. */
  readonly insists: ReadonlySet<string>;
  /** `operation parameter` of every call that succeeded. */
  readonly takes: ReadonlySet<string>;
  /** Operations that succeeded. */
  readonly operations: ReadonlySet<OperationName>;
}

export function findServed(): Served {
  const fields = new Set<string>();
  const insists = new Set<string>();
  const operations = new Set<OperationName>();
  const takes = new Set<string>();
  const { call, clock, service } = harness();
  const ask = (operation: OperationName, parameters: Readonly<Record<string, string | number>> = {}) => {
    const { method, path } = OPERATIONS[operation];
    const short = path.replace("/bot-futures/", "");
    for (const { name, required } of OPERATIONS[operation].parameters) {
      if (!required || !(name in parameters)) continue;
      const { [name]: _left, ...others } = parameters;
      if (call(method, short, others).json?.isSuccess !== true) insists.add(`${operation} ${name}`);
    }
    const { json } = call(method, short, parameters);
    if (json?.isSuccess !== true) throw new Error(`${operation} failed: ${JSON.stringify(json)}`);
    operations.add(operation);
    for (const name of Object.keys(parameters)) takes.add(`${operation} ${name}`);
    for (const [leaf] of leavesOf(json.data)) {
      const whole = `${operation} ${general(leaf)}`;
      for (const match of whole.matchAll(/[.[]/g)) fields.add(whole.slice(0, match.index));
      fields.add(whole);
    }
    clock.pass(service.quirks.commandDelay + 1);
    return json.data;
  };
  const of = { accessId: FULL_BOT.accessId, exchange: FULL_BOT.exchange };
  const { botId } = ask("createBot", FULL_BOT);
  ask("updateBot", { botId, leverage: 4 });
  ask("turnOn", { botId });
  ask("turnOff", { botId });
  const { botId: single } = ask("createBot", { ...FULL_BOT, title: "Single" });
  ask("startDeal", { botId: single });
  const deals: readonly { readonly id: number }[] = ask("activeDeals", of);
  ask("accountInformation");
  const [first, second] = deals;
  if (first === undefined || second === undefined) throw new Error("two deals should run");
  ask("changeTakeProfit", { dealId: first.id, immediately: 1, newPercentOfTp: "2" });
  ask("completeDeal", { dealId: first.id });
  ask("cancelDeal", { dealId: second.id });
  ask("dealsHistory", of);
  ask("accessList");
  ask("listBots", { exchange: of.exchange });
  ask("botDetails", { botId });
  ask("botLogs", { botId, limit: 3 });
  ask("pairList");
  const { accessId: _fixed, exchange: _too, ...settings } = { ...FULL_BOT, ...CONDITIONS };
  ask("createBot", { ...FULL_BOT, ...CONDITIONS, title: "With conditions" });
  ask("updateBot", { ...settings, botId });
  return { fields, insists, takes, operations };
}
