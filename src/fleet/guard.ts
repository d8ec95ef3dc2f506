// What every request has to be before anybody looks at who asks: for this server, small enough, and of our own pages if it changes anything.

export interface Place {
  /** Values of the Host header that mean this server: another one is a name that was turned to this address (DNS rebinding). */
  readonly hosts: readonly string[];
  /** Where our pages are, as browsers name it. */
  readonly origins: readonly string[];
}

/** More than any form of ours. */
const MOST_BYTES = 16_384;

export const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // Without any, browsers don't say of a form where it is from.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "interest-cohort=()",
  "cache-control": "no-store",
};

export interface Refusal {
  readonly status: 400 | 403 | 413 | 415 | 421;
  readonly why: string;
}

type Header = (name: string) => string | undefined;

/** undefined where nothing is wrong with it. */
export function strangeHost({ hosts }: Place, header: Header): Refusal | undefined {
  const host = header("host")?.toLowerCase() ?? "";
  return hosts.includes(host) ? undefined : { status: 421, why: "this isn't the address of the page" };
}

/** Of a request that changes something: whether one of our pages has sent it. undefined where it has. */
export function strangeOrigin({ origins }: Place, header: Header): Refusal | undefined {
  const [origin, site] = [header("origin"), header("sec-fetch-site")];
  if (site !== undefined && site !== "same-origin") return { status: 403, why: "another page has sent it" };
  return origin !== undefined && origins.includes(origin)
    ? undefined
    : { status: 403, why: "it doesn't say that a page of botform has sent it" };
}

/** The fields of a form. Nothing more is read once it is too large. */
export async function readForm(request: Request): Promise<URLSearchParams | Refusal> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") return { status: 415, why: "it isn't a form" };
  if (Number(request.headers.get("content-length") ?? 0) > MOST_BYTES) return TOO_LARGE;
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of request.body ?? []) {
      size += part.byteLength;
      if (size > MOST_BYTES) return TOO_LARGE;
      parts.push(part);
    }
  } catch {
    // Nobody is there any more to hear of it.
    return { status: 400, why: "it broke off" };
  }
  return new URLSearchParams(Buffer.concat(parts).toString("utf8"));
}

const TOO_LARGE: Refusal = { status: 413, why: "it is larger than any form of botform's" };
