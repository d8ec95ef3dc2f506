// What an emergency stop leaves behind: the hold that was asked for, and the bots that the next apply would turn on again.
import { describe, expect, it } from "vitest";
import { holdOff, type StoppedBots, sayAfterwards, turnedOnAgain } from "../../../../src/app/hold/off-hold.js";
import { holdsOf } from "../../../../src/app/ledger/ledger.js";
import { folder, listening } from "../room.js";

const at = folder();
const bot = (title: string, more: string) => `{ title: ${title}, pairTitle: USDT-BTC, strategy: LONG, ${more} }`;
const YAML = `version: 1
accounts:
  main: { apiUrl: https://a.example, apiKey: "\${env.BOTFORM_K}", apiSecret: "\${env.BOTFORM_S}", accesses: { primary: Main } }
bots:
  a: ${bot("A", "enabled: true")}
  b: ${bot("B", "enabled: true, botId: 2")}
  c: ${bot("C", "enabled: false")}
  d: ${bot("D", "enabled: true, protect: true")}
  e: ${bot("E", "protect: false")}
  f: ${bot("F", "enabled: true")}
`;
const stage = (text = YAML) => ({
  ...listening(),
  options: { config: at.written(text), journal: at.fresh("journal") },
});
const stopped = (of: StoppedBots["of"]): StoppedBots => ({
  account: "main",
  endpoint: { apiUrl: "https://a.example" },
  of,
});
const NONE = { addresses: [], ids: [], titles: [] };

describe("the bots that come on again", () => {
  it("are those with enabled: true that were stopped and that nothing keeps off", async () => {
    const { options } = stage();
    const again = (of: StoppedBots["of"]) => turnedOnAgain(options, stopped(of));
    expect(await again("all")).toEqual(["main/a", "main/b", "main/f"]);
    expect(await again({ ...NONE, addresses: ["main/a", "main/c"] })).toEqual(["main/a"]);
    expect(await again({ ...NONE, ids: [2] })).toEqual(["main/b"]);
    expect(await again({ ...NONE, titles: ["F"] })).toEqual(["main/f"]);
    expect(await again(NONE)).toEqual([]);
    await holdsOf({ folder: options.journal }, "main").set([{ bots: "main/a", reason: "why" }]);
    expect(await again("all")).toEqual(["main/b", "main/f"]);
  });

  it("are none that the configuration holds, of another account, or where none can be read", async () => {
    const held = stage(`${YAML}holds: [{ bots: ["*"], reason: why }]\n`).options;
    expect(await turnedOnAgain(held, stopped("all"))).toEqual([]);
    expect(await turnedOnAgain(stage().options, { ...stopped("all"), account: "copy" })).toEqual([]);
    expect(await turnedOnAgain(stage("x: 1\n").options, stopped("all"))).toEqual([]);
    expect(await turnedOnAgain({ ...held, config: at.fresh("none.yaml") }, stopped("all"))).toEqual([]);
  });
});

describe("the hold that was asked for", () => {
  it("is set, with the line to commit", async () => {
    const { host, options, said } = stage();
    const hold = await holdOff(host, { ...options, hold: "why" }, "main", ["main/a", "main/#7"]);
    expect(hold).toEqual({
      ...{ bots: ["main/a", "main/#7"], reason: "why", set: true },
      line: '- { bots: ["main/a", "main/#7"], reason: "why" }',
    });
    expect(await holdsOf({ folder: options.journal }, "main").read()).toEqual([
      { bots: "main/a", reason: "why" },
      { bots: "main/#7", reason: "why" },
    ]);
    expect(said).toEqual([]);
  });

  it("that wasn't asked for isn't set; a ledger that can't be written is said", async () => {
    const { host, options, said } = stage();
    expect(await holdOff(host, options, "main", ["main/a"])).toBeUndefined();
    const broken = { ...options, journal: at.written("no folder"), hold: "why" };
    expect(await holdOff(host, broken, "main", ["main/a"])).toMatchObject({ set: false });
    expect(said).toEqual([expect.stringMatching(/^warning: the hold isn't set: the ledger can't be written/)]);
  });
});

it("says what comes on again and what is held, and nothing where there is nothing to say", () => {
  const { host, said } = stage();
  const hold = { bots: ["main/a"], reason: "why", line: "- LINE", set: true };
  sayAfterwards(host, [], undefined);
  sayAfterwards(host, [], hold);
  sayAfterwards(host, [], { ...hold, set: false });
  sayAfterwards(host, ["main/a"], undefined);
  sayAfterwards(host, ["main/a", "main/b"], undefined);
  expect(said).toEqual([
    "note: held: main/a, until botform hold remove; to keep it, commit it under holds: in the configuration: - LINE",
    "note: not held; to keep it, commit it under holds: in the configuration: - LINE",
    "note: the configuration has enabled: true for main/a: the next apply turns it on again. To keep them off, set enabled: false, or run botform hold add",
    "note: the configuration has enabled: true for 2 bots (main/a, main/b): the next apply turns them on again. To keep them off, set enabled: false, or run botform hold add",
  ]);
});
