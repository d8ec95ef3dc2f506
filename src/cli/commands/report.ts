// botform report: the live account on one page, as a plan's page shows it, and nothing changed.

import { reading } from "../../app/endpoint.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { knownNow } from "../../app/known.js";
import { type LiveAccount, openLive, type ReadingOptions } from "../../app/live-account.js";
import { type Fleet, readAccesses, readDeals, readFleet } from "../../app/live-read.js";
import { liveFindings, POLICIES_UNKNOWN } from "../../app/report-findings.js";
import { accountAssumptions } from "../../app/risk-assumptions.js";
import { givenPrices, type PriceOptions } from "../../app/risk-prices.js";
import type { Access } from "../../model/bot/bot.js";
import type { LiveBot } from "../../model/bot/live-bot.js";
import type { Deal } from "../../model/deal/deal.js";
import type { Assumptions } from "../../model/risk/assumptions.js";
import { rendered } from "../../render/forms.js";
import type { ReportBot, ReportView } from "../../render/html/view.js";
import { accountRisk } from "../../risk/account-risk.js";
import { assumptionsOf, factsOf } from "../../risk/assumptions.js";
import { botGrid } from "../../risk/bot-grid.js";
import { dealPrices, type Known } from "../../risk/known.js";
import { unknownsOf } from "../../risk/unknowns.js";
import type { Client } from "../../service/client.js";
import type { Context } from "../terminal/context.js";
import { writePage } from "../terminal/page-file.js";
import { limitsOf } from "../terminal/plan-html.js";
import { sayWritten } from "../terminal/plan-out.js";

export interface ReportOptions extends ReadingOptions, PriceOptions {
  readonly format: "html" | "json";
  /** The file of the page. */
  readonly out?: string;
}

export async function reportCommand(context: Context, options: ReportOptions): Promise<ExitCode> {
  const live = await openLive(context, options);
  const view = await reading(context, live, options.concurrency, (client) => viewOf(client, live, options));
  const { format, out } = options;
  const put = (form: "html" | "json") =>
    rendered("report", form, view, { command: "report", exitCode: EXIT.done, colour: context.colour, now: Date.now() });
  if (out !== undefined) await writePage(out, context.redacted(await put("html")));
  if (format === "json" || out === undefined) context.out(await put(format));
  if (out !== undefined) sayWritten(context, out);
  return EXIT.done;
}

/** The account as it was read. */
interface Read {
  readonly accesses: readonly Access[];
  readonly fleet: Fleet;
  readonly deals: readonly Deal[];
  readonly known: Known;
}

async function readAll(client: Client, { desired }: LiveAccount, prices: PriceOptions): Promise<Read> {
  const accesses = await readAccesses(client);
  const [fleet, deals] = await Promise.all([
    readFleet(client, accesses, desired),
    readDeals(client, accesses, "activeDeals"),
  ]);
  const pairs = [...new Set(fleet.bots.map(({ fields }) => fields.pairTitle ?? ""))].filter((pair) => pair !== "");
  const known = await knownNow(client, [...dealPrices(deals), ...givenPrices(prices, pairs.sort())]);
  return { accesses, fleet, deals, known };
}

async function viewOf(client: Client, live: LiveAccount, prices: PriceOptions): Promise<ReportView> {
  const { account, configured } = live;
  const assumptions = configured === undefined ? assumptionsOf() : accountAssumptions(configured);
  const read = await readAll(client, live, prices);
  const { deals, known, fleet } = read;
  const counted = fleet.bots.map(({ id, fields, status }) => {
    const running = deals.filter(({ botId }) => botId === id).map(({ settings }) => settings);
    return { fields, on: status.on, running };
  });
  const totals = accountRisk(counted, known, assumptions);
  const bots = fleet.bots.map((bot) => reported(bot, read, assumptions));
  const figures = bots.flatMap(({ ladder }) => ("grid" in ladder ? [ladder.grid.risk] : []));
  const unknown = unknownsOf(figures, known);
  const facts = factsOf(assumptions);
  const money = { assumptions: facts, bots: {}, before: totals, after: totals, unknown };
  return {
    account,
    bots,
    totals,
    findings: liveFindings(live, { bots: fleet.bots, deals, known, assumptions, money }),
    assumptions: facts,
    unknown: [...unknown, ...(live.judged === undefined ? [POLICIES_UNKNOWN] : [])],
  };
}

function reported(bot: LiveBot, { accesses, fleet, deals, known }: Read, assumptions: Assumptions): ReportBot {
  const own = deals.filter(({ botId }) => botId === bot.id);
  const accessId = bot.accessId ?? own[0]?.accessId ?? null;
  return {
    id: bot.id,
    title: bot.fields.title ?? "",
    address: fleet.declared.get(bot.id)?.address ?? null,
    access: accesses.find(({ id }) => id === accessId)?.title ?? null,
    on: bot.status.on,
    dealIds: own.map(({ id }) => id),
    ladder: ladderOf(bot, known, assumptions),
  };
}

function ladderOf({ fields, status }: LiveBot, known: Known, assumptions: Assumptions): ReportBot["ladder"] {
  const grid = botGrid(fields, status.on, known, assumptions);
  return "rungs" in grid ? { grid, ...limitsOf(fields) } : grid;
}
