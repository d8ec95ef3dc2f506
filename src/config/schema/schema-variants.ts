// The shape of experiments in a configuration file: their variants, which bots each takes, and the settings that it lays over them.
import * as z from "zod/mini";
import { botSchema } from "./schema-bot.js";
import { described, distinct, matching, name, optional } from "./schema-parts.js";

/** The name of an account, in which * stands for any text. */
const ACCOUNT_PATTERN = /^[A-Za-z0-9*][A-Za-z0-9._*-]*$/;
/** A key or an address, in which * stands for any text. */
const BOT_PATTERN = /^(?:[\w.*-]+\/)?[\w.*-]+$/;

/** Settings that say which bot it is, or where and whether it trades, are no part of an experiment. */
const NO_SETTINGS = {
  title: true,
  pairTitle: true,
  access: true,
  enabled: true,
  webhooks: true,
  protect: true,
  freezeActiveDeals: true,
  ignore: true,
  undeclaredSettings: true,
  twin: true,
  previousTitles: true,
  extends: true,
  only: true,
  except: true,
  unmanaged: true,
  botId: true,
  forEach: true,
  exceptions: true,
} as const;

export const variantSettingsSchema = described(
  z.omit(botSchema, NO_SETTINGS),
  "Settings that the bots of this variant have instead of their own. Without any it is the control: its bots stay as declared.",
  { percentSafetyOrder: 2 },
);

const variantSchema = z
  .strictObject({
    accounts: z.optional(
      distinct(matching(ACCOUNT_PATTERN), "Names of accounts; * matches any text.", ["pilot-*"]).check(z.minLength(1)),
    ),
    bots: z.optional(
      distinct(matching(BOT_PATTERN), "Keys or addresses of bots; * matches any text. With accounts, both must fit.", [
        "btc-*",
      ]).check(z.minLength(1)),
    ),
    settings: z.optional(variantSettingsSchema),
  })
  .register(z.globalRegistry, {
    description: "One side of an experiment: the bots that take part in it, and the settings that they try.",
    examples: [{ bots: ["btc-*"], settings: { percentSafetyOrder: 2 } }],
  });

export const variantsSchema = optional(
  z.record(name(), z.record(name(), variantSchema)),
  "Experiments by name, each with two variants or more: the same bots with other settings, compared by botform results --by variant.",
  { "wider-steps": { control: { bots: ["btc-a"] }, wider: { bots: ["btc-b"], settings: { percentSafetyOrder: 2 } } } },
);

export type VariantShape = z.infer<typeof variantSchema>;

export const VARIANT_KEYS = Object.keys(variantSchema.shape);
export const VARIANT_SETTINGS = Object.keys(variantSettingsSchema.shape);

/** What to write in the place of a pattern that can't be meant. */
export function variantRemedy(path: readonly (string | number)[]): string {
  return path.includes("accounts")
    ? "Write the name of an account; * stands for any text: pilot-*."
    : "Write a key or an address; * stands for any text: btc-*, or main/btc-*.";
}
