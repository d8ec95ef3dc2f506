// Which values each option and argument takes, of every command: the ends of its numbers, its default, its variable.
import { Command } from "@commander-js/extra-typings";
import { expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/registry.js";

/** The ends of what options take; texts that some refuse. */
const PROBES = [
  ...["-1", "0", "1", "2", "99", "100", "101", "600", "601", "1440", "1441", "65535", "65536", "86400", "86401"],
  ...["999999", "1000000", "1000001", "1.5", "2026-01-31", "14s", "15s", "24h", "25h", "7d", "text", "-text", "-"],
];

type Read = ((text: string, before: undefined) => unknown) | undefined;

/** Those of the probes that are taken, with … for what stands between two. */
function taken(parse: Read): string {
  const takes = (text: string) => {
    try {
      parse?.(text, undefined);
      return true;
    } catch {
      return false;
    }
  };
  const fitting = PROBES.map(takes);
  if (!fitting.includes(false)) return "any text";
  const isEnd = (index: number) => fitting[index - 1] !== true || fitting[index + 1] !== true;
  const ends = PROBES.map((probe, index) => (fitting[index] === false ? "" : isEnd(index) ? probe : "…"));
  return ends
    .join(" ")
    .replaceAll(/( …)+ /g, "…")
    .replaceAll(/ +/g, " ")
    .trim();
}

it("every value is taken up to its bounds, and none beyond them", () => {
  const rows = new Map<string, string[]>();
  for (const { name, fill } of COMMANDS) {
    const parser = new Command();
    fill(parser, () => {});
    const told = [
      ...parser.options.flatMap((one) => {
        if (one.argChoices !== undefined || one.parseArg === undefined) return [];
        const more = [
          one.defaultValue === undefined ? "" : ` = ${one.defaultValue}`,
          one.envVar ? ` $${one.envVar}` : "",
        ];
        return [`${one.long}${more.join("")}: ${taken(one.parseArg)}`];
      }),
      ...parser.registeredArguments.flatMap((one) =>
        one.parseArg === undefined || one.argChoices !== undefined ? [] : [`<${one.name()}>: ${taken(one.parseArg)}`],
      ),
    ];
    for (const row of told) rows.set(row, [...(rows.get(row) ?? []), name]);
  }
  const lines = [...rows].map(
    ([row, names]) => `${row}  (${names.length > 3 ? `${names.length} commands` : names.join(", ")})`,
  );
  expect(lines.toSorted().join("\n")).toMatchInlineSnapshot(`
    "--account: any text  (21 commands)
    --accounts-at-once = 20: 1…1000001  (11 commands)
    --accounts-at-once = 4: 1…1000001  (fleet serve, fleet worker)
    --balance: 1…1.5  (plan, risk, simulate)
    --bot-id: 1…1000001  (webhook body, webhook send)
    --command-timeout = 120: 1…86400  (5 commands)
    --commits = 200: 0…1441  (results)
    --concurrency = 16: 1…1000001  (bots off)
    --concurrency = 8: 1…1000001  (35 commands)
    --days = 90: 99…1441  (state prune)
    --env-from: 0…text -  (56 commands)
    --events: 0…text -  (apply)
    --every = 300: 15s 24h  (fleet serve, fleet worker)
    --every: 15s 24h  (reconcile)
    --expires = 30: 1…1440  (undo)
    --expires: 1…1440  (plan)
    --from: 2026-01-31  (simulate)
    --interval = 5: 1…86400  (4 commands)
    --journal = .botform/journal $BOTFORM_JOURNAL: 0…text  (52 commands)
    --latency = 0: 0…1000001  (emulator)
    --limit = 20: 1…1000001  (fleet revisions)
    --limit: 1…1000001  (bots logs, deals history)
    --lock-dir $BOTFORM_LOCK_DIR: 0…text  (15 commands)
    --lock-timeout = 600: 0…86400  (12 commands)
    --maintenance: 0…99 1.5  (simulate)
    --maker-fee: 0…99 1.5  (simulate)
    --max-changed-percent: 0…100  (8 commands)
    --max-turn-ons: 0…999999  (8 commands)
    --out: 0…text  (5 commands)
    --out: any text  (plan)
    --port = 8787: 0…65535  (emulator)
    --port: 1…65535  (5 commands)
    --price: any text  (plan, risk)
    --prices: any text  (simulate)
    --refusals = 2: 1…100  (service check)
    --replay: any text  (plan)
    --requests-per-second: 2…999999  (36 commands)
    --settle = 120 $BOTFORM_SETTLE: any text  (bots off)
    --settle = 120: 0…86400  (breaker check)
    --signal-every: 1…999999  (plan, simulate)
    --speed = 1: 1…1000000  (emulator)
    --start-price: any text  (simulate)
    --taker-fee: 0…99 1.5  (simulate)
    --timeout = 120: 1…86400  (6 commands)
    --timeout = 120: any text  (bots off)
    --timeout = 45: 0…600  (webhook send)
    --to: 2026-01-31  (simulate)
    --trades: 0…text  (simulate)
    --trust-from: any text  (fleet serve)
    --vary: any text  (simulate)
    --volatility = 0.1: 0…99 1.5  (simulate)
    --with-switch: 0…1000001  (service check)
    <botId>: 0…1000001  (emulator signal, emulator edit)
    <folder>: 0…text  (state import, state export)
    <seconds>: 0…1.5  (emulator step)"
  `);
});
