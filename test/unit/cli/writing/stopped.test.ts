// Why plans were stopped: each reason once, with its accounts and problems, and whether anything may have been written.
import { expect, it } from "vitest";
import type { ExitCode } from "../../../../src/app/exit.js";
import type { AppliedAccount } from "../../../../src/app/gate/apply.js";
import type { Stopped } from "../../../../src/app/gate/gate.js";
import { contextOf } from "../../../../src/cli/terminal/context.js";
import { printBroken, stoppedPrinter } from "../../../../src/cli/writing/stopped.js";
import type { Diagnostic } from "../../../../src/model/text/diagnostic.js";
import { asItCame } from "../../render/as-it-came.js";
import { testScreen } from "../terminal/terminal.js";

const PROBLEM: Diagnostic = { severity: "error", code: "plan/unknown-access", summary: "No such access", remedy: "r" };

function printed(isOne: boolean, ...stopped: readonly Stopped[]): string {
  const screen = testScreen();
  stoppedPrinter(contextOf(screen), "Not applied", isOne)(stopped);
  expect(screen.printed.out).toEqual([]);
  return screen.printed.err.join("");
}

const stop = (account: string, exitCode: ExitCode, why: string | undefined, ...because: readonly Diagnostic[]) => ({
  ...{ entry: { account }, exitCode, because },
  ...(why !== undefined && { why }),
});

it("a plan that was left alone says why, without its account where there is one", () => {
  expect(printed(true, stop("main", 4, "the live bots differ."))).toBe(
    "\n<bad>Not applied:</> the live bots differ.\n",
  );
  expect(printed(true, stop("main", 0, undefined))).toBe("");
});

it("accounts of one reason stand together with their problems, and what began was stopped part-way", () => {
  const text = printed(
    false,
    stop("a", 6, "a limit\u001b[2J"),
    stop("b", 3, "errors", PROBLEM),
    stop("c", 6, "a limit\u001b[2J"),
    stop("d", 5, "an outcome is unknown"),
    stop("e", 3, "an outcome is unknown"),
  );
  expect(text).toMatchInlineSnapshot(`
    "
    <bad>Not applied on a, c:</> a limit\\u{1b}[2J.

    <bad>error</>: No such access <faint>[plan/unknown-access]</>
      <good>fix:</> r

    <bad>Not applied on b:</> errors.

    <bad>Stopped part-way on d, e:</> an outcome is unknown.
    "
  `);
});

it("no name, reason or problem is shown as it came", () => {
  const stopped = [stop("a", 6, "a limit"), stop("b", 6, "a limit", PROBLEM), stop("c", 5, "no answer")];
  expect(asItCame(stopped, (all) => printed(false, ...all))).toEqual(["[].because[].code"]);
  const ended = [{ account: "a", exitCode: 5, error: "no answer" } as AppliedAccount];
  const broken = (all: typeof ended) => {
    const screen = testScreen();
    printBroken(contextOf(screen), "Not undone", false, all);
    return screen.printed.err.join("");
  };
  expect(asItCame(ended, broken)).toEqual([]);
});

it("of runs that ended, those without a report are broken off, each with its error", () => {
  const screen = testScreen();
  const end = (account: string, rest: Partial<AppliedAccount>) => ({ account, exitCode: 5, ...rest }) as AppliedAccount;
  printBroken(contextOf(screen), "Not undone", false, [
    end("a", { error: "no answer" }),
    end("b", {}),
    end("c", { error: "no answer", exitCode: 1 }),
    end("d", { error: "the disk is full", exitCode: 1 }),
    end("e", { error: "reported", report: {} as NonNullable<AppliedAccount["report"]> }),
  ]);
  expect(screen.printed.err).toEqual([
    "\n<bad>Stopped part-way on a, c:</> no answer.\n",
    "\n<bad>Not undone on d:</> the disk is full.\n",
  ]);
});
