// Breakers at work against the emulator: what is read, what is tripped and how, what arming lifts, and what can't be read.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { armBreakers, listBreakers } from "../../../../src/app/breaker/arm.js";
import { checkBreakers } from "../../../../src/app/breaker/check.js";
import type { Stopping } from "../../../../src/app/emergency-stop.js";
import { breakerLedgerOf, holdsOf } from "../../../../src/app/ledger/ledger.js";
import { botCalled, workplace } from "../../../commands/workplace.js";
import { botform } from "../../../support/command.js";
import { listening, refusal } from "../room.js";

const at = workplace();
const yaml = (
  breakers: string,
  bots = "  a: { title: A, enabled: true }\n  b: { title: B, enabled: true }",
) => `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main }
defaults: { access: primary }
bots:
${bots}
${breakers}`;
const LOSS = "breakers: { day-loss: { rule: loss, hours: 24, limit: 10, quote: USDT } }\n";
const ALL = `breakers:
  day-loss: { rule: loss, hours: 24, limit: 10, quote: USDT }
  failures: { rule: failed-steps, hours: 1, limit: 1 }
  liquidation: { rule: liquidation-distance, limit: 5 }
  margin: { rule: margin-used, limit: 80 }
  naked: { rule: naked-deals, minutes: 10 }
`;
const BOTS = [
  { ...botCalled("A"), id: 1, enabled: true, volumeFirstOrder: "400", countOrderMax: null },
  { ...botCalled("B"), id: 2, enabled: true, pairTitle: "USDT-ETH", countOrderMax: null },
  { ...botCalled("By hand"), id: 3, enabled: true, pairTitle: "USDT-SOL", countOrderMax: null },
];

/** Bots with running deals, of which A's has lost 40 by a fall of 10 %. */
async function stage(breakers: string, { falls = true, quirks = {} } = {}) {
  const seed = {
    accounts: [
      {
        ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "2000" } },
        ...{ accesses: [{ accessId: 101, title: "Main" }], bots: BOTS },
      },
    ],
    prices: { "USDT-BTC": "64000", "USDT-ETH": "3200", "USDT-SOL": "150" },
  };
  const env = await at.started({ seed, quirks: { commandDelay: 0, ...quirks } });
  if (falls) at.emulator.service.setPrice("USDT-BTC", "57600");
  const { host, said } = listening(env);
  const { host: unreached } = listening({ ...env, BOTFORM_DEMO_API_URL: "http://127.0.0.1:1" });
  const stopping: Stopping = (_account, task) =>
    task(new AbortController().signal, { onEvent: () => {}, onPause: () => {} });
  const options = { config: at.written(yaml(breakers)), journal: at.fresh("journal"), concurrency: 4 };
  const check = async (act = false, more: object = {}) => {
    const { accounts, exitCode } = await checkBreakers(
      host,
      { ...options, act, timeout: 5, settle: 0, ...more },
      stopping,
    );
    const [one] = accounts;
    if (one === undefined) throw new Error("no account");
    return { ...one, all: exitCode, states: one.breakers.map(({ name, state }) => `${name} ${state}`) };
  };
  const arm = (names = ["day-loss"], more: object = {}) =>
    armBreakers(host, { ...options, names, reason: "looked at", ...more });
  const sent = () => at.emulator.service.writes.map(({ operation }) => operation);
  const isOn = (id: number) => at.emulator.service.bots().find((bot) => bot.id === id)?.enabled;
  const command = (...args: string[]) =>
    botform([...args, "-c", options.config, "--journal", options.journal], { env });
  const holds = async () => (await holdsOf({ folder: options.journal }, "demo").read()).map(({ bots }) => bots);
  return { env, host, unreached, said, options, check, arm, sent, isOn, command, holds };
}

describe("a check", () => {
  it("only looks, by as many requests as its rules need, and says how each stands", async () => {
    const { check, sent } = await stage(ALL, { falls: false });
    const before = { ...at.emulator.service.requests };
    expect(await check()).toMatchObject({
      all: 0,
      states: ["day-loss fine", "failures fine", "liquidation fine", "margin fine", "naked fine"],
    });
    const asked = Object.entries(at.emulator.service.requests).flatMap(([name, count]) => {
      const more = count - (before[name as keyof typeof before] ?? 0);
      return more === 0 ? [] : [`${more} ${name}`];
    });
    expect(asked.toSorted()).toEqual(["1 accessList", "1 accountInformation", "1 activeDeals", "1 dealsHistory"]);
    expect(sent()).toEqual([]);
  });

  it("ends with 6 at a limit, and changes nothing", async () => {
    const { check, sent, holds } = await stage(LOSS);
    expect(await check()).toMatchObject({ exitCode: 6, states: ["day-loss tripped"], breakers: [{ figure: "40" }] });
    expect([sent(), await holds()]).toEqual([[], []]);
  });

  it("ends with 5 where the account can't be read, and trips then where that was asked for", async () => {
    const { unreached, options } = await stage(ALL);
    const stopping: Stopping = () => Promise.reject(new Error("nothing may be stopped"));
    const { accounts, exitCode } = await checkBreakers(
      unreached,
      { ...options, act: true, timeout: 1, settle: 0 },
      stopping,
    );
    expect([exitCode, accounts[0]?.breakers.map(({ name, state }) => `${name} ${state}`)]).toEqual([
      5,
      ["day-loss unknown", "failures fine", "liquidation unknown", "margin unknown", "naked unknown"],
    ]);
  }, 60_000);

  it("of an account without breakers reads nothing", async () => {
    const { check } = await stage("");
    const before = Object.values(at.emulator.service.requests).join();
    expect(await check(true)).toMatchObject({ exitCode: 0, breakers: [] });
    expect(Object.values(at.emulator.service.requests).join()).toBe(before);
  });
});

describe("with --act it", () => {
  it("sends nothing but turn-offs, after the ledger has trip and holds", async () => {
    const { options, check, sent, isOn, holds } = await stage(LOSS);
    const found = await check(true);
    expect(found).toMatchObject({
      exitCode: 6,
      acted: { tripped: ["day-loss"], held: ["demo/a", "demo/b"], recorded: true, remaining: [], wereOff: 0 },
    });
    expect(found.acted?.turnedOff.map(({ id }) => id).toSorted()).toEqual([1, 2]);
    expect(sent()).toEqual(["turnOff", "turnOff"]);
    // Not what a person has made by hand.
    expect([1, 2, 3].map(isOn)).toEqual([false, false, true]);
    expect(await holds()).toEqual(["demo/a", "demo/b"]);
    const past = await breakerLedgerOf({ folder: options.journal }, "demo").read();
    expect(past.get("day-loss")?.trip).toMatchObject({ why: "lost 40 of 10 USDT in 24 h, all of it open" });
  });

  it("does nothing where nothing is at its limit, and where all are off already", async () => {
    const { check, sent } = await stage(LOSS, { falls: false });
    expect((await check(true)).acted).toBeUndefined();
    at.emulator.service.setPrice("USDT-BTC", "57600");
    await check(true);
    expect(sent()).toHaveLength(2);
    expect(await check(true)).toMatchObject({ exitCode: 6, states: ["day-loss tripped"] });
    expect(sent()).toHaveLength(2);
  });

  it("turns off again what somebody has turned on, whatever the price does", async () => {
    const { check, sent, isOn } = await stage(LOSS);
    await check(true);
    at.emulator.service.setPrice("USDT-BTC", "64000");
    at.emulator.service.editBot(2, { enabled: true });
    expect(await check(true)).toMatchObject({ exitCode: 6, acted: { tripped: [], held: [], turnedOff: [{ id: 2 }] } });
    expect([isOn(2), sent().length]).toEqual([false, 3]);
  });

  it("turns the bots off where the ledger can't be written, and ends with 7", async () => {
    const { options, check, said, isOn } = await stage(LOSS);
    // A file in the place of the folder.
    mkdirSync(dirname(options.journal), { recursive: true });
    writeFileSync(options.journal, "");
    chmodSync(options.journal, 0o400);
    const found = await check(true);
    expect([isOn(1), isOn(2), found.acted?.recorded]).toEqual([false, false, false]);
    expect([5, 7]).toContain(found.exitCode);
    expect(said.some((text) => text.includes("the bots aren't held"))).toBe(true);
  });
});

describe("a tripped breaker", () => {
  it("lets nothing but turn-offs through, whatever becomes of holds and configuration", async () => {
    const { options, check, command, sent } = await stage(LOSS);
    await check(true);
    for (const pattern of ["demo/a", "demo/b"]) await command("hold", "remove", pattern);
    // The breaker isn't declared any more, a bot is new, and another shall be off.
    writeFileSync(
      options.config,
      yaml("", "  a: { title: A, enabled: true }\n  b: { title: B, enabled: false, leverage: 5 }"),
    );
    const before = sent().length;
    const applied = await command("apply", "--yes");
    expect([applied.exitCode, applied.err]).toEqual([6, expect.stringContaining("the breaker day-loss has tripped")]);
    const turned = await command("bots", "on", "a", "--yes");
    expect([turned.exitCode, turned.err]).toEqual([
      6,
      expect.stringContaining("botform breaker arm day-loss --reason TEXT"),
    ]);
    expect(sent()).toHaveLength(before);
    writeFileSync(options.config, yaml("", "  c: { title: By hand, enabled: false }"));
    expect((await command("apply", "--yes")).exitCode).toBe(0);
    expect(sent().slice(before)).toEqual(["turnOff"]);
  });

  it("is armed with what the running deals have lost by then, and trips by what they lose more", async () => {
    const { check, arm, holds } = await stage(LOSS);
    await check(true);
    at.emulator.service.setPrice("USDT-BTC", "56000");
    expect(await arm()).toEqual({
      reason: "looked at",
      armed: [{ account: "demo", names: ["day-loss"], lifted: ["demo/a", "demo/b"], kept: [], deals: 3 }],
    });
    expect(await holds()).toEqual([]);
    expect((await check()).breakers).toMatchObject([{ state: "fine", figure: "0" }]);
    at.emulator.service.setPrice("USDT-BTC", "54000");
    expect((await check()).breakers).toMatchObject([{ state: "tripped", figure: "12.5" }]);
  });

  it("is armed all or none, with a reason, and where the account can be read", async () => {
    const { check, arm, host, unreached, options } = await stage(LOSS);
    expect(await refusal(() => arm())).toEqual([
      "the breaker day-loss hasn't tripped, so nothing was armed\nNone has; botform breaker list shows them.",
      3,
    ]);
    await check(true);
    expect((await refusal(() => arm(["day-loss", "margin"])))[0]).toMatch(
      /margin hasn't tripped.*\nWhat has: day-loss/,
    );
    expect((await refusal(() => arm(["day-loss"], { reason: "" })))[1]).toBe(3);
    await expect(armBreakers(unreached, { ...options, names: ["day-loss"], reason: "looked at" })).rejects.toThrow(
      /ECONNREFUSED/,
    );
    const { breakers } = await listBreakers(host, options);
    expect(breakers).toMatchObject([{ name: "day-loss", state: "tripped", limit: "a loss of 10 USDT in 24 h" }]);
    // One that isn't declared any more is listed as long as it is tripped, and armed without reading the account.
    writeFileSync(options.config, yaml(""));
    expect((await listBreakers(host, options)).breakers).toMatchObject([{ name: "day-loss", rule: null, place: null }]);
    await arm();
    expect((await listBreakers(host, options)).breakers).toEqual([]);
  }, 60_000);
});

it("steps that failed trip it, by the ledger's runs, and don't any more once it is armed", async () => {
  const failures = "breakers: { failures: { rule: failed-steps, hours: 1, limit: 1 } }\n";
  const { options, check, arm, command } = await stage(failures, { quirks: { rounding: "2" } });
  writeFileSync(options.config, yaml(failures, "  a: { title: A, percentTakeProfit: 1.234 }"));
  expect(await check()).toMatchObject({ exitCode: 0, states: ["failures fine"] });
  expect((await command("apply", "--yes")).exitCode).toBe(7);
  expect(await check(true)).toMatchObject({
    exitCode: 6,
    breakers: [{ state: "tripped", why: "1 of 1 steps failed in 1 h" }],
  });
  await arm(["failures"]);
  expect((await check()).states).toEqual(["failures fine"]);
});
