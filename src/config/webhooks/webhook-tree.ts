// Folds what the layers say of a bot's webhooks into one tree: maps merge key by key, the last word on a value wins.
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { WEBHOOK_ACTIONS } from "../../model/webhook/webhook.js";
import type { Layer, Merged } from "../compose/layer.js";
import { Fault, type Scope, substitute } from "../compose/reference.js";
import { explainFault, explainValue } from "../compose/settle.js";
import { isMap, type Path } from "../schema/place.js";
import { webhooksSchema } from "./webhook-schema.js";

export interface Leaf {
  readonly kind: "leaf";
  /** null leaves out what it stands for. */
  readonly value: unknown;
  readonly origin: Origin;
}

export interface Branch {
  readonly kind: "branch";
  readonly parts: ReadonlyMap<string, Tree>;
  readonly origin: Origin;
  /** Nobody named it: `webhooks: true` means it, as far as it makes sense. */
  readonly isImplied: boolean;
}

export type Tree = Leaf | Branch;

export interface Folded {
  /** undefined where no layer states any webhooks, or the last word is null. */
  readonly tree: Branch | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING: Folded = { tree: undefined, diagnostics: [] };

/** What all layers of a bot come to. */
export function foldWebhooks({ layers }: Merged, scope: Scope): Folded {
  const stating = layers.filter(({ values, deferred }) => values.webhooks !== undefined || deferred.has("webhooks"));
  if (stating.length === 0) return NOTHING;
  const diagnostics: Diagnostic[] = [];
  let whole: Tree | undefined;
  for (const layer of stating) {
    const value = statedBy(layer, scope, diagnostics);
    if (value === undefined) continue;
    const tree = treeOf(value, layer, [...layer.path, "webhooks"], 0);
    whole = whole === undefined ? tree : laid(whole, tree);
  }
  return { tree: whole?.kind === "branch" ? whole : undefined, diagnostics };
}

/** A layer's own webhooks with their variables worked out, checked as if they had been written; undefined where they can't be used. */
function statedBy(layer: Layer, scope: Scope, diagnostics: Diagnostic[]): unknown {
  const raw = layer.deferred.get("webhooks");
  if (raw === undefined) return layer.values.webhooks;
  const origin: Origin = { file: layer.file, path: [...layer.path, "webhooks"] };
  const value = substitute(raw, scope);
  if (value instanceof Fault) {
    diagnostics.push(...explainFault(value, raw, scope, origin));
    return undefined;
  }
  const parsed = webhooksSchema().safeParse(value);
  if (parsed.success) return value;
  diagnostics.push(...explainValue(parsed.error.issues, value, raw, origin));
  return undefined;
}

function treeOf(value: unknown, layer: Layer, path: Path, depth: number): Tree {
  const origin: Origin = { file: layer.file, path };
  if (value === true && depth === 0) {
    const parts = WEBHOOK_ACTIONS.map((name) => [name, branch(new Map(), { ...origin, key: true }, true)] as const);
    return branch(new Map(parts), origin, true);
  }
  if (value === true && depth === 1) return branch(new Map(), origin, false);
  if (!isMap(value)) return { kind: "leaf", value, origin };
  const parts = Object.entries(value).map(
    ([key, one]) => [key, treeOf(one, layer, [...path, key], depth + 1)] as const,
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
  // A value means what its event says: with another event, an inherited value means nothing.
  if (above.parts.has("event") && !above.parts.has("value")) parts.delete("value");
  for (const [key, one] of above.parts) {
    const beneath = parts.get(key);
    parts.set(key, beneath === undefined ? one : laid(beneath, one));
  }
  const isImplied = below.isImplied && above.isImplied;
  return branch(parts, above.isImplied ? below.origin : above.origin, isImplied);
}
