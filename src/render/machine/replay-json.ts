// The replay of a plan as JSON: times as ISO 8601, spans in milliseconds.
import type { DealEnd, PlanReplay } from "../../model/risk/plan-replay.js";

export function planReplayJson(replay: PlanReplay): object {
  if (!replay.replayed) return replay;
  const bots = replay.bots.map(({ deals, ...bot }) => ({
    ...bot,
    deals: deals && {
      ...deals,
      first: deals.first.map(({ opened, now, after }) => ({
        opened: iso(opened),
        now: endJson(now),
        after: endJson(after),
      })),
    },
  }));
  return { ...replay, from: iso(replay.from), to: iso(replay.to), bots };
}

function endJson(end: DealEnd | null): object | null {
  return end && { ...end, closed: end.closed === null ? null : iso(end.closed) };
}

const iso = (time: number) => new Date(time).toISOString();
