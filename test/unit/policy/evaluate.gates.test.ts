// What is applied is judged by what is there at that moment, whichever command it comes from.
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Env, workplace } from "../../commands/workplace.js";
import { botform } from "../../support/command.js";

const place = workplace();

const fleet = (policies: string, bots: string) => `version: 1
accounts:
  demo: { apiUrl: "\${env.BOTFORM_DEMO_API_URL}", apiKey: "\${env.BOTFORM_DEMO_API_KEY}", apiSecret: "\${env.BOTFORM_DEMO_API_SECRET}", accesses: { primary: Main futures } }
defaults: { strategy: LONG, leverage: 5, marginMode: ISO, typeTakeProfit: LIMIT, typeFirstOrder: MARKET, percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 500, enabled: false }
policies: { ${policies} }
bots:
${bots}`;
const ADA = "  ada: { title: ADA, pairTitle: USDT-ADA }\n";
const ETH = "  eth: { title: ETH, pairTitle: USDT-ETH }\n";
const MARGIN = "margin: { rule: max-account-margin-percent, limit: 1.5 }";

/** Writes the fleet and applies it: without policies in the way. */
async function applied(env: Env, bots: string, policies = ""): Promise<string> {
  const config = place.written(fleet(policies, bots));
  expect(await botform(["apply", "--config", config, "--yes"], { env })).toMatchObject({ exitCode: 0 });
  return config;
}

describe("a command about single bots", () => {
  test("is held to totals of the account as they are now", async () => {
    const env = await place.started();
    const config = await applied(env, `${ADA}${ETH}`);
    writeFileSync(config, fleet(MARGIN, `${ADA}${ETH}`));
    const on = (bot: string) => botform(["bots", "on", bot, "--config", config, "--yes"], { env });
    // 500 / 5 = 100 of 10 000 are 1 %; two are 2 %.
    expect(await on("ada")).toMatchObject({ exitCode: 0 });
    const second = await on("eth");
    expect(second).toMatchObject({ exitCode: 6 });
    expect(second.err).toContain("policy/max-account-margin-percent");
    expect((await botform(["deals", "start", "eth", "--config", config, "--yes"], { env })).exitCode).toBe(6);
  });

  test("is held to what always holds", async () => {
    const env = await place.started();
    const large = ADA.replace(" }", ", volumeFirstOrder: 90000 }");
    const config = await applied(env, large);
    const on = await botform(["bots", "on", "ada", "--config", config, "--yes"], { env });
    expect(on).toMatchObject({ exitCode: 6 });
    expect(on.err).toContain("policy/affordable");
  });

  test("so is the way back", async () => {
    const env = await place.started();
    const mistake = ADA.replace(" }", ", countOrderMax: 30, volumeSafetyOrder: 10 }");
    const config = await applied(env, mistake, "reach: { rule: liquidation-outside-grid, severity: off }");
    writeFileSync(config, fleet("", ADA.replace(" }", ", countOrderMax: 1, volumeSafetyOrder: 10 }")));
    const journal = place.fresh("journal");
    const apply = ["apply", "--config", config, "--yes", "--journal", journal];
    expect(await botform(apply, { env })).toMatchObject({ exitCode: 0 });
    const undo = await botform(["undo", "last", "--config", config, "--yes", "--journal", journal], { env });
    expect(undo).toMatchObject({ exitCode: 6 });
    expect(undo.err).toContain("policy/liquidation-outside-grid");
  });

  test("a way back that only turns off asks no configuration", async () => {
    const env = await place.started();
    const config = await applied(env, ADA);
    const journal = ["--journal", place.fresh("journal")];
    expect(await botform(["bots", "on", "ada", "--config", config, "--yes", ...journal], { env })).toMatchObject({
      exitCode: 0,
    });
    const undo = ["undo", "last", "--config", config, "--var", "no value", "--yes", ...journal];
    expect(await botform(undo, { env })).toMatchObject({ exitCode: 0 });
    expect(place.emulator.service.bots().filter(({ enabled }) => enabled)).toEqual([]);
  });
});

describe("a saved plan", () => {
  const plan = async (env: Env, config: string, exitCode = 0) => {
    const file = place.fresh();
    expect((await botform(["plan", "--config", config, "--out", file], { env })).exitCode).toBe(exitCode);
    return file;
  };
  const apply = (env: Env, config: string, file: string, ...more: string[]) =>
    botform(["apply", file, "--config", config, "--yes", ...more], { env });

  test("is held to the totals of its apply: two of them don't add up unseen", async () => {
    const env = await place.started();
    await applied(env, `${ADA}${ETH}`);
    const config = place.written(fleet(MARGIN, `${ADA}${ETH}`.replaceAll(" }", ", enabled: true }")));
    const [ada, eth] = ["ada", "eth"].map((bot) => ["plan", "--config", config, "--target", bot, "--out"]);
    const files = [place.fresh(), place.fresh()];
    for (const [index, args] of [ada, eth].entries())
      expect((await botform([...(args ?? []), files[index] ?? ""], { env })).exitCode).toBe(0);
    expect((await apply(env, config, files[0] ?? "")).exitCode).toBe(0);
    expect(await apply(env, config, files[1] ?? "")).toMatchObject({ exitCode: 6 });
  });

  test("sees deals that have begun since", async () => {
    const env = await place.started();
    await applied(env, ADA);
    const config = place.written(
      fleet("frozen: { rule: freeze-active-deals }", ADA.replace(" }", ", percentTakeProfit: 2 }")),
    );
    const file = await plan(env, config);
    const other = place.written(fleet("", ADA));
    const started = await botform(["deals", "start", "ada", "--config", other, "--yes"], { env });
    expect(started, started.err).toMatchObject({ exitCode: 0 });
    expect(await apply(env, config, file)).toMatchObject({ exitCode: 6 });
  });

  test("that was denied isn't let through by a configuration without the policy", async () => {
    const env = await place.started();
    const config = place.written(fleet("cap: { rule: max-leverage, limit: 3 }", ADA));
    const file = await plan(env, config, 6);
    const without = place.written(fleet("", ADA));
    const refused = await apply(env, without, file);
    expect(refused).toMatchObject({ exitCode: 6 });
    expect(refused.err).toContain("this configuration doesn't have them (cap)");
    writeFileSync(config, fleet("cap: { rule: max-leverage, limit: 5 }", ADA));
    expect(await apply(env, config, file)).toMatchObject({ exitCode: 0 });
  });

  test("is held by a kill switch that --env-from engages, or that it doesn't take back", async () => {
    const env = await place.started();
    const config = place.written(fleet("stop: { rule: kill-switch, env: BOTFORM_STOP }", ADA));
    const file = await plan(env, config);
    const [on, off] = ["1", "0"].map((value) => place.written(`BOTFORM_STOP=${value}\n`, "env"));
    expect((await apply(env, config, file, "--env-from", on ?? "")).exitCode).toBe(6);
    expect((await apply({ ...env, BOTFORM_STOP: "1" }, config, file, "--env-from", off ?? "")).exitCode).toBe(6);
    expect((await apply(env, config, file, "--env-from", off ?? "")).exitCode).toBe(0);
  });
});
