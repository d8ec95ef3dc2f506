// Evaluates the policies on a webhook before it is sent, with the account as it is read.

import { isDenied } from "../../model/policy/finding.js";
import { evaluate } from "../../policy/evaluate.js";
import type { Sending } from "../../policy/message-subjects.js";
import { refresh } from "../../reconcile/plan/refresh.js";
import { dealPrices } from "../../risk/market-data.js";
import { serviceReader } from "../../service/ports.js";
import { type Endpoint, reading } from "../endpoint.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import type { Host } from "../host.js";
import { accountAssumptions, readMarketData } from "../money/figures.js";
import { type PolicySource, policyOptionsOf, refusalText } from "../planning/policies.js";

export interface SendGate {
  /** Throws AppError with exit 6 for what a policy denies, ServiceError where the account can't be read. */
  check(): Promise<void>;
}

/** After a quick answer at the prompt, the account isn't read again. */
const FRESH_MS = 5_000;

/**
 * Looks at the clock and the kill switches each time, at other bots and balances where the last look is older than a few
 * seconds. Without credentials balances are unknown, and the other bots are as they are declared.
 */
export function sendGate(
  host: Host,
  policySource: PolicySource & { readonly account: NonNullable<PolicySource["account"]> },
  { sends, endpoint }: { readonly sends: Sending; readonly endpoint: Endpoint | undefined },
): SendGate {
  const { desired } = policySource.account;
  const assumptions = accountAssumptions(policySource.account, policySource.config.place);
  let around: Around = {};
  let readAt = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return {
    async check() {
      if (endpoint !== undefined && OF_MONEY.has(sends.message.action) && performance.now() - readAt > FRESH_MS) {
        around = await aroundNow(host, policySource, endpoint);
        readAt = performance.now();
      }
      const live = around.live?.find(({ id }) => id === sends.live?.id) ?? sends.live;
      const input = { desired, account: desired.account, assumptions, sends: { ...sends, live }, ...around };
      const findings = evaluate({ ...input, ...policyOptionsOf(policySource) }).filter(
        ({ kind }) => kind !== "waiver-expired",
      );
      const denials = findings.filter(isDenied);
      if (findings.length > 0 && (denials.length > 0 || !isShown)) host.say({ kind: "findings", findings });
      isShown = true;
      if (denials.length > 0)
        throw new AppError(`${refusalText(denials)}; nothing was sent`, { exitCode: EXIT.blocked });
    },
  };
}

/** Closing ties up nothing. */
const OF_MONEY: ReadonlySet<Sending["message"]["action"]> = new Set(["open", "update", "average"]);

type Around = Awaited<ReturnType<typeof aroundNow>> | Record<string, never>;

async function aroundNow(
  host: Host,
  { account: { desired } }: { readonly account: NonNullable<PolicySource["account"]> },
  endpoint: Endpoint,
) {
  return reading(host, { account: desired.account, endpoint }, 4, async (client) => {
    const { bots, deals } = await refresh(desired, serviceReader(client, desired.exchange));
    return { live: bots, deals: deals ?? [], marketData: await readMarketData(client, dealPrices(deals ?? [])) };
  });
}
