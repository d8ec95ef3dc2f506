// A command as a declaration: what its run is given, what stands on which stream in which form, and how it ends.
import { Command } from "@commander-js/extra-typings";
import { describe, expect, it } from "vitest";
import { command, type Declared, document, parent, type Run, type Shell, watchable } from "../../../src/cli/command.js";
import { argument, format, list, option } from "../../../src/cli/options.js";
import { contextOf } from "../../../src/cli/terminal/context.js";
import { testScreen } from "./terminal/terminal.js";

/** Runs a declared command with these words. */
async function ran(declared: Declared, words: readonly string[], env: Record<string, string> = {}) {
  const copied: string[] = [];
  const screen = testScreen({ env, outAsItIs: (text) => void copied.push(text) });
  const shell: Shell = {
    ...contextOf(screen),
    commands: [declared],
    program: () => new Command(),
    invoke: async () => 0,
  };
  const chosen: Run[] = [];
  const parser = new Command("x").exitOverride().configureOutput({ writeErr: () => {}, writeOut: screen.out });
  declared.fill(parser, (run) => void chosen.push(run));
  await parser.parseAsync([...words], { from: "user" });
  const exitCode = await chosen[0]?.(shell);
  return { exitCode, out: screen.printed.out.join(""), err: screen.printed.err.join(""), copied: copied.join("") };
}

const PROBLEM = { severity: "warning", code: "config/x", summary: "odd" } as const;

const whole = command({
  name: "x",
  summary: "Does it.",
  arguments: () => list(argument("<first>", "one"), argument("[more...]", "others")),
  options: () => list(option("--flag", "a flag"), format()),
  run: async (_shell, input) => ({ input }),
  exitCode: () => 2,
  diagnostics: () => [PROBLEM],
  error: () => "why not",
  say: (context) => context.err("before\n"),
  show: (result, { format: form }) => (form === "json" ? document(result) : "text\n"),
  add: (context) => context.err("after\n"),
});

describe("a command", () => {
  it("is given its arguments by name and its options", async () => {
    const { out } = await ran(whole, ["a", "b", "c", "--flag", "--format", "json"]);
    expect(JSON.parse(out).input).toEqual({ first: "a", more: ["b", "c"], flag: true, format: "json" });
    const plain = await ran(whole, ["a", "--format", "json"]);
    expect(JSON.parse(plain.out).input).toEqual({ first: "a", more: [], format: "json" });
  });

  it("as text says its problems first, then what it has to say before and after", async () => {
    const { exitCode, out, err } = await ran(whole, ["a"]);
    expect([exitCode, out]).toEqual([2, "text\n"]);
    expect(err).toMatch(/^<change>warning<\/>: odd.*\nbefore\nafter\n$/s);
  });

  it("as a document has them in its head, and says nothing beside it", async () => {
    const { exitCode, out, err } = await ran(whole, ["a", "--format", "json"]);
    expect([exitCode, err]).toEqual([2, ""]);
    expect(JSON.parse(out)).toEqual({
      ...{ formatVersion: 2, command: "x", ok: true, exitCode: 2, error: "why not" },
      diagnostics: [expect.objectContaining(PROBLEM)],
      input: { first: "a", more: [], format: "json" },
    });
  });

  it("that declares nothing else ends with 0 and prints nothing", async () => {
    const least = command({ name: "x", summary: "", run: async () => undefined });
    expect(await ran(least, [])).toEqual({ exitCode: 0, out: "", err: "", copied: "" });
    expect([least.isHidden, least.completes]).toEqual([false, {}]);
  });

  it("is checked before it runs", async () => {
    const checked = command({
      name: "x",
      summary: "",
      check() {
        throw new Error("no");
      },
      run: () => Promise.reject(new Error("it ran")),
    });
    await expect(ran(checked, [])).rejects.toThrow("no");
  });

  it.each([
    [true, { out: "", copied: "s3cret" }],
    [false, { out: "s3cret", copied: "" }],
  ])("prints what is there to be copied as it is: %s", async (isToBeCopied, printed) => {
    const shows = command({
      name: "x",
      summary: "",
      run: async () => "s3cret",
      isToBeCopied: () => isToBeCopied,
      show: (text) => text,
    });
    expect(await ran(shows, [])).toMatchObject(printed);
  });

  it("has the proxy of its environment, and of no other variable", async () => {
    const shows = command({
      name: "x",
      summary: "",
      run: async ({ env }) => JSON.stringify(env),
      show: (text) => text,
    });
    const { out } = await ran(shows, [], { BOTFORM_PROXY: " http://proxy.example:3128 ", A: "1" });
    expect(JSON.parse(out)).toEqual({ A: "1", BOTFORM_PROXY: "http://proxy.example:3128" });
    expect(JSON.parse((await ran(shows, [], { BOTFORM_PROXY: " " })).out)).toEqual({});
    await expect(ran(shows, [], { BOTFORM_PROXY: "nonsense" })).rejects.toThrow(
      "BOTFORM_PROXY is not a proxy address: it must be http:// or https:// with a host and a port\nIts value is not shown here.",
    );
  });
});

it("a command that can look again opens once, and reads with the context of the look", async () => {
  let opened = 0;
  const looks = watchable({
    name: "x",
    summary: "",
    async open() {
      opened += 1;
      return async ({ live }) => `live ${live}\n`;
    },
    show: (text) => text,
  });
  expect([(await ran(looks, [])).out, opened]).toEqual(["live false\n", 1]);
});

describe("a command below one that runs by itself", () => {
  const holder = command({
    name: "x",
    summary: "",
    arguments: () => list(argument("[path]", "a path")),
    options: () => list(option("--flag", "a flag"), option("--other <text>", "another"), format()),
    run: async () => undefined,
    show: () => "holder\n",
  });
  const below = (more: object = {}) =>
    command({
      name: "x y",
      summary: "",
      options: () => list(option("--other <text>", "another"), option("--own", "its own"), format()),
      run: async (_shell, { other, own }) => ({ other, own }),
      show: (given) => `${JSON.stringify(given)}\n`,
      ...more,
    });
  const both = (words: readonly string[], more: object = {}) =>
    ran(
      {
        ...holder,
        fill(parser, choose) {
          const own = parser.command("x");
          holder.fill(own, choose);
          below(more).fill(own.command("y"), choose);
        },
      },
      ["x", ...words],
    );

  it("has the options that it declares, wherever the other one has them, too", async () => {
    expect((await both(["y", "--own", "--other", "a"])).out).toBe('{"other":"a","own":true}\n');
    expect((await both(["--other", "a", "y"])).out).toBe('{"other":"a"}\n');
    expect((await both(["z", "--flag"])).out).toBe("holder\n");
  });

  it("refuses those of the other one that it doesn't declare, unless it has all of them", async () => {
    await expect(both(["y", "--flag"])).rejects.toThrow("error: unknown option '--flag'");
    await expect(both(["--flag", "y"])).rejects.toThrow("error: unknown option '--flag'");
    expect((await both(["y", "--flag"], { hasOptionsOfParent: true })).out).toBe("{}\n");
  });
});

describe("a command that only holds others", () => {
  it("prints its help, and refuses a command that it doesn't hold", async () => {
    const bots = parent("bots", "account", "About bots.");
    const { exitCode, out } = await ran(bots, []);
    expect([exitCode, out]).toEqual([
      undefined,
      expect.stringContaining("Usage: x <command> [options]\n\nAbout bots.\n"),
    ]);
    await expect(ran(bots, ["nonsense"])).rejects.toThrow("error: botform bots has no command nonsense");
  });
});
