// The context of a command: what is said beside the result, and how reads and runs are watched.
import { describe, expect, it } from "vitest";
import { contextOf, plainContext, undrawn } from "../../../../src/cli/terminal/context.js";
import type { Finding } from "../../../../src/model/policy/finding.js";
import { diagnosticsText } from "../../../../src/render/text/diagnostics-text.js";
import { findingsText } from "../../../../src/render/text/policy-text.js";
import { MARKED, testScreen } from "./terminal.js";

const DIAGNOSTICS = [{ severity: "error", code: "config/x", summary: "it is wrong" }] as const satisfies Parameters<
  typeof diagnosticsText
>[0];
const FINDINGS: readonly Finding[] = [];

describe("what is said beside the result", () => {
  it("stands on standard error, in its colour", () => {
    const screen = testScreen();
    const context = contextOf(screen);
    context.say({ kind: "note", text: "look\u001b" });
    context.say({ kind: "warning", text: "careful" });
    context.say({ kind: "diagnostics", diagnostics: DIAGNOSTICS });
    context.say({ kind: "findings", findings: FINDINGS });
    expect(screen.printed).toEqual({
      out: [],
      err: [
        "<change>note:</> look\\u{1b}\n",
        "<change>warning:</> careful\n",
        `${diagnosticsText(DIAGNOSTICS, MARKED)}\n`,
        `${findingsText(FINDINGS, MARKED)}\n`,
      ],
    });
  });
});

describe("a context", () => {
  it("has what its screen lacks, and one environment", () => {
    const screen = testScreen({ env: { A: "1" } });
    const context = contextOf(screen);
    context.outAsItIs("as it is");
    context.conceal(["x"])();
    expect([context.redacted("x"), context.envs, context.nobody, screen.printed.out]).toEqual([
      "x",
      [{ A: "1" }],
      "there is no terminal to ask you on",
      ["as it is"],
    ]);
  });

  it("keeps what its screen has", () => {
    const concealed: string[] = [];
    const context = contextOf(
      testScreen({
        outAsItIs: (text) => void concealed.push(`out ${text}`),
        conceal(secrets) {
          concealed.push(...secrets);
          return () => void concealed.push("ended");
        },
        redacted: () => "***",
      }),
    );
    context.outAsItIs("x");
    context.conceal(["y"])();
    expect([concealed, context.redacted("z")]).toEqual([["out x", "y", "ended"], "***"]);
  });

  it("reads with a counter on a terminal, which is erased even where reading fails", async () => {
    const screen = testScreen({ live: true });
    const context = contextOf(screen);
    const read = context.read("main", async ({ onRequest }) => {
      onRequest();
      throw new Error("no answer");
    });
    await expect(read).rejects.toThrow("no answer");
    expect(screen.printed.err).toEqual(["\r\u001b[2Kreading main: 1 request", "\r\u001b[2K"]);
    expect(await undrawn(context).read("main", async ({ onRequest, onPause }) => [onRequest(), onPause(1)])).toEqual([
      undefined,
      undefined,
    ]);
    expect([undrawn(context).live, screen.printed.err.length]).toEqual([false, 2]);
  });

  it("runs with a line of its own, under the account's name where it pauses", async () => {
    const screen = testScreen();
    const accounts = [{ account: "main", total: 1 }];
    const result = await contextOf(screen).run(accounts, async (signal, watch) => {
      watch("main").onPause(2_000);
      return signal.aborted;
    });
    expect([result, screen.printed.err.filter((text) => text !== "")]).toEqual([
      false,
      ["\n", "main: rate-limited by the service; waiting 2 s\n"],
    ]);
  });
});

it("the context of a program takes its secrets out", () => {
  const printed: string[] = [];
  const context = plainContext({
    out: (text) => void printed.push(text),
    err: () => {},
    env: { BOTFORM_A_API_KEY: "canary-k3y" },
  });
  context.out("canary-k3y");
  expect(printed).toEqual(["***"]);
});
