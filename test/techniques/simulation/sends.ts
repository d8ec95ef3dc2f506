// Judges each write in the moment in which it leaves, by what its run had been told until then (I2, I3, rules 2, 8, 9, 10, 12, 13, 17).
import { fingerprint, type ObservedBot } from "../../../src/model/bot/bot.js";
import { changedFields } from "../../../src/model/bot/compare.js";
import { FIELD_NAMES, type FieldName } from "../../../src/model/bot/field.js";
import type { PlannedBot } from "../../../src/model/plan/plan.js";
import { SENDS_SUFFIX } from "../../../src/reconcile/ledger/sends.js";
import type { Asked } from "./fate.js";
import type { Promised } from "./findings.js";
import type { ListReading } from "./knowledge.js";
import type { Send } from "./ledger.js";

export type Complain = (broken: Promised, detail: string) => void;

/** Milliseconds: rule 2 for a create, rule 9 for a turn-on. */
const LIST_AGE_MS = 2_000;
const LOOK_AGE_MS = 5_000;
/** Milliseconds after which a create goes by what another step's list has shown. */
const NOTICED_MS = 1_000;

/** Requests of one kind that one run may send for one bot (rules 3, 8, 10); a turn-off also where a bot must not be on (rule 7). */
const MOST: Readonly<Partial<Record<Asked, number>>> = {
  createBot: 1,
  updateBot: 3,
  turnOn: 1,
  turnOff: 6,
  startDeal: 1,
};

export function judgeSend(send: Send, complain: Complain): void {
  const { run, operation, botId } = send;
  if (run.does === "bots off") {
    judgeOff(send, complain);
    return;
  }
  if (run.does === "send open") {
    judgeOpen(send, complain);
    return;
  }
  const planned = botId === undefined ? plannedCreate(send) : run.planned(botId);
  const judge = JUDGES[operation];
  if (judge === undefined) complain("rule 17", `${operation} was sent`);
  else if (planned === undefined) complain("I3", `${operation} of ${botId ?? "a bot"} that is in no plan of the run`);
  else {
    judgeCount(send, planned, complain);
    judgeJournal(send, planned, complain);
    judge(send, planned, complain);
  }
  if (run.machine.interrupt.signal.aborted && operation !== "turnOff") {
    complain("rule 13", `${operation} after an interrupt`);
  }
}

/**
 * `bots off` sends turn-offs alone, and where it is about one bot, to one alone that a list, its details or the ledger had shown as it.
 * A list may lag: nobody waits for details before a bot that is shown on is told to turn off.
 */
function judgeOff({ run, operation, botId = 0 }: Send, complain: Complain): void {
  if (operation !== "turnOff") complain("I3", `${operation} was sent by bots off`);
  const { stops, knowledge, foreknown } = run;
  // A ledger that was damaged may still know it.
  const isPerhapsKnown = run.folder?.known.has(botId) === true || run.folder?.perhapsKnown.has(botId) === true;
  const isKnown = foreknown.has(botId) || isPerhapsKnown;
  if (stops === undefined || stops.botId === botId || isKnown) return;
  const details = knowledge.bot(botId)?.live.fields.title;
  const wasShown = [stops.fields.title, ...stops.previousTitles].some(
    (title) => typeof title === "string" && (title === details || knowledge.firstSeen(botId, title) !== undefined),
  );
  if (!wasShown) complain("I3", `bots off was about ${stops.address}, and turned off bot ${botId}`);
}

/** `webhook send open` posts once, what it was asked to, once that is on the disk for good. */
function judgeOpen({ run, operation, botId, address }: Send, complain: Complain): void {
  if (operation !== "openHook") complain("I3", `${operation} was sent by webhook send`);
  if (run.sends.length > 0) complain("rule 3", `the open was sent ${run.sends.length + 1} times`);
  if (run.knowledge.called(botId ?? 0) === undefined)
    complain("I3", `an open of bot ${botId} was sent, which nobody has read`);
  const files = [...(run.folder?.files.keys() ?? [])].filter((name) => name.endsWith(SENDS_SUFFIX));
  const isWritten = files.some((name) => isIntentOf(run.folder?.durable(name), botId, run.machine.clock.now()));
  if (!isWritten) complain("rule 12", `the open of ${address} left before its intent was on the disk`);
  if (run.machine.interrupt.signal.aborted) complain("rule 13", "an open after an interrupt");
}

/** An open of the bot, of the last minute, of which nothing else is written yet. */
function isIntentOf(text = "", botId: number | undefined, now: number): boolean {
  const at = Number(/"at":(\d+)/.exec(text)?.[1]);
  return text.includes(`"botId":${botId},`) && text.trimEnd().split("\n").length === 1 && now - at < 60_000;
}

/** How often the run sends the same for the same bot. */
function judgeCount({ run, operation }: Send, { address }: PlannedBot, complain: Complain): void {
  const earlier = run.sends.filter((one) => one.operation === operation && one.address === address).length;
  if (earlier < (MOST[operation] ?? 0)) return;
  complain(
    operation === "createBot" || operation === "startDeal" ? "rule 3" : "rule 10",
    `${operation} was sent ${earlier + 1} times`,
  );
}

/** Rule 12: when a write leaves, its intent is on the disk for good. What makes a bot safe waits for no disk. */
function judgeJournal({ run, operation, nonce }: Send, { address }: PlannedBot, complain: Complain): void {
  if (run.folder === undefined || operation === "turnOff") return;
  const sends = { createBot: "create", updateBot: "update", turnOn: "turn-on", startDeal: "start-deal" }[
    String(operation)
  ];
  const lines = run.folder.durable(run.journal).split("\n");
  const intents = lines.filter(
    (line) =>
      line.includes('"type":"intent"') &&
      line.includes(`"address":"${address}"`) &&
      line.includes(`"sends":"${sends}"`),
  );
  const earlier = run.sends.filter((one) => one.operation === operation && one.address === address);
  if (intents.length <= earlier.length)
    complain("rule 12", `${operation} of ${address} left before its intent was on the disk`);
  // Rule 23: later runs count from the intent's nonce. The very same request within one second takes the next one.
  const named = /"nonce":(\d+)/.exec(intents.at(-1) ?? "")?.[1];
  if (earlier.length === 0 && named !== undefined && named !== String(nonce))
    complain("rule 23", `${operation} of ${address} is signed with ${nonce}, and its intent names ${named}`);
}

/** The planned bot a create is for. */
export function plannedCreate({ run, query }: Pick<Send, "run" | "query">): PlannedBot | undefined {
  return Object.values(run.plan?.bots ?? {}).find(
    (bot) => bot.title === query.get("title") && String(bot.accessId) === query.get("accessId"),
  );
}

type Judge = (send: Send, planned: PlannedBot, complain: Complain) => void;

const JUDGES: Readonly<Partial<Record<Asked, Judge>>> = {
  createBot(send, planned, complain) {
    if (!send.run.hasStep(planned.address, "create")) complain("I3", `the plan doesn't create ${planned.address}`);
    judgeList(
      send,
      LIST_AGE_MS,
      (list) => bearerIn(list, send, planned),
      (why) => complain("rule 2", why),
    );
    const stored = storedAs(send, planned);
    if (stored !== undefined)
      complain("rule 22", `${planned.address} is created, and bot ${stored} is there in capitals`);
  },

  updateBot(send, planned, complain) {
    const { run, botId = 0, address = "" } = send;
    if (!run.hasStep(planned.address, "update")) complain("I3", `the plan doesn't update ${planned.address}`);
    const { observed } = planned;
    const live = run.knowledge.bot(botId)?.live;
    if (live === undefined || observed === null) return complain("rule 8", "updated unread");
    // What an earlier send of this step, or a turn-off of this run, changed is the run's own doing.
    const own = run.sent("updateBot", address)
      ? unchangedOrDone(live, observed, planned)
      : fingerprintAt(live, observed);
    if (own !== planned.fingerprint) complain("rule 8", `bot ${botId} reads otherwise than the plan has it`);
  },

  turnOn(send, planned, complain) {
    const { run, botId = 0, sentAt } = send;
    if (!run.hasStep(planned.address, "turn-on")) complain("I3", `the plan doesn't turn ${planned.address} on`);
    const known = run.knowledge.bot(botId);
    if (known === undefined) return complain("I2", `bot ${botId} was turned on unread`);
    const { live, reading } = known;
    const wrong = changedFields(planned.target, live.fields).map(({ field }) => field);
    if (wrong.length > 0) complain("I2", `bot ${botId} was last read with another ${wrong.join(", ")}`);
    // What the service fills in of a new bot is in no figure of its plan.
    const isOpen = (name: FieldName) => planned.observed === null && planned.target[name] === undefined;
    const filled = FIELD_NAMES.filter((name) => isOpen(name) && live.fields[name] !== null);
    const unseen = filled.filter((name) => run.checked.get(botId)?.[name] !== live.fields[name]);
    if (unseen.length > 0)
      complain("I2", `bot ${botId} was turned on although nothing had checked its ${unseen.join(", ")}`);
    if (live.accessId !== planned.accessId) complain("I2", `bot ${botId} was last read on access ${live.accessId}`);
    if (live.status.on) complain("I2", `bot ${botId} was last read as on`);
    if (sentAt - reading.handledAt > LOOK_AGE_MS && !run.machine.isDeceived) {
      complain("rule 9", `the last look is ${sentAt - reading.handledAt} ms old`);
    }
    const { expiresAt, machine } = run;
    if (expiresAt !== undefined && machine.clock.now() > expiresAt) {
      complain("I4", `bot ${botId} was turned on ${machine.clock.now() - expiresAt} ms after the plan had expired`);
    }
    judgeList(
      send,
      LOOK_AGE_MS,
      (list) => rivalIn(list, send, planned),
      (why) => complain("rule 9", why),
    );
  },

  startDeal(send, planned, complain) {
    const { run, botId = 0, sentAt } = send;
    if (!run.hasStep(planned.address, "start-deal"))
      complain("rule 17", `the plan starts no deal of ${planned.address}`);
    const live = run.knowledge.bot(botId)?.live;
    if (live === undefined || fingerprint(live) !== planned.fingerprint)
      complain("rule 8", `a deal of bot ${botId} was started, which reads otherwise than the plan has it`);
    const { deals } = run.knowledge;
    if ((deals === undefined || sentAt - deals.handledAt > LOOK_AGE_MS) && !run.machine.isDeceived)
      complain("rule 8", `a deal of bot ${botId} was started without a fresh list of its deals`);
  },

  turnOff(send, planned, complain) {
    const { run, botId = 0 } = send;
    const isPlanned = run.hasStep(planned.address, "turn-off");
    // What the run has created, updated (rule 7) or turned on beside another (rule 15) is its own to turn off.
    const isOwn = (["createBot", "updateBot", "turnOn"] as const).some((one) => run.sent(one, planned.address));
    if (!isPlanned && !isOwn) complain("I3", `the plan doesn't turn ${planned.address} off`);
    // In the end, one with another title by now is another bot to its owner.
    const title = run.knowledge.bot(botId)?.live.fields.title;
    if (run.outcomes.length === run.plan?.steps.length && title !== undefined && title !== planned.title)
      complain(
        "rule 15",
        `bot ${botId} of ${planned.address} was turned off in the end, and is called "${title}" by now`,
      );
  },
};

/** Takes the newest fresh list that gives no reason against the write as the one it rests on; without one it complains. */
function judgeList(
  send: Send,
  maxAgeMs: number,
  against: (list: ListReading) => string | undefined,
  complain: (why: string) => void,
): void {
  const { lists } = send.run.knowledge;
  const { isDeceived } = send.run.machine;
  const fresh = lists.filter(({ endedAt }) => send.sentAt - endedAt <= maxAgeMs || isDeceived);
  const ground = fresh.find((list) => against(list) === undefined);
  if (ground !== undefined) {
    send.list = ground;
    return;
  }
  const [newest] = lists;
  if (newest === undefined) complain("without a list");
  else complain(against(newest) ?? `the list is ${send.sentAt - newest.endedAt} ms old`);
}

/** Titles that the bot's key had before, and that no other key has. */
function formerTitles({ run: { desired } }: Send, { address }: PlannedBot): readonly string[] {
  const former = desired.bots.find((bot) => bot.address === address)?.previousTitles ?? [];
  return former.filter((title) => desired.bots.every(({ fields }) => fields.title !== title));
}

/** Rule 2: a bot that has the title of a new one already, or one that the new one's key had before. */
function bearerIn(list: ListReading, send: Send, planned: PlannedBot): string | undefined {
  const former = formerTitles(send, planned);
  for (const [id, title] of list.titles) {
    const isIts = title === planned.title || former.includes(title);
    if (isIts && isThere(send, id, title, planned.accessId)) return `bot ${id} "${title}" is this bot already`;
  }
  return undefined;
}

/** A bot that the plan was made without, and that a list had shown for a while under the title in capitals. */
function storedAs({ run, query, sentAt }: Send, { title, accessId }: PlannedBot): number | undefined {
  const capitals = title.toUpperCase();
  const [known, made] = [new Set(run.plan?.observedIds), new Set(run.sends.flatMap(({ created }) => created))];
  const shown = run.knowledge.lists.filter(({ bent, endedAt }) => !bent && endedAt <= sentAt - NOTICED_MS);
  const ids = shown.flatMap(({ titles }) => [...titles].flatMap(([id, called]) => (called === capitals ? [id] : [])));
  if (capitals === title || query.get("title") !== title) return undefined;
  return ids.find((id) => {
    const live = run.knowledge.bot(id)?.live;
    const isThere = live === undefined || (live.accessId === accessId && live.fields.title === capitals);
    return isThere && !known.has(id) && !made.has(id);
  });
}

/** Rule 9: the list must show the bot, and no other of its title that is on or has a lower id, nor of a previous title that is on. */
function rivalIn(list: ListReading, send: Send, planned: PlannedBot): string | undefined {
  const { run, botId = 0 } = send;
  if (list.titles.get(botId) !== planned.title) return `the list doesn't show bot ${botId} under its title`;
  const former = planned.pinned ? [] : formerTitles(send, planned);
  for (const [id, title] of list.titles) {
    const isIts = title === planned.title || former.includes(title);
    if (id === botId || !isIts || !isThere(send, id, title, planned.accessId)) continue;
    if (id < botId && !planned.pinned && title === planned.title) return `bot ${id} has the title and a lower id`;
    if (run.knowledge.bot(id)?.live.status.on === true) return `bot ${id} "${title}" was read as on`;
  }
  return undefined;
}

/** Whether a bot that the list shows under the title stands on the access, as far as the run was told. */
function isThere({ run }: Send, botId: number, title: string, accessId: number): boolean {
  const live = run.knowledge.bot(botId)?.live;
  return live === undefined || (live.accessId === accessId && live.fields.title === title);
}

function fingerprintAt(live: ObservedBot, observed: ObservedBot): string {
  return fingerprint({ ...live, status: observed.status });
}

function unchangedOrDone(live: ObservedBot, observed: ObservedBot, planned: PlannedBot): string | null {
  return changedFields(planned.target, live.fields).length === 0 ? planned.fingerprint : fingerprintAt(live, observed);
}
