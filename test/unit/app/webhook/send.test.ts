// A webhook is sent once: what is said before it, what stops it, and what its exit code is.
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../../src/app/clock.js";
import { holdsOf } from "../../../../src/app/ledger/ledger.js";
import { lock } from "../../../../src/app/ledger/lock.js";
import { type SendOptions, sendWebhook } from "../../../../src/app/webhook/send.js";
import { folderDisk } from "../../../../src/disk/folder.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import { checkedLine } from "../../../../src/reconcile/ledger/checked-lines.js";
import { runId } from "../../../../src/reconcile/ledger/history.js";
import { folderLedger } from "../../../../src/reconcile/ledger/ledger.js";
import { dealStep, directPlan, shownBot } from "../../../../src/reconcile/plan/direct-plan.js";
import { live } from "../../reconcile/fleet.js";
import { BOT_ID, envOf, HOOK, seedWith, yamlWith } from "../../webhook/hook-fleet.js";
import { folder, listening, refusal } from "../room.js";

const at = folder();
let emulator: RunningEmulator | undefined;
afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
});

/** With a deal of the bot running, or none. */
async function started(running: boolean, quirks: Partial<Quirks> = {}): Promise<Record<string, string>> {
  const [account] = seedWith().accounts ?? [];
  const [first] = account?.bots ?? [];
  if (account === undefined || first === undefined) throw new Error("no bot");
  const seed: Seed = {
    accounts: [{ ...account, balance: { USDT: "1000000" }, bots: [{ ...first, enabled: running }] }],
  };
  emulator = await startEmulator({ seed, quirks: { commandDelay: 0, ...quirks } });
  return envOf(emulator.url);
}

interface Given extends Partial<SendOptions> {
  readonly env: Record<string, string>;
  readonly answer?: string;
  readonly isAborted?: boolean;
}

async function sent({ env, answer, isAborted = false, ...options }: Given) {
  const { host, said, concealed } = listening(env, answer === undefined ? {} : { answer });
  const [intents, watched]: [string[], string[]] = [[], []];
  const controller = new AbortController();
  if (isAborted) controller.abort();
  const whole: SendOptions = {
    config: at.written(yamlWith(true)),
    dialect: "flat",
    action: "open",
    bot: "hooked",
    journal: at.fresh("journal"),
    timeout: 0,
    ...(answer === undefined && { yes: true }),
    ...options,
  };
  const ports = {
    readText: async () => "",
    onIntent: ({ action, bytes }: { action: string; bytes: number }, url: string) => {
      intents.push(`${action}, ${bytes > 0 ? "some" : "no"} bytes, to ${url}`);
    },
    run: <T>(task: (signal: AbortSignal) => Promise<T>) => task(controller.signal),
    watching: (text: () => string) => ({
      changed: () => void (watched.at(-1) === text() || watched.push(text())),
      end: () => void watched.push("end"),
    }),
  };
  const task = sendWebhook(host, whole, ports);
  return { task, said, concealed, intents, watched, journal: whole.journal };
}

const hooks = () => emulator?.service.hookRequests;

describe("a webhook", () => {
  it("is posted once, and nobody is told more than its masked address", async () => {
    const env = await started(false);
    const { task, said, concealed, intents } = await sent({ env });
    const { url, verdict, observation, exitCode } = await task;
    expect(verdict.kind).toBe("accepted");
    expect([observation, exitCode, hooks()]).toEqual([
      { kind: "unwatched", says: "not watched, because of --timeout 0" },
      0,
      1,
    ]);
    expect(intents).toEqual([`open, some bytes, to ${url}`]);
    expect(url).not.toContain(HOOK.token);
    expect(said).toEqual([]);
    for (const secret of ["main-key", "main-secret", HOOK.token]) expect(concealed).toContain(secret);
  });

  it.each<[string, Record<string, unknown>, Partial<SendOptions>]>([
    ["a key that one account has", { only: ["main"] }, {}],
    ["an address", {}, { bot: "main/hooked" }],
    ["--account", {}, { account: "main" }],
  ])("asks for the keys of its account alone, which is known by %s", async (_how, bot, options) => {
    const keys = { apiKey: "${env.BOTFORM_COPY_API_KEY}", apiSecret: "${env.BOTFORM_COPY_API_SECRET}" };
    const copy = { ...keys, apiUrl: "${env.BOTFORM_MAIN_API_URL}", accesses: { primary: "Main futures" } };
    const config = at.written(
      yamlWith(true, bot).replace('"accounts":{', `"accounts":{"copy":${JSON.stringify(copy)},`),
    );
    const files = {
      BOTFORM_COPY_API_KEY_FILE: at.written("copy-key"),
      BOTFORM_COPY_API_SECRET_FILE: at.written("copy-secret"),
    };
    const { task, concealed } = await sent({ env: { ...(await started(false)), ...files }, config, ...options });
    expect((await task).verdict.kind).toBe("accepted");
    expect(concealed).toContain("main-key");
    for (const secret of ["copy-key", "copy-secret"]) expect(concealed).not.toContain(secret);
  });

  it("is watched until its effect shows", async () => {
    const env = await started(false);
    const { observation, exitCode } = await (await sent({ env, timeout: 5 })).task;
    expect(observation).toEqual({
      kind: "seen",
      says: expect.stringMatching(
        /^deal \d+ opened on USDT-BTC, and is protected: a take-profit order stands for all of /,
      ),
      protection: "protected",
      naked: [],
    });
    expect(exitCode).toBe(0);
  });

  it("whose position stays naked is told so, with the commands that mend it", async () => {
    const env = await started(false, { hookProtection: "never" });
    const { task, watched } = await sent({ env, timeout: 3 });
    const { observation, exitCode, next } = await task;
    expect(observation).toMatchObject({ kind: "seen", protection: "naked", naked: [{ id: 50_001, botId: BOT_ID }] });
    expect([exitCode, next]).toEqual([
      7,
      [
        "Deal 50001 is naked. Place its orders again: botform webhook send update main/hooked. If it stays naked, close its position: botform deals complete 50001 --account main.",
      ],
    ]);
    expect(watched).toEqual([
      expect.stringMatching(/^main: deal 50001 opened on USDT-BTC, and is naked: .+; watching for at most 3 s$/),
      "end",
    ]);
    const mended = await (await sent({ env, timeout: 2, action: "update" })).task;
    expect(mended).toMatchObject({ exitCode: 5, observation: { kind: "unseen", naked: [{ id: 50_001 }] } });
    expect(hooks()).toBe(2);
  });

  it("that mends a naked deal is done once the take profit stands", async () => {
    const env = await started(false, { hookProtection: "missing-until-update" });
    expect((await (await sent({ env, timeout: 2 })).task).exitCode).toBe(7);
    expect((await (await sent({ env, timeout: 5, action: "update" })).task).exitCode).toBe(0);
  });

  it("that opens late is expected late", async () => {
    const env = await started(false, { hookOpenDelay: 60_000 });
    const { task, said, watched } = await sent({ env, timeout: 3 });
    const { observation, exitCode, next } = await task;
    expect([observation.says, exitCode]).toEqual(["no effect showed in the deals within 3 s", 5]);
    expect(next).toEqual([
      expect.stringMatching(/^The open may still act\. Look again: botform deals active --account main\. /),
    ]);
    expect(said).toEqual([]);
    expect(watched).toEqual(["main: no effect of the open yet; watching for at most 3 s", "end"]);
  });

  it("to close is done when the deal is gone, and unknown while it runs", async () => {
    const env = await started(true);
    const { observation, exitCode } = await (await sent({ env, timeout: 5, action: "close" })).task;
    expect([observation.says, exitCode]).toEqual(["deal 50001 on USDT-BTC ended", 0]);
    await emulator?.close();
    const other = await started(true, { hookClose: "ignored" });
    const ignored = await (await sent({ env: other, timeout: 2, action: "close" })).task;
    expect([ignored.verdict.kind, ignored.exitCode, ignored.next]).toEqual([
      "accepted",
      5,
      ["End it by the API instead: botform deals complete 50001 --account main."],
    ]);
  });

  it("that is refused isn't believed where the deals were watched for less than a command may take", async () => {
    const env = { ...(await started(false)), BOTFORM_MAIN_HOOK_TOKEN: "another" };
    const { task, said } = await sent({ env, timeout: 2 });
    const { verdict, observation, exitCode, next } = await task;
    expect([verdict.kind, observation.says, exitCode, next]).toEqual([
      "refused",
      "no effect showed in the deals within 2 s",
      5,
      [
        "The open may still act. Look again: botform deals active --account main. Close a deal that you don't want: botform webhook send close main/hooked. Botform never repeats it by itself.",
      ],
    ]);
    expect(said[0]).toMatch(/^note: main: refused \(HTTP 200: .+\); watching whether it takes effect all the same/);
    const blind = await sent({ env });
    expect([(await blind.task).exitCode, blind.said]).toEqual([5, []]);
  });

  it("that is refused and acts all the same isn't believed, nor repeated at once", async () => {
    const env = await started(false, { gateway: "refuses" });
    const journal = at.fresh("journal");
    const { verdict, observation, exitCode } = await (await sent({ env, timeout: 5, journal })).task;
    expect([verdict.kind, observation.kind, exitCode]).toEqual(["refused", "seen", 5]);
    expect((await refusal(async () => (await sent({ env, journal })).task))[1]).toBe(6);
    expect(hooks()).toBe(1);
  });

  it("waits for whoever writes to its access, and a close waits for nobody", async () => {
    const env = await started(true);
    const lockDir = at.fresh("locks");
    const api = env.BOTFORM_MAIN_API_URL ?? "";
    const held = await lock(
      listening({}).host,
      { lockDir },
      { account: "x", endpoint: { apiUrl: api, apiKey: "k" }, accessIds: [101] },
    );
    if ("heldBy" in held) throw new Error("it is free");
    const blocked = async () => (await sent({ env, lockDir, lockTimeout: 0, action: "update" })).task;
    const [message, exitCode] = await refusal(blocked);
    expect(message).toMatch(/^the run on x at .+ writes to the same access; nothing was sent$/);
    expect([exitCode, hooks()]).toEqual([1, 0]);
    expect((await (await sent({ env, lockDir, lockTimeout: 0, action: "close" })).task).exitCode).toBe(0);
    await held.release();
    expect((await (await sent({ env, lockDir, lockTimeout: 0, action: "open" })).task).exitCode).toBe(0);
    // It has let go of it.
    const again = await lock(
      listening({}).host,
      { lockDir, lockTimeout: 0 },
      { account: "x", endpoint: { apiUrl: api, apiKey: "k" }, accessIds: [101] },
    );
    expect("heldBy" in again).toBe(false);
  });

  it("says which such deals run already, for whoever opens another", async () => {
    const env = await started(true, { hookOpenTwice: "second" });
    const warned: string[] = [];
    for (const _ of [1, 2]) {
      const { task, said } = await sent({ env });
      await task;
      warned.push(...said);
    }
    const unknown = "what the service does with a second open is unknown";
    expect(warned.map((line) => line.replaceAll(/5\d{4}/g, "ID"))).toEqual([
      // At the price of the deal that runs, 20 USDT are less than a lot.
      "findings: policy/order-quantity",
      `warning: 1 such deal already running (ID); ${unknown}`,
      "findings: policy/order-quantity",
      `warning: 2 such deals already running (ID, ID); ${unknown}`,
    ]);
  });

  /** The ledger of the account, and a journal for it. */
  function ledgerIn(journal: string) {
    const place = { account: "main", origin: emulator?.url ?? "" };
    return { place, ledger: folderLedger(folderDisk(journal), systemClock, place) };
  }

  it.each([
    { sends: "start-deal", what: "a start of a deal" },
    { sends: "turn-on", what: "a turn-on" },
  ] as const)(
    "to open a deal isn't sent while $what of its bot may still take effect, unless that is allowed",
    async ({ sends, what }) => {
      const env = await started(false);
      const journal = at.fresh("journal");
      const { place, ledger } = ledgerIn(journal);
      const bot = shownBot({
        address: "main/hooked",
        live: live(BOT_ID, "Hooked"),
        access: { id: 1, title: "Main" },
        deals: [],
      });
      const where = { account: "main", exchange: "SERVICE_FUTURES", command: "deals", observedBots: 1 };
      const step =
        sends === "start-deal"
          ? dealStep("main/hooked", sends, undefined)
          : { address: "main/hooked", action: sends, reason: "asked for", changes: [], warnings: [] };
      const now = Date.now();
      const heading = { ...place, id: runId(now, "abcd1234"), command: "deals start", tool: "0.0.0" } as const;
      const run = await ledger.begin(heading, directPlan(where, [bot], [step]));
      await run.intent(step, sends, BOT_ID, Math.floor(now / 1000));
      const [message, exitCode] = await refusal(async () => (await sent({ env, journal })).task);
      expect(message?.replace(/\d+ s ago/, "S s ago").replace(/\d\d:\d\d:\d\d/, "T")).toBe(
        `${what} of bot ${BOT_ID} was sent S s ago, and its outcome is unknown; nothing was sent. Run botform resolve first, or wait until T UTC. --allow-repeat sends the open, and may open a second deal`,
      );
      expect([exitCode, hooks()]).toEqual([6, 0]);
      const average = await sent({ env, journal, action: "average", allowNoDeal: true });
      expect([(await average.task).verdict.kind, hooks()]).toEqual(["accepted", 1]);
      const anyway = await sent({ env, journal, allowRepeat: true });
      expect([(await anyway.task).verdict.kind, hooks()]).toEqual(["accepted", 2]);
      // Closes its file.
      await run.end({ outcomes: [], notes: [], unsettled: [], violations: [] });
    },
  );

  it.each([
    { action: "open", of: undefined },
    { action: "average", of: { addresses: ["main/hooked"], ids: [] } },
    { action: "update", of: { addresses: [], ids: [BOT_ID] } },
  ])("to $action isn't sent any more once bots off was run while it waited", async ({ action, of }) => {
    const env = await started(false);
    const [lockDir, journal] = [at.fresh("locks"), at.fresh("journal")];
    const endpoint = { apiUrl: env.BOTFORM_MAIN_API_URL ?? "", apiKey: "k" };
    const held = await lock(listening({}).host, { lockDir }, { account: "x", endpoint, accessIds: [101] });
    if ("heldBy" in held) throw new Error("it is free");
    const waiting = await sent({ env, lockDir, lockTimeout: 30, journal, action, allowNoDeal: true });
    const refused = refusal(() => waiting.task);
    await expect.poll(() => waiting.said.at(-1), { timeout: 10_000 }).toMatch(/^note: main: waiting for /);
    await ledgerIn(journal).ledger.stop(of);
    await held.release();
    expect(await refused).toEqual([
      "nothing was sent: botform bots off was run for the bot meanwhile, or it was held\nSend it again when the bot may run.",
      1,
    ]);
    expect(hooks()).toBe(0);
    // What was stopped before it began stops it no more, and nothing is in doubt.
    const again = await sent({ env, journal, action, allowNoDeal: true });
    expect([(await again.task).exitCode, hooks()]).toEqual([0, 1]);
  });

  it("to open isn't sent where the files have changed while it waited", async () => {
    const env = await started(false);
    const [lockDir, config] = [at.fresh("locks"), at.written(yamlWith(true))];
    const endpoint = { apiUrl: env.BOTFORM_MAIN_API_URL ?? "", apiKey: "k" };
    const held = await lock(listening({}).host, { lockDir }, { account: "x", endpoint, accessIds: [101] });
    if ("heldBy" in held) throw new Error("it is free");
    const waiting = await sent({ env, config, lockDir, lockTimeout: 30 });
    const refused = refusal(() => waiting.task);
    await expect.poll(() => waiting.said.at(-1), { timeout: 10_000 }).toMatch(/^note: main: waiting for /);
    appendFileSync(config, "# later\n");
    await held.release();
    expect(await refused).toEqual([
      "the configuration's files have changed since they were read, so run the command again; nothing was sent",
      4,
    ]);
    expect(hooks()).toBe(0);
  });

  it.each(["open", "average", "update"])("to %s isn't sent while its bot is held, and no deal runs", async (action) => {
    const env = await started(false, { hookUpdate: "deal" });
    const journal = at.fresh("journal");
    await holdsOf({ folder: journal }, "main").set([{ bots: "main/hooked", reason: "why" }]);
    const held =
      "main/hooked is held: why; to lift the hold, run botform hold remove 'main/hooked'. Turning bots off is still possible";
    const why = action === "update" ? "; no deal is seen that it could change, so the update may open one" : "";
    expect(await refusal(async () => (await sent({ env, journal, action, allowNoDeal: true })).task)).toEqual([
      `${held}${why}; nothing was sent`,
      6,
    ]);
    expect(hooks()).toBe(0);
  });

  it("to open isn't sent while a line of the ledger is lost: it may have been a hold", async () => {
    const env = await started(false);
    const journal = at.fresh("journal");
    await holdsOf({ folder: journal }, "main").set([{ bots: "main/hooked", reason: "why" }]);
    const [name = ""] = readdirSync(journal);
    const file = `${journal}/${name}`;
    writeFileSync(file, readFileSync(file, "utf8").replace("why", "who"));
    expect(await refusal(async () => (await sent({ env, journal })).task)).toEqual([
      expect.stringContaining(
        `part of the ledger is lost, so nothing was sent: line 2 of ${file} isn't as botform wrote it. Bring the file back from a backup.`,
      ),
      1,
    ]);
    expect(hooks()).toBe(0);
  });

  it.each(["update", "close"])("to %s a deal that runs passes a hold", async (action) => {
    const env = await started(true);
    const journal = at.fresh("journal");
    await holdsOf({ folder: journal }, "main").set([{ bots: "main/*", reason: "why" }]);
    expect((await (await sent({ env, journal, action })).task).verdict.kind).toBe("accepted");
  });

  it("to close a deal warns of no deal that runs", async () => {
    const env = await started(true);
    const { task, said } = await sent({ env, action: "close" });
    expect([(await task).verdict.kind, said]).toEqual(["accepted", []]);
  });

  it("is asked about first, and no isn't yes", async () => {
    const env = await started(false);
    const yes = await sent({ env, answer: "yes" });
    expect((await yes.task).exitCode).toBe(0);
    expect(yes.said).toEqual(['asked: \nSend this open once? Type "yes" to go ahead: ']);
    const no = await sent({ env, answer: "no", action: "average", allowNoDeal: true });
    const [message] = await refusal(() => no.task);
    expect(message).toMatch(/nothing was sent/);
    expect(message).not.toMatch(/nothing was written/);
    expect(hooks()).toBe(1);
  });

  it("that needs a deal isn't sent where none runs, unless that is allowed", async () => {
    const env = await started(false);
    expect(await refusal(async () => (await sent({ env, action: "close" })).task)).toEqual([
      "there is no running deal that the close could act on; nothing was sent. botform deals active shows the running deals. To send it anyway, add --allow-no-deal",
      4,
    ]);
    expect(hooks()).toBe(0);
    const allowed = await (await sent({ env, action: "close", allowNoDeal: true, timeout: 1 })).task;
    expect([allowed.observation, allowed.exitCode, hooks()]).toEqual([
      expect.objectContaining({ kind: "unseen", says: "no such deal was running before it was sent", looked: false }),
      5,
      1,
    ]);
  });

  it("isn't sent any more once it was interrupted, and the journal doubts nothing", async () => {
    const env = await started(false);
    const first = await sent({ env, isAborted: true });
    expect(await refusal(() => first.task)).toEqual(["interrupted; nothing was written", 130]);
    expect(hooks()).toBe(0);
    const again = await sent({ env, journal: first.journal });
    expect((await again.task).exitCode).toBe(0);
  });

  it("to nobody who listens is refused or of unknown outcome, and never looks sent", async () => {
    const env = { ...(await started(false)), BOTFORM_MAIN_HOOK_URL: "http://127.0.0.1:1" };
    const { verdict, observation, exitCode } = await (await sent({ env, timeout: 5 })).task;
    expect([verdict.kind, observation, exitCode]).toEqual([
      "not-sent",
      { kind: "unseen", says: "there is nothing to look for", looked: false, naked: [], left: [] },
      1,
    ]);
  });

  it("isn't sent without a journal", async () => {
    const env = await started(false);
    const blocked = at.written("", "blocked");
    const [message, exitCode] = await refusal(async () => (await sent({ env, journal: blocked })).task);
    expect(message).toMatch(
      /^the journal can't be written, so nothing was sent: .+\. Name a writable folder with --journal$/,
    );
    expect([exitCode, hooks()]).toEqual([1, 0]);
  });
});

describe("a webhook whose outcome is unknown", () => {
  /** A journal in which one of this kind ends with no answer, as many seconds ago. */
  async function doubtful(env: Record<string, string>, action: string, secondsAgo: number): Promise<string> {
    const first = await sent({ env, action, allowNoDeal: true });
    await first.task;
    const [name = ""] = readdirSync(first.journal).filter((one) => one.endsWith(".sends"));
    const [line = ""] = readFileSync(`${first.journal}/${name}`, "utf8").split("\n");
    const journal = at.fresh("journal");
    mkdirSync(journal, { recursive: true, mode: 0o700 });
    const intent = { ...JSON.parse(line).entry, at: Date.now() - secondsAgo * 1000 };
    writeFileSync(`${journal}/${name}`, checkedLine(intent), { mode: 0o600 });
    return journal;
  }

  it.each([
    { action: "open", may: "open a second deal" },
    { action: "average", may: "average twice" },
  ])("isn't sent again at once: $action may $may", async ({ action, may }) => {
    const env = await started(false);
    const journal = await doubtful(env, action, 10);
    const before = hooks();
    const again = async () => (await sent({ env, action, journal, allowNoDeal: true })).task;
    expect(await refusal(again)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^the same ${action} was sent 1[01] s ago, and its outcome is unknown; nothing was sent\\. Check botform deals active first\\. A repeat is refused until \\d\\d:\\d\\d:\\d\\d UTC; --allow-repeat sends it, and may ${may}$`,
        ),
      ),
      6,
    ]);
    expect(hooks()).toBe(before);
  });

  it("is sent again where that is allowed, an average after a minute, and an open once it can't act any more", async () => {
    const env = await started(false);
    const allowed = await sent({ env, journal: await doubtful(env, "open", 10), allowRepeat: true });
    expect((await allowed.task).exitCode).toBe(0);
    const average = await doubtful(env, "average", 61);
    const later = await sent({ env, action: "average", journal: average, allowNoDeal: true });
    expect((await later.task).exitCode).toBe(0);
    const early = await doubtful(env, "open", 180);
    expect((await refusal(async () => (await sent({ env, journal: early })).task))[1]).toBe(6);
    const late = await sent({ env, journal: await doubtful(env, "open", 186) });
    expect((await late.task).exitCode).toBe(0);
  });
});

it("names the bot by id where the id is given", async () => {
  const env = await started(false);
  const { sending } = await (await sent({ env, botId: BOT_ID })).task;
  expect(sending.watched.botId).toBe(BOT_ID);
});
