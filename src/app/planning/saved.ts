// Plan files for the commands: read with every check that the file itself allows, and written.
import { randomBytes } from "node:crypto";
import { readWhole, replaceWhole } from "../../disk/whole-file.js";
import type { Plan } from "../../model/plan/plan.js";
import {
  isPlanFile,
  NO_PLAN,
  otherAccount,
  PLAN_FILE_BYTES,
  readPlanFile,
  type SavedFacts,
  type SavedPlan,
  type SealOptions,
  sealPlan,
  verifyPlan,
} from "../../model/planfile/planfile.js";
import { DiskError } from "../../model/ports.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { ifThere } from "../../reconcile/ledger/ledger.js";
import { LOG_ENTRIES, withLogs, withoutLog } from "../../reconcile/plan/single-use.js";
import { connectionOf } from "../credentials/supply.js";
import { type BudgetOptions, budgeted, type Endpoint, withClient } from "../endpoint.js";
import { AppError } from "../error.js";
import { EXIT, type ExitCode } from "../exit.js";
import { type AccountOptions, type ConfigOptions, loadSound } from "../files/configuration.js";
import { appliedAlready } from "../gate/single-use.js";
import type { CredentialHost, Host } from "../host.js";
import { ledgerOf, stopWatch } from "../ledger/ledger.js";
import { type LimitOptions, limited, type Planned } from "./plan.js";
import { evaluateSaved, type PolicySource } from "./policies.js";

/** Reads a plan file's form; whether it is authentic is still open. Throws AppError. */
export async function readSaved(file: string): Promise<SavedPlan> {
  const bot = /^[\w-]+$/.test(file)
    ? ` If ${file} is a bot: botform apply --target ${file} carries out its steps, botform bots show ${file} shows it.`
    : "";
  const bytes = await onDisk(() => readWhole(file, PLAN_FILE_BYTES), `\n${NO_PLAN.remedy}${bot}`);
  const reading = readPlanFile(bytes, BOTFORM_VERSION);
  if (!reading.ok) throw refused(file, reading.problem);
  return reading.saved;
}

export interface Checked {
  readonly endpoint: Endpoint;
  /** What forbids acting on the plan; undefined where nothing does. */
  readonly problem: Diagnostic | undefined;
  /** By whose policies the plan is judged. */
  readonly policySource: PolicySource;
}

/** Compares the file with the account's configuration, credentials and the time. Throws AppError if there are none. */
export async function checkSaved(
  host: CredentialHost,
  options: ConfigOptions & { readonly file: string; readonly account?: string },
  saved: SavedPlan,
): Promise<Checked> {
  if (options.account !== undefined && options.account !== saved.account) {
    throw refused(options.file, otherAccount(saved.account, `--account names ${options.account}`));
  }
  const config = loadSound(options);
  const account = config.accounts.find(({ desired }) => desired.account === saved.account);
  if (account === undefined) {
    const names = config.accounts.map(({ desired }) => desired.account).join(", ");
    throw refused(options.file, otherAccount(saved.account, `the configuration has ${names}`));
  }
  const resolved = await connectionOf(host, account);
  if ("diagnostics" in resolved)
    throw new AppError("the account's credentials or addresses can't be used", {
      diagnostics: config.locate(resolved.diagnostics),
    });
  const endpoint = resolved.connection;
  const problem = verifyPlan(saved, {
    toolVersion: BOTFORM_VERSION,
    account: account.desired.account,
    opener: endpoint,
    configDigest: account.desired.digest,
    now: Date.now(),
  });
  return { endpoint, problem, policySource: { config, account, envs: host.envs } };
}

export interface SavedChoice extends AccountOptions, BudgetOptions, LimitOptions {
  readonly file: string;
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  readonly allowReplace?: boolean;
  /** The folder of the journals, which tell whether it was applied already. */
  readonly journal: string;
}

type OpenedPlan = Planned & { readonly saved: SavedPlan };

/** The plan of a file that passes every check for which no bot has to be read. Throws AppError for any other. */
export async function openSaved(host: Host, options: SavedChoice): Promise<OpenedPlan> {
  refuseParts(options);
  return openRead(host, options, await readSaved(options.file));
}

/** Throws AppError where options choose a part of what a saved plan is applied as. */
export function refuseParts(options: Omit<SavedChoice, "file">): void {
  const { account: names = [], allAccounts } = options;
  if (options.target !== undefined || options.exclude !== undefined || options.allowReplace === true)
    throw new AppError(
      "--target, --exclude and --allow-replace don't work with a saved plan\nA saved plan is applied as a whole.",
    );
  const [, second] = new Set(names);
  if (allAccounts === true || second !== undefined)
    throw new AppError(
      "a saved plan is for one account, and names it\nLeave out --all-accounts and any other account names.",
    );
}

/** The same of one that was read. @param options name in `file` what it is called in messages */
export async function openRead(host: Host, options: SavedChoice, saved: SavedPlan): Promise<OpenedPlan> {
  const { file, account: names = [], ...where } = options;
  const [account] = names;
  const { endpoint, problem, policySource } = await checkSaved(
    host,
    { ...where, file, ...(account !== undefined && { account }) },
    saved,
  );
  host.conceal([endpoint.apiKey, endpoint.apiSecret]);
  if (problem !== undefined) throw refused(file, problem);
  const isStopped = await stopWatch({ folder: options.journal }, saved.plan.account, endpoint);
  const used = await appliedAlready(options.journal, saved);
  if (used !== undefined) throw refused(file, used);
  const made = limited(evaluateSaved(saved.plan, policySource), options, policySource.account);
  return { made, own: made.diagnostics, endpoint: budgeted(endpoint, options), policySource, saved, isStopped };
}

/** The error of a plan file that can't be used. */
export function refused(file: string, problem: Diagnostic): AppError {
  return new AppError(`${file} can't be used, and nothing was written`, {
    diagnostics: [problem],
    exitCode: EXIT_OF[problem.code] ?? EXIT.stale,
  });
}

const EXIT_OF: Readonly<Record<string, ExitCode>> = {
  [NO_PLAN.code]: EXIT.invalid,
  "planfile/not-approved": EXIT.blocked,
  "planfile/rejected": EXIT.blocked,
};

/**
 * Writes a plan file that holds for so many minutes from now on, and tells what it says of itself. Reads the logs of bots that
 * it turns on, so that it works once (rule 21). Throws AppError.
 */
export async function writeSaved(
  file: string,
  shown: Plan,
  endpoint: Endpoint,
  minutes: number,
  journal?: string,
): Promise<SavedFacts> {
  const { text, facts } = await sealedNow(shown, endpoint, minutes, journal);
  await refuseOtherFile(file);
  await onDisk(() => replaceWhole(file, text));
  return facts;
}

/** The text of such a file, and what it says of itself. Throws AppError. */
export async function sealedNow(
  shown: Plan,
  endpoint: Endpoint,
  minutes: number,
  journal?: string,
): Promise<{ readonly text: string; readonly facts: SavedFacts }> {
  const made = await withClient({ ...endpoint, allow: "read" }, (client) =>
    withLogs(shown, (botId) => client.botLogs(botId, LOG_ENTRIES)),
  );
  const known = journal === undefined ? undefined : ledgerOf({ folder: journal }, made.account, endpoint).relied();
  const seen = known && (await ifThere(known, { seen: [], contradicted: [] })).seen;
  const id = randomBytes(16).toString("hex");
  const createdAt = Date.now();
  const expiresAt = createdAt + minutes * 60_000;
  const text = sealed(made, endpoint, { id, toolVersion: BOTFORM_VERSION, createdAt, expiresAt });
  const facts = {
    id,
    toolVersion: BOTFORM_VERSION,
    account: made.account,
    origin: endpoint.apiUrl,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    verified: true,
    restsOnLedger: withoutLog(made, seen),
  };
  return { text, facts };
}

/** A typo must not overwrite a configuration: only an earlier plan or an empty file is replaced. */
async function refuseOtherFile(file: string): Promise<void> {
  const bytes = await onDisk(async () => {
    try {
      return await readWhole(file, PLAN_FILE_BYTES);
    } catch (error) {
      if (error instanceof DiskError && error.code === "ENOENT") return new Uint8Array();
      throw error;
    }
  });
  if (bytes.length === 0 || isPlanFile(bytes)) return;
  throw new AppError(
    `${file} exists and isn't a saved plan; it was left as it is\nName another file, or remove this one.`,
  );
}

function sealed(made: Plan, endpoint: Endpoint, options: SealOptions): string {
  try {
    return sealPlan(made, endpoint, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError(`${error.message}, so no plan file was written`, { exitCode: EXIT.failed });
  }
}

/** What a file that was read says of itself. */
export function factsOf(saved: SavedPlan, verified: boolean | null): SavedFacts {
  const { id, toolVersion, account, origin, createdAt, expiresAt } = saved;
  return { id, toolVersion, account, origin, createdAt, expiresAt, verified };
}

/** A wrong path is the user's to mend; a full or broken disk isn't. */
const NOT_OF_THE_PATH: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EIO", "EROFS", "EMFILE", "ENFILE"]);

async function onDisk<T>(task: () => Promise<T>, remedy = ""): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    throw new AppError(`${error.message}${remedy}`, {
      exitCode: NOT_OF_THE_PATH.has(error.code) ? EXIT.failed : EXIT.invalid,
    });
  }
}
