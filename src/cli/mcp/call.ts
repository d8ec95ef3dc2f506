// One call of a tool: checks what it is given, runs its command line on a screen of its own, and gives back what that printed.
import * as z from "zod/mini";
import type { ExitCode } from "../../app/exit.js";
import { outputSchema } from "../../model/plan/output-schema.js";
import { isRecord } from "../../model/record.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { parseJson } from "../../model/text/json.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import { paint } from "../../render/text/paint.js";
import { planText } from "../../render/text/plan-text.js";
import { type Context, plainContext } from "../terminal/context.js";
import type { Tool } from "./tools.js";

/** Where configuration and ledger are, as botform was started; a caller has no say in it. */
export interface Place {
  readonly config?: string;
  readonly var?: readonly string[];
  readonly varFile?: readonly string[];
  readonly journal: string;
}

export type RunLine = (argv: readonly string[], context: Context) => Promise<ExitCode>;

/** As the protocol has it. */
export interface ToolResult extends Record<string, unknown> {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError: boolean;
}

/** Never throws: what can't be done is a result that is an error, in the words of the command line. */
export async function call(
  context: Context,
  run: RunLine,
  place: Place,
  tool: Tool,
  given: unknown,
): Promise<ToolResult> {
  const input = z.safeParse(tool.input, given ?? {});
  if (!input.success) return failure(`${tool.name} doesn't take that: ${faultOf(input.error)}`);
  const [out, err]: [string[], string[]] = [[], []];
  const screen = plainContext({ out: (text) => out.push(text), err: (text) => err.push(text), env: context.env });
  const exitCode = await run([...tool.argv(input.data), ...placeOf(tool, place)], { ...screen, envs: context.envs });
  const printed = out.join("");
  const document = tool.isPlan === true ? parseJson(printed) : undefined;
  const shown = document === undefined ? printed : (planTexts(document) ?? printed);
  const texts = [shown, err.join(""), `exit code ${exitCode}\n`]
    .map((text) => text.trim())
    .filter((text) => text !== "");
  return {
    content: texts.map((text) => ({ type: "text", text })),
    ...(isRecord(document) && { structuredContent: { ...document } }),
    isError: !tool.done.includes(exitCode),
  };
}

function failure(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** The first, without the value: it may be anything. */
function faultOf({ issues: [first] }: z.core.$ZodError): string {
  const path = first?.path.join(".") ?? "";
  return `${path === "" ? "" : `${path}: `}${first?.code === "unrecognized_keys" ? "it has a key that is unknown" : "it isn't of the form that its schema says"}`;
}

function placeOf({ takes }: Tool, { config, var: variables = [], varFile = [], journal }: Place): readonly string[] {
  const ofConfig = [
    ...(config === undefined ? [] : [`--config=${config}`]),
    ...variables.flatMap((one) => ["--var", one]),
    ...varFile.flatMap((one) => ["--var-file", one]),
  ];
  return [...(takes.config ? ofConfig : []), ...(takes.journal ? [`--journal=${journal}`] : [])];
}

/** Each account's plan as plan and show print it, or why there is none; undefined for a document that isn't of plans. */
function planTexts(document: unknown): string | undefined {
  const read = z.safeParse(outputSchema, document);
  if (!read.success) return undefined;
  if (!("accounts" in read.data)) return "error" in read.data ? errorText(read.data) : undefined;
  const { accounts } = read.data;
  const isOneOfSeveral = accounts.length > 1;
  const texts = accounts.map(({ account, plan, ...end }) => {
    const text = plan === undefined ? "" : planText(plan, paint(false), { isOneOfSeveral });
    const why = end.error === undefined ? "" : `${account}: ${end.error}\n`;
    return plan === undefined && end.error !== undefined
      ? errorText({ ...end, error: `${account}: ${end.error}` })
      : `${text}${why}`;
  });
  return texts.join("\n");
}

function errorText({ error, diagnostics }: { readonly error: string; readonly diagnostics: readonly Diagnostic[] }) {
  const problems = diagnostics.length === 0 ? "" : `${diagnosticsText(diagnostics, paint(false))}\n`;
  return `${problems}botform: ${error}\n`;
}
