// Scenarios that were tested, as a person reads them: each with what it came to, and what isn't as expected.
import { figureText } from "../../model/scenario/expectation.js";
import { momentText } from "../../model/scenario/moment.js";
import type { Difference, ScenarioResult } from "../../model/scenario/result.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { wrappedOnTerminal } from "./wrap.js";

/** Ends in a line feed. */
export function scenariosText(results: readonly ScenarioResult[], colour: Paint): string {
  const lines = [...results.flatMap((result) => resultLines(result, colour)), totalText(results, colour)];
  return `${wrappedOnTerminal(lines.join("\n"), colour)}\n`;
}

function resultLines(result: ScenarioResult, colour: Paint): string[] {
  const { name, description, status, differences, problems } = result;
  const word = { passed: colour.good("passed"), failed: colour.bad("failed"), error: colour.bad("error ") }[status];
  return [
    `${word}  ${colour.bold(clean(name))}: ${clean(description)}`,
    ...(result.figures === null ? [] : [`        ${summaryText(result)}`]),
    ...differences.flatMap((one) => differenceLines(one, colour)),
    ...problems.map((problem) => `        ${clean(problem)}`),
  ];
}

function summaryText({ figures, bots, lasts, quote, ignoredSignals }: ScenarioResult): string {
  if (figures === null) return "";
  const { all } = figures;
  const running = all.running === "0" ? "" : `, ${all.running} still running`;
  const liquidated = all.liquidations === "0" ? "" : `, ${counted(Number(all.liquidations), "liquidation")}`;
  const ignored =
    ignoredSignals === 0 ? "" : `; ${counted(ignoredSignals, "signal")} came while the bot was in a deal, or off`;
  const money = (name: "result" | "drawdown" | "margin") => `${name} ${figureText(name, all[name])}`;
  return `${momentText(lasts)}, ${counted(bots.length, "bot")}: ${counted(Number(all.deals), "deal")} ended${running}${liquidated}; ${money("result")}, ${money("drawdown")}, ${money("margin")} ${clean(quote)}${ignored}`;
}

function differenceLines({ position, expected, found, because }: Difference, colour: Paint): string[] {
  const { file, line, column } = position;
  return [
    `        ${clean(`${file}:${line}:${column}`)}: expected ${colour.bold(clean(expected))}`,
    `          but ${clean(found)}`,
    ...because.map((reason) => `          ${clean(reason)}`),
  ];
}

function totalText(results: readonly ScenarioResult[], colour: Paint): string {
  const count = (status: ScenarioResult["status"]) => results.filter((one) => one.status === status).length;
  const [passed, failed, broken] = [count("passed"), count("failed"), count("error")];
  const parts = [
    ...(passed === 0 ? [] : [`${passed} passed`]),
    ...(failed === 0 ? [] : [colour.bad(`${failed} failed`)]),
    ...(broken === 0 ? [] : [colour.bad(`${broken} couldn't be carried out`)]),
  ];
  return `\n${counted(results.length, "scenario")}: ${parts.join(", ") || "none"}.`;
}
