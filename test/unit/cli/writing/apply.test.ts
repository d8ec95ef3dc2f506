// plan, apply and undo, word for word: what is printed on which stream, and how each ends.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { applyCommand } from "../../../../src/cli/writing/apply.js";
import { planCommand } from "../../../../src/cli/writing/plan.js";
import { undoCommand } from "../../../../src/cli/writing/undo.js";
import { QUICK, workplace } from "../../../commands/workplace.js";
import { unwrapped } from "../../../support/command.js";
import { heard, lines } from "./someone.js";

const at = workplace();
const SUMMARY = "demo: 3 to create, 1 to turn on · 0 unchanged\n";
const QUESTION =
  '\nCarry out 4 steps on the account demo (3 to create, 1 to turn on, position at most 0 → 1 030 USDT)? Type "yes" to go ahead: ';
const LATER = Date.UTC(2100, 0);

async function stage(more: object = {}) {
  const env = await at.started();
  const options = { config: QUICK, concurrency: 4, commandTimeout: 30, journal: at.fresh("journal"), ...more };
  return { env, options };
}

const masked = (text: string) =>
  text.replace(/\d{4}-\d\d-\d\dT[\d:-]+(?:\.\d+)?Z/g, "TIME").replace(/TIME-[0-9a-f]{8,12}/g, "RUN");

describe("plan", () => {
  const planned = async (more: object) => {
    const { env, options } = await stage();
    return heard(env, (context) => planCommand(context, { ...options, format: "text", ...more }));
  };

  it("prints what would change, and ends with 2 only if that was asked for", async () => {
    const { end, out, err } = await planned({});
    expect([end, err, out.startsWith(SUMMARY)]).toEqual([0, "", true]);
    expect(unwrapped(out)).toContain(
      " position at most 1 030 USDT, initial margin 206, cover 9 %, loss at the grid's end 46.69, no liquidation at any price",
    );
    expect((await planned({ detailedExitcode: true })).end).toBe(2);
  });

  it("tells a person at a terminal how to carry it out", async () => {
    const { env, options } = await stage();
    const run = (answer?: string, more: object = {}) =>
      heard(env, (context) => planCommand(context, { ...options, format: "text", ...more }), answer);
    expect((await run("")).err).toBe(`\nTo carry it out:\n  botform apply -c ${QUICK}\n`);
    expect([(await run()).err, (await run("", { format: "json" })).err]).toEqual(["", ""]);
    // What is in the way stands in the plan itself.
    const over = await run("", { maxTurnOns: 0 });
    expect([over.err, over.out.includes("To allow it once:")]).toEqual(["", true]);
  });

  it("saves what it prints, and says how long it holds and how to carry it out", async () => {
    const file = at.fresh();
    const { end, out, err } = await planned({ out: [file] });
    expect([end, out.startsWith(SUMMARY)]).toEqual([0, true]);
    expect(masked(err)).toBe(
      `\n<good>Saved</> as ${file}; it is valid until TIME. To carry it out:\n  botform apply '${file}' -c ${QUICK}\n`,
    );
    const saved = JSON.parse(readFileSync(file, "utf8"));
    const minutes =
      (Date.parse(saved.expiresAt ?? saved.body?.expiresAt) - Date.parse(saved.createdAt ?? saved.body?.createdAt)) /
      60_000;
    expect(minutes).toBe(30);
  });

  it("holds a saved plan as long as was asked for", async () => {
    const { err } = await planned({ out: [at.fresh()], expires: 60 });
    const until = Date.parse(/until (\S+)\. /.exec(err)?.[1] ?? "");
    expect(Math.round((until - Date.now()) / 60_000)).toBe(60);
    expect(until).toBeLessThan(LATER);
  });

  it.each([
    [
      { expires: 3 },
      "3: --expires works only with a saved plan\nName the file to save it to with --out, or keep it in the ledger with --ask.",
    ],
    [
      { expires: 3, out: ["html=a"] },
      "3: --expires works only with a saved plan\nName the file to save it to with --out, or keep it in the ledger with --ask.",
    ],
  ])("refuses %j", async (more, end) => expect(await planned(more)).toEqual({ end, out: "", err: "" }));

  it("as a diff prints what differs alone", async () => {
    const { out, err } = await planned({ format: "diff" });
    expect([out.split("\n").slice(0, 4), err]).toEqual([
      ["--- observed/demo.yaml", "+++ desired/demo.yaml", "@@ -0,0 +1,44 @@", "+bots:"],
      "",
    ]);
  });
});

describe("apply", () => {
  const APPLIED = lines(
    "",
    "applied",
    "  + demo/btc-dip  create: created as bot 1001; read back, and every field matches",
    "  + demo/eth-dip  create: created as bot 1002; read back, and every field matches",
    "  + demo/sol-rally  create: created as bot 1003; read back, and every field matches",
    "  ⏻on demo/btc-dip  turn-on: observed: on (ENABLED)",
    "",
    "Steps: 4 applied.",
  );

  it("shows, asks, carries out and reports; then there is nothing to do", async () => {
    const { env, options } = await stage({ concurrency: 1 });
    const run = (answer?: string, more: object = {}) =>
      heard(env, (context) => applyCommand(context, { ...options, format: "text", ...more }), answer);
    expect(await run()).toEqual({
      end: "3: there is no terminal to ask you on, so nothing was read or written\nReview the output of botform plan, then run apply with --yes.",
      out: "",
      err: "",
    });
    const no = await run("no");
    expect(no).toEqual({
      end: 1,
      out: expect.stringMatching(/^demo: 3 to create/),
      err: `${QUESTION}\n<bad>Not applied:</> declined; nothing was written.\n`,
    });
    const yes = await run("yes");
    expect({ ...yes, err: masked(yes.err) }).toEqual({
      end: 0,
      out: `${no.out}${APPLIED}`,
      err: `${QUESTION}${lines(
        "",
        "[1/4] applied: create demo/btc-dip",
        "[2/4] applied: create demo/eth-dip",
        "[3/4] applied: create demo/sol-rally",
        "[4/4] applied: turn-on demo/btc-dip",
        "",
        "To plan the way back:",
        `  botform undo RUN -c ${QUICK} --journal '${options.journal}'`,
      )}`,
    });
    expect(await run(undefined, { yes: true })).toEqual({
      end: 0,
      out: expect.stringMatching(
        /^demo: no changes · 3 unchanged\n {2}at http:[^\s,]+(?:, commit \w{12}(?: with changes that aren't committed)?)?, digest \w{12}\n$/,
      ),
      err: "",
    });
    const json = await run(undefined, { yes: true, format: "json" });
    expect([json.end, json.err, Object.keys(JSON.parse(json.out))]).toEqual([
      0,
      "",
      ["formatVersion", "command", "ok", "exitCode", "diagnostics", "accounts", "summary"],
    ]);
    expect(JSON.parse(json.out)).toMatchObject({
      command: "apply",
      accounts: [{ account: "demo", report: { outcomes: [], notes: [], unsettled: [], violations: [] } }],
    });
  });

  it("of a saved plan shows whose it is, and refuses what has changed since", async () => {
    const { env, options } = await stage();
    const file = await at.savedOn(env);
    const run = (more: object) =>
      heard(env, (context) => applyCommand(context, { ...options, format: "text", yes: true, file, ...more }));
    const events = at.fresh("events.jsonl");
    const { end, out } = await run({ events });
    const [planned] = readFileSync(events, "utf8")
      .split("\n")
      .filter((line) => line.includes('"plan"'));
    expect(out.split("\n")[0]).toBe(`Saved plan ${JSON.parse(planned ?? "{}").planId}`);
    expect([end, masked(out).split("\n").slice(1, 8)]).toEqual([
      0,
      [
        `  account      demo on ${env.BOTFORM_DEMO_API_URL}`,
        "  made         TIME by botform 0.1.0",
        expect.stringMatching(/^ {2}valid until {2}TIME \(\d+ minutes left\)$/),
        "  steps        4",
        "  verified     yes, for this configuration and key",
        "",
        SUMMARY.trimEnd(),
      ],
    ]);
    expect(out.endsWith("\nSteps: 4 applied.\n")).toBe(true);
    const elsewhere = { journal: at.fresh("journal"), format: "json" };
    const stale = JSON.parse((await run(elsewhere)).out);
    expect(stale).toMatchObject({ exitCode: 4, accounts: [{ saved: { file, account: "demo", verified: true } }] });
    expect(stale.accounts[0].diagnostics[0].code).toBe("apply/stale");
  });
});

describe("undo", () => {
  const NEWER =
    "\nThe configuration still has the change that was undone, so the next apply would make it again. Revert it there, too.\n";
  const staysBehind = (address: string, id: number, title: string) =>
    `warning: ${address}: bot ${id} "${title}" was created by that run and stays on the account, off: the service can't delete a bot [plan/stays-behind] fix: If you don't want it, delete it on the service's website.`;
  const PLAN = /^Undo of apply RUN on the account demo\n\ndemo: 1 to turn off · 2 unchanged · 3 warnings\n/;

  it("shows the way back, and saves it, or carries it out after a yes", async () => {
    const { env, options } = await stage({ concurrency: 1 });
    await heard(env, (context) => applyCommand(context, { ...options, format: "text", yes: true }));
    const run = (more: object = {}, answer?: string) =>
      heard(
        env,
        (context) => undoCommand(context, { ...options, format: "text", id: "last", expires: 60, ...more }),
        answer,
      );
    expect((await run()).end).toBe(
      "3: there is no terminal to ask you on, so nothing was read or written\nTo carry it out, add --yes; or save it with --out FILE, review it and apply the file; or let somebody approve it: --ask.",
    );
    const file = at.fresh();
    const saved = await run({ out: file, envFrom: "k.env" });
    expect([saved.end, masked(saved.err)]).toEqual([
      0,
      `\nSaved as ${file}; it is valid until TIME. Review it.\nTo carry it out:\n  botform apply '${file}' -c ${QUICK} --env-from k.env\n${NEWER}`,
    ]);
    expect(masked(saved.out)).toMatch(PLAN);
    expect(unwrapped(saved.out)).toContain(
      lines(
        staysBehind("demo/btc-dip", 1001, "BTC dip"),
        "",
        staysBehind("demo/eth-dip", 1002, "ETH dip"),
        "",
        staysBehind("demo/sol-rally", 1003, "SOL rally"),
      ),
    );
    const question = '\nCarry out 1 step on the account demo (1 to turn off)? Type "yes" to go ahead: ';
    expect(await run({}, "no")).toEqual({
      end: 1,
      out: saved.out,
      err: `${question}\n<bad>Not undone:</> declined; nothing was written.\n`,
    });
    expect(await run({}, "yes")).toEqual({
      end: 0,
      out: `${saved.out}${lines("", "applied", "  ⏻off demo/btc-dip  turn-off: observed: off (DISABLED)", "", "Steps: 1 applied.")}`,
      err: `${question}\n[1/1] applied: turn-off demo/btc-dip\n${NEWER}`,
    });
    const twice = await run({ yes: true });
    expect([twice.end, twice.out]).toEqual([
      expect.stringMatching(
        /^3: the last run is an undo itself, so undoing it would do again what it has undone; nothing was done\nIf that is meant: botform undo \S+$/,
      ),
      "",
    ]);
    const [, id] = /meant: botform undo (\S+)$/.exec(String(twice.end)) ?? [];
    const back = await run({ yes: true, format: "json", id });
    expect(back.err).toBe("\n[1/1] applied: turn-on demo/btc-dip\n");
    expect(JSON.parse(back.out)).toMatchObject({
      ...{ command: "undo", ok: true, exitCode: 0 },
      accounts: [{ undoes: { id: expect.stringMatching(/^\d{4}-/), command: "undo" } }],
    });
  });
});
