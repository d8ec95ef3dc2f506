// The fleets the bench works on: one generator makes both the YAML and the live bots, so that a plan finds nothing to do.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const ACCOUNT = { name: "bench", apiKey: "bench-key", apiSecret: "bench-secret", exchange: "SERVICE_FUTURES" };

/** The accounts that have these bots; each has all of them. @param {Fleet} fleet */
export function accountsOf({ accounts }) {
  if (accounts === undefined) return [ACCOUNT];
  return Array.from({ length: accounts }, (_, at) => {
    const name = `bench-${String(at + 1).padStart(4, "0")}`;
    return { ...ACCOUNT, name, apiKey: `${name}-key`, apiSecret: `${name}-secret` };
  });
}

/** `BOTFORM_BENCH_0001` */
const prefixOf = ({ name }) => `BOTFORM_${name.toUpperCase().replaceAll("-", "_")}`;

/** What leads botform to the accounts. @param {Fleet} fleet @param {string} url */
export function environmentOf(fleet, url) {
  const keys = accountsOf(fleet).flatMap((account) => [
    [`${prefixOf(account)}_API_KEY`, account.apiKey],
    [`${prefixOf(account)}_API_SECRET`, account.apiSecret],
  ]);
  return { BOTFORM_BENCH_API_URL: url, ...Object.fromEntries(keys) };
}
/** A map holds at most 2 000 keys and a file at most 1 MiB, so a larger fleet is a folder of such files. */
const BOTS_A_FILE = 1_000;
const PAIRS = ["USDT-BTC", "USDT-ETH", "USDT-SOL", "USDT-BNB", "USDT-XRP", "USDT-ADA", "USDT-DOGE", "USDT-LTC"];

/**
 * @typedef {{ readonly count: number, readonly accesses: number, readonly matrix?: boolean, readonly pair?: string, readonly accounts?: number }} Fleet how
 *   many bots, spread over how many accesses, on how many accounts; as a matrix they come from one forEach; with a pair all of them trade it
 * @typedef {{ readonly accessId: number, readonly title: string, readonly alias: string }} Access
 * @typedef {{ readonly key: string, readonly access: Access, readonly settings: Readonly<Record<string, string>> }} Bot
 */

/** @param {Fleet} fleet @returns {Access[]} */
export function accessesOf({ accesses }) {
  return Array.from({ length: accesses }, (_, at) => ({
    accessId: 101 + at,
    title: `Futures ${at + 1}`,
    alias: `futures${at + 1}`,
  }));
}

/** Every bot with every setting spelled out, no two alike. @param {Fleet} fleet @returns {Bot[]} */
export function botsOf(fleet) {
  const accesses = accessesOf(fleet);
  return Array.from({ length: fleet.count }, (_, at) => {
    const number = String(at + 1).padStart(4, "0");
    return {
      key: `bot-${number}`,
      access: accesses[at % accesses.length],
      settings: settingsOf(at, number, fleet.pair),
    };
  });
}

function settingsOf(at, number, pair = PAIRS[at % PAIRS.length]) {
  return {
    title: `Bench ${number}`,
    pairTitle: pair,
    strategy: at % 2 === 0 ? "LONG" : "SHORT",
    // Bots that policies have nothing against: what is found costs a place in the file.
    leverage: String(1 + (at % 5)),
    marginMode: at % 3 === 0 ? "ISO" : "CROSS",
    typeTakeProfit: "LIMIT",
    typeFirstOrder: "MARKET",
    percentTakeProfit: hundredths(51 + (at % 400)),
    percentSafetyOrder: hundredths(51 + (at % 100)),
    volumeFirstOrder: String(10 + (at % 90)),
    volumeSafetyOrder: String(15 + (at % 90)),
    countOrderMax: String(1 + (at % 8)),
    martingaleScale: hundredths(105 + (at % 25)),
    dynamicStepScale: hundredths(105 + (at % 5)),
  };
}

function hundredths(count) {
  return (count / 100).toFixed(2);
}

/** Writes the configuration below a folder; returns the path that botform is given: a file, or a folder of files. */
export function writeConfiguration(folder, /** @type {Fleet} */ fleet) {
  if (fleet.matrix === true) {
    const file = join(folder, `matrix-${fleet.count}.yaml`);
    writeFileSync(file, `${accountYaml(fleet)}${matrixYaml(fleet.count)}`);
    return file;
  }
  const bots = botsOf(fleet);
  if (bots.length <= BOTS_A_FILE) {
    const file = join(
      folder,
      `fleet-${fleet.count}-${fleet.accesses}-${fleet.accounts ?? 1}${fleet.pair === undefined ? "" : `-${fleet.pair}`}.yaml`,
    );
    writeFileSync(file, `${accountYaml(fleet)}${botsYaml(bots)}`);
    return file;
  }
  const path = join(folder, `fleet-${fleet.count}-${fleet.accesses}`);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "account.yaml"), accountYaml(fleet));
  for (let from = 0; from < bots.length; from += BOTS_A_FILE) {
    const name = `bots-${String(from / BOTS_A_FILE + 1).padStart(2, "0")}.yaml`;
    writeFileSync(join(path, name), `version: 1\n${botsYaml(bots.slice(from, from + BOTS_A_FILE))}`);
  }
  return path;
}

function accountYaml(fleet) {
  const accesses = accessesOf(fleet).map(({ alias, title }) => `      ${alias}: ${title}\n`);
  const all = accountsOf(fleet).map(
    (account) => `  ${account.name}:
    apiUrl: \${env.BOTFORM_BENCH_API_URL}
    apiKey: \${env.${prefixOf(account)}_API_KEY}
    apiSecret: \${env.${prefixOf(account)}_API_SECRET}
    exchange: ${account.exchange}
    assumptions: { volumeBase: safety, hedgeMode: true }
    accesses:
${accesses.join("")}`,
  );
  return `version: 1\naccounts:\n${all.join("")}`;
}

function botsYaml(bots) {
  const lines = bots.map(({ key, access, settings }) => {
    const rows = Object.entries({ ...settings, access: access.alias, enabled: "false" });
    return `  ${key}:\n${rows.map(([name, value]) => `    ${name}: ${value}\n`).join("")}`;
  });
  return `bots:\n${lines.join("")}`;
}

/** One block, whose lists multiply to the count: as many bots for each pair. */
function matrixYaml(count) {
  const numbers = Array.from({ length: count / PAIRS.length }, (_, at) => at + 1);
  const { title, pairTitle, ...settings } = settingsOf(0, "0001");
  const rows = Object.entries({ ...settings, access: accessesOf({ count, accesses: 1 })[0].alias, enabled: "false" });
  return `templates:
  shared:
${rows.map(([name, value]) => `    ${name}: ${value}\n`).join("")}bots:
  bot-\${pair}-\${number}:
    forEach:
      pair: [${PAIRS.join(", ")}]
      number: [${numbers.join(", ")}]
    extends: shared
    title: Bench \${pair.base} \${number}
    pairTitle: \${pair}
    leverage: 7
`;
}

/** The emulator's seed; without `live` the account has the accesses and no bots. */
export function seedOf(/** @type {Fleet} */ fleet, /** @type {boolean} */ live) {
  const bots = live ? botsOf(fleet) : [];
  const accounts = accountsOf(fleet).map(({ name, apiKey, apiSecret }, index) => ({
    ...{ name, apiKey, apiSecret },
    accesses: accessesOf(fleet).map(({ accessId, title }) => ({ accessId: accessId + 10 * index, title })),
    bots: bots.map(({ access, settings }, at) => ({
      id: index * fleet.count + at + 1,
      accessId: access.accessId + 10 * index,
      ...settings,
    })),
  }));
  return { exchange: ACCOUNT.exchange, accounts, pairs: PAIRS };
}
