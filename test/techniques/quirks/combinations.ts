// Every quirk setting that isn't the default, and every two of different quirks.
import { completeQuirks } from "../../../src/emulator/quirks/quirk-text.js";
import { type Quirks, quirkTable } from "../../../src/emulator/quirks/quirks.js";

export type Setting = readonly [name: string, value: string | number];

/** Values tried of quirks that take numbers or free text. */
export const SAMPLES: Readonly<Record<string, readonly (string | number)[]>> = {
  statusOn: ["ACTIVE", "WAITING", "In deal", "4"],
  listLag: [5_000],
  // A bot that no list shows is never turned on; the simulation has both.
  listSize: [],
  listHides: [],
  commandDelay: [0, 20_000],
  createDelay: [1_000, 20_000],
  historySize: [1],
  logSize: [1],
  logLag: [60_000],
  nonceWindow: [5],
  noncePostWindow: [5],
  nonceLead: [0],
  // An apply under a limit has a test of its own: test/commands/apply.rate-limit.test.ts.
  rateLimit: [],
};

/** Plan and apply send no webhooks: what their quirks do is seen in test/unit/emulator and by the webhook commands' own tests. */
export const ON_THE_WAY = quirkTable.filter(({ name }) => !name.startsWith("hook") && name !== "ghostBot");

/** Under these every create makes two bots, which the way counts as a fault of its own; test/techniques/faults has them. */
const DOUBLING: ReadonlySet<string | number> = new Set(["doubles", "doubles-second"]);

export const SETTINGS: readonly Setting[] = ON_THE_WAY.flatMap((quirk): Setting[] => {
  const values = quirk.kind === "word" ? quirk.values : (SAMPLES[quirk.name] ?? []);
  return values
    .filter((value) => value !== quirk.fallback && !DOUBLING.has(value))
    .map((value): Setting => [quirk.name, value]);
});

export const PAIRS: readonly (readonly [Setting, Setting])[] = SETTINGS.flatMap((first, index) =>
  SETTINGS.slice(index + 1)
    .filter((second) => second[0] !== first[0])
    .map((second) => [first, second] as const),
);

export function quirksOf(settings: readonly Setting[]): Partial<Quirks> {
  const chosen: Partial<Quirks> = Object.fromEntries(settings);
  completeQuirks(chosen);
  return chosen;
}

export function named(settings: readonly Setting[]): string {
  return settings.map(([name, value]) => `${name}=${value}`).join(" ") || "defaults";
}
