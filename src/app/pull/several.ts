// Pulls several accounts into the configuration that names them: one after the other, each into what the one before made of it.
import { loadSources } from "../../config/load.js";
import { readSources } from "../../config/yaml/source.js";
import type { Observed } from "../../model/bot/observed.js";
import { refresh } from "../../reconcile/plan/refresh.js";
import { serviceReader } from "../../service/ports.js";
import { attempt } from "../attempt.js";
import { withClient } from "../endpoint.js";
import { AppError } from "../error.js";
import { type AccountOptions, chooseAccounts, configurationPath, inputsOf } from "../files/configuration.js";
import { type AdmissionOptions, admitted } from "../gate/admission.js";
import type { Host, ReadWatch } from "../host.js";
import { type Opened, openAccounts } from "../planning/open-accounts.js";
import { pullObserved } from "./into.js";
import { differingAddresses, type PullOptions, type PullResult } from "./result.js";

export type SeveralOptions = Omit<PullOptions, "account"> & AccountOptions & AdmissionOptions;

/** Throws AppError where one can't be read: what is written is whole. */
export async function pullSeveral(host: Host, options: SeveralOptions): Promise<PullResult> {
  refuseOfOne(options);
  const opened = await openAccounts(host, options, chooseAccounts(options));
  const read = await host.read(`${opened.length} accounts`, (watch) =>
    admitted(opened, options, async (one) =>
      "value" in one ? attempt(one.account, () => observedOf(one.value, options, watch)) : one,
    ),
  );
  const accounts = read.map((one) => {
    if ("value" in one) return one;
    const { message, ...rest } = one.failure;
    throw new AppError(`the account ${one.account} can't be pulled: ${message}`, rest);
  });
  return pulledFrom(accounts, options);
}

function refuseOfOne({ out, factor, accept, exchange }: SeveralOptions): void {
  const given = { "--out": out, "--factor": factor, "--accept": accept, "--exchange": exchange };
  const [flag] = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (flag !== undefined)
    throw new AppError(`${flag} works with one account\nName it with --account, or pull the others without ${flag}.`);
}

function observedOf(
  { policySource: { account }, endpoint }: Opened,
  { concurrency }: SeveralOptions,
  watch: ReadWatch,
) {
  const { desired } = account;
  return withClient({ ...endpoint, allow: "read", concurrency, ...watch }, (client) =>
    // So that the access of every bot in scope is read.
    refresh({ ...desired, undeclared: "turn-off" }, serviceReader(client, desired.exchange)),
  );
}

/** Of an account, what was read. */
interface Read {
  readonly account: string;
  readonly value: Observed;
}

/** Reads and writes nothing on the service. */
function pulledFrom(accounts: readonly Read[], options: SeveralOptions): PullResult {
  const inputs = inputsOf(options);
  const { sources: before } = readSources(configurationPath(options.config) ?? "");
  const results: PullResult[] = [];
  let sources = before;
  for (const { account: name, value: observed } of accounts) {
    const config = loadSources(sources, [], inputs);
    const account = config.accounts.find(({ desired }) => desired.account === name);
    if (account === undefined) continue;
    const result = pullObserved({
      config,
      account,
      sources,
      observed,
      inputs,
      accept: undefined,
      everywhere: options.everywhere,
    });
    sources = sources.map((source) => result.files.find(({ file }) => file === source.file) ?? source);
    results.push(result);
  }
  const config = loadSources(sources, [], inputs);
  return {
    account: accounts.map(({ account }) => account).join(", "),
    files: sources.flatMap(({ file, text }, index) => {
      const old = before[index]?.text;
      return text === old ? [] : [{ file, text, before: old }];
    }),
    summary: results.map(({ summary }) => summary).join("; "),
    notes: [...new Set(results.flatMap(({ notes }) => notes))],
    left: results.flatMap(({ account, left }) => left.map((one) => ({ ...one, reason: `${account}: ${one.reason}` }))),
    // Accounts may disagree about a bot that they share: each is asked again at the end.
    differing: accounts.flatMap(({ account, value }) => differingAddresses(config, account, value)),
  };
}
