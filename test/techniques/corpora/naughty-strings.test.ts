// The big list of naughty strings as titles, keys, aliases and file names, and in every text that the service answers with.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LoadedConfig, loadConfig, loadSources } from "../../../src/config/load.js";
import { reportText } from "../../../src/render/text/accounts-text.js";
import { diagnosticsText } from "../../../src/render/text/diagnostics-text.js";
import { paint } from "../../../src/render/text/paint.js";
import { planDiff } from "../../../src/render/text/plan-diff.js";
import { planText } from "../../../src/render/text/plan-text.js";
import { amount } from "../../support/lane.js";
import { type Road, road } from "../../support/road.js";
import { NAUGHTY } from "../threats/naughty.js";
import { lineCommands, unsafe } from "../threats/visible.js";

const plain = paint(false);
const json = JSON.stringify;

/** A configuration of these bots, each a line of YAML, on the access of test/support/road.ts. */
function fleet(bots: readonly string[], accesses = '{ primary: "Main" }'): LoadedConfig {
  const account = `apiUrl: "https://a.example", apiKey: "\${env.BOTFORM_K}", apiSecret: "\${env.BOTFORM_S}"`;
  const required =
    "pairTitle: USDT-BTC, strategy: LONG, leverage: 5, marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET";
  const numbers = "percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 20";
  const text = `version: 1
accounts: { main: { ${account}, accesses: ${accesses} } }
defaults: { access: primary, ${required}, ${numbers} }
bots:
${bots.map((bot) => `  ${bot}\n`).join("")}`;
  return loadSources([{ file: "fleet.yaml", text }]);
}

/** What was said of each string is gathered, and looked at as one text. */
class Said {
  #text = "";

  of({ diagnostics }: LoadedConfig, about: string): void {
    for (const { position, summary, remedy = "" } of diagnostics) {
      if (position === undefined || position.line < 1 || summary.trim() === "" || remedy.trim() === "")
        throw new Error(`${about}: ${json({ position, summary, remedy })}`);
    }
    this.#text += diagnosticsText(diagnostics, plain);
  }

  isSafe(): void {
    expect(this.#text.length).toBeGreaterThan(amount({ fast: 500, all: 5_000, long: 5_000 }));
    expect(unsafe(this.#text)).toEqual([]);
    expect(lineCommands(this.#text)).toEqual([]);
  }
}

describe("naughty strings in the configuration", () => {
  it("as a title: taken as they are, or refused with a word", () => {
    const said = new Said();
    for (const text of NAUGHTY) {
      const config = fleet([`a: { title: ${json(text)} }`]);
      const title = config.accounts[0]?.desired.bots[0]?.fields.title;
      if (title === undefined) expect(config.diagnostics.length, text).toBeGreaterThan(0);
      else expect(title).toBe(text);
      said.of(config, text);
    }
    said.isSafe();
  });

  it("as a bot's key, quoted or bare: taken as they are, or refused with a word", () => {
    const said = new Said();
    for (const text of NAUGHTY) {
      for (const key of [json(text), text]) {
        const config = fleet([`${key}: { title: T }`]);
        for (const bot of config.accounts[0]?.desired.bots ?? []) {
          expect(bot.address).toBe(`main/${bot.key}`);
          expect(bot.key).toMatch(/^[A-Za-z0-9][\w.-]*$/);
        }
        if (config.accounts.length === 0) expect(config.diagnostics.length, text).toBeGreaterThan(0);
        said.of(config, text);
      }
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
    said.isSafe();
  });

  it("as an access's alias, as its title, and as the alias a bot names", () => {
    const said = new Said();
    for (const text of NAUGHTY) {
      said.of(fleet(["a: { title: T }"], `{ primary: Main, ${json(text)}: Second }`), text);
      said.of(fleet([`a: { title: T, access: ${json(text)} }`]), text);
      const config = fleet(["a: { title: T }"], `{ primary: ${json(text)} }`);
      const access = config.accounts[0]?.desired.accesses[0];
      if (access !== undefined) expect(access.live).toBe(text);
      said.of(config, text);
    }
    said.isSafe();
  });

  it("as any setting's value, quoted or bare", () => {
    const said = new Said();
    for (const text of NAUGHTY) {
      for (const key of ["leverage", "pairTitle", "indicatorName"]) {
        said.of(fleet([`a: { title: T, ${key}: ${json(text)} }`]), `${key}: ${text}`);
      }
      said.of(fleet([`a: { title: T, martingaleScale: ${text} }`]), `bare: ${text}`);
    }
    said.isSafe();
  });

  describe("as files", () => {
    let folder = "";
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "botform-naughty-"));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it("a part of a name, of a file and of a folder: read, and named safely", () => {
      const said = new Said();
      const whole = NAUGHTY.filter((text) => !/[/\0]/.test(text) && text.isWellFormed());
      const usable = whole.filter((text) => Buffer.byteLength(text) < 200);
      for (const [index, text] of usable.entries()) {
        mkdirSync(join(folder, `d${index}-${text}`));
        writeFileSync(join(folder, `d${index}-${text}`, `f-${text}.yaml`), "bots: [\n");
      }
      const config = loadConfig(folder);
      const named = new Set(config.diagnostics.map(({ position }) => position?.file));
      for (const [index, text] of usable.entries()) {
        expect(named.has(join(folder, `d${index}-${text}`, `f-${text}.yaml`)), text).toBe(true);
      }
      expect(usable.length).toBeGreaterThan(amount({ fast: 30, all: 300, long: 300 }));
      said.of(config, "files");
      for (const text of NAUGHTY) said.of(loadConfig(join(folder, "nowhere", text)), text);
      said.isSafe();
    });
  });
});

describe("naughty strings on the service", () => {
  let way: Road | undefined;
  afterAll(() => way?.close());

  it("every title that is taken is created, read back and then found to be as it should: nothing is left to do", async () => {
    const alone = (text: string) => fleet([`a: { title: ${json(text)} }`]).accounts.length === 1;
    const titles = NAUGHTY.filter(alone);
    expect(titles.length).toBeGreaterThan(amount({ fast: 35, all: 350, long: 350 }));
    const bot = (text: string, index: number) =>
      `b${index}: { title: ${json(text)}, indicatorGroup: FOMO, indicatorName: ${json(text)}, indicatorInterval: 5MIN }`;
    const [account] = fleet(titles.map(bot)).accounts;
    if (account === undefined) throw new Error("no account");
    way = await road();
    const first = await way.plan(account.desired);
    const report = await way.apply(first);
    const undone = report.outcomes.filter(({ kind }) => kind !== "applied");
    expect(undone.map(({ address, detail }) => `${address} ${detail}`)).toEqual([]);
    expect(report.violations).toEqual([]);

    const again = await way.plan(account.desired);
    expect(again.steps).toEqual([]);
    expect(again.unchanged).toBe(titles.length);
    const live = await way.reader.bots();
    expect(live.map(({ fields }) => fields.title).sort()).toEqual([...titles].sort());
    for (const text of [planText(first, plain), planText(again, plain), planDiff(first), reportText(report, plain)]) {
      expect(unsafe(text)).toEqual([]);
      expect(lineCommands(text)).toEqual([]);
    }
  });
});
