// The credentials and addresses of an account, and clients of it that are always closed.
import type { PinnedFacts } from "../model/service-facts.js";
import { type Client, type ClientOptions, createClient } from "../service/client.js";
import type { RequestLimits, SharedTurns } from "../service/pace.js";
import type { Host } from "./host.js";
import { turnsAt } from "./ledger/ledger-place.js";

/** Where an account's API is and what opens it. */
export interface Endpoint {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** The account's name, for errors that are about its connection. */
  readonly account?: string;
  /** Further secrets; no message shows them, even if an answer repeats them. */
  readonly secrets?: readonly string[];
  /** Limits on the account's requests, for all clients of this process. */
  readonly budget?: RequestLimits;
  /** Seconds for which the service accepts a request after its nonce; 60 is assumed where nothing is stated. */
  readonly nonceWindow?: number;
  /** What a file pins of the service; it counts where it is about the one at `apiUrl`. */
  readonly serviceFacts?: PinnedFacts;
  /** Address of the proxy through which an https `apiUrl` is reached; `resolveConnection` takes it from BOTFORM_PROXY alone. */
  readonly proxy?: string;
}

/** How requests are made; every one is optional. */
export type Tuning = Omit<ClientOptions, keyof Endpoint | "allow">;

export async function withClient<T>(options: ClientOptions, task: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient(options);
  try {
    return await task(client);
  } finally {
    await client.close();
  }
}

/** An account by name, and what opens it. */
export interface Readable {
  readonly account: string;
  readonly endpoint: Endpoint;
}

/** Runs the task with a client that can't write. An interrupt ends it at once, since nothing is lost by abandoning a read. */
export function reading<T>(
  host: Host,
  { account, endpoint }: Readable,
  concurrency: number,
  task: (client: Client) => Promise<T>,
): Promise<T> {
  return host.read(account, (watch) => withClient({ ...endpoint, allow: "read", concurrency, ...watch }, task));
}

export interface BudgetOptions {
  readonly concurrency?: number;
  /** Whether --concurrency was given, and isn't the command's default. */
  readonly concurrencyStated?: boolean;
  readonly requestsPerSecond?: number;
  /** Where the ledger is: those who share it share the rates, too. */
  readonly journal?: string;
  /** Its requests wait for none of those of other processes, and are counted among them. */
  readonly waitsForNobody?: boolean;
}

/** The endpoint with this command's limits on requests: the command line wins over the configuration. */
export function budgeted(endpoint: Endpoint, options: BudgetOptions): Endpoint {
  const { concurrency, concurrencyStated = false, requestsPerSecond, journal, waitsForNobody } = options;
  const stated = {
    ...endpoint.budget,
    ...(concurrencyStated && concurrency !== undefined && { concurrency }),
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
  };
  if (Object.keys(stated).length === 0) return endpoint;
  const shared = journal === undefined ? undefined : turnsAt(journal, endpoint, stated);
  const turns = shared && waitsForNobody === true ? passing(shared) : shared;
  return { ...endpoint, budget: { ...stated, ...(turns !== undefined && { turns }) } };
}

function passing(turns: SharedTurns): SharedTurns {
  return async () => {
    void turns(true);
    return 0;
  };
}
