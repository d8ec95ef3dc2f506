// Tunnels through a proxy by CONNECT; TLS inside goes on to the service (threat 13).
import type { Dispatcher, Pool as Pools } from "undici";
import connect from "undici/lib/api/api-connect.js";
import Pool from "undici/lib/dispatcher/pool.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";

/** A proxy's address: http or https, host, port, perhaps user and password. Undefined for anything else. */
export function proxyUrl(text: string): URL | undefined {
  try {
    const url = new URL(text);
    decodeURIComponent(url.username + url.password);
    const isPlain = url.pathname === "/" && url.search === "" && url.hash === "";
    return isPlain && /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Reaches any https origin through the proxy; certificates of both are checked. Without a tunnel there is no connection. */
export function throughProxy(proxy: URL, pooling: Pools.Options, timeout: number): Dispatcher {
  const tls = { timeout, rejectUnauthorized: true };
  return new ProxyAgent({
    uri: proxy.href,
    requestTls: tls,
    proxyTls: tls,
    // undici's index would have given the pool its `connect`.
    clientFactory: (address, options) =>
      Object.assign(new Pool(address, { ...options, headersTimeout: timeout }), { connect }),
    factory: (origin, options) =>
      new Pool(origin, {
        ...pooling,
        connect: (asked, made) =>
          options.connect(asked, (...[error, socket]) =>
            error === null ? made(null, socket) : made(final(error), null),
          ),
      }),
  });
}

/** undici's code for a proxy that answers anything but 200. */
export const NO_TUNNEL = "UND_ERR_ABORTED";

/** When the proxy hangs up, undici would ask for one tunnel after the other. */
function final(error: Error): Error {
  const isLost = "code" in error && error.code === "UND_ERR_SOCKET";
  return isLost ? Object.assign(new Error("the proxy hung up"), { code: NO_TUNNEL }) : error;
}
