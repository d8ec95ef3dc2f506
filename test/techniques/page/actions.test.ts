// What people do at the page, on an emulator: answers, holds and stops take effect, and each is recorded before it does.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { waiting } from "../../../src/app/gate/approvals.js";
import { deedsOf } from "../../../src/app/ledger/ledger.js";
import { ROUTES } from "../../../src/fleet/routes.js";
import { factsName } from "../../../src/reconcile/ledger/facts-file.js";
import { workplace } from "../../commands/workplace.js";
import { formTokenIn, posted, stages, until } from "./stage.js";

const at = workplace();
const stage = stages(at);

async function inside(wanted: Parameters<typeof stage>[0] = {}) {
  const on = await stage(wanted);
  const cookie = await on.enter();
  const page = async (path: string) => (await on.ask(path, { headers: { cookie } })).text;
  const token = formTokenIn(await page("/stop"));
  const post = (path: string, fields: Readonly<Record<string, string>>) =>
    on.ask(path, posted(on.port, { "form-token": token, ...fields }, { cookie }));
  const deeds = async () =>
    (await deedsOf({ folder: on.journal }).read()).deeds.map(({ did, by, about }) => [did, by, about]);
  return { ...on, page, post, deeds };
}

it("a yes is the answer that the terminal would give, and the next look carries it out", async () => {
  const { digest, post, page, deeds, look, approved } = await inside();
  expect(await page(`/plans/${digest}`)).toContain("botform carries it out at once");
  expect((await post(`/plans/${digest}/approve`, { digest, reason: "fine" })).headers.location).toBe(
    `/plans/${digest}`,
  );
  expect(await page(`/plans/${digest}`)).toMatch(/Approved.*approved by <bdi>root<\/bdi>.*<bdi>fine<\/bdi>/s);
  expect(approved).toEqual(["demo"]);
  await look();
  expect(at.emulator.service.bots().map(({ values }) => values.leverage)).toEqual(["5", "5"]);
  expect(await page(`/plans/${digest}`)).toContain("Carried out");
  expect((await deeds())[0]).toEqual(["approve", "root", `plan ${digest.slice(0, 12)}: fine`]);
});

it("a no needs a reason, and is for good", async () => {
  const { digest, post, page, deeds, look, writes } = await inside();
  expect((await post(`/plans/${digest}/reject`, { digest, reason: " " })).status).toBe(409);
  expect((await post(`/plans/${digest}/reject`, { digest, reason: "not now" })).status).toBe(303);
  // As whoever is asked again has to type it: of the same configuration and ledger.
  expect(await page(`/plans/${digest}`)).toContain("<code>botform plan --ask --account demo -c elsewhere</code>");
  expect(await page(`/plans/${digest}`)).toContain("for good");
  const late = await post(`/plans/${digest}/approve`, { digest });
  expect([late.status, late.text.includes("has rejected the plan")]).toEqual([409, true]);
  await look();
  expect(writes()).toBe(0);
  // The newest first; what was tried and failed stands beside what was tried.
  expect((await deeds()).map(([did]) => did)).toEqual(["refused", "approve", "reject", "refused", "reject", "enter"]);
});

it("bots are held, shown as held, and let go", async () => {
  const { post, page, deeds } = await inside({ drift: false });
  expect((await post("/holds", { bots: "demo/a", reason: "maintenance" })).headers.location).toBe("/holds");
  expect(await page("/holds")).toMatch(/demo\/a.*maintenance.*ledger.*Lift/s);
  expect(await page("/accounts/demo")).toContain("maintenance");
  const wrong = await post("/holds", { bots: "no such bots", reason: "x" });
  expect([wrong.status, wrong.text.includes("doesn&#39;t name bots")]).toEqual([409, true]);
  expect((await post("/holds/lift", { bots: "demo/a" })).status).toBe(303);
  expect(await page("/holds")).not.toContain("maintenance");
  expect((await deeds()).map(([did]) => did)).toEqual(["lift", "refused", "hold", "hold", "enter"]);
});

it.each([
  ["demo", "demo"],
  ["ALL", "demo"],
])("a stop of %s turns every bot off, and says how it went", async (typed) => {
  const { post, page, deeds } = await inside({ drift: false });
  for (const id of [1, 2]) at.emulator.service.editBot(id, { enabled: true });
  expect((await post("/stop", { account: typed, hold: "" })).headers.location).toBe("/stop");
  await until(async () => (await page("/stop")).includes("every bot was seen off: 2 bots turned off"));
  expect(at.emulator.service.bots().map(({ enabled }) => enabled)).toEqual([false, false]);
  expect((await deeds())[0]).toEqual(["stop", "root", "demo"]);
});

it("a plan that turns bots on says that somebody has stopped them", async () => {
  const { post, page, look, config, journal } = await inside({ drift: false });
  writeFileSync(
    config,
    readFileSync(config, "utf8").replace("leverage: 5, enabled: false", "leverage: 5, enabled: true"),
  );
  await look();
  const [plan] = (await waiting({ journal })).plans;
  expect(await page(`/plans/${plan?.digest}`)).not.toContain("An emergency stop");
  await post("/stop", { account: "demo" });
  expect(await page(`/plans/${plan?.digest}`)).toMatch(
    /It turns on <bdi>demo\/a<\/bdi>.*An emergency stop<\/a> of <bdi>demo<\/bdi> was asked for by <bdi>root<\/bdi>/,
  );
});

it("the way from a stop to a hold has the bots filled in, and nothing held yet", async () => {
  const { page, writes } = await inside({ drift: false });
  const text = await page("/holds?bots=demo%2F*%22%3E");
  expect(text).toContain('id="bots" name="bots" value="demo/*&quot;&gt;"');
  expect([text.includes("None."), writes()]).toEqual([true, 0]);
});

// To ask for a look is never refused.
const FORMS = ROUTES.filter(({ method, path }) => method === "POST" && path !== "/rollout/review");

it("what a form is answered when it isn't done is replaced by nothing, on any page", async () => {
  const { post, digest } = await inside();
  for (const { path } of FORMS) {
    const { status, text } = await post(path.replace(":digest", digest), {});
    expect([path, status, text.includes('data-follows="replace"')]).toEqual([
      path,
      expect.toBeOneOf([404, 409]),
      false,
    ]);
  }
});

it.each(["", "all", "Demo", "demo2", "*"])("a stop of %j stops nothing, and says that", async (typed) => {
  const { post, writes } = await inside({ drift: false });
  for (const id of [1, 2]) at.emulator.service.editBot(id, { enabled: true });
  const { status, text } = await post("/stop", { account: typed });
  expect([status, text.includes("nothing was turned off"), writes()]).toEqual([409, true, 0]);
});

it("a stop that can't be recorded goes ahead all the same, and says so; a hold doesn't", async () => {
  const { post, page, journal } = await inside({ drift: false });
  for (const id of [1, 2]) at.emulator.service.editBot(id, { enabled: true });
  const file = join(journal, factsName(["", "people"]));
  expect(readdirSync(journal)).toContain(factsName(["", "people"]));
  renameSync(file, `${file}.away`);
  // A folder in its place: nobody, not even root, writes to that.
  mkdirSync(file);
  expect((await post("/holds", { bots: "demo/a", reason: "x" })).status).toBe(409);
  expect(await page("/holds")).not.toContain("demo/a");
  const { status, text } = await post("/stop", { account: "demo" });
  expect([status, text.includes("under way, but couldn&#39;t be recorded")]).toEqual([409, true]);
  await until(() => at.emulator.service.bots().every(({ enabled }) => !enabled));
  rmSync(file, { recursive: true });
});

it("a stop waits for no ledger: where none can be read, every other page says so, and bots go off", async () => {
  const { post, page, journal, ask } = await inside({ drift: false });
  for (const id of [1, 2]) at.emulator.service.editBot(id, { enabled: true });
  renameSync(journal, `${journal}.away`);
  writeFileSync(journal, "");
  await until(async () => (await page("/")).includes("ledger can&#39;t be read"));
  expect((await ask("/readyz")).status).toBe(503);
  expect(await page("/stop")).toContain('<option value="demo">');
  const { status, text } = await post("/stop", { account: "ALL" });
  expect([status, text.includes("under way, but couldn&#39;t be recorded")]).toEqual([409, true]);
  await until(() => at.emulator.service.bots().every(({ enabled }) => !enabled));
});
