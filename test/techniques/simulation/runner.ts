// One simulated command: `apply`, of a plan made now or saved before, and `bots off`; the real code over simulated ports and a simulated ledger.

import { AppError } from "../../../src/app/error.js";
import { exitOf } from "../../../src/app/gate/apply.js";
import { openRun, recall, remember } from "../../../src/app/ledger/ledger.js";
import type { ObservedBot } from "../../../src/model/bot/bot.js";
import type { Desired } from "../../../src/model/bot/desired.js";
import type { Observed } from "../../../src/model/bot/observed.js";
import { DEFAULT_LIMITS } from "../../../src/model/plan/limits.js";
import type { ApplyReport } from "../../../src/model/plan/outcome.js";
import type { Plan } from "../../../src/model/plan/plan.js";
import { isIdle, isInDoubt } from "../../../src/model/plan/plan.js";
import {
  type Disk,
  DiskError,
  ServiceError,
  type ServiceReader,
  type ServiceWriter,
} from "../../../src/model/ports.js";
import { hasErrors } from "../../../src/model/text/diagnostic.js";
import { apply } from "../../../src/reconcile/apply/apply.js";
import type { ApplyEvent, ApplyOptions, Verdict } from "../../../src/reconcile/apply/run-options.js";
import type { KnownBots } from "../../../src/reconcile/ledger/facts.js";
import { readHistory, runId, runOfPlan } from "../../../src/reconcile/ledger/history.js";
import type { Heading } from "../../../src/reconcile/ledger/journal.js";
import { folderLedger, ifThere, type Ledger } from "../../../src/reconcile/ledger/ledger.js";
import type { StopWatch } from "../../../src/reconcile/ledger/stops.js";
import { staleBots } from "../../../src/reconcile/plan/freshness.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { refresh } from "../../../src/reconcile/plan/refresh.js";
import { NO_PAST } from "../../../src/reconcile/plan/remembered.js";
import { LOG_ENTRIES, movedOn, withLogs } from "../../../src/reconcile/plan/single-use.js";
import { type Client, type ClientOptions, createClient } from "../../../src/service/client.js";
import type { Exchange } from "../../../src/service/network.js";
import { serviceReader, serviceWriter } from "../../../src/service/ports.js";
import { Nonces } from "../../../src/service/transport.js";
import { judgeAudit } from "./audit.js";
import { judgeOutcome, judgeReport } from "./claims.js";
import type { Folder, Standby } from "./disk.js";
import { goingAround, unclearIn } from "./eye.js";
import type { Findings } from "./findings.js";
import { API_KEY, API_SECRET, ORIGIN, ownerCalled } from "./fleet.js";
import type { History } from "./history.js";
import type { Does, RunBook, SavedPlan } from "./ledger.js";
import type { Random } from "./random.js";
import { judgeKnownPlan } from "./remembered.js";
import { sendOpen, startDeal } from "./starting.js";
import { turnAllOff } from "./turn-all-off.js";
import { Waits } from "./waits.js";

/** How a process is started. */
export interface Start {
  readonly commandDeadlineMs: number;
  readonly concurrency: number;
  /** Milliseconds between plan and apply: somebody reads it, or it was saved. */
  readonly pauseMs: number;
  /** A saved plan's lifetime in milliseconds: it is checked for staleness before it is carried out. */
  readonly lifetimeMs: number | undefined;
  /** Leaves out the bots that a human has to decide on, as `--exclude` does; else one of them stops everything. */
  readonly goesAround: boolean;
  /** Whether a bot on another access may be replaced, as `--allow-replace` does. */
  readonly allowsReplace?: boolean;
  /** Turn-ons that one apply may carry out (rule 16). */
  readonly mostTurnOns: number;
  /** Of `bots off`: milliseconds for which bots that are off are watched. */
  readonly settleMs: number;
  /** Of `bots off`: nothing goes wrong but that the service has no list. */
  readonly lacksList?: boolean;
}

/** What the process stands in. */
export interface Surroundings {
  readonly exchange: Exchange;
  readonly folder: Folder | undefined;
  readonly history: History;
  /** All there are. */
  readonly runs: readonly RunBook[];
  readonly random: Random;
  readonly findings: Findings;
  readonly sabotage?: Sabotage | undefined;
  /** Where a saved plan is handed over to whoever replays it. */
  readonly shelf: { saved?: SavedPlan };
  /** Whether somebody holds the bot at that moment. */
  readonly isHeld: (address: string) => boolean;
  /** Told of each outcome, once it was judged. */
  readonly onOutcome: (run: RunBook) => void;
}

/** Breaks botform on purpose, so that the checks have something to find. */
export interface Sabotage {
  readonly reader?: (reader: ServiceReader) => ServiceReader;
  readonly writer?: (writer: ServiceWriter, reader: ServiceReader) => ServiceWriter;
  readonly report?: (report: ApplyReport) => ApplyReport;
  /** The journal says that it wrote, and doesn't. */
  readonly forgetsJournal?: boolean;
  /** A standby answers its reads of the ledger, and the checks don't know. */
  readonly standby?: Standby;
  /** What the ledger remembers is another. */
  readonly ledger?: (ledger: Ledger) => Ledger;
  /** A saved plan isn't compared with the bots' logs. */
  readonly ignoresLogs?: boolean;
  /** Creates that look like live bots are not questioned. */
  readonly asksNothing?: boolean;
  /** Its policies let every created bot pass, unseen. */
  readonly checksNothing?: boolean;
  readonly ignoresInterrupts?: boolean;
  readonly ignoresExpiry?: boolean;
}

/** Runs the process to its end; never returns once its machine has died. */
export async function runProcess(book: RunBook, start: Start, around: Surroundings): Promise<void> {
  const process = new Process(book, start, around);
  try {
    await DOES[book.does](process);
  } catch (error) {
    if (error instanceof AppError) book.exitCode = error.exitCode;
    else if (!(error instanceof ServiceError) && !(error instanceof DiskError)) throw error;
    book.refused = error.message;
  }
  book.ends("finished");
  around.findings.trace?.(() => `${book.name} ends: ${book.refused ?? `exit ${book.exitCode}`}`);
}

const DOES: Readonly<Record<Does, (process: Process) => Promise<void>>> = {
  apply: (process) => process.apply(),
  replay: (process) => process.replay(),
  "bots off": turnAllOff,
  "start deal": startDeal,
  "send open": sendOpen,
};

/** One command under way: what it opens, and what it does in its order. */
export class Process {
  readonly book: RunBook;
  readonly start: Start;
  readonly around: Surroundings;
  readonly disk: Disk | undefined;
  readonly ledger: Ledger | undefined;
  readonly #nonces = new Nonces();
  readonly #waits: Waits;

  constructor(book: RunBook, start: Start, around: Surroundings) {
    this.book = book;
    this.start = start;
    this.around = around;
    const { folder, sabotage } = around;
    const { machine } = book;
    const disk = folder?.seenBy(machine, sabotage?.standby ?? book.standby);
    this.disk = disk;
    const ledger = disk && folderLedger(disk, machine.clock, ownerCalled(book.desired.account));
    this.ledger = ledger && (sabotage?.ledger?.(ledger) ?? ledger);
    this.#waits = new Waits(book, (broken, detail) => around.findings.violated(broken, `${book.name}: ${detail}`));
  }

  open(allow: "read" | "bots" | "all", more: Pick<ClientOptions, "retry"> = {}): Client {
    const { clock } = this.book.machine;
    const { exchange, findings, random } = this.around;
    return createClient({
      apiUrl: ORIGIN,
      apiKey: API_KEY,
      apiSecret: API_SECRET,
      allow,
      nonces: this.#nonces,
      exchange,
      now: clock.now,
      sleep: (ms) => clock.sleep(ms),
      random: () => {
        // Asked only for the wait before a read is tried again.
        findings.reached("rule 14");
        return random.next();
      },
      ...more,
    });
  }

  readerOf(client: Client): ServiceReader {
    const reader = serviceReader(client, this.book.desired.exchange);
    return this.around.sabotage?.reader?.(reader) ?? reader;
  }

  heading(command: Heading["command"]): Heading {
    const id = runId(this.book.machine.clock.now(), this.around.random.below(2 ** 32).toString(16));
    return { id, command, tool: "simulation", account: this.book.desired.account, origin: ORIGIN };
  }

  /** Plans, and carries the plan out. */
  async apply(): Promise<void> {
    const { book, start } = this;
    const { machine } = book;
    const client = this.open("read");
    const reading = this.readerOf(client);
    const isStopped = await this.watchStops();
    const shown = await this.#plan(reading);
    if (hasErrors(shown.diagnostics)) return book.refuse(3, "the plan has errors");
    if (isIdle(shown)) {
      const inDoubt = isInDoubt(shown);
      return book.refuse(inDoubt ? 5 : 0, inDoubt ? "a bot is in doubt" : "nothing to do");
    }
    const saved = start.lifetimeMs === undefined ? undefined : await this.#save(shown, client, start.lifetimeMs);
    if (start.pauseMs > 0) await machine.clock.sleep(start.pauseMs, machine.interrupt.signal);
    if (machine.interrupt.signal.aborted) return book.refuse(130, "interrupted");
    await this.carryOut(shown, saved, client, isStopped);
  }

  /** Carries out what another run has saved. */
  async replay(): Promise<void> {
    const { book, around } = this;
    const { saved } = around.shelf;
    if (saved === undefined) return book.refuse(3, "there is no plan");
    book.saved = saved;
    book.plan = saved.plan;
    if (this.disk !== undefined) {
      const { runs } = await readHistory(this.disk);
      if (runOfPlan(runs, saved.id) !== undefined) {
        around.findings.reached("saved plan: refused by the ledger");
        return book.refuse(4, "the plan has already been applied");
      }
    }
    await this.carryOut(saved.plan, saved, this.open("read"), await this.watchStops());
  }

  /** As the command plans: what it remembers first, and what it has seen afterwards. */
  async #plan(reading: ServiceReader): Promise<Plan> {
    const { book, start, ledger, around } = this;
    const { desired, machine } = book;
    const past = ledger === undefined ? NO_PAST : await recall(ledger, machine.clock);
    this.#knows(past.memory.bots);
    book.askedAt = machine.scheduler.now;
    const observed = await refresh(desired, reading, past);
    const questions = around.sabotage?.asksNothing !== true;
    const { allowsReplace = false } = start;
    const whole = makePlan(desired, observed, { questions, allowReplace: allowsReplace });
    // It may die as soon as they are written down.
    for (const id of book.knowledge.seen) around.folder?.perhapsKnown.add(id);
    if (ledger !== undefined) await remember(ledger, observed, desired);
    around.folder?.knows(book.knowledge.seen, machine);
    const again = (includes: (address: string) => boolean) =>
      makePlan(desired, observed, { includes, questions, allowReplace: allowsReplace });
    const plan = start.goesAround ? goingAround(whole, again) : whole;
    this.takes(plan);
    judgeCreates(plan, observed, desired, around.findings);
    judgeKnownPlan(book, around.history, (broken, detail) => around.findings.violated(broken, detail));
    if (whole.diagnostics.some(({ code }) => QUESTIONS.has(code))) around.findings.reached("rule 22");
    book.leftOut = unclearIn(whole);
    if (plan.held !== undefined) around.findings.reached("hold: in a plan");
    if (isInDoubt(plan)) around.findings.reached("rule 18");
    const isHidden = [...(observed.unlisted?.values() ?? [])].includes("there");
    if (isHidden) around.findings.reached("rule 20");
    if (isHidden && plan.diagnostics.every(({ code }) => code !== "plan/unlisted-bot"))
      around.findings.violated("rule 20", `the list hides a bot from ${book.name}, and its plan doesn't say so`);
    return plan;
  }

  /** This is its plan from now on. */
  takes(plan: Plan): void {
    this.book.plan = plan;
    this.around.findings.trace?.(() => describePlan(this.book.name, plan));
  }

  #knows(bots: KnownBots): void {
    for (const [id, { title }] of bots) this.book.knownTitles.add(`${id} ${title}`);
  }

  async #save(shown: Plan, client: Client, lifetimeMs: number): Promise<SavedPlan> {
    const { machine } = this.book;
    const plan = await withLogs(shown, (botId) => client.botLogs(botId, LOG_ENTRIES));
    const expiresAt = machine.clock.now() + lifetimeMs;
    const id = this.around.random.below(2 ** 32).toString(16);
    const saved = { id, plan, askedAt: this.book.askedAt, savedAt: machine.scheduler.now, expiresAt };
    this.around.shelf.saved ??= saved;
    this.book.saved = saved;
    return saved;
  }

  /** Its time, its bots and their logs; undefined where nothing speaks against the plan. */
  async #objection({ plan, expiresAt }: SavedPlan, client: Client): Promise<string | undefined> {
    const { book, around } = this;
    if (book.machine.clock.now() >= expiresAt && around.sabotage?.ignoresExpiry !== true) return "the plan has expired";
    if ((await staleBots(plan, this.readerOf(client))).length > 0) return "the plan is stale";
    book.comparedAt = book.machine.scheduler.now;
    if (around.sabotage?.ignoresLogs === true) return undefined;
    const moved = await movedOn(plan, (botId) => client.botLogs(botId, LOG_ENTRIES));
    if (moved.length === 0) return undefined;
    around.findings.reached("rule 21");
    return "the plan has been used";
  }

  /** Tells of stops and holds from now on. */
  async watchStops(): Promise<StopWatch | undefined> {
    const { book, ledger } = this;
    const watch = ledger && (await ifThere<StopWatch | undefined>(ledger.watchStops(), undefined));
    if (watch === undefined) return undefined;
    book.watchedSince = book.machine.scheduler.now;
    return async (bot) => {
      const isStopped = await watch(bot);
      const which = this.start.pauseMs > 0 ? "that waited" : "under way";
      const why = this.around.isHeld(bot.address) ? "hold" : "stop";
      if (isStopped) this.around.findings.reached(`${why}: a run ${which} is held back`);
      return isStopped;
    };
  }

  /** Carries out a plan, and judges what comes of it. */
  async carryOut(
    plan: Plan,
    saved: SavedPlan | undefined,
    reading: Client,
    isStopped: StopWatch | undefined,
  ): Promise<void> {
    const { book, start, around, ledger } = this;
    const { sabotage, findings, history } = around;
    const { clock, interrupt } = book.machine;
    const objection = saved && (await this.#objection(saved, reading));
    if (objection !== undefined) return book.refuse(4, objection);
    if (saved !== undefined) book.expiresAt = saved.expiresAt;
    const { commandDeadlineMs, concurrency } = start;
    const heading = { ...this.heading("apply"), ...(saved !== undefined && { planId: saved.id }) };
    const kept = ledger && (await openRun(ledger, plan, { heading, isStopped, commandDeadlineMs }));
    if (kept !== undefined) this.#knows(kept.past.knownBots);
    if (kept !== undefined) book.journal = `${heading.id}.jsonl`;
    const client = this.open(book.starts === undefined ? "bots" : "all");
    const reader = this.readerOf(client);
    const writer = serviceWriter(client, book.desired.exchange);
    const options: ApplyOptions = {
      ...kept?.past,
      concurrency,
      commandDeadlineMs,
      ...(sabotage?.ignoresInterrupts !== true && { signal: interrupt.signal }),
      limits: { ...DEFAULT_LIMITS, maxTurnOns: start.mostTurnOns },
      ...(saved !== undefined && sabotage?.ignoresExpiry !== true && { expiresAt: saved.expiresAt }),
      onEvent: (event) => {
        if (book.machine.alive) this.#note(event);
      },
    };
    const { journal, ...stops } = kept?.ports ?? {};
    const ports = {
      reader,
      checkCreated: async (created: ReadonlyMap<string, ObservedBot>) => this.#check(created),
      writer: sabotage?.writer?.(writer, reader) ?? writer,
      clock,
      ...stops,
      ...(journal !== undefined && sabotage?.forgetsJournal !== true && { journal }),
    };
    book.carriedOutAt = book.machine.scheduler.now;
    const report = await apply(plan, ports, options);
    book.report = sabotage?.report?.(report) ?? report;
    const code = judgeReport(book, book.report, history, findings);
    judgeAudit(book, book.report, code, history, findings);
    await kept?.remember(report);
    book.leavesOff ||= book.outcomes.some(({ detail }) => detail.startsWith("left off in this run"));
    const made = book.outcomes.flatMap(({ action, botId }) => (action === "create" ? (botId ?? []) : []));
    around.folder?.knows([...book.named.values(), ...made], book.machine);
    book.exitCode = exitOf(plan, book.report);
  }

  /** Policies that deny every second bot. */
  #check(created: ReadonlyMap<string, ObservedBot>): ReadonlyMap<string, Verdict> {
    const { book, around } = this;
    if (around.sabotage?.checksNothing === true) return new Map();
    const verdicts = [...created].map(([address, { id, fields }]) => {
      if (id % 2 === 0) book.checked.set(id, fields);
      else book.leavesOff = true;
      return [address, id % 2 === 0 ? {} : { denied: "policies deny it" }] as const;
    });
    return new Map(verdicts);
  }

  #note(event: ApplyEvent): void {
    const { book, around } = this;
    const { history, findings } = around;
    const { action, address } = event.step;
    this.#waits.judge(event, around.runs);
    if (event.type === "waits") findings.reached("rule 23");
    if (event.type === "started") book.stepsBegun.set(`${action} ${address}`, book.machine.scheduler.now);
    if (event.type !== "ended") return;
    const { outcome } = event;
    findings.trace?.(() => `${book.name} : ${Object.values(outcome).join(" | ")}`);
    book.outcomes.push(outcome);
    book.lastEndedAt = book.machine.scheduler.now;
    const id = outcome.botId ?? book.plan?.bots[address]?.observed?.id;
    const seen = id === undefined ? book.knowledge.lists[0] : book.knowledge.bot(id)?.reading;
    const last = action === "start-deal" ? book.knowledge.deals : seen;
    book.stepsSaw.set(`${action} ${address}`, last?.handledAt ?? book.lastEndedAt);
    if (outcome.rule !== undefined) findings.reached(`rule ${outcome.rule}`);
    judgeOutcome(book, outcome, history, findings);
    around.onOutcome(book);
  }
}

function describePlan(name: string, { steps, diagnostics, bots }: Plan): string {
  const shown = steps.map(({ address, action }) => `${action} ${address}#${bots[address]?.observed?.id ?? "new"}`);
  return `${name} plans: ${[...shown, ...diagnostics.map(({ code, severity }) => `${severity} ${code}`)].join(", ")}`;
}

const QUESTIONS: ReadonlySet<string> = new Set(["plan/looks-renamed", "plan/other-title"]);

/** Rule 22: what the service stores in capitals isn't created again. A bot that botId names is that one's, whatever its title is. */
function judgeCreates(plan: Plan, observed: Observed, { bots: asked }: Desired, findings: Findings): void {
  const { steps, bots } = plan;
  const pinned = new Set(asked.map(({ botId }) => botId));
  const titles = new Set(observed.bots.flatMap(({ id, fields }) => (pinned.has(id) ? [] : [fields.title])));
  for (const { address, action } of steps) {
    const title = bots[address]?.title ?? "";
    const stored = title.toUpperCase();
    if (action === "create" && stored !== title && titles.has(stored))
      findings.violated("rule 22", `${address} is to be created although it is there as ${stored}`);
  }
}
