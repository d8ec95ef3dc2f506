// After a take-over: whether the service still accepts what the last owner may have signed is asked, not believed (F4).
import { setTimeout as wait } from "node:timers/promises";
import { TransportError } from "../../service/network.js";
import { createProbe, type Probe, type ProbeAnswer } from "../../service/probe.js";
import type { Endpoint } from "../endpoint.js";

type Fenced = Pick<Endpoint, "apiUrl" | "apiKey" | "apiSecret" | "nonceWindow">;

/** Seconds for which a service is asked where nothing is known of it, beyond the age that the request has by then. */
const LONGEST_S = 90;
/** A single refusal may be chance. */
const TIMES = 2;
const EVERY_MS = 1_000;
const DEADLINE_MS = 10_000;

/**
 * Resolves to true once reads that are signed with that second are refused, as GET and as POST, twice, while one that is signed
 * with now is accepted; to false where they still are after the longest wait.
 */
export async function isFenced(
  endpoint: Fenced,
  nonce: number,
  longestS = longestFor(endpoint, nonce),
): Promise<boolean> {
  const probe = createProbe({ ...endpoint, deadlineMs: DEADLINE_MS });
  const end = performance.now() + longestS * 1000;
  const ask = (about: Omit<Probe, "nonce">, second: number) =>
    probe.send({ ...about, nonce: second }).catch((error: unknown) => {
      if (!(error instanceof TransportError)) throw error;
      return undefined;
    });
  try {
    for (let proved = 0; ; ) {
      const old = [await ask({ name: "accessList" }, nonce), await ask({ name: "accountInformation" }, nonce)];
      const now = await ask({ name: "accessList" }, Math.floor(Date.now() / 1000));
      proved = old.every(isRejected) && now?.verdict.kind === "success" ? proved + 1 : 0;
      if (proved === TIMES) return true;
      if (performance.now() > end) return false;
      await wait(EVERY_MS);
    }
  } finally {
    await probe.close();
  }
}

/** For the credentials, which a nonce is a part of. */
function isRejected(answer: ProbeAnswer | undefined): boolean {
  return answer?.verdict.kind === "unauthorized" || answer?.verdict.kind === "refused";
}

function longestFor({ nonceWindow = 0 }: Fenced, nonce: number): number {
  return Math.max(LONGEST_S, nonce + nonceWindow + LONGEST_S - Date.now() / 1000);
}
