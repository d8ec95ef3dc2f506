// The shape of roll-outs in a configuration file; what the waves come to is checked in rollout.ts.
import * as z from "zod/mini";
import { ON_FAILURE } from "../../model/rollout/rollout.js";
import { HOLD_PATTERN } from "../holds/hold-schema.js";
import { decimal, described, distinct, matching, name, optional } from "../schema/schema-parts.js";

/** The name of an account, in which * stands for any text. */
const ACCOUNT_PATTERN = /^[A-Za-z0-9*][A-Za-z0-9._*-]*$/;
const DURATION = /^\d{1,4}[mhd]$/;
const PERCENT = /^\d{1,3}(?:\.\d{1,2})? ?%$/;

const duration = (about: string, example: string) => optional(matching(DURATION), about, example);
const percent = (about: string, example: string) => optional(matching(PERCENT), about, example);

export const waveSchema = z
  .strictObject({
    name: described(name(), "What messages call it.", "first"),
    accounts: z.optional(
      distinct(matching(ACCOUNT_PATTERN), "Names of accounts; * matches any text.", ["pilot-*"]).check(z.minLength(1)),
    ),
    bots: z.optional(
      distinct(matching(HOLD_PATTERN), "Keys or addresses of bots; * matches any text. With accounts, both must fit.", [
        "btc-*",
      ]).check(z.minLength(1)),
    ),
    share: percent(
      "So many percent of all accounts, of those that no earlier wave takes, at least one; of the bots where there is one account. The same ones every time.",
      "10%",
    ),
    bake: duration("How long it is watched before the next wave begins: 30m, 2h, 1d. Default: not at all.", "2h"),
  })
  .register(z.globalRegistry, {
    description: "A part of a roll-out. The last one has neither accounts, bots nor share: it takes the rest.",
    examples: [{ name: "first", accounts: ["pilot-*"], bake: "2h" }],
  });

export const gatesSchema = z
  .strictObject({
    drift: optional(
      z.enum(["none", "any"]),
      "none: a bot of the waves so far that differs from the configuration fails it. Default: none.",
    ),
    loss: optional(
      decimal().check(z.gt(0)),
      "What the bots of the waves so far may lose since the wave began, closed and open deals together, in each quote asset.",
      50,
    ),
    marginUsed: percent("How much of the wallet may be margin, on each account of the waves so far.", "60%"),
    endedDeals: optional(
      z.int().check(z.minimum(1)),
      "So many deals of the bots of the waves so far must have ended since the wave began; fewer are waited for.",
      5,
    ),
  })
  .register(z.globalRegistry, {
    description: "What must hold while a wave is watched, and at its end. That every step was verified, always.",
    examples: [{ drift: "none", loss: 50 }],
  });

export const rolloutSchema = optional(
  z.strictObject({
    waves: described(
      z.array(waveSchema).check(z.minLength(1), z.maxLength(100)),
      "Which bots come first, and which next.",
    ),
    gates: z.optional(gatesSchema),
    onFailure: optional(
      z.enum(ON_FAILURE),
      "Where a gate fails: pause and leave everything as it is, or undo the runs of all waves so far. Default: pause.",
    ),
    wait: duration(
      "How long what isn't known, or isn't enough yet, is waited for before the roll-out pauses. Default: 1d.",
      "1d",
    ),
  }),
  "Roll-outs: botform rollout start applies a change wave by wave, and looks in between.",
  { waves: [{ name: "first", share: "10%", bake: "2h" }, { name: "rest" }] },
);

export const ROLLOUT_KEYS = ["waves", "gates", "onFailure", "wait"] as const;
export type RolloutShape = NonNullable<z.infer<typeof rolloutSchema>>;

/** What to write in the place of a text that can't be meant. */
export function rolloutRemedy(path: readonly (string | number)[]): string {
  const key = path.findLast((part) => typeof part === "string");
  if (key === "bake" || key === "wait") return "Write a time: 30m, 2h or 1d.";
  if (key === "share" || key === "marginUsed") return "Write a percentage: 10%.";
  if (key === "accounts") return "Write the name of an account; * stands for any text: pilot-*.";
  if (key === "bots") return "Write a key or an address; * stands for any text: btc-*, or main/btc-*.";
  return "Write a name of letters, digits, dots, dashes and underscores.";
}
