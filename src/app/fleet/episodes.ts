// When accounts differed from their configuration, over the last days, as looks reported it.
import type { DriftEpisode } from "../../model/fleet-state.js";
import { DiskError } from "../../model/ports.js";
import { reportedOf } from "../ledger/ledger.js";

/** Accounts whose ledger is read at the same time. */
const AT_ONCE = 16;

/** undefined where the ledger can't be read. @param since milliseconds since the epoch: what was over by then is no part of it */
export async function driftEpisodes(
  journal: string,
  accounts: readonly string[],
  since: number,
): Promise<readonly DriftEpisode[] | undefined> {
  const found: DriftEpisode[] = [];
  const rest = [...accounts];
  const readOn = async () => {
    for (let account = rest.pop(); account !== undefined; account = rest.pop()) {
      const name = account;
      const own = await reportedOf({ folder: journal }, name).episodes();
      found.push(...own.filter(({ to }) => to === null || to > since).map((one) => ({ account: name, ...one })));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return undefined;
  }
  return found;
}
