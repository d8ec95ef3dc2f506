// Setting, listing and lifting holds, without a network: in the ledger of each account, and in the configuration's files.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addHold, listHolds, removeHolds } from "../../../../src/app/hold/hold.js";
import { holdsOf } from "../../../../src/app/ledger/ledger.js";
import { folder, listening, refusal } from "../room.js";

const at = folder();
const account = (name: string) =>
  `  ${name}: { apiUrl: https://${name}.example, apiKey: "\${env.BOTFORM_${name}_KEY}", apiSecret: "\${env.BOTFORM_${name}_SECRET}", accesses: { primary: Main } }`;
const YAML = `version: 1 # comments stay
accounts:
${account("main").replaceAll("main_", "M_")}
${account("copy").replaceAll("copy_", "C_")}
bots:
  a: { title: A, pairTitle: USDT-BTC, strategy: LONG }
  b: { title: B, pairTitle: USDT-BTC, strategy: LONG }
`;

function stage(text = YAML, env = {}) {
  const { host, said } = listening(env);
  const config = at.written(text);
  const journal = join(config, "..", `journal-${Math.random()}`);
  const options = { config, journal };
  const inLedger = async (name = "main") => (await holdsOf({ folder: journal }, name).read()).map(({ bots }) => bots);
  return { host, said, config, journal, options, inLedger, text: () => readFileSync(config, "utf8") };
}

const WHY = { reason: "why" };

describe("a hold that is set", () => {
  it("is in the ledger of each account that it means, and its line is named", async () => {
    const { host, options, inLedger, text, said } = stage();
    const facts = await addHold(host, { ...options, ...WHY, patterns: ["a", "*/b", "main/a"], until: "9999-12-01" });
    expect(facts).toEqual({
      bots: ["main/a", "copy/a", "main/b", "copy/b"],
      ...{ reason: "why", until: "9999-12-01", accounts: ["copy", "main"], written: null },
      line: '- { bots: ["main/a", "copy/a", "main/b", "copy/b"], reason: "why", until: "9999-12-01" }',
    });
    expect([await inLedger(), await inLedger("copy")]).toEqual([
      ["main/a", "main/b"],
      ["copy/a", "copy/b"],
    ]);
    expect([text(), said]).toEqual([YAML, []]);
  });

  it("may be for one account by its name, and needs no configuration", async () => {
    const { host, options, inLedger } = stage();
    expect((await addHold(host, { ...options, ...WHY, patterns: ["a"], account: "copy" })).bots).toEqual(["copy/a"]);
    const nowhere = { journal: options.journal, config: join(options.config, "..", "none.yaml") };
    expect((await addHold(host, { ...nowhere, ...WHY, patterns: ["main/#7"] })).accounts).toEqual(["main"]);
    expect(await refusal(() => addHold(host, { ...nowhere, ...WHY, patterns: ["a"] }))).toEqual([
      expect.stringMatching(/^name the account/),
      3,
    ]);
    expect(await inLedger("copy")).toEqual(["copy/a"]);
  });

  it("says where a pattern fits no bot, and is set all the same", async () => {
    const { host, options, said, inLedger } = stage();
    await addHold(host, { ...options, ...WHY, patterns: ["main/c*", "main/#7", "main/*"] });
    expect(said.splice(0)).toEqual(["warning: no bot of the configuration fits main/c*; the hold is set all the same"]);
    expect(await refusal(() => addHold(host, { ...options, ...WHY, patterns: ["main/aa"] }))).toEqual([
      "no bot of the configuration fits main/aa, so nothing is held\nDid you mean main/a? For a bot to come, end the pattern with *.",
      3,
    ]);
    const refused = (...patterns: readonly string[]) => refusal(() => addHold(host, { ...options, ...WHY, patterns }));
    // An id without its sign, and a reason without quotes: nothing of either is held.
    expect((await refused("main/1003"))[0]).toContain("nothing is held\nOf an id, write 'main/#1003'.");
    expect((await refused("main/11"))[0]).toContain("write 'main/#11'.");
    expect((await refused("main/a", "main/maintenance"))[0]).toContain("put quotes around that: --reason 'exchange");
    await addHold(host, { ...options, patterns: ["main/*"], reason: "r".repeat(255) });
    expect(await inLedger()).toEqual(["main/c*", "main/#7", "main/*"]);
    // Whose id it is, no configuration tells.
    expect((await listHolds(host, options)).holds.find(({ bots }) => bots[0] === "main/#7")?.holds).toBeNull();
  });

  it("is written where that is asked for; comments stay", async () => {
    const { host, options, text, config } = stage();
    const facts = await addHold(host, { ...options, ...WHY, patterns: ["main/a"], write: true });
    expect(facts.written).toBe(config);
    expect(text().startsWith(YAML)).toBe(true);
    expect(text()).toContain("holds:");
    expect((await addHold(host, { ...options, ...WHY, patterns: ["main/a"], write: true })).written).toBeNull();
  });

  const NAMES_NONE = (text: string) =>
    `"${text}" doesn't name bots\nGive a key, an address or an id, with * for any text: main/btc-*, 'main/*', 'main/#123'.`;
  const REASON = "the reason can't be used\nGive one line of at most 255 characters.";
  it.each<[string, object, string]>([
    ["a pattern", { patterns: ["a b"] }, NAMES_NONE("a b")],
    [
      "an account that isn't there",
      { patterns: ["other/a"] },
      "the configuration has no account other; it has main, copy",
    ],
    ["accounts of which none fits", { patterns: ["x*/a"] }, "no account fits x*; there are main, copy"],
    ["an id on several accounts", { patterns: ["#7"] }, "#7 is a bot of one account\nWrite account/#7."],
    [
      "a day that isn't one",
      { until: "2026-02-30" },
      '"2026-02-30" is not a day or a moment\nWrite YYYY-MM-DD, or YYYY-MM-DDTHH:MMZ.',
    ],
    [
      "a day that is past",
      { until: "2026-11-01" },
      "2026-11-01 is past (today is DAY in UTC), so nothing was held\nGive a later day, or leave --until out: a hold stays in force until it is removed.",
    ],
    ["no reason", { reason: "" }, REASON],
    ["a reason of two lines", { reason: "a\nb" }, REASON],
    ["a pattern without an account before its slash", { patterns: ["/a"] }, NAMES_NONE("/a")],
    ["a reason that is too long", { reason: "r".repeat(256) }, REASON],
  ])("can't have %s", async (_what, changes, message) => {
    const { host, options, inLedger } = stage();
    const [said, exitCode] = await refusal(() =>
      addHold(host, { ...options, ...WHY, patterns: ["main/a"], ...changes }),
    );
    expect([said.replace(/(?<=today is )20\d\d-\d\d-\d\d/, "DAY"), exitCode]).toEqual([message, 3]);
    expect([...(await inLedger()), ...(await inLedger("copy"))]).toEqual([]);
  });

  it("is in force where the configuration has errors, and where its file can't be changed", async () => {
    const { host, options, inLedger } = stage(`${YAML}nonsense: 1\n`);
    await addHold(host, { ...options, ...WHY, patterns: ["a", "gone/a"] });
    expect([await inLedger(), await inLedger("gone")]).toEqual([["main/a"], ["gone/a"]]);
    const broken = stage(`${YAML}x: [\n`);
    const [said, exitCode] = await refusal(() =>
      addHold(host, { ...broken.options, ...WHY, patterns: ["main/a"], write: true }),
    );
    expect([said, exitCode]).toEqual([
      expect.stringMatching(
        /^the hold is in force in the ledger, but .*valid YAML\nAdd this under holds: by hand:\n {2}- { bots: \["main\/a"\], reason: "why" }$/,
      ),
      7,
    ]);
    expect(await broken.inLedger()).toEqual(["main/a"]);
  });

  it("fails where the ledger can't be written", async () => {
    const { host, options, config } = stage();
    expect(await refusal(() => addHold(host, { ...options, ...WHY, journal: config, patterns: ["main/a"] }))).toEqual([
      ...[expect.stringMatching(/^the ledger can't be read or written/), 1],
    ]);
  });
});

describe("the list of holds", () => {
  it("says where each stands, which bots it holds, and whether it is past its end", async () => {
    const { host, options, config } = stage(
      `${YAML}holds:\n  - { bots: [a], reason: all }\n  - { bots: [copy/b], reason: r, until: 2020-01-01 }\n`,
    );
    const soon = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    await addHold(host, { ...options, ...WHY, patterns: ["main/a"] });
    await holdsOf({ folder: options.journal }, "main").set([{ bots: "main/b", ...WHY, until: soon }]);
    expect((await listHolds(host, options)).holds).toEqual([
      { bots: ["a"], reason: "all", in: "both", state: "in force", holds: ["main/a", "copy/a"], place: `${config}:9` },
      {
        ...{ bots: ["copy/b"], reason: "r", until: "2020-01-01", in: "configuration", state: "overdue" },
        ...{ holds: ["copy/b"], place: `${config}:10` },
      },
      { bots: ["main/b"], reason: "why", until: soon, in: "ledger", state: "ended", holds: ["main/b"], place: null },
    ]);
  });

  it("without a configuration is of the account that is named, and can't say whom it holds", async () => {
    const { host, options } = stage();
    await addHold(host, { ...options, ...WHY, patterns: ["main/a"] });
    const broken = stage(`${YAML}x: [\n`);
    const there = { ...broken.options, journal: options.journal };
    expect((await listHolds(host, { ...there, account: "main" })).holds).toMatchObject([{ in: "ledger", holds: null }]);
    expect(await refusal(() => listHolds(host, there))).toEqual([expect.stringMatching(/^name the account/), 3]);
  });
});

describe("a hold that is removed", () => {
  it("is lifted in the ledger; what the configuration still states is named", async () => {
    const { host, options, config, inLedger } = stage(`${YAML}holds:\n  - { bots: [main/a], reason: why }\n`);
    await addHold(host, { ...options, ...WHY, patterns: ["main/a", "main/b"] });
    expect(await removeHolds(host, { ...options, patterns: ["main/a"] })).toEqual({
      ...{ lifted: ["main/a"], written: [], remaining: [`${config}:9`] },
    });
    expect(await inLedger()).toEqual(["main/b"]);
  });

  it("is removed from the files where that is asked for, on every account by a key alone", async () => {
    const { host, options, config, inLedger, text } = stage(`${YAML}holds:\n  - { bots: [a, main/b], reason: why }\n`);
    await addHold(host, { ...options, ...WHY, patterns: ["a"] });
    const done = await removeHolds(host, { ...options, patterns: ["a"], write: true });
    expect(done).toEqual({ lifted: ["main/a", "copy/a"], written: [config], remaining: [] });
    expect([await inLedger(), await inLedger("copy")]).toEqual([[], []]);
    expect(text()).toContain("bots: [main/b]");
  });

  it("of an account that no configuration has any more can be lifted", async () => {
    const { host, options, inLedger } = stage();
    const old = stage(YAML.replaceAll("copy", "gone"));
    await addHold(host, { ...old.options, ...WHY, journal: options.journal, patterns: ["gone/a"] });
    expect((await removeHolds(host, { ...options, patterns: ["gone/a"] })).lifted).toEqual(["gone/a"]);
    expect(await inLedger("gone")).toEqual([]);
  });

  it("of a form is refused with what its reader can do there", async () => {
    const { host, options } = stage();
    const held = (bots: string, until?: string) =>
      refusal(() =>
        addHold(host, { ...options, ...WHY, patterns: [bots], isForm: true, ...(until !== undefined && { until }) }),
      );
    const refusals = [
      await held("main/zzzzzz"),
      await held("main/1003"),
      await held("no such bots"),
      await held("main/a", "2020-01-01"),
      await refusal(() => removeHolds(host, { ...options, patterns: ["main/a"], isForm: true })),
    ].map(([text]) => text);
    expect(refusals.filter((text) => /'|--|botform/.test(text.replaceAll(/n't/g, "")))).toEqual([]);
    expect(refusals[0]).toContain("The page of an account lists its bots.");
    expect(refusals[4]).toContain("These are the holds; there are none.");
  });

  it("has to be there", async () => {
    const { host, options } = stage();
    expect(await refusal(() => removeHolds(host, { ...options, patterns: ["main/a"] }))).toEqual([
      ...["no hold is on main/a\nbotform hold list shows the holds; there are none.", 3],
    ]);
    await addHold(host, { ...options, ...WHY, patterns: ["main/b"] });
    expect(await refusal(() => removeHolds(host, { ...options, patterns: ["main/a"] }))).toEqual([
      ...["no hold is on main/a\nbotform hold list shows the holds: main/b.", 3],
    ]);
  });

  it("stays in a file that can't be changed, and is lifted all the same", async () => {
    const anchored = "holds:\n  - bots: [main/a]\n    reason: &why >-\n      because\nvars: { x: *why }\n";
    const { host, options, config, inLedger } = stage(`${YAML}${anchored}`);
    await addHold(host, { ...options, ...WHY, patterns: ["main/a"] });
    const [said, exitCode] = await refusal(() => removeHolds(host, { ...options, patterns: ["main/a"], write: true }));
    expect([said, exitCode]).toEqual([expect.stringMatching(/can't be changed: .*\nRemove it by hand: .*:9\.$/), 7]);
    expect([await inLedger(), readFileSync(config, "utf8")]).toEqual([[], `${YAML}${anchored}`]);
  });

  it("is only the one that is named, wherever it stands", async () => {
    const two = "holds:\n  - { bots: [main/a, copy/a], reason: why }\n  - { bots: [main/b], reason: why }\n";
    const { host, options, config, inLedger } = stage(`${YAML}${two}`);
    expect(await removeHolds(host, { ...options, patterns: ["main/b"] })).toEqual({
      ...{ lifted: [], written: [], remaining: [`${config}:10`] },
    });
    await addHold(host, { ...options, ...WHY, patterns: ["main/a"] });
    expect((await listHolds(host, options)).holds.map((one) => one.in)).toEqual(["both", "configuration"]);
    expect(await refusal(() => removeHolds(host, { ...options, patterns: ["main/c", "main/d"] }))).toEqual([
      ...["no hold is on main/c, main/d\nbotform hold list shows the holds: main/a, copy/a, main/b.", 3],
    ]);
    expect(await inLedger()).toEqual(["main/a"]);
  });
});

describe("without a configuration", () => {
  it("holds are in the ledger of the account that is named, and in no file", async () => {
    const { host, said } = listening();
    const options = { journal: at.fresh("journal") };
    const facts = await addHold(host, { ...options, ...WHY, patterns: ["main/#7", "copy/a"] });
    expect([facts.accounts, said]).toEqual([["copy", "main"], []]);
    expect((await listHolds(host, { ...options, account: "main" })).holds).toEqual([
      { bots: ["main/#7"], reason: "why", in: "ledger", state: "in force", holds: null, place: null },
    ]);
    expect(await refusal(() => listHolds(host, options))).toEqual([
      ...[
        "name the account: there is no configuration here that can be used\nWrite account/bot-key, or add --account.",
        3,
      ],
    ]);
    expect(await refusal(() => addHold(host, { ...options, ...WHY, patterns: ["main/a"], write: true }))).toEqual([
      ...["there is no configuration to write to\nLeave out --write, or name one with --config.", 3],
    ]);
    expect(await removeHolds(host, { ...options, patterns: ["main/#7"] })).toEqual({
      ...{ lifted: ["main/#7"], written: [], remaining: [] },
    });
  });
});

describe("holds of an account that has got another name", () => {
  const keys = { BOTFORM_M_KEY: "k1", BOTFORM_M_SECRET: "s1", BOTFORM_C_KEY: "k2", BOTFORM_C_SECRET: "s2" };

  it("are listed and lifted by the new name where its key is there", async () => {
    const { host, options, inLedger } = stage(YAML, keys);
    await addHold(host, { ...options, ...WHY, patterns: ["main/a"] });
    const renamed = stage(YAML.replace("  main:", "  prod:"), keys);
    const there = { ...renamed.options, journal: options.journal };
    expect((await listHolds(renamed.host, there)).holds).toEqual([
      { bots: ["prod/a"], reason: "why", in: "ledger", state: "in force", holds: ["prod/a"], place: null },
    ]);
    expect((await removeHolds(renamed.host, { ...there, patterns: ["prod/a"] })).lifted).toEqual(["prod/a"]);
    expect((await listHolds(renamed.host, there)).holds).toEqual([]);
    expect(await inLedger("prod")).toEqual([]);
  });

  it("can't be told without its key from those of another one", async () => {
    const { host, options } = stage(YAML, keys);
    await addHold(host, { ...options, ...WHY, patterns: ["main/a"] });
    const renamed = stage(YAML.replace("  main:", "  prod:"));
    expect((await listHolds(renamed.host, { ...renamed.options, journal: options.journal })).holds).toEqual([]);
  });
});

it("of a ledger that has lost lines, that is said: a hold may be among them", async () => {
  const { host, options, journal } = stage();
  await addHold(host, { ...options, ...WHY, patterns: ["main/a", "main/b", "copy/a"] });
  expect(await listHolds(host, options)).not.toHaveProperty("damaged");
  const damaged = readdirSync(journal).flatMap((name) => {
    const [file, text] = [join(journal, name), readFileSync(join(journal, name), "utf8")];
    writeFileSync(file, text.replace('"main/a"', '"main/x"').replace('"copy/a"', '"copy/x"'));
    return text.includes('/a"') ? [`line 2 of ${file} isn't as botform wrote it`] : [];
  });
  const facts = await listHolds(host, options);
  expect([facts.holds.map(({ bots }) => bots), facts.damaged?.split("; ").sort()]).toEqual([
    [["main/b"]],
    damaged.sort(),
  ]);
  expect(damaged).toHaveLength(2);
});

it("an account is known by its key, whatever another configuration called it", async () => {
  const env = { BOTFORM_M_KEY: "k", BOTFORM_M_SECRET: "s", BOTFORM_C_KEY: "k2", BOTFORM_C_SECRET: "s2" };
  const before = stage(YAML, env);
  await addHold(before.host, { ...before.options, ...WHY, patterns: ["main/a", "copy/b"] });
  const renamed = at.written(YAML.replace("  main:", "  prod:"));
  const { holds } = await listHolds(before.host, { config: renamed, journal: before.journal });
  expect(holds.map(({ bots, in: where }) => [bots, where])).toEqual([
    [["prod/a"], "ledger"],
    [["copy/b"], "ledger"],
  ]);
});
