// What a user may do by hand in the service's own form while botform runs.
import { FLEET, seedBot } from "./fleet.js";
import type { Recovery } from "./order.js";
import type { World } from "./world.js";

export interface Hand {
  readonly name: string;
  /** Whether it may turn a second bot of a title on, or leave a copy, so that the next plan must ask. */
  readonly leavesCopy: boolean;
  readonly turnsOn: boolean;
  /** Whether it leaves a bot that looks like a renamed one, so that the next plan must ask (rule 22). */
  readonly renames?: true;
  /** Nothing happens where there is no such bot yet. */
  readonly does: (world: World, title: string) => void;
}

function edit(change: Parameters<World["service"]["editBot"]>[1]): Hand["does"] {
  return (world, title) => {
    const bot = world.bot(title);
    if (bot !== undefined) world.service.editBot(bot.id, change);
  };
}

function copy(enabled: boolean): Hand["does"] {
  return (world, title) => {
    const pairTitle = FLEET.bots.find(({ fields }) => fields.title === title)?.fields.pairTitle ?? "USDT-BTC";
    world.service.addBot("main", seedBot(title, { enabled, pairTitle }));
  };
}

const RENAMED = "mine now";

/** The ways in which all may end after it. */
export function endsAfter({ leavesCopy, renames }: Hand, world: World): readonly Recovery[] {
  if (renames === true) return [world.bot(RENAMED) === undefined ? "in order" : "for a human"];
  return leavesCopy ? ["in order", "for a human"] : ["in order"];
}

export const HANDS: readonly Hand[] = [
  { name: "edits", leavesCopy: false, turnsOn: false, does: edit({ volumeFirstOrder: 99 }) },
  { name: "renames", leavesCopy: false, turnsOn: false, renames: true, does: edit({ title: RENAMED }) },
  { name: "copies", leavesCopy: true, turnsOn: false, does: copy(false) },
  { name: "copies and turns on the copy of", leavesCopy: true, turnsOn: true, does: copy(true) },
  { name: "turns off", leavesCopy: false, turnsOn: false, does: edit({ enabled: false }) },
  { name: "turns on", leavesCopy: false, turnsOn: true, does: edit({ enabled: true }) },
];
