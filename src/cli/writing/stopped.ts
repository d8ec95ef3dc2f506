// Prints why plans were stopped or broken off, in the same way for every writing command.

import { EXIT } from "../../app/exit.js";
import type { AppliedAccount } from "../../app/gate/apply.js";
import type { Stopped } from "../../app/gate/gate.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";
import { clean } from "../../render/sanitize.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import type { Context } from "../terminal/context.js";

interface StoppedAccount {
  readonly account: string;
  readonly exitCode: number;
  readonly why?: string;
  readonly because: readonly Diagnostic[];
}

/** Says on standard error why plans were left alone; accounts with the same reason stand together. @param heading such as `Not applied` */
export function stoppedPrinter(
  context: Context,
  heading: string,
  isOne: boolean,
): (stopped: readonly Stopped[]) => void {
  return (stopped) =>
    printStopped(
      context,
      heading,
      isOne,
      stopped.map(({ entry: { account }, ...rest }) => ({ account, ...rest })),
    );
}

/** The same for runs that began and came to no report. */
export function printBroken(
  context: Context,
  heading: string,
  isOne: boolean,
  results: readonly AppliedAccount[],
): void {
  const broken = results.filter(({ report, error }) => report === undefined && error !== undefined);
  printStopped(
    context,
    heading,
    isOne,
    broken.map(({ account, exitCode, error = "" }) => ({ account, exitCode, why: error, because: [] })),
  );
}

function printStopped(
  { err, tell, errColour }: Context,
  heading: string,
  isOne: boolean,
  stopped: readonly StoppedAccount[],
): void {
  for (const why of new Set(stopped.flatMap((one) => one.why ?? []))) {
    const same = stopped.filter((one) => one.why === why);
    const problems = same.flatMap(({ because }) => because);
    if (problems.length > 0) err(`\n${diagnosticsText(problems, errColour)}`);
    const what = same.some(({ exitCode }) => exitCode === EXIT.unknown) ? "Stopped part-way" : heading;
    const where = isOne ? "" : ` on ${namesText(same.map(({ account }) => clean(account)))}`;
    tell(`\n${errColour.bad(`${what}${where}:`)} ${clean(why).replace(/\.$/, "")}.\n`);
  }
}
