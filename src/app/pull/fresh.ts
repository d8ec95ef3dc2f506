// A pull without a configuration: the account as it is becomes one, spelled out or factored.
import { join } from "node:path";
import { factored, unfactored } from "../../authoring/factor.js";
import { type FreshAccount, freshFiles } from "../../authoring/pull-fresh.js";
import { keyFor, pulledBots } from "../../authoring/pulled.js";
import { loadSources } from "../../config/load.js";
import { accountVariable } from "../../config/schema/schema-parts.js";
import type { Access } from "../../model/bot/bot.js";
import type { Desired } from "../../model/bot/desired.js";
import type { Observed } from "../../model/bot/observed.js";
import { counted } from "../../model/text/counted.js";
import { refresh } from "../../reconcile/plan/refresh.js";
import { serviceReader } from "../../service/ports.js";
import { reading } from "../endpoint.js";
import { AppError } from "../error.js";
import type { Host } from "../host.js";
import { openAccount } from "../live/open-account.js";
import { differingAddresses, type PullOptions, type PullResult, type PullTarget } from "./result.js";

export async function pullFresh(host: Host, options: PullOptions, target: PullTarget): Promise<PullResult> {
  const { account, endpoint, exchange: stated } = await openAccount(host, options);
  return reading(host, { account, endpoint }, options.concurrency, async (client) => {
    // The list of accesses holds those of every exchange.
    const all = await serviceReader(client, "").accesses();
    const exchange = options.exchange ?? stated ?? onlyExchange(all.map((access) => access.exchange));
    const accesses = all.filter((access) => access.exchange === exchange);
    const observed = await refresh(everythingOf({ account, exchange, accesses }), serviceReader(client, exchange));
    return freshFrom({ account, exchange, accesses, target, factor: options.factor === true }, observed);
  });
}

interface Wanted {
  readonly account: string;
  readonly exchange: string;
  /** Those of the exchange. */
  readonly accesses: readonly Access[];
  readonly target: PullTarget;
  readonly factor: boolean;
}

/** A desired state that declares nothing, so that the whole account is read. */
export function everythingOf({
  account,
  exchange,
  accesses,
}: Pick<Wanted, "account" | "exchange" | "accesses">): Desired {
  const aliases = aliasesOf(accesses);
  return {
    account,
    exchange,
    origin: { file: "", path: [] },
    accesses: accesses.map((access) => ({ alias: aliases.get(access.id) ?? "", live: liveOf(access, accesses) })),
    // So that every bot's access is read.
    undeclared: "turn-off",
    titlePrefix: "",
    bots: [],
    digest: "",
  };
}

/** The files of the configuration; reads and writes nothing. Throws AppError. */
export function freshFrom({ account, exchange, accesses, target, factor }: Wanted, observed: Observed): PullResult {
  if (accesses.length === 0) throw new AppError(`the account has no access on the exchange ${exchange}`);
  const aliases = aliasesOf(accesses);
  const { bots, left } = pulledBots(observed.bots, aliases);
  const fresh: FreshAccount = {
    name: account,
    connection: {
      apiUrl: reference(account, "API_URL"),
      apiKey: reference(account, "API_KEY"),
      apiSecret: reference(account, "API_SECRET"),
    },
    exchange,
    accesses: new Map(accesses.map((access) => [aliases.get(access.id) ?? "", liveOf(access, accesses)])),
  };
  const needsAccess = accesses.length > 1;
  const plain = freshFiles(fresh, unfactored(bots, needsAccess), left);
  const chosen = factor ? freshFiles(fresh, factored(bots, needsAccess), left) : plain;
  if (chosen.length > 1 && !target.isFolder) {
    throw new AppError(
      `${counted(bots.length, "bot")} need ${counted(chosen.length, "file")}, but botform would read only ${target.file}\nName a folder with --out.`,
    );
  }
  const files = chosen.map(({ file, text }, index) => ({
    file: index === 0 ? target.file : join(target.folder, file),
    text,
    before: undefined,
  }));
  const config = loadSources(files);
  const summary = `${counted(bots.length, "bot")} of account ${account}${savedBy(linesOf(chosen), linesOf(plain))}`;
  const pinned = bots.filter((bot) => bot.pinned).length;
  const notes =
    pinned === 0
      ? []
      : [
          pinned === 1
            ? `1 bot shares its title with other live bots; it is pinned by botId and limited to ${account} (only)`
            : `${pinned} bots share their titles with other live bots; they are pinned by botId and limited to ${account} (only)`,
        ];
  return { account, files, summary, notes, left, differing: differingAddresses(config, account, observed) };
}

/** What templates saved, where they saved anything. */
function savedBy(lines: number, plainly: number): string {
  return lines < plainly ? ` in ${lines} lines (${plainly} without defaults, templates and forEach)` : "";
}

function onlyExchange(exchanges: readonly string[]): string {
  const [only, second] = [...new Set(exchanges)].sort();
  if (only === undefined) throw new AppError("the account has no access, so it has no bots");
  if (second === undefined) return only;
  throw new AppError(
    `the account has accesses on several exchanges: ${[...new Set(exchanges)].sort().join(", ")}\nChoose one with --exchange; in the configuration, each exchange gets its own account.`,
  );
}

/** Aliases by accessId, made of the titles. */
function aliasesOf(accesses: readonly Access[]): ReadonlyMap<number, string> {
  const taken = new Set<string>();
  return new Map(accesses.toSorted((a, b) => a.id - b.id).map(({ id, title }) => [id, keyFor(title, taken)]));
}

/** The title, where it names one access and can be written; the accessId otherwise. */
function liveOf({ id, title }: Access, all: readonly Access[]): string | number {
  const isPlain = /^[^\s\p{Cc}\p{Cs}]([^\p{Cc}\p{Cs}]*[^\s\p{Cc}\p{Cs}])?$/u.test(title) && title.length <= 255;
  return isPlain && !title.includes("${") && all.filter((access) => access.title === title).length === 1 ? title : id;
}

function reference(account: string, part: "API_URL" | "API_KEY" | "API_SECRET"): string {
  return `\${env.${accountVariable(account, part)}}`;
}

function linesOf(files: readonly { readonly text: string }[]): number {
  return files.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
}
