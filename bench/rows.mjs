// The rows of the bench: what is run, against which floor, on which account, and what must be true of each run.

/**
 * @typedef {object} Row
 * @property {string} name rows are chosen by a part of it
 * @property {string} about for the table
 * @property {"bare" | "requests" | "candles"} floor bare node, or a program that makes the same requests, or reads the same candles
 * @property {(config: string, prices: string) => string[]} args of botform
 * @property {RegExp} output what standard output must show
 * @property {import("./fleet.mjs").Fleet} [fleet] the configuration, where one is needed
 * @property {{ readonly live: boolean, readonly latencyMs: number }} [service] the account, where one is needed
 * @property {Readonly<Record<string, readonly [least: number, most: number]>>} requests by operation; others must not occur
 * @property {boolean} [prices] whether it needs a year of candles
 * @property {boolean} [again] botform has done the same before, so that its ledger knows the account
 * @property {boolean} [long] only with --long
 * @property {boolean} [once] measured once: it takes minutes
 */

/** @returns {Row} */
function plan(count, latencyMs, accesses = 1) {
  const several = accesses > 1;
  return {
    name: `plan/${count}/${latencyMs}ms${several ? `/${accesses}-accesses` : ""}`,
    about: `plan, no changes: ${grouped(count)} bots${several ? ` on ${accesses} accesses` : ""}, ${latencyMs} ms`,
    floor: "requests",
    args: (config) => ["plan", "--config", config, "--detailed-exitcode"],
    output: new RegExp(`no changes\\b.*\\b${count} unchanged\\b`),
    fleet: { count, accesses },
    service: { live: true, latencyMs },
    // The list doesn't say on which access a bot is; with one access it needn't.
    // Deals are read on each access: one of them may be naked.
    requests: {
      accessList: [1, 1],
      listBots: [1, 1],
      activeDeals: [accesses, accesses],
      ...(several && { botDetails: [count, count] }),
    },
  };
}

/** A plan of an account that the ledger knows: it needs no details to know on which access each bot is. @returns {Row} */
function planAgain(count, latencyMs, accesses = 1) {
  const first = plan(count, latencyMs, accesses);
  const { botDetails: _, ...requests } = first.requests;
  return { ...first, name: `${first.name}/again`, about: `${first.about}, again`, requests, again: true };
}

/** @returns {Row} */
function validate(count, matrix) {
  return {
    name: `validate/${count}${matrix ? "/forEach" : ""}`,
    about: `validate: ${grouped(count)} bots ${matrix ? "from one forEach" : "spelled out"}`,
    floor: "bare",
    args: (config) => ["validate", config],
    output: new RegExp(`\\b${count} bots\\b.*\\b0 warnings\\b`),
    fleet: { count, accesses: 1, matrix },
    requests: {},
  };
}

/** @returns {Row} */
function apply(count, latencyMs, long = false) {
  return {
    name: `apply/${count}/${latencyMs}ms`,
    about: `apply: ${grouped(count)} creates, ${latencyMs} ms`,
    floor: "requests",
    args: (config) => ["apply", "--config", config, "--yes"],
    output: new RegExp(`\\b${count} applied\\b`),
    fleet: { count, accesses: 1 },
    service: { live: false, latencyMs },
    requests: {
      accessList: [1, 1],
      activeDeals: [1, 1],
      pairList: [1, 1],
      // For the preview in money: balances and positions.
      accountInformation: [1, 1],
      createBot: [count, count],
      // One reading of each new bot is needed (rule 6); a second may make sure that the details know it.
      botDetails: [count, 2 * count],
      // For the plan, before the creates and after them; and again whenever it is older than 2 s (rule 2).
      listBots: [3, Number.POSITIVE_INFINITY],
    },
    long,
  };
}

/** The same bots on each of many accounts. @returns {Row} */
function onAccounts(row, accounts, long = false) {
  const requests = Object.entries(row.requests).map(([name, [least, most]]) => [
    name,
    // The pairs are those of the service: one account's answer serves all.
    name === "pairList" ? [1, accounts] : [least * accounts, most * accounts],
  ]);
  return {
    ...row,
    name: `accounts-${accounts}/${row.name}`,
    about: `${row.about}, on each of ${grouped(accounts)} accounts`,
    args: (config) => [...row.args(config, ""), "--all-accounts"],
    output: new RegExp(`\\b${accounts} accounts?: `),
    fleet: { ...row.fleet, accounts },
    requests: Object.fromEntries(requests),
    long,
  };
}

/** @returns {Row} */
function simulate(count, more = []) {
  return {
    name: `simulate/${count}${more.length === 0 ? "" : "/balance"}`,
    about: `simulate: ${count} bots, a year of minutes${more.length === 0 ? "" : ", one wallet"}`,
    floor: "candles",
    args: (config, prices) => ["simulate", "*", "--config", config, "--prices", prices, ...more],
    output: new RegExp(`\\b${count} bots replayed over 525 600 candles of 1m\\b`),
    fleet: { count, accesses: 1, pair: "USDT-BTC" },
    prices: true,
    requests: {},
  };
}

/** @type {readonly Row[]} */
export const ROWS = [
  {
    name: "start/version",
    about: "botform --version",
    floor: "bare",
    args: () => ["--version"],
    output: /^\d+\.\d+\.\d+\n$/,
    requests: {},
  },
  {
    name: "start/validate-25",
    about: "botform validate, 25 bots",
    floor: "bare",
    args: (config) => ["validate", config],
    output: /\b25 bots\b.*\b0 warnings\b/,
    fleet: { count: 25, accesses: 1 },
    requests: {},
  },
  validate(1_000, false),
  validate(5_000, true),
  ...[10, 100, 1_000, 5_000].flatMap((count) => [plan(count, 0), plan(count, 20)]),
  plan(1_000, 0, 2),
  plan(1_000, 20, 2),
  planAgain(1_000, 20, 1),
  planAgain(1_000, 20, 2),
  apply(100, 0),
  apply(100, 20),
  apply(1_000, 0),
  apply(1_000, 20, true),
  ...[10, 100, 1_000].map((accounts) => onAccounts(plan(10, 20), accounts, accounts > 100)),
  ...[10, 100, 1_000].map((accounts) => onAccounts(planAgain(10, 20), accounts, accounts > 100)),
  ...[10, 100, 1_000].map((accounts) => ({
    ...onAccounts(apply(10, 20), accounts, accounts > 10),
    once: accounts > 100,
  })),
  simulate(25),
  simulate(25, ["--balance", "10000"]),
];

/** 5 000 as the house writes numbers. */
function grouped(count) {
  return String(count).replace(/(?<=\d)(?=\d{3}$)/, " ");
}
