// What a scenario expects of a figure: read from one line such as `margin of btc-* <= 25 %`, and compared exactly.
import Big from "big.js";
import { canonicalDecimal } from "../text/decimal.js";
import { FIGURES, type FigureName, isFigure } from "./figures.js";
import { momentMs, momentText } from "./moment.js";

const OPERATORS = ["<=", ">=", "==", "!=", "<", ">"] as const;

export type Operator = (typeof OPERATORS)[number];

export interface Expectation {
  /** As it is written. */
  readonly text: string;
  readonly figure: FigureName;
  /** Keys of bots, * for any text: each of them has to meet it. Absent is all bots together. */
  readonly of?: string;
  readonly operator: Operator;
  /** Decimal text in the figure's unit, or with `ofBalance` a percentage of the balance. */
  readonly limit: string;
  readonly ofBalance?: true;
}

export type ExpectationReading =
  | { readonly ok: true; readonly expectation: Expectation }
  | { readonly ok: false; readonly problem: string; readonly remedy: string; readonly figure?: string };

const FORM = /^([A-Za-z]\w*)(?: +of +([A-Za-z0-9*][\w.*-]*))? *(<=|>=|==|!=|=|<|>) *(\S+?)( ?%)?$/;

export const EXPECTATION_FORM = "FIGURE <= NUMBER, or FIGURE of BOT >= NUMBER";

/** Never throws. */
export function readExpectation(text: string): ExpectationReading {
  const [, figure = "", of, sign = "", written = "", percent] = FORM.exec(text.trim()) ?? [];
  if (figure === "") return refused(`${JSON.stringify(text)} is no expectation`, `Write ${EXPECTATION_FORM}.`);
  if (!isFigure(figure))
    return { ...refused(`there is no figure ${figure}`, "botform explain config/scenario lists them."), figure };
  if (sign === "=") return refused("= doesn't compare", "Write == for equal.");
  const operator = OPERATORS.find((one) => one === sign) ?? "==";
  const { unit } = FIGURES[figure];
  if (percent !== undefined && unit !== "money")
    return refused(`${figure} is no amount, so it has no percentage of the balance`, "Write a number without %.");
  const limit = unit === "time" ? momentMs(written)?.toString() : canonicalDecimal(written);
  if (limit === undefined)
    return refused(
      `${JSON.stringify(written)} isn't what ${figure} can be compared with`,
      unit === "time" ? "Write a time: 30m, 36h or 2d." : "Write a number, with a point for decimals.",
    );
  if (unit === "count" && !/^\d+$/.test(limit))
    return refused(`${figure} counts, so ${written} is never reached`, "Write a whole number from 0.");
  return {
    ok: true,
    expectation: {
      ...{ text: text.trim(), figure, operator, limit },
      ...(of !== undefined && { of }),
      ...(percent !== undefined && { ofBalance: true as const }),
    },
  };
}

function refused(problem: string, remedy: string): { ok: false; problem: string; remedy: string } {
  return { ok: false, problem, remedy };
}

/** The limit in the figure's own unit. @param balance in the quote asset */
export function limitOf({ limit, ofBalance }: Expectation, balance: string): Big {
  return ofBalance === true ? new Big(balance).times(limit).div(100) : new Big(limit);
}

/** Whether a figure, decimal text in its unit, is as expected. */
export function isMet(expectation: Expectation, figure: string, balance: string): boolean {
  return HOLDS[expectation.operator](new Big(figure).cmp(limitOf(expectation, balance)));
}

const HOLDS: Readonly<Record<Operator, (order: number) => boolean>> = {
  "<=": (order) => order <= 0,
  ">=": (order) => order >= 0,
  "==": (order) => order === 0,
  "!=": (order) => order !== 0,
  "<": (order) => order < 0,
  ">": (order) => order > 0,
};

/** A figure as it is read: a time in units, an amount with two places or more if it is smaller than that. */
export function figureText(name: FigureName, value: string): string {
  if (FIGURES[name].unit === "time") return momentText(Number(value));
  if (FIGURES[name].unit === "count") return value;
  const amount = new Big(value);
  const isSmall = !amount.eq(0) && amount.abs().lt("0.01");
  return isSmall ? amount.toFixed() : amount.toFixed(2);
}
