// What has drifted, in full; and how many drifted bots have their log read: the first twenty-five in the order of the plan.
import { expect, it } from "vitest";
import { drift } from "../../../../src/app/drift/drift.js";
import { programHost } from "../../../../src/app/host.js";
import { holdsOf } from "../../../../src/app/ledger/ledger.js";
import { folderDisk } from "../../../../src/disk/folder.js";
import { runId } from "../../../../src/reconcile/ledger/history.js";
import { beginSend } from "../../../../src/reconcile/ledger/sends.js";
import { botCalled, workplace } from "../../../commands/workplace.js";
import { inLines, listening, refusal } from "../room.js";

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

const SETTINGS = Object.entries(botCalled("x"))
  .flatMap(([name, value]) => (name === "accessId" || name === "title" ? [] : [`${name}: ${value}`]))
  .join(", ");
const MORE = `  accesses: { primary: Main futures }
bots:
  changed: { title: Changed, leverage: 9, enabled: true }
  again: { title: On again, enabled: true }
  off: { title: Off by now, enabled: false }
  held: { title: Held, enabled: true }
  guarded: { title: Guarded, protect: true, leverage: 9 }
  missing: { title: Missing, ${SETTINGS} }
  same: { title: Same }
`;

it("drift tells what differs, where it is stated and since when; what is held, missing and undeclared", async () => {
  const on = { enabled: true };
  const bots = [
    { ...botCalled("Changed"), id: 1 },
    { ...botCalled("On again"), id: 2 },
    { ...botCalled("Off by now"), id: 3, ...on },
    { ...botCalled("Held"), id: 4, ...on },
    { ...botCalled("Guarded"), id: 5 },
    { ...botCalled("Same"), id: 6 },
    { ...botCalled("By hand"), id: 7, ...on },
    { ...botCalled("By hand, off"), id: 8 },
  ].map((bot, index) => ({ ...bot, pairTitle: index % 2 === 0 ? "USDT-BTC" : "USDT-ETH" }));
  const account = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", bots };
  const seed = { accounts: [{ ...account, accesses: [{ accessId: 101, title: "Main futures" }] }] };
  const { host, said, reads, concealed } = listening(await at.started({ seed }));
  const lines = HEAD.slice(0, -2).concat(MORE.replace("  accesses", "    undeclared: turn-off\n    accesses"));
  const config = at.written(lines.join("\n"), "drift.yaml");
  const journal = at.fresh("journal");
  await holdsOf({ folder: journal }, "demo").set([{ bots: "demo/held", reason: "a look first" }]);
  const options = { config, concurrency: 4, journal };
  const { results, diagnostics } = await drift(host, options);
  expect(inLines({ ...results[0], drift: undefined, ...results[0]?.drift })).toMatchInlineSnapshot(`
    "account: "demo"
    exitCode: 2
    drifted:
      {"address":"demo/again","botId":2,"title":"On again","settings":[{"name":"enabled","live":false,"declared":true,"place":"11:38"}],"since":{"settingsAtTheLatest":null,"log":[{"datetime":"TIME","message":"Bot is created"}]}}
      {"address":"demo/changed","botId":1,"title":"Changed","settings":[{"name":"leverage","live":"5","declared":"9","place":"10:40"},{"name":"enabled","live":false,"declared":true,"place":"10:52"}],"since":{"settingsAtTheLatest":"TIME","log":[{"datetime":"TIME","message":"Bot is created"}]}}
      {"address":"demo/held","botId":4,"title":"Held","settings":[{"name":"enabled","live":true,"declared":false,"place":null}],"since":{"settingsAtTheLatest":null,"log":[{"datetime":"TIME","message":"Bot is created"},{"datetime":"TIME","message":"Bot is turned on"},{"datetime":"TIME","message":"Deal 50002 is opened at 3200"}]}}
      {"address":"demo/off","botId":3,"title":"Off by now","settings":[{"name":"enabled","live":true,"declared":false,"place":"12:38"}],"since":{"settingsAtTheLatest":null,"log":[{"datetime":"TIME","message":"Bot is created"},{"datetime":"TIME","message":"Bot is turned on"},{"datetime":"TIME","message":"Deal 50001 is opened at 64000"}]}}
    held:
      {"address":"demo/guarded","botId":5,"why":"the bot differs in leverage, but it is protected, so nothing is done","place":"14:3","settings":[{"name":"leverage","live":"5","declared":"9","place":"14:55"}]}
    missing: [{"address":"demo/missing","title":"Missing","place":"15:3"}]
    onHold: ["demo/held"]
    undeclared: [{"id":7,"title":"By hand","on":true,"status":"ENABLED","dealIds":[50003]},{"id":8,"title":"By hand, off","on":false,"status":"DISABLED","dealIds":[]}]
    undeclaredRule: "turn-off"
    undeclaredSettings:
      {"field":"volumeSafetyOrder","value":"25","addresses":["demo/again","demo/changed","demo/guarded","demo/held","demo/off","demo/same"]}
      {"field":"countOrderMax","value":"6","addresses":["demo/again","demo/changed","demo/guarded","demo/held","demo/off","demo/same"]}
    strays: 1
    unchanged: 1
    diagnostics:
      "warning plan/held held: 1 bot (demo/held): a look first; what is on is turned off, and nothing else is done to them"
      "warning plan/protected demo/guarded the bot differs in leverage, but it is protected, so nothing is done""
  `);
  expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(["config/incomplete-bot"]));
  expect([said, reads, concealed]).toEqual([[], ["demo"], ["demo-key", "demo-secret"]]);
  const ofOne = await drift(host, { ...options, target: ["demo/same"] });
  expect([ofOne.results[0]?.exitCode, ofOne.results[0]?.drift?.drifted]).toEqual([0, []]);
  const now = Date.now();
  const sent = { account: "demo", botId: 1, pairs: ["USDT-BTC"], side: "long", action: "open", body: "{}" } as const;
  await (
    await beginSend(folderDisk(journal), runId(now, "abcd1234"), now, { ...sent, origin: "https://hook" })
  ).close();
  const doubted = async (...target: readonly string[]) => {
    const [result] = (await drift(host, { ...options, target })).results;
    return [result?.exitCode, result?.drift?.inDoubt.map(({ address }) => address)];
  };
  expect(await doubted("demo/changed")).toEqual([5, ["demo/changed"]]);
  expect(await doubted("demo/same")).toEqual([0, []]);
  const broken = at.written(lines.join("\n").replace("Main futures", "No such access"), "drift.yaml");
  const [none] = (await drift(host, { ...options, config: broken })).results;
  expect(none?.exitCode).toBe(3);
  expect(await refusal(() => drift(host, { ...options, target: ["demo/#99"] }))).toEqual([
    "the account demo has no undeclared bot #99",
    3,
  ]);
  const away = listening({
    BOTFORM_DEMO_API_URL: "http://127.0.0.1:1",
    BOTFORM_DEMO_API_KEY: "k",
    BOTFORM_DEMO_API_SECRET: "s",
  });
  const [unread] = (await drift(away.host, { ...options, target: ["demo/#99"] })).results;
  expect([unread?.exitCode, unread?.error]).toEqual([1, expect.stringContaining("no connection (ECONNREFUSED)")]);
});
