// A webhook is sent once: what is said before it, what stops it, and what its exit code is.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { type SendOptions, sendWebhook } from "../../../../src/app/webhook/send.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
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
  const intents: string[] = [];
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
  };
  const task = sendWebhook(host, whole, ports);
  return { task, said, concealed, intents, journal: whole.journal };
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

  it("is watched until its effect shows", async () => {
    const env = await started(false);
    const { observation, exitCode } = await (await sent({ env, timeout: 5 })).task;
    expect(observation).toEqual({ kind: "seen", says: expect.stringMatching(/^deal \d+ opened on USDT-BTC$/) });
    expect(exitCode).toBe(0);
  });

  it("says that one such deal runs already, for whoever opens another", async () => {
    const env = await started(true);
    const { task, said } = await sent({ env });
    await task;
    expect(said).toEqual([
      expect.stringMatching(
        /^warning: 1 such deal already running \(\d+\); what the service does with a second open is unknown$/,
      ),
    ]);
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
      { kind: "unseen", says: expect.any(String) },
      allowed.verdict.kind === "accepted" ? 5 : 1,
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
      { kind: "unseen", says: "there is nothing to look for" },
      1,
    ]);
  });

  it("isn't sent without a journal", async () => {
    const env = await started(false);
    const blocked = at.written("", "blocked");
    const [message, exitCode] = await refusal(async () => (await sent({ env, journal: blocked })).task);
    expect(message).toMatch(
      /^the journal can't be written, so nothing was sent: .+\. Free some space, or name a writable folder with --journal$/,
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
    const intent = { ...JSON.parse(line), at: Date.now() - secondsAgo * 1000 };
    writeFileSync(`${journal}/${name}`, `${JSON.stringify(intent)}\n`, { mode: 0o600 });
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
          `^the same ${action} was sent 1[01] s ago, and its outcome is unknown; nothing was sent\\. Check botform deals active first\\. A repeat is refused for 60 s; --allow-repeat sends it, and may ${may}$`,
        ),
      ),
      6,
    ]);
    expect(hooks()).toBe(before);
  });

  it("is sent again where that is allowed, or after a minute", async () => {
    const env = await started(false);
    const allowed = await sent({ env, journal: await doubtful(env, "open", 10), allowRepeat: true });
    expect((await allowed.task).exitCode).toBe(0);
    const later = await sent({ env, journal: await doubtful(env, "open", 61) });
    expect((await later.task).exitCode).toBe(0);
  });
});

it("names the bot by id where the id is given", async () => {
  const env = await started(false);
  const { sending } = await (await sent({ env, botId: BOT_ID })).task;
  expect(sending.watched.botId).toBe(BOT_ID);
});
