// botform reconcile on the emulator: drift is reported once, what is safe is corrected, and a bad revision changes nothing.
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { acknowledgeDrift } from "../../../../src/app/drift/acknowledge.js";
import { AppError, interruption } from "../../../../src/app/error.js";
import { approve, reject, waiting } from "../../../../src/app/gate/approvals.js";
import { programHost } from "../../../../src/app/host.js";
import { breakerLedgerOf, reportedOf } from "../../../../src/app/ledger/ledger.js";
import type { ReconcileOptions } from "../../../../src/app/reconcile/look.js";
import { reconcile } from "../../../../src/app/reconcile/reconcile.js";
import type { Reported } from "../../../../src/model/look.js";
import { shortDigest } from "../../../../src/model/planfile/approval.js";
import { botCalled, workplace } from "../../../commands/workplace.js";

const at = workplace();

const HEAD = `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
`;
const BOTS = `bots:
  a: { title: A, leverage: 5, enabled: false }
  b: { title: B, leverage: 5, volumeFirstOrder: 20 }
`;

/** Between two looks it does the next of `hands`; after the last it is interrupted. */
async function stage({ mode = "", hands = [] as readonly (() => void)[], fails = (): boolean => false } = {}) {
  const bots = ["A", "B"].map((title, index) => ({ ...botCalled(title), id: index + 1, leverage: 5, enabled: false }));
  const account = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "10000" }, bots };
  const env = await at.started({
    seed: { accounts: [{ ...account, accesses: [{ accessId: 101, title: "Main futures" }] }] },
  });
  const config = at.written(`${HEAD}${mode}${BOTS}`);
  const journal = at.fresh("journal");
  const reports: Reported[] = [];
  const refusals: string[] = [];
  const said: string[] = [];
  const waits: number[] = [];
  let now = 1_000_000;
  const options: ReconcileOptions = {
    ...{ config, journal, lockDir: at.fresh("locks"), concurrency: 4, commandTimeout: 20, every: 300 },
  };
  const run = (more: Partial<ReconcileOptions> = {}, left = [...hands]) =>
    reconcile(
      programHost(env, { say: (notice) => said.push("text" in notice ? notice.text : notice.kind) }),
      { ...options, ...more },
      {
        stopping: (_account, task) => task(new AbortController().signal, { onEvent: () => {}, onPause: () => {} }),
        async report(news) {
          if (fails()) throw new Error("the process dies here");
          reports.push(news);
        },
        rollout: async () => {},
        async revised({ news }) {
          if (news.kind === "refused") refusals.push(news.why);
        },
        async wait(ms) {
          waits.push(ms);
          now += ms;
          const next = left.shift();
          if (next === undefined) throw interruption();
          next();
        },
        now: () => now,
        random: () => 0.5,
      },
    ).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return error.exitCode;
    });
  return {
    run,
    env,
    config,
    journal,
    reports,
    refusals,
    said,
    waits,
    kinds: () => reports.map(({ news }) => news.kind),
  };
}

const edit = (
  id: number,
  change: {
    readonly leverage?: number;
    readonly volumeFirstOrder?: string;
    readonly percentTakeProfit?: string;
    readonly enabled?: boolean;
  },
) => at.emulator.service.editBot(id, change);
const nothing = () => {};

it("reports drift once, again when it changes, and when it ends, by what was kept if it begins anew", async () => {
  const hands = [() => edit(1, { leverage: 9 }), nothing, () => edit(1, { leverage: 8 }), nothing];
  const { run, kinds, waits, reports } = await stage({ hands });
  expect(await run()).toBe(130);
  expect(kinds()).toEqual(["opened", "changed"]);
  expect(waits).toEqual([300_000, 60_000, 60_000, 60_000, 60_000]);
  expect(reports[0]?.drift?.drifted.map(({ address }) => address)).toEqual(["demo/a"]);
  // Another process, with the same ledger.
  expect(await run({}, [() => edit(1, { leverage: 5 }), nothing])).toBe(130);
  expect(kinds()).toEqual(["opened", "changed", "closed"]);
});

it("turns off what came on by hand where it may correct, and leaves the rest to people", async () => {
  const hands = [() => edit(1, { enabled: true }), nothing, () => edit(2, { leverage: 9 }), nothing];
  const { run, kinds, reports } = await stage({ mode: "    mode: correct\n", hands });
  expect(await run()).toBe(130);
  expect(kinds()).toEqual(["opened", "corrected", "closed", "opened", "refused"]);
  expect(at.emulator.service.bots().map(({ enabled, values }) => [enabled, values.leverage])).toEqual([
    [false, "5"],
    [false, "9"],
  ]);
  expect(reports[1]?.report?.outcomes.map(({ action, kind }) => [action, kind])).toEqual([["turn-off", "applied"]]);
});

it("turns off what came on by hand though other drift is left to people, and leaves alone what is acknowledged", async () => {
  const { run, env, kinds, reports, config, journal } = await stage({ mode: "    mode: correct\n" });
  const both = () => {
    edit(1, { enabled: true });
    edit(2, { leverage: 9 });
  };
  await run({}, [both, nothing]);
  expect(kinds()).toEqual(["opened", "refused", "changed", "refused"]);
  expect(reports[1]?.report?.outcomes.map(({ action, kind }) => [action, kind])).toEqual([["turn-off", "applied"]]);
  const now = () => at.emulator.service.bots().map(({ enabled, values }) => [enabled, values.leverage]);
  expect(now()).toEqual([
    [false, "5"],
    [false, "9"],
  ]);
  edit(1, { enabled: true });
  const host = programHost(env);
  const settings = ["demo/a.enabled"];
  await acknowledgeDrift(host, { config, journal, concurrency: 4, settings, reason: "known", until: "2099-01-01" });
  await run({}, [nothing]);
  expect(now()).toEqual([
    [true, "5"],
    [false, "9"],
  ]);
});

it("says at once, where it looks once, that an account can't be read", async () => {
  const { run, env, kinds } = await stage();
  Object.assign(env, { BOTFORM_DEMO_API_KEY: "wrong" });
  expect(await run({ every: undefined } as never)).toBe(1);
  expect(kinds()).toEqual(["unreadable"]);
});

it("asks for a yes where it has to, once, and carries out the plan that was approved", async () => {
  const { run, kinds, reports, journal } = await stage({ mode: "    mode: approve\n" });
  const digest = () => {
    const news = reports.findLast(({ news: one }) => one.kind === "asked")?.news;
    return news?.kind === "asked" ? news.plan : "";
  };
  const yes = () => approve({ journal, digest: digest(), by: "Kim" });
  await run({}, [() => edit(2, { leverage: 9 }), nothing, nothing]);
  expect(kinds()).toEqual(["opened", "asked"]);
  await yes();
  await run({ allAccounts: true }, [nothing]);
  expect(kinds()).toEqual(["opened", "asked", "corrected", "closed"]);
  expect(at.emulator.service.bots()[1]?.values.leverage).toBe("5");
});

it("asks for another plan where the bot isn't any more as it was in the approved one", async () => {
  const { run, kinds, reports, journal } = await stage({ mode: "    mode: approve\n" });
  await run({}, [() => edit(2, { leverage: 9 }), nothing]);
  const [{ digest } = { digest: "" }] = (await waiting({ journal })).plans;
  await approve({ journal, digest, by: "Kim" });
  // Not declared, so the drift is the same.
  edit(2, { percentTakeProfit: "1.5" });
  await run({}, [nothing]);
  expect(kinds()).toEqual(["opened", "asked", "asked"]);
  const [first, second] = reports.flatMap(({ news }) => (news.kind === "asked" ? news.plan : []));
  expect(second).not.toBe(first);
  expect(at.emulator.service.bots()[1]?.values.leverage).toBe("9");
});

it("asks for one plan at a time: an older one is listed no more, and can't be approved", async () => {
  const { run, kinds, reports, journal } = await stage({ mode: "    mode: approve\n" });
  await run({}, [() => edit(2, { leverage: 9 }), () => edit(2, { leverage: 8 }), nothing]);
  // Its drift ends, and another one begins.
  await run({}, [() => edit(2, { leverage: 5 }), () => edit(2, { leverage: 7 }), nothing]);
  expect(kinds().filter((kind) => kind === "asked")).toHaveLength(3);
  const [first = "", second = "", third = ""] = reports.flatMap(({ news }) => (news.kind === "asked" ? news.plan : []));
  expect((await waiting({ journal })).plans.map(({ digest }) => shortDigest(digest))).toEqual([third]);
  for (const [older, newer] of [
    [first, second],
    [second, third],
  ] as const)
    await expect(approve({ journal, digest: older, by: "Kim" })).rejects.toMatchObject({
      exitCode: 4,
      diagnostics: [{ code: "planfile/superseded", remedy: `Look at that one: botform approve ${newer}.` }],
    });
  expect((await approve({ journal, digest: third, by: "Kim" })).state).toBe("approved");
});

it("says who has rejected a plan, once, and asks again for other drift", async () => {
  const { run, kinds, reports, journal } = await stage({ mode: "    mode: approve\n" });
  await run({}, [() => edit(2, { leverage: 9 }), nothing]);
  const [{ digest } = { digest: "" }] = (await waiting({ journal })).plans;
  await reject({ journal, digest, by: "Kim", reason: "not before Monday" });
  await run({}, [nothing, () => edit(2, { leverage: 8 }), nothing]);
  expect(kinds()).toEqual(["opened", "asked", "refused", "changed", "asked"]);
  expect(JSON.stringify(reports[2]?.news)).toContain("not before Monday");
});

it("applies what only lowers risk, though it turns nothing off", async () => {
  const { run, kinds } = await stage({ mode: "    mode: correct\n" });
  await run({}, [() => edit(2, { volumeFirstOrder: "40" }), nothing]);
  expect(kinds()).toEqual(["opened", "corrected", "closed"]);
});

it("changes nothing where it only reports", async () => {
  const { run, kinds } = await stage({ hands: [() => edit(1, { enabled: true }), nothing, nothing] });
  await run();
  expect(kinds()).toEqual(["opened"]);
  expect(at.emulator.service.bots()[0]?.enabled).toBe(true);
});

it("goes on with the configuration before, where the new one has errors, and says so once", async () => {
  const { run, config, kinds, refusals } = await stage({
    hands: [
      () => writeFileSync(config, `${HEAD}${BOTS}  c: { title: C, levrage: 5 }\n`),
      () => edit(1, { leverage: 9 }),
      nothing,
      () => writeFileSync(config, `${HEAD}${BOTS.replaceAll("leverage: 5", "leverage: 9")}`),
    ],
  });
  await run();
  expect(refusals).toEqual([expect.stringContaining("the configuration has errors")]);
  expect(kinds()).toEqual(["opened", "changed"]);
});

it("says from the third look on that an account can't be read, and that it can again", async () => {
  const { run, env, kinds, reports } = await stage();
  const opens = (key: string) => () => void Object.assign(env, { BOTFORM_DEMO_API_KEY: key });
  await run({}, [opens("wrong"), nothing, nothing, nothing, opens("demo-key")]);
  expect(kinds()).toEqual(["unreadable", "readable"]);
  expect(reports.map(({ drift }) => drift === undefined)).toEqual([true, false]);
});

it("reports again what it may have reported when it died", async () => {
  let isDying = true;
  const { run, kinds, journal } = await stage({ hands: [nothing], fails: () => isDying });
  edit(1, { leverage: 9 });
  await expect(run()).rejects.toThrow("dies here");
  expect((await reportedOf({ folder: journal }, "demo").read()).drift?.isReported).toBe(false);
  isDying = false;
  await run();
  await run();
  expect(kinds()).toEqual(["opened"]);
});

it("looks once without every, and ends as drift does, or as its correction", async () => {
  const { run, kinds } = await stage({ mode: "    mode: correct\n" });
  expect(await run({ every: undefined } as never)).toBe(0);
  edit(2, { leverage: 9 });
  expect(await run({ every: undefined } as never)).not.toBe(0);
  edit(2, { leverage: 5 });
  edit(1, { enabled: true });
  expect(await run({ every: undefined } as never)).toBe(0);
  expect(kinds()).toEqual(["opened", "refused", "changed", "corrected"]);
});

it("isn't begun beside another one with the same ledger", async () => {
  const { run } = await stage();
  const others: Promise<unknown>[] = [];
  await run({}, [() => void others.push(run()), nothing, nothing, nothing]);
  expect(await Promise.all(others)).toEqual([1]);
});

it("turns off again what comes on under a tripped breaker, in every mode, and reports it each time", async () => {
  const hands = [() => edit(1, { enabled: true }), nothing, () => edit(1, { enabled: true })];
  const { run, reports, config, journal, env } = await stage({ hands });
  writeFileSync(config, `${HEAD}${BOTS}breakers:\n  f: { rule: failed-steps, hours: 1, limit: 3 }\n`);
  const service = { apiUrl: env.BOTFORM_DEMO_API_URL ?? "", apiKey: "demo-key" };
  await breakerLedgerOf({ folder: journal }, "demo", service).trip([{ breaker: "f", why: "3 failed" }], ["demo/a"]);
  await run();
  const ofBreakers = reports.map(({ news }) => news).filter(({ kind }) => kind === "tripped" || kind === "turned-off");
  expect(ofBreakers).toEqual([
    { kind: "tripped", breakers: [expect.stringMatching(/^f: /)], names: ["f"] },
    { kind: "turned-off", bots: ['#1 "A"'] },
    { kind: "turned-off", bots: ['#1 "A"'] },
  ]);
  expect(at.emulator.service.bots().filter(({ enabled }) => enabled)).toEqual([]);
});

it("measures a breaker once more before it says that it can't, and doesn't wait for that again", async () => {
  const { run, kinds, config, waits, journal } = await stage();
  writeFileSync(config, `${HEAD}${BOTS}breakers:\n  f: { rule: failed-steps, hours: 1, limit: 3 }\n`);
  const away = () => {
    renameSync(journal, `${journal}.away`);
    writeFileSync(journal, "no folder");
  };
  const back = () => {
    rmSync(journal);
    renameSync(`${journal}.away`, journal);
  };
  const again = () => waits.filter((ms) => ms === 5_000).length;
  await run({}, [away, back, nothing]);
  expect([kinds(), again()]).toEqual([[], 1]);
  await run({}, [away, nothing, nothing, back]);
  expect([kinds(), again()]).toEqual([["unknown"], 2]);
});
