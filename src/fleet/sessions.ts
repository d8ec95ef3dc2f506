// Who has come in by a one-time token. Everything is in memory: a restart ends every session (threats: token theft, session fixation).
import { timingSafeEqual } from "node:crypto";

const TOKEN_MS = 10 * 60_000;
const SESSION_MS = 12 * 3_600_000;
const BYTES = 32;
/** The oldest one makes room. */
const MOST = 32;

export interface Sessions {
  /** A new token, in the place of the one before. */
  readonly invite: () => string;
  /** The new session's id, if the token is the last one, in time, and wasn't used before. */
  readonly enter: (token: string) => string | undefined;
  readonly has: (id: string) => boolean;
  /** How long a session lasts, in seconds. */
  readonly seconds: number;
}

export interface SessionPorts {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** So many bytes that nobody can guess. */
  readonly random: (bytes: number) => Buffer;
}

export function sessions({ now, random }: SessionPorts): Sessions {
  let invitation: { readonly token: string; readonly until: number } | undefined;
  const until = new Map<string, number>();
  return {
    seconds: SESSION_MS / 1000,
    invite() {
      invitation = { token: random(BYTES).toString("base64url"), until: now() + TOKEN_MS };
      return invitation.token;
    },
    enter(token) {
      if (invitation === undefined || now() >= invitation.until || !isSame(token, invitation.token)) return undefined;
      invitation = undefined;
      // Never one that a browser brings along.
      const id = random(BYTES).toString("base64url");
      const [oldest] = until.keys();
      if (until.size >= MOST && oldest !== undefined) until.delete(oldest);
      until.set(id, now() + SESSION_MS);
      return id;
    },
    has(id) {
      const end = until.get(id);
      if (end !== undefined && now() >= end) until.delete(id);
      return end !== undefined && now() < end;
    },
  };
}

/** In a time that says nothing of where they differ. */
export function isSame(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}
