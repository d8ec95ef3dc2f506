// What became of a webhook that was sent: its exit code, and what to do next.
import type { NakedDeal } from "../../model/deal/deal.js";
import { settingAt } from "../../model/webhook/webhook.js";
import { repairOf } from "../../reconcile/plan/naked-deals.js";
import type { HookVerdict } from "../../service/hook-transport.js";
import { EXIT, type ExitCode } from "../exit.js";
import type { Outgoing } from "./outgoing.js";
import type { Observation } from "./watch.js";

/** What isn't known is never success. An effect that wasn't observed is unknown, unless nobody asked to watch for it. */
export function exitOf(verdict: Pick<HookVerdict, "kind">, observation: Observation, isInterrupted: boolean): ExitCode {
  if (verdict.kind === "not-sent") return EXIT.failed;
  // Rule 19: a refusal is believed of deals that were read, and haven't moved in all the time that a command may take.
  if (verdict.kind === "refused" && observation.kind === "unseen" && observation.looked) return EXIT.failed;
  if (isInterrupted && verdict.kind !== "ambiguous" && observation.kind === "unseen") return EXIT.interrupted;
  if (verdict.kind !== "accepted") return EXIT.unknown;
  if (observation.kind === "unwatched") return EXIT.done;
  if (observation.kind === "unseen" || observation.protection === "unknown") return EXIT.unknown;
  return observation.naked.length > 0 ? EXIT.partlyApplied : EXIT.done;
}

/** What was sent, for the account, as far as the next step needs to know it. */
interface Sent extends Pick<Outgoing, "expected" | "commands"> {
  readonly account: { readonly desired: Pick<Outgoing["account"]["desired"], "account"> };
  readonly sends: Pick<Outgoing["sends"], "message">;
}

/** What to do next, each in whole sentences; nothing where it is done. */
export function nextOf(sent: Sent, exitCode: ExitCode, observation: Observation): readonly string[] {
  if (exitCode === EXIT.done || exitCode === EXIT.failed) return [];
  const { action } = sent.expected;
  const naked = "naked" in observation ? observation.naked : [];
  if (naked.length > 0) return naked.map((deal) => mended(sent, deal));
  const account = `--account ${sent.account.desired.account}`;
  const look = `botform deals active ${account}`;
  if (observation.kind === "seen" && observation.protection === "unknown")
    return [`Look again: ${look}. If it shows the deal as naked, it names the command that mends it.`];
  if (action === "open" && observation.kind !== "seen") {
    const close = sent.commands.close ?? `botform deals complete DEAL ${account}`;
    return [`The open may still act. Look again: ${look}. Close a deal that you don't want: ${close}. ${NEVER}`];
  }
  if (action === "close" && observation.kind === "unseen" && observation.left.length > 0) {
    const isCancel = settingAt(sent.sends.message, "closePosition") === false;
    const command = (id: number) => `botform deals ${isCancel ? "cancel" : "complete"} ${id} ${account}`;
    return [`End it by the API instead: ${observation.left.map(command).join("; ")}.`];
  }
  return [`Check ${look} and the exchange before you send it again. ${NEVER}`];
}

const NEVER = "Botform never repeats it by itself.";

function mended({ account, expected, commands }: Sent, deal: NakedDeal): string {
  const update = expected.action === "open" ? commands.update : undefined;
  return `Deal ${deal.id} is naked. ${repairOf(deal, { account: account.desired.account, update })}`;
}
