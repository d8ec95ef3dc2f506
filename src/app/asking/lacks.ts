// Looks for bots that are there and that the list doesn't show, among those that botform has seen before (S-23).
import { type Asker, isRefused } from "./asker.js";
import type { Say } from "./nonces.js";

/** Each may be gone, which is a refusal. */
const MOST = 20;

/** Ids that the list shows, and ids that were ever seen. */
interface Ids {
  readonly shown: readonly number[];
  readonly known: readonly number[];
}

export async function askLacks(asker: Asker, { shown, known }: Ids, say: Say): Promise<void> {
  const unlisted = known.filter((id) => !shown.includes(id)).slice(0, MOST);
  const hidden: number[] = [];
  for (const id of unlisted) {
    const answer = await asker.askWrong({ name: "botDetails", parameters: [["botId", id]] });
    const { verdict } = answer;
    const isThere = !isRefused(answer) && verdict.kind === "success" && Array.isArray(verdict.data);
    if (isThere && JSON.stringify(verdict.data).includes(`"id":${id}`)) hidden.push(id);
  }
  if (known.length === 0) return;
  const detail = hidden.length === 0 ? `of ${known.length} that were seen before` : hidden.join(", ");
  await say({ name: "listLacks", value: hidden.length, detail });
  await sayCut(shown, hidden, say);
}

/** One that is missing at an end may be hidden or cut off; only several tell. */
async function sayCut(shown: readonly number[], hidden: readonly number[], say: Say): Promise<void> {
  const [one, another] = hidden;
  if (one === undefined || shown.length === 0) return;
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  if (another !== undefined) {
    const keeps = hidden.every((id) => id < low) ? "newest" : hidden.every((id) => id > high) ? "oldest" : undefined;
    if (keeps === undefined) return;
    await say({ name: "listSize", value: shown.length, detail: `it lacks ${hidden.length} bots at one end` });
    return say({ name: "listKeeps", value: keeps, detail: `it lacks ${hidden.join(", ")}` });
  }
  if (one < low || one > high) return;
  const place = shown.filter((id) => id < one).length + 1;
  await say({ name: "listHides", value: place, detail: `the list shows bots before and after ${one}` });
}
