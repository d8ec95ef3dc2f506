// Threat 5: a key that stands in a title of the service is in no file that a command writes for others to read.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { botform } from "../support/command.js";
import { canaries, KEY, SECRET } from "../techniques/threats/canary.js";
import { botCalled, QUICK, workplace } from "./workplace.js";

const at = workplace();

/** Each form of --out. What botform itself reads again (saved plans, YAML, the ledger) keeps titles as they are. */
const WRITTEN = [
  ["plan", "--out", "html=FILE"],
  ["plan", "--out", "markdown=FILE"],
  ["plan", "--out", "json=FILE"],
  ["report", "--out", "FILE"],
  ["report", "--account", "demo", "--out", "FILE"],
];

it("pages, comments and documents in files have stars in the place of a key", async () => {
  const account = {
    name: "demo",
    apiKey: KEY,
    apiSecret: SECRET,
    accesses: [{ accessId: 101, title: "Main futures" }],
  };
  const started = await at.started({ seed: { accounts: [{ ...account, balance: { USDT: "10000" } }] } });
  const env = { ...started, BOTFORM_DEMO_API_KEY: KEY, BOTFORM_DEMO_API_SECRET: SECRET };
  at.emulator.service.addBot("demo", { ...botCalled(`A ${KEY} ${SECRET}`), pairTitle: "USDT-SOL", enabled: true });
  const found = [];
  for (const args of WRITTEN) {
    const file = at.fresh("out");
    const typed = args.map((arg) => arg.replace("FILE", file));
    const { exitCode, err } = await botform([...typed, "-c", QUICK], { env });
    const text = readFileSync(file, "utf8");
    const hasStars = text.includes("A *** ***") || text.includes("A &#42;&#42;&#42; &#42;&#42;&#42;");
    found.push({ args, exitCode, hasStars, left: canaries(text + err) });
  }
  expect(found).toEqual(WRITTEN.map((args) => ({ args, exitCode: 0, hasStars: true, left: [] })));
});
