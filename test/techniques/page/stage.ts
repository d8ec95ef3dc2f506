// A page in this process on an emulator's account, of which a look has been kept and a plan waits; and a client that sends what no browser would.
import { request } from "node:http";
import { afterEach, vi } from "vitest";
import { waiting } from "../../../src/app/gate/approvals.js";
import { programHost } from "../../../src/app/host.js";
import { reconcile } from "../../../src/app/reconcile/reconcile.js";
import { openPage, type Page, type PageOptions } from "../../../src/fleet/serve.js";
import { botCalled, type workplace } from "../../commands/workplace.js";

export const BOTS = ["A", "B"];

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends exactly these headers, and Host where none is given. */
export function send(port: number, path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asked = request({
      host: "127.0.0.1",
      port,
      path,
      method,
      setHost: false,
      headers: { host: `127.0.0.1:${port}`, ...headers },
    });
    asked.on("error", reject);
    asked.on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      answer.on("error", reject);
    });
    asked.end(body);
  });
}

/** Waits for as long as a busy machine may need. */
export function until(check: () => boolean | Promise<boolean>): Promise<boolean> {
  return vi.waitUntil(check, { timeout: 600_000, interval: 50 });
}

export const FORM = "application/x-www-form-urlencoded";

/** As a browser sends a form of the page's. */
export function posted(port: number, fields: Readonly<Record<string, string>>, more: Sent["headers"] = {}): Sent {
  const body = new URLSearchParams(fields).toString();
  const own = { "content-type": FORM, "content-length": String(body.length), origin: `http://127.0.0.1:${port}` };
  return { method: "POST", headers: { ...own, "sec-fetch-site": "same-origin", ...more }, body };
}

export function formTokenIn(text: string): string {
  return /name="form-token" value="([\w-]+)"/.exec(text)?.[1] ?? "";
}

const YAML = (people: string, title: string) => `version: 1
${people}
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
    mode: approve
defaults: { pairTitle: USDT-BTC, strategy: LONG, marginMode: ISO, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 20 }
bots:
  a: { title: ${JSON.stringify(title)}, leverage: 5, enabled: false }
  b: { title: B, leverage: 5, enabled: false }
`;

interface Wanted {
  readonly people?: string;
  readonly title?: string;
  readonly page?: Partial<PageOptions>;
  readonly drift?: boolean;
}

/** @param at of the test file; it tidies up the emulator */
export function stages(at: ReturnType<typeof workplace>) {
  const open: Page[] = [];
  afterEach(async () => {
    for (const page of open.splice(0)) await page.close();
  });
  return async ({ people = "", title = "A", page: more = {}, drift = true }: Wanted = {}) => {
    const bots = [title, "B"].map((name, index) => ({
      ...botCalled(name),
      id: index + 1,
      leverage: 5,
      enabled: false,
    }));
    const account = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "10000" }, bots };
    const env = await at.started({
      seed: { accounts: [{ ...account, accesses: [{ accessId: 101, title: "Main futures" }] }] },
    });
    const host = programHost(env);
    const config = at.written(YAML(people, title));
    const journal = at.fresh("journal");
    const time = { ahead: 0 };
    const stopping = <T>(
      _account: string,
      task: (signal: AbortSignal, watch: { onEvent: () => void; onPause: () => void }) => Promise<T>,
    ) => task(new AbortController().signal, { onEvent: () => {}, onPause: () => {} });
    const options = {
      ...{ config, journal, concurrency: 4, accountsAtOnce: 4, commandTimeout: 30, lockDir: at.fresh("locks") },
      lockTimeout: 0,
    };
    const look = () =>
      reconcile(host, options, {
        ...{
          stopping,
          report: async () => {},
          rollout: async () => {},
          revised: async () => {},
          wait: async () => {},
          now: Date.now,
        },
        random: () => 0.5,
      });
    if (drift) at.emulator.service.editBot(1, { leverage: 9 });
    await look();
    const faults: string[] = [];
    const approved: string[] = [];
    const page = await openPage(
      host,
      { ...options, timeout: 20, settle: 0, listen: { host: "127.0.0.1", port: 0 }, ...more },
      {
        ...{
          stopping,
          now: () => Date.now() + time.ahead,
          person: "root",
          same: " -c elsewhere",
          fault: (text: string) => void faults.push(text),
        },
        isLookedAtOnce: true,
        touched: (account) => void approved.push(account),
        refusedRevision: () => undefined,
        where: () => ({}),
      },
    );
    open.push(page);
    const { port: text, search } = new URL(page.address());
    const port = Number(text) || page.port;
    const [plan] = (await waiting({ journal })).plans;
    return {
      ...{ at, env, journal, config, page, port, faults, approved, look, time, token: search },
      digest: plan?.digest ?? "",
      ask: (path: string, sent?: Sent) => send(port, path, sent),
      writes: () => at.emulator.service.writes.length,
      /** Comes in by the token; resolves to the cookie. */
      async enter(): Promise<string> {
        const { headers } = await send(port, `/${new URL(page.address()).search}`);
        const [cookie = ""] = headers["set-cookie"] ?? [];
        return cookie.split(";")[0] ?? "";
      },
    };
  };
}
