// How many drifted bots have their log read: the first twenty-five in the order of the plan, and three entries of each.
import { expect, it } from "vitest";
import { drift } from "../../../src/app/drift.js";
import { programHost } from "../../../src/app/host.js";
import { botCalled, workplace } from "../../commands/workplace.js";

const at = workplace();

const HEAD = [
  "version: 1",
  "accounts:",
  "  demo:",
  "    apiUrl: ${env.BOTFORM_DEMO_API_URL}",
  "    apiKey: ${env.BOTFORM_DEMO_API_KEY}",
  "    apiSecret: ${env.BOTFORM_DEMO_API_SECRET}",
  "    accesses: { primary: Main futures }",
  "bots:",
];

it.each([
  { drifted: 1, asked: 1, because: "one" },
  { drifted: 25, asked: 25, because: "the limit itself" },
  { drifted: 26, asked: 25, because: "the last one's stays unread" },
])("of $drifted drifted bots $asked have their log read: $because", async ({ drifted, asked }) => {
  const titles = Array.from({ length: drifted }, (_, index) => `Bot ${String(index + 10)}`);
  const bots = titles.map((title, index) => ({ ...botCalled(title), id: index + 1, leverage: 5, enabled: false }));
  const account = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", bots };
  const seed = { accounts: [{ ...account, accesses: [{ accessId: 101, title: "Main futures" }] }] };
  const env = await at.started({ seed });
  const config = at.written(
    [...HEAD, ...titles.map((title, index) => `  b${index + 10}: { title: ${title}, leverage: 9 }`), ""].join("\n"),
  );
  const { results } = await drift(programHost(env), { config, concurrency: 4, journal: at.fresh("journal") });
  const found = results[0]?.drift?.drifted ?? [];
  expect([found.length, at.emulator.service.requests.botLogs]).toEqual([drifted, asked]);
  const unread = found.flatMap(({ title, since }) => (since.log === null ? [title] : []));
  expect(unread).toEqual(titles.slice(asked));
});
