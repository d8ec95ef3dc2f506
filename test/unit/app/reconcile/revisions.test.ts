// botform reconcile by a repository, on the emulator: a bad commit changes nothing and is reported once, a good one counts.
import { afterEach, expect, it } from "vitest";
import { AppError, interruption } from "../../../../src/app/error.js";
import { programHost } from "../../../../src/app/host.js";
import { reconcile } from "../../../../src/app/reconcile/reconcile.js";
import { botCalled, workplace } from "../../../commands/workplace.js";
import { type GitServer, gitServer } from "../../../support/git-server.js";

const at = workplace();
let server: GitServer | undefined;
afterEach(async () => server?.close());

const fleet = (leverage: number | string) => `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
    mode: approve
bots:
  a: { title: A, leverage: ${leverage}, enabled: false }
`;

it("goes by the last valid commit while a broken one stands", async () => {
  const bots = [{ ...botCalled("A"), id: 1, leverage: 5, enabled: false }];
  const account = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "10000" }, bots };
  const env = await at.started({
    seed: { accounts: [{ ...account, accesses: [{ accessId: 101, title: "Main futures" }] }] },
  });
  const repository = await gitServer(at.fresh("git"));
  server = repository;
  repository.commit({ "botform.yaml": fleet(5) });
  const events: string[] = [];
  const nothing = () => {};
  const pushed = (leverage: number | string, what: string) => {
    repository.commit({ "botform.yaml": fleet(leverage) }, what);
    events.push(`push ${what}`);
  };
  const hands = [() => pushed("lots", "bad"), nothing, () => pushed(4, "good"), nothing];
  let now = 1_000_000;
  const journal = at.fresh("journal");
  const ended = await reconcile(
    programHost({
      ...{ ...env, PATH: process.env.PATH ?? "", HOME: at.folder, GIT_CONFIG_GLOBAL: "/dev/null" },
      XDG_STATE_HOME: at.fresh("state"),
    }),
    { git: repository.url, journal, lockDir: at.fresh("locks"), concurrency: 4, commandTimeout: 20, every: 1 },
    {
      stopping: (_account, task) => task(new AbortController().signal, { onEvent: () => {}, onPause: () => {} }),
      report: async ({ news }) => void events.push(news.kind),
      rollout: async () => {},
      revised: async ({ news }) => void events.push(`revision ${news.kind}`),
      async wait(ms) {
        now += ms;
        const next = hands.shift();
        if (next === undefined) throw interruption();
        next();
      },
      now: () => now,
      random: () => 0.5,
    },
  ).catch((error: unknown) => (error instanceof AppError ? error.exitCode : Promise.reject(error)));
  expect([ended, events]).toEqual([
    130,
    ["revision accepted", "push bad", "revision refused", "push good", "revision mended", "opened", "asked"],
  ]);
  expect(at.emulator.service.writes).toEqual([]);
});
