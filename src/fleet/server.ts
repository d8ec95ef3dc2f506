// The server of the page: what every request has to pass, who asks, and then the routes. What it shows and does is passed in.
import { createHash } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { AppError, describeFault } from "../app/error.js";
import { NO_ACCOUNTS } from "../model/fleet-state.js";
import { mayDo, type People, type Role } from "../model/person.js";
import { LIVE_SCRIPT, LIVE_STYLE } from "../render/html/live/assets.js";
import {
  type Assets,
  answerPage,
  barePage,
  type LiveParts,
  livePage,
  ROLE_WORDS,
  type Viewing,
} from "../render/html/live/frame.js";
import { messageParts } from "../render/html/live/stop-page.js";
import { html, outside } from "../render/html/markup.js";
import { reasonOf } from "./actions.js";
import { stateEvents } from "./events.js";
import { HEADERS, type Place, type Refusal, readForm, strangeHost, strangeOrigin } from "./guard.js";
import { type Access, formToken, identityOf, isTheirs, type Person, plainAddress } from "./identity.js";
import type { FleetNow } from "./reading.js";
import type { Parts, Reply, Route } from "./route.js";
import { ROUTES } from "./routes.js";
import type { Sessions } from "./sessions.js";

/** Whether the process can do its work, for whoever starts and stops it. */
export interface Readiness {
  readonly isReady: boolean;
  /** One line. */
  readonly text: string;
}

export interface ServerParts extends Parts {
  /** Once it listens. */
  readonly access: () => Access;
  /** By what the server is reached; known once it listens. */
  readonly place: () => Place;
  readonly people: () => People;
  readonly sessions: Sessions;
  readonly random: (bytes: number) => Buffer;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** How somebody who isn't in comes in; one line. */
  readonly wayIn: string;
  /** By default whether the ledger can be read. */
  readonly ready?: () => Promise<Readiness>;
  /** A fault of botform's own, on one line. */
  readonly fault: (text: string) => void;
}

type Asked = Context<{ Bindings: HttpBindings }>;

const ASSETS: Assets = { style: named(LIVE_STYLE, "css"), script: named(LIVE_SCRIPT, "js") };

function named(text: string, ending: string): string {
  return `/assets/${createHash("sha256").update(text).digest("hex").slice(0, 16)}.${ending}`;
}

export interface ServedApp {
  readonly app: Hono<{ Bindings: HttpBindings }>;
  /** Tells open pages that something has changed. */
  readonly changed: () => void;
  readonly close: () => void;
}

export function serverApp(parts: ServerParts): ServedApp {
  const { sessions, actions, reading } = parts;
  const app = new Hono<{ Bindings: HttpBindings }>();
  const secret = parts.random(32);
  const events = stateEvents(() => reading.version());
  const isMatter = (path: string) => path === "/healthz" || path === "/readyz";

  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    // Whoever asks whether it runs asks by whatever address it has.
    const refusal = isMatter(c.req.path) ? undefined : strangeHost(parts.place(), headerOf(c));
    if (refusal !== undefined) return refused(c, refusal, "");
    return next();
  });
  app.onError((error, c) => {
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    if (!(error instanceof AppError)) parts.fault(describeFault(error));
    const text = reasonOf(error);
    return shown(
      c,
      barePage("It didn't work", html`<p>${outside(text)}</p><p><a href="/">Back to the fleet</a></p>`, ASSETS),
      error instanceof AppError ? 409 : 500,
    );
  });
  app.notFound((c) =>
    shown(c, barePage("There is no such page", html`<p><a href="/">Back to the fleet</a></p>`, ASSETS), 404),
  );

  app.get("/healthz", (c) => c.text("ok\n"));
  app.get("/readyz", async (c) => {
    const { isReady, text } = await (parts.ready ?? isReadable)();
    return c.text(`${text}\n`, isReady ? 200 : 503);
  });
  // They say nothing of anybody, so that a stranger's page has its style, too.
  app.get(ASSETS.style, (c) => kept(c, LIVE_STYLE, "text/css; charset=utf-8"));
  app.get(ASSETS.script, (c) => kept(c, LIVE_SCRIPT, "text/javascript; charset=utf-8"));

  app.get("/events", async (c) => {
    const person = await personOf(c, "look");
    if (person instanceof Response) return person;
    const stream = events.open(person.key);
    if (stream === undefined) return c.text("too many open pages\n", 429);
    return c.body(stream, 200, { "content-type": "text/event-stream", "x-accel-buffering": "no" });
  });
  app.get("/", async (c, next) => {
    const token = c.req.query("token");
    return token === undefined ? next() : enter(c, token);
  });
  for (const route of ROUTES) app.on(route.method, route.path, (c) => answer(c, route));

  return { app, changed: () => events.changed(), close: () => events.close() };

  async function answer(c: Asked, route: Route): Promise<Response> {
    const person = await personOf(c, route.role);
    if (person instanceof Response) return person;
    const form = route.method === "GET" ? new URLSearchParams() : await formOf(c, person);
    if (form instanceof Response) return form;
    const now = route.isUrgent === true ? (reading.last() ?? NOTHING_READ) : await reading.now();
    const { state } = now;
    const waiting = state.plans.filter((plan) => plan.state === "waiting").length;
    const viewing: Viewing = {
      ...{ person: person.name, role: person.role, formToken: formToken(secret, person) },
      ...{ waiting, at: route.isUrgent === true ? new Date(parts.clock()).toISOString() : state.at, assets: ASSETS },
    };
    const visit = {
      ...{ doer: { name: person.name, from: fromOf(c) }, viewing, now, form },
      path: (name: string) => c.req.param(name) ?? "",
      query: (name: string) => c.req.query(name) ?? "",
    };
    return replied(c, await route.answer(visit, parts), viewing);
  }

  function replied(c: Asked, reply: Reply, viewing: Viewing): Response {
    const whole = (live: LiveParts, status: 200 | 404) => shown(c, livePage(live, viewing, c.req.path), status);
    switch (reply.kind) {
      case "page":
        return whole(reply.parts, 200);
      case "refused":
        return shown(c, answerPage(reply.parts, viewing, reply.at), 409);
      case "missing":
        return whole(messageParts("Nothing here", reply.why, reply.back ?? "/"), 404);
      case "done":
        return c.redirect(reply.at, 303);
    }
  }

  async function enter(c: Asked, token: string): Promise<Response> {
    const from = fromOf(c);
    const access = parts.access();
    const id = access.kind === "token" ? sessions.enter(token) : undefined;
    // Nothing of it may leave this machine by the next link.
    c.header("referrer-policy", "no-referrer");
    if (id === undefined || access.kind !== "token") {
      await actions.refused({ name: "", from }, "a token that isn't valid, or was used already");
      return signedOut(c, "That token isn't valid any more: each opens the page once, within 10 minutes.");
    }
    await actions.entered({ name: access.person, from });
    c.header("set-cookie", `${access.cookie}=${id}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${sessions.seconds}`);
    return c.redirect("/", 303);
  }

  /** Who asks, if they may do what is needed; else what they are answered. */
  async function personOf(c: Asked, role: Role): Promise<Person | Response> {
    const from = fromOf(c);
    const identity = identityOf(parts.access(), sessions, parts.people, { header: headerOf(c), from });
    switch (identity.kind) {
      case "anonymous":
        return signedOut(c, "Nobody is signed in here.");
      case "forged":
        return refused(c, { status: 403, why: identity.why }, "");
      case "unnamed":
        return refused(
          c,
          { status: 403, why: `the configuration doesn't name ${identity.name} under people:` },
          identity.name,
        );
      case "person": {
        const { name, role: own } = identity.person;
        if (mayDo(own, role)) return identity.person;
        const why = `${name} may ${ROLE_WORDS[own]}, and ${c.req.method} ${c.req.path} needs a role that may ${ROLE_WORDS[role]}`;
        return refused(c, { status: 403, why }, name);
      }
    }
  }

  async function formOf(c: Asked, person: Person): Promise<URLSearchParams | Response> {
    const strange = strangeOrigin(parts.place(), headerOf(c));
    if (strange !== undefined) return refused(c, strange, person.name);
    const form = await readForm(c.req.raw);
    if ("why" in form) return refused(c, form, person.name);
    if (isTheirs(secret, person, form.get("form-token"))) return form;
    return refused(
      c,
      { status: 403, why: "the form isn't one that this process has shown you; load the page again" },
      person.name,
    );
  }

  function signedOut(c: Asked, why: string): Response {
    return shown(c, barePage("Come in first", html`<p>${why}</p><p>${outside(parts.wayIn)}</p>`, ASSETS), 401);
  }

  async function refused(c: Asked, { status, why }: Refusal, name: string): Promise<Response> {
    await actions.refused({ name, from: fromOf(c) }, `${c.req.method} ${c.req.path}: ${why}`);
    return shown(c, barePage("Refused", html`<p>${outside(why)}.</p>`, ASSETS), status);
  }

  async function isReadable(): Promise<Readiness> {
    try {
      await reading.now();
      return { isReady: true, text: "ready" };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { isReady: false, text: "the ledger can't be read" };
    }
  }
}

const NOTHING_READ: FleetNow = {
  snapshots: new Map(),
  state: { at: new Date(0).toISOString(), accounts: [], counts: NO_ACCOUNTS, plans: [], rollout: null, unusable: [] },
};

function shown(c: Asked, text: string, status: 200 | 400 | 401 | 403 | 404 | 409 | 413 | 415 | 421 | 500): Response {
  return c.body(text, status, { "content-type": "text/html; charset=utf-8" });
}

function kept(c: Asked, text: string, type: string): Response {
  return c.body(text, 200, { "content-type": type, "cache-control": "private, max-age=31536000, immutable" });
}

function headerOf(c: Asked): (name: string) => string | undefined {
  return (name) => c.req.header(name);
}

function fromOf(c: Asked): string {
  return plainAddress(c.env.incoming.socket.remoteAddress ?? "");
}
