// Lists what is unknown behind figures in money, each once, with what would make it known.
import type { BotRisk, Money, Unknown } from "../model/risk/risk.js";
import { counted } from "../model/text/counted.js";
import type { MarketData } from "./market-data.js";

/** A bot that counts in no sum. */
export interface Lacking {
  /** Its address, or the title and id of a live one. */
  readonly name: string;
  /** Settings that are missing, or that no figure can be worked out from. */
  readonly lacks: readonly string[];
}

/** Named one by one; of more bots only how many. */
const MOST_NAMED = 5;
/** A live title may be as long as somebody liked. */
const LONGEST_NAME = 80;

/** @param more `accesses`: how many the bots that are on are on; `bothSides`: pairs that they trade in both directions, where nobody has said that the exchange keeps these apart */
export function unknownsOf(
  figures: readonly BotRisk[],
  marketData: MarketData,
  lacking: readonly Lacking[] = [],
  { accesses = 1, bothSides = [] }: { readonly accesses?: number; readonly bothSides?: readonly string[] } = {},
): readonly Unknown[] {
  const relative = figures.filter(({ basis }) => basis.kind === "relative");
  const pairs = [...new Set(relative.map(({ pair }) => pair))].sort();
  const hasCross = figures.some(({ isolated }) => !isolated);
  const unknowns = [
    lacking.length > 0 && {
      what: `what ${lackingText(lacking)} may cost; in no sum, because these settings are missing or not usable numbers`,
      needs: "declare them, or set them on the service",
    },
    marketData.funds === undefined &&
      figures.length > 0 && {
        what: `whether the balance is enough${hasCross ? ", and where cross positions are liquidated" : ""}`,
        needs: "read the account, or run botform risk --balance AMOUNT",
      },
    marketData.funds !== undefined &&
      accesses > 1 && {
        what: `whether each of the ${accesses} accesses can pay for its own bots; the service tells one balance, and all bots count against it`,
        needs: "look at each access's wallet on the exchange",
      },
    bothSides.length > 0 && {
      what: `whether the exchange keeps LONG and SHORT of ${bothSides.join(", ")} apart; both are counted in full, and without hedge mode one would be set off against the other`,
      needs: "look at the position mode on the exchange, and state assumptions: { hedgeMode: true } or false",
    },
    pairs.length > 0 && {
      what: `the price of ${pairs.join(", ")}; orders are shown as if the first fill were at 100, which changes no sum`,
      needs: "add --price PAIR=PRICE, or wait for a running position",
    },
  ];
  return unknowns.filter((one) => one !== false);
}

/** What new bots may tie up beyond the sums, where the service fills in a setting that nobody declared. */
export function openUnknowns(bots: Money["bots"]): readonly Unknown[] {
  const all = Object.entries(bots).flatMap(([name, { open }]) =>
    open === undefined ? [] : [{ name, lacks: open.fields }],
  );
  const after = "policies check each as it was made, before it is turned on";
  return open("if the service fills in what isn't declared of new bots", all, `; ${after}`);
}

/** The same of bots as a configuration alone has them. */
export function undeclaredUnknowns(all: readonly Lacking[]): readonly Unknown[] {
  return open("where the service has what isn't declared", all);
}

function open(when: string, all: readonly Lacking[], after = ""): readonly Unknown[] {
  if (all.length === 0) return [];
  const what = `how much more is tied up ${when}: ${lackingText(all)}${after}`;
  return [{ what, needs: "declare these settings; null switches one off" }];
}

/** `main/a (leverage), “Old one”, #12 (marginMode, leverage) and 3 more bots`. */
function lackingText(lacking: readonly Lacking[]): string {
  const named = lacking
    .slice(0, MOST_NAMED)
    .map(({ name, lacks }) => `${[...name].slice(0, LONGEST_NAME).join("")} (${lacks.join(", ")})`);
  const more = lacking.length - named.length;
  const rest = more === 0 ? [] : [counted(more, "more bot")];
  const all = [...named, ...rest];
  return all.length === 1 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
