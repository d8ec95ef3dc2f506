// Watching and following: block after block on a pipe, in place on a terminal, through failures, until somebody ends it.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { contextOf } from "../../../src/cli/terminal/context.js";
import { frame, type Screen, show } from "../../../src/cli/terminal/watch.js";
import { startEmulator } from "../../../src/emulator/http/server.js";
import { ServiceError } from "../../../src/model/ports.js";
import { paint } from "../../../src/render/text/paint.js";
import { demoEnv } from "../../support/command.js";
import { MAIN } from "../../support/dist.js";
import { SEED, stages } from "../reading-stage.js";

// Side by side, since they do little but wait for the next look.
const { start } = stages("afterAll");
const EVERY_SECOND = ["--interval", "1"];
const documents = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe.concurrent("--watch on a pipe", () => {
  it("prints block after block with the time, and ends quietly on Ctrl-C", async () => {
    const { run } = await start();
    let seen = "";
    const { exitCode, out, err } = await run(["deals", "active", "--watch", ...EVERY_SECOND], {
      onText(text, kill) {
        seen += text;
        if (seen.split("2 running deals").length > 2) kill("SIGINT");
      },
    });
    expect({ exitCode, err }).toEqual({ exitCode: 130, err: "" });
    expect(out).not.toContain("\u001b");
    const blocks = out.split("\n\n20");
    expect(blocks.length).toBeGreaterThan(1);
    for (const block of blocks) expect(block).toMatch(/^\S+ \d\d:\d\d:\d\d UTC\n +DEAL +BOT /);
  });

  it("prints one document a line as JSON, failures among them, and goes on when the service is back", async () => {
    const { run, emulator } = await start();
    const { port } = new URL(emulator.url);
    let again: Awaited<ReturnType<typeof startEmulator>> | undefined;
    let step = 0;
    const { exitCode, out, err } = await run(["account", "--watch", "--format", "json", ...EVERY_SECOND], {
      async onText(text, kill) {
        const last = documents(text).at(-1);
        if (step === 0) {
          step = 1;
          await emulator.close();
        } else if (step === 1 && last.ok === false) {
          step = 2;
          again = await startEmulator({ port: Number(port) });
        } else if (step === 2 && last.ok === true) kill("SIGTERM");
      },
    });
    await again?.close();
    expect({ exitCode, err }).toEqual({ exitCode: 130, err: "" });
    const all = documents(out);
    expect(all[0]).toMatchObject({ command: "account", ok: true, exitCode: 0, account: "demo" });
    expect(all.find(({ ok }) => !ok)).toMatchObject({ command: "account", exitCode: 1, error: expect.any(String) });
    expect(all.at(-1)).toMatchObject({ ok: true, information: { assets: expect.any(Array) } });
  });

  it("ends when nobody reads any more", async () => {
    const { folder, emulator } = await start();
    const command = `"${process.execPath}" "${MAIN}" account --watch --interval 1 | head -1`;
    const env = { PATH: process.env.PATH ?? "", ...demoEnv(emulator.url) };
    const { stdout } = await promisify(execFile)("sh", ["-c", command], { cwd: folder, env });
    expect(stdout).toMatch(/^\S+ \S+ UTC\n$/);
  });

  it("fails at once where the first look does", async () => {
    const { run, emulator } = await start();
    await emulator.close();
    expect(await run(["deals", "active", "--watch"])).toMatchObject({ exitCode: 1, out: "" });
  });
});

describe.concurrent("bots logs --follow", () => {
  it.each(["text", "json"])("prints what is there and then only what is new, once: %s", async (format) => {
    const { run, hand, emulator } = await start();
    const looks = () => emulator.service.requests.botLogs;
    let step = 0;
    let seen = "";
    const { exitCode, out, err } = await run(["bots", "logs", "3", "--follow", "--format", format, ...EVERY_SECOND], {
      async onText(text, kill) {
        seen += text;
        if (step === 0) {
          step = 1;
          await hand.turnOn(3);
        } else if (step === 1 && seen.includes("opened")) {
          step = 2;
          // The next look must find nothing, and the one after that shows that it is over.
          const looked = looks();
          await vi.waitFor(() => expect(looks()).toBeGreaterThan(looked + 1), { timeout: 600_000 });
          kill("SIGINT");
        }
      },
    });
    expect({ exitCode, err }).toEqual({ exitCode: 130, err: "" });
    const messages =
      format === "json"
        ? documents(out).flatMap(({ entries }) => entries.map(({ message }: { message: string }) => message))
        : out.split("\n").map((line) => line.slice(21));
    const said = (word: string) => messages.filter((message: string) => message.includes(word)).length;
    expect([said("created"), said("turned on"), said("opened")]).toEqual([1, 1, 1]);
  });
});

it.concurrent("following goes on through a failure, which is said", async () => {
  const { run, emulator } = await start();
  const { port } = new URL(emulator.url);
  let again: Awaited<ReturnType<typeof startEmulator>> | undefined;
  let step = 0;
  const { exitCode, out, err } = await run(["bots", "logs", "3", "--follow", ...EVERY_SECOND], {
    async onText(text, kill) {
      if (step === 0) {
        step = 1;
        await emulator.close();
      } else if (step === 1 && text.includes("Trying again.")) {
        step = 2;
        // The bot 3 of this one was made at another time: to whoever follows, that is news.
        again = await startEmulator({ port: Number(port), seed: SEED });
      } else if (step === 2 && text.includes("created")) kill("SIGINT");
    },
  });
  await again?.close();
  expect(exitCode).toBe(130);
  expect(err).toMatch(/^note: the account demo at \S+: reading a bot's log: .*Nothing was written\. Trying again\.\n/);
  expect(out.match(/created/g)).toHaveLength(2);
});

/** A context that keeps what is printed, and a screen on which time passes at once. */
function stage(looks: number, isTerminal: boolean) {
  const printed: string[] = [];
  const said: string[] = [];
  const plain = paint(false);
  const context = contextOf({
    out: (text) => printed.push(text),
    err: (text) => said.push(text),
    env: {},
    colour: plain,
    errColour: plain,
    live: true,
    ask: undefined,
  });
  let waits = 0;
  const screen: Screen = {
    isTerminal,
    rows: () => 6,
    now: () => Date.UTC(2026, 0, 15, 12, 0, waits * 5),
    wait: async (ms) => {
      expect(ms).toBe(5000);
      waits += 1;
    },
    isGone: () => waits >= looks - 1,
  };
  return { printed, said, context, screen };
}

const WATCH = { watch: true, interval: 5, format: "text" };

describe("--watch on a terminal", () => {
  it("draws over what stands there, says how to end it, and keeps the last block beside a failure", async () => {
    const { printed, said, context, screen } = stage(3, true);
    let look = 0;
    const exitCode = await show(
      context,
      "pairs",
      WATCH,
      async (c) => {
        await c.read("demo", async ({ onRequest }) => onRequest());
        look += 1;
        if (look === 2) throw new ServiceError("unreachable", "gone\u001b[2J");
        return { text: `block ${look}\n` };
      },
      screen,
    );
    expect(exitCode).toBe(0);
    expect(said).toEqual([]);
    expect(printed).toHaveLength(3);
    const [first = "", second = "", third = ""] = printed;
    expect(first.startsWith("\u001b[2J")).toBe(true);
    expect(first).toContain("2026-01-15 12:00:00 UTC, every 5 s; Ctrl-C to stop\u001b[K\nblock 1\u001b[K\n");
    expect(second).toContain("block 1\u001b[K\ngone\\u{1b}[2J. ");
    expect(second).toContain("Trying again.");
    expect(second.startsWith("\u001b[?7l\u001b[H")).toBe(true);
    expect(third).toContain("2026-01-15 12:00:10 UTC");
    expect(third).toContain("block 3");
    expect(third).not.toContain("Trying again.");
  });

  it("says failures on standard error where there is no terminal", async () => {
    const { printed, said, context, screen } = stage(2, false);
    let look = 0;
    await show(
      context,
      "pairs",
      WATCH,
      async () => {
        look += 1;
        if (look === 2) throw new ServiceError("timeout", "late");
        return { text: "block\n" };
      },
      screen,
    );
    expect(printed).toEqual(["2026-01-15 12:00:00 UTC\nblock\n"]);
    expect(said).toEqual([expect.stringMatching(/^botform: late\. .*Trying again\.\n$/)]);
  });

  it("doesn't hide a fault of its own", async () => {
    const { context, screen } = stage(3, false);
    let look = 0;
    const watching = show(
      context,
      "pairs",
      WATCH,
      async () => {
        look += 1;
        if (look === 2) throw new TypeError("ours");
        return { text: "block\n" };
      },
      screen,
    );
    await expect(watching).rejects.toThrow("ours");
  });

  it.each([
    { lines: ["a", "b"], below: [], rows: 5, shown: ["a", "b"], because: "all fits" },
    { lines: ["a", "b", "c", "d"], below: [], rows: 5, shown: ["a", "b", "c", "d"], because: "just fits" },
    {
      lines: ["a", "b", "c", "d", "e"],
      below: [],
      rows: 5,
      shown: ["a", "b", "c", "… 2 more lines"],
      because: "too tall",
    },
    {
      lines: ["a", "b", "c", "d"],
      below: ["!"],
      rows: 5,
      shown: ["a", "b", "… 2 more lines", "!"],
      because: "room for what is said",
    },
    { lines: ["a", "b"], below: [], rows: 1, shown: ["… 2 more lines"], because: "no room at all" },
  ])("fits into the rows: $because", ({ lines, below, rows, shown }) => {
    const text = frame(lines, below, rows, false).split("\u001b[H")[1]?.split("\u001b[J")[0];
    expect(text).toBe(shown.map((line) => `${line}\u001b[K\n`).join(""));
  });
});
