// What one runner of the model can do next: the steps of the shipped apply, each decided by the shipped functions.
import { adopt, answers, look, search, send, settled } from "./creating.js";
import { planFor, printOf } from "./planning.js";
import type { Habits } from "./rules.js";
import { changed, type Reading, type Service, spend } from "./service.js";
import type { State, Step } from "./state.js";
import { gateDetails, gateList, gateOf, gateOther, observe, observeOff, turnOff, turnOn } from "./switching.js";
import { type At, Turn } from "./turn.js";

/** What a runner can do next, and what can befall it. */
export function runnerSteps(state: State, index: number, habits: Habits, service: Service): Step[] {
  const turn = new Turn(state, index, habits, service);
  return [...proceed(turn), ...restart(turn)];
}

function proceed(turn: Turn): Step[] {
  const { runner } = turn;
  switch (runner.at) {
    case "plan":
      return turn.afterList((reading) => plan(turn, reading));
    case "look":
      return turn.afterList((reading) => look(turn, runner, reading));
    case "create":
      return [send(turn, runner)];
    case "answer":
      return answers(turn, runner);
    case "search":
      return search(turn, runner);
    case "read-back":
      return [adopt(turn, runner)];
    case "before-update":
      return [beforeUpdate(turn, runner)];
    case "update":
      return [update(turn, runner)];
    case "after-update":
      return [afterUpdate(turn, runner)];
    case "gate-list":
      return turn.afterList((reading) => gateList(turn, runner, reading));
    case "gate-others":
      return [gateOther(turn, runner)];
    case "gate-details":
      return [gateDetails(turn, runner)];
    case "turn-on":
      return [turnOn(turn, runner)];
    case "observe":
      return [observe(turn, runner)];
    case "turn-off":
      return [turnOff(turn, runner)];
    case "observe-off":
      return [observeOff(turn, runner)];
    case "end":
      return [];
  }
}

/** A run that died leaves what it sent on its way; the next one knows nothing of it. */
function restart(turn: Turn): Step[] {
  const { left, strayCreates, doubtful } = turn.state;
  const { runner } = turn;
  if (left.restarts === 0 || runner.at === "plan") return [];
  const spent = { left: spend(left, "restarts") };
  if (runner.at === "end") return [turn.to("is run again", { at: "plan" }, spent)];
  const says = "crashes and is run again";
  if (runner.at !== "answer") return [turn.to(says, { at: "plan" }, spent)];
  const stray = runner.botId === undefined ? 1 : 0;
  const unread = { strayCreates: strayCreates + stray, doubtful: doubtful + 1 };
  return [turn.to(says, { at: "plan" }, { ...spent, ...unread })];
}

/** The list and the details it needs are read in one step: what changes between them is read again before any write. */
function plan(turn: Turn, { rows, left, says }: Reading): Step {
  const planning = planFor(rows, turn.habits.wanted);
  const words = `plans: ${says}`;
  if (planning.kind === "human") return turn.end("human", `${words}; a human must decide`, { left });
  if (planning.kind === "nothing") return turn.success(`${words}; nothing to do`, planning.last, { left });
  const { errand } = planning;
  const botId = errand.planned.observed?.id;
  if (botId === undefined) return turn.to(`${words}; to create`, { at: "look", errand }, { left });
  if (errand.begins === "update")
    return turn.to(`${words}; to update`, { at: "before-update", errand, botId }, { left });
  return turn.to(`${words}; to turn on`, gateOf(turn.habits, errand, botId), { left });
}

/** Rule 8. */
function beforeUpdate(turn: Turn, { errand, botId }: At<"before-update">): Step {
  const { observed, fingerprint } = errand.planned;
  const live = turn.live(botId);
  const says = "looks before its update";
  const isAsPlanned =
    observed !== null && printOf(live, observed.status) === fingerprint && live.on === observed.status.on;
  return isAsPlanned ? turn.to(says, { at: "update", errand, botId }) : turn.end("failed", `${says}: stale`);
}

/** Sent, carried out and answered in one step: it is absolute, and all runners send the same. */
function update(turn: Turn, { errand, botId }: At<"update">): Step {
  const bots = changed(turn.state.bots, botId, { altered: false });
  return turn.to("updates the bot", { at: "after-update", errand, botId }, { bots });
}

/** Rules 6 and 7. */
function afterUpdate(turn: Turn, { errand, botId }: At<"after-update">): Step {
  if (turn.habits.rules.readBack === undefined) return settled(turn, errand, botId, "takes the update as done");
  const live = turn.live(botId);
  const says = "reads the bot back after its update";
  const wasOn = errand.planned.observed?.status.on === true;
  if (live.on && !wasOn) return turn.to(`${says}: it is on`, { at: "turn-off", botId });
  const isWrong = live.on !== wasOn || turn.isWrong(errand.planned.target, live);
  return isWrong ? turn.end("failed", `${says}: not as planned`) : settled(turn, errand, botId, says, live);
}
