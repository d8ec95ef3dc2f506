// What the services of the configuration here were seen to do, for what only explains: where nothing can be read, nothing is known.
import { factsAbout, type ServiceFacts } from "../../model/service-questions.js";
import { ifThere } from "../../reconcile/ledger/ledger.js";
import { addressIn } from "../credentials/supply.js";
import { AppError } from "../error.js";
import { type ConfigOptions, configurationPath, load } from "../files/configuration.js";
import type { Environments } from "../host.js";
import { ledgerOf } from "../ledger/ledger.js";

/** Of each service once. A configuration that can't be used has no services, and a ledger that can't be read is empty. */
export async function seenHere(
  host: Environments,
  { journal, ...options }: ConfigOptions & { readonly journal: string },
): Promise<readonly ServiceFacts[]> {
  const found = new Map<string, ServiceFacts>();
  for (const { connection } of reachesHere(options)) {
    const resolved = addressIn(host, connection);
    if ("diagnostics" in resolved) continue;
    const ledger = ledgerOf({ folder: journal }, connection.account, {
      ...resolved,
      serviceFacts: connection.serviceFacts,
    });
    const { seen } = await ifThere(ledger.relied(), { seen: [], contradicted: [] });
    const facts = factsAbout(connection.account, resolved.apiUrl, seen);
    if (facts.seen.length > 0) found.set(facts.origin, facts);
  }
  return [...found.values()];
}

function reachesHere(options: ConfigOptions) {
  try {
    return configurationPath(options.config) === undefined ? [] : load(options).reaches;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [];
  }
}
