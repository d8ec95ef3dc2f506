// A service that answers text where a number belongs: whatever reads the account goes on, and shows it harmlessly.
import { afterEach, expect, it } from "vitest";
import { botform } from "../support/command.js";
import { type Holding, holding } from "../support/holding.js";
import { botCalled, QUICK, workplace } from "./workplace.js";

const at = workplace();
let bent: Holding | undefined;
afterEach(async () => {
  await bent?.close();
  bent = undefined;
});

const READING = [
  ["plan"],
  ["drift"],
  ["report"],
  ["bots", "list"],
  ["bots", "show", "#1001"],
  ["deals", "active"],
  ["deals", "drift"],
  ["deals", "complete", "50001", "--yes"],
  ["pull", "--dry-run"],
  ["risk", "--live"],
];

const FIGURE = /"([a-z_]+)":"\d+(?:\.\d+)?"/g;

it.each([
  { what: "of the take profit", isMeant: (name: string) => name === "percent_take_profit" },
  { what: "of every setting", isMeant: () => true },
])("a figure $what that is none", async ({ isMeant }) => {
  const env = await at.started();
  at.emulator.service.addBot("demo", { ...botCalled("BTC dip"), enabled: true });
  bent = await holding(at.emulator.url, undefined, (_path, body) => {
    const odd = (whole: string, name: string) => (isMeant(name) ? `"${name}":"1.2\\u001b[2J"` : whole);
    return Buffer.from(body.toString().replace(FIGURE, odd));
  });
  const ended = [];
  for (const args of READING) {
    const run = await botform([...args, "-c", QUICK], { env: { ...env, BOTFORM_DEMO_API_URL: bent.url } });
    ended.push([args.join(" "), run.exitCode, `${run.out}${run.err}`.includes("\u001b")]);
  }
  const changes: Readonly<Record<string, number>> = { drift: 2, "pull --dry-run": 7 };
  expect(ended).toEqual(READING.map((args) => [args.join(" "), changes[args.join(" ")] ?? 0, false]));
});
