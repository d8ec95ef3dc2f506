// botform report: what it says of a live account as it stands, by whose policies, and what it does where something is refused.
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import type { Finding } from "../../../src/model/policy/finding.js";
import type { Unknown } from "../../../src/model/risk/risk.js";
import { type Env, QUICK, workplace, YAML } from "../../commands/workplace.js";
import { botform } from "../../support/command.js";

const at = workplace();
const gates: Server[] = [];
afterEach(() => {
  for (const gate of gates.splice(0)) gate.close();
});

/** An account with a bot of the configuration that is on with a leverage of 9, and one of nobody's that is off. */
async function started(): Promise<Env> {
  const bot = { pairTitle: "USDT-BTC", strategy: "LONG", leverage: 9, percentSafetyOrder: 2, countOrderMax: 6 };
  const bots = [
    { ...SETTINGS, ...bot, id: 11, title: "BTC dip", enabled: true },
    { ...SETTINGS, ...bot, id: 12, title: "By <b>hand</b>", leverage: 30, enabled: false },
  ];
  const access = { accessId: 1, title: "Main futures" };
  return at.started({
    seed: { accounts: [{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", accesses: [access], bots }] },
  });
}

const SETTINGS = {
  ...{ accessId: 1, marginMode: "ISO", typeTakeProfit: "LIMIT", typeFirstOrder: "MARKET" },
  ...{ percentTakeProfit: "1.2", volumeFirstOrder: "20", volumeSafetyOrder: "25" },
} as const;

const withPolicies = (rows: string) => at.written(`${YAML}\npolicies:\n${rows}`);

interface Document {
  readonly exitCode: number;
  readonly findings: readonly Finding[];
  readonly unknown: readonly Unknown[];
}

async function reportOf(env: Env, ...args: readonly string[]): Promise<Document> {
  const { out, exitCode } = await botform(["report", ...args, "--format", "json"], { env });
  const document: Document = JSON.parse(out);
  expect(exitCode).toBe(0);
  return document;
}

describe("findings", () => {
  it("are those of the configuration's policies on every live bot, and the exit code stays 0", async () => {
    const env = await started();
    const config = withPolicies("  leverage-cap: { rule: max-leverage, limit: 8 }\n");
    const { exitCode, findings } = await reportOf(env, "-c", config);
    expect(exitCode).toBe(0);
    const capped = findings.filter(({ policy }) => policy === "leverage-cap");
    expect(capped.map(({ address, figure, limit }) => ({ address, figure, limit }))).toEqual([
      { address: "demo/#12", figure: "30", limit: "8" },
      { address: "demo/btc-dip", figure: "9", limit: "8" },
    ]);
    at.nothingWritten();
  });

  it("stand on the page with policy and line, a stray by its title; what denies stands first", async () => {
    const env = await started();
    const config = withPolicies("  leverage-cap: { rule: max-leverage, limit: 8 }\n");
    const { out } = await botform(["report", "-c", config], { env });
    const first = out.slice(out.indexOf('class="alert"'), out.indexOf('class="lead"'));
    expect(first).toContain("Serious in the account&#39;s current state:");
    expect(first).toMatch(
      /2 bots<\/bdi><\/b>: .*leverage 30 is above 8.*bot 12 &quot;By &lt;b&gt;hand&lt;\/b&gt;&quot;/,
    );
    // There are more than a few, so what to do, and by which policy, stands further down.
    expect(out).toMatch(/leverage 30 is above 8.*\[policy\/max-leverage, policy leverage-cap at .*yaml:\d+\]/);
    expect(out).toMatch(/<li><bdi>demo\/btc-dip<\/bdi>: <bdi>leverage 9 is above 8/);
    expect(out).not.toContain("No check and no policy has found anything to warn of.");
  });

  it("of rules that always hold are there without a policy, and without a configuration", async () => {
    const env = await started();
    const broken = at.written(`${YAML}\n  broken: { title: 1 }\n`);
    for (const args of [
      ["-c", QUICK],
      ["-c", broken, "--account", "demo"],
    ]) {
      const { findings, unknown } = await reportOf(env, ...args);
      expect(findings.map(({ code, policy }) => ({ code, policy }))).toContainEqual({
        code: "policy/liquidation-outside-grid",
        policy: undefined,
      });
      expect(unknown.some(({ what }) => what.includes("configuration's policies"))).toBe(args.includes(broken));
    }
  });
});

/** The service, but for account information, which it refuses. */
async function refusing(env: Env): Promise<Env> {
  const { BOTFORM_DEMO_API_URL: behind = "" } = env;
  const gate = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url?.includes("account-information") === true) {
      response.writeHead(403, { "content-type": "application/json" }).end('{"message":"not for this key"}');
      return;
    }
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && !["host", "connection", "content-length"].includes(name) ? [[name, value]] : [],
    );
    const { method = "GET", url = "" } = request;
    const answer = await fetch(`${behind}${url}`, { method, headers, ...(body !== "" && { body }) });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  gates.push(gate);
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  const address = gate.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { ...env, BOTFORM_DEMO_API_URL: `http://127.0.0.1:${address.port}` };
}

it("where account information is refused the balance is unknown, and the rest is reported", async () => {
  const env = await refusing(await started());
  const { unknown } = await reportOf(env, "-c", QUICK);
  expect(unknown.map(({ what, needs }) => `${what}: ${needs}`)).toContainEqual(
    expect.stringMatching(/whether the balance is enough.*: read the account/),
  );
  const { exitCode, out } = await botform(["report", "-c", QUICK], { env });
  expect(exitCode).toBe(0);
  expect(out).toContain("of an unknown balance");
  expect(out).toContain("To find out: <bdi>read the account");
});
