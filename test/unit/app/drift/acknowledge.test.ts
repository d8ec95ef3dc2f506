// Acknowledging drift on several accounts: which bots a key means, that it is all or nothing, and what isn't settled.
import { describe, expect, it } from "vitest";
import { acknowledgeDrift, listAcknowledged, unacknowledgeDrift } from "../../../../src/app/drift/acknowledge.js";
import { drift } from "../../../../src/app/drift/drift.js";
import { folderDisk } from "../../../../src/disk/folder.js";
import { runId } from "../../../../src/reconcile/ledger/history.js";
import { beginSend } from "../../../../src/reconcile/ledger/sends.js";
import { botCalled, workplace } from "../../../commands/workplace.js";
import { listening, refusal } from "../room.js";

const at = workplace();

const account = (name: string) =>
  `  ${name}: { apiUrl: "\${env.BOTFORM_DEMO_API_URL}", apiKey: "\${env.BOTFORM_${name.toUpperCase()}_KEY}", apiSecret: "\${env.BOTFORM_${name.toUpperCase()}_SECRET}", accesses: { primary: Main } }`;
const YAML = `version: 1
accounts:
${account("main")}
${account("copy")}
defaults: { access: primary }
bots:
  a: { title: A, leverage: 9 }
  b: { title: B, leverage: 5 }
  guarded: { title: Guarded, leverage: 9, protect: true }
`;
const WHY = { reason: "by hand", until: "2999-12-24" };

/** Two accounts; A has drifted on both, or on the first alone. */
async function stage({ onCopy = 5, url = "" } = {}) {
  const accounts = ["main", "copy"].map((name, index) => {
    const bot = (title: string, leverage: number, id: number) => ({
      ...botCalled(title),
      id,
      leverage,
      accessId: 101 + index,
    });
    const own = 10 * (index + 1);
    const bots = [bot("A", index === 0 ? 5 : onCopy, own + 1), bot("B", 5, own + 2), bot("Guarded", 5, own + 3)];
    return {
      ...{ name, apiKey: `${name}-key`, apiSecret: `${name}-secret` },
      ...{ accesses: [{ accessId: 101 + index, title: "Main" }], bots },
    };
  });
  const env = await at.started({ seed: { accounts } });
  const keys = { MAIN_KEY: "main-key", MAIN_SECRET: "main-secret", COPY_KEY: "copy-key", COPY_SECRET: "copy-secret" };
  const all = Object.entries(keys).map(([name, value]) => [`BOTFORM_${name}`, value]);
  const { host } = listening({ ...env, ...Object.fromEntries(all), ...(url !== "" && { BOTFORM_DEMO_API_URL: url }) });
  const options = { config: at.written(YAML), journal: at.fresh("journal"), concurrency: 4 };
  const acknowledge = (settings: readonly string[], more: object = {}) =>
    acknowledgeDrift(host, { ...options, ...WHY, settings, ...more });
  const inLedger = async () =>
    (await listAcknowledged(host, options)).acknowledged.map(({ address, name, live }) => `${address}.${name} ${live}`);
  return { host, options, acknowledge, inLedger };
}

describe("a setting by its bot's key", () => {
  it("is that of each account on which it has drifted, or of those that are chosen", async () => {
    const { acknowledge, inLedger } = await stage();
    expect((await acknowledge(["a.leverage"], { account: ["copy"] })).acknowledged).toEqual([
      { address: "copy/a", botId: 21, name: "leverage", live: "5", declared: "9" },
    ]);
    expect(await inLedger()).toEqual(["copy/a.leverage 5"]);
    expect((await acknowledge(["a.leverage"])).acknowledged).toHaveLength(2);
    expect(await inLedger()).toEqual(["main/a.leverage 5", "copy/a.leverage 5"]);
  });

  it("is that of one account where it has drifted there alone", async () => {
    const { acknowledge, inLedger } = await stage({ onCopy: 9 });
    await acknowledge(["a.leverage", "main/a.leverage"], { allAccounts: true });
    expect(await inLedger()).toEqual(["main/a.leverage 5"]);
  });

  it("is withdrawn on each account, or by its address on one", async () => {
    const { host, options, acknowledge, inLedger } = await stage();
    await acknowledge(["main/a.leverage", "copy/a.leverage"]);
    expect(await unacknowledgeDrift(host, { ...options, settings: ["copy/a.leverage"] })).toEqual({
      unacknowledged: ["copy/a.leverage"],
    });
    expect(await inLedger()).toEqual(["main/a.leverage 5"]);
    expect(
      await refusal(() => unacknowledgeDrift(host, { ...options, settings: ["a.leverage", "b.leverage"] })),
    ).toEqual(["no drift of b.leverage is acknowledged\nWhat is: main/a.leverage.", 3]);
    expect(await inLedger()).toHaveLength(1);
    await unacknowledgeDrift(host, { ...options, settings: ["a.leverage"] });
    expect(await inLedger()).toEqual([]);
  });
});

describe("nothing is acknowledged", () => {
  it("where one of several hasn't drifted", async () => {
    const { acknowledge, inLedger } = await stage();
    expect(await refusal(() => acknowledge(["a.leverage", "copy/b.leverage"]))).toEqual([
      "copy/b.leverage hasn't drifted, so nothing was acknowledged\nWhat has: main/a.leverage, copy/a.leverage.",
      3,
    ]);
    expect(await inLedger()).toEqual([]);
  });

  it("where an account can't be read", async () => {
    const { acknowledge, inLedger } = await stage({ url: "http://127.0.0.1:1" });
    const [message, exitCode] = await refusal(() => acknowledge(["main/a.leverage"]));
    expect([message, exitCode]).toEqual([expect.stringMatching(/^main couldn't be read: .*ECONNREFUSED/), 1]);
    expect(await inLedger()).toEqual([]);
  });

  it("of a bot in doubt: what it has now isn't settled", async () => {
    const { options, acknowledge, inLedger } = await stage();
    const now = Date.now();
    const sent = { account: "main", botId: 11, pairs: ["USDT-BTC"], side: "long", action: "open", body: "{}" } as const;
    const disk = folderDisk(options.journal);
    await (await beginSend(disk, runId(now, "abcd1234"), now, { ...sent, origin: "https://hook" })).close();
    const [message, exitCode] = await refusal(() => acknowledge(["main/a.leverage"]));
    expect([message, exitCode]).toEqual([expect.stringMatching(/^main\/a is in doubt: /), 5]);
    await acknowledge(["copy/a.leverage"]);
    expect(await inLedger()).toEqual(["copy/a.leverage 5"]);
  });

  it("where there is no account whose ledger could be read", async () => {
    const { host, options } = await stage();
    const nowhere = { journal: options.journal, config: `${options.config}.none` };
    expect((await refusal(() => listAcknowledged(host, nowhere)))[0]).toMatch(/^name the account/);
    expect((await listAcknowledged(host, { ...nowhere, account: "main" })).acknowledged).toEqual([]);
  });
});

it("a protected bot's drift is acknowledged by setting, and isn't held back any more", async () => {
  const { host, options, acknowledge } = await stage();
  const look = async () => (await drift(host, { ...options, account: ["main"], target: ["guarded"] })).results[0];
  expect([(await look())?.exitCode, (await look())?.drift?.held[0]?.settings]).toMatchObject([
    2,
    [{ name: "leverage", live: "5", declared: "9" }],
  ]);
  await acknowledge(["main/guarded.leverage"]);
  expect([(await look())?.exitCode, (await look())?.drift?.held, (await look())?.drift?.acknowledged]).toMatchObject([
    0,
    [],
    [{ address: "main/guarded", botId: 13, live: "5", ...WHY }],
  ]);
});
