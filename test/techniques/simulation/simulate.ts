// Lets one schedule happen: the processes with their faults first, then runs without any until all is quiet; and judges both.

import type { Desired } from "../../../src/model/bot/desired.js";
import { type AccountHolds, accountHolds } from "../../../src/reconcile/ledger/holds.js";
import { ifThere } from "../../../src/reconcile/ledger/ledger.js";
import { countLater, countRules, countSetting } from "./catalogue.js";
import { judgeRest } from "./convergence.js";
import { Folder } from "./disk.js";
import { type Look, lookAt } from "./eye.js";
import { Findings } from "./findings.js";
import { ACCOUNT, calledIn, type Fleet, keyOf, ownerCalled, RENAMED } from "./fleet.js";
import { editByHand } from "./hands.js";
import { judgeJournalOf } from "./journal-truth.js";
import { judgeLate } from "./late.js";
import { type HoldBook, RunBook } from "./ledger.js";
import { Machine } from "./machine.js";
import { Network } from "./network.js";
import { isHiding } from "./quirk-draw.js";
import { Random } from "./random.js";
import { runProcess, type Sabotage, type Start, type Surroundings } from "./runner.js";
import { CALM, type MachineEvent, type Moment, type RunPlan, type Schedule } from "./schedule.js";
import { Scheduler } from "./scheduler.js";
import { Site } from "./site.js";
import { wireFault } from "./wire-faults.js";

export interface SimulationOptions {
  readonly trace?: (line: string) => void;
  readonly sabotage?: Sabotage;
}

const START = Date.UTC(2026, 0, 15, 12, 0, 0);
/** A process that hasn't ended by then hangs. */
const LONGEST_MS = 24 * 3_600_000;
const WITH_THE_POWER = "with the power";
const HOUR = 3_600_000;
const NEVER = Number.POSITIVE_INFINITY;

/** The same bots, all off. */
function quiet(asked: Desired): Desired {
  return { ...asked, bots: asked.bots.map((bot) => ({ ...bot, enabled: false })), digest: "quiet" };
}

/** Runs one schedule to its end. The same schedule always comes to the same findings. */
export async function simulate(schedule: Schedule, options: SimulationOptions = {}): Promise<Findings> {
  const world = new World(schedule, options);
  await world.play();
  await world.recover();
  return world.findings;
}

class World {
  readonly findings: Findings;
  readonly #schedule: Schedule;
  readonly #random: Random;
  readonly #scheduler = new Scheduler(START);
  readonly #books: RunBook[] = [];
  readonly #holds: HoldBook[] = [];
  /** Holds that are being written down. */
  #writing = 0;
  readonly #site: Site;
  readonly #network: Network;
  readonly #shared: Folder;
  readonly #sabotage: Sabotage | undefined;
  /** What waits for a request of a run, or for the end of one of its steps. */
  readonly #waiting: { readonly when: Exclude<Moment, { readonly afterMs: number }>; readonly act: () => void }[] = [];
  /** Runs that have begun when something else happened. */
  readonly #begun: RunBook[] = [];
  /** What the configuration calls the account by now. */
  #account = ACCOUNT;
  /** Where the first saved plan is left for whoever applies it again. */
  readonly #shelf: Surroundings["shelf"] = {};

  constructor(schedule: Schedule, { trace, sabotage }: SimulationOptions) {
    const scheduler = this.#scheduler;
    this.#schedule = schedule;
    this.#sabotage = sabotage;
    this.#random = new Random(schedule.seed + 0.5 * 2 ** 40);
    this.findings = new Findings(trace && ((text) => trace(`${String(scheduler.now - START).padStart(8)} ${text()}`)));
    // Hands, and two runs at once, make bots that a run takes for what an earlier one has sent.
    const isAlone = schedule.hands.length === 0 && schedule.runs.length === 1;
    this.#site = new Site(scheduler, schedule.fleet, this.#books, this.findings, (send) => {
      if (isAlone) judgeLate(send, this.#books, scheduler.now, (what, detail) => this.findings.violated(what, detail));
    });
    this.#shared = this.#folder();
    const faults = schedule.faults.map(({ fault, ...where }) => ({
      kind: wireFault(fault),
      ...where,
      hits: 0,
      isFelt: false,
    }));
    this.#network = new Network(
      scheduler,
      this.#site,
      this.#random,
      faults,
      { runs: this.#books, holds: this.#holds },
      this.findings,
      (run, count) => {
        for (const { when, act } of this.#waiting)
          if ("request" in when && when.run === run.name && when.request === count) act();
      },
    );
  }

  /** The part with the faults. */
  async play(): Promise<void> {
    const { runs, hands, events } = this.#schedule;
    const fleet = this.#fleet;
    const started = runs.flatMap((plan) => (plan.begins === undefined ? this.#start(plan) : []));
    for (const plan of runs) {
      if (plan.begins !== undefined) this.#arrange(plan.begins, () => this.#beginBeside(plan));
    }
    countSetting(this.#schedule, this.findings);
    const titles = fleet.desired.bots.map((bot) => bot.fields.title);
    for (const { edit, when } of hands) {
      this.#arrange(when, () => {
        if (!editByHand(edit, this.#site, titles, this.#random)) return;
        this.findings.reached(`hand: ${edit}`);
        if ("outcome" in when) this.findings.reached("hand: between a step's end and the final look");
      });
    }
    for (const { event, run, when } of events) {
      const book = started.find(({ name }) => name === run);
      if (book !== undefined) this.#arrange(when, () => this.#befall(book, event));
    }
    for (const { bot, when, liftedAfterMs } of this.#schedule.holds) {
      const address = fleet.desired.bots[bot]?.address;
      if (address !== undefined) this.#arrange(when, () => void this.#putHold(address, liftedAfterMs));
    }
    await this.#untilEnded(started);
    const latest = runs.map(({ begins }) => (begins !== undefined && "afterMs" in begins ? begins.afterMs : 0));
    await this.#scheduler.run(() => this.#scheduler.now >= START + Math.max(...latest));
    // One may begin while another is waited for.
    for (let begun = -1; begun < this.#begun.length; ) {
      begun = this.#begun.length;
      await this.#untilEnded(this.#begun);
    }
    for (const book of this.#books) judgeJournalOf(book, this.#site.history, this.findings);
    for (const plan of this.#schedule.later) {
      if (plan.loses !== undefined && this.#shared.suffer(plan.loses))
        this.findings.reached("ledger: lost between runs");
      const book = this.#start(plan);
      await this.#untilEnded([book]);
      countLater(plan, book, this.#books, this.findings);
      judgeJournalOf(book, this.#site.history, this.findings);
    }
  }

  /** At the moment that was arranged for it, once. */
  #beginBeside(plan: RunPlan): void {
    if (this.#begun.some(({ name }) => name === plan.name)) return;
    const isLive = this.#books.some(({ end }) => end === undefined);
    if (isLive && plan.does === "bots off") this.findings.reached("stop: beside a live run");
    const isStarting = this.#books.some(({ starts, end }) => starts !== undefined && end === undefined);
    if (isStarting && plan.does === "bots off") this.findings.reached("deal: a start beside a stop");
    const isStopping = this.#books.some(({ does, end }) => does === "bots off" && end === undefined);
    if (isStopping && plan.does === "apply") this.findings.reached("stop: a run begins meanwhile");
    this.#begun.push(this.#start({ ...plan, afterMs: 0 }));
  }

  /** At once, beside whatever is under way, and lifted some time later; not on a disk that is in trouble. */
  async #putHold(address: string, liftedAfterMs: number): Promise<void> {
    if (!this.#shared.isSound) return;
    const hold: HoldBook = { address, folder: this.#shared, setAt: NEVER, liftedAt: NEVER };
    this.#holds.push(hold);
    this.findings.trace?.(() => `${address} is held`);
    const { losses } = this.#shared;
    const isSet = await this.#inLedger((holds) => holds.set([{ bots: this.#addressNow(hold), reason: "looks odd" }]));
    if (isSet && losses === this.#shared.losses) hold.setAt = this.#scheduler.now;
    this.findings.reached(
      `hold: put ${this.#books.some(({ end }) => end === undefined) ? "beside a live run" : "later"}`,
    );
    this.#scheduler.after(liftedAfterMs, () => void this.#lift(hold));
  }

  async #lift(hold: HoldBook): Promise<void> {
    if (hold.liftedAt !== NEVER) return;
    hold.liftedAt = this.#scheduler.now;
    this.findings.trace?.(() => `${hold.address} is not held any more`);
    await this.#inLedger((holds) => holds.lift([this.#addressNow(hold)]));
    this.findings.reached("hold: lifted");
  }

  /** Whether it is written down. */
  async #inLedger(write: (holds: AccountHolds) => Promise<void>): Promise<boolean> {
    const somebody = new Machine("somebody", this.#scheduler, 0);
    const holds = accountHolds(this.#shared.seenBy(somebody), somebody.clock, ownerCalled(this.#account));
    this.#writing += 1;
    const isWritten = await ifThere(
      write(holds).then(() => true),
      false,
    );
    this.#writing -= 1;
    return isWritten;
  }

  /** What is asked for, under the account's name of today. */
  get #fleet(): Fleet {
    const { fleet } = this.#schedule;
    const { desired, rival } = fleet;
    return { ...fleet, desired: calledIn(this.#account, desired), rival: calledIn(this.#account, rival) };
  }

  #addressNow({ address }: HoldBook): string {
    return `${this.#account}/${keyOf(address)}`;
  }

  /** Whatever is held still is held no more; what was lifted before may be held again, where a damaged ledger has lost that line. */
  async #liftAll(): Promise<void> {
    await this.#scheduler.run(() => this.#writing === 0);
    for (const hold of this.#holds) {
      hold.liftedAt = Math.min(hold.liftedAt, this.#scheduler.now);
      void this.#inLedger((holds) => holds.lift([this.#addressNow(hold)]));
    }
    await this.#scheduler.run(() => this.#writing === 0);
  }

  #onOutcome(run: RunBook): void {
    for (const { when, act } of this.#waiting)
      if ("outcome" in when && when.run === run.name && when.outcome === run.outcomes.length) act();
  }

  /** Runs without faults until there is nothing to do; first at once, if the schedule is hasty, then with all at rest. */
  async recover(): Promise<void> {
    const { damages, hasty, thorough } = this.#schedule;
    for (const damage of damages) if (this.#shared.suffer(damage)) this.findings.reached(`journal: ${damage}`);
    if (this.#holds.length > 0) await this.#liftAll();
    if (hasty) await this.#untilEnded([this.#start({ ...CALM, name: "hasty" })]);
    await this.#rest();
    if (this.#shared.isDamaged) this.#shared.repair();
    let last: RunBook | undefined;
    let look = await lookAt(this.#site, this.#fleet);
    for (const name of ["again", "once more", "at last"]) {
      // A run that finds nothing to do is let happen only now and then.
      if (look.plan.steps.length === 0 && !(thorough && name === "again")) break;
      // Two have to be enough, but for what waits until one has recorded that it isn't protected any more, and for a bot that
      // only the second creates, and leaves off.
      const isRecorded = this.#books.some(({ plan }) => plan?.lifted !== undefined);
      if (name === "at last" && !isRecorded && last?.leavesOff !== true) break;
      last = this.#start({ ...CALM, name });
      await this.#untilEnded([last]);
      if (last.exitCode === undefined) this.findings.violated("I5", `the run can't even plan: ${last.refused}`);
      await this.#rest();
      look = await lookAt(this.#site, this.#fleet);
    }
    this.findings.reached(`rest: ${last === undefined ? "at once" : `after ${last.name}`}`);
    this.#judge(look, last);
  }

  #judge(look: Look, last: RunBook | undefined): void {
    const fleet = this.#fleet;
    const deals = this.#site.service.deals().filter(({ status }) => status === "ACTIVE");
    const rest = {
      ...look,
      desired: fleet.desired,
      last,
      all: this.#books,
      stubborn: fleet.stubborn,
      hides: isHiding(fleet.quirks),
      inDeal: new Set(deals.map(({ snapshot }) => snapshot.id)),
    };
    judgeRest(rest, this.#site.history, this.findings);
  }

  #start(plan: RunPlan): RunBook {
    if (plan.renames === true) {
      this.#account = RENAMED;
      this.findings.reached("account: renamed between runs");
    }
    const fleet = this.#fleet;
    const machine = new Machine(plan.name, this.#scheduler, plan.skewMs);
    const folder = { own: () => this.#folder(), shared: () => this.#shared, none: () => undefined }[plan.journal]();
    const wanted = { rival: fleet.rival, asked: fleet.desired, quiet: quiet(fleet.desired) }[plan.wants];
    const { commandDeadlineMs, does, standby } = plan;
    const stops = plan.stops === undefined ? undefined : wanted.bots[plan.stops];
    const starts = plan.starts === undefined ? undefined : wanted.bots[plan.starts];
    const book = new RunBook(plan.name, machine, wanted, { folder, standby, commandDeadlineMs, does, stops, starts });
    this.#books.push(book);
    machine.deadly = plan.deadly;
    machine.onDeath((where) => {
      book.ends("died");
      this.findings.reached(`died ${where}`);
      this.findings.trace?.(() => `${plan.name} died ${where}`);
      if (folder !== undefined) folder.trouble = undefined;
      if (plan.blackout || where === WITH_THE_POWER) this.#losePower(folder);
      this.#scheduler.woke();
    });
    this.#scheduler.after(plan.afterMs, () => {
      // One that has died with the power before it began has no trouble with its disk.
      if (folder !== undefined && machine.alive) folder.trouble = plan.trouble;
      this.#run(book, plan, folder);
      this.#scheduler.woke();
    });
    return book;
  }

  #run(book: RunBook, start: Start, folder: Folder | undefined): void {
    const around = {
      exchange: this.#network.exchangeOf(book),
      folder,
      history: this.#site.history,
      runs: this.#books,
      random: this.#random,
      findings: this.findings,
      sabotage: this.#sabotage,
      shelf: this.#shelf,
      isHeld: (address: string) =>
        this.#holds.some(
          (hold) => keyOf(hold.address) === keyOf(address) && hold.setAt !== NEVER && hold.liftedAt === NEVER,
        ),
      onOutcome: (run: RunBook) => this.#onOutcome(run),
    };
    runProcess(book, start, around)
      .catch((error) => {
        this.findings.violated(
          "harness",
          `${book.name}: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
        );
        book.ends("finished");
      })
      .finally(() => {
        if (folder !== undefined) folder.trouble = undefined;
      });
  }

  /** Who keeps a journal in the same folder runs on the same computer. */
  #losePower(folder: Folder | undefined): void {
    if (folder === undefined) return;
    folder.losePower();
    for (const book of this.#books) {
      if (book.folder === folder && book.end === undefined) book.machine.die(WITH_THE_POWER);
    }
  }

  #folder(): Folder {
    return new Folder(this.#random, (what) => this.findings.reached(what));
  }

  #arrange(when: Moment, act: () => void): void {
    if ("run" in when) this.#waiting.push({ when, act });
    else this.#scheduler.after(when.afterMs, act);
  }

  #befall({ machine, end }: RunBook, event: MachineEvent): void {
    if (end !== undefined || !machine.alive) return;
    this.findings.reached(`process: ${event}`);
    this.findings.trace?.(() => `${machine.name}: ${event}`);
    const act: Readonly<Record<MachineEvent, () => void>> = {
      interrupt: () => machine.stop(),
      "clock back": () => machine.setClock(-HOUR),
      "clock forward": () => machine.setClock(HOUR),
      suspended: () => machine.suspend(HOUR, this.#random.chance(0.6)),
      "interrupted twice": () => {
        machine.stop();
        this.#scheduler.after(this.#random.below(80), () => machine.die("at the second interrupt"));
      },
      killed: () => machine.die("when killed"),
      "power lost": () => machine.die(WITH_THE_POWER),
    };
    act[event]();
  }

  async #untilEnded(books: readonly RunBook[]): Promise<void> {
    const limit = this.#scheduler.now + LONGEST_MS;
    const isOver = (): boolean => books.every(({ end }) => end !== undefined) || this.#scheduler.now > limit;
    await this.#scheduler.run(isOver);
    for (const book of books) {
      if (book.end === undefined) this.findings.violated("harness", `${book.name} hangs`);
      countRules(book, this.#site, this.findings);
    }
  }

  /** Lets everything land that is still on its way, and a few minutes pass. */
  async #rest(): Promise<void> {
    await this.#scheduler.run(() => false);
    const until = this.#scheduler.now + 300_000;
    this.#scheduler.at(until, () => this.#site.settle());
    await this.#scheduler.run(() => false);
  }
}
