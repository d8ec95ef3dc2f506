// What completion offers for each word, and that it never fails.
import { Command } from "@commander-js/extra-typings";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Shell } from "../../../../src/cli/command.js";
import { answerTo } from "../../../../src/cli/completion/answer.js";
import type { Candidate } from "../../../../src/cli/completion/values.js";
import { botform } from "../../../support/command.js";

const QUICK = "examples/quick-start";
const KEYS = ["btc-dip", "demo/btc-dip", "eth-dip", "demo/eth-dip", "sol-rally", "demo/sol-rally"];

/** The values offered for the last of the words, and what the first line of the answer says. */
async function offered(
  words: readonly string[],
): Promise<{ readonly directive: string; readonly values: readonly string[] }> {
  const { exitCode, out, err } = await botform(["__complete", ...words.map((word) => `=${word}`)]);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
  const [directive = "", ...lines] = out.trimEnd().split("\n");
  return { directive, values: lines.map((line) => line.split("\t")[0] ?? "") };
}

describe("__complete", () => {
  it.each([
    { words: ["pl"], values: ["plan"], because: "a command" },
    { words: ["history", ""], has: ["show"], because: "commands inside of one" },
    { words: ["plan", "--det"], values: ["--detailed-exitcode"], because: "an option" },
    {
      words: ["history", "show", "last", "--form"],
      values: [],
      because: "no options of the parent, which --help doesn't show",
    },
    { words: ["plan", "--format", "js"], values: ["json"], because: "a word of an option" },
    { words: ["plan", "--format=js"], values: ["--format=json"], because: "the same in one word" },
    { words: ["completion", ""], values: ["bash", "zsh", "fish"], because: "a word of an argument" },
    { words: ["plan", "-c", QUICK, "--target", ""], values: KEYS, because: "bots of the configuration that is named" },
    { words: ["plan", `--config=${QUICK}`, "--target", "demo/b"], values: ["demo/btc-dip"], because: "an address" },
    { words: ["plan", "-c", QUICK, "--target", "btc-dip", "eth"], values: ["eth-dip"], because: "a second value" },
    {
      words: ["plan", "-c", QUICK, "--target", "btc-dip", "--all"],
      values: ["--allow-replace", "--all-accounts"],
      because: "an option ends the values",
    },
    { words: ["bots", "show", "-c", QUICK, "sol"], values: ["sol-rally"], because: "an argument" },
    {
      words: ["bots", "off", "-c", QUICK, "btc-dip", "eth"],
      values: ["eth-dip"],
      because: "an argument that may stand several times",
    },
    { words: ["plan", "-c", QUICK, "--account", ""], values: ["demo"], because: "an account" },
    {
      words: ["plan", "-c", "examples/accounts", "--account", "main,c"],
      values: ["main,copy"],
      because: "a second account",
    },
    { words: ["bots", "list", "-c", QUICK, "--access", ""], values: ["primary"], because: "an access" },
    {
      words: ["pull", "-c", QUICK, "--accept", "btc-dip.lev"],
      values: ["btc-dip.leverage"],
      because: "a field of a bot",
    },
    { words: ["explain", "martingaleS"], values: ["martingaleScale"], because: "a field" },
    { words: ["explain", "policy/max-lev"], values: ["policy/max-leverage"], because: "a policy's code" },
    { words: ["explain", "config/unknown-k"], values: ["config/unknown-key"], because: "a diagnostic's code" },
    { words: ["schema", "botf"], has: ["botform"], because: "a schema" },
    { words: ["webhook", "body", "cl"], values: ["close"], because: "a webhook's action" },
    { words: ["help", "exit"], values: ["exit-codes"], because: "a topic" },
    { words: ["history", "show", ""], values: ["last"], because: "a run" },
    {
      words: ["plan", "-c", "nowhere.yaml", "--target", ""],
      values: [],
      because: "nothing is known, and nothing said",
    },
    { words: ["plan", "-c", QUICK, "--var", "=", "--target", ""], values: [], because: "variables that can't be used" },
    { words: ["__comp"], values: [], because: "it is hidden" },
    { words: ["account", "--", "--form"], values: [], because: "nothing is an option after --" },
    { words: [], has: ["plan"], because: "no words at all" },
  ])("$words: $because", async ({ words, values, has }) => {
    const found = await offered(words);
    expect(found.directive).toBe(":none");
    if (values !== undefined) expect([...found.values].sort()).toEqual([...values].sort());
    if (has !== undefined) expect(found.values).toEqual(expect.arrayContaining(has));
  });

  it.each([
    ["validate", ""],
    ["plan", "-c", "ex"],
    ["plan", "--config=ex"],
    ["apply", ""],
    ["diff", "a", ""],
  ])("leaves files to the shell: %s %s", async (...words) =>
    expect(await offered(words)).toEqual({ directive: ":files", values: [] }),
  );

  it("never fails and never prints to standard error, whatever is typed", async () => {
    const word = fc.oneof(
      fc.constantFrom(
        "plan",
        "bots",
        "-c",
        QUICK,
        "--target",
        "--format=",
        "--",
        "-",
        "--var",
        "help",
        "__complete",
        "\u001b[2J",
        "=",
        "",
      ),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 5 }), async (words) => void (await offered(words))),
      { numRuns: 60 },
    );
  });
});

describe("what is offered", () => {
  const shellOf = (...values: readonly Candidate[]): Shell => {
    const program = new Command("botform");
    program.command("plan").option("--target <bot>");
    const commands = [{ name: "plan", completes: { "--target": async () => values } }];
    return { program: () => program, commands, env: {} } as unknown as Shell;
  };
  const answer = (current: string, ...values: readonly Candidate[]) =>
    answerTo(shellOf(...values), ["=plan", "=--target", `=${current}`]);

  it("is never a name that holds what can't be seen, and never none", async () => {
    const names = ["a", "", "a\u001b[2J", "a\nb", "a\u200bb", "b"].map((value) => ({ value }));
    expect(await answer("", ...names)).toBe(":none\na\nb\n");
    expect(await answer("a", ...names)).toBe(":none\na\n");
  });

  it("has the beginning of what it is about, made safe, in 60 characters at most", async () => {
    const abouts = ["", "One. Two", "one; two", "one\ntwo", "x\u001b", "Ends.", "y".repeat(60), "y".repeat(61)];
    const values = abouts.map((about, index) => ({ value: `v${index}`, about }));
    expect((await answer("v", ...values)).split("\n").slice(1, -1)).toEqual([
      ...["v0", "v1\tOne", "v2\tone", "v3\tone", "v4\tx\\u{1b}", "v5\tEnds"],
      ...[`v6\t${"y".repeat(60)}`, `v7\t${"y".repeat(59)}…`],
    ]);
  });

  it("is at most 2 000 values, each once", async () => {
    const values = Array.from({ length: 2_001 }, (_, index) => ({ value: `v${index}` }));
    const lines = (await answer("v", ...values)).trimEnd().split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([2_001, "v1999"]);
    expect(await answer("", { value: "a" }, { value: "a" })).toBe(":none\na\n");
  });
});
