// Finds out which nonces a service takes: how old, how far ahead, in which order, and how often (S-06, S-07).
import type { Seen } from "../../model/service-questions.js";
import { type Asked, type Asker, isRefused } from "./asker.js";

/** Records an answer. */
export type Say = (seen: Seen) => Promise<void>;
/** What is known already, by name. */
export type Known = Pick<ReadonlyMap<string, string | number>, "get" | "has">;

/** Seconds. The usual windows, each with the second behind it. */
const AGES = [1, 2, 5, 6, 10, 11, 15, 16, 20, 21, 30, 31, 45, 60, 61, 90, 120, 121, 180, 300, 301, 600, 601, 900, 901];
/** Where nonces have to grow, each question takes as long as the nonce is old. */
const FEW_AGES = [1, 5, 6, 30, 31, 60, 61];
const LEADS = [1, 2, 3, 5, 6, 10, 11, 30, 31, 60];
const FEW_LEADS = [1, 2];

/** In this order: what is found out first tells how the rest has to be asked. */
export async function askNonces(asker: Asker, known: Known, say: Say): Promise<void> {
  if (!known.has("nonceReuse")) await askReuse(asker, say);
  if (known.has("nonceOrder")) asker.isOrdered = known.get("nonceOrder") === "growing";
  else await askOrder(asker, say);
  if (!known.has("nonceWindow")) await askWindow(asker, "nonceWindow", say);
  if (!known.has("nonceLead")) await askLead(asker, say);
  if (!known.has("noncePostWindow")) await askWindow(asker, "noncePostWindow", say);
}

async function askReuse(asker: Asker, say: Say): Promise<void> {
  const nonce = await asker.freshSecond();
  await asker.ask({ name: "accessList", nonce, isSoon: true });
  const other = await asker.ask({ name: "pairList", nonce, isSoon: true });
  if (isRefused(other))
    return say({ name: "nonceReuse", value: "refuse", detail: "another request of the same second was refused" });
  const same = await asker.ask({ name: "accessList", nonce, isSoon: true });
  await say(
    isRefused(same)
      ? { name: "nonceReuse", value: "refuse-same-request", detail: "only the very same request was refused" }
      : { name: "nonceReuse", value: "allow", detail: "the very same request was answered twice" },
  );
}

async function askOrder(asker: Asker, say: Say): Promise<void> {
  const nonce = await asker.freshSecond();
  await asker.ask({ name: "pairList", nonce, isSoon: true });
  const older = await asker.ask({ name: "accessList", nonce: nonce - 1, isSoon: true });
  if (!isRefused(older))
    return say({ name: "nonceOrder", value: "any", detail: "a nonce a second older than the last one was accepted" });
  // Refused for its age, or for its order? The same age in order tells.
  await asker.rest(3);
  const inOrder = await asker.ask({ name: "accessList", age: 1 });
  if (isRefused(inOrder)) return;
  asker.isOrdered = true;
  const detail = "a nonce older than the last one was refused; one as old, in order, was accepted";
  await say({ name: "nonceOrder", value: "growing", detail });
}

interface Climbed {
  readonly most: number;
  readonly below: number | null;
}

/** Asks for more and more until one is refused. */
async function climb(asker: Asker, steps: readonly number[], asked: (step: number) => Asked): Promise<Climbed> {
  let most = 0;
  for (const step of steps) {
    if (isRefused(await asker.ask(asked(step)))) return { most, below: step };
    most = step;
  }
  return { most, below: null };
}

async function askWindow(asker: Asker, name: "nonceWindow" | "noncePostWindow", say: Say): Promise<void> {
  const steps = asker.isOrdered ? FEW_AGES : AGES;
  const read = name === "nonceWindow" ? "pairList" : "accountInformation";
  await say(measured(name, await climb(asker, steps, (age) => ({ name: read, age })), "old"));
}

async function askLead(asker: Asker, say: Say): Promise<void> {
  const steps = asker.isOrdered ? FEW_LEADS : LEADS;
  await say(measured("nonceLead", await climb(asker, steps, (lead) => ({ name: "pairList", age: -lead })), "ahead"));
}

function measured(name: Seen["name"], { most, below }: Climbed, how: "old" | "ahead"): Seen {
  const accepted = most === 0 ? "" : `one ${most} s ${how} was accepted`;
  const refused = below === null ? "more wasn't asked" : `one ${below} s ${how} was refused`;
  return { name, value: most, below, detail: [accepted, refused].filter(Boolean).join("; ") };
}
