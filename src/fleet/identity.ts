// Who asks: by the session that a token opened, or by the header of a proxy that is trusted, and of that one alone.
import { createHmac } from "node:crypto";
import { PERSON, type People, type Role } from "../model/person.js";
import { isSame, type Sessions } from "./sessions.js";

export interface Person {
  readonly name: string;
  readonly role: Role;
  /** What their forms are bound to. */
  readonly key: string;
}

/** How people are known. */
export type Access =
  | { readonly kind: "token"; readonly person: string; readonly cookie: string }
  | {
      readonly kind: "header";
      /** In small letters. */
      readonly header: string;
      /** Addresses of the proxy. */
      readonly from: readonly string[];
    };

export type Identity =
  | { readonly kind: "person"; readonly person: Person }
  /** No session, or no header from the proxy. */
  | { readonly kind: "anonymous" }
  /** The configuration doesn't name them. */
  | { readonly kind: "unnamed"; readonly name: string }
  /** The header came from elsewhere, or isn't a name. */
  | { readonly kind: "forged"; readonly why: string };

interface Asking {
  readonly header: (name: string) => string | undefined;
  /** The address at the other end of the connection. */
  readonly from: string;
}

export function identityOf(access: Access, sessions: Sessions, people: () => People, asking: Asking): Identity {
  if (access.kind === "token") {
    const id = cookieIn(asking.header("cookie"), access.cookie);
    if (id === undefined || !sessions.has(id)) return { kind: "anonymous" };
    // Whoever may read this process's terminal may do what it may.
    return { kind: "person", person: { name: access.person, role: "operate", key: `session ${id}` } };
  }
  const name = asking.header(access.header);
  const isProxy = access.from.includes(plainAddress(asking.from));
  if (name !== undefined && !isProxy)
    return { kind: "forged", why: `the header ${access.header} came from ${plainAddress(asking.from)}` };
  if (name === undefined) return { kind: "anonymous" };
  // Two of them would come as one, with a comma.
  if (!PERSON.test(name)) return { kind: "forged", why: `the header ${access.header} isn't a name` };
  const role = people().get(name);
  return role === undefined
    ? { kind: "unnamed", name }
    : { kind: "person", person: { name, role, key: `person ${name}` } };
}

/** Without the form in which a socket for both families writes an IPv4 address. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, "");
}

/** Of two with that name the first; none counts that isn't as one of ours. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const found = (header ?? "").split(/; */).find((part) => part.startsWith(`${name}=`));
  const value = found?.slice(name.length + 1);
  return value !== undefined && /^[\w-]{1,100}$/.test(value) ? value : undefined;
}

/** What their forms carry, so that no other page can send one for them. @param secret of this process */
export function formToken(secret: Buffer, { key }: Person): string {
  return createHmac("sha256", secret).update(key).digest("base64url");
}

export function isTheirs(secret: Buffer, person: Person, given: string | null): boolean {
  return given !== null && isSame(given, formToken(secret, person));
}
