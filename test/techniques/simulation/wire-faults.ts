// The table of faults on the wire and in the server: what each does to a request, and which requests it may hit.
import { type RawAnswer, TransportError } from "../../../src/service/network.js";
import { JSON_TYPE_BODIES, withRows } from "./bodies.js";
import type { Fate, Phase, Target } from "./fate.js";
import type { Random } from "./random.js";

export interface WireFaultKind {
  readonly name: string;
  readonly targets: readonly Target[];
  /** Requests it hits in a row, the first one included; 1 unless said. */
  readonly lasts?: number;
  /** How much oftener than others it is drawn, since its request is rarer. */
  readonly weight?: number;
  readonly bend: (fate: Fate, random: Random) => void;
}

const WRITES: readonly Target[] = ["create", "update", "turn-on", "turn-off", "start"];
const SETTINGS: readonly Target[] = ["create", "update"];
const COMMANDS: readonly Target[] = ["turn-on", "turn-off", "start"];
const EVERYTHING: readonly Target[] = [...WRITES, "list", "details", "read", "any"];
const FOR_EVER = Number.POSITIVE_INFINITY;
const TEN_MINUTES = 600_000;

function broken(message: string, reason: TransportError["reason"] = "broken"): TransportError {
  return new TransportError(true, reason, message);
}

/** It never leaves: `after` milliseconds later its sender knows. */
function unsent(name: string, after: number): WireFaultKind {
  return {
    name,
    targets: EVERYTHING,
    bend: (fate) => {
      fate.there = after;
      fate.unsent = new TransportError(false, "connect", `no connection (${name})`);
    },
  };
}

/** Its sender reads this answer; whether the service has acted before is the second word. */
function answered(
  name: string,
  acts: boolean,
  answer: (random: Random, raw: RawAnswer | undefined) => RawAnswer | TransportError | "never",
  more: Partial<Pick<WireFaultKind, "targets" | "lasts" | "weight">> = {},
): WireFaultKind {
  return {
    name,
    targets: EVERYTHING,
    ...more,
    bend: (fate) => {
      fate.deliveries = acts ? 1 : 0;
      fate.answer = (raw, random) => answer(random, raw);
    },
  };
}

/** A list or details whose rows are changed on the way. */
function bentRows(
  name: string,
  targets: readonly Target[],
  change: Parameters<typeof withRows>[1],
  lasts = 1,
): WireFaultKind {
  return {
    name,
    targets,
    lasts,
    bend: (fate) => {
      fate.answer = (raw, random) => (raw === undefined ? "never" : withRows(raw, change, random));
    },
  };
}

const { html, empty, foreign, trouble, refusal, success } = JSON_TYPE_BODIES;

export const WIRE_FAULTS: readonly WireFaultKind[] = [
  unsent("connection refused", 2),
  unsent("no such name", 30),
  unsent("connect timeout", 10_000),
  unsent("bad certificate", 25),
  answered("reset before headers, request lost", false, () => broken("reset")),
  answered("reset before headers, acted", true, () => broken("reset")),
  answered("request lost", false, () => "never"),
  answered("answer lost", true, () => "never"),
  answered("dead keep-alive", false, () => broken("socket closed"), { targets: WRITES, weight: 2 }),
  answered("truncated, of fixed length", true, () => broken("ended early")),
  answered("truncated, close-delimited", true, (random, raw) => ({
    status: raw?.status ?? 200,
    body: (raw?.body ?? "").slice(0, random.below(raw?.body.length ?? 0)),
  })),
  answered("one byte a second", true, () => "never"),
  answered("empty body, acted", true, () => empty),
  answered("empty body, not acted", false, () => empty),
  answered("HTML body", false, () => html),
  answered("HTML body, acted", true, () => html),
  answered("foreign JSON body", false, () => foreign),
  answered("too large an answer", true, () => broken("too large", "too-large")),
  answered("redirect", false, (random) => ({ status: random.pick([301, 302, 303, 307, 308]), body: html.body })),
  answered("500 after acting", true, () => trouble(500)),
  answered("502 to 504, not acted", false, (random) => trouble(random.pick([502, 503, 504]))),
  answered("502 to 504, acted", true, (random) => trouble(random.pick([502, 503, 504]))),
  answered("429 with Retry-After", false, (random) => ({
    ...trouble(429),
    retryAfterMs: random.between(0, 4) * 1_000,
  })),
  answered("429 without Retry-After", false, () => trouble(429)),
  answered("isSuccess false", false, () => refusal),
  answered("refused after acting", true, (random) => ({ ...refusal, status: random.pick([200, 400, 409, 422]) }), {
    targets: WRITES,
    weight: 3,
  }),
  answered("401 after acting", true, () => trouble(401), { targets: WRITES, weight: 2 }),
  answered("401 once", false, () => trouble(401)),
  answered("403 once", false, () => trouble(403)),
  answered("401 from now on", false, () => trouble(401), { lasts: FOR_EVER }),
  answered("403 from now on", false, () => trouble(403), { lasts: FOR_EVER }),
  answered("service down for a while", false, () => trouble(503), { lasts: 6 }),
  answered("no bot is shown for a while", false, () => refusal, { targets: ["details"], lasts: 4, weight: 2 }),
  answered("no list any more", false, () => trouble(500), { targets: ["list"], lasts: FOR_EVER, weight: 0 }),
  answered("log suddenly empty", true, () => success([]), { targets: ["logs"], lasts: FOR_EVER, weight: 0 }),
  answered("created without an id", true, () => success({}), { targets: ["create"], weight: 3 }),
  answered("command accepted and dropped", false, () => success("Command was sent"), { targets: COMMANDS, weight: 4 }),
  {
    name: "doubled POST",
    weight: 2,
    targets: WRITES,
    bend: (fate) => {
      fate.deliveries = 2;
    },
  },
  {
    name: "doubled POST, second answer",
    weight: 3,
    targets: WRITES,
    bend: (fate) => {
      fate.deliveries = "twice, the second answered";
    },
  },
  {
    name: "command held back for a minute",
    weight: 4,
    targets: COMMANDS,
    bend: (fate, random) => {
      fate.late = random.between(8_000, 100_000);
      fate.answer = () => (random.chance(0.7) ? success("Command was sent") : "never");
    },
  },
  {
    name: "lands after polling ended",
    weight: 2,
    targets: WRITES,
    bend: (fate, random) => {
      fate.late = random.pick([20_000, 90_000, TEN_MINUTES]);
      fate.answer = () => (random.chance(0.5) ? "never" : broken("reset"));
    },
  },
  {
    name: "held back by a proxy",
    weight: 3,
    targets: WRITES,
    // An update is sent again; only a run that gives it up leaves the next one with a write that may still arrive.
    lasts: 3,
    bend: (fate, random) => {
      fate.held = random.pick([5_000, 20_000, 40_000, 58_000]);
      const kind = random.pick(["never", "reset", "refusal", "502"] as const);
      const answers = { never: "never", reset: broken("reset"), refusal, "502": trouble(502) } as const;
      fate.answer = () => answers[kind];
    },
  },
  {
    name: "command carried out ten minutes later",
    weight: 4,
    targets: COMMANDS,
    bend: (fate) => {
      fate.late = TEN_MINUTES;
      fate.answer = () => success("Command was sent");
    },
  },
  {
    name: "field ignored",
    weight: 2,
    targets: SETTINGS,
    bend: (fate) => {
      fate.rewrite = (query, random) => {
        const optional = [...query.keys()].filter((name) => /^(?:volumeSafety|countOrder|martingale|cycle)/.test(name));
        if (fate.operation === "updateBot") optional.push("leverage", "percentTakeProfit");
        query.delete(random.pick(optional.length > 0 ? optional : ["leverage"]));
      };
    },
  },
  {
    name: "field rounded",
    weight: 2,
    targets: SETTINGS,
    bend: (fate) => {
      fate.rewrite = (query, random) => {
        const name = random.pick(["percentTakeProfit", "volumeFirstOrder", "leverage"]);
        const value = query.get(name);
        if (value !== undefined) query.set(name, String(Math.ceil(Number(value)) + random.below(2)));
      };
    },
  },
  {
    name: "slow",
    targets: EVERYTHING,
    bend: (fate, random) => {
      if (random.chance(0.5)) fate.there = random.between(1_000, 12_000);
      else fate.back = random.between(1_000, 12_000);
    },
  },
  {
    name: "list of a while ago",
    targets: ["list"],
    bend: (fate) => {
      fate.stale = true;
    },
  },
  bentRows("list drops a row", ["list"], (rows, random) => rows.toSpliced(random.below(rows.length), 1)),
  bentRows("list drops its first row for a while", ["list"], (rows) => rows.slice(1), 4),
  { ...bentRows("list drops its last row for a while", ["list"], (rows) => rows.slice(0, -1), 12), weight: 0 },
  bentRows("list suddenly empty", ["list"], () => [], 2),
  bentRows("list shows a row twice", ["list"], (rows) => [...rows, ...rows.slice(0, 1)]),
  bentRows("row without an id", ["list", "details"], (rows) => rows.map(({ id: _id, ...rest }) => rest)),
  bentRows("unknown word", ["list", "details"], (rows, random) =>
    rows.map((row) => ({
      ...row,
      settings: { ...row.settings, [random.pick(["margin_mode", "type_take_profit"])]: "NEW" },
    })),
  ),
  bentRows("unknown field", ["list", "details"], (rows) =>
    rows.map((row) => ({ ...row, risk: [1], settings: { ...row.settings, trailing_stop: "1" } })),
  ),
];

/** The moments at which a process may die in a write, as faults of their own. */
export const PHASES: readonly WireFaultKind[] = (["leaving", "on its way", "acted upon", "answered"] as const).map(
  (phase: Phase) => ({
    name: `died with a write ${phase}`,
    weight: 2,
    targets: WRITES,
    bend: (fate) => {
      fate.deathAt = phase;
    },
  }),
);

const KINDS: ReadonlyMap<string, WireFaultKind> = new Map([...WIRE_FAULTS, ...PHASES].map((kind) => [kind.name, kind]));

/** @throws RangeError for a name that no fault has */
export function wireFault(name: string): WireFaultKind {
  const kind = KINDS.get(name);
  if (kind === undefined) throw new RangeError(`no fault is called ${name}`);
  return kind;
}
