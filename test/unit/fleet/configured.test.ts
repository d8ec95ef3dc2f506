// The page's configuration is read once for all who ask, and what is to be shown first is read before anybody asks.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { programHost } from "../../../src/app/host.js";
import { keptConfiguration } from "../../../src/fleet/configured.js";
import { fleetReading } from "../../../src/fleet/reading.js";

const folder = mkdtempSync(join(tmpdir(), "botform-configured-"));
afterAll(() => rmSync(folder, { recursive: true }));

const config = join(folder, "fleet.yaml");
const ACCOUNT =
  "{ apiUrl: ${env.BOTFORM_DEMO_API_URL}, apiKey: ${env.BOTFORM_DEMO_API_KEY}, apiSecret: ${env.BOTFORM_DEMO_API_SECRET}, accesses: { primary: Main } }";
const write = (...accounts: readonly string[]) => {
  const lines = accounts.map((name) => `  ${name}: ${ACCOUNT.replace(/\$\{[^}]+\}/g, '"$&"')}\n`);
  writeFileSync(config, `version: 1\naccounts:\n${lines.join("")}bots:\n  a: { title: A, enabled: false }\n`);
};

it("is read anew once that could be news, and is gone while it is gone", () => {
  let now = 0;
  const configured = keptConfiguration(
    () => ({ config }),
    () => now,
  );
  const names = () => configured()?.reaches.map(({ connection }) => connection.account);
  write("demo");
  expect(names()).toEqual(["demo"]);
  write("demo", "other");
  now = 4_999;
  expect(names()).toEqual(["demo"]);
  now = 5_000;
  expect(names()).toEqual(["demo", "other"]);
  rmSync(config);
  expect(names()).toEqual(["demo", "other"]);
  now = 10_000;
  expect(names()).toEqual([]);
  write("demo");
  expect(names()).toEqual([]);
  now = 15_000;
  expect(names()).toEqual(["demo"]);
});

it("is what the first page shows, read before anybody has asked", async () => {
  write("demo");
  const options = () => ({ config, journal: join(folder, "journal") });
  const reading = fleetReading(
    programHost({}),
    options,
    () => 0,
    keptConfiguration(options, () => 0),
  );
  expect(reading.last()).toBeUndefined();
  await reading.warm();
  expect(reading.last()?.state.accounts.map(({ account }) => account)).toEqual(["demo"]);
});
