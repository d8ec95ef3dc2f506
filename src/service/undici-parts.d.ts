// Declares undici's dispatchers by their own paths: its index also loads fetch, caches and sockets, which would slow every start.
declare module "undici/lib/dispatcher/pool.js" {
  import { Pool } from "undici";
  export default Pool;
}

declare module "undici/lib/dispatcher/proxy-agent.js" {
  import { type buildConnector, type Dispatcher, type Pool, ProxyAgent } from "undici";

  /** How a pool comes by its connections is known here: `connect` makes the tunnel. */
  interface Tunnelling {
    readonly uri: string;
    readonly requestTls: buildConnector.BuildOptions;
    readonly proxyTls: buildConnector.BuildOptions;
    readonly clientFactory: (proxy: URL, options: Pool.Options) => Dispatcher;
    readonly factory: (
      origin: URL,
      options: Pool.Options & { readonly connect: buildConnector.connector },
    ) => Dispatcher;
  }

  const agent: new (options: Tunnelling) => ProxyAgent;
  export default agent;
}

declare module "undici/lib/api/api-connect.js" {
  import type { Dispatcher } from "undici";

  const connect: Dispatcher["connect"];
  export default connect;
}
