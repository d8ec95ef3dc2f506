// What is desired now: the newest revision of where the configuration comes from that is valid for every account, whatever comes after it.
import { hostname } from "node:os";
import { DiskError } from "../../model/ports.js";
import { type AcceptedRevision, isSafeName, type ReportedRevision, type RevisionNews } from "../../model/revision.js";
import { ifThere } from "../../reconcile/ledger/ledger.js";
import { type Revisions, revisionsOn } from "../../reconcile/ledger/revisions.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import type { Host } from "../host.js";
import { ledgerAt, ledgerName } from "../ledger/ledger-place.js";
import { keptCandidate } from "./copied.js";
import { filesPlace } from "./files.js";
import {
  aboutOf,
  type Candidate,
  type Current,
  type Found,
  isSameRevision,
  type Place,
  type PlaceOptions,
  Refusal,
  Unreachable,
} from "./place.js";
import { pushedPlace } from "./pushed.js";
import { repositoryPlace } from "./repository-place.js";

export interface SourceOptions extends PlaceOptions {
  /** The address of a repository. */
  readonly git?: string;
  /** Its branch, or a whole ref. */
  readonly ref?: string;
  /** Where the configuration comes from without a repository. */
  readonly source?: "files" | "ledger";
  /** Seconds between two looks; without it there is one. */
  readonly every?: number;
}

export interface SourcePorts {
  /**
   * Called for each report, in order. @param isFirst whether nobody else with this ledger has posted it: asked by who posts it now,
   * and by nobody else
   */
  readonly revised: (reported: ReportedRevision, isFirst: () => Promise<boolean>) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface Source {
  /** Milliseconds after which it is worth asking again; Infinity where each look does. */
  readonly everyMs: number;
  /** Throws AppError where nothing can be used, and nothing was accepted before. */
  next(): Promise<Current>;
}

const ASK_EVERY_MS = 30_000;

/** Throws AppError for options that can't be used. */
export function openSource(host: Host, options: SourceOptions, ports: SourcePorts): Source {
  refuseStrange(options);
  const revisions = revisionsOn(ledgerAt(options.journal));
  const place = placeOf(host, options, revisions);
  const counting = new Counting(host, options, ports, place, revisions);
  let [current, askedAt]: [Current | undefined, number] = [undefined, 0];
  return {
    everyMs: place.everyMs === 0 ? Number.POSITIVE_INFINITY : place.everyMs,
    async next() {
      const now = ports.now();
      // A clock may be set back.
      if (current !== undefined && now >= askedAt && now - askedAt < place.everyMs) return current;
      askedAt = now;
      current = await counting.after(current);
      return current;
    },
  };
}

function placeOf(host: Host, options: SourceOptions, revisions: Revisions): Place {
  const { git, ref = "main", source, every } = options;
  const everyMs = every === undefined ? ASK_EVERY_MS : Math.min(ASK_EVERY_MS, every * 1000);
  if (git !== undefined) return repositoryPlace(host, { ...options, git, ref }, everyMs);
  return source === "ledger" ? pushedPlace(revisions, everyMs) : filesPlace(options, every !== undefined);
}

/** A revision is all that counts: whoever else looks at it must come to the same. */
function refuseStrange({ git, ref, source, var: texts = [], varFile = [] }: SourceOptions): void {
  if (git === undefined && ref !== undefined)
    throw new AppError("--ref is the ref of a repository, and none is named\nName it with --git.");
  if ((git === undefined && source !== "ledger") || texts.length + varFile.length === 0) return;
  throw new AppError(
    "--var and --var-file don't go with --git or --source ledger, since every worker would need the same ones\nWrite the values under vars in the configuration.",
  );
}

/** Which revision counts, one look after another. */
class Counting {
  readonly #host: Host;
  readonly #options: SourceOptions;
  readonly #ports: SourcePorts;
  readonly #place: Place;
  readonly #revisions: Revisions;
  /** The candidate that was refused last, until one is accepted. */
  #refused = "";
  #isAway = false;
  /** The digest of what another worker sees. */
  #behind = "";

  constructor(host: Host, options: SourceOptions, ports: SourcePorts, place: Place, revisions: Revisions) {
    this.#host = host;
    this.#options = options;
    this.#ports = ports;
    this.#place = place;
    this.#revisions = revisions;
  }

  async after(current: Current | undefined): Promise<Current> {
    try {
      const refused = this.#refused;
      const newest = () => ifThere(this.#newest(), undefined);
      const found = await this.#place.look({ newest, current, refused, now: this.#ports.now() });
      const taken = await this.#taken(found, current);
      await this.#reach(undefined);
      return taken;
    } catch (error) {
      if (error instanceof Refusal) {
        await this.#reach(undefined);
        return this.#refuse(error, current);
      }
      if (!(error instanceof Unreachable || error instanceof DiskError)) throw error;
      const { from } = this.#place;
      const text = `${from === "push" ? ledgerName(this.#options.journal) : from}: ${error.message}`;
      const taken = await this.#fallBack(current, new AppError(text, { exitCode: EXIT.failed }));
      await this.#reach(error.message);
      return taken;
    }
  }

  #newest() {
    return this.#revisions.newest(this.#place.from);
  }

  async #taken(found: Found, current: Current | undefined): Promise<Current> {
    if (found.kind === "candidate") {
      const { candidate, rewritten } = found;
      if (rewritten !== undefined)
        await this.#report({ kind: "rewritten", before: rewritten }, candidate.about, candidate.id);
      return this.#accept(candidate, current);
    }
    if (found.kind === "behind" && this.#behind !== found.newest.digest) {
      this.#behind = found.newest.digest;
      await this.#say({ kind: "behind" }, aboutOf(found.newest));
    }
    // What counts may have come from another worker.
    const isSettled = found.kind === "same" && this.#refused === "";
    if (isSettled && current !== undefined) return current;
    return this.#fallBack(current, new AppError("no revision was accepted yet", { exitCode: EXIT.failed }));
  }

  async #accept(candidate: Candidate, current: Current | undefined): Promise<Current> {
    const taken = await candidate.accept(this.#host, this.#options);
    const about = aboutOf(taken.revision);
    const isNew = !isSameRevision(taken.revision, current?.revision);
    // Also where it isn't new here: another worker may have recorded an older one since.
    if (this.#place.keeps) await this.#keep(taken.revision);
    if (this.#refused !== "") await this.#report({ kind: "mended" }, about, `${this.#refused} ${about.digest}`);
    else if (isNew && this.#place.isReported) await this.#say({ kind: "accepted" }, about);
    this.#refused = "";
    return taken;
  }

  async #keep(revision: AcceptedRevision): Promise<void> {
    // Files that share others beside their folder can't be written anew.
    if (!revision.files.every(({ name }) => isSafeName(name))) return;
    try {
      const newest = await this.#newest();
      if (isSameRevision(revision, newest)) return;
      // The newest counts, whatever the clocks of other machines say.
      const at = Math.max(this.#ports.now(), (newest?.at ?? 0) + 1);
      await this.#revisions.keep({ ...revision, by: hostname(), at });
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      const text = `the ledger doesn't keep the revision (${error.message}), so it doesn't count after a restart`;
      this.#host.say({ kind: "warning", text });
    }
  }

  async #refuse(refusal: Refusal, current: Current | undefined): Promise<Current> {
    const { message, diagnostics, candidate } = refusal;
    const isNews = this.#refused !== candidate.id;
    const taken = await this.#fallBack(current, refusal.asAppError());
    this.#refused = candidate.id;
    const [why = message] = message.split("\n");
    if (isNews) await this.#report({ kind: "refused", why, diagnostics }, candidate.about, candidate.id);
    return taken;
  }

  /** The newest that was accepted and can be used, by whichever worker. Throws `why` where there is none. */
  async #fallBack(current: Current | undefined, why: AppError): Promise<Current> {
    const kept = this.#place.isKept ? await ifThere(this.#accepted(), []) : [];
    for (const revision of kept) {
      if (current !== undefined && isSameRevision(revision, current.revision)) return current;
      try {
        const taken = await keptCandidate(revision).accept(this.#host, this.#options);
        await this.#say({ kind: "accepted", isKept: true }, aboutOf(revision));
        return taken;
      } catch (error) {
        if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      }
    }
    if (current !== undefined) return current;
    throw why;
  }

  async #accepted(): Promise<readonly AcceptedRevision[]> {
    const all: AcceptedRevision[] = [];
    for await (const one of this.#revisions.all(this.#place.from)) if (all.push(one) === MOST_ATTEMPTS) break;
    return all;
  }

  async #reach(why: string | undefined): Promise<void> {
    if (why !== undefined && !this.#isAway) await this.#say({ kind: "unreachable", why }, {});
    if (why === undefined && this.#isAway) await this.#say({ kind: "reachable" }, {});
    this.#isAway = why !== undefined;
  }

  /** What concerns this worker alone. */
  #say(news: RevisionNews, about: Candidate["about"]): Promise<void> {
    return this.#ports.revised(this.#reported(news, about), async () => false);
  }

  /** What every worker sees. Whoever can't ask the ledger counts as the first, so that it isn't lost. */
  #report(news: RevisionNews, about: Candidate["about"], id: string): Promise<void> {
    const what = JSON.stringify([this.#place.from, news.kind, id]);
    return this.#ports.revised(this.#reported(news, about), () => ifThere(this.#revisions.claim(what), true));
  }

  #reported(news: RevisionNews, revision: Candidate["about"]): ReportedRevision {
    return { from: this.#place.from, at: this.#ports.now(), news, revision };
  }
}

/** A newer botform may refuse what an older one has accepted. */
const MOST_ATTEMPTS = 5;
