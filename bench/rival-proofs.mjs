// Before rivals are timed: each must find what was planted, and find it all, or its time would mean nothing.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { botsOf } from "./fleet.mjs";
import { measure } from "./measure.mjs";
import { desiredJson, expect } from "./rival-sides.mjs";
import { servicesOf } from "./services.mjs";

const COUNT = 30;
const JOB = { kind: "plan", count: COUNT, latencyMs: 0 };

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

/** It must find what is planted: another value in one service, one that is missing, one that the file doesn't have. */
export async function proveDeck(side, folder) {
  const planted = servicesOf(COUNT, false).map((service, at) => {
    if (at === 3) return { ...service, name: "other" };
    return at === 7 ? { ...service, tags: [...service.tags, "planted"] } : service;
  });
  const { program, args, env } = await side.start(JOB, planted);
  const run = await measure(args, env, folder, program);
  const found = run.out.match(/^(?:creating|updating|deleting) service \S+/gm)?.sort();
  const wanted = ["creating service other", "deleting service bench-0004", "updating service bench-0008"];
  expect(run.code === 0 && found?.join() === wanted.join(), side.name, "didn't find what was planted", run);
}

/** After any side's creates botform finds every field of every bot as it should be, and no bot too many. */
export async function proveApplied(side, { main, folder, service }, { count }, { args, env }, config) {
  expect((await service.counts()).bots === count, side.name, `left another number of bots than ${count}`, undefined);
  const run = await measure([main, "plan", "--detailed-exitcode", "--config", config], env, folder);
  const right = run.code === 0 && new RegExp(`no changes\\b.*\\b${count} unchanged\\b`).test(run.out);
  expect(right, side.name, `botform isn't content after ${args.join(" ")}`, run);
}
