// How long a request may be on its way: a service refuses it once the second that it was signed with is too long ago.

/** Seconds for which a service is assumed to accept a request after its nonce, where nobody says otherwise (S-06). */
const NONCE_WINDOW_S = 60;
/** Seconds by which the service's clock may differ from ours, and a nonce be ahead of the clock. */
const NONCE_SKEW_S = 5;

/** When the service begins to refuse a request, in milliseconds since the epoch. @param nonce in seconds */
export function notAfter(nonce: number, windowS = NONCE_WINDOW_S): number {
  return (nonce + windowS + NONCE_SKEW_S) * 1000;
}
