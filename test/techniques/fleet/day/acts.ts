// What happens in a day, act by act: what hands, commits, prices, roll-outs and failures do, and what has to follow from each before the next begins.
import { expect } from "vitest";
import type { Day } from "./day.js";
import { BASE, BOLDER, ERROR_AT, MORE, PRICES } from "./fleet.js";

export async function opens(day: Day): Promise<void> {
  const { stage } = day;
  const commit = stage.commit("the fleet as it is", BASE);
  await stage.person(0, "state", "init");
  for (const name of ["one", "two", "three"]) day.begin(`worker ${name}`);
  await day.accepts("the first commit", "accepted", commit);
  await day.sees("every account was looked at", () => {
    const seen = new Set(stage.emulator.reads.map(({ account }) => account));
    return stage.accounts.every(({ name }) => seen.has(name));
  });
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
  const plan = day.stage.news().findLast(({ account, news }) => account === asks && news.kind === "asked")?.news.plan;
  await day.stage.person(0, "approve", plan ?? "", "--yes", "--by", "ana");
  await day.sees("the approved plan: carried out and closed", () => day.isTold("closed", asks));
  expect([day.bot(asks, "Spare").values.leverage, day.bot(reports, "Mine").values.leverage]).toEqual(["5", "5"]);
  day.byHand(reports, "Mine", { title: "Spare" });
  await day.sees("the name given back by hand: closed", () => day.isTold("closed", reports));
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
  expect(stage.notices.filter((one) => one.includes("can't be used"))).toHaveLength(1);
  const good = stage.commit("lower leverage, and a bot more", BOLDER, { onFailure: "undo" });
  await day.accepts("the good commit", "mended", good);
  const those = (isReporting: boolean) =>
    stage.accounts.flatMap(({ name, mode }) => ((mode === "report") === isReporting ? name : []));
  await day.sees(
    "the good commit: every account has drifted, and those to correct wait for a roll-out",
    () => day.isTold("opened", ...those(true)) && day.isTold("refused", ...those(false)),
  );
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
  await day.sees("the worker stood still for longer than lease and window", () => Date.now() - since > 60_000);
  frozen.child.kill("SIGCONT");
  await day.sees("the first wave has passed, the second is applied", () => day.ofRollouts().includes("applied second"));
  const edited = day.one("early", "report");
  day.byHand(edited, "Spare", { leverage: 8 });
  await restart();
  await day.sees("a hand edit in the second wave: its gate fails", () => day.ofRollouts().includes("failed second"));
  await day.sees("the roll-out goes back", () => day.ofRollouts().includes("undone second"));
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
  service.setPrice("USDT-LTC", PRICES["USDT-LTC"]);
  await stage.person(0, "breaker", "arm", "day-loss", "--all-accounts", "--reason", "the market has come back");
  await stage.person(0, "apply", "--yes", "--account", first, "--account", second);
  for (const name of risky)
    expect([day.bot(name, "Risky").enabled, day.bot(name, "Steady").enabled]).toEqual([true, true]);
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
  await stage.person(6, "rollout", "status");
  stage.emulator.service.setPrice("USDT-XRP", PRICES["USDT-XRP"]);
  await stage.person(0, "rollout", "resume", "--by", "ana");
  await day.sees("prices come back, and it goes on to its end", () => now().includes("done rest"));
}

/** What both roll-outs have to tell, in this order. */
export const ROLLOUTS: readonly string[] = [
  ...["began first", "applied first", "passed first", "began second", "applied second", "failed second"],
  ...["undone second", "began first", "applied first", "failed first", "paused first", "resumed first"],
  ...["passed first", "began second", "applied second", "passed second"],
  ...["began rest", "applied rest", "passed rest", "done rest"],
];
