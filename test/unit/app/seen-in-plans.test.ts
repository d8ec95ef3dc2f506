// What the ledger knows of a service reaches the plan, and each of its forms says when it was seen.
import { afterEach, describe, expect, it } from "vitest";
import { seenHere } from "../../../src/app/asking/seen-here.js";
import { explained } from "../../../src/app/explain.js";
import { ledgerOf } from "../../../src/app/ledger/ledger.js";
import { plan } from "../../../src/app/planning/plan-account.js";
import { startEmulator } from "../../../src/emulator/http/server.js";
import type { PinnedFacts } from "../../../src/model/service-facts.js";
import type { SeenThen } from "../../../src/model/service-questions.js";
import { planPage } from "../../../src/render/html/plan-page.js";
import { planMarkdown } from "../../../src/render/markdown/markdown.js";
import { explainText } from "../../../src/render/text/explain-text.js";
import { paint } from "../../../src/render/text/paint.js";
import { planText } from "../../../src/render/text/plan-text.js";
import { SEED } from "../../support/road.js";
import { desired, desiredBot } from "../reconcile/fleet.js";
import { folder, listening } from "./room.js";

const place = folder();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))));

const AT = Date.parse("2026-11-20T09:00:00Z");
const seen = (name: SeenThen["name"], value: SeenThen["value"], below?: number): SeenThen => ({
  ...{ name, value, at: AT, below },
  ...{ detail: "", tool: "1" },
});

/** The plan of bot a, which is there with a martingale that the configuration wants off. */
async function planned(answers: readonly SeenThen[], pin?: (origin: string) => PinnedFacts) {
  const config = desired([desiredBot("a", { fields: { martingaleScale: null } })]);
  const emulator = await startEmulator({ seed: SEED });
  open.push(emulator);
  const fields = Object.fromEntries(Object.entries(config.bots[0]?.fields ?? {}).filter(([, value]) => value !== null));
  // complete: a bot to be made
  emulator.service.addBot("main", { ...fields, accessId: 1, martingaleScale: "1.2" } as Parameters<
    typeof emulator.service.addBot
  >[1]);
  const serviceFacts = pin?.(emulator.url);
  const endpoint = { apiUrl: emulator.url, apiKey: "key", apiSecret: "secret", ...(serviceFacts && { serviceFacts }) };
  const ledger = { folder: place.fresh("journal") };
  await ledgerOf(ledger, "main", endpoint).learn(answers);
  return plan(config, endpoint, { ledger });
}

const forms = (made: Awaited<ReturnType<typeof planned>>) => ({
  text: planText(made, paint(false)).replaceAll(/\s+/g, " "),
  comment: planMarkdown([{ plan: made }]),
  page: planPage({ plan: made, ladders: {} }, { at: "2026-11-23T00:00:00Z", toolVersion: "1" }),
});

describe("each form of a plan", () => {
  it.each([
    [
      "what was seen to work",
      [seen("scaleEmpty", "clear")],
      "0 switches martingaleScale off (seen 2026-11-20); apply reads it back",
    ],
    [
      "what was seen not to",
      [seen("scaleOmitted", "keep")],
      "martingaleScale shall be off, and no update switches it off at this service (seen 2026-11-20), so no step tries",
    ],
    [
      "what nobody has seen",
      [],
      "the API has no certain way to switch martingaleScale off; apply reads it back to check",
    ],
  ])("says %s", async (_what, answers, words) => {
    for (const [form, text] of Object.entries(forms(await planned(answers))))
      expect([form, text.replaceAll("&#39;", "'").includes(words)]).toEqual([form, true]);
  });
});

describe("what is pinned", () => {
  const pinned = (answers: readonly SeenThen[], at?: string) => (origin: string) => ({
    ...{ file: "facts.json", origin: at ?? origin },
    seen: answers,
  });
  const warnings = async (...args: Parameters<typeof planned>) => {
    const { steps, diagnostics } = await planned(...args);
    return [steps.flatMap((step) => step.warnings), diagnostics.map(({ code }) => code)];
  };
  const UNSURE = "the API has no certain way to switch martingaleScale off; apply reads it back to check";

  it("is seen", async () => {
    expect(await warnings([], pinned([seen("scaleEmpty", "clear")]))).toEqual([
      ["0 switches martingaleScale off (seen 2026-11-20); apply reads it back"],
      [],
    ]);
  });

  it("is forgotten where the ledger has seen otherwise since", async () => {
    const now = { ...seen("scaleEmpty", "keep"), at: AT + 1 };
    expect(await warnings([now], pinned([seen("scaleEmpty", "clear")]))).toEqual([[UNSURE], ["plan/service-changed"]]);
  });

  it("says nothing of another service", async () => {
    const other = pinned([seen("scaleEmpty", "clear")], "https://api.example.net");
    expect(await warnings([], other)).toEqual([[UNSURE], ["plan/facts-elsewhere"]]);
  });
});

describe("explain", () => {
  const YAML = `version: 1
accounts:
  main: { apiUrl: https://api.example.net, apiKey: "\${env.BOTFORM_KEY}", apiSecret: "\${env.BOTFORM_SECRET}", accesses: { a: A } }
  other: { apiUrl: "\${env.BOTFORM_URL}", apiKey: "\${env.BOTFORM_KEY2}", apiSecret: "\${env.BOTFORM_SECRET2}", accesses: { a: A } }
`;

  it("says what the services of the configuration were seen to do about a field, without their credentials", async () => {
    const journal = place.fresh("journal");
    const answers = [seen("rounding", "2"), seen("scaleEmpty", "clear"), seen("methods", "any")];
    await ledgerOf({ folder: journal }, "main", { apiUrl: "https://api.example.net" }).learn(answers);
    const { host } = listening();
    const facts = await seenHere(host, { journal, config: place.written(YAML) });
    expect(facts.map(({ account, origin }) => [account, origin])).toEqual([["main", "https://api.example.net"]]);
    const text = explainText(explained("martingaleScale", facts), paint(false));
    expect(text.slice(text.indexOf("What "))).toContain(
      "\n\nWhat https://api.example.net was seen to do\n  - Does 0 switch a scale off? scaleEmpty: clear (seen 2026-11-20)\n",
    );
    expect(explained("martingaleScale", facts)[0]).toMatchObject({
      seen: [
        {
          origin: "https://api.example.net",
          name: "scaleEmpty",
          asks: "Does 0 switch a scale off?",
          answer: "clear",
          seen: "seen 2026-11-20",
        },
      ],
    });
    expect(explained("leverage", facts)).toEqual(explained("leverage"));
  });

  it.each([["version: 1\naccounts: 7\n"], ["::"]])(
    "says nothing where the configuration is no help: %j",
    async (text) => {
      const options = { journal: place.fresh("journal"), config: place.written(text) };
      expect(await seenHere(listening().host, options)).toEqual([]);
    },
  );
});
