// A fleet of accounts on the emulator with a roll-out in its configuration, a ledger in a folder, and a clock that tests set.
import { writeFileSync } from "node:fs";
import { AppError } from "../../../../src/app/error.js";
import { programHost } from "../../../../src/app/host.js";
import { ledgerOf } from "../../../../src/app/ledger/ledger.js";
import { reconcile } from "../../../../src/app/reconcile/reconcile.js";
import { decideRollout, lastRollout, rolloutToDecide, startRollout } from "../../../../src/app/rollout/decide.js";
import { rolloutDriver } from "../../../../src/app/rollout/driver.js";
import { chooseAll, reviewRest, reviewRollout } from "../../../../src/app/rollout/review.js";
import type { Decision } from "../../../../src/model/rollout/record.js";
import { rolloutState } from "../../../../src/model/rollout/shown.js";
import { botCalled, type workplace } from "../../../commands/workplace.js";

export const NAMES = ["a0", "a1", "a2"];

export const WAVES = `rollout:
  waves:
    - { name: first, accounts: [a0], bake: 2h }
    - { name: rest }
`;

/** One bot an account, off; its leverage is 5 on the service. @param leverage what the files ask for */
export function yamlOf(leverage: number, rollout = WAVES, accounts = "", more = ""): string {
  const lines = NAMES.map(
    (name) =>
      `  ${name}: { apiUrl: "\${env.BOTFORM_DEMO_API_URL}", apiKey: "\${env.BOTFORM_KEY_${name.toUpperCase()}}", apiSecret: "\${env.BOTFORM_SECRET_${name.toUpperCase()}}", accesses: { primary: Main }${accounts} }`,
  );
  return `version: 1\naccounts:\n${lines.join("\n")}\n${rollout}bots:\n  dip: { title: Dip, leverage: ${leverage}, enabled: false }\n${more}`;
}

export async function rolloutStage(at: ReturnType<typeof workplace>, yaml = yamlOf(7)) {
  const env = await at.started({
    seed: {
      accounts: NAMES.map((name, index) => ({
        ...{ name, apiKey: `key-${name}`, apiSecret: `secret-${name}`, balance: { USDT: "10000" } },
        accesses: [{ accessId: 101 + index, title: "Main" }],
        bots: [{ ...botCalled("Dip"), id: index + 1, accessId: 101 + index, leverage: 5, enabled: false }],
      })),
    },
  });
  for (const name of NAMES) {
    env[`BOTFORM_KEY_${name.toUpperCase()}`] = `key-${name}`;
    env[`BOTFORM_SECRET_${name.toUpperCase()}`] = `secret-${name}`;
  }
  const config = at.written(yaml);
  const journal = at.fresh("journal");
  const told: string[] = [];
  const said: string[] = [];
  let offset = 0;
  let fails = (_kind: string): boolean => false;
  const options = {
    ...{ config, journal, lockDir: at.fresh("locks"), concurrency: 4, commandTimeout: 20, allAccounts: true },
  };
  const host = programHost(env, { say: (notice) => said.push("text" in notice ? notice.text : notice.kind) });
  const now = () => Date.now() + offset;
  const read = () => ({ chosen: chooseAll(options), where: {} });
  const drive = () =>
    rolloutDriver(host, options, {
      async rollout({ news: { kind, wave, why } }) {
        if (fails(kind)) throw new Error("the process dies here");
        told.push([kind, wave, ...(why === null ? [] : [why])].join(" "));
      },
      now,
    })(read(), read);
  const news: string[] = [];
  /** One look of reconcile at every account, which drives the roll-out, too. */
  const look = () =>
    reconcile(host, options, {
      stopping: (_account, task) => task(new AbortController().signal, { onEvent: () => {}, onPause: () => {} }),
      async report({ account, news: one }) {
        news.push(`${account} ${one.kind}${"why" in one ? ` ${one.why}` : ""}`);
      },
      async rollout({ news: { kind, wave } }) {
        told.push(`${kind} ${wave}`);
      },
      revised: async () => {},
      wait: async () => {},
      now,
      random: () => 0.5,
    });
  const start = async () => startRollout(host, options, await reviewRollout(host, options), "ana");
  return {
    ...{ look, news, start },
    /** Begun, and its first wave's gate fails, since somebody changed a bot of it by hand. */
    async fails() {
      await start();
      await drive();
      at.emulator.service.editBot(1, { leverage: 9 });
      offset += HOUR_MS;
      await drive();
    },
    ...{ env, options, host, told, said, drive, now },
    rewrite: (text: string) => writeFileSync(config, text),
    review: () => reviewRollout(host, options),
    rest: async () => reviewRest(host, options, await rolloutToDecide(options, "promote")),
    async decide(does: Decision["does"], reason?: string) {
      const seen = await rolloutToDecide(options, does);
      const reviewed = does === "promote" ? { review: await reviewRest(host, options, seen) } : {};
      return decideRollout(options, { does, by: "ana", reason, seen, ...reviewed });
    },
    later(ms: number) {
      offset += ms;
    },
    /** So much later, and looked at all the while. */
    async watch(ms: number) {
      for (const end = offset + ms; offset < end; ) {
        offset = Math.min(end, offset + LOOK_MS);
        await drive();
      }
    },
    dies(when: (kind: string) => boolean) {
      fails = when;
    },
    leverages: () => at.emulator.service.bots().map(({ values }) => Number(values.leverage)),
    /** What an account's ledger has, as bots off and hold write it. */
    ledger: (account: string) =>
      ledgerOf({ folder: journal }, account, {
        apiUrl: String(env.BOTFORM_DEMO_API_URL),
        apiKey: `key-${account}`,
      }),
    async shown() {
      const record = await lastRollout(options);
      if (record === undefined) throw new AppError("there is no roll-out");
      return rolloutState(record, now());
    },
  };
}

/** Of a bake of an hour, and no more than counts of a longer one. */
const LOOK_MS = 180_000;
export const HOUR_MS = 3_600_000;
