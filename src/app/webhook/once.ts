// The send itself: its intent is on the disk first, it is posted once, and then its effect is watched for; the journal has each.
import type { Disk } from "../../model/ports.js";
import { runId } from "../../reconcile/ledger/history.js";
import { beginSend, type SendJournal, type Sent } from "../../reconcile/ledger/sends.js";
import type { HookVerdict } from "../../service/hook-transport.js";
import type { AppError } from "../error.js";
import { onDisk, type PlacesOf, type Repeating, refuseRepeat } from "./refusals.js";
import type { Observation } from "./watch.js";

export interface SendOnce {
  readonly disk: Disk;
  readonly repeating: Repeating;
  readonly sent: Sent;
  readonly places?: PlacesOf | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Tells its journal from others of that moment, in hexadecimal digits. */
  readonly random: string;
  /** Why it isn't sent any more, asked right before it is posted. */
  readonly obstacle: () => Promise<AppError | undefined>;
  readonly post: () => Promise<HookVerdict>;
  readonly watched: (verdict: HookVerdict) => Promise<Observation>;
}

/** Throws AppError where it isn't sent. */
export async function sendOnce(once: SendOnce): Promise<{
  readonly verdict: HookVerdict;
  readonly observation: Observation;
}> {
  const { now } = once;
  const journal = await begun(once);
  try {
    const obstacle = await once.obstacle();
    if (obstacle !== undefined) {
      await journal.verdict(now(), "not-sent");
      throw obstacle;
    }
    const verdict = await once.post();
    await journal.verdict(now(), verdict.kind);
    const observation = await once.watched(verdict);
    const looked = observation.kind === "unseen" && observation.looked;
    await journal.observed(now(), observation.kind === "seen", looked);
    return { verdict, observation };
  } finally {
    await journal.close();
  }
}

/** The intent, on the disk. Another send of the same may have begun meanwhile: then neither is sent. Throws AppError. */
async function begun({ disk, repeating, sent, places, now, random }: SendOnce): Promise<SendJournal> {
  const at = now();
  const journal = await onDisk(() => beginSend(disk, runId(at, random), at, sent));
  try {
    await refuseRepeat(disk, repeating, sent, now(), { own: journal.name, places });
    return journal;
  } catch (error) {
    await journal.verdict(now(), "not-sent");
    await journal.close();
    throw error;
  }
}
