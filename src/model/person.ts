// People who look at a fleet, and what each may do.

/** What a person may do, each with all that stands before it: look; answer plans; hold bots, lift holds, and stop the fleet. */
export const ROLES = ["look", "approve", "operate"] as const;
export type Role = (typeof ROLES)[number];

/** By the name under which the proxy that has checked them passes them on. */
export type People = ReadonlyMap<string, Role>;

export function mayDo(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** A name as a proxy writes it in a header: a user name, or an address of mail. */
export const PERSON = /^[\w.@+-]{1,200}$/;
