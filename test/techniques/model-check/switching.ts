// The steps of a turn-on in the model: the last look of rule 9, the command, and its observation (rule 10).
import { type Errand, viewOf } from "./planning.js";
import type { Habits } from "./rules.js";
import { type Reading, shown } from "./service.js";
import type { Gate, Runner, State, Step } from "./state.js";
import type { At, Changes, Turn } from "./turn.js";

/**
 * Where a turn-on begins. `awaitListing` has no place of its own: the reading that shows it a new bot may be the one that
 * the look uses, too.
 */
export function gateOf({ remembers }: Habits, errand: Errand, botId: number): Runner {
  const others = remembers ? errand.planned.copies : [];
  const lists = remembers && errand.begins === "create" ? 2 : 1;
  return { at: "gate-list", gate: { errand, botId, isListed: true, others, read: [] }, lists };
}

export function gateList(turn: Turn, { gate, lists }: At<"gate-list">, { rows, left, says }: Reading): Step {
  const words = `looks before its turn-on: ${says}`;
  const listed = rows.map(({ id }) => id);
  const others = [...new Set([...gate.others, ...listed])].filter((id) => id !== gate.botId);
  const isListed = gate.isListed && listed.includes(gate.botId);
  const gathered = { ...gate, others: others.sort((one, other) => one - other), isListed };
  const next: Runner = lists > 1 ? { at: "gate-list", gate: gathered, lists: lists - 1 } : afterOthers(gathered);
  return turn.to(words, next, { left });
}

/** The others one by one, since anything may happen between. */
export function gateOther(turn: Turn, { gate }: At<"gate-others">): Step {
  const botId = gate.others[gate.read.length];
  if (botId === undefined) throw new RangeError("every other bot was read");
  const live = turn.live(botId);
  return turn.to(`reads the other bot ${shown([live])}`, afterOthers({ ...gate, read: [...gate.read, live] }));
}

function afterOthers(gate: Gate): Runner {
  return { at: gate.read.length < gate.others.length ? "gate-others" : "gate-details", gate };
}

export function gateDetails(turn: Turn, { gate }: At<"gate-details">): Step {
  const { errand, botId, isListed, read } = gate;
  const last = turn.live(botId);
  const says = `reads bot ${shown([last])}`;
  const facts = { planned: errand.planned, botId, isListed, others: read.map(viewOf), live: viewOf(last) };
  if (turn.habits.rules.turnOnRefusal(facts) !== undefined) return turn.end("failed", `${says}; turn-on refused`);
  return last.on ? turn.success(`${says}; already on`, last) : turn.to(says, { at: "turn-on", botId, last });
}

/** Sent at any time after the look, although apply looks again after five seconds. I2 is checked here. */
export function turnOn(turn: Turn, { botId, last }: At<"turn-on">): Step {
  const step = turn.to(`sends the turn-on of bot ${botId}`, { at: "observe", botId }, queued(turn.state, botId, true));
  return last.altered || last.on
    ? { ...step, breach: "I2: a turn-on, and the bot was last read as not planned" }
    : step;
}

/** Rule 10. A look that shows the bot off changes nothing, unless it is the last. */
export function observe(turn: Turn, { botId }: At<"observe">): Step {
  const live = turn.live(botId);
  if (!live.on) return turn.end("unknown", `doesn't see bot ${botId} on in time`);
  return live.altered
    ? turn.end("failed", `sees bot ${botId} on, and altered`)
    : turn.success(`sees bot ${botId} on`, live);
}

/** Rule 7. */
export function turnOff(turn: Turn, { botId }: At<"turn-off">): Step {
  return turn.to(`sends the turn-off of bot ${botId}`, { at: "observe-off", botId }, queued(turn.state, botId, false));
}

export function observeOff(turn: Turn, { botId }: At<"observe-off">): Step {
  return turn.live(botId).on
    ? turn.end("unknown", `doesn't see bot ${botId} off in time`)
    : turn.end("failed", `sees bot ${botId} off and leaves it so`);
}

function queued({ commands }: State, botId: number, on: boolean): Changes {
  return { commands: [...commands, { botId, on }] };
}
