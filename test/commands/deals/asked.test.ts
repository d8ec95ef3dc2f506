// The commands about deals with somebody at the terminal: what has to be typed, and what is looked at once more after that.
import { describe, expect, it } from "vitest";
import { contextOf } from "../../../src/cli/terminal/context.js";
import { dealsCancelCommand, dealsCompleteCommand } from "../../../src/cli/writing/direct.js";
import { paint } from "../../../src/render/text/paint.js";
import { botCalled, workplace, YAML } from "../workplace.js";

const place = workplace();
const COMMANDS = { complete: dealsCompleteCommand, cancel: dealsCancelCommand };

/** Runs the command on the running deal; `answer` is asked with the question and the deal's id. */
async function asked(
  name: keyof typeof COMMANDS,
  answer: (question: string, dealId: string) => string | undefined,
  format: "text" | "json" = "text",
) {
  const bots = [{ ...botCalled("Running"), id: 1, enabled: true }];
  const account = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", bots };
  const accesses = [{ accessId: 101, title: "Main futures" }];
  const env = await place.started({ seed: { accounts: [{ ...account, accesses }] } });
  const { service } = place.emulator;
  await expect.poll(() => service.deals().length).toBe(1);
  const deal = String(service.deals()[0]?.id);
  const printed = { out: [""], err: [""] };
  const context = contextOf({
    out: (text) => void printed.out.push(text),
    err: (text) => void printed.err.push(text),
    env,
    colour: paint(false),
    errColour: paint(false),
    live: false,
    ask: async (question) => answer(question, deal),
  });
  const options = { account: "demo", config: place.written(YAML), journal: place.fresh(), concurrency: 4, timeout: 10 };
  const run = () => COMMANDS[name](context, { ...options, format, deal });
  const said = (stream: keyof typeof printed) => printed[stream].join("");
  return { run, said, writes: () => service.writes.map(({ operation }) => operation) };
}

describe("what has to be typed", () => {
  it.each([
    { name: "complete", answer: () => "yes", exitCode: 0, sent: ["completeDeal"], because: "yes is a yes" },
    { name: "complete", answer: () => "y", exitCode: 1, sent: [], because: "nothing else is" },
    { name: "cancel", answer: () => "yes", exitCode: 1, sent: [], because: "that is too easily said" },
    { name: "cancel", answer: (id: string) => id, exitCode: 0, sent: ["cancelDeal"], because: "the deal's id" },
    { name: "cancel", answer: (id: string) => `${id}0`, exitCode: 1, sent: [], because: "another deal's id" },
  ] as const)("$name: exit $exitCode: $because", async ({ name, answer, exitCode, sent }) => {
    const { run, writes, said } = await asked(name, (_question, id) => answer(id));
    expect([await run(), writes()]).toEqual([exitCode, sent]);
    if (exitCode === 1) expect(said("err")).toMatch(/declined.*; nothing was written/);
  });

  it("Ctrl-C is none, and exit 130", async () => {
    const { run, writes } = await asked("cancel", () => undefined);
    await expect(run()).rejects.toMatchObject({ exitCode: 130 });
    expect(writes()).toEqual([]);
  });
});

describe("what is said before it is asked", () => {
  it("stands on standard output, or beside the document", async () => {
    const text = await asked("complete", () => "yes");
    await text.run();
    expect(text.said("out")).toMatch(/^account demo: complete deal \d+\n/);
    const json = await asked("complete", () => "yes", "json");
    await json.run();
    expect(json.said("err")).toMatch(/account demo: complete deal \d+\n/);
    expect(JSON.parse(json.said("out"))).toMatchObject({ command: "deals complete", ok: true });
  });
});

describe("while it was asked", () => {
  it("the bot was changed: then nothing is written, exit 4", async () => {
    const { run, writes, said } = await asked("complete", () => {
      place.emulator.service.editBot(1, { leverage: 20 });
      return "yes";
    });
    expect([await run(), writes()]).toEqual([4, []]);
    expect(said("err")).toContain("leverage 5 → 20");
  });
});
