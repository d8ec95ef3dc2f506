// The emergency stop of every choice of bots: the whole result, what is said, what is held, and what the service was sent.
import { describe, expect, it } from "vitest";
import { type Stopping, type TurnOffOptions, turnOff } from "../../../src/app/emergency-stop.js";
import type { Host } from "../../../src/app/host.js";
import { readFolder } from "../../../src/app/ledger/history.js";
import { holdsOf } from "../../../src/app/ledger/ledger.js";
import { botsOff } from "../../../src/app/live/bots-off.js";
import { folderDisk } from "../../../src/disk/folder.js";
import { factFiles, factsName } from "../../../src/reconcile/ledger/facts-file.js";
import { stopsIn } from "../../../src/reconcile/ledger/stops.js";
import { botCalled, workplace } from "../../commands/workplace.js";
import { holding } from "../../support/holding.js";
import { inLines, listening, refusal } from "./room.js";

const at = workplace();
const YAML = `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
bots:
  dip: { title: Dip, enabled: true }
  idle: { title: Idle }
  later: { title: Later, previousTitles: [Earlier] }
  pinned: { title: Pinned, botId: 5 }
  missing: { title: Missing }
  guarded: { title: Guarded, protect: true }
  lost: { title: Lost, botId: 77 }
`;
/** The same without a protected bot. */
const FREE = YAML.replace(/.*guarded.*\n/, "");
/** The same on an access that the account doesn't have. */
const ELSEWHERE = FREE.replace("Main futures", "Gone");
const ACCESSES = [
  { accessId: 101, title: "Main futures" },
  { accessId: 102, title: "Other futures", exchange: "bybit" },
];
const BOTS = [
  { ...botCalled("Dip"), id: 1, enabled: true },
  { ...botCalled("Idle"), id: 2 },
  { ...botCalled("By hand"), id: 3, enabled: true, pairTitle: "USDT-ETH" },
  { ...botCalled("Earlier"), id: 4, enabled: true, pairTitle: "USDT-SOL" },
  { ...botCalled("Pinned otherwise"), id: 5 },
  { ...botCalled("Guarded"), id: 6, enabled: true, pairTitle: "USDT-ADA" },
];

type Choice = Pick<TurnOffOptions, "all" | "managed" | "bots" | "hold">;

async function staged(quirks = {}, env: Readonly<Record<string, string>> = {}) {
  const accounts = [
    {
      ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "100000" } },
      accesses: ACCESSES,
      bots: BOTS,
    },
  ];
  const started = await at.started({ seed: { accounts }, quirks: { commandDelay: 0, ...quirks } });
  const heard = listening({ ...started, ...env });
  const watched: string[] = [];
  // What is told of a watch ends it: nobody has to wait for it.
  const interrupt = new AbortController();
  const { say } = heard.host;
  const host: Host = {
    ...heard.host,
    say(notice) {
      say(notice);
      if ("text" in notice && /botform keeps (watching|looking) for/.test(notice.text)) interrupt.abort();
    },
  };
  const stopping: Stopping = (account, task) => {
    watched.push(account);
    return task(interrupt.signal, { onEvent: () => {}, onPause: () => {} });
  };
  const times = { concurrency: 4, timeout: 5, settle: 0 };
  const options = { account: "demo", journal: at.fresh("ledger"), ...times };
  const stop = (choice: Choice, more: Partial<TurnOffOptions> = {}) =>
    turnOff(host, { ...options, ...choice, ...more }, stopping);
  const endpoint = { apiUrl: started.BOTFORM_DEMO_API_URL ?? "", apiKey: "demo-key", apiSecret: "demo-secret" };
  return { ...heard, stop, options, watched, endpoint, config: at.written(YAML) };
}

/** What a stop comes to: its result, what was said and read first, whom others are told of, what is held, and what was sent and recorded. */
async function shown(choice: Choice, more: Partial<TurnOffOptions> = {}, quirks = {}): Promise<string> {
  const { stop, said, reads, concealed, watched, options, endpoint, config } = await staged(quirks);
  const { runIds, ...result } = await stop(choice, { config, ...more });
  const { runs } = await readFolder(options.journal);
  const holds = await holdsOf({ folder: options.journal }, "demo").read();
  expect(watched).toEqual(["demo"]);
  expect(concealed.slice(0, 2)).toEqual(more.config?.endsWith("none.yaml") ? [] : ["demo-key", "demo-secret"]);
  expect(runIds).toEqual(runs.map(({ begin }) => begin.id));
  const facts = await factFiles(folderDisk(options.journal)).in(factsName(["demo", endpoint.apiUrl]));
  const stops = stopsIn(facts).map(({ of = "all" }) => of);
  const sent = at.emulator.service.writes.map(({ operation, parameters }) => `${operation} ${parameters.botId}`);
  const all = inLines({ ...result, said, reads, stops, holds, sent, recorded: runs.map(({ begin }) => begin.command) });
  // On a busy machine a second may have passed by then.
  return all.replace("stopped 59 s early", "stopped 60 s early");
}

describe("turned off are", () => {
  it("all bots, whatever protects them", async () => {
    expect(await shown({ all: true })).toMatchInlineSnapshot(`
      "turnedOff:
        {"id":1,"title":"Dip","status":"DISABLED"}
        {"id":3,"title":"By hand","status":"DISABLED"}
        {"id":4,"title":"Earlier","status":"DISABLED"}
        {"id":6,"title":"Guarded","status":"DISABLED"}
      wereOff: [{"id":2,"title":"Idle","status":"DISABLED"},{"id":5,"title":"Pinned otherwise","status":"DISABLED"}]
      wasRead: true
      runningDeals: 4
      isInterrupted: false
      account: "demo"
      exitCode: 0
      turnsOnAgain: ["demo/dip"]
      said: ["note: the configuration has enabled: true for demo/dip: the next apply turns it on again. To keep them off, set enabled: false, or run botform hold add"]
      stops: ["all"]
      sent: ["turnOff 1","turnOff 3","turnOff 4","turnOff 6"]
      recorded: ["bots off"]"
    `);
  });

  it("all bots where there is no configuration: all are held, and nothing is said to come on again", async () => {
    expect(await shown({ all: true, hold: "too hot" }, { config: at.fresh("none.yaml") })).toMatchInlineSnapshot(`
      "turnedOff:
        {"id":1,"title":"Dip","status":"DISABLED"}
        {"id":3,"title":"By hand","status":"DISABLED"}
        {"id":4,"title":"Earlier","status":"DISABLED"}
        {"id":6,"title":"Guarded","status":"DISABLED"}
      wereOff: [{"id":2,"title":"Idle","status":"DISABLED"},{"id":5,"title":"Pinned otherwise","status":"DISABLED"}]
      wasRead: true
      runningDeals: 4
      isInterrupted: false
      account: "demo"
      exitCode: 0
      hold: {"bots":["demo/*"],"reason":"too hot","line":"- { bots: [\\"demo/*\\"], reason: \\"too hot\\" }","set":true}
      said:
        "note: the configuration has 1 error and isn't used; the credentials of demo are read from BOTFORM_DEMO_API_URL, BOTFORM_DEMO_API_KEY and BOTFORM_DEMO_API_SECRET"
        "note: held: demo/*, until botform hold remove; to keep it, commit it under holds: in the configuration: - { bots: [\\"demo/*\\"], reason: \\"too hot\\" }"
      stops: ["all"]
      holds: [{"bots":"demo/*","reason":"too hot"}]
      sent: ["turnOff 1","turnOff 3","turnOff 4","turnOff 6"]
      recorded: ["bots off"]"
    `);
  });

  it("those that the configuration declares, which are held", async () => {
    expect(await shown({ managed: true, hold: "too hot" })).toMatchInlineSnapshot(`
      "turnedOff: [{"id":1,"title":"Dip","status":"DISABLED"},{"id":4,"title":"Earlier","status":"DISABLED"},{"id":6,"title":"Guarded","status":"DISABLED"}]
      wereOff: [{"id":2,"title":"Idle","status":"DISABLED"},{"id":5,"title":"Pinned otherwise","status":"DISABLED"}]
      wasRead: true
      runningDeals: 3
      isInterrupted: false
      account: "demo"
      exitCode: 0
      hold: {"bots":["demo/dip","demo/guarded","demo/idle","demo/later","demo/lost","demo/missing","demo/pinned"],"reason":"too hot","line":"- { bots: [\\"demo/dip\\", \\"demo/guarded\\", \\"demo/idle\\", \\"demo/later\\", \\"demo/lost\\", \\"demo/missing\\", \\"demo/pinned\\"], reason: \\"too hot\\" }","set":true}
      said:
        "note: held: demo/dip, demo/guarded, demo/idle, demo/later, demo/lost, demo/missing, demo/pinned, until botform hold remove; to keep it, commit it under holds: in the configuration: - { bots: [\\"demo/dip\\", \\"demo/guarded\\", \\"demo/idle\\", \\"demo/later\\", \\"demo/lost\\", \\"demo/missing\\", \\"demo/pinned\\"], reason: \\"too hot\\" }"
      stops: ["all"]
      holds:
        {"bots":"demo/dip","reason":"too hot"}
        {"bots":"demo/guarded","reason":"too hot"}
        {"bots":"demo/idle","reason":"too hot"}
        {"bots":"demo/later","reason":"too hot"}
        {"bots":"demo/lost","reason":"too hot"}
        {"bots":"demo/missing","reason":"too hot"}
        {"bots":"demo/pinned","reason":"too hot"}
      sent: ["turnOff 1","turnOff 4","turnOff 6"]
      recorded: ["bots off"]"
    `);
  });

  it("a bot that is named by its key", async () => {
    expect(await shown({ bots: ["dip"] })).toMatchInlineSnapshot(`
      "turnedOff: [{"id":1,"title":"Dip","status":"DISABLED"}]
      wasRead: true
      runningDeals: 1
      isInterrupted: false
      account: "demo"
      exitCode: 0
      turnsOnAgain: ["demo/dip"]
      said: ["note: the configuration has enabled: true for demo/dip: the next apply turns it on again. To keep them off, set enabled: false, or run botform hold add"]
      stops: [{"ids":[],"addresses":["demo/dip"]}]
      sent: ["turnOff 1"]
      recorded: ["bots off"]"
    `);
  });

  it("those that are there of bots that are named by key and id, and all of them are held", async () => {
    expect(await shown({ bots: ["later", "#3", "missing", "#99"], hold: "why" })).toMatchInlineSnapshot(`
      "turnedOff: [{"id":3,"title":"By hand","status":"DISABLED"},{"id":4,"title":"Earlier","status":"DISABLED"}]
      unsettled: ["the service shows no bot demo/missing, #99"]
      wasRead: true
      runningDeals: 2
      isInterrupted: false
      account: "demo"
      exitCode: 5
      hold: {"bots":["demo/later","demo/missing","demo/#3","demo/#99"],"reason":"why","line":"- { bots: [\\"demo/later\\", \\"demo/missing\\", \\"demo/#3\\", \\"demo/#99\\"], reason: \\"why\\" }","set":true}
      said:
        "note: whether they are protected can't be checked: reading a bot's details: HTTP 404: Bot is not found."
        "note: held: demo/later, demo/missing, demo/#3, demo/#99, until botform hold remove; to keep it, commit it under holds: in the configuration: - { bots: [\\"demo/later\\", \\"demo/missing\\", \\"demo/#3\\", \\"demo/#99\\"], reason: \\"why\\" }"
      reads: ["demo"]
      stops: [{"ids":[3,99],"addresses":["demo/later","demo/missing"]}]
      holds: [{"bots":"demo/later","reason":"why"},{"bots":"demo/missing","reason":"why"},{"bots":"demo/#3","reason":"why"},{"bots":"demo/#99","reason":"why"}]
      sent: ["turnOff 3","turnOff 4"]
      recorded: ["bots off"]"
    `);
  });

  it("a bot that is named by its id, and that the configuration has by its title", async () => {
    expect(await shown({ bots: ["#1", "#1"] }, { config: at.written(FREE) })).toMatchInlineSnapshot(`
      "turnedOff: [{"id":1,"title":"Dip","status":"DISABLED"}]
      wasRead: true
      runningDeals: 1
      isInterrupted: false
      account: "demo"
      exitCode: 0
      turnsOnAgain: ["demo/dip"]
      said: ["note: the configuration has enabled: true for demo/dip: the next apply turns it on again. To keep them off, set enabled: false, or run botform hold add"]
      stops: [{"ids":[1],"addresses":[]}]
      sent: ["turnOff 1"]
      recorded: ["bots off"]"
    `);
  });

  it("a bot that is named by its id, on an access that the configuration doesn't name", async () => {
    expect(await shown({ bots: ["#3"] }, { config: at.written(ELSEWHERE) })).toMatchInlineSnapshot(`
      "turnedOff: [{"id":3,"title":"By hand","status":"DISABLED"}]
      wasRead: true
      runningDeals: 1
      isInterrupted: false
      account: "demo"
      exitCode: 0
      stops: [{"ids":[3],"addresses":[]}]
      sent: ["turnOff 3"]
      recorded: ["bots off"]"
    `);
  });

  it("a bot that is named by its id, without a configuration", async () => {
    expect(await shown({ bots: ["#3", "#99"] }, { config: at.fresh("none.yaml") })).toMatchInlineSnapshot(`
      "turnedOff: [{"id":3,"title":"By hand","status":"DISABLED"}]
      unsettled: ["the service shows no bot #99"]
      wasRead: true
      runningDeals: 1
      isInterrupted: false
      account: "demo"
      exitCode: 5
      said:
        "note: the configuration has 1 error and isn't used; the credentials of demo are read from BOTFORM_DEMO_API_URL, BOTFORM_DEMO_API_KEY and BOTFORM_DEMO_API_SECRET"
        "note: whether they are protected can't be checked: reading a bot's details: HTTP 404: Bot is not found."
      reads: ["demo"]
      stops: [{"ids":[3,99],"addresses":[]}]
      sent: ["turnOff 3"]
      recorded: ["bots off"]"
    `);
  });

  it("none that are off already", async () => {
    expect(await shown({ bots: ["idle", "demo/pinned", "2"] })).toMatchInlineSnapshot(`
      "wereOff: [{"id":2,"title":"Idle","status":"DISABLED"},{"id":5,"title":"Pinned otherwise","status":"DISABLED"}]
      wasRead: true
      runningDeals: 0
      isInterrupted: false
      account: "demo"
      exitCode: 0
      reads: ["demo"]
      stops: [{"ids":[2],"addresses":["demo/idle","demo/pinned"]}]"
    `);
  });

  it("none where only unknown ones are named, which is the caller's mistake", async () => {
    expect(await shown({ bots: ["missing", "#99"] })).toMatchInlineSnapshot(`
      "unsettled: ["the service shows no bot demo/missing, #99"]
      wasRead: true
      runningDeals: 0
      isInterrupted: false
      account: "demo"
      exitCode: 3
      said: ["note: whether they are protected can't be checked: reading a bot's details: HTTP 404: Bot is not found."]
      reads: ["demo"]
      stops: [{"ids":[99],"addresses":["demo/missing"]}]"
    `);
  });
});

it("a list that shows a bot twice keeps none on, and may lack others", async () => {
  const { endpoint } = await staged();
  const twice = (path: string, body: Buffer) => {
    if (!path.includes("/all")) return body;
    const { data, ...rest } = JSON.parse(body.toString());
    return Buffer.from(JSON.stringify({ ...rest, data: [...data, ...data.slice(0, 1)] }));
  };
  const road = await holding(endpoint.apiUrl, () => {}, twice);
  const report = await botsOff({ ...endpoint, apiUrl: road.url }, { account: "demo", settleMs: 0, timeoutMs: 5_000 });
  await road.close();
  expect([report.turnedOff.map(({ id }) => id), report.unsettled]).toEqual([
    [1, 3, 4, 6],
    ["SERVICE_FUTURES: the list showed a bot twice, so it may lack others"],
  ]);
  expect(at.emulator.service.bots().filter(({ enabled }) => enabled)).toEqual([]);
});

it("a program without a ledger turns bots off, too, and leaves no record", async () => {
  const { endpoint } = await staged();
  const { runIds, turnedOff } = await botsOff(endpoint, { account: "demo", settleMs: 0 });
  expect([runIds, turnedOff.map(({ id }) => id)]).toEqual([[], [1, 3, 4, 6]]);
});

describe("refused is", () => {
  const WHICH =
    "name the bots to turn off\nGive bots, --all for every bot of the account, or --managed for the bots in the configuration. Write an id in quotes, as '#123': the shell takes # for a comment.";
  const BOTH = "--all and --managed can't be combined with named bots\nGive one or the other.";
  const GUARDED = (remedy: string) => `demo/guarded is protected, so botform doesn't touch it\n${remedy}`;
  it.each<[string, Choice, string]>([
    ["no choice", {}, WHICH],
    ["no bot by name", { bots: [] }, WHICH],
    ["two choices", { all: true, managed: true }, WHICH],
    ["all beside a name", { all: true, bots: ["dip"] }, BOTH],
    ["managed beside a name", { managed: true, bots: ["dip"] }, BOTH],
    ["a protected key", { bots: ["dip", "guarded"] }, GUARDED("Remove protect, or use --all. No bot was turned off.")],
    [
      "a protected bot's id",
      { bots: ["#6"] },
      GUARDED("Remove protect to let botform act on it. No bot was turned off."),
    ],
  ])("%s, before anything is sent", async (_what, choice, message) => {
    const { stop, config } = await staged();
    expect(await refusal(() => stop(choice, { config }))).toEqual([message, 3]);
    at.nothingWritten();
  });
});

describe("what the service does", () => {
  it("too late leaves bots on, and is no success", async () => {
    expect(await shown({ bots: ["dip", "idle"] }, { timeout: 0.1 }, { commandDelay: 60_000 })).toMatchInlineSnapshot(`
      "wereOff: [{"id":2,"title":"Idle","status":"DISABLED"}]
      stragglers: ["#1 Dip: ENABLED, told to turn off once, and the time ran out before it was observed off"]
      wasRead: true
      runningDeals: 1
      isInterrupted: false
      account: "demo"
      exitCode: 5
      turnsOnAgain: ["demo/dip"]
      said: ["note: the configuration has enabled: true for demo/dip: the next apply turns it on again. To keep them off, set enabled: false, or run botform hold add"]
      stops: [{"ids":[],"addresses":["demo/dip","demo/idle"]}]
      sent: ["turnOff 1"]
      recorded: ["bots off"]"
    `);
  });

  it("is unknown where it doesn't answer: each account is told why and for how long, and nothing was done", async () => {
    const { stop, said, config } = await staged({}, { BOTFORM_DEMO_API_URL: "http://127.0.0.1:1" });
    const { runIds, ...result } = await stop({ managed: true }, { config, timeout: 0.2 });
    expect(runIds).toEqual([]);
    expect(inLines({ ...result, said })).toMatchInlineSnapshot(`
      "unsettled: ["the account's accesses are unknown: reading the accesses: no connection (ECONNREFUSED)"]
      wasRead: false
      isInterrupted: false
      account: "demo"
      exitCode: 1
      turnsOnAgain: ["demo/dip"]
      said:
        "warning: demo: the bots can't be read yet (reading the accesses: no connection (ECONNREFUSED)); botform tries again, for 1 s at most"
        "note: the configuration has enabled: true for demo/dip: the next apply turns it on again. To keep them off, set enabled: false, or run botform hold add""
    `);
  });

  it("is unknown of named ones where it doesn't answer, and none of them is said to be missing", async () => {
    const { stop, config } = await staged({}, { BOTFORM_DEMO_API_URL: "http://127.0.0.1:1" });
    const { exitCode, unsettled } = await stop({ bots: ["dip", "missing"] }, { config, timeout: 0 });
    expect([exitCode, unsettled]).toEqual([
      1,
      ["the account's accesses are unknown: reading the accesses: no connection (ECONNREFUSED)"],
    ]);
  });

  it("is unknown of an unknown bot where the configuration's access is missing, too", async () => {
    expect(await shown({ bots: ["missing"] }, { config: at.written(ELSEWHERE) })).toMatchInlineSnapshot(`
      "unsettled: ["the account demo has no access \\"Gone\\"","the service shows no bot demo/missing"]
      wasRead: true
      runningDeals: 0
      isInterrupted: false
      account: "demo"
      exitCode: 5
      stops: [{"ids":[],"addresses":["demo/missing"]}]"
    `);
  });

  it("may do late is watched for as long as is asked for", async () => {
    expect(await shown({ bots: ["dip", "lost"] }, { settle: 60 })).toMatchInlineSnapshot(`
      "turnedOff: [{"id":1,"title":"Dip","status":"DISABLED"}]
      unsettled: ["all were confirmed off, but the watch was stopped 60 s early: a queued turn-on may still take effect","the service shows no bot demo/lost"]
      wasRead: true
      runningDeals: 1
      isInterrupted: true
      account: "demo"
      exitCode: 5
      turnsOnAgain: ["demo/dip"]
      said:
        "note: demo: 1 bot confirmed off; a queued turn-on may still take effect, so botform keeps watching for another 60 s (--settle)"
        "note: the configuration has enabled: true for demo/dip: the next apply turns it on again. To keep them off, set enabled: false, or run botform hold add"
      stops: [{"ids":[],"addresses":["demo/dip","demo/lost"]}]
      sent: ["turnOff 1"]
      recorded: ["bots off"]"
    `);
  });

  it("may show late is looked for as long as is asked for", async () => {
    expect(await shown({ bots: ["missing"] }, { settle: 60 })).toMatchInlineSnapshot(`
      "unsettled: ["no bot to turn off was found, but the search was stopped 60 s early: a list may lag","the service shows no bot demo/missing"]
      wasRead: true
      runningDeals: 0
      isInterrupted: true
      account: "demo"
      exitCode: 5
      said: ["note: demo: found no bot to turn off; the service's list may lag, so botform keeps looking for 60 s (--settle)"]
      stops: [{"ids":[],"addresses":["demo/missing"]}]"
    `);
  });

  it("with an interrupt is unknown of what is still on", async () => {
    const { host, options, config } = await staged();
    const interrupted: Stopping = (_account, task) =>
      task(AbortSignal.abort(), { onEvent: () => {}, onPause: () => {} });
    const { exitCode, isInterrupted } = await turnOff(host, { ...options, config, managed: true }, interrupted);
    expect([exitCode, isInterrupted]).toEqual([5, true]);
  });

  it("isn't the same as a ledger that can't be written: the bots are off, not held, and runs under way weren't told", async () => {
    const { stop, said, config } = await staged();
    const journal = at.written("no folder");
    const { exitCode, hold, turnedOff } = await stop({ bots: ["dip"], hold: "why" }, { config, journal });
    expect([exitCode, hold?.set, turnedOff.map(({ id }) => id)]).toEqual([5, false, [1]]);
    expect(said[0]).toBe("warning: the hold isn't set: the ledger can't be written (ENOTDIR); commit it instead");
    expect(said[1]).toMatch(
      /^warning: demo: runs under way with the same ledger can't be told to stop, and may turn bots on again: .*is not a folder$/,
    );
  });

  it("outranks a hold that isn't set", async () => {
    const { stop, config } = await staged({ commandDelay: 60_000 });
    const journal = at.written("no folder");
    const { exitCode, hold } = await stop({ bots: ["dip"], hold: "why" }, { config, journal, timeout: 0.1 });
    expect([exitCode, hold?.set]).toEqual([5, false]);
  });
});
