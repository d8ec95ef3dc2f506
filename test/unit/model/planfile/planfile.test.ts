import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SomeFields } from "../../../../src/model/bot/field.js";
import type { Plan } from "../../../../src/model/plan/plan.js";
import {
  type Here,
  isPlanFile,
  LONGEST_HOLD_MS,
  openPlan,
  PLAN_FILE_BYTES,
  readPlanFile,
  type SealOptions,
  sealPlan,
} from "../../../../src/model/planfile/planfile.js";
import { canonicalJson } from "../../../../src/model/planfile/sealing.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { amount } from "../../../support/lane.js";
import { desired, desiredBot, live, observed } from "../../reconcile/fleet.js";

const MADE = 1_790_000_000_000;
const MINUTE = 60_000;
const OPENER = { apiUrl: "https://api.example.net", apiKey: "key", apiSecret: "secret" };
const SEAL: SealOptions = {
  id: "0123456789abcdef0123456789abcdef",
  toolVersion: "1.2.3",
  createdAt: MADE,
  expiresAt: MADE + 30 * MINUTE,
};
const HERE: Here = { toolVersion: "1.2.3", account: "main", opener: OPENER, configDigest: "d", now: MADE };

/** One bot to update and turn on, one to create, one undeclared, one warning. */
const PLAN = makePlan(
  desired([desiredBot("a", { enabled: true, fields: { leverage: "9" } }), desiredBot("b")]),
  observed([
    { ...live(1, "a"), unknownSettings: ["moon_phase"] },
    live(2, "stray", { fields: { pairTitle: "USDT-ETH" } }),
  ]),
);
const FILE = sealPlan(PLAN, OPENER, SEAL);

function open(text: string | Uint8Array, here: Partial<Here> = {}): string {
  const reading = openPlan(typeof text === "string" ? Buffer.from(text) : text, { ...HERE, ...here });
  return reading.ok ? "opened" : reading.problem.code.replace("planfile/", "");
}

function problem(text: string, here: Partial<Here> = {}): string {
  const reading = openPlan(Buffer.from(text), { ...HERE, ...here });
  return reading.ok ? "" : reading.problem.summary;
}

/** What the file holds; the tests below write it anew in ways that a plan file is not written. */
function parsed(): Record<string, unknown> {
  return JSON.parse(FILE);
}

function planOf(text: string): Plan | undefined {
  const reading = openPlan(Buffer.from(text), HERE);
  return reading.ok ? reading.saved.plan : undefined;
}

/** As plans are saved: without origins, which only the configuration can read. */
function withoutOrigins(plan: Plan): unknown {
  return JSON.parse(JSON.stringify(plan, (key, value) => (key === "origin" ? undefined : value)));
}

describe("a plan file", () => {
  it("reads back as the plan that was saved", () => {
    expect(PLAN.steps.map((step) => step.action)).toEqual(["update", "create", "turn-on"]);
    expect(PLAN.diagnostics).toHaveLength(1);
    expect(planOf(FILE)).toEqual(withoutOrigins(PLAN));
  });

  it("reads back whatever titles, keys and values are in it", () => {
    const units = fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
      .map((codes) => String.fromCharCode(...codes));
    const title = fc.oneof(units, fc.constantFrom("__proto__", "constructor", "a\nb", "\u{1f600}", "\ud800", "\u2028"));
    const fields = fc.record(
      {
        title,
        indicatorName: fc.option(units),
        leverage: fc.constantFrom("1", "125"),
        martingaleScale: fc.constant(null),
      },
      { requiredKeys: ["title"] },
    );
    const key = fc.oneof(fc.constantFrom("__proto__", "constructor", "toString", "0", "10"), units);
    const one = fc.record({ key, fields, enabled: fc.option(fc.boolean(), { nil: undefined }), isLive: fc.boolean() });
    fc.assert(
      fc.property(fc.uniqueArray(one, { selector: ({ key: each }) => each, maxLength: 6 }), (bots) => {
        const configured = bots.map((bot) => desiredBot(bot.key, { enabled: bot.enabled, fields: given(bot.fields) }));
        const there = bots.flatMap((bot, index) => (bot.isLive ? [live(index + 1, bot.fields.title)] : []));
        const plan = makePlan(desired(configured), observed(there));
        expect(planOf(sealPlan(plan, OPENER, SEAL))).toEqual(withoutOrigins(plan));
      }),
      { numRuns: amount({ fast: 75, all: 300 }) },
    );
  });

  it("is its own canonical form, ends in a line feed, and is the same for the same plan", () => {
    expect(canonicalJson(parsed())).toBe(FILE);
    expect(FILE.endsWith("}\n")).toBe(true);
    expect(sealPlan(PLAN, OPENER, SEAL)).toBe(FILE);
  });

  it("holds neither the key nor the secret in any form", () => {
    const opener = { ...OPENER, apiKey: "canary-k3y/+=&", apiSecret: "canary-5ecret/+=&ü" };
    const text = sealPlan(PLAN, opener, SEAL);
    for (const canary of [opener.apiKey, opener.apiSecret]) {
      const bytes = Buffer.from(canary);
      for (const form of [canary, encodeURIComponent(canary), ...forms(bytes)]) expect(text).not.toContain(form);
    }
  });
});

/** With another seal of the right length. */
function resealed(): string {
  return FILE.replace(/("mac":")(.)/, (_, head: string, first: string) => `${head}${first === "0" ? "1" : "0"}`);
}

function given(fields: Partial<SomeFields>): SomeFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function forms(bytes: Buffer): string[] {
  const encodings: readonly BufferEncoding[] = ["base64", "base64url", "hex"];
  return encodings.map((encoding) => bytes.toString(encoding).replace(/=+$/, ""));
}

describe("an altered plan file is refused", () => {
  // Small, so that every byte of it can be tried.
  const small = Buffer.from(sealPlan(makePlan(desired([]), observed([live(1, "ü")])), OPENER, SEAL));

  it("whichever single byte is changed, added or taken away", () => {
    expect(open(small)).toBe("opened");
    const passed: string[] = [];
    const attempt = (what: string, bytes: Uint8Array) => {
      if (open(bytes) === "opened") passed.push(what);
    };
    for (let at = 0; at <= small.length; at += 1) {
      const [before, rest] = [small.subarray(0, at), small.subarray(at)];
      for (const added of [" ", "\n", "0", '"', "a"]) {
        attempt(`${added} added at ${at}`, Buffer.concat([before, Buffer.from(added), rest]));
      }
      const byte = small[at];
      if (byte === undefined) continue;
      attempt(`${at} taken away`, Buffer.concat([before, rest.subarray(1)]));
      for (const mask of [0x01, 0x20, 0x80]) {
        attempt(`${at} xor ${mask}`, Buffer.concat([before, Buffer.from([byte ^ mask]), rest.subarray(1)]));
      }
    }
    expect(passed).toEqual([]);
  });

  const first = FILE.slice(0, FILE.indexOf(",") + 1);
  it.each([
    {
      because: "keys in another order",
      text: `${JSON.stringify(Object.fromEntries(Object.entries(parsed()).reverse()))}\n`,
    },
    { because: "a doubled key of the same value", text: FILE.replace("{", first) },
    { because: "white space between", text: `${JSON.stringify(parsed(), null, 2)}\n` },
    { because: "white space after", text: `${FILE}\n` },
    { because: "another line end", text: FILE.replace("\n", "\r\n") },
    { because: "an escape for a letter", text: FILE.replace('"account"', '"\\u0061ccount"') },
    { because: "another form of a number", text: FILE.replace('"observedBots":2', '"observedBots":2.0') },
    { because: "an unknown key", text: canonicalJson({ ...parsed(), more: 1 }) },
    { because: "an own __proto__", text: FILE.replace("{", '{"__proto__":{"a":1},') },
    { because: "another account inside", text: FILE.replace('"plan":{"account":"main"', '"plan":{"account":"nain"') },
    {
      because: "a step taken out",
      text: canonicalJson({ ...parsed(), plan: { ...PLAN, steps: PLAN.steps.slice(1) } }),
    },
    { because: "a longer life", text: FILE.replace(iso(SEAL.expiresAt), iso(SEAL.expiresAt + MINUTE)) },
    { because: "another value", text: FILE.replace('"leverage":"9"', '"leverage":"99"') },
  ])("for $because", ({ text }) => {
    expect(text).not.toBe(FILE);
    expect(open(text)).toBe("altered");
  });

  it("where bytes that are no text stand for the character that would replace them", () => {
    const bytes = Buffer.from(sealPlan(makePlan(desired([]), observed([live(1, "\ufffd")])), OPENER, SEAL));
    const at = bytes.indexOf("\ufffd");
    expect(open(bytes)).toBe("opened");
    expect(open(Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at + 3)]))).toBe(
      "not-a-plan",
    );
  });

  it("where what it is bound to isn't what its plan says, whoever sealed it", () => {
    for (const alien of [{ account: "copy" }, { configDigest: "e" }]) {
      expect(readPlanFile(Buffer.from(canonicalJson({ ...parsed(), ...alien })), "1.2.3").ok).toBe(false);
    }
  });

  it("where it was only sealed again with another secret", () => {
    const forged = sealPlan(PLAN, { ...OPENER, apiSecret: "guess" }, SEAL);
    expect(open(forged)).toBe("other-key");
    const { keyFingerprint } = parsed();
    expect(open(canonicalJson({ ...JSON.parse(forged), keyFingerprint }))).toBe("altered");
  });
});

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

describe("a plan file that isn't for here and now is refused, and both values are named", () => {
  const service = { ...OPENER, apiUrl: "https://api.example.org" };
  it.each([
    { here: {}, code: "opened", because: "it is" },
    { here: { opener: { ...OPENER, apiUrl: "https://API.example.net:443/" } }, code: "opened", because: "one origin" },
    {
      here: { toolVersion: "1.2.4" },
      code: "other-tool",
      says: /1\.2\.3, and this is botform 1\.2\.4/,
      because: "another tool",
    },
    {
      here: { account: "copy" },
      code: "other-account",
      says: /account main, but the account here is copy/,
      because: "another account",
    },
    {
      here: { opener: service },
      code: "other-service",
      says: /example\.net, and the account's apiUrl is .*example\.org/,
      because: "another service",
    },
    { here: { opener: { ...OPENER, apiKey: "other" } }, code: "other-key", because: "another key" },
    { here: { opener: { ...OPENER, apiSecret: "other" } }, code: "other-key", because: "another secret" },
    {
      here: { configDigest: "e" },
      code: "configuration-changed",
      says: /^the configuration has changed since the plan was made$/,
      because: "another configuration",
    },
    { here: { now: MADE + 30 * MINUTE - 1 }, code: "opened", because: "its last millisecond" },
    {
      here: { now: MADE + 30 * MINUTE },
      code: "expired",
      says: /14:43:20\.000Z, and it is now .*14:43:20\.000Z/,
      because: "its time is over",
    },
    { here: { now: MADE + 60 * MINUTE }, code: "expired", because: "our clock is an hour ahead" },
    { here: { now: MADE - 5 * MINUTE }, code: "opened", because: "clocks differ a little" },
    {
      here: { now: MADE - 5 * MINUTE - 1 },
      code: "from-the-future",
      says: /14:13:20\.000Z, and it is only .*14:08:19\.999Z/,
      because: "ours is behind",
    },
    { here: { now: MADE - 60 * MINUTE }, code: "from-the-future", because: "our clock is an hour behind" },
  ])("$because: $code", ({ here, code, says }) => {
    expect(open(FILE, here)).toBe(code);
    if (says !== undefined) expect(problem(FILE, here)).toMatch(says);
  });

  it("in whole sentences, with what to do", () => {
    const other = { ...OPENER, apiSecret: "other" };
    const service = { ...OPENER, apiUrl: "https://api.example.org" };
    const heres = [{ toolVersion: "1.2.4" }, { account: "copy" }, { opener: service }, { opener: other }];
    const later = [{ now: MADE + 30 * MINUTE }, { now: MADE - 6 * MINUTE }, { configDigest: "e" }];
    const texts = [
      FILE.replace('"mac":"', '"mac":"0'),
      FILE.replace("1.2.3", ""),
      FILE.replace('Version":1', 'Version":9'),
      "{}",
    ];
    const refused = [
      ...[...heres, ...later].map((here) => openPlan(Buffer.from(FILE), { ...HERE, ...here })),
      ...texts.map((text) => openPlan(Buffer.from(text), HERE)),
      openPlan(Buffer.from(resealed()), HERE),
    ];
    expect(
      refused.map((one) => (one.ok ? "" : [one.problem.code, one.problem.summary, one.problem.remedy].join("\n"))),
    ).toMatchInlineSnapshot(`
      [
        "planfile/other-tool
      the plan was made by botform 1.2.3, and this is botform 1.2.4
      Make a new one with botform plan --out FILE or --ask, and review it.",
        "planfile/other-account
      the plan is for the account main, but the account here is copy
      Name the configuration it was made from with --config, and leave --account out.",
        "planfile/other-service
      the plan was made against https://api.example.net, and the account's apiUrl is https://api.example.org
      Set the account's apiUrl back, or plan again. Make a new one with botform plan --out FILE or --ask, and review it.",
        "planfile/other-key
      the plan was made with a different API key or secret from the account's current one
      Set the key and the secret that it was made with, or make a new plan with botform plan --out FILE or --ask.",
        "planfile/expired
      the plan was valid until 2026-09-21T14:43:20.000Z, and it is now 2026-09-21T14:43:20.000Z
      Make a new one with botform plan --out FILE or --ask, and review it.",
        "planfile/from-the-future
      the plan was made at 2026-09-21T14:13:20.000Z, and it is only 2026-09-21T14:07:20.000Z here: one of the two clocks is wrong
      Correct the clocks, then make a new plan with botform plan --out FILE or --ask.",
        "planfile/configuration-changed
      the configuration has changed since the plan was made
      Make a new one with botform plan --out FILE or --ask, and review it.",
        "planfile/altered
      the plan file was altered or damaged after it was made
      Make a new one with botform plan --out FILE or --ask, and review it.",
        "planfile/other-tool
      the plan was made by an unknown botform, and this is botform 1.2.3
      Make a new one with botform plan --out FILE or --ask, and review it.",
        "planfile/other-format
      the plan file has format 9, and this botform reads format 1
      Make a new one with botform plan --out FILE or --ask, and review it.",
        "planfile/not-a-plan
      the file is not a saved plan, or only a part of one
      Name a file that botform plan --out wrote; to name a configuration, use --config.",
        "planfile/altered
      the plan file was altered after it was made: its content doesn't match its seal
      Make a new one with botform plan --out FILE or --ask, and review it.",
      ]
    `);
  });

  it("for the first reason in the order of what a user can mend", () => {
    const strange: Here = {
      toolVersion: "9",
      account: "copy",
      opener: { apiUrl: "https://else.example.net", apiKey: "k", apiSecret: "s" },
      configDigest: "e",
      now: MADE + 90 * MINUTE,
    };
    const mended = ["toolVersion", "account", "opener", "now", "configDigest"] as const;
    const codes = mended.map((_, count) =>
      open(FILE, { ...strange, ...Object.fromEntries(mended.slice(0, count).map((name) => [name, HERE[name]])) }),
    );
    expect(codes).toEqual(["other-tool", "other-account", "other-service", "expired", "configuration-changed"]);
  });

  it("but an undo plan knows no configuration", () => {
    const undo = sealPlan({ ...PLAN, configDigest: "undo/1790000000000" }, OPENER, SEAL);
    expect(open(undo)).toBe("opened");
    expect(open(undo.replace("undo/1790000000000", "undo/1790000000001"))).toBe("altered");
  });

  it("where its format is another, whatever else it holds", () => {
    const next = { kind: "botform-plan", formatVersion: 2, toolVersion: "9", body: "quite different" };
    expect(open(JSON.stringify(next))).toBe("other-format");
    expect(problem(JSON.stringify(next))).toMatch(/format 2, and this botform reads format 1/);
    expect(open(FILE.replace('"formatVersion":1,"id"', '"formatVersion":2,"id"'))).toBe("other-format");
  });

  it("where another tool wrote the same format in another way", () => {
    const by = (toolVersion: string) => canonicalJson({ ...parsed(), toolVersion, more: 1 });
    expect(open(by("2.0.0"))).toBe("other-tool");
    for (const long of ["9".repeat(100), "9".repeat(101)])
      expect(problem(by(long))).toContain(`made by botform ${"9".repeat(100)}, and this is botform 1.2.3`);
  });
});

describe("what is no plan file", () => {
  it.each([
    ["", "empty"],
    ["{", "cut off at once"],
    [FILE.slice(0, FILE.length / 2), "cut off half-way"],
    ["null", "JSON of nothing"],
    ["[]", "a list"],
    [JSON.stringify({ kind: "other" }), "of another kind"],
    ["version: 1\naccounts: {}\n", "a configuration"],
    ["[".repeat(1_000_000), "brackets without end"],
    [`${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`, "nested deeply"],
    [`\ufeff${FILE}`, "a byte order mark"],
  ])("%#: is said to be none", (text) => {
    expect(open(text)).toBe("not-a-plan");
  });

  it("is refused by its size before it is parsed", () => {
    const padded = Buffer.alloc(PLAN_FILE_BYTES + 1, " ");
    padded.write(FILE);
    expect(open(padded)).toBe("not-a-plan");
    expect(open(padded.subarray(0, PLAN_FILE_BYTES))).toBe("altered");
  });

  it.each([
    {
      because: "a number beyond 2^53",
      alter: (text: string) => text.replace('"observedBots":2', '"observedBots":9007199254740993'),
    },
    {
      because: "a number without end",
      alter: (text: string) => text.replace('"observedBots":2', '"observedBots":1e999'),
    },
    {
      because: "a deep plan",
      alter: (text: string) => text.replace('"steps":[', `"steps":[${"[".repeat(99_999)}${"]".repeat(99_999)},`),
    },
    { because: "an endless text", alter: (text: string) => text.replace("moon_phase", "m".repeat(70_000)) },
    { because: "a bot at __proto__", alter: (text: string) => text.replace('"main/b":{', '"__proto__":{') },
    { because: "a code that commands", alter: (text: string) => text.replace("plan/unknown-setting", "\\u001b[2J") },
  ])("nor is one with $because", ({ alter }) => {
    expect(alter(FILE)).not.toBe(FILE);
    expect(open(alter(FILE))).toBe("altered");
    // Not even with the right key.
    expect(readPlanFile(Buffer.from(alter(FILE)), "1.2.3").ok).toBe(false);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

it("is one of at most 64 MiB, and good for a day at most", () => {
  expect([PLAN_FILE_BYTES, LONGEST_HOLD_MS]).toEqual([67_108_864, 86_400_000]);
  const made = Date.parse("2026-11-22T12:00:00.000Z");
  const held = (ms: number) => {
    const text = FILE.replace(/("createdAt":)"[^"]*"/, `$1"${new Date(made).toISOString()}"`);
    const until = new Date(made + ms).toISOString();
    return readPlanFile(Buffer.from(text.replace(/("expiresAt":)"[^"]*"/, `$1"${until}"`)), "1.2.3").ok;
  };
  expect([held(1), held(LONGEST_HOLD_MS), held(LONGEST_HOLD_MS + 1), held(0)]).toEqual([true, true, false, false]);
});

it.each<{ text: string; is: boolean; because: string }>([
  { text: FILE, is: true, because: "as it was made" },
  { text: FILE.replace('"observedBots":2', '"observedBots":3'), is: true, because: "altered" },
  { text: '{"kind":"botform-plan","formatVersion":99,"more":1}', is: true, because: "of a newer format" },
  { text: '{"kind":"botform-plan"}', is: false, because: "without a format" },
  { text: '{"kind":"other","formatVersion":1}', is: false, because: "of another kind" },
  { text: "bots: {}", is: false, because: "no JSON" },
  { text: "", is: false, because: "empty" },
])("a file claims to be a plan: $is, $because", ({ text, is }) => {
  expect(isPlanFile(Buffer.from(text))).toBe(is);
});
