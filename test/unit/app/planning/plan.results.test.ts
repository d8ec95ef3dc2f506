// What a plan reads and works out: figures and findings where they are needed, and the same policies asked again later.
import { describe, expect, it } from "vitest";
import { chooseAccounts } from "../../../../src/app/files/configuration.js";
import { type PlanOptions, planAccounts } from "../../../../src/app/planning/plan.js";
import { observe } from "../../../../src/app/planning/plan-account.js";
import { refusalNow } from "../../../../src/app/planning/policies.js";
import { botCalled, workplace } from "../../../commands/workplace.js";
import { listening } from "../room.js";

const at = workplace();
const yaml = (bots: string, policies = "") => `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
${policies}bots:
  a: { title: A, previousTitles: [A], ${bots} }
`;

async function staged(text: string, more: Partial<PlanOptions> = {}) {
  const account = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "100000" } };
  const accesses = [
    { accessId: 101, title: "Main futures" },
    { accessId: 102, title: "Other futures" },
  ];
  const bots = [
    { ...botCalled("A"), id: 1 },
    { ...botCalled("By hand"), id: 2, enabled: true, pairTitle: "USDT-ETH" },
    { ...botCalled("Elsewhere"), id: 3, accessId: 102, pairTitle: "USDT-SOL" },
  ];
  const env = await at.started({ seed: { accounts: [{ ...account, accesses, bots }] }, quirks: { commandDelay: 0 } });
  const heard = listening(env);
  const options = { config: at.written(text), concurrency: 4, journal: at.fresh("journal"), ...more };
  const [one] = await planAccounts(heard.host, options, chooseAccounts(options));
  if (one === undefined || !("value" in one)) throw new Error("no plan");
  return { ...heard, planned: one.value };
}

const LIMIT = "policies: { few: { rule: max-leverage, limit: 6 } }\n";

describe("a plan", () => {
  it.each<[string, string, Partial<PlanOptions>, unknown]>([
    ["with steps", yaml("leverage: 6"), {}, ["update", "money", 1, "market", ""]],
    [
      "with steps, of which figures are wanted",
      yaml("leverage: 6"),
      { figuresOfSteps: true },
      ["update", "money", 1, "market", ""],
    ],
    ["without steps", yaml("leverage: 5"), {}, ["", "money", 0, "market", ""]],
    [
      "without steps, of which figures are wanted",
      yaml("leverage: 5"),
      { figuresOfSteps: true },
      ["", "none", 0, "none", ""],
    ],
    [
      "without steps, but with a policy",
      yaml("leverage: 5", LIMIT),
      { figuresOfSteps: true },
      ["", "money", 0, "market", ""],
    ],
    ["that a policy denies", yaml("leverage: 7", LIMIT), {}, ["update", "money", 1, "market", "policy/max-leverage"]],
    ["of turn-offs alone", yaml("enabled: false"), {}, ["", "money", 0, "market", ""]],
  ])("%s", async (_what, text, more, expected) => {
    const { planned, reads, concealed, said } = await staged(text, more);
    const { made, own, marketData, isStopped } = planned;
    expect([
      made.steps.map(({ action }) => action).join(" "),
      made.money === undefined ? "none" : "money",
      at.emulator.service.requests.accountInformation,
      marketData === undefined ? "none" : "market",
      (made.findings ?? []).flatMap(({ code, severity }) => (severity === "deny" ? [code] : [])).join(" "),
    ]).toEqual(expected);
    expect([reads, concealed, said]).toEqual([["demo"], ["demo-key", "demo-secret"], []]);
    expect(own).toEqual([]);
    // That the bot lacks settings is no news of one that is live.
    expect(made.diagnostics.map(({ code }) => code)).toEqual(["config/previous-title-useless"]);
    expect(await isStopped?.({ address: "demo/a", id: 1, title: "A" } as never)).toBe(false);
  });
});

it("observed are the live bots of the accesses that are named", async () => {
  const { planned } = await staged(yaml("leverage: 5"));
  const { desired } = planned.policySource.account ?? {};
  if (desired === undefined) throw new Error("nothing is declared");
  const { bots } = await observe(desired, planned.endpoint);
  expect(bots.map(({ bot }) => `${bot.id} ${bot.fields.title}`)).toEqual(["1 A", "2 By hand"]);
});

describe("policies, asked again before anything is written", () => {
  const DENIED = (code: string) =>
    `policies deny it (${code}): 1 denied; only a waiver in the configuration lets it through. Turning bots off is still possible`;
  const asked = async ({ host, planned, reads }: Awaited<ReturnType<typeof staged>>, made = planned.made) => {
    reads.length = 0;
    const why = await refusalNow(host, 4, made, planned.policySource, planned.endpoint);
    return [why, ...reads];
  };

  it("let through what they let through", async () => {
    expect(await asked(await staged(yaml("leverage: 6", LIMIT)))).toEqual([undefined, "demo"]);
  });

  it("know the deals that run now", async () => {
    const stage = await staged(yaml("leverage: 6", "policies: { still: { rule: freeze-active-deals } }\n"));
    expect(await asked(stage)).toEqual([undefined, "demo"]);
    at.emulator.service.editBot(1, { enabled: true });
    expect(await asked(stage)).toEqual([DENIED("policy/freeze-active-deals"), "demo"]);
  });

  it("aren't asked about turn-offs alone, for which nothing is read", async () => {
    const stage = await staged(yaml("leverage: 9", LIMIT));
    const [step] = stage.planned.made.steps;
    if (step === undefined) throw new Error("no step");
    const off = { ...stage.planned.made, steps: [{ ...step, action: "turn-off" as const }] };
    expect(await asked(stage, off)).toEqual([undefined]);
  });
});
