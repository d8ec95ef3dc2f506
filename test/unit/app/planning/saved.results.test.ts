// A saved plan's way: written, read, and opened only for the account, the key, the configuration and the time that it was made for.
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../../../src/app/clock.js";
import { AppError } from "../../../../src/app/error.js";
import { chooseAccounts } from "../../../../src/app/files/configuration.js";
import { headingOf, ledgerOf } from "../../../../src/app/ledger/ledger.js";
import { planAccounts } from "../../../../src/app/planning/plan.js";
import { factsOf, openSaved, readSaved, writeSaved } from "../../../../src/app/planning/saved.js";
import { folderDisk } from "../../../../src/disk/folder.js";
import { PLAN_FILE_BYTES } from "../../../../src/model/planfile/planfile.js";
import { beginJournal } from "../../../../src/reconcile/ledger/journal.js";
import { botCalled, workplace } from "../../../commands/workplace.js";
import { listening, refusal } from "../room.js";

const at = workplace();
const FIELDS = Object.entries(botCalled("x")).filter(([name]) => name !== "accessId" && name !== "title");
const yaml = (leverage = 5) => `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
defaults: { ${FIELDS.map(([name, value]) => `${name}: ${value}`).join(", ")} }
bots:
  a: { title: A, leverage: ${leverage}, enabled: true }
`;

async function saved(minutes = 30) {
  const account = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "100000" } };
  const bots = [{ ...botCalled("A"), id: 1 }];
  const env = await at.started({
    seed: { accounts: [{ ...account, accesses: [{ accessId: 101, title: "Main futures" }], bots }] },
  });
  const heard = listening(env);
  const options = { config: at.written(yaml(7)), account: ["demo"], concurrency: 4, journal: at.fresh("journal") };
  const [one] = await planAccounts(heard.host, options, chooseAccounts(options));
  if (one === undefined || !("value" in one)) throw new Error("no plan");
  const file = at.fresh("x.plan");
  const { made, endpoint } = one.value;
  const facts = await writeSaved(file, made, endpoint, minutes);
  return { ...heard, env, options, file, facts, made, endpoint };
}

describe("a saved plan", () => {
  it("says when it was made, until when it holds, and for whom", async () => {
    const before = Date.now();
    const { facts, file, endpoint } = await saved();
    const { id, createdAt, expiresAt, ...rest } = facts;
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(30 * 60_000);
    const { origin } = new URL(endpoint.apiUrl);
    expect(rest).toEqual({
      toolVersion: BOTFORM_VERSION,
      account: "demo",
      origin: `${origin}`,
      verified: true,
      restsOnLedger: [],
    });
    const { restsOnLedger: _logs, ...shown } = facts;
    expect(factsOf(await readSaved(file), null)).toEqual({ ...shown, verified: null });
  });

  it("is opened as it was planned, with its log, its endpoint and its source of policies", async () => {
    const { host, file, options, made, concealed, endpoint } = await saved();
    concealed.length = 0;
    const opened = await openSaved(host, { ...options, account: ["demo", "demo"], file });
    expect(opened.made.steps).toEqual(made.steps.map((step) => ({ ...step })));
    expect(opened.own).toEqual(opened.made.diagnostics);
    expect([opened.endpoint.apiUrl, opened.saved.account, concealed]).toEqual([
      ...[endpoint.apiUrl, "demo", ["demo-key", "demo-secret"]],
    ]);
    expect(opened.policySource.account?.desired.account).toBe("demo");
    const logs = Object.values(opened.made.bots).map(({ log }) => log?.map(({ message }) => message));
    expect(logs).toEqual([["Bot is created"]]);
  });

  it("replaces an earlier plan or an empty file, and nothing else", async () => {
    const { file, made, endpoint, facts } = await saved();
    expect((await writeSaved(file, made, endpoint, 5)).id).not.toBe(facts.id);
    const empty = at.written("", "x.plan");
    await writeSaved(empty, made, endpoint, 5);
    expect(readFileSync(empty).length).toBeGreaterThan(0);
    const other = at.written("version: 1\n", "botform.yaml");
    expect(await refusal(() => writeSaved(other, made, endpoint, 5))).toEqual([
      `${other} exists and isn't a saved plan; it was left as it is\nName another file, or remove this one.`,
      3,
    ]);
    expect(readFileSync(other, "utf8")).toBe("version: 1\n");
    const nowhere = `${other}/x.plan`;
    expect(await refusal(() => writeSaved(nowhere, made, endpoint, 5))).toEqual([
      `${nowhere} can't be read: a part of its path is a file (ENOTDIR)`,
      3,
    ]);
    expect(existsSync(nowhere)).toBe(false);
  });
});

/** Two accounts beside the plan's, before and behind it. */
const withOthers = (text: string) => {
  const [head = "", own = ""] = text.split("accounts:\n");
  const [account = "", rest = ""] = own.split("defaults:");
  const other = (name: string) => account.replace("  demo:", `  ${name}:`);
  return `${head}accounts:\n${other("before")}${account}${other("behind")}defaults:${rest}`;
};

async function whole(task: () => unknown): Promise<unknown> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.message, error.exitCode, ...error.diagnostics.map(({ code, summary }) => [code, summary])];
  }
  return "nothing was refused";
}

describe("of a configuration of several accounts", () => {
  it("a saved plan is for the one that it names, whether or not the command names it, too", async () => {
    const { host, options, file, made } = await saved();
    const { account: _named, ...unnamed } = options;
    const config = at.written(withOthers(yaml(7)));
    for (const choice of [options, unnamed]) {
      const opened = await openSaved(host, { ...choice, config, file });
      expect([opened.made.account, opened.policySource.account?.desired.account]).toEqual(["demo", "demo"]);
      expect(opened.made.steps).toHaveLength(made.steps.length);
    }
  });

  it("others are named where its own isn't there, and where the command names another", async () => {
    const { host, options, file } = await saved();
    const { account: _named, ...unnamed } = options;
    const config = at.written(withOthers(yaml(7)).replace("  demo:", "  third:"));
    const refusedWith = (summary: string) => [
      ...[`${file} can't be used, and nothing was written`, 4, ["planfile/other-account", summary]],
    ];
    expect(await whole(() => openSaved(host, { ...unnamed, config, file }))).toEqual(
      refusedWith("the plan is for the account demo, but the configuration has before, third, behind"),
    );
    expect(await whole(() => openSaved(host, { ...options, account: ["before"], file }))).toEqual(
      refusedWith("the plan is for the account demo, but --account names before"),
    );
  });
});

it("what stops its bots meanwhile is heard by who has opened it", async () => {
  const { host, options, file, made, endpoint } = await saved();
  const { isStopped } = await openSaved(host, { ...options, file });
  const [bot] = Object.values(made.bots);
  const about = { address: "demo/a", id: bot?.observed?.id };
  expect(await isStopped?.({ ...about, sends: "turn-on" })).toBe(false);
  await ledgerOf({ folder: options.journal }, "demo", endpoint).stop();
  expect(await isStopped?.({ ...about, sends: "turn-on" })).toBe(true);
});

describe("where logs were seen not to tell of switches", () => {
  const SILENT = { name: "logSwitches", value: "no", at: 1, detail: "", tool: "1" } as const;

  it("a saved plan says which turn-ons rest on the ledger alone", async () => {
    const { options, file, made, endpoint } = await saved();
    const { journal } = options;
    const unread = at.written("no folder", "file");
    const before = await writeSaved(file, made, endpoint, 5, journal);
    await ledgerOf({ folder: journal }, "demo", endpoint).learn([SILENT]);
    const rests = [
      before,
      await writeSaved(file, made, endpoint, 5, journal),
      await writeSaved(file, made, endpoint, 5),
      await writeSaved(file, made, endpoint, 5, unread),
    ].map(({ restsOnLedger }) => restsOnLedger);
    expect(rests).toEqual([[], ["demo/a"], [], []]);
  });
});

// Linux alone has a file that can be opened, and not read.
it.skipIf(process.platform !== "linux")("a file that the disk doesn't give is no mistake in its name", async () => {
  expect(await refusal(() => readSaved("/proc/self/mem"))).toEqual([expect.stringContaining("/proc/self/mem"), 1]);
});

describe("nothing is written", () => {
  it("of a plan that can't be sealed", async () => {
    const { made, endpoint } = await saved();
    const [step] = made.steps;
    if (step === undefined) throw new Error("no step");
    const broken = { ...made, steps: [{ ...step, address: "demo/none" }] };
    const file = at.fresh("broken.plan");
    expect(await whole(() => writeSaved(file, broken, endpoint, 5))).toEqual([
      expect.stringMatching(/, so no plan file was written$/),
      1,
    ]);
    expect(existsSync(file)).toBe(false);
  });

  it("in the place of a file that is too large for a plan", async () => {
    const { made, endpoint } = await saved();
    const large = at.written("a recording", "large.bin");
    truncateSync(large, PLAN_FILE_BYTES + 1);
    expect((await refusal(() => writeSaved(large, made, endpoint, 5)))[1]).toBe(3);
    expect(statSync(large).size).toBe(PLAN_FILE_BYTES + 1);
  });
});

describe("a saved plan is refused", () => {
  const CASES: Record<string, (stage: Awaited<ReturnType<typeof saved>>) => [object, string, number, ...string[]]> = {
    "by the name of another account": ({ file }) => [
      { account: ["other"] },
      `${file} can't be used, and nothing was written`,
      4,
      "planfile/other-account",
    ],
    "where the configuration is another": ({ file }) => [
      { config: at.written(yaml(8)) },
      `${file} can't be used, and nothing was written`,
      4,
      "planfile/configuration-changed",
    ],
    "where the configuration has errors": () => [
      { config: at.written("version: 2\n") },
      "the configuration has errors\nbotform explain CODE tells more of each.",
      3,
      "config/no-accounts",
      "config/no-bots",
      "config/bad-version",
    ],
    "where the configuration lacks the account": ({ file }) => [
      { config: at.written(yaml().replace("  demo:", "  other:")) },
      `${file} can't be used, and nothing was written`,
      4,
      "planfile/other-account",
    ],
    "where there is no file": () => [
      { file: "no-such-file" },
      "no-such-file doesn't exist\nName a file that botform plan --out wrote; to name a configuration, use --config. If no-such-file is a bot: botform apply --target no-such-file carries out its steps, botform bots show no-such-file shows it.",
      3,
    ],
    "where the file is none": () => {
      const file = at.written("{}", "x.plan");
      return [{ file }, `${file} can't be used, and nothing was written`, 3, "planfile/not-a-plan"];
    },
  };

  it.each(Object.keys(CASES))("%s", async (name) => {
    const stage = await saved();
    const [changes, ...expected] = CASES[name]?.(stage) ?? [{}];
    expect(await refusal(() => openSaved(stage.host, { ...stage.options, file: stage.file, ...changes }))).toEqual(
      expected,
    );
  });

  it("by another key", async () => {
    const { env, options, file } = await saved();
    const { host } = listening({ ...env, BOTFORM_DEMO_API_KEY: "another-key" });
    expect((await refusal(() => openSaved(host, { ...options, file }))).slice(1)).toEqual([4, "planfile/other-key"]);
    const bare = listening({ ...env, BOTFORM_DEMO_API_KEY: "" });
    expect(await refusal(() => openSaved(bare.host, { ...options, file }))).toEqual([
      "the account's credentials or addresses can't be used",
      ...[3, "config/env-missing"],
    ]);
  });

  it("once a run has applied it, but not by a journal that can't be read", async () => {
    const { host, options, file, facts, made, endpoint } = await saved();
    await openSaved(host, { ...options, file, journal: at.written("no folder", "file") });
    const heading = headingOf({ folder: "", planId: facts.id }, made, endpoint);
    const journal = await beginJournal(folderDisk(options.journal), systemClock, heading, made);
    const done = { kind: "applied", detail: "done", stale: false, wrote: true } as const;
    journal.outcome({ address: "demo/a", action: "update", ...done });
    await journal.end({ outcomes: [], notes: [], unsettled: [], violations: [] });
    expect(await refusal(() => openSaved(host, { ...options, file }))).toEqual([
      `${file} can't be used, and nothing was written`,
      ...[4, "planfile/applied-already"],
    ]);
  });

  it("once it was changed", async () => {
    const { host, options, file } = await saved();
    writeFileSync(file, readFileSync(file, "utf8").replace('"after":"7"', '"after":"9"'));
    expect((await refusal(() => openSaved(host, { ...options, file }))).slice(1)).toEqual([4, "planfile/altered"]);
  });
});
