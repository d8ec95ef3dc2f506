// The steps of a create in the model: look, send once, then read back or search (rules 2 to 7).
import { type Errand, viewOf } from "./planning.js";
import type { Rules } from "./rules.js";
import { type Reading, spend } from "./service.js";
import type { Bot, Step } from "./state.js";
import { gateOf } from "./switching.js";
import type { At, Changes, Turn } from "./turn.js";

/** Rule 2. */
export function look(turn: Turn, { errand }: At<"look">, { rows, left, says }: Reading): Step {
  const words = `looks before its create: ${says}`;
  const refusal = turn.habits.rules.createRefusal(rows.map(viewOf));
  if (refusal !== undefined) return turn.end("failed", `${words}; refused`, { left });
  return turn.to(words, { at: "create", errand, rightful: rows.length === 0 }, { left });
}

export function send(turn: Turn, { errand, rightful }: At<"create">): Step {
  const creators = turn.state.creators + (rightful ? 1 : 0);
  return turn.to("sends the create", { at: "answer", errand }, { creators });
}

/** A clear answer once it was carried out; none at any time; a no at any time, since a gateway may hand on the second answer. */
export function answers(turn: Turn, { errand, botId }: At<"answer">): Step[] {
  const { left, strayCreates, doubtful } = turn.state;
  const clear =
    botId === undefined ? [] : [answered(turn, errand, { kind: "accepted", botId }, `hears of bot ${botId}`)];
  if (left.ambiguous === 0) return clear;
  const spent = { left: spend(left, "ambiguous") };
  const isOut = botId === undefined;
  const none = answered(
    turn,
    errand,
    { kind: "ambiguous", message: "no answer", turnedDown: false },
    "gets no clear answer",
    { ...spent, strayCreates: strayCreates + (isOut ? 1 : 0), doubtful: doubtful + 1 },
  );
  const refused = answered(turn, errand, { kind: "refused", message: "no" }, "is refused", {
    ...spent,
    doubtful: doubtful + (isOut ? 0 : 1),
  });
  return [...clear, none, isOut || refused.ends === undefined ? refused : { ...refused, breach: UNTRUE }];
}

/** I6: `failed` says that nothing was done. */
const UNTRUE = "I6: a create that was carried out is said to have failed";

/** Rules 3 to 5. */
function answered(
  turn: Turn,
  errand: Errand,
  answer: Parameters<Rules["afterCreate"]>[0],
  says: string,
  changes: Changes = {},
): Step {
  const next = turn.habits.rules.afterCreate(answer);
  switch (next.go) {
    case "read-back":
      return turn.to(says, { at: "read-back", errand, botId: next.botId }, changes);
    case "search":
      return turn.to(says, { at: "search", errand }, changes);
    case "create":
      return turn.to(`${says} and will send it again`, { at: "create", errand, rightful: false }, changes);
    case "end":
      return turn.end("failed", says, changes);
  }
}

/** Rule 5. While it finds nothing it may look again, which is a reading more; or this one was its last. */
export function search(turn: Turn, runner: At<"search">): Step[] {
  return turn.afterList((reading) => searched(turn, runner, reading)).flat();
}

function searched(turn: Turn, { errand }: At<"search">, { rows, left, says }: Reading): Step[] {
  const found = turn.habits.rules.foundAfterCreate(rows.map(viewOf));
  switch (found.kind) {
    case "ours":
      return [turn.to(`searches: ${says}`, { at: "read-back", errand, botId: found.botId }, { left })];
    case "unclear":
      return [turn.end("unknown", `searches: ${says}; unclear whose`, { left })];
    case "nothing":
      return [
        turn.end("unknown", `searches for the last time: ${says}`, { left }),
        turn.to(`searches: ${says}`, { at: "search", errand }, { left }),
      ];
  }
}

/** Rules 6 and 7. */
export function adopt(turn: Turn, { errand, botId }: At<"read-back">): Step {
  if (turn.habits.rules.readBack === undefined) return settled(turn, errand, botId, "takes the bot unread");
  const live = turn.live(botId);
  const says = `reads bot ${botId} back`;
  if (live.on) return turn.to(`${says}: it is on`, { at: "turn-off", botId });
  if (turn.isWrong(errand.planned.target, live)) return turn.end("failed", `${says}: altered`);
  return settled(turn, errand, botId, says, live);
}

/** After a create or update that was a success. @param last the bot as this run read it last */
export function settled(turn: Turn, errand: Errand, botId: number, says: string, last?: Bot): Step {
  return errand.turnsOn ? turn.to(says, gateOf(turn.habits, errand, botId)) : turn.success(says, last);
}
