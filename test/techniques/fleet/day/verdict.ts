// The end of a day: everything stands still, the commands that look back agree, and the judges find nothing in what was left behind.
import { expect } from "vitest";
import { ROLLOUTS, rolloutOf } from "./acts.js";
import type { Day } from "./day.js";
import { desiredOf, MORE } from "./fleet.js";
import {
  converged,
  eachWithIntent,
  nothingElse,
  nothingLeaked,
  oneOfEach,
  truthful,
  turnedOnAsDesired,
} from "./invariants.js";
import { readLedger, rowsAsText } from "./ledger.js";
import type { EmulatorLog, LedgerLog } from "./log.js";
import type { Stage } from "./stage.js";
import { misreported, unlikeChat } from "./story.js";

/** In the end everything is as the last commit says, and every command that looks back says the same. */
export async function ends(day: Day): Promise<void> {
  const { stage } = day;
  await day.sees("the last drift is over", () => day.isCalm());
  await stage.person(0, "plan", "--all-accounts");
  const { revisions }: { readonly revisions: readonly { readonly commit: string; readonly isCurrent: boolean }[] } =
    JSON.parse(await stage.person(0, "fleet", "revisions", "--format", "json"));
  expect(revisions.map(({ commit }) => commit)).toEqual([...stage.desiredBy.keys()].toReversed());
  expect(revisions.map(({ isCurrent }) => isCurrent).indexOf(true)).toBe(0);
  const { rollout } = JSON.parse(await stage.person(0, "rollout", "status", "--format", "json"));
  expect([rollout.status, rollout.waves.map(({ state }: { readonly state: string }) => state)]).toEqual([
    "done",
    ["passed", "passed", "passed"],
  ]);
  const list = JSON.parse(await stage.person(0, "breaker", "list", "--all-accounts", "--format", "json"));
  expect(JSON.stringify(list)).not.toContain('"state":"tripped"');
  await day.tells("every wave has passed, and every account is in step", {
    rollout: rolloutOf("Every wave has passed", "passed", "passed", "passed"),
  });
  const { running: page } = day.page;
  page.child.kill("SIGINT");
  expect([await page.ended, page.printed.err]).toEqual([130, expect.not.stringContaining("bug")]);
  await stage.person(0, "state", "check");
  await stage.person(0, "history", "--format", "json");
  for (const { child, name, ended } of stage.workers) {
    if (child.signalCode !== null) continue;
    child.kill("SIGINT");
    expect([name, await ended]).toEqual([name, 130]);
  }
}

/** All that is wrong with the day. */
export async function judge(day: Day): Promise<readonly string[]> {
  const { stage } = day;
  const { accounts, emulator, desiredBy } = stage;
  const ledger = await readLedger(stage.state, emulator.url, accounts);
  const rows = await rowsAsText(stage.state);
  return [
    ...emptyOf(emulator, ledger),
    ...oneOfEach(emulator),
    ...turnedOnAsDesired(emulator, ledger, desiredBy),
    ...nothingElse(emulator, desiredBy),
    ...eachWithIntent(emulator, ledger),
    ...converged(emulator.changes, desiredOf(accounts, MORE), new Set()),
    ...truthful(emulator, ledger),
    ...nothingLeaked(new Map([...stage.texts(), ...rows]), stage.secrets),
    ...storyOf(day),
  ];
}

/** What a judge would find nothing wrong with, since it isn't there. */
function emptyOf({ writes }: EmulatorLog, { outcomes, takings }: LedgerLog): readonly string[] {
  const applied = new Set(outcomes.flatMap(({ kind, action }) => (kind === "applied" ? action : [])));
  const sent = new Set<string>(writes.map(({ does }) => does));
  const lacking = ["create", "update", "turn-on", "turn-off"].filter((one) => !applied.has(one) || !sent.has(one));
  return [
    ...lacking.map((one) => `no ${one} was sent and called applied`),
    ...(takings.some(({ epoch }) => epoch > 1) ? [] : ["no account ever had a second owner"]),
  ];
}

function storyOf(day: Day): readonly string[] {
  const { stage } = day;
  const told = stage.news().map(({ worker, account, revision, news }) => ({
    ...{ worker, kind: news.kind, wave: news.wave },
    ...{ account, commit: account === undefined ? revision?.commit : undefined },
  }));
  return [
    ...misreported(told, {
      once: day.happened,
      revisions: day.revisions,
      rollouts: ROLLOUTS,
      repeats: MOST_UNDER_WAY,
    }),
    ...unlikeChat(printedOf(stage), postedOf(stage), MOST_UNDER_WAY),
  ];
}

/** What two workers had under way when they were stopped: four looks each, and a roll-out. */
const MOST_UNDER_WAY = 10;

/** What the chat was posted, in the words of `printed`. */
function postedOf({ notices }: Stage): readonly string[] {
  return notices.flatMap((body) => {
    const { text, botform = {} }: Notice = JSON.parse(body);
    if ("news" in botform) return `revision ${botform.news.kind}`;
    if ("wave" in botform) return `roll-out ${botform.kind} ${botform.wave}`;
    return "kind" in botform ? `${/^botform: ([^:]+):/.exec(text)?.[1]} ${botform.kind}` : `unknown ${text}`;
  });
}

interface Notice {
  readonly text: string;
  readonly botform?:
    | { readonly news: { readonly kind: string } }
    | { readonly kind: string; readonly wave: string }
    | { readonly kind: string }
    | Readonly<Record<string, never>>;
}

/** What workers have printed and post, too: of revisions each once, by the first of them alone. */
function printedOf({ news }: Stage): readonly string[] {
  const all = news();
  const refused = all.flatMap(({ account, revision, news: { kind } }) =>
    account === undefined && revision !== undefined && POSTED.has(kind) ? kind : [],
  );
  return [
    ...[...new Set(refused)].map((kind) => `revision ${kind}`),
    ...all.flatMap(({ account, rollout, news: { kind, wave } }) => {
      if (rollout !== undefined) return `roll-out ${kind} ${wave}`;
      return account === undefined ? [] : `${account} ${kind}`;
    }),
  ];
}

const POSTED: ReadonlySet<string> = new Set(["refused", "mended"]);

/** The figures of a day, for people. */
export async function figuresOf({ stage, took }: Day): Promise<Readonly<Record<string, number>>> {
  const { emulator } = stage;
  const count = (text: string | undefined) => (text === undefined || text === "" ? 0 : text.split("\n").length);
  const rows = await rowsAsText(stage.state);
  return {
    ...{ accounts: stage.accounts.length, bots: emulator.service.bots().length },
    ...{ requests: emulator.requests(), writes: emulator.writes.length, rejected: emulator.rejected.length },
    ...{ news: stage.news().length, notices: stage.notices.length, lines: count(rows.get("botform.line")) },
    ...Object.fromEntries([...took].map(([what, ms]) => [`${what} (s)`, ms / 1000])),
  };
}
