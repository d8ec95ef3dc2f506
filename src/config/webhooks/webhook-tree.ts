// Merges the layers of a bot's webhooks into one tree: maps merge key by key, and the last value wins.
import { isRecord } from "../../model/record.js";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { WEBHOOK_ACTIONS } from "../../model/webhook/webhook.js";
import type { Merged } from "../compose/layer.js";
import type { Scope } from "../compose/reference.js";
import { WRONG, workOut } from "../compose/settle.js";
import { webhooksSchema } from "./webhook-schema.js";

interface Leaf {
  readonly kind: "leaf";
  /** null leaves out what it stands for. */
  readonly value: unknown;
  readonly origin: Origin;
}

export interface Branch {
  readonly kind: "branch";
  readonly parts: ReadonlyMap<string, Tree>;
  readonly origin: Origin;
  /** The action isn't named; `webhooks: true` includes it if the bot's settings allow it. */
  readonly isImplied: boolean;
}

export type Tree = Leaf | Branch;

/** The merged tree of a bot; undefined if no layer states webhooks, or the last one states null. */
export function foldWebhooks({ layers }: Merged, scope: Scope, diagnostics: Diagnostic[]): Branch | undefined {
  const stating = layers.filter(({ values, deferred }) => values.webhooks !== undefined || deferred.has("webhooks"));
  let whole: Tree | undefined;
  for (const layer of stating) {
    const raw = layer.deferred.get("webhooks");
    const origin: Origin = { file: layer.file, path: [...layer.path, "webhooks"] };
    const value =
      raw === undefined ? layer.values.webhooks : workOut(raw, webhooksSchema(), scope, origin, diagnostics);
    if (value === WRONG) continue;
    const tree = treeOf(value, origin, 0);
    whole = whole === undefined ? tree : laid(whole, tree);
  }
  return whole?.kind === "branch" ? whole : undefined;
}

function treeOf(value: unknown, origin: Origin, depth: number): Tree {
  if (value === true && depth === 0) {
    const parts = WEBHOOK_ACTIONS.map((name) => [name, branch(new Map(), { ...origin, key: true }, true)] as const);
    return branch(new Map(parts), origin, true);
  }
  if (value === true && depth === 1) return branch(new Map(), origin, false);
  if (!isRecord(value)) return { kind: "leaf", value, origin };
  const parts = Object.entries(value).map(
    ([key, one]) => [key, treeOf(one, { ...origin, path: [...origin.path, key] }, depth + 1)] as const,
  );
  return branch(new Map(parts), origin, false);
}

function branch(parts: Branch["parts"], origin: Origin, isImplied: boolean): Branch {
  return { kind: "branch", parts, origin, isImplied };
}

/** One tree over another. */
function laid(below: Tree, above: Tree): Tree {
  if (below.kind === "leaf" || above.kind === "leaf") return above;
  const parts = new Map(below.parts);
  // A value's meaning depends on its event, so with another event an inherited value is dropped.
  if (above.parts.has("event") && !above.parts.has("value")) parts.delete("value");
  for (const [key, one] of above.parts) {
    const beneath = parts.get(key);
    parts.set(key, beneath === undefined ? one : laid(beneath, one));
  }
  const isImplied = below.isImplied && above.isImplied;
  return branch(parts, above.isImplied ? below.origin : above.origin, isImplied);
}
