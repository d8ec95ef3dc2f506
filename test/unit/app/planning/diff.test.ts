// Two configurations, or two live accounts of one, beside each other: what counts as a difference, and what is refused.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diffConfigurations, diffLive } from "../../../../src/app/planning/diff.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import type { SeedBot } from "../../../../src/emulator/seed/seed.js";
import { botCalled } from "../../../commands/workplace.js";
import { folder, listening, refusal } from "../room.js";

const at = folder();
const BOT =
  "pairTitle: USDT-BTC, strategy: LONG, leverage: 5, marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 20, volumeSafetyOrder: 25, countOrderMax: 6";

function account(name: string, { key = name, access = "Main", more = "" } = {}): string {
  return `  ${name}:\n    apiUrl: \${env.BOTFORM_URL}\n    apiKey: \${env.BOTFORM_${key.toUpperCase()}_KEY}\n    apiSecret: \${env.BOTFORM_SECRET}\n    accesses: { primary: ${access} }\n${more}`;
}
function written(accounts: readonly string[], bots = `  a: { title: A, ${BOT} }\n`): string {
  return at.written(`version: 1\naccounts:\n${accounts.join("")}bots:\n${bots}`);
}

describe("two configurations", () => {
  const one = () => written([account("main")]);
  it("that say the same don't differ, whatever their files are called", () => {
    const { differs, accounts, diagnostics } = diffConfigurations(one(), one(), {});
    expect([differs, diagnostics]).toEqual([false, []]);
    expect(accounts.map(({ account: name, kind, unchanged }) => [name, kind, unchanged])).toEqual([
      ["main", "equal", 1],
    ]);
  });

  it("differ from the first to the second", () => {
    const after = written([account("main"), account("next")], `  a: { title: A, ${BOT.replace("5,", "7,")} }\n`);
    const { differs, accounts } = diffConfigurations(one(), after, {});
    expect(differs).toBe(true);
    expect(accounts.map(({ account: name, kind, bots }) => [name, kind, bots.map(({ changes }) => changes)])).toEqual([
      ["main", "changed", [[{ name: "leverage", before: "5", after: "7" }]]],
      ["next", "added", [expect.anything()]],
    ]);
  });

  it("have the accounts that are asked for, one of them at least", async () => {
    const both = [one(), written([account("next")])] as const;
    expect(diffConfigurations(...both, { account: ["next", "main"] }).accounts).toHaveLength(2);
    expect(await refusal(() => diffConfigurations(...both, { account: ["main", "copy", "gone"] }))).toEqual([
      "neither configuration has an account copy, gone",
      3,
    ]);
  });

  it.each([
    [true, false],
    [false, true],
    [true, true],
  ])("with errors are refused by name: the first %s, the second %s", async (isFirst, isSecond) => {
    const path = (isBroken: boolean) =>
      isBroken ? written([account("main")], `  a: { title: A, ${BOT}, leverge: 1 }\n`) : one();
    const [before, after] = [path(isFirst), path(isSecond)];
    const broken = [isFirst ? [before] : [], isSecond ? [after] : []].flat();
    expect(await refusal(() => diffConfigurations(before, after, {}))).toEqual([
      `${broken.join(" and ")}: the configuration has errors`,
      3,
      ...broken.map(() => "config/unknown-key"),
    ]);
  });
});

describe("two live accounts", () => {
  let emulator: RunningEmulator;
  beforeAll(async () => {
    const seeded = (name: string, firstId: number, bots: readonly Partial<SeedBot>[]) => ({
      ...{ name, apiKey: `${name}-key`, apiSecret: "secret" },
      accesses: [{ accessId: firstId, title: "Main" }],
      bots: bots.map((bot, index) => ({
        ...botCalled(`Bot ${index}`),
        id: firstId + index,
        accessId: firstId,
        ...bot,
      })),
    });
    emulator = await startEmulator({
      seed: {
        accounts: [
          seeded("main", 10, [{ title: "A" }, { title: "B" }]),
          seeded("same", 20, [{ title: "A" }, { title: "B" }]),
          seeded("half", 30, [{ title: "A", volumeFirstOrder: "10", volumeSafetyOrder: "12.5" }, { title: "B" }]),
          seeded("less", 40, [{ title: "A" }]),
          seeded("twice", 50, [{ title: "A" }, { title: "B" }, { title: "B" }]),
        ],
      },
      quirks: { commandDelay: 0 },
    });
  });
  afterAll(() => emulator.close());

  const NAMES = ["main", "same", "half", "less", "twice"];
  const compared = (from: string, to: string, { unscaled, access }: { unscaled?: boolean; access?: string } = {}) => {
    const scale = "    volumeScale: 0.5\n";
    const config = written(
      [
        ...NAMES.map((name) =>
          account(name, { ...(name === "half" && { more: scale }), ...(name === "less" && access && { access }) }),
        ),
        account("shared", { key: "main" }),
      ],
      `  a: { title: A, ${BOT} }\n`,
    );
    const keys = Object.fromEntries(NAMES.map((name) => [`BOTFORM_${name.toUpperCase()}_KEY`, `${name}-key`]));
    const heard = listening({ BOTFORM_URL: emulator.url, BOTFORM_SECRET: "secret", ...keys });
    const options = { config, from, to, concurrency: 4, ...(unscaled !== undefined && { unscaled }) };
    return { heard, task: diffLive(heard.host, options) };
  };

  it.each<[string, { unscaled?: boolean }, readonly unknown[], string]>([
    ["same", {}, [false, [], [], []], "equal ones don't differ"],
    [
      "half",
      {},
      [true, ["volumeFirstOrder 20 10", "volumeSafetyOrder 25 12.5"], [], []],
      "volumes as they are, without the accounts' scales",
    ],
    ["half", { unscaled: false }, [true, ["volumeFirstOrder 20 10", "volumeSafetyOrder 25 12.5"], [], []], "the same"],
    ["less", {}, [true, [], ["from B"], []], "a bot on one side alone is a difference"],
    ["twice", {}, [true, [], [], ["B"]], "two bots of one title are one, too"],
  ])("main and %s with %j: %j, %s", async (to, options, expected, _because) => {
    const { differs, difference } = await compared("main", to, options).task;
    expect([
      differs,
      difference.changed.flatMap(({ changes }) => changes.map((one) => `${one.field} ${one.from} ${one.to}`)),
      difference.onlyOn.map(({ side, title }) => `${side} ${title}`),
      difference.ambiguous.map(({ title }) => title),
    ]).toEqual(expected);
  });

  it("are compared without their scales if that is wanted", async () => {
    const { differs, difference } = await compared("main", "half", { unscaled: true }).task;
    expect(differs).toBe(true);
    expect(difference.changed.map(({ title }) => title)).toEqual(["B"]);
  });

  it("are read at once, under both names, and neither's key is shown", async () => {
    const { heard, task } = compared("main", "same");
    await task;
    expect(heard.reads).toEqual(["main and same"]);
    expect(heard.concealed).toEqual(["main-key", "secret", "same-key", "secret"]);
  });

  it("are two, with a key each, and with accesses that are there", async () => {
    expect(await refusal(() => compared("main", "main").task)).toEqual([
      "--from and --to both name main\nName two accounts.",
      3,
    ]);
    expect(await refusal(() => compared("main", "shared").task)).toEqual([
      `the accounts main and shared use the same API key at ${emulator.url}, so one of them has the wrong key; nothing was read\nGive each account its own API key.`,
      3,
    ]);
    const elsewhere = compared("main", "less", { access: "Elsewhere" });
    expect(await refusal(() => elsewhere.task)).toEqual([
      "some accesses can't be read, so nothing was compared",
      3,
      "plan/unknown-access",
    ]);
    const other = compared("less", "main", { access: "Elsewhere" });
    expect((await refusal(() => other.task)).slice(2)).toEqual(["plan/unknown-access"]);
  });
});
