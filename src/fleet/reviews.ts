// What is left of a roll-out, as somebody at the page asked to be shown it: looked at beside the requests, and kept under its digest, so that a click promotes what was seen.
import { type Shown, shownDigest } from "../app/rollout/promote.js";
import type { ReviewRun } from "../model/deed.js";

export interface Reviews {
  /** One at a time: whoever asks meanwhile gets the one that is under way. */
  readonly begin: (by: string) => void;
  /** The newest; undefined where nobody has asked, it is too old to be answered, or about another roll-out than this one. */
  readonly latest: (rollout: string | undefined) => ReviewRun | undefined;
  /** undefined where there is none, or it is too old. */
  readonly of: (digest: string) => Shown | undefined;
  /** What was shown is answered, and no page leads to it any more. */
  readonly close: () => void;
}

/** Money and plans of the page grow old, and the bots go on. */
export const ANSWERED_WITHIN_MS = 30 * 60_000;

/** @param look reads the service; rejects with AppError. @param changed called whenever it stands otherwise */
export function fleetReviews(
  look: () => Promise<Shown>,
  {
    clock,
    changed,
    reasonOf,
  }: {
    readonly clock: () => number;
    readonly changed: () => void;
    readonly reasonOf: (error: unknown) => string;
  },
): Reviews {
  let latest: { readonly run: ReviewRun; readonly from: number; readonly shown?: Shown } | undefined;
  let closed: Shown | undefined;
  let underWay: Promise<void> | undefined;
  const current = () => {
    const isOld = latest !== undefined && underWay === undefined && clock() - latest.from >= ANSWERED_WITHIN_MS;
    return isOld ? undefined : latest;
  };
  const run = async (by: string) => {
    const from = clock();
    const begun = { by, at: new Date(from).toISOString() };
    const keep = (state: ReviewRun["state"], shown?: Shown) => {
      latest = { run: { ...begun, state }, from, ...(shown !== undefined && { shown }) };
    };
    keep({ kind: "running" });
    changed();
    try {
      const shown = await look();
      keep({ kind: "shown", digest: shownDigest(shown) }, shown);
    } catch (error) {
      keep({ kind: "failed", text: reasonOf(error) });
    }
  };
  return {
    begin(by) {
      underWay ??= run(by).finally(() => {
        underWay = undefined;
        changed();
      });
    },
    latest(rollout) {
      const { run: found, shown } = current() ?? {};
      if (shown === undefined) return found;
      return shown !== closed && shown.seen.begin.id === rollout ? found : undefined;
    },
    close() {
      closed = latest?.shown;
    },
    of(digest) {
      const { run: found, shown } = current() ?? {};
      return found?.state.kind === "shown" && found.state.digest === digest ? shown : undefined;
    },
  };
}
