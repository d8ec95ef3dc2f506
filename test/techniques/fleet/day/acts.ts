// What happens in a day, act by act: what hands, commits, prices, roll-outs and failures do, and what has to follow from each before the next begins.
import { expect } from "vitest";
import { STATE_WORDS } from "../../../../src/model/fleet-state.js";
import type { Day } from "./day.js";
import { BASE, BOLDER, ERROR_AT, MORE, PRICES } from "./fleet.js";
import type { RolloutStory } from "./page-story.js";

export async function opens(day: Day): Promise<void> {
  const { stage } = day;
  const commit = stage.commit("the fleet as it is", BASE);
  await stage.person(0, "state", "init");
  await day.opensPage();
  await day.tells("no account was looked at so far", { states: shownAs(all(day), "never looked at") });
  for (const name of ["one", "two", "three"]) day.begin(`worker ${name}`);
  await day.accepts("the first commit", "accepted", commit);
  await day.sees("every account was looked at", () => {
    const seen = new Set(stage.emulator.reads.map(({ account }) => account));
    return stage.accounts.every(({ name }) => seen.has(name));
  });
  await day.tells("every account is in step", {});
}

export async function handsEdit(day: Day): Promise<void> {
  const [on, grown] = [day.one("late", "correct"), day.one("late", "correct", 1)];
  const [asks, reports] = [day.one("late", "approve"), day.one("late", "report")];
  day.byHand(on, "Spare", { enabled: true });
  day.byHand(grown, "Spare", { volumeFirstOrder: 40 });
  day.byHand(asks, "Spare", { leverage: 9 });
  day.byHand(reports, "Spare", { title: "Mine" });
  await day.sees("a bot turned on by hand: corrected and closed", () => day.isTold("closed", on));
  await day.sees("a volume raised by hand: corrected and closed", () => day.isTold("closed", grown));
  await day.sees("a leverage changed by hand: asked", () => day.isTold("asked", asks));
  await day.sees("a bot renamed by hand: reported", () => day.isTold("opened", reports));
  expect([day.bot(on, "Spare").enabled, day.bot(grown, "Spare").values.volumeFirstOrder]).toEqual([false, "20"]);
  expect(day.bot(asks, "Spare").values.leverage).toBe("9");
  const news = day.stage.news().findLast((one) => one.account === asks && one.news.kind === "asked")?.news;
  const list = await day.stage.person(0, "approve", "--account", asks, "--format", "json");
  const [plan = ""] = new RegExp(`${news?.plan}[0-9a-f]{52}`).exec(list) ?? [];
  await day.tells("a plan waits, and a renamed bot has drifted", {
    states: new Map([...shownAs([asks], "waits for a yes"), ...shownAs([reports], "drifted")]),
    waiting: new Map([[plan, asks]]),
    says: new Map([[`/plans/${plan}`, ["Waits for a yes"]]]),
    neverSays: new Map([[`/plans/${plan}`, ["Approved", "Carried out"]]]),
  });
  await day.stage.person(0, "approve", plan, "--yes", "--by", "ana");
  await day.sees("the approved plan: carried out and closed", () => day.isTold("closed", asks));
  expect([day.bot(asks, "Spare").values.leverage, day.bot(reports, "Mine").values.leverage]).toEqual(["5", "5"]);
  day.byHand(reports, "Mine", { title: "Spare" });
  await day.sees("the name given back by hand: closed", () => day.isTold("closed", reports));
  await day.tells("the plan was carried out, and no drift is left", {
    says: new Map([[`/plans/${plan}`, ["Carried out", "approved by ana"]]]),
    neverSays: new Map([[`/plans/${plan}`, ["Waits for a yes"]]]),
  });
  day.happened.push(...[on, grown, asks].map((one) => `${one} corrected`));
  expect([on, grown, asks, reports].map((one) => day.kinds(one))).toEqual([
    ["opened", "corrected", "closed"],
    ["opened", "corrected", "closed"],
    ["opened", "asked", "corrected", "closed"],
    ["opened", "closed"],
  ]);
}

export async function commitIsBad(day: Day): Promise<void> {
  const { stage } = day;
  const before = stage.emulator.writes.length;
  const bad = stage.commit("raise leverage", BASE, { leverage: "lots" });
  await day.accepts("the bad commit", "refused", bad);
  const told = stage.news().filter(({ revision }) => revision?.commit === bad);
  expect(told.map(({ news }) => news.kind)).toEqual(["refused", "refused", "refused"]);
  for (const { diagnostics } of told)
    expect(diagnostics?.map(({ position }) => position)).toEqual([
      expect.objectContaining({ file: "fleet/botform.yaml", ...ERROR_AT }),
    ]);
  const { line, column } = ERROR_AT;
  await day.tells("the bad commit is refused", { refusedAt: `fleet/botform.yaml:${line}:${column}` });
  expect(stage.notices.filter((one) => one.includes("can't be used"))).toHaveLength(1);
  const good = stage.commit("lower leverage, and a bot more", BOLDER, { onFailure: "undo" });
  await day.accepts("the good commit", "mended", good);
  const those = (isReporting: boolean) =>
    stage.accounts.flatMap(({ name, mode }) => ((mode === "report") === isReporting ? name : []));
  await day.sees(
    "the good commit: every account has drifted, and those to correct wait for a roll-out",
    () => day.isTold("opened", ...those(true)) && day.isTold("refused", ...those(false)),
  );
  await day.tells("the good commit counts, and every account differs from it", {
    states: shownAs(all(day), "drifted"),
  });
  // A roll-out brings it, and nothing else.
  expect(stage.emulator.writes.length).toBe(before);
}

/** @param restart of the database */
export async function rolloutGoesBack(day: Day, restart: () => Promise<void>): Promise<void> {
  const { stage } = day;
  const stopping = await day.stopped("update", "pilot", "SIGSTOP");
  await stage.person(0, "rollout", "start", "--yes", "--by", "ana");
  const frozen = await stopping();
  const since = Date.now();
  await day.sees("a worker frozen in the midst of the first wave: another one carries it out", () =>
    day.ofRollouts().includes("applied first"),
  );
  const [first, second] = (["pilot", "early"] as const).map((wave) => day.of(wave).length);
  await day.tells("the first wave is there, though its worker is frozen", {
    states: anyStates(day),
    rollout: rolloutOf("It is under way", WATCHED, "waits its turn", "waits its turn"),
    says: new Map([["/rollout", [`${first} of ${first} accounts, is being watched.`]]]),
  });
  await day.sees("the worker stood still for longer than lease and window", () => Date.now() - since > 60_000);
  frozen.child.kill("SIGCONT");
  await day.sees("the first wave has passed, the second is applied", () => day.ofRollouts().includes("applied second"));
  await day.tells("the second wave is there", {
    states: anyStates(day),
    rollout: rolloutOf("It is under way", "passed", WATCHED, "waits its turn"),
    says: new Map([["/rollout", [`${second} of ${second} accounts, is being watched.`]]]),
  });
  const edited = day.one("early", "report");
  day.byHand(edited, "Spare", { leverage: 8 });
  await restart();
  await day.sees("a hand edit in the second wave: its gate fails", () => day.ofRollouts().includes("failed second"));
  await day.sees("the roll-out goes back", () => day.ofRollouts().includes("undone second"));
  await day.tells("the second wave has failed, and the roll-out went back", {
    states: shownAs(all(day), "drifted"),
    rollout: rolloutOf("It went back", "went back", "went back", "never began"),
    says: new Map([["/rollout", ["drift: failed"]]]),
  });
  for (const account of [...day.of("pilot"), ...day.of("early")]) {
    const [steady, sleeper] = [day.bot(account, "Steady"), day.bot(account, "Sleeper")];
    expect([steady.values.leverage, sleeper.values.volumeFirstOrder, sleeper.enabled]).toEqual(["5", "20", false]);
  }
  const late = new Set(day.of("late"));
  expect(stage.emulator.writes.filter(({ at, account }) => at > since && late.has(account))).toEqual([]);
  expect(day.ofRollouts().some((one) => one.endsWith(" rest"))).toBe(false);
  const back = stage.commit("as it was", BASE, { onFailure: "pause" });
  await day.accepts("the commit that goes back", "accepted", back);
  day.byHand(edited, "Spare", { leverage: 5 });
  await day.sees("all drift is over", () => day.isCalm());
  await day.tells("all drift is over", {});
}

export async function pricesFall(day: Day): Promise<void> {
  const { stage } = day;
  const { service } = stage.emulator;
  const risky = stage.accounts.filter(({ isRisky }) => isRisky).map(({ name }) => name);
  service.setPrice("USDT-LTC", "70");
  await day.sees("prices fall: the breaker trips", () => day.isTold("tripped", ...risky));
  await day.sees("the breaker's bots are off", () =>
    service.bots().every(({ account, enabled }) => !risky.includes(account) || !enabled),
  );
  const [first = "", second = ""] = risky;
  day.happened.push(...risky.map((one) => `${one} tripped`), `${first} turned-off`);
  day.byHand(first, "Risky", { enabled: true });
  await day.sees("a held bot turned on by hand: turned off again", () => day.isTold("turned-off", first));
  expect(day.bot(first, "Risky").enabled).toBe(false);
  const list = await stage.person(0, "breaker", "list", "--all-accounts", "--format", "json");
  expect(list).toContain("tripped");
  await day.tells("the breaker has tripped", {
    states: shownAs(risky, "breaker tripped"),
    says: new Map(risky.map((name) => [`/accounts/${name}`, ["Tripped: day-loss"]])),
  });
  service.setPrice("USDT-LTC", PRICES["USDT-LTC"]);
  await stage.person(0, "breaker", "arm", "day-loss", "--all-accounts", "--reason", "the market has come back");
  await stage.person(0, "apply", "--yes", "--account", first, "--account", second);
  for (const name of risky)
    expect([day.bot(name, "Risky").enabled, day.bot(name, "Steady").enabled]).toEqual([true, true]);
  await day.tells("the breaker is armed again", {
    neverSays: new Map(risky.map((name) => [`/accounts/${name}`, ["Tripped:"]])),
  });
}

export async function rolloutIsPaused(day: Day): Promise<void> {
  const { stage } = day;
  const commit = stage.commit("a bot that is new", MORE, { onFailure: "pause" });
  await day.accepts("the last commit", "accepted", commit);
  const killing = await day.stopped("create", "pilot", "SIGKILL");
  const before = day.ofRollouts().length;
  const now = () => day.ofRollouts().slice(before);
  await stage.person(0, "rollout", "start", "--yes", "--by", "ana");
  await killing();
  day.begin("worker four");
  await day.accepts("a worker that begins", "accepted", commit);
  await day.sees("a worker killed in the midst of a create: another one carries the wave out", () =>
    now().includes("applied first"),
  );
  stage.emulator.service.setPrice("USDT-XRP", "1.8");
  await day.sees("the new bots lose: the roll-out pauses", () => now().includes("paused first"));
  await day.tells("the roll-out is paused", {
    states: anyStates(day),
    rollout: rolloutOf("It is paused", "failed", "waits its turn", "waits its turn"),
    says: new Map([["/rollout", ["loss: failed"]]]),
  });
  await stage.person(6, "rollout", "status");
  stage.emulator.service.setPrice("USDT-XRP", PRICES["USDT-XRP"]);
  await stage.person(0, "rollout", "resume", "--by", "ana");
  await day.sees("prices come back, and it goes on to its end", () => now().includes("done rest"));
}

const WATCHED = "is being watched";

function all({ stage }: Day): readonly string[] {
  return stage.accounts.map(({ name }) => name);
}

function shownAs(accounts: readonly string[], ...may: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(accounts.map((name) => [name, may]));
}

/** In the midst of a roll-out it depends on when somebody looks. */
function anyStates(day: Day): ReadonlyMap<string, readonly string[]> {
  return shownAs(all(day), ...Object.values(STATE_WORDS));
}

export function rolloutOf(status: string, first: string, second: string, rest: string): RolloutStory {
  const waves = { first: [first], second: [second], rest: [rest] };
  return { status, waves: new Map(Object.entries(waves)) };
}

/** What both roll-outs have to tell, in this order. */
export const ROLLOUTS: readonly string[] = [
  ...["began first", "applied first", "passed first", "began second", "applied second", "failed second"],
  ...["undone second", "began first", "applied first", "failed first", "paused first", "resumed first"],
  ...["passed first", "began second", "applied second", "passed second"],
  ...["began rest", "applied rest", "passed rest", "done rest"],
];
