// Records what pictures need while a replay runs. Only where somebody asks for pictures: a plain replay has no part of it.
import type { Curve, FillFacts, FillKind, PriceCurve, ReplayPicture } from "../../model/risk/picture.js";
import type { DealEvent, Step } from "../deal.js";
import { Falls } from "../metrics/falls.js";
import { CurveRecorder } from "./curve-recorder.js";
import { standAt, type Tick } from "./lockstep.js";

/** Measures falls as ever, and keeps the curve of what it is shown. */
class RecordedFalls extends Falls {
  readonly equity = new CurveRecorder();
  readonly depth = new CurveRecorder();
  readonly #base: number;
  #peak: number;

  constructor(start: number | null) {
    super(start);
    this.#base = start ?? 0;
    this.#peak = this.#base;
  }

  override at(result: number, time: number): void {
    super.at(result, time);
    const equity = this.#base + result;
    this.#peak = Math.max(this.#peak, equity);
    this.equity.at(equity, time);
    this.depth.at(this.#peak - equity, time);
  }
}

/** Of one fleet; `hooks` go into its options. */
export class ReplayRecorder {
  readonly hooks: {
    readonly falls: Falls;
    readonly onStep: (bot: string, step: Step, time: number) => void;
  };
  readonly #falls: RecordedFalls;
  readonly #fills: FillFacts[] = [];

  /** @param balance at the beginning; null: there is none */
  constructor(balance: string | null) {
    this.#falls = new RecordedFalls(balance === null ? null : Number(balance));
    this.hooks = {
      falls: this.#falls,
      onStep: (bot, { events }, time) => {
        for (const event of events) {
          const fill = fillOf(event);
          if (fill !== undefined) this.#fills.push({ bot, time, ...fill });
        }
      },
    };
  }

  equity(): Curve {
    return this.#falls.equity.curve();
  }

  picture(): ReplayPicture {
    return { equity: this.equity(), falls: this.#falls.depth.curve(), fills: this.#fills };
  }
}

function fillOf(event: DealEvent): { readonly kind: FillKind; readonly price: number } | undefined {
  if (event.kind === "filled")
    return { kind: event.order === "first" ? "entry" : "average", price: Number(event.price) };
  if (event.kind !== "ended" || event.exit.price === null) return undefined;
  const { reason, price } = event.exit;
  const kind = reason === "liquidated" || reason === "stop" ? reason : "exit";
  return { kind, price: Number(price) };
}

/** The prices of all pairs. */
export class PriceRecorder {
  readonly #pairs: readonly string[];
  readonly #curves: readonly CurveRecorder[];
  readonly #firsts: number[];

  constructor(pairs: readonly string[]) {
    this.#pairs = pairs;
    this.#curves = pairs.map(() => new CurveRecorder());
    this.#firsts = pairs.map(() => Number.NaN);
  }

  /** Every moment of a stretch. @param tick its pairs in the order of those it was made for */
  through(tick: Tick): void {
    for (let moment = 0; moment < tick.count; moment += 1) {
      standAt(tick, moment);
      this.at(tick);
    }
  }

  /** The moment where the tick stands. */
  at({ time, pairs }: Tick): void {
    for (const [index, pair] of pairs.entries()) {
      const curve = this.#curves[index];
      if (!pair.has || curve === undefined) continue;
      if (Number.isNaN(this.#firsts[index])) this.#firsts[index] = pair.open;
      curve.at(pair.low, time);
      curve.at(pair.high, time);
      curve.at(pair.close, time);
    }
  }

  prices(): readonly PriceCurve[] {
    return this.#pairs.flatMap((pair, index) => {
      const [first, curve] = [this.#firsts[index], this.#curves[index]];
      return first === undefined || Number.isNaN(first) || curve === undefined
        ? []
        : [{ pair, first, curve: curve.curve() }];
    });
  }
}
