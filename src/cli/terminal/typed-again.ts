// Commands that are named in what is said long after somebody typed one: completed, so that as they stand they mean the same configuration, ledger and account.
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { AccountOptions } from "../../app/files/configuration.js";
import { once } from "../../model/text/once.js";
import { type Context, contextOf } from "./context.js";
import type { CredentialOptions } from "./credentials.js";
import { ledgerOption, sameOptions, shellWord } from "./shell-word.js";

export interface TypedOptions extends AccountOptions, CredentialOptions {
  readonly journal: string;
}

/** Completes the commands in a text. @param account that the text is about, where it is about one */
export type TypedAgain = (text: string, account?: string) => string;

const NAMED = /\bbotform ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g;

/** @param program the command line, which says what each command takes */
export function typedAgain(program: () => CommandUnknownOpts, options: TypedOptions): TypedAgain {
  const known = once(() => optionsBy(program()));
  const [same, ledger] = [sameOptions(options), ledgerOption(options)];
  // Who chose among accounts, or took all, has several.
  const isOneOfSeveral = options.allAccounts === true || (options.account ?? []).length > 0;
  const flagsOf = (takes: ReadonlySet<string>, rest: string, account: string | undefined) => {
    const has = (flag: string) => takes.has(flag) && !new RegExp(`^[^.;\\n]* ${flag}\\b`).test(rest);
    const whose = account !== undefined && isOneOfSeveral && has("--account") ? ` --account ${shellWord(account)}` : "";
    const where = has("--config") && !/^[^.;\n]* -c /.test(rest) ? same : "";
    return `${whose}${where}${has("--journal") ? ledger : ""}`;
  };
  return (text, account) =>
    text.replace(NAMED, (whole, first: string, second: string | undefined, at: number) => {
      const both = second === undefined ? first : `${first} ${second}`;
      const name = known().has(both) ? both : first;
      const takes = known().get(name);
      if (takes === undefined) return whole;
      const after = whole.slice(`botform ${name}`.length);
      const rest = `${after}${text.slice(at + whole.length)}`;
      return `botform ${name}${flagsOf(takes, rest, account)}${after}`;
    });
}

/** The long options of each command, by its whole name. */
function optionsBy(program: CommandUnknownOpts): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  const add = (command: CommandUnknownOpts, before: string) => {
    for (const one of command.commands) {
      const name = `${before}${one.name()}`;
      found.set(name, new Set(one.options.flatMap(({ long }) => long ?? [])));
      add(one, `${name} `);
    }
  };
  add(program, "");
  return found;
}

/** A context in which whatever is said beside the results is completed; nothing is drawn on it. */
export function sayingWhole<C extends Context>(context: C, complete: TypedAgain): C {
  const { err, tell, say, read, run } = contextOf(
    {
      ...context,
      live: false,
      err: (text) => context.err(complete(text)),
      tell: (text) => context.tell(complete(text)),
    },
    true,
  );
  return { ...context, live: false, err, tell, say, read, run };
}
