// Checks that a secret may be sent to an address: over https, or to this machine (threat 7).

/** Whether the address is this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

export function isSafe(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}
