// A command as one declaration. Its parser, its help, completion and the reference pages are made from it.
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { AppError } from "../app/error.js";
import { EXIT, type ExitCode } from "../app/exit.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import type { Setting } from "../render/forms.js";
import { type AccountResult, accountsJson, type FormatVersion, resultJson } from "../render/machine/json.js";
import type { ResultKind, ResultOf } from "../render/result-kinds.js";
import type { AnyArgument, AnyOption, CommandInput } from "./command-input.js";
import type { Source } from "./completion/values.js";
import type { Context } from "./terminal/context.js";
import { withEnvironment, withProxy } from "./terminal/credentials.js";
import { withState } from "./terminal/ledger-place.js";
import { located } from "./terminal/located.js";
import { type Block, show } from "./terminal/watch.js";

/** Headings of the program's help. */
const GROUPS = {
  daily: "Daily work:",
  configuration: "Configuration and policies:",
  account: "The live account:",
  past: "Saved plans and past runs:",
  money: "Money:",
  webhooks: "Webhooks:",
  trying: "Trying it out, and help:",
} as const;
type Group = keyof typeof GROUPS;

/** The context of a running command, and the program that it is part of. */
export interface Shell extends Context {
  readonly commands: readonly Declared[];
  /** With all of its commands. */
  readonly program: () => CommandUnknownOpts;
  /** Runs another command line, as if it had been typed. */
  readonly invoke: (argv: readonly string[], context: Context) => Promise<ExitCode>;
}

/** Text of a result in the form that is asked for. */
type Shown = (form: string, setting: Setting) => Promise<string>;

/** A document that only its command has. */
export function document(body: object): Shown {
  return async (_form, { colour: _colour, now: _now, ...head }) => resultJson(head, body);
}

/** A document about one account. */
export function ofAccount(part: Omit<AccountResult, "exitCode">): Shown {
  return async (_form, { colour: _colour, now: _now, ...head }) =>
    accountsJson(head, [{ ...part, exitCode: head.exitCode }]);
}

/** A result of the registry of renderers, which is loaded once it is shown. */
export function shown<Kind extends ResultKind>(kind: Kind, result: ResultOf<Kind>): Shown {
  return async (form, setting) => (await import("../render/forms.js")).rendered(kind, form, result, setting);
}

interface Declaration<Arguments extends readonly AnyArgument[], Options extends readonly AnyOption[], Result> {
  /** With the command that holds it: `bots list`. */
  readonly name: string;
  readonly summary: string;
  /** Of a command that no other one holds. */
  readonly group?: Group;
  /** Whether help doesn't list it, and it has none itself: whatever it is given is an argument. */
  readonly isHidden?: true;
  readonly arguments?: () => Arguments;
  readonly options?: () => Options;
  /** Its options are those of the command that holds it, wherever on the command line they stand. */
  readonly hasOptionsOfParent?: true;
  readonly examples?: readonly string[];
  readonly exitCodes?: Readonly<Partial<Record<ExitCode, string>>>;
  /** What help says last. */
  readonly notes?: string;
  /** What completion offers for an option or an argument whose name alone doesn't tell. */
  readonly completes?: Readonly<Record<string, Source>>;
  /** Whether a configuration is read where none is named; unless stated, wherever there is --config. */
  readonly searches?: (options: CommandInput<Arguments, Options>) => boolean;
  /** Refuses options that don't go together, before anything is read. Throws AppError. */
  readonly check?: (options: CommandInput<Arguments, Options>) => void;
  readonly exitCode?: (result: Result, options: CommandInput<Arguments, Options>) => ExitCode;
  /** In the head of the document; as text they are said on standard error before anything else. */
  readonly diagnostics?: (result: Result) => readonly Diagnostic[];
  /** Why there is no more than this; in the head of the document. */
  readonly error?: (result: Result) => string | undefined;
  /** Goes to standard output: a result of the registry, or text as it is. */
  readonly show?: (result: Result, options: CommandInput<Arguments, Options>, context: Context) => Shown | string;
  /** What is said on standard error before it, and after it, where no document is asked for. */
  readonly say?: (context: Context, result: Result, options: CommandInput<Arguments, Options>) => void | Promise<void>;
  readonly add?: (context: Context, result: Result, options: CommandInput<Arguments, Options>) => void | Promise<void>;
  /** Whether what is shown holds keys that are there to be copied: then nothing is taken out. */
  readonly isToBeCopied?: (options: CommandInput<Arguments, Options>) => boolean;
}

interface Running<Arguments extends readonly AnyArgument[], Options extends readonly AnyOption[], Result>
  extends Declaration<Arguments, Options, Result> {
  /** Calls a use case. What it needs is loaded when it runs. */
  readonly run: (context: Shell, options: CommandInput<Arguments, Options>) => Promise<Result>;
}

interface Reading<Arguments extends readonly AnyArgument[], Options extends readonly AnyOption[], Result>
  extends Declaration<Arguments, Options, Result> {
  /** What is done once, and gives what is done for each look. */
  readonly open: (
    context: Shell,
    options: CommandInput<Arguments, Options>,
  ) => Promise<(context: Context) => Promise<Result>>;
}

/** A command without the types of its options, as the program holds it. */
export interface Declared {
  readonly name: string;
  readonly isHidden: boolean;
  /** Whether a word after its name may be an argument. */
  readonly hasArguments: boolean;
  readonly completes: Readonly<Record<string, Source>>;
  readonly examples: readonly string[];
  /** Makes of the parser what is declared. Once it has parsed, what is to run is handed over. */
  readonly fill: (parser: CommandUnknownOpts, choose: (run: Run) => void) => void;
}

/** Resolves to the exit code. */
export type Run = (context: Shell) => Promise<ExitCode>;

export function command<
  const Arguments extends readonly AnyArgument[] = readonly [],
  const Options extends readonly AnyOption[] = readonly [],
  Result = undefined,
>(declaration: Running<Arguments, Options, Result>): Declared {
  const { run } = declaration;
  return watchable({ ...declaration, open: async (shell, options) => (c) => run({ ...shell, ...c }, options) });
}

/** A command that can be asked to look again and again. */
export function watchable<
  const Arguments extends readonly AnyArgument[] = readonly [],
  const Options extends readonly AnyOption[] = readonly [],
  Result = undefined,
>(declaration: Reading<Arguments, Options, Result>): Declared {
  const { name, isHidden = false, completes = {}, examples = [] } = declaration;
  const fill: Declared["fill"] = (parser, choose) => {
    describe(parser, declaration);
    parser.action(() => {
      refuseForeign(parser, declaration);
      // The one place that trusts commander's types: what it has parsed is what was declared.
      const given = inputOf(parser) as CommandInput<Arguments, Options> & Common;
      choose(async (shell) => {
        declaration.check?.(given);
        const found = located(shell, parser, given, declaration.searches?.(given));
        const placed = { ...given, ...found, ...(shell.isTerminal && formOnTerminal(parser, given)) };
        const formatVersion = FORMAT_VERSIONS[placed.formatVersion ?? "2"];
        const context = { ...(await withProxy(await withEnvironment(shell, given), given)), formatVersion };
        const options = withState(context, placed, found.journal !== undefined);
        const read = await declaration.open(context, options);
        const copied = declaration.isToBeCopied?.(options) === true ? { out: context.outAsItIs } : {};
        return show({ ...context, ...copied }, name, options, async (c) =>
          block(c, declaration, await read(c), options),
        );
      });
    });
  };
  return { name, isHidden, hasArguments: declaration.arguments !== undefined, completes, examples, fill };
}

/** Below a command that runs by itself, the options of that one are parsed wherever they stand: what this one doesn't have is refused. */
function refuseForeign(
  parser: CommandUnknownOpts,
  { hasOptionsOfParent }: { readonly hasOptionsOfParent?: true },
): void {
  const holder = parser.parent;
  if (holder?.parent == null || hasOptionsOfParent === true) return;
  const foreign = holder.options.find(
    (one) =>
      holder.getOptionValueSource(one.attributeName()) === "cli" &&
      !parser.options.some((own) => own.attributeName() === one.attributeName()),
  );
  const flag = foreign?.long ?? "";
  if (foreign !== undefined) parser.error(`error: unknown option '${flag}'`, { code: "commander.unknownOption" });
}

/** A page is for a browser: a terminal gets the text where no form was asked for. Throws AppError where a page was. */
function formOnTerminal(parser: CommandUnknownOpts, { format, out }: Common): Pick<Common, "format"> {
  if (format !== "html" || out !== undefined) return {};
  if (parser.getOptionValueSourceWithGlobals("format") === "default") return { format: "text" };
  throw new AppError(`a page is for a browser, not for a terminal\nWrite it to a file: --out ${parser.name()}.html`);
}

/** By the word that --format-version takes. */
export const FORMAT_VERSIONS = { "1": 1, "2": 2 } as const satisfies Readonly<Record<string, FormatVersion>>;

/** What any command may be asked for. */
interface Common {
  readonly format?: string;
  readonly out?: unknown;
  readonly watch?: boolean;
  readonly interval?: number;
  readonly envFrom?: string;
  readonly proxy?: string;
  readonly formatVersion?: keyof typeof FORMAT_VERSIONS;
  readonly config?: string;
  /** An argument that names the configuration. */
  readonly path?: string;
}

/** A command that only holds others. */
export function parent(name: string, group: Group, summary: string): Declared {
  return {
    name,
    isHidden: false,
    hasArguments: false,
    completes: {},
    examples: [],
    fill(parser) {
      parser.description(summary).helpGroup(GROUPS[group]).usage("<command> [options]").allowExcessArguments();
      // What a command that isn't there would take is no mistake of its own.
      parser.allowUnknownOption();
      parser.action(() => {
        const [first] = parser.args;
        if (first?.startsWith("-"))
          parser.error(`error: unknown option '${first}'`, { code: "commander.unknownOption" });
        const unknown = parser.args.find((word) => !word.startsWith("-"));
        if (unknown !== undefined) parser.error(`error: botform ${name} has no command ${unknown}`);
        parser.outputHelp();
      });
    },
  };
}

function describe<Arguments extends readonly AnyArgument[], Options extends readonly AnyOption[], Result>(
  parser: CommandUnknownOpts,
  declaration: Declaration<Arguments, Options, Result>,
): void {
  const { summary, group, isHidden, hasOptionsOfParent, examples = [], exitCodes = {}, notes } = declaration;
  // Whoever holds it may take more: what it would refuse is named by a command that isn't there.
  parser.description(summary).allowExcessArguments(false);
  if (isHidden === true) parser.helpOption(false).allowUnknownOption();
  if (group !== undefined) parser.helpGroup(GROUPS[group]);
  for (const argument of declaration.arguments?.() ?? []) parser.addArgument(argument);
  if (hasOptionsOfParent === true) parser.configureHelp({ showGlobalOptions: true });
  else for (const option of declaration.options?.() ?? []) parser.addOption(option);
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `${code.padStart(3)}  ${meaning}`);
  const texts = [listed("Examples", examples), listed("Exit codes", codes), notes === undefined ? "" : `\n${notes}\n`];
  parser.addHelpText("after", texts.join(""));
}

function listed(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `\n${heading}:\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

function inputOf(parser: CommandUnknownOpts): object {
  const values = parser.registeredArguments.map((one, index) => [one.name(), parser.processedArgs[index]] as const);
  const named = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  return { ...parser.optsWithGlobals(), ...named };
}

async function block<Arguments extends readonly AnyArgument[], Options extends readonly AnyOption[], Result>(
  context: Context,
  declaration: Declaration<Arguments, Options, Result>,
  result: Result,
  options: CommandInput<Arguments, Options> & Common,
): Promise<Block> {
  const { name, diagnostics, error, say } = declaration;
  const { format = "text" } = options;
  const exitCode = declaration.exitCode?.(result, options) ?? EXIT.done;
  const problems = diagnostics?.(result) ?? [];
  if (format !== "json") {
    if (problems.length > 0) context.say({ kind: "diagnostics", diagnostics: problems });
    await say?.(context, result, options);
  }
  const output = declaration.show?.(result, options, context) ?? "";
  const last = format === "json" ? undefined : () => declaration.add?.(context, result, options);
  if (typeof output === "string") return { text: output, exitCode, last };
  const why = error?.(result);
  const { formatVersion } = context;
  const head = {
    command: name,
    exitCode,
    formatVersion,
    diagnostics: problems,
    ...(why !== undefined && { error: why }),
  };
  return { text: await output(format, { ...head, colour: context.colour, now: Date.now() }), exitCode, last };
}
