// The whole way under every single quirk and a slice of all pairs; `npm run quirks` travels every pair; `npm test` a few of both.
import { describe, expect, it } from "vitest";
import { slice } from "../../support/lane.js";
import { named, ON_THE_WAY, PAIRS, quirksOf, SAMPLES, SETTINGS, type Setting } from "./combinations.js";
import { travel } from "./way.js";

/** What may go wrong under some quirk, and must then be said so; anything else is a defect of ours. */
const CLEAR_FAILURES: readonly RegExp[] = [
  // No value means "none": a service that keeps what is left away can't be told to clear it (S-28).
  /update main\/(?:(?:martingale|dynamicStep|cycleLimit)Scale|countOrderMax) failed: \w+: expected off, but the service shows [\d.]+$/,
  // What a service makes of an indicator or a price limit that is switched off may read as one (S-76, S-77).
  /update main\/(?:indicator|priceLevel)\w+ failed: (?:indicator|priceLevel)\w+: expected off, but the service shows [\w ,.:]+$/,
  /(?:create|update|turn-on|turn-off) main\/\w+ failed: refused by the service: HTTP \d+: /,
  /create main\/\w+ failed: refused by the service; no bot with that title has appeared: HTTP \d+: /,
  // Where a refusal comes in no envelope nothing proves that it is one (rule 4).
  /update main\/\w+ failed: refused by the service; the bot is unchanged: HTTP \d+: /,
  /update main\/\w+ unknown: sent, but could not be read back: [\w' ]+: HTTP 401: /,
  /create main\/\w+ unknown: sent once without a clear answer \(HTTP \d+: .+\), and no bot with that title has appeared$/,
  /failed: .*\w+: expected [\d.]+, but the service shows [\d.]+/,
  // A title that is stored in another form is none of ours: the bot stays as it was made, and no second one is (rule 22).
  /(?:create|update) main\/\w+ failed: (?:created as bot \d+; )?title: expected [\w-]+, but the service shows [\w-]+/,
  // A service whose updates touch the switch is told so, in the step that found it.
  /update main\/\w+ failed: the update switched the bot on \(.+\); it was turned off, and observed off/,
  /update main\/\w+ failed: the bot is off after the update/,
  /turn-on main\/\w+ skipped: (?:depends on this bot's (?:create|update)|left off in this run, because the service had created the bot switched on)$/,
  // What the service fills in of a new bot is checked by policies before it is turned on, and these runs have none (decision 039).
  /turn-on main\/\w+ failed: left off: the service filled in [\w ,.]+, and this apply has no policies to check it by$/,
  // A key whose nonces are single use, or have to grow, can't be served at several requests a second.
  /failed: (?:the service rejected the credentials(?:; no bot with that title has appeared)?|nothing was sent: [\w' ]+): HTTP 401: /,
  /not-started: the service had rejected the credentials$/,
  /^read failed: [\w' ]+: HTTP (?:200|401): /,
  // The tests' time leaps for everybody when somebody sleeps, so that what another has seen is old before it leaves: then nothing does.
  /create main\/\w+ failed: nothing was sent: each time, the data read from the account was already too old$/,
  // Its credentials were refused while the switch was on its way: what is unknown is said.
  /turn-on main\/\w+ unknown: the command to turn the bot on was sent, but the run was stopped$/,
];
/** Settings under which nothing may go wrong but what does where nothing is set. */
const AS_BY_DEFAULT = [
  "nonceLead=0",
  "noncePostWindow=5",
  "createDelay=1000",
  "logLag=60000",
  "deactivateOff=drops-deal",
];
/** Settings under which every field can be cleared and nothing may go wrong at all. */
const SMOOTH = ["update=replace", "update=replace-strict", "scaleOmitted=clear"];

async function expectSound(settings: readonly Setting[]): Promise<readonly string[]> {
  const { stumbles, violations } = await travel(quirksOf(settings));
  expect(violations).toEqual([]);
  expect(stumbles.filter((stumble) => !CLEAR_FAILURES.some((form) => form.test(stumble)))).toEqual([]);
  return stumbles;
}

describe("the whole way under each quirk", () => {
  const rows = [[], ...SETTINGS.map((setting) => [setting])].map((settings) => ({ name: named(settings), settings }));
  const smooth = slice(
    rows.filter(({ name }) => SMOOTH.includes(name)),
    { fast: 1 },
  );
  it.each([...new Set([...smooth, ...slice(rows, { fast: 2 })])])("$name", async ({ name, settings }) => {
    const stumbles = await expectSound(settings);
    if (SMOOTH.includes(name)) expect(stumbles).toEqual([]);
  });

  it.each(
    slice(
      rows.filter(({ name }) => AS_BY_DEFAULT.includes(name)),
      { fast: 1 },
    ),
  )("$name is as nothing", async ({ settings }) => {
    expect((await expectSound(settings)).filter((stumble) => !/: expected off, but/.test(stumble))).toEqual([]);
  });

  it("has values to try of quirks that take numbers or free text", () => {
    const lost = ON_THE_WAY.filter(({ name, kind }) => kind !== "word" && SAMPLES[name] === undefined);
    expect(
      lost.map(
        ({ name }) => `${name} misses its values: add them to SAMPLES in test/techniques/quirks/combinations.ts`,
      ),
    ).toEqual([]);
  });

  it("keeps scales and countOrderMax where the service does, by default", async () => {
    const { stumbles } = await travel({});
    expect(stumbles.map((stumble) => stumble.replace(/^.*main\/(\w+).*$/, "$1"))).toEqual([
      ...["countOrderMax", "cycleLimitScale", "dynamicStepScale", "martingaleScale"],
      ...["countOrderMax", "cycleLimitScale", "dynamicStepScale", "martingaleScale"],
    ]);
  });
});

describe("the whole way where 0 was seen to switch scales off", () => {
  it("keeps countOrderMax alone", async () => {
    const { stumbles, violations } = await travel({}, { zeroSwitchesOff: true });
    expect(violations).toEqual([]);
    expect(stumbles.map((stumble) => stumble.replace(/^.*main\/(\w+).*$/, "$1"))).toEqual([
      "countOrderMax",
      "countOrderMax",
    ]);
  });

  it.each(["keep", "refuse"] as const)(
    "claims nothing where the service has changed its mind: %s",
    async (scaleEmpty) => {
      const { stumbles, violations } = await travel({ scaleEmpty }, { zeroSwitchesOff: true });
      expect(violations).toEqual([]);
      expect(stumbles.filter((stumble) => !CLEAR_FAILURES.some((form) => form.test(stumble)))).toEqual([]);
      expect(stumbles.length).toBeGreaterThan(0);
    },
  );
});

describe("the whole way under pairs of quirks", () => {
  it.each(slice(PAIRS, { fast: 1, all: 12 }).map((settings) => ({ name: named(settings), settings })))(
    "$name",
    async ({ settings }) => {
      await expectSound(settings);
    },
  );
});
