// The page of a fleet: put together from what it reads and does, listening, and open to whom it may be.
import { randomBytes } from "node:crypto";
import type { Stopping } from "../app/emergency-stop.js";
import { AppError } from "../app/error.js";
import type { ConfigOptions } from "../app/files/configuration.js";
import type { Host } from "../app/host.js";
import type { FleetState } from "../model/fleet-state.js";
import type { People } from "../model/person.js";
import { hasErrors } from "../model/text/diagnostic.js";
import { isLoopback, isSafe } from "../model/text/safe-url.js";
import { type ActionOptions, fleetActions } from "./actions.js";
import { keptConfiguration } from "./configured.js";
import type { Place } from "./guard.js";
import type { Access } from "./identity.js";
import { listen } from "./listen.js";
import { fleetReading } from "./reading.js";
import { type ServerParts, serverApp } from "./server.js";
import { sessions } from "./sessions.js";

export interface PageOptions extends ActionOptions, ConfigOptions {
  /** By default every account of the configuration. */
  readonly account?: readonly string[];
  readonly listen: { readonly host: string; readonly port: number };
  /** The header in which a proxy passes on who asks. */
  readonly trustHeader?: string;
  /** Addresses of that proxy. */
  readonly trustFrom?: readonly string[];
  /** Where browsers find the page behind that proxy. */
  readonly publicUrl?: string;
}

export interface PagePorts extends Pick<ServerParts, "ready" | "same" | "refusedRevision"> {
  readonly stopping: Stopping;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Who started this process. */
  readonly person: string;
  /** Where the configuration that counts now is read from; nothing where it is the one that was named. */
  readonly where: () => Pick<ConfigOptions, "config" | "copy">;
  /** Called for each account of which somebody has answered a plan, or stopped the bots. */
  readonly touched: (account: string) => void;
  /** Whether this process looks at it then; else whoever does takes it at its next look, or sooner. */
  readonly isLookedAtOnce: boolean;
  readonly fault: (text: string) => void;
}

export interface Page {
  /** Where it is, with a new token where that is how people come in. */
  readonly address: () => string;
  readonly port: number;
  /** The fleet's state as the page shows it. Rejects with AppError where the ledger can't be read. */
  readonly state: () => Promise<FleetState>;
  readonly close: () => Promise<void>;
}

/** Resolves once it listens. Throws AppError where that can't be, or would let in whoever asks. */
export async function openPage(host: Host, options: PageOptions, ports: PagePorts): Promise<Page> {
  const { now } = ports;
  const behind = proxyOf(options);
  // The files that were named are another revision's, or nobody's, where a repository or the ledger has the one that counts.
  const counting = () => ({ ...options, ...ports.where() });
  const configured = keptConfiguration(counting, now);
  const reading = fleetReading(host, counting, now, configured);
  const session = sessions({ now, random: randomBytes });
  let place: Place = { hosts: [], origins: [] };
  let access: Access = behind?.access ?? { kind: "token", person: ports.person, cookie: "botform" };
  const people = peopleOf(configured);
  const acts = fleetActions(host, counting, {
    ...{ stopping: ports.stopping, clock: now, touched: ports.touched },
    changed() {
      reading.forget();
      served.changed();
    },
  });
  const actions: typeof acts = {
    ...acts,
    async approve(by, digest, reason) {
      await acts.approve(by, digest, reason);
      const { asked } = await reading.plan(digest);
      ports.touched(asked.saved.account);
    },
    async reject(by, digest, reason) {
      await acts.reject(by, digest, reason);
      const { asked } = await reading.plan(digest);
      ports.touched(asked.saved.account);
    },
  };
  const { same, fault, ready, isLookedAtOnce, refusedRevision } = ports;
  const served = serverApp({
    ...{ reading, actions, same, fault, people, sessions: session, random: randomBytes, clock: now },
    ...{ isLookedAtOnce, refusedRevision, place: () => place, wayIn: wayIn(behind) },
    // Its cookie is named once the port is known: browsers don't tell ports of a machine apart.
    access: () => access,
    ...(ready && { ready }),
  });
  const { port, close } = await listen(served, options.listen);
  const own = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const url = `http://${own[0]}`;
  if (access.kind === "token") {
    access = { ...access, cookie: `botform-${port}` };
    place = { hosts: own, origins: own.map((one) => `http://${one}`) };
  } else if (behind !== undefined) {
    const bound = `${bracketed(options.listen.host)}:${port}`;
    place = { hosts: [behind.url.host, bound, ...own], origins: [behind.url.origin] };
  }
  // Whoever comes first doesn't wait for what could be read before.
  void reading.warm();
  return {
    address: () => (access.kind === "token" ? `${url}/?token=${session.invite()}` : (behind?.url.href ?? url)),
    port,
    state: async () => (await reading.now()).state,
    async close() {
      await acts.settled();
      await close();
    },
  };
}

interface Proxy {
  readonly access: Access;
  readonly url: URL;
}

/** undefined where people come in by a token. Throws AppError for what would let in whoever asks. */
function proxyOf({ listen: { host }, trustHeader, trustFrom = [], publicUrl }: PageOptions): Proxy | undefined {
  if (trustHeader === undefined && trustFrom.length === 0 && publicUrl === undefined) {
    if (isLoopback(new URL(`http://${bracketed(host)}`))) return undefined;
    throw new AppError(
      `on ${host} others could reach the page, and nobody would say who they are\nListen on 127.0.0.1, or put a proxy before it that signs people in: --trust-header NAME --trust-from ADDRESS --public-url URL.`,
    );
  }
  if (trustHeader === undefined || trustFrom.length === 0 || publicUrl === undefined)
    throw new AppError(
      "--trust-header, --trust-from and --public-url belong together\nGive the header that says who asks, the address of the proxy that sets it, and where browsers find the page.",
    );
  const url = URL.parse(publicUrl);
  if (url === null || !isSafe(url) || url.pathname !== "/" || url.search !== "")
    throw new AppError(`${publicUrl} can't be where browsers find the page\nGive https:// and a host, without a path.`);
  return { access: { kind: "header", header: trustHeader.toLowerCase(), from: trustFrom }, url };
}

function wayIn(behind: Proxy | undefined): string {
  return behind === undefined
    ? `The terminal on which botform fleet serve runs shows an address that opens the page once. For another one type: kill -USR2 ${process.pid}`
    : `Open ${behind.url.href}, where you sign in.`;
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** As the configuration names them; while it has errors, as it named them before. */
function peopleOf(configured: ReturnType<typeof keptConfiguration>): () => People {
  let people: People = new Map();
  return () => {
    try {
      const config = configured();
      if (config !== undefined && !hasErrors(config.diagnostics)) ({ people } = config);
    } catch (error) {
      // Gone for a moment, while it is replaced.
      if (!(error instanceof AppError)) throw error;
    }
    return people;
  };
}
