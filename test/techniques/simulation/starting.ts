// One simulated start of a deal: as `deals start` does it, through a plan of one step, or as `webhook send open` does.
import { AppError } from "../../../src/app/error.js";
import { recall } from "../../../src/app/ledger/ledger.js";
import { type FoundBot, findBot } from "../../../src/app/live/targets.js";
import { expectedOf } from "../../../src/app/webhook/effect.js";
import { sendOnce } from "../../../src/app/webhook/once.js";
import { exitOf } from "../../../src/app/webhook/outcome.js";
import { refuseInDoubt, refuseRepeat } from "../../../src/app/webhook/refusals.js";
import { watcherOf } from "../../../src/app/webhook/watch.js";
import { symbolOf } from "../../../src/model/bot/pair.js";
import type { WebhookMessage } from "../../../src/model/webhook/webhook.js";
import { webhookBody } from "../../../src/model/webhook/webhook-body.js";
import type { Sent } from "../../../src/reconcile/ledger/sends.js";
import { dealStep, directPlan, shownBot } from "../../../src/reconcile/plan/direct-plan.js";
import type { Client } from "../../../src/service/client.js";
import { postOver } from "../../../src/service/hook-transport.js";
import { HOOK_PATH, ORIGIN } from "./fleet.js";
import type { Process } from "./runner.js";
import { judgeSentOpen } from "./starts.js";

/** Of the bot as it was shown. */
export async function startDeal(process: Process): Promise<void> {
  const { account, exchange } = process.book.desired;
  const isStopped = await process.watchStops();
  const client = process.open("read");
  const bot = await named(process, client);
  const about = { account, exchange, command: "deals start", observedBots: bot.observedBots };
  const plan = directPlan(about, [shownBot(bot)], [dealStep(bot.address, "start-deal")]);
  process.takes(plan);
  await process.carryOut(plan, undefined, client, isStopped);
}

/** Throws AppError. */
function named({ book }: Process, client: Client): Promise<FoundBot> {
  const { desired, starts } = book;
  if (starts === undefined) throw new AppError("there is no such bot");
  return findBot(
    client,
    { account: desired.account, desired },
    { kind: "key", key: starts.key, account: desired.account },
  );
}

/** In the order of the command, without its gate: what refuses it before it is sent, and again when somebody has said yes. */
export async function sendOpen(process: Process): Promise<void> {
  const { book, around, disk, ledger, start } = process;
  const { machine, desired } = book;
  const { clock, interrupt } = machine;
  if (disk === undefined || ledger === undefined) return book.refuse(1, "there is no journal");
  const isStopped = await process.watchStops();
  const client = process.open("read");
  const { live, address, access } = await named(process, client);
  const message = openOf(String(live.fields.pairTitle), String(live.fields.strategy));
  const body = webhookBody(message, { dialect: "envelope", botId: live.id });
  const about = { botId: live.id, pairs: [symbolOf(String(live.fields.pairTitle))], side: "long" };
  const sent: Sent = {
    ...{ account: desired.account, action: "open", ...about, body },
    ...{ origin: ORIGIN, service: ORIGIN },
  };
  const seconds = start.commandDeadlineMs / 1000;
  const watching = { watched: { ...about, access }, expected: expectedOf(message, live.id), unobservable: undefined };
  const watch = await watcherOf(client, clock, watching, seconds);
  const refuseDoubt = async () => refuseInDoubt(await recall(ledger, clock), live.id);
  await refuseDoubt();
  await refuseRepeat(disk, {}, sent, clock.now());
  if (start.pauseMs > 0) await clock.sleep(start.pauseMs, interrupt.signal);
  await watch.refresh();
  await refuseDoubt();
  const { verdict, observation } = await sendOnce({
    ...{ disk, sent, repeating: {}, now: clock.now, random: around.random.below(2 ** 32).toString(16) },
    obstacle: async () => {
      if (interrupt.signal.aborted) return new AppError("interrupted", { exitCode: 130 });
      return (await isStopped?.({ address, id: live.id })) === true ? new AppError("bots off was run") : undefined;
    },
    post: () => postOver(around.exchange, HOOK_PATH, { body, redact: (text) => text }),
    watched: (answer) => watch.after(answer, { signal: interrupt.signal }),
  });
  book.exitCode = exitOf(verdict, observation, interrupt.signal.aborted);
  around.findings.trace?.(() => `${book.name} : open | ${verdict.kind} | ${observation.kind} | ${observation.says}`);
  judgeSentOpen(book, around.history, around.findings);
}

function openOf(pairTitle: string, strategy: string): WebhookMessage {
  const settings = [
    { path: "strategy", value: strategy.toLowerCase() },
    { path: "pairs", value: [symbolOf(pairTitle)] },
    { path: "open.orderVolume", value: "20" },
  ];
  return { action: "open", settings: settings.map((setting) => ({ ...setting, source: { kind: "fixed" } })) };
}
