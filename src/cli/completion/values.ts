// Completes the values of options and arguments from the configuration, tables or files. Commands add sources of their own.
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { load } from "../../app/files/configuration.js";
import { findProject } from "../../app/files/project.js";
import type { LoadedConfig } from "../../config/load.js";
import { WEBHOOK_ACTIONS } from "../../model/webhook/webhook.js";

export interface Candidate {
  readonly value: string;
  readonly about?: string;
}

/** The shell knows files better. */
export const FILES = "files";

type Values = readonly Candidate[] | typeof FILES;

export interface Asked {
  /** The command's own sources. */
  readonly own: Readonly<Record<string, Source>>;
  /** What other options were given. */
  readonly options: ReadonlyMap<string, readonly string[]>;
  readonly current: string;
  readonly program: CommandUnknownOpts;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type Source = (asked: Asked) => Values | Promise<Values>;

/** By the option's name, else by its placeholder or the argument's name. */
export async function valuesOf(option: string, name: string, asked: Asked): Promise<Values> {
  const { own } = asked;
  const source = own[option] ?? SOURCES.get(option) ?? own[name] ?? SOURCES.get(name);
  return source === undefined ? [] : source(asked);
}

const files: Source = () => FILES;

const addresses: Source = (asked) =>
  configOf(asked).accounts.flatMap(({ desired }) =>
    desired.bots.flatMap(({ address, key, fields: { title } }) => [
      { value: key, about: title },
      { value: address, about: title },
    ]),
  );

/** One name, or several with commas between. */
const accounts: Source = (asked) => {
  const before = asked.current.slice(0, asked.current.lastIndexOf(",") + 1);
  return accountNames(asked).map((name) => ({ value: `${before}${name}` }));
};

const accesses: Source = (asked) =>
  configOf(asked).reaches.flatMap(({ expected }) => expected.accesses.map(({ alias }) => ({ value: alias })));

/** A bot, or a field of one: `btc-dip.leverage`. */
export const accepted: Source = async (asked) => {
  const bots = await addresses(asked);
  const bot = asked.current.slice(0, asked.current.lastIndexOf("."));
  if (bots === FILES || !bots.some(({ value }) => value === bot)) return bots;
  const { FIELD_NAMES } = await import("../../model/bot/field.js");
  return [...bots, ...[...FIELD_NAMES, "enabled"].map((field) => ({ value: `${bot}.${field}` }))];
};

const actions: Source = () => WEBHOOK_ACTIONS.map((value) => ({ value }));

const runs: Source = () => [{ value: "last", about: "the newest run" }];

const SOURCES: ReadonlyMap<string, Source> = new Map([
  ...["file", "path", "folder", "dir", "old", "new"].map((name) => [name, files] as const),
  ...["bot", "address", "pattern"].map((name) => [name, addresses] as const),
  ...["--account", "account"].map((name) => [name, accounts] as const),
  ["--access", accesses],
  ["action", actions],
  ["id", runs],
] satisfies (readonly [string, Source])[]);

/** Throws where there is none, or its variables can't be used. Its credentials are never looked at. */
function configOf({ options, env }: Asked): LoadedConfig {
  const last = options.get("--config")?.at(-1);
  const [vars, varFiles] = [options.get("--var"), options.get("--var-file")];
  return load({
    config: last === undefined ? findProject(undefined).config : last.replace(/^~(?=\/)/, env.HOME ?? "~"),
    ...(vars !== undefined && { var: vars }),
    ...(varFiles !== undefined && { varFile: varFiles }),
  });
}

/** Also those of a configuration with errors elsewhere. */
function accountNames(asked: Asked): readonly string[] {
  return configOf(asked).reaches.map(({ expected }) => expected.account);
}
