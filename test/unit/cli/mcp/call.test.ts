// The tools of botform mcp: each is one command line of fixed words, and what is given to it can't make it another one.
import { describe, expect, it } from "vitest";
import { call, type RunLine } from "../../../../src/cli/mcp/call.js";
import { tools } from "../../../../src/cli/mcp/tools.js";
import { plainContext } from "../../../../src/cli/terminal/context.js";

const PLACE = { config: "fleet", var: ["a=1"], varFile: ["v.yaml"], journal: "j" };
const DIGEST = "a".repeat(64);
const context = plainContext({ out: () => {}, err: () => {}, env: { BOTFORM_MAIN_API_SECRET: "canary-1234" } });

/** What a call runs, and what it gives back. */
async function called(name: string, given: unknown, run?: RunLine, place: typeof PLACE | { journal: string } = PLACE) {
  const tool = tools().find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const lines: string[] = [];
  const result = await call(
    context,
    async (argv, screen) => {
      lines.push(argv.join(" "));
      return (await run?.(argv, screen)) ?? 0;
    },
    place,
    tool,
    given,
  );
  return { lines, result };
}

describe("a tool", () => {
  it.each([
    ["validate", {}, "validate --config=fleet --var a=1 --var-file v.yaml"],
    ["validate", undefined, "validate --config=fleet --var a=1 --var-file v.yaml"],
    ["explain", { code: "plan/x" }, "explain plan/x"],
    ["explain", { code: "in doubt --all -c x" }, "explain in doubt x"],
    ["show", { account: "main" }, "bots list --account=main --config=fleet --var a=1 --var-file v.yaml --journal=j"],
    [
      "plan",
      { account: "main", target: ["a", "main/b*"] },
      "plan --account=main --target=a --target=main/b* --format=json --config=fleet --var a=1 --var-file v.yaml --journal=j",
    ],
    ["drift", {}, "drift --config=fleet --var a=1 --var-file v.yaml --journal=j"],
    [
      "ask",
      { minutes: 5 },
      "plan --ask --format=json --expires=5 --config=fleet --var a=1 --var-file v.yaml --journal=j",
    ],
    ["waiting", {}, "approve --format=text --config=fleet --var a=1 --var-file v.yaml --journal=j"],
    [
      "apply_approved",
      { digest: DIGEST },
      `apply --approved=${DIGEST} --config=fleet --var a=1 --var-file v.yaml --journal=j`,
    ],
  ])("%s %j runs: %s", async (name, given, line) => {
    expect((await called(name, given)).lines).toEqual([line]);
  });

  it("is no other command, and none has a word that says yes", () => {
    const given = { account: "main", target: ["a"], code: "x", minutes: 5, digest: DIGEST };
    const lines = tools().map(({ argv }) => argv(given));
    expect(new Set(lines.map(([first]) => first))).toEqual(
      new Set(["validate", "explain", "bots", "plan", "drift", "approve", "apply"]),
    );
    for (const line of lines) {
      expect(line).not.toContain("--yes");
      if (line[0] === "approve") expect(line).toEqual(["approve", "--format=text"]);
      if (line[0] === "apply") expect(line).toEqual(["apply", `--approved=${DIGEST}`]);
      if (line[0] === "bots") expect(line[1]).toBe("list");
    }
  });

  it.each([
    ["plan", { account: "-x" }, "account"],
    ["plan", { account: "../x" }, "account"],
    ["plan", { target: [] }, "target"],
    ["plan", { target: ["a", "--out=x"] }, "target.1"],
    ["plan", { config: "x" }, "a key that is unknown"],
    ["plan", "text", "isn't of the form"],
    ["apply_approved", { digest: "A".repeat(64) }, "digest"],
    ["ask", { minutes: 1441 }, "minutes"],
  ])("%s refuses %j, runs nothing, and doesn't repeat it", async (name, given, word) => {
    const { lines, result } = await called(name, given);
    expect([lines, result.isError]).toEqual([[], true]);
    expect(result.content[0]?.text).toContain(word);
    expect(result.content[0]?.text).not.toContain("../x");
  });

  it("gives what was printed, what was said beside it, and how it ended, without secrets", async () => {
    const run: RunLine = async (_argv, { out, err }) => {
      out("bots: canary-1234\n");
      err("warning: canary-1234\n");
      return 5;
    };
    const { result } = await called("drift", {}, run, { journal: "j" });
    const texts = result.content.map(({ text }) => text);
    expect(texts.join()).not.toContain("canary");
    expect(texts).toEqual([expect.stringContaining("bots:"), expect.stringContaining("warning:"), "exit code 5"]);
    expect(result.isError).toBe(false);
    expect((await called("show", {}, async () => 1)).result.isError).toBe(true);
  });

  it("of a plan that isn't there gives the reason, and a document that is none as it is", async () => {
    const failed = {
      ...{ formatVersion: 2, command: "plan", ok: false, exitCode: 3, error: "no configuration" },
      diagnostics: [{ severity: "error", code: "config/x", summary: "wrong", remedy: "Right it." }],
    };
    const text = async (printed: string) => {
      const run: RunLine = async (_argv, { out }) => {
        out(printed);
        return 3;
      };
      return (await called("plan", {}, run)).result;
    };
    const result = await text(JSON.stringify(failed));
    expect(result).toMatchObject({ isError: true, structuredContent: failed });
    expect(result.content[0]?.text).toBe("error: wrong [config/x]\n  fix: Right it.\n\nbotform: no configuration");
    const account = { account: "main", ok: false, exitCode: 1, error: "no answer", diagnostics: [] };
    const summary = { "turn-off": 0, update: 0, "take-profit": 0, create: 0, "turn-on": 0, "start-deal": 0 };
    const totals = { accounts: 1, ...summary, "complete-deal": 0, "cancel-deal": 0, unchanged: 0, undeclared: 0 };
    const run = { ...failed, error: undefined, diagnostics: [], accounts: [account], summary: totals };
    expect((await text(JSON.stringify(run))).content[0]?.text).toBe("botform: main: no answer");
    expect((await text('{"else":1}')).content[0]?.text).toBe('{"else":1}');
  });
});
