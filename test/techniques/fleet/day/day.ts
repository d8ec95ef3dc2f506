// A day under way: what was told so far, hands at the bots, workers that come and go, and how long what had to follow took.
import type { HandEdit } from "../../../../src/emulator/store/bots.js";
import type { DayAccount } from "./fleet.js";
import type { WriteName } from "./log.js";
import { type DayPage, enterPage } from "./page.js";
import { type PageStory, pathsOf, untold } from "./page-story.js";
import { type Document, ownerOf, type Running, type Stage, until } from "./stage.js";

/** How long what follows took, in milliseconds. */
export type Took = Map<string, number>;

/** Of an account with which nothing is wrong; a busy machine may be late, which the page has to say then. */
export const CALM: readonly string[] = ["in step", "look overdue"];

const OF_DRIFT: ReadonlySet<string> = new Set(["opened", "changed", "closed"]);

/** A day under way. */
export class Day {
  readonly stage: Stage;
  readonly took: Took = new Map();
  /** What has to be told once of accounts, as `account kind`. */
  readonly happened: string[] = [];
  /** What workers have to tell of commits, as `worker commit kind`. */
  readonly revisions: string[] = [];
  readonly #live = new Set<Running>();
  #page: DayPage | undefined;
  /** What the page has shown last of roll-outs. */
  rollout: PageStory["rollout"];

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** Waits for it, and notes how long that took. */
  async sees(what: string, is: () => boolean | Promise<boolean>, why = () => ""): Promise<void> {
    const began = performance.now();
    const isEnded = ({ child }: Running) => child.exitCode !== null || child.signalCode !== null;
    await until(
      what,
      async () => {
        if ([...this.#live].some(isEnded)) throw new Error("a worker has ended by itself");
        return is();
      },
      () => `${why()}${this.#about()}`,
    );
    this.took.set(what, Math.round(performance.now() - began));
  }

  #about(): string {
    const { workers } = this.stage;
    return workers.map(({ name, printed }) => `--- ${name}\n${tail(printed.out)}\n${tail(printed.err)}`).join("\n");
  }

  /** What was told of each account, in its order. */
  told(): ReadonlyMap<string, readonly string[]> {
    const all = new Map<string, string[]>();
    for (const { account, news } of this.stage.news()) {
      if (account === undefined) continue;
      const own = all.get(account) ?? [];
      own.push(news.kind);
      all.set(account, own);
    }
    return all;
  }

  kinds(account: string): readonly string[] {
    return this.told().get(account) ?? [];
  }

  isTold(kind: string, ...accounts: readonly string[]): boolean {
    const all = this.told();
    return accounts.every((account) => all.get(account)?.includes(kind) === true);
  }

  ofRollouts(): readonly string[] {
    return this.stage.news().flatMap(({ rollout, news }) => (rollout === undefined ? [] : `${news.kind} ${news.wave}`));
  }

  /** Accounts of a wave; of one mode, where it is named. */
  of(wave: string, mode?: DayAccount["mode"]): readonly string[] {
    const own = this.stage.accounts.filter(({ name, isRisky }) => name.startsWith(wave) && !isRisky);
    return own.flatMap((one) => (mode === undefined || one.mode === mode ? one.name : []));
  }

  one(wave: string, mode: DayAccount["mode"], at = 0): string {
    const found = this.of(wave, mode)[at];
    if (found === undefined) throw new Error(`no account ${at} of ${wave} has the mode ${mode}`);
    return found;
  }

  bot(account: string, title: string) {
    const found = this.stage.emulator.service
      .bots()
      .find((one) => one.account === account && one.values.title === title);
    if (found === undefined) throw new Error(`${account} has no bot ${title}`);
    return found;
  }

  /** No drift that was told of is left. */
  isCalm(): boolean {
    const last = (kinds: readonly string[]) => kinds.findLast((kind) => OF_DRIFT.has(kind)) ?? "closed";
    return [...this.told().values()].every((kinds) => last(kinds) === "closed");
  }

  byHand(account: string, title: string, edit: HandEdit): void {
    this.stage.emulator.service.editBot(this.bot(account, title).id, edit);
  }

  /** From now on there is a page, and somebody who has come in. */
  async opensPage(): Promise<void> {
    this.#page = await enterPage(this.stage.page());
  }

  get page(): DayPage {
    if (this.#page === undefined) throw new Error("the page isn't open yet");
    return this.#page;
  }

  /** Waits for the page to show exactly that. What isn't named: accounts are in step, no plan waits, and every commit can be used. */
  async tells(what: string, { states = new Map(), ...about }: Partial<PageStory>): Promise<void> {
    const own = this.stage.accounts.map(({ name }) => [name, states.get(name) ?? CALM] as const);
    const nothing = { waiting: new Map(), refusedAt: undefined, rollout: this.rollout, says: new Map() };
    const story: PageStory = { ...nothing, neverSays: new Map(), ...about, states: new Map(own) };
    let wrong: readonly string[] = [];
    await this.sees(
      `the page: ${what}`,
      async () => {
        wrong = untold(await this.page.read(pathsOf(story)), story);
        return wrong.length === 0;
      },
      () => `${wrong.join("\n")}\n`,
    );
    this.rollout = story.rollout;
  }

  begin(name: string): void {
    this.#live.add(this.stage.worker(name));
  }

  /** Every worker that lives has told of that commit, so. */
  isCurrent(commit: string, kinds: readonly string[]): boolean {
    return [...this.#live].every(({ name }) =>
      this.stage.news().some((one) => one.worker === name && one.revision?.commit === commit && isOne(one, kinds)),
    );
  }

  /** Waits for all workers to say that of a commit. */
  async accepts(subject: string, kind: string, commit: string): Promise<void> {
    await this.sees(`${subject}: all workers say ${kind}`, () => this.isCurrent(commit, [kind]));
    const told = [...this.#live].map(({ name }) => `${name} ${commit} ${kind}`);
    this.revisions.push(...told.filter((one) => !this.revisions.includes(one)));
  }

  /** Stops the worker that has just sent such a write, before it hears the answer. */
  async stopped(does: WriteName, wave: string, signal: "SIGSTOP" | "SIGKILL"): Promise<() => Promise<Running>> {
    const caught = this.stage.emulator.next(does, this.of(wave));
    return async () => {
      const { write, answer } = await caught;
      const owner = await ownerOf(this.stage, write.account);
      owner.child.kill(signal);
      if (signal === "SIGKILL") {
        this.#live.delete(owner);
        await owner.ended;
      }
      answer();
      return owner;
    };
  }
}

function isOne({ news }: Document, kinds: readonly string[]): boolean {
  return kinds.includes(news.kind);
}

function tail(text: string): string {
  return text
    .split("\n")
    .slice(-12)
    .map((line) => line.slice(0, 300))
    .join("\n");
}
