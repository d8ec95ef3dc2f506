// What a run came to, whether its report is honest, and whether the fleet is in order in the end.

import type { Service } from "../../../src/emulator/service.js";
import type { BotRecord } from "../../../src/emulator/store/records.js";
import { changedFields } from "../../../src/model/bot/compare.js";
import type { Desired } from "../../../src/model/bot/desired.js";
import type { ApplyReport } from "../../../src/model/plan/outcome.js";
import type { Plan } from "../../../src/model/plan/plan.js";
import type { ServiceError } from "../../../src/model/ports.js";
import { FLEET } from "./fleet.js";
import { truthOf } from "./watch.js";

/** What a run came to: a plan that couldn't be made, one that forbids its apply, or a report. */
export type Result =
  | { readonly kind: "unreadable"; readonly error: ServiceError }
  | { readonly kind: "forbidden"; readonly plan: Plan }
  | { readonly kind: "applied"; readonly plan: Plan; readonly report: ApplyReport; readonly exit: number };

/** What is wrong with a report that must hold whatever happened. */
export function dishonesties({ plan, report, exit }: Result & { kind: "applied" }): string[] {
  const { outcomes } = report;
  const silent = outcomes.filter(({ kind, detail, next }) => kind !== "applied" && (detail === "" || !next));
  const isDone = outcomes.every(({ kind }) => kind === "applied");
  return [
    ...silent.map(({ action, address }) => `${action} ${address} doesn't say what to do next`),
    ...(outcomes.length === plan.steps.length ? [] : ["not every step has an outcome"]),
    ...(exit === 0 && !isDone ? ["exit 0 with steps that aren't done"] : []),
    ...(exit !== 5 && outcomes.some(({ kind }) => kind === "unknown") ? ["unknown, and not exit 5"] : []),
  ];
}

/** I6: steps reported as applied that aren't so in the emulator. */
export function falseSuccesses({ plan, report }: Result & { kind: "applied" }, bots: readonly BotRecord[]): string[] {
  const undone = new Set(report.outcomes.filter(({ kind }) => kind !== "applied").map(({ address }) => address));
  return report.outcomes.flatMap(({ address, action, kind, botId }) => {
    const record = bots.find((bot) => bot.id === botId);
    const target = plan.bots[address]?.target ?? {};
    if (kind !== "applied") return [];
    if (record === undefined) return [`${action} ${address} is applied to no bot`];
    const wrong = changedFields(target, truthOf(record)).map(({ field }) => field);
    const said = `${action} ${address} is reported as applied`;
    if (action === "create" || action === "update") return wrong.length > 0 ? [`${said}, but ${wrong.join()}`] : [];
    return record.enabled === (action === "turn-on") || undone.has(address) ? [] : [`${said}, but ${record.enabled}`];
  });
}

/** How a return to order ended. */
export type Recovery = "in order" | "for a human" | "not in order";

/** Runs: at most twice, then the plan is empty and true, or says what a human has to decide. */
export async function restore(run: () => Promise<Result>, service: Service, fleet = FLEET): Promise<Recovery> {
  for (let runs = 0; runs < 3; runs += 1) {
    const result = await run();
    if (result.kind === "unreadable") throw result.error;
    const { steps, diagnostics } = result.plan;
    if (result.kind === "forbidden") return diagnostics.some(isForAHuman) ? "for a human" : "not in order";
    if (steps.length === 0) return isInOrder(service.bots(), fleet) ? "in order" : "not in order";
  }
  return "not in order";
}

function isForAHuman({ code }: Plan["diagnostics"][number]): boolean {
  return code === "plan/duplicate-title" || code === "plan/looks-renamed";
}

/** Whether every bot of the fleet is there once, and as it shall be. */
function isInOrder(bots: readonly BotRecord[], fleet: Desired): boolean {
  return fleet.bots.every(({ fields, enabled }) => {
    const [only, second] = bots.filter((bot) => bot.values.title === fields.title);
    if (only === undefined || second !== undefined) return false;
    return changedFields(fields, truthOf(only)).length === 0 && only.enabled === enabled;
  });
}
