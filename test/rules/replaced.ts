// The stage of a replace: bot a lives on the first access, on or off, and is wanted on the second, on.
import type { Desired } from "../../src/model/bot/desired.js";
import type { Road } from "../support/road.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { addByHand, start } from "./scene.js";

export const ALLOWED = { allowReplace: true };

export const MOVED: Desired = desired([
  desiredBot("a", { access: { alias: "second", live: 2 }, fields: { title: "a" }, enabled: true }),
]);

/** A road with the old bot, and its id. */
export async function startWith(
  old: { readonly enabled: boolean },
  options: Parameters<typeof start>[0] = {},
): Promise<{ way: Road; id: number }> {
  const way = await start(options);
  return { way, id: addByHand(way, { title: "a", ...old }) };
}

/** `1 off`, `2 on`: the access and the switch of every live bot, in the order of their ids. */
export async function switches(way: Road): Promise<string[]> {
  const bots = (await way.live()).toSorted((left, right) => left.id - right.id);
  return bots.map(({ accessId, status }) => `${accessId} ${status.on ? "on" : "off"}`);
}
