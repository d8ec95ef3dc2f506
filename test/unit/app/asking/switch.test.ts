// Whether a log tells of switches is found out by one, on an account that has no more to lose than the user allows.
import { afterEach, describe, expect, it } from "vitest";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import { folder, listening, refusal } from "../room.js";
import { stage } from "./stage.js";

const place = folder();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))));

async function scene(quirks: Partial<Quirks> = {}) {
  // A bot that waits for a signal opens no deal by itself.
  const made = await stage(quirks, place, { isOn: false, balance: "1000" });
  open.push(made.emulator);
  made.emulator.service.editBot(1001, {
    indicatorGroup: "TRENDS",
    indicatorName: "RSI",
    indicatorInterval: "5MIN",
  });
  const sent = () =>
    made.emulator.service.writes.map(({ operation }) => operation).filter((one) => one !== "updateBot");
  const on = () =>
    made.emulator.service
      .bots()
      .filter(({ enabled }) => enabled)
      .map(({ id }) => id);
  return { ...made, sent, on };
}

const ENOUGH = 1_000_000_000;

describe("a switch", () => {
  it.each<Partial<Quirks>>([
    { logSwitches: "yes" },
    { logSwitches: "no" },
    { logSwitches: "yes", logLag: 5_000 },
    { logSwitches: "no", logLag: 20_000 },
    { logSwitches: "yes", commandDelay: 12_000 },
    { logSwitches: "yes", nonceOrder: "growing" },
    { logSwitches: "yes", statusOn: "WAITING" },
  ])("tells of %j, and the bot is off afterwards", async (quirks) => {
    const { check, sent, on, ledgerAt } = await scene(quirks);
    const { found, stopped } = await check({ bot: "#1001", withSwitch: ENOUGH });
    expect(stopped).toBe(undefined);
    const seen = new Map(found.map(({ name, value }) => [name as string, value]));
    expect([seen.get("logSwitches"), seen.get("statusOn")]).toEqual([quirks.logSwitches, quirks.statusOn ?? "ENABLED"]);
    const details = found.flatMap(({ name, detail }) => (["logSwitches", "statusOn"].includes(name) ? [detail] : []));
    expect(details).toEqual([
      "of a bot that was turned on",
      quirks.logSwitches === "yes"
        ? "its log has an entry of when it was turned off"
        : "its log has no entry of when it was turned off, 30 s later",
    ]);
    expect([sent(), on(), await ledgerAt().asking()]).toEqual([["turnOn", "turnOff"], [], []]);
  });

  it("isn't made without being asked for", async () => {
    const { check, sent } = await scene();
    const { found } = await check({ bot: "#1001" });
    expect([sent(), found.some(({ name }) => name === "logSwitches")]).toEqual([[], false]);
  });

  it("is asked about by itself", async () => {
    const { check, env, sent } = await scene();
    const { host, said } = listening(env, { answer: "no" });
    await refusal(() => check({ bot: "#1001", yes: false, withSwitch: 5 }, host));
    expect(said.at(-1)).toContain(
      "Then it is turned on, and off 3 s after it is seen on: it may open a deal, with a free balance of up to 5. yes/no: ",
    );
    expect(sent()).toEqual([]);
  });

  it("isn't made where more is free than the user allows, and nothing else is written either", async () => {
    const { check, emulator } = await scene();
    const [message, exitCode] = await refusal(() => check({ bot: "#1001", withSwitch: 0 }));
    expect([message.replace(/is \d+(\.\d+)?,/, "is MUCH,"), exitCode, emulator.service.writes]).toEqual([
      "the account's free balance is MUCH, and --with-switch allows 0: a bot that is on may open a deal\nUse an account with less, or say how much it may be.",
      6,
      [],
    ]);
  });

  it("concludes nothing where a deal was opened, which is said", async () => {
    const { check, emulator, on } = await scene({ commandDelay: 3_000 });
    emulator.service.editBot(1001, { indicatorGroup: "NOTHING", indicatorName: "", indicatorInterval: "" });
    const { found, stopped } = await check({ bot: "#1001", withSwitch: ENOUGH });
    expect(found.some(({ name }) => name === "logSwitches")).toBe(false);
    expect(stopped?.why).toMatch(
      /^the bot has opened deal \d+ while it was on: look at it on the service now; bot 1001 is as it was$/,
    );
    expect(on()).toEqual([]);
  });

  it("is taken back by the next check after the process died while the bot was on", async () => {
    const { check, clock, emulator, env, ledgerAt, on } = await scene();
    const died = new Error("killed");
    const dying = {
      now: clock.now,
      sleep: async (ms: number) => {
        if (emulator.service.writes.some(({ operation }) => operation === "turnOn")) throw died;
        await clock.sleep(ms);
      },
    };
    await expect(check({ bot: "#1001", withSwitch: ENOUGH, clock: dying })).rejects.toBe(died);
    clock.advance(60_000);
    expect([on(), (await ledgerAt().asking()).map(({ switched }) => switched)]).toEqual([[1001], [true]]);
    const { host, said } = listening(env);
    await check({ refusals: 1 }, host);
    expect(said.filter((text) => text.startsWith("warning"))).toEqual([
      "warning: an earlier check may have left bot 1001 on: botform bots off '#1001' turns it off, and botform service check --bot '#1001' --write puts it back",
    ]);
    expect((await check({ bot: "#1001" })).stopped).toBe(undefined);
    expect([on(), await ledgerAt().asking()]).toEqual([[], []]);
  });

  it("isn't made once bots off has stopped it", async () => {
    const { check, emulator, ledgerAt, sent, clock } = await scene();
    const stopping = {
      now: clock.now,
      sleep: async (ms: number) => {
        if (emulator.service.writes.length === 1) await ledgerAt().stop();
        await clock.sleep(ms);
      },
    };
    const { stopped } = await check({ bot: "#1001", withSwitch: ENOUGH, clock: stopping });
    expect([stopped?.why, sent()]).toEqual([
      "botform bots off has stopped it: the bot wasn't turned on; bot 1001 is as it was",
      [],
    ]);
  });
});
