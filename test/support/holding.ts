// A loopback proxy that holds chosen requests back, breaks their connections, and hands them on later as they were signed.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

export interface Holding {
  readonly url: string;
  /** From now on requests to that path are held back. */
  hold(path: string): void;
  /** Lets every new request pass again. */
  pass(): void;
  /** Hands on what was held back, in its order, once `due` says so, before the next request. */
  release(due: () => boolean): void;
  /** Heads of the requests that were held back. */
  readonly held: readonly IncomingMessage[];
  /** Statuses with which the service answered what was handed on late. */
  readonly late: readonly number[];
  close(): Promise<void>;
}

/** @param onHold called for each request that is held back, before its connection is broken @param bend what becomes of an answer's body */
export async function holding(
  target: string,
  onHold: () => void = () => {},
  bend: (path: string, body: Buffer) => Buffer = (_path, body) => body,
): Promise<Holding> {
  const held: IncomingMessage[] = [];
  const waiting: IncomingMessage[] = [];
  const late: number[] = [];
  let path: string | undefined;
  let due = () => false;

  const send = (from: IncomingMessage): Promise<{ status: number; body: Buffer }> =>
    new Promise((resolve, reject) => {
      const onward = request(
        `${target}${from.url}`,
        { method: from.method ?? "GET", headers: from.headers },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => void chunks.push(chunk));
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }));
        },
      );
      onward.on("error", reject);
      onward.end();
    });

  async function handle(from: IncomingMessage, response: ServerResponse): Promise<void> {
    while (waiting.length > 0 && due()) {
      const [next] = waiting.splice(0, 1);
      if (next !== undefined) late.push((await send(next)).status);
    }
    if (path !== undefined && from.url?.startsWith(path) === true) {
      held.push(from);
      waiting.push(from);
      onHold();
      from.socket.destroy();
      return;
    }
    const answer = await send(from);
    const [status, body] = [answer.status, bend(from.url ?? "", answer.body)];
    response.writeHead(status, { "content-type": "application/json", "content-length": body.length });
    response.end(body);
  }

  const server = createServer((from, response) => void handle(from, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    held,
    late,
    hold(of) {
      path = of;
    },
    pass() {
      path = undefined;
    },
    release(when) {
      due = when;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
