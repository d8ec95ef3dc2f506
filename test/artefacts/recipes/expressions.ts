// The small part of GitHub's expressions that our files use, worked out over given contexts.
export type Contexts = Readonly<Record<string, unknown>>;

/** Text with every `${{ … }}` in it worked out. @throws Error for an expression that isn't of the small part */
export function filled(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => String(evaluated(expression, contexts) ?? ""));
}

/** Whether a step or job with this `if:` runs after what ran before it. GitHub puts success() before one without a status. */
export function holds(condition: string | undefined, contexts: Contexts, isFailed: boolean): boolean {
  const text = (condition ?? "success()").trim();
  const hasStatus = /\b(always|success|failure|cancelled)\(\)/.test(text);
  if (!hasStatus && isFailed) return false;
  const status = { always: true, success: !isFailed, failure: isFailed, cancelled: false };
  return Boolean(evaluated(text, { ...contexts, ...status }));
}

/** `a && b`, `a || b`, `a == b`, `a != b`, with names, quoted texts and calls of a status. */
function evaluated(expression: string, contexts: Contexts): unknown {
  const text = expression.trim();
  for (const [operator, join] of OPERATORS) {
    const at = text.indexOf(operator);
    if (at < 0) continue;
    return join(evaluated(text.slice(0, at), contexts), () => evaluated(text.slice(at + operator.length), contexts));
  }
  const quoted = /^'([^']*)'$/.exec(text);
  if (quoted !== null) return quoted[1];
  const name = /^([a-z_][\w.-]*)(?:\(\))?$/i.exec(text)?.[1];
  if (name === undefined) throw new Error(`no expression of the small part: ${text}`);
  return name.split(".").reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), contexts);
}

const OPERATORS: readonly (readonly [string, (left: unknown, right: () => unknown) => unknown])[] = [
  ["||", (left, right) => left || right()],
  ["&&", (left, right) => left && right()],
  ["==", (left, right) => (left ?? "") === (right() ?? "")],
  ["!=", (left, right) => (left ?? "") !== (right() ?? "")],
];

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
