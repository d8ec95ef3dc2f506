// apply with somebody at the terminal, who may take their time: what they saw must still be so when they say yes.
import { appendFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../../src/app/error.js";
import { contextOf } from "../../src/cli/terminal/context.js";
import { applyCommand } from "../../src/cli/writing/apply.js";
import { paint } from "../../src/render/text/paint.js";
import { unwrapped } from "../support/command.js";
import { botCalled, type Env, QUICK, workplace, YAML } from "./workplace.js";

const at = workplace();
afterEach(() => vi.restoreAllMocks());

interface Asked {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

interface Around {
  readonly config?: string;
  readonly file?: string;
  readonly answer?: () => string | undefined | Promise<string>;
  readonly journal?: string;
}

/** Runs apply in this process; `answer` is called when the question is asked. Without it there is no terminal, and --yes. */
async function applied(env: Env, { file, answer, journal = at.folder, config = QUICK }: Around = {}): Promise<Asked> {
  const printed = { out: [""], err: [""] };
  const context = contextOf({
    out: (text) => void printed.out.push(text),
    err: (text) => void printed.err.push(text),
    env,
    colour: paint(false),
    errColour: paint(false),
    outAsItIs: () => {},
    live: false,
    ask: answer === undefined ? undefined : async () => answer(),
  });
  const options = { config, format: "text", concurrency: 4, commandTimeout: 30 } as const;
  const more = { journal, yes: answer === undefined, ...(file !== undefined && { file }) };
  const exitCode = await applyCommand(context, { ...options, ...more });
  return { exitCode, out: printed.out.join(""), err: printed.err.join("") };
}

/** An hour passes. */
function anHourLater(): string {
  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() + 3_600_000);
  return "yes";
}

describe("without a file", () => {
  it("carries out what was shown when nothing has changed", async () => {
    const env = await at.started();
    expect(await applied(env, { answer: () => "yes" })).toMatchObject({ exitCode: 0 });
    expect(at.emulator.service.writes).toHaveLength(4);
  });

  it("looks once more after a yes: what changed while it was asked stops everything", async () => {
    const env = await at.started();
    const { exitCode, err } = await applied(env, {
      answer() {
        at.emulator.service.addBot("demo", botCalled("ETH dip"));
        return "yes";
      },
    });
    expect(exitCode).toBe(4);
    expect(err).toContain('demo/eth-dip: changed since the plan was made: bots called "ETH dip" none → 1001');
    expect(err).toContain("nothing was written");
    at.nothingWritten();
  });

  it("writes nothing after a yes where the files have changed meanwhile, be it by a comment", async () => {
    const env = await at.started();
    const config = at.written(YAML, "botform.yaml");
    const answer = () => {
      appendFileSync(config, "# later\n");
      return "yes";
    };
    const { exitCode, err } = await applied(env, { config, answer });
    expect(exitCode).toBe(4);
    expect(unwrapped(err)).toContain(
      "Not applied: the configuration's files have changed since they were read, so run the command again; nothing was written.",
    );
    at.nothingWritten();
    expect(await applied(env, { config, answer: () => "yes" })).toMatchObject({ exitCode: 0 });
  });

  it("turns bots off after a yes all the same", async () => {
    const env = await at.started();
    await applied(env);
    const text = YAML.replaceAll("enabled: true", "enabled: false");
    const config = at.written(text, "botform.yaml");
    const answer = () => {
      appendFileSync(config, "# later\n");
      return "yes";
    };
    expect(await applied(env, { config, answer })).toMatchObject({ exitCode: 0 });
    expect(at.emulator.service.bots().filter(({ enabled }) => enabled)).toEqual([]);
  });

  it("doesn't read twice with --yes, nor after a no", async () => {
    const env = await at.started();
    const lists = () => at.emulator.service.requests.listBots;
    expect(await applied(env, { answer: () => "no" })).toMatchObject({ exitCode: 1 });
    const plainly = lists();
    expect(plainly).toBe(1);
    await applied(env, { answer: () => "yes" });
    const asked = lists() - plainly;
    await at.emulator.close();
    const again = await at.started();
    await applied(again);
    // One for what has changed meanwhile, one for what policies say of everything as it is by then.
    expect(lists()).toBe(asked - 2);
  });
});

describe("with a file", () => {
  it("is as good as a plan just made", async () => {
    const { env, file } = await at.saved();
    expect(await applied(env, { file, answer: () => "yes" })).toMatchObject({ exitCode: 0 });
  });

  it("expires while it is asked", async () => {
    const { env, file } = await at.saved();
    const { exitCode, err } = await applied(env, { file, answer: anHourLater });
    expect(exitCode).toBe(4);
    expect(unwrapped(err)).toMatch(/was valid until \S+, and it is now \S+.*\[planfile\/expired\]/);
    at.nothingWritten();
  });

  it("and with --yes is read again all the same", async () => {
    const { env, file } = await at.saved();
    at.emulator.service.addBot("demo", botCalled("BTC dip"));
    expect(await applied(env, { file })).toMatchObject({ exitCode: 4, err: expect.stringContaining("apply/stale") });
    at.nothingWritten();
  });

  it("is refused after a yes where another run has applied it meanwhile, although the bots are again as it wants them", async () => {
    const env = await at.started();
    await applied(env);
    const id = at.idOf("BTC dip");
    at.emulator.service.editBot(id, { leverage: 20 });
    const file = await at.savedOn(env);
    const { exitCode, err } = await applied(env, {
      file,
      async answer() {
        expect(await applied(env, { file })).toMatchObject({ exitCode: 0 });
        at.emulator.service.editBot(id, { leverage: 20 });
        return "yes";
      },
    });
    expect(exitCode).toBe(4);
    expect(unwrapped(err)).toMatch(
      /the plan has already been applied, by the run \S+ \[planfile\/applied-already\].*Not applied: a saved plan works once; nothing was written\./s,
    );
    expect(at.emulator.service.bots().find((bot) => bot.id === id)?.values.leverage).toBe("20");
  });

  it("is refused where the journal says that it was applied, although the bots are again as it wants them", async () => {
    const env = await at.started();
    await applied(env);
    const id = at.idOf("BTC dip");
    at.emulator.service.editBot(id, { leverage: 20 });
    const file = await at.savedOn(env);
    expect(await applied(env, { file })).toMatchObject({ exitCode: 0 });
    at.emulator.service.editBot(id, { leverage: 20 });
    const { listBots } = at.emulator.service.requests;
    const refusal = await applied(env, { file }).catch((error: unknown) => error);
    if (!(refusal instanceof AppError)) throw new Error("it was not refused");
    expect(refusal.exitCode).toBe(4);
    expect(refusal.diagnostics).toMatchObject([
      {
        code: "planfile/applied-already",
        summary: expect.stringMatching(/has already been applied, by the run \d{4}-\S+Z-/),
      },
    ]);
    expect(at.emulator.service.requests.listBots).toBe(listBots);
    const elsewhere = await applied(env, { file, journal: at.fresh("journal") });
    expect(elsewhere).toMatchObject({ exitCode: 0 });
  });
});
