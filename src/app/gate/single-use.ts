// Rule 21: a saved plan works once. The ledger knows the run that has applied it, and the logs of bots that it turns on, once they
// have had time to show it, what has happened since.
import type { Plan } from "../../model/plan/plan.js";
import type { SavedPlan } from "../../model/planfile/planfile.js";
import { refusal } from "../../model/planfile/planfile-codes.js";
import { factOf, mostOf, seenOn } from "../../model/service-facts.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { runOfPlan } from "../../reconcile/ledger/history.js";
import { ifThere } from "../../reconcile/ledger/ledger.js";
import { LOG_ENTRIES, movedOn, restsOnLogs } from "../../reconcile/plan/single-use.js";
import { systemClock } from "../clock.js";
import { type Endpoint, withClient } from "../endpoint.js";
import type { Host } from "../host.js";
import { history, ledgerOf } from "../ledger/ledger.js";

/** That a run of this ledger has applied it, in part at least; undefined if none has. An unreadable journal counts as empty here; one that can't be written stops the run later. */
export async function appliedAlready(
  journal: string | undefined,
  saved: Pick<SavedPlan, "id"> | undefined,
): Promise<Diagnostic | undefined> {
  if (journal === undefined || saved === undefined) return undefined;
  const { runs } = await ifThere(history(journal), { runs: [], unreadable: [] });
  const earlier = runOfPlan(runs, saved.id);
  return (
    earlier && refusal("planfile/applied-already", `the plan has already been applied, by the run ${earlier.begin.id}`)
  );
}

/** Whether a bot that the plan turns on has had anything happen to it since it was saved. @param journal folder of the ledger, which may know by how much logs lag behind */
export async function movedOnSince(
  host: Host,
  { made, endpoint }: { readonly made: Plan; readonly endpoint: Endpoint },
  journal: string | undefined,
): Promise<readonly Diagnostic[]> {
  const lag = journal === undefined || !restsOnLogs(made) ? undefined : await lagOf(journal, made.account, endpoint);
  return host.read(made.account, (watch) =>
    withClient({ ...endpoint, allow: "read", ...watch }, async (client) => {
      if (lag !== undefined) {
        const why = `the logs of bots lag behind by up to ${(lag.ms / 1000).toFixed(1)} s (${lag.seen})`;
        host.say({ kind: "note", text: `${why}; the plan waits as long, to see what has happened to them` });
        await systemClock.sleep(lag.ms);
      }
      return movedOn(made, (botId) => client.botLogs(botId, LOG_ENTRIES));
    }),
  );
}

/** Nobody waits longer, whatever was seen, or pinned. */
const LONGEST_LAG_MS = 60_000;

/** undefined where nobody has seen logs lag behind. */
async function lagOf(folder: string, account: string, endpoint: Endpoint) {
  const { seen } = await ifThere(ledgerOf({ folder }, account, endpoint).relied(), { seen: [], contradicted: [] });
  const lag = factOf(seen, "logLag");
  // One that was there at the first look may have been there at once.
  if (lag === undefined || lag.value === 0) return undefined;
  return { ms: Math.min(LONGEST_LAG_MS, mostOf(lag)), seen: seenOn(lag) };
}
