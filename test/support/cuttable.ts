// A way to a server that can be cut: while it is, nobody answers there, and what was open has broken off.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Cuttable {
  /** The address of the server by this way. */
  readonly url: string;
  cut(): void;
  /** What is sent from now on is swallowed, either way, and nothing breaks off. */
  hush(): void;
  mend(): void;
  close(): Promise<void>;
}

/** @param url of the server, with a port */
export async function cuttable(url: string): Promise<Cuttable> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isCut = false;
  let isSilent = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.on("data", (part) => isSilent || other.write(part));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = new URL(url);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  own.host = `127.0.0.1:${address.port}`;
  const cut = () => {
    isCut = true;
    for (const one of sockets) one.destroy();
  };
  return {
    url: own.href,
    cut,
    hush: () => {
      isSilent = true;
    },
    mend: () => {
      isCut = false;
      isSilent = false;
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
