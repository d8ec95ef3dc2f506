// Controls a running emulator over paths of its own.
import { AppError } from "../../app/error.js";
import { EXIT } from "../../app/exit.js";
import { isLoopback } from "../../model/text/safe-url.js";
import { clean, cleanLines } from "../../render/sanitize.js";
import { overNetwork, type WireRequest } from "../../service/network.js";

/** What it answers. */
export type Facts = Readonly<Record<string, unknown>>;

/** A fact as text. */
export function factOf(facts: Facts, name: string): string {
  const value = facts[name];
  return typeof value === "string" ? clean(value) : "unknown";
}

/** The address comes before the port. */
interface To {
  readonly url?: string | undefined;
  readonly port?: number | undefined;
}

/** An emulator listens on the loopback only: nothing else is ever told to jump or to change a price. */
function originOf({ url, port = 8787 }: To): string {
  if (url === undefined) return `http://127.0.0.1:${port}`;
  const read = URL.canParse(url) ? new URL(url) : undefined;
  if (read?.protocol === "http:" && isLoopback(read)) return read.origin;
  throw new AppError("--url must be the address that botform emulator printed, for example http://127.0.0.1:8787");
}

/** Throws AppError where none answers, or it refuses. */
export async function tell(to: To, path: string, body?: object): Promise<Facts> {
  const { status, facts } = await exchange(originOf(to), `/emulator/${path}`, body);
  if (status === 200) return facts;
  const problem = typeof facts["problem"] === "string" ? cleanLines(facts["problem"]) : `HTTP ${status}`;
  throw new AppError(`the emulator refused: ${problem}`);
}

async function exchange(origin: string, path: string, body?: object): Promise<{ status: number; facts: Facts }> {
  const network = overNetwork(origin, {});
  const headers = { accept: "application/json", "content-type": "application/json" };
  const sent: Pick<WireRequest, "method" | "body"> =
    body === undefined ? { method: "GET" } : { method: "POST", body: JSON.stringify(body) };
  try {
    const answer = await network.exchange({ ...sent, path, headers });
    const json: unknown = JSON.parse(answer.body);
    return { status: answer.status, facts: isFacts(json) ? json : {} };
  } catch {
    throw new AppError(
      `no emulator answers at ${origin}\nStart one with botform emulator, or give its --port, or its address with --url.`,
      {
        exitCode: EXIT.failed,
      },
    );
  } finally {
    await network.close();
  }
}

function isFacts(value: unknown): value is Facts {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
