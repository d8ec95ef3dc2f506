// Before rivals are timed: each must find what was planted, and find it all, or its time would mean nothing.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientsOf } from "./clients.mjs";
import { botsOf } from "./fleet.mjs";
import { measure } from "./measure.mjs";
import { desiredJson, expect } from "./rival-sides.mjs";

const COUNT = 30;
const JOB = { count: COUNT, latencyMs: 0, live: true };

/** The nth bot has another value in its nth setting; the first has another title, and so is missing. */
export async function proveScript(side, folder) {
  const fleet = botsOf({ count: COUNT, accesses: 1 });
  const names = Object.keys(fleet[0].settings);
  const expected = [];
  const planted = fleet.map((bot, at) => {
    const name = names[at];
    if (name === undefined) return bot;
    const { [name]: value, title } = bot.settings;
    const other = name === "title" ? "Bench other" : Number.isNaN(Number(value)) ? "OTHER" : String(Number(value) + 1);
    if (name === "title") expected.push(`create ${other}`, `undeclared: bot ${at + 1} ${title}`);
    else expected.push(`update ${title}: ${name}: ${value} → ${other}`);
    return { ...bot, settings: { ...bot.settings, [name]: other } };
  });
  const { program, args, env } = await side.start(JOB);
  const file = join(folder, "planted.json");
  writeFileSync(file, desiredJson(planted));
  const run = await measure([args[0], "plan", file], env, folder, program);
  const found = run.out.trim().split("\n").sort().join("\n");
  expect(run.code === 2 && found === expected.sort().join("\n"), side.name, "didn't find what was planted", run);
}

/** One client of the file has another description. */
export async function proveAuth0(side, folder) {
  const clients = clientsOf(COUNT, false);
  const planted = clients.map((client, at) => (at === 7 ? { ...client, description: "Another" } : client));
  const { args, env } = await side.start(JOB, planted);
  const run = await measure(args, env, folder);
  const found = run.out.match(/\b(?:CREATE|UPDATE|DELETE)\b.*/g) ?? [];
  const right = run.code === 0 && found.length === 1 && /^UPDATE\W+Bench 0008\b/.test(found[0]);
  expect(right, side.name, "didn't find what was planted", run);
}

/** After any side's creates botform finds every field of every bot as it should be, and no bot too many. */
export async function proveApplied(side, { main, folder, service }, { count }, { args, env }, config) {
  expect((await service.counts()).bots === count, side.name, `left another number of bots than ${count}`, undefined);
  const run = await measure([main, "plan", "--detailed-exitcode", "--config", config], env, folder);
  const right = run.code === 0 && new RegExp(`no changes\\b.*\\b${count} unchanged\\b`).test(run.out);
  expect(right, side.name, `botform isn't content after ${args.join(" ")}`, run);
}
