// A pull into the configuration that is there: read, then taken over in rounds until nothing more follows.

import { loadSources } from "../config/load.js";
import { readSources, type Source } from "../config/yaml/source.js";
import { refresh } from "../reconcile/plan/refresh.js";
import { serviceReader } from "../service/ports.js";
import { choose, configurationPath, givenBy } from "./configuration.js";
import { reading } from "./endpoint.js";
import type { Host } from "./host.js";
import type { Pulling, PullOptions, PullResult } from "./pull-result.js";
import { pullOnce } from "./pull-round.js";

export async function pullInto(host: Host, options: PullOptions): Promise<PullResult> {
  const { config, account, endpoint } = choose(host.env, options);
  host.conceal([endpoint.apiKey, endpoint.apiSecret]);
  const path = configurationPath(options.config) ?? "";
  const given = givenBy(options);
  const { sources } = readSources(path);
  const { desired } = account;
  return reading(host, { account: desired.account, endpoint }, options.concurrency, async (client) => {
    // So that the access of every bot in scope is read.
    const all = { ...desired, undeclared: "turn-off" } as const;
    const observed = await refresh(all, serviceReader(client, desired.exchange));
    return pullObserved({ config, account, sources, observed, given, accept: options.accept });
  });
}

const MOST_ROUNDS = 5;

/** What the files become; reads and writes nothing. Throws AppError. */
export function pullObserved(pulling: Pulling): PullResult {
  const { account, sources } = pulling;
  let result = pullOnce(pulling);
  // What one round names anew may let the next find a bot that was in doubt before.
  for (let round = 1; round < MOST_ROUNDS; round += 1) {
    const now = sources.map((source) => result.files.find(({ file }) => file === source.file) ?? source);
    const config = loadSources(now, [], pulling.given);
    const again = config.accounts.find(({ desired }) => desired.account === account.desired.account);
    const next = again && pullOnce({ ...pulling, config, account: again, sources: now, isFollowing: true });
    if (next === undefined || next.files.length === 0) break;
    result = together(result, next, sources);
  }
  return result;
}

/** Two rounds as one: the files as the second leaves them, and everything that was said. */
function together(first: PullResult, second: PullResult, sources: readonly Source[]): PullResult {
  const files = sources.flatMap(({ file, text: before }) => {
    const last = [...second.files, ...first.files].find((one) => one.file === file);
    return last === undefined || last.text === before ? [] : [{ file, text: last.text, before }];
  });
  // A field is left once and then unmanaged; of bots and titles in doubt the second round knows better.
  const stays = first.left.filter(({ field }) => field !== undefined && field !== "title");
  const left = new Map([...stays, ...second.left].map((one) => [`${one.botId} ${one.field}`, one]));
  return {
    ...second,
    summary: `${first.summary}; then ${second.summary}`,
    files,
    notes: [...new Set([...first.notes, ...second.notes])],
    left: [...left.values()],
  };
}
