// A loopback listener that must not be called: it counts who connects, and hangs up.
import { createServer } from "node:net";

export interface Listener {
  readonly port: number;
  readonly url: string;
  /** Connections made so far. */
  readonly calls: number;
  close(): Promise<void>;
}

export async function listener(): Promise<Listener> {
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    socket.on("error", () => {});
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    get calls() {
      return calls;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
