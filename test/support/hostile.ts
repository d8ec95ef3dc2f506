// A loopback server that answers with exact bytes, or breaks the connection, as a test asks.
import { createServer, type Socket } from "node:net";

export interface Hostile {
  readonly url: string;
  /** Request heads received, in order. */
  readonly received: string[];
  close(): Promise<void>;
}

/** `respond` is called once a request's head is complete; it writes what it likes to the socket. */
export async function hostile(respond: (socket: Socket, head: string, count: number) => unknown): Promise<Hostile> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    let pending = "";
    socket.on("data", (chunk) => {
      pending += chunk.toString("latin1");
      for (let end = pending.indexOf("\r\n\r\n"); end >= 0; end = pending.indexOf("\r\n\r\n")) {
        const head = pending.slice(0, end);
        pending = pending.slice(end + 4);
        received.push(head);
        respond(socket, head, received.length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** A whole HTTP answer with the right length. */
export function answer(status: number, body: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  });
  return `HTTP/1.1 ${status} X\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}

/** A success envelope. */
export function success(data: unknown): string {
  return answer(200, JSON.stringify({ isSuccess: true, errorMessage: "", data }));
}
