// The files that a project starts with: a small commented fleet with every bot off, the ignore rules for git, and the names of the credentials.
import { yamlKey } from "./edit-text.js";
import { MODELINE } from "./pull-fresh.js";

/** The environment variables that hold what opens an account. */
interface StarterVariables {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** A fleet in canonical form, valid and without warnings. */
export function starterFleet(account: string, { apiUrl, apiKey, apiSecret }: StarterVariables): string {
  return `${MODELINE}
# Which bots should exist, how they are set, and whether they are on. All of them are off here: enabled is false.
version: 1

# Named values; settings use them as \${name}, and --var tp=1.5 changes one for a single run.
vars: { tp: 1.2 }

accounts:
  ${yamlKey(account)}:
    # Credentials come only from the environment, or from a file: botform plan --env-from .env
    apiUrl: \${env.${apiUrl}}
    apiKey: \${env.${apiKey}}
    apiSecret: \${env.${apiSecret}}
    exchange: SERVICE_FUTURES # if your service is cryptorg, preset: cryptorg fills in apiUrl and exchange
    accesses: { primary: Main futures } # your alias: its title on the service, or its accessId
    undeclared: report # live bots that aren't declared here are shown, never touched

# Settings for every bot that doesn't set its own.
defaults:
  access: primary
  leverage: 3
  marginMode: CROSS
  typeTakeProfit: LIMIT
  typeFirstOrder: MARKET
  percentTakeProfit: \${tp}
  percentSafetyOrder: 1.5
  volumeFirstOrder: 10
  volumeSafetyOrder: 10
  countOrderMax: 5
  enabled: false

# Settings that some bots share; a bot takes them with \`extends\`.
templates:
  dip:
    strategy: LONG
    volumeSafetyOrder: null # with martingaleScale, volumes grow from the first order's
    martingaleScale: 1.2

bots:
  btc-dip:
    extends: dip
    title: BTC dip
    pairTitle: USDT-BTC
    volumeFirstOrder: 20

  sol-rally:
    title: SOL rally
    pairTitle: USDT-SOL
    strategy: SHORT
    countOrderMax: 3

  # One bot for each pair: dip-ETH and dip-XRP.
  dip-\${pair.base}:
    extends: dip
    forEach: { pair: [USDT-ETH, USDT-XRP] }
    title: Dip \${pair.base}
    pairTitle: \${pair}
`;
}

/** Every variable with an empty value. */
export function starterEnvironment(variables: readonly string[]): string {
  return `# The account's credentials. Copy this file to .env, fill it in and protect it (chmod 600 .env); git ignores .env.
# Then: botform plan --env-from .env
${variables.map((name) => `${name}=\n`).join("")}`;
}

/** What must not end up in git, each line with other ways of saying the same. */
const PRIVATE: readonly (readonly [string, ...string[]])[] = [
  [".env", "/.env", ".env*", "*.env"],
  [".botform/", ".botform", "/.botform/", "/.botform"],
  // A saved plan is for one apply, and holds what an account has.
  ["*.plan", "/*.plan"],
];

/** The file with the lines that it lacks; the same text where it lacks none. @param before undefined where there is no file */
export function withPrivateLines(before: string | undefined): { readonly text: string; readonly added: string[] } {
  const lines = (before ?? "").split(/\r?\n/).map((line) => line.trim());
  const added = PRIVATE.flatMap(([line, ...others]) =>
    [line, ...others].some((one) => lines.includes(one)) ? [] : [line],
  );
  if (added.length === 0 && before !== undefined) return { text: before, added };
  const end = before?.includes("\r\n") === true ? "\r\n" : "\n";
  const start = before === undefined || before === "" || before.endsWith("\n") ? (before ?? "") : `${before}${end}`;
  return { text: start + added.map((line) => line + end).join(""), added };
}
