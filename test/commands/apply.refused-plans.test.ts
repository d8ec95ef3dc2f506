// Plan files that aren't for here and now: refused by what they say and how they are sealed, before any bot is read.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { applyFile, type Env, QUICK, VERSION, workplace, YAML } from "./workplace.js";

const at = workplace();

interface Case {
  readonly because: string;
  /** Another file than the one that was saved. */
  readonly file?: (file: string, env: Env) => string;
  /** What differs from the environment in which it was saved. */
  readonly env?: Env;
  readonly config?: () => string;
  readonly code: string;
  readonly says: RegExp;
}

/** The saved file with one text replaced. */
function altered(before: string, after: string): (file: string) => string {
  return (file) => {
    const text = readFileSync(file, "utf8");
    expect(text).toContain(before);
    return at.written(text.replace(before, after), "plan");
  };
}

/** The saved plan, sealed at another time; both in minutes from now. */
function sealedAt(made: number, until: number): (file: string, env: Env) => string {
  return (file, env) => {
    const now = Date.now();
    return at.resealed(file, env, { createdAt: now + made * 60_000, expiresAt: now + until * 60_000 });
  };
}

const CASES: readonly Case[] = [
  {
    because: "an altered plan",
    file: altered('"unchanged":0', '"unchanged":9'),
    code: "altered",
    says: /altered after it was made: its content doesn't match its seal/,
  },
  {
    because: "a plan that sends what it doesn't show",
    file: altered('"leverage":"5"', '"leverage":"50"'),
    code: "altered",
    says: /altered or damaged after it was made/,
  },
  {
    because: "a plan that was laid out anew",
    file: (file) => at.written(JSON.stringify(JSON.parse(readFileSync(file, "utf8")), null, 2), "plan"),
    code: "altered",
    says: /altered or damaged/,
  },
  {
    because: "an expired plan",
    file: sealedAt(-2, -1),
    code: "expired",
    says: /was valid until \S+Z, and it is now \S+Z/,
  },
  {
    because: "a plan from the future",
    file: sealedAt(6, 7),
    code: "from-the-future",
    says: /made at \S+Z, and it is only \S+Z/,
  },
  {
    because: "another tool's plan",
    file: (file, env) => at.resealed(file, env, { toolVersion: "0.0.9" }),
    code: "other-tool",
    says: new RegExp(`botform 0\\.0\\.9, and this is botform ${VERSION.replaceAll(".", "\\.")}`),
  },
  {
    because: "another format's plan",
    file: altered('"formatVersion":1,"id"', '"formatVersion":2,"id"'),
    code: "other-format",
    says: /format 2, and this botform reads format 1/,
  },
  {
    because: "a plan of another service",
    env: { BOTFORM_DEMO_API_URL: "http://127.0.0.1:1" },
    code: "other-service",
    says: /made against http:\/\/127\.0\.0\.1:\d+, and the account's apiUrl is\s+http:\/\/127\.0\.0\.1:1/,
  },
  {
    because: "a plan of another key",
    env: { BOTFORM_DEMO_API_KEY: "other" },
    code: "other-key",
    says: /a different API key or secret/,
  },
  {
    because: "a plan of another secret",
    env: { BOTFORM_DEMO_API_SECRET: "other" },
    code: "other-key",
    says: /a different API key or secret/,
  },
  {
    because: "a plan of another configuration",
    config: () => at.written(YAML.replace("percentTakeProfit: 1.2", "percentTakeProfit: 1.3")),
    code: "configuration-changed",
    says: /the configuration has changed since the plan was made/,
  },
];

it.each(CASES)("refuses $because with exit code 4", async ({ file: another, env: changed, config, code, says }) => {
  const made = await at.saved();
  const file = another?.(made.file, made.env) ?? made.file;
  const env = { ...made.env, ...changed };
  const where = ["-c", config?.() ?? QUICK];
  const { listBots } = at.emulator.service.requests;
  const { exitCode, out, err } = await applyFile(file, env, ...where);
  expect({ exitCode, out }).toEqual({ exitCode: 4, out: "" });
  expect(err).toMatch(says);
  expect(err).toContain(`[planfile/${code}]`);
  expect(err).toContain("nothing was written");
  const json = await applyFile(file, env, ...where, "--format", "json");
  expect(JSON.parse(json.out)).toMatchObject({
    command: "apply",
    ok: false,
    exitCode: 4,
    diagnostics: [{ code: `planfile/${code}` }],
  });
  expect(json.err).toBe("");
  expect(at.emulator.service.requests.listBots).toBe(listBots);
  at.nothingWritten();
});

it("accepts a configuration that means the same", async () => {
  const { env, file } = await at.saved();
  const same = at.written(`# reworded\n${YAML.replace("leverage: 5\n", "leverage: 5.0 # as before\n")}`);
  expect((await applyFile(file, env, "-c", same)).exitCode).toBe(0);
});
