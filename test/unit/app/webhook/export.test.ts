// What an export writes for each bot, and what it leaves alone: files that botform didn't write, and links.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type ExportOptions, exportWebhooks } from "../../../../src/app/webhook/export.js";
import { type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import { BOT_ID, envOf, HOOK, seedWith, yamlWith } from "../../webhook/hook-fleet.js";
import { folder, listening, refusal } from "../room.js";

const at = folder();
const ENV = envOf("https://hooks.example");
const PINNED = yamlWith({ open: true, close: true }, { botId: BOT_ID });
let emulator: RunningEmulator | undefined;
afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
});

async function exported(options: Partial<ExportOptions> = {}, { env = ENV, yaml = PINNED } = {}) {
  const { host, concealed } = listening(env);
  const dir = options.dir ?? at.fresh("hooks");
  const done = await exportWebhooks(
    host,
    { config: at.written(yaml), dialect: "flat", ...options, dir },
    (bot) => `${bot.address} "${bot.title}" ${bot.botId} ${bot.dialect} ${bot.isRevealed} ${bot.actions.length}\n`,
  );
  return { ...done, concealed };
}

const read = (dir: string, path: string) => readFileSync(join(dir, path), "utf8");
const FILES = ["main/hooked/open.json", "main/hooked/close.json", "main/hooked/url.txt", "main/hooked/README.md"];

describe("an export", () => {
  it("is a body for each action, their addresses and the steps", async () => {
    const { folder: dir, bots, files, revealed, concealed } = await exported();
    expect({ bots, files, revealed }).toEqual({ bots: 1, files: FILES, revealed: false });
    expect(read(dir, "main/hooked/README.md")).toBe(`main/hooked "Hooked" ${BOT_ID} flat false 2\n`);
    const body = read(dir, "main/hooked/open.json");
    expect([body.endsWith("}\n"), JSON.parse(body).botId]).toEqual([true, BOT_ID]);
    const [open, close, ...more] = read(dir, "main/hooked/url.txt").split("\n");
    expect(open).toMatch(/^open https:\/\/hooks\.example\//);
    expect(close).toMatch(/^close https:\/\/hooks\.example\/.*\/close-deal$/);
    expect([more, `${open}${close}`.includes(HOOK.token)]).toEqual([[""], false]);
    expect(concealed).toContain(HOOK.token);
    expect(Object.keys(JSON.parse(read(dir, ".botform-export.json")).files)).toEqual(FILES);
  });

  it("has whole addresses where that is asked for", async () => {
    const { folder: dir, revealed } = await exported({ reveal: true, closePath: "/end" });
    expect(revealed).toBe(true);
    expect(read(dir, "main/hooked/README.md")).toContain(" true ");
    expect(read(dir, "main/hooked/url.txt")).toBe(
      `open https://hooks.example/crazy/hook/${HOOK.accountId}:${HOOK.token}\nclose https://hooks.example/crazy/hook/${HOOK.accountId}:${HOOK.token}/end\n`,
    );
  });

  it("needs no credentials while addresses are masked", async () => {
    const env = { ...ENV, BOTFORM_MAIN_HOOK_TOKEN: "" };
    const { folder: dir } = await exported({}, { env });
    const copy = "(copy it from the Webhooks block of the saved bot)";
    expect(read(dir, "main/hooked/url.txt")).toBe(`open ${copy}\nclose ${copy}\n`);
    expect((await refusal(() => exported({ reveal: true }, { env }))).slice(0, 2)).toEqual([
      "the webhook's address can't be built",
      3,
    ]);
  });

  it("of a Ghost has no id", async () => {
    const { folder: dir } = await exported({ ghost: true, dialect: "envelope" });
    expect(read(dir, "main/hooked/README.md")).toBe('main/hooked "Hooked" undefined envelope false 2\n');
    expect(JSON.parse(read(dir, "main/hooked/open.json")).params.botId).toBeUndefined();
  });

  it("of one account leaves the others out", async () => {
    const { accounts, ...rest } = JSON.parse(yamlWith({ open: true }));
    const yaml = JSON.stringify({ ...rest, accounts: { ...accounts, copy: accounts.main } });
    const files = async (account?: string) =>
      (await exported({ ghost: true, dialect: "envelope", ...(account && { account }) }, { yaml })).files;
    const [main, copy] = ["main", "copy"].map((one) =>
      ["open.json", "url.txt", "README.md"].map((name) => `${one}/hooked/${name}`),
    );
    expect([await files(), await files("copy")]).toEqual([[...(main ?? []), ...(copy ?? [])], copy]);
  });

  it("of two accounts has each one's own ids", async () => {
    const [main] = seedWith().accounts;
    if (main === undefined) throw new Error("the seed has no account");
    const bots = (main.bots ?? []).map((bot) => ({ ...bot, id: 77, accessId: 201 }));
    const other = { name: "copy", apiKey: "copy-key", accesses: [{ accessId: 201, title: "Main futures" }], bots };
    const hook = { ...HOOK, accountId: 7002 };
    emulator = await startEmulator({ seed: { accounts: [main, { ...main, ...other, hook }] } });
    const { accounts, ...rest } = JSON.parse(yamlWith({ open: true }));
    const copy = { ...accounts.main, apiKey: "${env.BOTFORM_COPY_API_KEY}" };
    const yaml = JSON.stringify({ ...rest, accounts: { ...accounts, copy } });
    const env = { ...envOf(emulator.url), BOTFORM_COPY_API_KEY: "copy-key" };
    const { folder: dir, bots: count } = await exported({}, { env, yaml });
    const ids = ["main", "copy"].map((one) => JSON.parse(read(dir, `${one}/hooked/open.json`)).botId);
    expect([count, ids]).toEqual([2, [BOT_ID, 77]]);
  });

  it("looks up an id that the configuration doesn't have", async () => {
    emulator = await startEmulator({ seed: seedWith() });
    const { folder: dir } = await exported({}, { env: envOf(emulator.url), yaml: yamlWith({ open: true }) });
    expect(JSON.parse(read(dir, "main/hooked/open.json")).botId).toBe(BOT_ID);
  });

  it.each([
    {
      live: true,
      options: {},
      yaml: yamlWith({ open: true }, { title: "Not yet" }),
      says: [
        "no live bot matches main/hooked, so it has no id yet\nWebhooks work once the bot is saved: botform apply creates it. Nothing was written.",
        4,
      ],
    },
    {
      live: false,
      options: {},
      yaml: yamlWith({ open: true }),
      says: [
        "main/hooked: the id is unknown\nSet botId for the bot, or set the account's credentials, so that botform can look it up.",
        3,
      ],
    },
    {
      live: false,
      options: {},
      yaml: yamlWith({}),
      says: ["no bot of the configuration has webhooks, so there is nothing to export", 3],
    },
    {
      live: false,
      options: { ghost: true },
      yaml: PINNED,
      says: ["a Ghost's webhook works only in the envelope dialect\nAdd --dialect envelope.", 3],
    },
  ])("writes nothing without an id: $says", async ({ live, options, yaml, says }) => {
    if (live) emulator = await startEmulator({ seed: seedWith() });
    const { BOTFORM_MAIN_API_KEY: _key, ...without } = ENV;
    const env = emulator === undefined ? without : envOf(emulator.url);
    const dir = at.fresh("hooks");
    expect(await refusal(() => exported({ ...options, dir }, { env, yaml }))).toEqual(says);
    expect(() => readdirSync(dir)).toThrow(/ENOENT/);
  });
});

describe("an export again", () => {
  it("replaces what botform wrote, and remembers files of earlier ones", async () => {
    const { folder: dir } = await exported();
    const { files } = await exported({ dir }, { yaml: yamlWith({ open: true }, { botId: 9 }) });
    expect(files).not.toContain("main/hooked/close.json");
    expect(JSON.parse(read(dir, "main/hooked/open.json")).botId).toBe(9);
    expect(Object.keys(JSON.parse(read(dir, ".botform-export.json")).files).toSorted()).toEqual(FILES.toSorted());
  });

  const FOREIGN = (dir: string, ...paths: readonly string[]) => [
    `${dir} contains files that botform didn't write, or that were changed since: ${paths.join(", ")}\nMove them elsewhere, or export into another folder. Nothing was written.`,
    3,
  ];

  it("leaves a file that was changed since, or is somebody else's", async () => {
    const { folder: dir } = await exported();
    writeFileSync(join(dir, "main/hooked/open.json"), "mine");
    expect(await refusal(() => exported({ dir }))).toEqual(FOREIGN(dir, "main/hooked/open.json"));
    const other = dirname(at.written("mine", "main/hooked/url.txt")).replace(/\/main\/hooked$/, "");
    expect(await refusal(() => exported({ dir: other }))).toEqual(FOREIGN(other, "main/hooked/url.txt"));
    expect(readdirSync(join(other, "main/hooked"))).toEqual(["url.txt"]);
  });

  it("names the first five of more, in the order in which they would be written", async () => {
    const { folder: dir } = await exported();
    const three = yamlWith({ open: true, close: true, update: true, average: { amount: 5 } }, { botId: BOT_ID });
    await exported({ dir }, { yaml: three });
    const paths = ["open", "close", "update", "average"].map((action) => `main/hooked/${action}.json`);
    const all = readdirSync(join(dir, "main/hooked"));
    for (const name of all) writeFileSync(join(dir, "main/hooked", name), "mine");
    expect(all).toHaveLength(6);
    const [message] = await refusal(() => exported({ dir }, { yaml: three }));
    const named = /changed since: (.*)\n/.exec(message)?.[1]?.split(", ");
    expect(named).toHaveLength(5);
    expect(named).toEqual(expect.arrayContaining(paths));
    expect(named?.[4]).toBe("main/hooked/url.txt");
  });

  it("trusts no list that isn't its own", async () => {
    const { folder: dir } = await exported();
    for (const text of ["{", "[]", '{"formatVersion":2,"files":{}}']) {
      writeFileSync(join(dir, ".botform-export.json"), text);
      expect(await refusal(() => exported({ dir }))).toEqual([
        `${dir}/.botform-export.json isn't the list of files that botform writes\nExport into another folder.`,
        3,
      ]);
    }
  });

  it("follows no link, and takes no file for a folder", async () => {
    const dir = at.fresh("hooks");
    const away = at.fresh("away");
    mkdirSync(dir, { recursive: true });
    mkdirSync(away, { recursive: true });
    symlinkSync(away, join(dir, "main"));
    expect(await refusal(() => exported({ dir }))).toEqual([
      `${dir}/main is a link\nName a folder. Nothing was written.`,
      3,
    ]);
    expect([readdirSync(away), readdirSync(dir)]).toEqual([[], ["main"]]);
    const file = at.written("x", "hooks");
    expect(await refusal(() => exported({ dir: file }))).toEqual([
      `${file} is no folder\nName a folder. Nothing was written.`,
      3,
    ]);
  });
});
