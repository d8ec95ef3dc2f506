// botform emulator: what it refuses before it starts, what it prints once it runs, and how it ends.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { type EmulatorCommandOptions, serve } from "../../../../src/cli/emulator/server.js";
import { contextOf } from "../../../../src/cli/terminal/context.js";
import { startEmulator } from "../../../../src/emulator/http/server.js";
import { folder, refusal } from "../../app/room.js";
import { testScreen } from "../terminal/terminal.js";

const at = folder();
const OPTIONS: EmulatorCommandOptions = { port: 0, latency: 0, time: "real", speed: 1 };
const SEED = {
  accounts: [
    {
      ...{ name: "main", apiKey: "the-key", apiSecret: "the-secret", hook: { accountId: 7001, token: "the-token" } },
      accesses: [
        { accessId: 5, title: "First" },
        { accessId: 6, title: "Second" },
      ],
    },
  ],
};

function file(text: string, name = "seed.json"): string {
  const path = at.fresh(name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** Runs until the welcome is printed, then ends it by that signal. */
async function served(
  options: Partial<EmulatorCommandOptions>,
  signal: "SIGINT" | "SIGTERM" = "SIGTERM",
  ask = async (_url: string) => {},
) {
  const screen = testScreen();
  const counts = () => (["SIGINT", "SIGTERM"] as const).map((one) => process.listenerCount(one));
  const [before, others] = [new Set(process.listeners(signal)), counts()];
  const end = serve(contextOf(screen), { ...OPTIONS, ...options });
  const own = () => process.listeners(signal).filter((one) => !before.has(one));
  while (own().length === 0) await new Promise((done) => setTimeout(done, 2));
  const text = screen.printed.out.join("");
  const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
  const state: unknown = await (await fetch(`${url}/emulator/state`)).json();
  await ask(url);
  for (const one of own()) one(signal);
  const exitCode = await end;
  expect(counts()).toEqual(others);
  return { exitCode, text: text.replaceAll(url, "URL"), err: screen.printed.err.join(""), state };
}
const refused = (options: Partial<EmulatorCommandOptions>) =>
  refusal(() => serve(contextOf(testScreen()), { ...OPTIONS, ...options }));

describe("an emulator", () => {
  it("says where it is, and what opens each account of its seed", async () => {
    const { exitCode, text, err, state } = await served({ seed: file(JSON.stringify(SEED)) });
    expect(text).toBe(
      [
        "botform emulator on URL (Ctrl-C stops it)",
        "account main: key the-key, secret the-secret, 0 bots",
        "  webhooks URL/crazy/hook/7001:the-token",
        "  access 5 First",
        "  access 6 Second",
        "",
      ].join("\n"),
    );
    expect([exitCode, err, state]).toMatchObject([0, "\nstopped after 0 requests\n", { time: { speed: 1 } }]);
  });

  it.each([
    [{ time: "stepped" }, "The market's clock stands still: move it with botform emulator step SECONDS.\n", 0],
    [{ speed: 60 }, "The market's clock runs 60 times as fast.\n", 60],
  ] as const)("with %j says how its market's time goes, and that Ctrl-C stopped it", async (options, last, speed) => {
    const { exitCode, text, state } = await served(options, "SIGINT");
    expect([exitCode, text.endsWith(last), state]).toMatchObject([130, true, { time: { speed } }]);
  });

  it("behaves as a service was seen to, unless a quirk says otherwise", async () => {
    const like = file("# https://api.example.net\nerrorStatus=200\nerrorData=array\n", "service.quirks");
    const seen: unknown[] = [];
    await served({ like, quirk: ["errorData=absent"] }, "SIGTERM", async (url) => {
      const answer = await fetch(`${url}/bot-futures/pair-list`);
      seen.push(answer.status, Object.keys(JSON.parse(await answer.text())));
    });
    expect(seen).toEqual([200, ["isSuccess", "errorMessage"]]);
  });
});

describe("refused is", () => {
  it("what can't be meant, with what can", async () => {
    expect(await refused({ time: "stepped", speed: 2 })).toEqual([
      "--speed has no effect with --time stepped: botform emulator step moves the clock",
      3,
    ]);
    expect(await refused({ quirk: ["listLagg=3", "listLag=x"] })).toEqual([
      expect.stringMatching(/listLagg.*\n.*listLag.*\nbotform emulator --quirks lists them all\.$/),
      3,
    ]);
  });

  it("a file of quirks that can't be read, or isn't one", async () => {
    const none = at.fresh("none.quirks");
    expect(await refused({ like: none })).toEqual([`the file of quirks ${none} can't be read`, 3]);
    const wrong = file("# https://api.example.net\n\nnumbers=pad\n", "service.quirks");
    expect(await refused({ like: wrong })).toEqual([
      `${wrong}: quirk numbers can't be "pad" (plain, padded); did you mean plain?\nbotform emulator --quirks lists them all.`,
      3,
    ]);
  });

  it("a seed that can't be read, isn't JSON, isn't valid, or whose prices aren't there", async () => {
    const [text, none, wrong] = [file("{"), at.fresh("none.json"), file("{}")];
    expect(await refused({ seed: text })).toEqual([`the seed file ${text} is not JSON`, 3]);
    expect(await refused({ seed: none })).toEqual([`the seed file ${none} can't be read`, 3]);
    expect(await refused({ seed: wrong })).toEqual([
      expect.stringMatching(
        /is not a valid seed:\n {2}.*accounts.*\nSee docs\/reference\/emulator\.md for its form\.$/,
      ),
      3,
    ]);
    const course = { ...SEED, prices: { "USDT-BTC": { candles: { file: "none.csv" } } } };
    expect(await refused({ seed: file(JSON.stringify(course)) })).toEqual([expect.stringContaining("none.csv"), 3]);
  });

  it("a port that is taken, and a state that can't be read", async () => {
    const running = await startEmulator({});
    const port = Number(new URL(running.url).port);
    expect(await refused({ port })).toEqual([
      `port ${port} is taken\nChoose another with --port, or --port 0 for any free one.`,
      3,
    ]);
    await running.close();
    expect((await refused({ state: file("no state", "state.json") }))[1]).toBe(3);
  });
});

it("quirks are listed with their default, their values and what they are about, and nothing is started", async () => {
  const screen = testScreen();
  expect(await serve(contextOf(screen), { ...OPTIONS, quirks: true, time: "stepped", speed: 2 })).toBe(0);
  const [head, blank, ...rows] = screen.printed.out.join("").trimEnd().split("\n");
  expect([head, blank]).toEqual([
    "Each quirk sets how the emulator behaves where the interface is undocumented. The value shown is the default.",
    "",
  ]);
  expect(rows.slice(0, 1)).toEqual([expect.stringMatching(/^\w+=\w+ {2}\(.*\)$/)]);
  expect(rows).toContain("commandDelay=300  (0 to 3600000 ms)");
  expect(rows.filter((_row, index) => index % 2 === 1).every((row) => /^ {4}\S.*\.$/.test(row))).toBe(true);
});
