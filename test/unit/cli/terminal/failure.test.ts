// What went wrong, as a message or a document: with the hint that helps, the exit code, and no secret.
import { CommanderError } from "@commander-js/extra-typings";
import { describe, expect, it, vi } from "vitest";
import { AppError } from "../../../../src/app/error.js";
import { runProgram } from "../../../../src/cli/program.js";
import { contextOf, plainContext } from "../../../../src/cli/terminal/context.js";
import { reportFailure, reportFault } from "../../../../src/cli/terminal/failure.js";
import { testScreen } from "./terminal.js";

const usage = (message: string) => new CommanderError(1, "commander.x", message);

function reported(argv: readonly string[], error: unknown, hint?: string) {
  const screen = testScreen();
  const exitCode = reportFailure(contextOf(screen), argv, error, hint);
  return { exitCode, out: screen.printed.out.join(""), err: screen.printed.err.join("") };
}

describe("as a message", () => {
  it("is the error's own, with its exit code", () => {
    const error = new AppError("it can't be\nDo that.\u001b", { exitCode: 6 });
    expect(reported(["plan"], error)).toEqual({
      exitCode: 6,
      out: "",
      err: "<bad>botform:</> it can't be\nDo that.\\u{1b}\n",
    });
  });

  it("stands below the problems that it is about", () => {
    const diagnostics = [{ severity: "error", code: "config/x", summary: "wrong" }] as const;
    const { err } = reported(["plan"], new AppError("no plan", { diagnostics }));
    expect(err).toMatch(/^[\s\S]*wrong[\s\S]*\n<bad>botform:<\/> no plan\n$/);
  });

  it.each([
    ["error: unknown option '--x' ", undefined, "unknown option '--x'\nSee botform --help."],
    ["unknown", "See botform plan --help.", "unknown\nSee botform plan --help."],
    ["no '--api-key=canary' here", "H", "no '--api-key=***' here\nH"],
    ["no --my-SECRET-x=canary --token=canary --pass=canary", "H", "no --my-SECRET-x=*** --token=*** --pass=***\nH"],
    ["no '--config=a'", "H", "no '--config=a'\nH"],
  ])("of the command line %j has its hint, and no secret", (message, hint, says) => {
    expect(reported(["plan"], usage(message), hint)).toEqual({
      exitCode: 3,
      out: "",
      err: `<bad>botform:</> ${says}\n`,
    });
  });
});

it.each([
  [["drift", "fleet"], "drift"],
  [["drift", "acknowledge", "main/a.leverage"], "drift acknowledge"],
  [["bots", "nonsense"], "bots nonsense"],
  [["plan", "fleet"], "plan"],
])("as a document %j is named %s", (argv, name) => {
  expect(JSON.parse(reported([...argv, "--format", "json"], usage("no")).out)).toMatchObject({ command: name });
});

it.each([
  [
    "destroy",
    "unknown command 'destroy'\nbotform deletes no bot, because the service can't. botform bots off turns bots off.\nSee botform --help.",
  ],
  ["import x", "unknown command 'import'\nbotform pull writes live bots into YAML.\nSee botform --help."],
  ["list", "unknown command 'list'\nbotform bots list shows the live bots.\nSee botform --help."],
  ["stop", "unknown command 'stop'\nbotform bots off turns bots off.\nSee botform --help."],
  ["rollback", "unknown command 'rollback'\nbotform undo last plans how to reverse the last run.\nSee botform --help."],
  ["start", "unknown command 'start'\nbotform bots on turns bots on.\nSee botform --help."],
  ["ls", "unknown command 'ls'\nbotform bots list shows the live bots.\nSee botform --help."],
  ["export", "unknown command 'export'\nbotform pull writes live bots into YAML.\nSee botform --help."],
  [
    "delete",
    "unknown command 'delete'\nbotform deletes no bot, because the service can't. botform bots off turns bots off.\nSee botform --help.",
  ],
  [
    "sync",
    "unknown command 'sync'\nbotform plan shows what differs, botform apply carries it out.\nSee botform --help.",
  ],
  ["check", "unknown command 'check'\nbotform validate checks the configuration.\nSee botform --help."],
  [
    "lint",
    "unknown command 'lint'\nbotform validate checks the configuration, botform fmt its form.\nSee botform --help.",
  ],
  ["info", "unknown command 'info'\nSee botform --help."],
  ["-c x plan", "unknown option '-c'\nOptions follow the command: botform plan -c …\nSee botform --help."],
  [
    "--config=x plan",
    "unknown option '--config=x'\nOptions follow the command: botform plan --config …\nSee botform --help.",
  ],
  [
    "--account demo bots list",
    "unknown option '--account'\nOptions follow the command: botform bots list --account …\nSee botform --help.",
  ],
  ["--nix bots off", "unknown option '--nix'\nSee botform --help."],
  ["-c x", "unknown option '-c'\nSee botform --help."],
  ["plna", "unknown command 'plna'\n(Did you mean plan?)\nSee botform --help."],
  [
    "state list",
    "botform state has no command list\nbotform bots list shows the live bots, botform history the runs.\nSee botform state --help.",
  ],
  [
    "status",
    "unknown command 'status'\nbotform drift compares the live bots with the configuration.\nSee botform --help.",
  ],
  [
    "refresh",
    "unknown command 'refresh'\nEvery command reads the account anew. botform drift compares it with the configuration.\nSee botform --help.",
  ],
  ["apply -auto-approve", "unknown option '-auto-approve'\nDid you mean --yes?\nSee botform apply --help."],
  ["plan -var a=1", "unknown option '-var'\nDid you mean --var?\nSee botform plan --help."],
  ["plan -var-file=a", "unknown option '-var-file=a'\nDid you mean --var-file?\nSee botform plan --help."],
  ["plan --dry-run", "unknown option '--dry-run'\nNothing is written by botform plan.\nSee botform plan --help."],
  [
    "bots off x --dry-run",
    "unknown option '--dry-run'\nIt turns off at once, without a preview; botform bots show BOT shows a bot.\nSee botform bots off --help.",
  ],
  [
    "undo last --dry-run",
    "unknown option '--dry-run'\nWithout --yes it shows what it will do, and asks.\nSee botform undo --help.",
  ],
  [
    "hold release x",
    "botform hold has no command release\nbotform hold remove lifts a hold.\nSee botform hold --help.",
  ],
  [
    "history last",
    "too many arguments for 'history'. Expected 0 arguments but got 1.\nbotform history show last shows one run.\nSee botform history --help.",
  ],
  ["plan -out x", "unknown option '-out'\nDid you mean --out?\nSee botform plan --help."],
  ["plan -target=a", "unknown option '-target=a'\nDid you mean --target?\nSee botform plan --help."],
  ["apply --auto-approve", "unknown option '--auto-approve'\nDid you mean --yes?\nSee botform apply --help."],
  ["bots stop x", "botform bots has no command stop\nbotform bots off turns bots off.\nSee botform bots --help."],
  [
    "deals list",
    "botform deals has no command list\nbotform deals active lists the running deals, botform deals history those that have ended.\nSee botform deals --help.",
  ],
  [
    "deals close 7",
    "botform deals has no command close\nbotform deals complete closes a deal's position.\nSee botform deals --help.",
  ],
  [
    "rollout stauts",
    "botform rollout has no command stauts\nDid you mean botform rollout status?\nSee botform rollout --help.",
  ],
  ["bots offf", "botform bots has no command offf\nDid you mean botform bots off?\nSee botform bots --help."],
  [
    "bots of x",
    "botform bots has no command of\nDid you mean botform bots on or botform bots off?\nSee botform bots --help.",
  ],
  ["hold ad x", "botform hold has no command ad\nDid you mean botform hold add?\nSee botform hold --help."],
  ["hold lift x", "botform hold has no command lift\nbotform hold remove lifts a hold.\nSee botform hold --help."],
  ["deals import", "botform deals has no command import\nSee botform deals --help."],
  [
    "create x",
    "unknown command 'create'\nAdd the bot to the configuration; botform plan shows it, botform apply creates it.\nSee botform --help.",
  ],
  ["plan --json", "unknown option '--json'\nDid you mean --format json?\nSee botform plan --help."],
  [
    "apply --force",
    "unknown option '--force'\nNothing is forced: apply asks, and --yes answers; what exists is kept.\nSee botform apply --help.",
  ],
  ["bots stop --all", "botform bots has no command stop\nbotform bots off turns bots off.\nSee botform bots --help."],
  ["bots --all", "unknown option '--all'\nSee botform bots --help."],
  [
    "hold btc-dip --reason x",
    "botform hold has no command btc-dip\nTo hold a bot: botform hold add btc-dip --reason TEXT\nSee botform hold --help.",
  ],
  ["hold off x", "botform hold has no command off\nbotform hold remove lifts a hold.\nSee botform hold --help."],
  [
    "drift --accept a",
    "unknown option '--accept'\nbotform pull --accept takes differences over.\nSee botform drift --help.",
  ],
  [
    "drift acknowlege demo/a.leverage --until 2999-12-24",
    "unknown option '--until'\nDid you mean botform drift acknowledge?\nSee botform drift --help.",
  ],
  [
    "drift acknowledge demo/a.leverage --until 2999-12-24 --reason r --notify-always",
    "unknown option '--notify-always'\nSee botform drift acknowledge --help.",
  ],
  [
    "bots on --all",
    "unknown option '--all'\nName the bots. botform apply turns on all that the configuration wants on.\nSee botform bots on --help.",
  ],
  ["PLAN", "unknown command 'PLAN'\nDid you mean plan?\nSee botform --help."],
  ["plan -f x", "unknown option '-f'\nDid you mean --config?\nSee botform plan --help."],
  [
    "account demo",
    "too many arguments for 'account'. Expected 0 arguments but got 1.\nTo choose an account, --account demo. If it is a bot: botform bots show demo shows it, with its deals.\nSee botform account --help.",
  ],
  [
    "plan a b",
    "too many arguments for 'plan'. Expected 1 argument but got 2.\nTo choose bots, write --target b; to choose an account, --account b.\nSee botform plan --help.",
  ],
  [
    "pull 'a b'",
    "too many arguments for 'pull'. Expected 0 arguments but got 2.\nTo choose bots, write --accept ''\\''a' 'b'\\'''; to choose an account, --account ''\\''a'.\nSee botform pull --help.",
  ],
  ["version x", "too many arguments for 'version'. Expected 0 arguments but got 1.\nSee botform version --help."],
  ["apply --yse", "unknown option '--yse'\n(Did you mean --yes?)\nSee botform apply --help."],
])("a habit of another tool, %s, is told what it is here", async (line, says) => {
  const screen = testScreen();
  expect(await runProgram(line.split(" "), plainContext(screen))).toBe(3);
  expect(screen.printed.err.join("")).toBe(`botform: ${says}\n`);
});

it("a fault that nobody caught shows its kind alone, and ends with the code for an unknown outcome", () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const fault = Object.assign(new Error("canary-s3cret"), { name: "Odd\u001b[2J", stack: "" });
  const exitCode = reportFault(fault);
  const printed = write.mock.calls.map(([text]) => text);
  write.mockRestore();
  expect([exitCode, printed]).toEqual([
    5,
    ["botform: this is a bug in botform (Odd\\u{1b}[2J). Please report it with the command that you ran.\n"],
  ]);
});

describe("as a document", () => {
  it.each([
    [["plan", "--format", "json"], "plan"],
    [["plan", "--format=json"], "plan"],
    [["bots", "list", "--format=json"], "bots list"],
    [["bots", "#1", "--format=json"], "bots"],
    [["plan", "x", "--format=json"], "plan"],
    [["--proxy", "http://p", "deals", "active", "--format=json"], "deals active"],
    [["--proxy=http://p", "plan", "--format=json"], "plan"],
  ])("%j names %s", (argv, command) => {
    const { exitCode, out, err } = reported(argv, new AppError("no.\nDo that", { exitCode: 4 }));
    expect([exitCode, err]).toEqual([4, ""]);
    expect(JSON.parse(out)).toMatchObject({ command, exitCode: 4, ok: false, error: "no. Do that", diagnostics: [] });
  });

  it.each([[["plan", "--format", "text"]], [["plan", "json"]], [["plan", "--format"]]])("isn't for %j", (argv) => {
    expect(reported(argv, new AppError("no")).out).toBe("");
  });
});

describe("a wrong command line", () => {
  async function said(...argv: string[]): Promise<string> {
    let err = "";
    const context = plainContext({
      out: () => {},
      err(text) {
        err += text;
      },
      env: {},
    });
    expect(await runProgram(argv, context)).toBe(3);
    return err;
  }

  it.each([
    [["nonsense"], "error: unknown command 'nonsense'", "See botform --help."],
    [["account", "--nonsense"], "unknown option '--nonsense'", "See botform account --help."],
    [["bots", "list", "--nonsense"], "unknown option '--nonsense'", "See botform bots list --help."],
    [["--proxy", "http://p:1", "account", "--nonsense"], "unknown option '--nonsense'", "See botform account --help."],
    [
      ["account", "fleet.yaml"],
      "too many arguments",
      "Name a configuration with -c fleet.yaml.\nSee botform account --help.",
    ],
    [
      ["account", "fleet.yml"],
      "too many arguments",
      "Name a configuration with -c fleet.yml.\nSee botform account --help.",
    ],
    [
      ["account", "my fleet/"],
      "too many arguments",
      "Name a configuration with -c 'my fleet/'.\nSee botform account --help.",
    ],
    [
      ["account", "examples"],
      "too many arguments",
      "Name a configuration with -c examples.\nSee botform account --help.",
    ],
    [["account", "fleet.yaml", "--nonsense"], "unknown option '--nonsense'", "See botform account --help."],
    [["account", "nowhere"], "too many arguments", "See botform account --help."],
    [["completion", "bash", "fleet.yaml"], "too many arguments", "See botform completion --help."],
  ])("%j is told where help is", async (argv, about, hint) => {
    const lines = (await said(...argv)).trimEnd().split("\n");
    expect(lines[0]).toContain(about.replace(/^error: /, ""));
    expect(lines.slice(-hint.split("\n").length)).toEqual(hint.split("\n"));
    if (!hint.includes("Name a")) expect(lines.join("\n")).not.toContain("Name a configuration");
  });
});
