// Plans that wait for a person: what may be answered, what is carried out, and that the gate asks the ledger once more.
import { appendFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { chooseAccounts } from "../../../../src/app/files/configuration.js";
import { applyPlanned } from "../../../../src/app/gate/apply.js";
import {
  approve,
  approvedPlan,
  askedPlan,
  askFor,
  isAuthentic,
  openApproved,
  refuseEnded,
  reject,
  unapproved,
  waiting,
} from "../../../../src/app/gate/approvals.js";
import { history, keptPlansAt } from "../../../../src/app/ledger/ledger.js";
import { type PlannedNow, planAccounts } from "../../../../src/app/planning/plan.js";
import { folderDisk } from "../../../../src/disk/folder.js";
import { factsName } from "../../../../src/reconcile/ledger/facts-file.js";
import { workplace, YAML } from "../../../commands/workplace.js";
import { listening, refusal } from "../room.js";

const at = workplace();
const BY = { by: "ana@desk" };

/** An account with something to do, and a plan of it that waits. */
async function stage({ minutes = 30, yaml = YAML } = {}) {
  const env = await at.started();
  const { host } = listening(env);
  const journal = at.fresh("journal");
  const options = { config: at.written(yaml), journal, concurrency: 4, accountsAtOnce: 20 };
  const planNow = async (): Promise<PlannedNow> => {
    const [one] = await planAccounts(host, options, chooseAccounts(options));
    if (one === undefined || !("value" in one)) throw new Error("no plan");
    return one.value;
  };
  const { made, endpoint } = await planNow();
  const asked = await askFor(made, endpoint, { journal, minutes });
  const digest = asked?.digest ?? "";
  const choice = { journal, digest };
  const open = () => openApproved(host, { ...options, ...choice });
  const applied = async () => {
    const value = await open();
    return (meanwhile: () => unknown = () => {}) =>
      Promise.resolve(meanwhile()).then(() =>
        applyPlanned(host, [{ account: "demo", value }], {
          ...{ journal, concurrency: 4, commandTimeout: 60, yes: true, lockDir: at.fresh("locks") },
        }),
      );
  };
  const file = () => join(journal, readdirSync(journal).find((name) => name.endsWith(".plan")) ?? "");
  const writes = () => at.emulator.service.writes.length;
  return { host, options, journal, made, endpoint, planNow, choice, digest, open, applied, file, writes };
}

describe("a plan that waits", () => {
  it("is listed, approved by a prefix of its digest, and carried out once", async () => {
    const { choice, digest, journal, applied, writes } = await stage();
    expect((await waiting({ journal })).plans).toMatchObject([{ digest, state: "waiting", answers: [] }]);
    expect((await waiting({ journal, account: ["other"] })).plans).toEqual([]);
    expect(await refusal(() => approvedPlan(choice))).toMatchObject([
      expect.stringContaining("can't be used"),
      6,
      "planfile/not-approved",
    ]);
    const yes = await approve({ ...choice, digest: digest.slice(0, 8).toUpperCase(), ...BY, reason: "fine" });
    expect(yes).toMatchObject({ state: "approved", answer: { digest, answer: "approved", by: "ana@desk" } });
    expect((await waiting({ journal })).plans).toMatchObject([{ state: "approved" }]);
    const go = await applied();
    expect(await go()).toMatchObject([{ exitCode: 0 }]);
    expect(writes()).toBe(4);
    // What was opened before it was carried out is refused at the gate, and after that at once.
    expect(await go()).toMatchObject([{ exitCode: 4, diagnostics: [{ code: "planfile/applied-already" }] }]);
    expect(await refusal(() => approvedPlan(choice))).toMatchObject([
      expect.any(String),
      4,
      "planfile/applied-already",
    ]);
    expect(await refusal(() => reject({ ...choice, ...BY, reason: "late" }))).toMatchObject([
      expect.any(String),
      4,
      "planfile/applied-already",
    ]);
    expect((await waiting({ journal })).plans).toEqual([]);
    expect(writes()).toBe(4);
  });

  it("that is rejected is never carried out, whoever has approved it before or between", async () => {
    const { choice, applied, writes } = await stage();
    await approve({ ...choice, ...BY });
    const go = await applied();
    const results = await go(() => reject({ ...choice, by: "ben@desk", reason: "not today" }));
    expect(results).toMatchObject([{ exitCode: 6, diagnostics: [{ code: "planfile/rejected" }] }]);
    expect(results[0]?.error).toBe("the plan isn't approved; nothing was written");
    expect(await refusal(() => approve({ ...choice, ...BY }))).toMatchObject([
      expect.any(String),
      6,
      "planfile/rejected",
    ]);
    expect(await refusal(() => approvedPlan(choice))).toMatchObject([expect.any(String), 6, "planfile/rejected"]);
    expect(writes()).toBe(0);
  });

  it("whose answers are damaged meanwhile isn't carried out", async () => {
    const { choice, journal, applied, writes } = await stage();
    await approve({ ...choice, ...BY });
    const go = await applied();
    const name = join(journal, factsName(["demo"]));
    const results = await go(() => appendFileSync(name, '\n{"v":1,"sum":"0000000000000000","entry":{}}\n'));
    expect(results).toMatchObject([{ exitCode: 6, diagnostics: [{ code: "planfile/not-approved" }] }]);
    expect((await waiting({ journal })).damaged).toContain("isn't as botform wrote it");
    expect(writes()).toBe(0);
  });

  it("can't be answered or carried out once it has expired", async () => {
    const { choice, journal } = await stage({ minutes: 1 });
    await approve({ ...choice, ...BY });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    try {
      expect((await waiting({ journal })).plans).toEqual([]);
      expect((await askedPlan(choice)).state).toBe("expired");
      for (const act of [() => approve({ ...choice, ...BY }), () => approvedPlan(choice)])
        expect(await refusal(act)).toMatchObject([expect.any(String), 4, "planfile/expired"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("that was altered is nobody's plan, and is named", async () => {
    const { choice, journal, file, digest } = await stage();
    await approve({ ...choice, ...BY });
    writeFileSync(file(), readFileSync(file(), "utf8").replace("USDT-BTC", "USDT-ETH"));
    expect(await waiting({ journal })).toMatchObject({
      plans: [],
      unusable: [{ digest, problem: { code: "planfile/altered" } }],
    });
    for (const act of [() => approve({ ...choice, ...BY }), () => approvedPlan(choice)])
      expect(await refusal(act)).toMatchObject([expect.any(String), 4, "planfile/altered"]);
  });

  it("is known as sealed with its key; another key can't tell", async () => {
    const { host, options, choice, endpoint, journal, file } = await stage();
    const asked = await askedPlan(choice);
    const other = { ...endpoint, apiSecret: "another" };
    expect([endpoint, other, undefined].map((opener) => isAuthentic(asked, opener))).toEqual([true, null, null]);
    refuseEnded(asked, other);
    // Somebody who can write to the ledger, and hasn't got the secret, makes a plan of their own.
    const forged = readFileSync(file(), "utf8").replaceAll('"USDT-BTC"', '"USDT-ETH"');
    const { digest } = await keptPlansAt({ folder: journal }).keep(forged, Date.now() + 60_000);
    const fake = await askedPlan({ journal, digest });
    expect([isAuthentic(fake, endpoint), isAuthentic(fake, undefined)]).toEqual([false, null]);
    expect(await refusal(() => approve({ journal, digest, ...BY }, endpoint))).toMatchObject([
      expect.any(String),
      4,
      "planfile/altered",
    ]);
    await approve({ journal, digest, ...BY });
    expect(await refusal(() => openApproved(host, { ...options, digest }))).toMatchObject([
      expect.any(String),
      4,
      "planfile/altered",
    ]);
  });
});

describe("asking", () => {
  it("is for one who has something to do, and no errors", async () => {
    const { made, endpoint, journal } = await stage();
    const where = { journal, minutes: 30 };
    expect(await askFor({ ...made, steps: [] }, endpoint, where)).toBeUndefined();
    const wrong = { severity: "error", code: "plan/wrong-exchange", summary: "no" } as const;
    expect((await refusal(() => askFor({ ...made, diagnostics: [wrong] }, endpoint, where)))[0]).toContain(
      "has errors",
    );
    expect((await waiting({ journal })).plans).toHaveLength(1);
  });

  it("names each plan apart, though they do the same", async () => {
    const { made, endpoint, journal, digest } = await stage();
    const second = await askFor(made, endpoint, { journal, minutes: 30 });
    expect(second?.digest).not.toBe(digest);
    await approve({ journal, digest, ...BY });
    expect(await unapproved(journal, "demo", digest)).toBeUndefined();
    expect(await unapproved(journal, "demo", second?.digest ?? "")).toMatchObject({ code: "planfile/not-approved" });
    // A yes is of an account's own plan.
    expect(await unapproved(journal, "copy", digest)).toMatchObject({ code: "planfile/not-approved" });
    expect(await unapproved(undefined, "demo", digest)).toMatchObject({ code: "planfile/not-approved" });
  });
});

it("a prefix that two digests have names neither", async () => {
  const { journal } = await stage();
  for (const last of ["a", "b"]) await (await folderDisk(journal).create(`1-${"0".repeat(63)}${last}.plan`)).close();
  expect((await refusal(() => askedPlan({ journal, digest: "00000000" })))[0]).toContain("several plans");
  expect((await refusal(() => askedPlan({ journal, digest: "0000000" })))[0]).toContain("is not the digest of a plan");
});

it("a name and a reason are one line each", async () => {
  const { choice } = await stage();
  for (const wrong of [{ by: "a\nb" }, { by: "" }, { ...BY, reason: "x".repeat(300) }])
    expect((await refusal(() => approve({ ...choice, ...wrong })))[0]).toContain("can't be used");
});

it("plans that ended more than 30 days ago are removed when another one is kept; the run that carried one out is shown all the same", async () => {
  const { journal, choice, applied, made, endpoint } = await stage();
  await approve({ ...choice, ...BY });
  await (await applied())();
  const files = () => readdirSync(journal).filter((name) => name.endsWith(".plan"));
  const [used = ""] = files();
  const day = 86_400_000;
  const as = (name: string, agoMs: number) => name.replace(/^\d+/, String(Date.now() - agoMs));
  renameSync(join(journal, used), join(journal, as(used, 30 * day + 60_000)));
  const younger = as(used, 30 * day - 60_000).replace(/-./, "-0");
  writeFileSync(join(journal, younger), "x");
  const before = await history(journal);
  const kept = await askFor(made, endpoint, { journal, minutes: 30 });
  expect(files().toSorted()).toEqual([younger, kept?.file].toSorted());
  expect(await history(journal)).toEqual(before);
  expect((await history(journal)).runs).toHaveLength(1);
});
