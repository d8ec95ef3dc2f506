// Answers to plans that wait for a person: lines of the account's ledger, which only grow.
import type { Answer } from "../../model/planfile/approval.js";
import type { Clock, Disk } from "../../model/ports.js";
import { type AccountFacts, accountFacts } from "./account-facts.js";
import type { Fact } from "./facts.js";

/** The answers of one account. Every method rejects with DiskError alone. */
export interface AccountApprovals extends Pick<AccountFacts, "damage"> {
  /** Oldest first. */
  read(): Promise<readonly Answer[]>;
  /** The digest of the plan that was asked for in its place, by its own. */
  superseded(): Promise<ReadonlyMap<string, string>>;
  supersede(digest: string, newer: string): Promise<void>;
  /** Nothing takes it back. */
  add(answer: Omit<Answer, "at">): Promise<Answer>;
}

/** The account's name alone is enough: a plan is of one account by its name, and of no other. */
export function accountApprovals(disk: Disk, clock: Pick<Clock, "now">, account: string): AccountApprovals {
  const { read, damage, add } = accountFacts(disk, clock, { account });
  return {
    read: async () => answersIn(await read()),
    damage,
    superseded: async () =>
      new Map((await read()).flatMap((one) => (one.type === "superseded" ? [[one.digest, one.newer] as const] : []))),
    supersede: (digest, newer) => add([{ type: "superseded", at: clock.now(), digest, newer }]),
    async add(answer) {
      const given = { ...answer, at: clock.now() };
      await add([{ type: "answer", ...given }]);
      return given;
    },
  };
}

function answersIn(ofAccount: readonly Fact[]): readonly Answer[] {
  return ofAccount.flatMap((fact) => {
    if (fact.type !== "answer") return [];
    const { type: _type, ...answer } = fact;
    return [answer];
  });
}
