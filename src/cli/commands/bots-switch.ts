// botform bots on BOT…: turns named bots on, through the whole gate of an apply; one that isn't as configured is refused.

import { reading } from "../../app/endpoint.js";
import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { refuseUnasked } from "../../app/gate.js";
import {
  type BotName,
  botName,
  configuredBot,
  type FoundBot,
  findBot,
  openTarget,
  type Target,
} from "../../app/targets.js";
import type { Desired } from "../../model/bot/desired.js";
import { isDealAction } from "../../model/plan/actions.js";
import type { Plan } from "../../model/plan/plan.js";
import { counted } from "../../model/text/counted.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { directPlan, shownBot } from "../../reconcile/plan/direct-plan.js";
import { makePlan } from "../../reconcile/plan/planner.js";
import { refresh } from "../../reconcile/plan/refresh.js";
import { clean } from "../../render/sanitize.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import type { Client } from "../../service/client.js";
import { serviceReader } from "../../service/ports.js";
import type { Context } from "../terminal/context.js";
import { carryOutDirect, type DirectOptions, SAY_YES } from "./deals-carry-out.js";
import { botFacts, sayText } from "./deals-say.js";

export async function botsOnCommand(
  context: Context,
  options: DirectOptions & { readonly bots: readonly string[] },
): Promise<ExitCode> {
  refuseUnasked(context, options, SAY_YES);
  const names = options.bots.map(botName);
  const target = await openTarget(context, options, names);
  const { found, made } = await reading(context, target, options.concurrency, (client) => look(client, target, names));
  if (made.diagnostics.length > 0) context.err(diagnosticsText(made.diagnostics, context.errColour));
  const { account, endpoint } = target;
  const off = found.filter(({ live }) => !live.status.on);
  return carryOutDirect(context, options, {
    command: "bots on",
    made,
    endpoint,
    said: said(context, account, found, off, target.desired),
    body: { account, bots: found.map(({ live, access, address }) => ({ address, ...live, access })) },
    consent: { question: `\nTurn ${counted(off.length, "bot")} on? Only "yes" is a yes: `, answer: "yes" },
  });
}

function said(
  context: Context,
  account: string,
  found: readonly FoundBot[],
  off: readonly FoundBot[],
  desired: Desired | undefined,
): string {
  const what = off.length === 0 ? "nothing to turn on" : `turn ${counted(off.length, "bot")} on`;
  const effects =
    off.length === 0
      ? ["On already."]
      : ["A bot that is on opens deals with real money by its settings, maybe at once."];
  return sayText(
    account,
    { what, effects, warnings: found.flatMap((bot) => warningsOf(bot, desired)) },
    found.flatMap(botFacts),
    context.colour,
  );
}

function warningsOf({ address, live, copies = [], deals }: FoundBot, desired: Desired | undefined): string[] {
  const isUnwanted = desired?.bots.some((bot) => bot.address === address && bot.enabled === false) === true;
  return [
    ...(isUnwanted ? [`The configuration says enabled: false of ${address}: the next apply turns it off again.`] : []),
    ...(copies.length > 0
      ? [`Bot #${live.id} has namesakes: ${copies.join(", ")}; at most one of them may be on.`]
      : []),
    ...(deals.length > 0 ? [`Bot #${live.id} is in a deal: ${deals.map(({ id }) => id).join(", ")}.`] : []),
  ];
}

async function look(
  client: Client,
  target: Target,
  names: readonly BotName[],
): Promise<{ found: FoundBot[]; made: Plan }> {
  const each = await Promise.all(names.map((name) => findBot(client, target, name)));
  const found = [...new Map(each.map((bot) => [bot.live.id, bot])).values()];
  const exchanges = new Set(found.map(({ access }) => access.exchange));
  const [exchange = "", second] = exchanges;
  if (second !== undefined)
    throw new AppError("these bots are on several exchanges\nTurn those of each exchange on by themselves.");
  const keys = names.flatMap((name) => (name.kind === "key" ? [name.key] : []));
  const own =
    keys.length === 0 || target.desired === undefined ? undefined : await configured(client, target.desired, keys);
  const shown = found.filter(({ live, address }) => !live.status.on && !(own?.addresses.has(address) ?? false));
  const steps = shown.map(({ address, live }) => ({
    address,
    action: "turn-on" as const,
    reason: `named by the command, the service shows ${live.status.raw}`,
    changes: [],
    warnings: [],
  }));
  const observedBots = Math.max(0, ...found.map((bot) => bot.observedBots));
  const base = directPlan(
    { account: target.account, exchange, command: "bots on", observedBots },
    shown.map(shownBot),
    steps,
  );
  if (own === undefined) return { found, made: base };
  const { bots, diagnostics } = own.made;
  return {
    found,
    made: { ...base, steps: [...own.made.steps, ...steps], bots: { ...bots, ...base.bots }, diagnostics },
  };
}

/** The plan that turns configured bots on, and nothing else. Throws AppError for one that isn't as it is configured. */
async function configured(client: Client, desired: Desired, keys: readonly string[]) {
  const addresses = new Set(keys.map((key) => configuredBot(desired, key).address));
  const bots = desired.bots.map((bot) => (addresses.has(bot.address) ? { ...bot, enabled: true } : bot));
  const wanted: Desired = { ...desired, bots };
  const made = makePlan(wanted, await refresh(wanted, serviceReader(client, desired.exchange)), {
    includes: (address) => addresses.has(address),
  });
  if (hasErrors(made.diagnostics))
    throw new AppError("the bots can't be turned on; nothing was written", { diagnostics: made.diagnostics });
  const others = made.steps.filter(({ action }) => action !== "turn-on" && !isDealAction(action));
  const held = made.diagnostics.filter(({ code }) => code === "plan/deals-frozen");
  const differing = [...new Set([...others, ...held].flatMap(({ address }) => address ?? []))];
  if (differing.length > 0) {
    throw new AppError(
      `not as configured: ${differing.map(clean).join(", ")}; nothing was written\nRun botform apply; it turns on what says enabled: true.`,
      { exitCode: EXIT.stale, diagnostics: held },
    );
  }
  return { addresses, made: { ...made, steps: made.steps.filter(({ action }) => action === "turn-on") } };
}
