// What humans do in the service's own form while botform runs: edit, rename, copy, turn on and off.

import type { SeedBot } from "../../../src/emulator/seed/seed.js";
import type { BotRecord } from "../../../src/emulator/store/records.js";
import { ACCOUNT } from "./fleet.js";
import type { Random } from "./random.js";
import type { Site } from "./site.js";

export const HAND_EDITS = [
  "edited",
  "renamed",
  "copied",
  "copied and on",
  "turned on",
  "turned off",
  "given a title",
] as const;
/** What needs an account of its own kind: it is drawn where that is. */
export const RARE_EDITS = ["copied elsewhere and on", "the oldest turned on", "the oldest given a title"] as const;
export type HandEdit = (typeof HAND_EDITS)[number] | (typeof RARE_EDITS)[number];

/** Does it to one of the bots there are, most often the youngest. False where there is none. */
export function editByHand(edit: HandEdit, site: Site, titles: readonly string[], random: Random): boolean {
  const bots = site.service.bots();
  const bot = random.chance(0.5) ? bots.at(-1) : bots[random.below(bots.length)];
  const [oldest] = bots;
  if (bot === undefined || oldest === undefined) return false;
  const act: Readonly<Record<HandEdit, () => void>> = {
    edited: () => site.byHand((service) => service.editBot(bot.id, { leverage: random.between(30, 40) })),
    renamed: () => site.byHand((service) => service.editBot(bot.id, { title: `mine ${bot.id}` })),
    copied: () => site.byHand((service) => service.addBot(ACCOUNT, copyOf(bot, false))),
    "copied and on": () => site.byHand((service) => service.addBot(ACCOUNT, copyOf(bot, true))),
    "copied elsewhere and on": () =>
      site.byHand((service) => service.addBot(ACCOUNT, { ...copyOf(bot, true), accessId: 3 - bot.accessId })),
    "the oldest turned on": () => site.byHand((service) => service.editBot(oldest.id, { enabled: true })),
    "the oldest given a title": () =>
      site.byHand((service) => service.editBot(oldest.id, { title: random.pick(titles) })),
    "turned on": () => site.byHand((service) => service.editBot(bot.id, { enabled: true })),
    "turned off": () => site.byHand((service) => service.editBot(bot.id, { enabled: false })),
    "given a title": () => site.byHand((service) => service.editBot(bot.id, { title: random.pick(titles) })),
  };
  act[edit]();
  return true;
}

function copyOf(bot: BotRecord, enabled: boolean): SeedBot {
  const values = Object.entries(bot.values).filter(([, value]) => value !== "" && value !== "0");
  return { ...Object.fromEntries(values), accessId: bot.accessId, enabled };
}
