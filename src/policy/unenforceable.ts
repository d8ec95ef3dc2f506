// What a rule asks for and this interface can't give: said once, so that it never passes in silence.
import { counted } from "../model/text/counted.js";
import type { Breach, Scene } from "./breach.js";
import type { Subject } from "./subjects.js";

/** The API knows no stop loss: deals that a bot opens by itself have none. */
export function stopsThatCantBe(subjects: readonly Subject[], _scene: Scene): readonly Breach[] {
  const running = subjects.filter(({ on }) => on !== false);
  if (running.length === 0) return [];
  const bots = counted(running.length, "bot");
  return [
    {
      kind: "unenforceable",
      summary: `${bots} in scope may open deals without a webhook, and this interface can't set a stop loss for those`,
      figure: bots,
      remedy: "Leave such bots off and open their deals by webhooks with a stop.",
    },
  ];
}
