// A promotion at the page: what is left is looked at when somebody asks, shown under its digest, and that alone is promoted, by whoever may and once.
import axe from "axe-core";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { programHost } from "../../../src/app/host.js";
import { deedsOf } from "../../../src/app/ledger/ledger.js";
import { decideRollout, lastRollout, rolloutToDecide, startRollout } from "../../../src/app/rollout/decide.js";
import { reviewRollout } from "../../../src/app/rollout/review.js";
import { workplace } from "../../commands/workplace.js";
import { CHROMIUM, describeWith } from "../../support/needs.js";
import { formTokenIn, posted, stages, until } from "./stage.js";

const at = workplace();
const stage = stages(at);
const WAVES = "rollout: { waves: [{ name: first, bots: [a] }, { name: rest }] }";

type On = Awaited<ReturnType<ReturnType<typeof stages>>>;

/** Bot a differs, was reviewed so, and the roll-out is paused; then bot b differs, too. */
async function begun(wanted: Parameters<typeof stage>[0] = {}, headers?: Readonly<Record<string, string>>) {
  const on = await stage({ ...wanted, people: `${WAVES}\n${wanted?.people ?? ""}` });
  const place = { journal: on.journal, config: on.config, lockDir: at.fresh("locks"), concurrency: 4 };
  const host = programHost(on.env);
  await startRollout(host, place, await reviewRollout(host, place), "ana");
  const decide = async (does: "pause" | "resume" | "abort") =>
    decideRollout(place, { does, by: "bo", seen: await rolloutToDecide(place, does) });
  await decide("pause");
  at.emulator.service.editBot(2, { leverage: 3 });
  const own = headers ?? { cookie: await on.enter() };
  const page = async (path: string) => (await on.ask(path, { headers: own })).text;
  const token = formTokenIn(await page("/rollout"));
  const post = (path: string, fields: Readonly<Record<string, string>> = {}) =>
    on.ask(path, posted(on.port, { "form-token": token, ...fields }, own));
  const [address, base] = [() => on.page.address(), `http://127.0.0.1:${on.port}`];
  return { ...on, place, decide, page, post, token, address, base, record: () => lastRollout(place) };
}

/** Asks to be shown what is left; resolves to its digest. */
async function shown({ page, post }: Pick<Awaited<ReturnType<typeof begun>>, "page" | "post">): Promise<string> {
  expect((await post("/rollout/review")).headers.location).toBe("/rollout");
  const found = async () => /href="\/rollout\/review\/([0-9a-f]{64})"/.exec(await page("/rollout"))?.[1];
  await until(async () => (await found()) !== undefined);
  return (await found()) ?? "";
}

const leverages = () => at.emulator.service.bots().map(({ values }) => Number(values.leverage));
const deeds = async ({ journal }: Pick<On, "journal">) =>
  (await deedsOf({ folder: journal }).read()).deeds.map(({ did, by, about }) => [did, by, about]);

it("shows what would be done as the command does, and promotes that", async () => {
  const on = await begun();
  expect(await on.page("/rollout")).toContain("Look at what is left</button>");
  const digest = await shown(on);
  const text = await on.page(`/rollout/review/${digest}`);
  expect(text).toMatch(/Wave 1 of 2, first.*leverage +9 → 5.*Wave 2 of 2, rest.*leverage +3 → 5/s);
  expect(text).toContain("This overrules: by bo.");
  expect(text).toContain(`name="digest" value="${digest}"`);
  expect(on.writes()).toBe(0);
  const before = (await on.record())?.decisions.length ?? 0;
  const got = await on.post("/rollout/promote", { digest, reason: "seen" });
  expect([got.status, got.headers.location]).toEqual([303, "/rollout"]);
  const record = await on.record();
  expect(record?.state.status).toBe("running");
  expect(record?.decisions.at(-1)).toMatchObject({ does: "promote", by: "root", reason: "seen", wave: 0 });
  expect((await deeds(on))[0]).toEqual([
    ...["promote", "root"],
    `roll-out ${record?.begin.id}, as shown under ${digest.slice(0, 12)}: seen`,
  ]);
  // The same yes, sent again, is about something that has gone on.
  const again = await on.post("/rollout/promote", { digest });
  expect([again.status, again.text.includes("has gone on since this was shown")]).toEqual([409, true]);
  expect((await on.record())?.decisions).toHaveLength(before + 1);
  await on.look();
  expect(leverages()).toEqual([5, 5]);
  expect((await on.record())?.state.status).toBe("done");
});

it("carries out nothing that wasn't shown, whatever has changed between the look and the click", async () => {
  const on = await begun();
  const digest = await shown(on);
  at.emulator.service.editBot(1, { leverage: 7 });
  expect((await on.post("/rollout/promote", { digest })).status).toBe(303);
  await on.look();
  expect((await on.record())?.state.why).toContain("the plan isn't what was reviewed: demo/a: leverage 7 → 5");
  expect(leverages()).toEqual([7, 3]);
});

it("promotes nothing else, nothing old, and nothing about which somebody has decided since", async () => {
  const on = await begun();
  const digest = await shown(on);
  const before = (await on.record())?.decisions.length ?? 0;
  for (const other of ["0".repeat(64), digest.slice(0, 12), digest.toUpperCase(), ""]) {
    const { status, text } = await on.post("/rollout/promote", { digest: other });
    expect([other, status, text.includes("another look has taken its place")]).toEqual([other, 404, true]);
  }
  expect((await on.post("/rollout/promote")).status).toBe(404);
  expect((await on.record())?.decisions).toHaveLength(before);
  await on.decide("resume");
  const late = await on.post("/rollout/promote", { digest });
  expect([late.status, late.text.includes("Not recorded")]).toEqual([409, true]);
  await on.decide("pause");
  const next = await shown(on);
  expect(next).not.toBe(digest);
  expect((await on.post("/rollout/promote", { digest })).status).toBe(404);
  on.time.ahead += 30 * 60_000;
  expect((await on.post("/rollout/promote", { digest: next })).status).toBe(404);
  expect((await on.record())?.decisions).toHaveLength(before + 2);
  expect([on.writes(), (await deeds(on)).some(([did]) => did === "promote")]).toEqual([0, true]);
});

it("isn't for what ended, and says why nothing can be shown", async () => {
  const on = await begun();
  const digest = await shown(on);
  await on.decide("abort");
  const ended = await on.post("/rollout/promote", { digest });
  expect([ended.status, ended.text.includes("no roll-out is under way")]).toEqual([409, true]);
  expect(await on.page("/rollout")).not.toContain("Look at what is left");
});

it("can't be where a plan couldn't be made, and the page says so", async () => {
  const on = await begun();
  delete on.env.BOTFORM_DEMO_API_SECRET;
  const digest = await shown(on);
  const text = await on.page(`/rollout/review/${digest}`);
  expect([text.includes("so it can't be promoted"), text.includes("Promote exactly this")]).toEqual([true, false]);
  const got = await on.post("/rollout/promote", { digest });
  expect([got.status, (await on.record())?.state.status]).toEqual([409, "paused"]);
});

const PEOPLE = "people: { lena: look, ana: approve, otto: operate }";
const PROXY = { trustHeader: "X-Remote-User", trustFrom: ["127.0.0.1"], publicUrl: "https://bots.example.com" };

it("is for who approves alone, from our own page, with their own form", async () => {
  const by = (name: string) => ({ "x-remote-user": name, origin: "https://bots.example.com" });
  const on = await begun({ people: PEOPLE, page: PROXY }, by("ana"));
  const digest = await shown(on);
  const sent = (headers: Readonly<Record<string, string>>, token = on.token) =>
    on.ask("/rollout/promote", posted(on.port, { "form-token": token, digest }, headers));
  const refused: readonly (readonly [Readonly<Record<string, string>>, string?])[] = [
    [by("lena")],
    [by("mallory")],
    [by("otto")],
    [{ ...by("ana"), origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    [by("ana"), ""],
    [by("ana"), "a".repeat(43)],
  ];
  for (const [headers, token] of refused) expect((await sent(headers, token)).status).toBe(403);
  expect((await on.ask(`/rollout/review/${digest}`, { headers: by("lena") })).status).toBe(403);
  expect((await on.ask("/rollout", { headers: by("lena") })).text).not.toContain("Look at what is left");
  expect((await on.record())?.state.status).toBe("paused");
  expect((await sent(by("ana"))).status).toBe(303);
  expect((await on.record())?.decisions.at(-1)).toMatchObject({ does: "promote", by: "ana" });
});

describeWith("chromium", "a promotion in a browser", () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--headless", "--no-sandbox", "--disable-gpu"],
    });
  });
  afterAll(() => browser?.close());

  it.each([
    ["light", 1280],
    ["dark", 390],
  ] as const)("is found, shown without a reload, and given, in %s at %i px", async (colorScheme, width) => {
    const on = await begun();
    const context = await browser?.newContext({ colorScheme, viewport: { width, height: 800 } });
    const page = await context?.newPage();
    if (page === undefined) throw new Error("no browser");
    const isSound = async () => {
      await page.evaluate(axe.source);
      const ids = "axe.run().then(({ violations }) => violations.map(({ id }) => id))";
      expect(await page.evaluate(ids)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    };
    await page.goto(on.address());
    await page.goto(`${on.base}/rollout`);
    await isSound();
    await page.click("text=Look at what is left");
    await page.click("main a[href^='/rollout/review/']");
    expect(await page.textContent("pre.whole")).toContain("leverage");
    await isSound();
    await page.fill("#reason", "seen");
    await page.click("text=Promote exactly this");
    await page.waitForURL(`${on.base}/rollout`);
    expect(await page.textContent("main")).toContain("It is under way");
    expect((await on.record())?.decisions.at(-1)).toMatchObject({ does: "promote", by: "root", reason: "seen" });
    await context?.close();
  });
});
