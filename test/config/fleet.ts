// A small valid fleet and ways to vary it, for the tests of config.
import { loadSources } from "../../src/config/load.js";
import type { Diagnostic } from "../../src/model/diagnostic.js";

export const ACCOUNT = `version: 1
accounts:
  main:
    apiUrl: https://api.example.net
    apiKey: \${env.BOTFORM_KEY}
    apiSecret: \${env.BOTFORM_SECRET}
    accesses: { primary: Main futures, second: 7 }
`;

export const BOT_FIELDS: Readonly<Record<string, string>> = {
  access: "primary",
  title: "BTC dip",
  pairTitle: "USDT-BTC",
  strategy: "LONG",
  leverage: "5",
  marginMode: "CROSS",
  typeTakeProfit: "LIMIT",
  typeFirstOrder: "MARKET",
  percentTakeProfit: "1.2",
  percentSafetyOrder: "1.5",
  volumeFirstOrder: "20",
};

/** One bot's YAML: the valid one, with keys changed, added, or (undefined) left out. */
export function botYaml(key: string, changes: Readonly<Record<string, string | undefined>> = {}): string {
  const fields = { ...BOT_FIELDS, ...changes };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`    ${name}: ${value}\n`],
  );
  return `  ${key}:\n${lines.join("")}`;
}

/** A whole file of one account and the bots given. */
export function fleetYaml(...bots: readonly string[]): string {
  return `${ACCOUNT}bots:\n${bots.join("")}`;
}

export function diagnosticsOf(text: string, file = "fleet.yaml"): readonly Diagnostic[] {
  return loadSources([{ file, text }]).diagnostics;
}

/** `code line:column`, enough to tell what was reported where. */
export function brief(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(
    ({ code, position }) => `${code.replace("config/", "")} ${position?.line}:${position?.column}`,
  );
}
