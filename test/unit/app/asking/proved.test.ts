// What a check has found out is enough: under each quirk that it can tell, the whole way then ends without one needless failure.
import { afterEach, describe, expect, it } from "vitest";
import { knownOf } from "../../../../src/app/known-of-service.js";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import type { DesiredBot } from "../../../../src/model/bot/desired.js";
import type { SomeFields } from "../../../../src/model/bot/field.js";
import type { Plan } from "../../../../src/model/plan/plan.js";
import type { SeenThen } from "../../../../src/model/service-questions.js";
import { NO_MEMORY } from "../../../../src/reconcile/ledger/ledger.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { refresh } from "../../../../src/reconcile/plan/refresh.js";
import { slice } from "../../../support/lane.js";
import { road } from "../../../support/road.js";
import { desired, desiredBot } from "../../reconcile/fleet.js";
import { folder } from "../room.js";
import { stage } from "./stage.js";

const place = folder();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))));

/** What the check finds out at a service with these quirks. */
async function asked(quirks: Partial<Quirks>): Promise<readonly SeenThen[]> {
  const { check, emulator } = await stage(quirks, place);
  open.push(emulator);
  const { facts } = await check({ bot: "#1001" });
  return facts.seen;
}

/** The configuration as its author mends it: what a problem says to write is written. */
function mended(fields: SomeFields, { diagnostics }: Plan): SomeFields {
  let now = { ...fields };
  for (const { code, remedy = "" } of diagnostics) {
    if (code !== "plan/not-stored") continue;
    const [, name, value] = /(title|percentTakeProfit): (".*?"|[\d.]+)\./.exec(remedy) ?? [];
    if (name === undefined || value === undefined) now = { ...now, title: "WAY 1" };
    else now = { ...now, [name]: value.startsWith('"') ? JSON.parse(value) : value };
  }
  return now;
}

/** Creates a bot, turns it on, changes it, switches a scale off, turns it off, and applies everything twice. */
async function way(quirks: Partial<Quirks>, seen: readonly SeenThen[]) {
  const { zeroSwitchesOff } = knownOf(seen);
  const { reader, apply, close } = await road({ quirks, zeroSwitchesOff });
  open.push({ close });
  const past = { memory: { ...NO_MEMORY, ...(seen.length > 0 && { seen }) }, now: 0 };
  const plan = async (bot: DesiredBot) => {
    const config = desired([bot]);
    return makePlan(config, await refresh(config, reader, past));
  };
  const codes = new Set<string>();
  const failures: string[] = [];
  let repeated = 0;
  let declared: SomeFields = {
    ...{ title: "botform's Cafe\u0301 & <more> of it", percentTakeProfit: "1.206", percentSafetyOrder: "1.5" },
    ...{ volumeSafetyOrder: "25", countOrderMax: "6", martingaleScale: "1.3" },
  };
  const phases: readonly (readonly [SomeFields, boolean])[] = [
    [{}, true],
    [{ percentTakeProfit: "1.3", leverage: "7" }, true],
    [{ martingaleScale: null }, true],
    [{}, false],
  ];
  for (const [changes, enabled] of phases) {
    declared = { ...declared, ...changes };
    const bot = () => desiredBot("way", { fields: declared, enabled });
    const first = await plan(bot());
    for (const { code } of first.diagnostics) codes.add(code);
    declared = mended(declared, first);
    for (let times = 0; times < 2; times += 1) {
      const made = await plan(bot());
      if (times === 1) repeated += made.steps.length;
      const { outcomes } = await apply(made);
      failures.push(...outcomes.flatMap(({ kind, detail }) => (kind === "applied" ? [] : [`${kind}: ${detail}`])));
    }
  }
  return { codes: [...codes], failures, repeated };
}

const SINGLE: readonly Partial<Quirks>[] = [
  {},
  { update: "replace" },
  { update: "replace-strict" },
  { pairRequired: "yes" },
  { scaleOmitted: "clear" },
  { scaleOmitted: "clear", scaleEmpty: "refuse" },
  { scaleEmpty: "keep" },
  { scaleEmpty: "refuse" },
  ...(["empty", "zero", "default", "null", "stale"] as const).map((unsetScale) => ({ unsetScale })),
  { rounding: "2" },
  ...(["upper", "escaped", "cut", "nfc"] as const).map((titles) => ({ titles })),
  { listLag: 5_000 },
  { logLag: 5_000 },
  { numbers: "padded" },
  { statusOff: "0" },
];

/** What the plans of the way say, where they say anything. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  '{"scaleEmpty":"keep"}': ["plan/not-switched-off"],
  '{"scaleEmpty":"refuse"}': ["plan/not-switched-off"],
  '{"rounding":"2"}': ["plan/not-stored"],
  '{"titles":"upper"}': ["plan/not-stored"],
  '{"titles":"escaped"}': ["plan/not-stored"],
  '{"titles":"cut"}': ["plan/not-stored"],
  '{"titles":"nfc"}': ["plan/not-stored"],
};

const PROVED = slice(SINGLE, { fast: 8 });

describe("the whole way", () => {
  it.each(PROVED.map((quirks) => [JSON.stringify(quirks), quirks] as const))(
    "under %s has no failure that a check could have foreseen",
    async (name, quirks) => {
      expect(await way(quirks, await asked(quirks))).toEqual({ codes: SAID[name] ?? [], failures: [], repeated: 0 });
    },
  );

  it("has failures under most of them where nobody has asked", async () => {
    const smooth: string[] = [];
    for (const quirks of PROVED) if ((await way(quirks, [])).failures.length === 0) smooth.push(JSON.stringify(quirks));
    const clear = ["replace", "replace-strict"].map((update) => JSON.stringify({ update }));
    const all = [...clear, '{"scaleOmitted":"clear"}', '{"scaleOmitted":"clear","scaleEmpty":"refuse"}'];
    expect(smooth).toEqual(all.filter((name) => PROVED.some((quirks) => JSON.stringify(quirks) === name)));
    expect(PROVED.length - smooth.length).toBeGreaterThan(smooth.length);
  });
});
