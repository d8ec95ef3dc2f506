// Who is at this terminal, as far as the machine knows.
import { hostname, userInfo } from "node:os";
import type { Env } from "../../app/host.js";

/** `ana@desk`. */
export function personHere(env: Env): string {
  return `${userName(env)}@${hostname()}`;
}

/** A container may run as a user whom it has no name for. */
export function userName({ USER }: Env): string {
  try {
    return userInfo().username;
  } catch {
    return USER || `user ${process.getuid?.() ?? ""}`.trim();
  }
}
