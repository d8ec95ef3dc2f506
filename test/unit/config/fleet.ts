// A small valid fleet and ways to vary it, for the tests of config.

import type { VariableValue } from "../../../src/config/compose/reference.js";
import { type LoadedConfig, loadSources } from "../../../src/config/load.js";
import type { DesiredBot } from "../../../src/model/bot/desired.js";
import type { Diagnostic } from "../../../src/model/text/diagnostic.js";

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

/** Each problem as people read it: `line:column code: summary | remedy`, warnings marked. */
export function said(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, severity, position, summary, remedy }) => {
    const kind = severity === "error" ? "" : `${severity} `;
    return `${position?.line}:${position?.column} ${kind}${code.replace("config/", "")}: ${summary} | ${remedy}`;
  });
}

/** The texts as files f0.yaml, f1.yaml …, with variables as the command line gives them. */
export function load(
  texts: string | readonly string[],
  given: Readonly<Record<string, VariableValue>> = {},
): LoadedConfig {
  const list = typeof texts === "string" ? [texts] : texts;
  const sources = list.map((text, index) => ({ file: `f${index}.yaml`, text }));
  return loadSources(sources, [], new Map(Object.entries(given)));
}

/** The bots of an account by key; throws when there is an error. */
export function botsOf(
  texts: string | readonly string[],
  given: Readonly<Record<string, VariableValue>> = {},
  account = "main",
): Readonly<Record<string, DesiredBot>> {
  const { accounts, diagnostics } = load(texts, given);
  const found = accounts.find(({ desired }) => desired.account === account);
  if (found === undefined) throw new Error(JSON.stringify(diagnostics, null, 1));
  return Object.fromEntries(found.desired.bots.map((bot) => [bot.key, bot]));
}

/** The managed fields of each bot but its title, and its switch where it is managed. */
export function settingsOf(...from: Parameters<typeof botsOf>): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(botsOf(...from)).map(([key, { fields, enabled }]) => {
      const { title: _, ...others } = fields;
      return [key, { ...others, ...(enabled !== undefined && { enabled }) }];
    }),
  );
}

/** What is wrong, as `code file:line:column`; warnings that small test bots always cause are left out. */
export function errorsOf(...from: Parameters<typeof load>): string[] {
  return load(...from)
    .diagnostics.filter(({ code }) => code !== "config/incomplete-bot")
    .map(({ code, position: at }) => `${code.replace("config/", "")} ${at?.file}:${at?.line}:${at?.column}`);
}

/** An account of one access, and the end of a file. */
export function withAccount(rest: string, ...lines: readonly string[]): string {
  const own = lines.map((line) => `    ${line}\n`).join("");
  return `${ACCOUNT.replace(", second: 7", "")}${own}${rest}`;
}
