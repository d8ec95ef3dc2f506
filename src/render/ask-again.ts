// The command that asks anew about what a plan was to do, for whoever has got a no that nobody can take back.
import { isUndo, type Plan, UNDO_DIGEST } from "../model/plan/plan.js";

/** `botform plan --ask --account main`; for a way back the undo of the same run. */
export function askAgainCommand({ account, configDigest }: Pick<Plan, "account" | "configDigest">): string {
  const [run = ""] = configDigest.slice(UNDO_DIGEST.length).split("/");
  const asks = isUndo({ configDigest }) ? `undo ${run} --ask` : "plan --ask";
  return `botform ${asks} --account ${account}`;
}
