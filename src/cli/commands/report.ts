// botform report: the live account on one page, as a plan's page shows it, and nothing changed.
import { oneLine } from "../../app/error.js";
import { mostSerious } from "../../app/exit.js";
import type { ReportedAccount } from "../../model/risk/ladder.js";
import { command, shown } from "../command.js";
import { exitInDoubt, IN_DOUBT_CODES } from "../in-doubt.js";
import { fileName } from "../option-values.js";
import { accounts, atOnce, configured, envFrom, forms, journal, list, option, requests } from "../options.js";

export const report = command({
  name: "report",
  summary: "Show the live account on one page: what runs, what is at risk, what needs attention. Changes nothing.",
  group: "account",
  options: () =>
    list(
      ...accounts(
        "needed (or --all-accounts) if the configuration has more than one; also if it is missing or has errors",
      ),
      atOnce(),
      ...configured(),
      envFrom(),
      journal(),
      ...requests(),
      forms("html", "text", "json"),
      option("--out <file>", "write the page to this file; without it a terminal shows a summary").argParser(fileName),
      option("--price <pair=price...>", "a pair's price, used if no position or deal shows one; may be repeated"),
      option("--price-file <file>", "a file of prices: a JSON map, or lines of PAIR,PRICE"),
    ),
  examples: [
    "botform report --out report.html",
    "botform report --account main --price USDT-BTC=64000 --out report.html",
    "botform report --all-accounts --out report.html",
    "botform report --format json | jq .totals",
  ],
  exitCodes: IN_DOUBT_CODES,
  async run(host, options) {
    const found = await (await import("../../app/live/reports.js")).reports(host, options);
    const results = found.map((one) =>
      "value" in one
        ? { account: one.account, exitCode: exitInDoubt(one.value), view: one.value }
        : {
            account: one.account,
            exitCode: one.failure.exitCode,
            error: oneLine(one.failure.message),
            diagnostics: one.failure.diagnostics,
          },
    );
    const { out } = options;
    if (out === undefined) return results;
    const [{ writePage }, { sayWritten }] = await Promise.all([
      import("../terminal/page-file.js"),
      import("../terminal/plan-out.js"),
    ]);
    const page = await reported(results)("html", { command: "report", exitCode: 0, colour: host.colour });
    await writePage(out, host.redacted(page));
    sayWritten(host, out);
    return results;
  },
  exitCode: (results) => mostSerious(results.map(({ exitCode }) => exitCode)),
  diagnostics: ([only, second]) => (second === undefined ? (only?.view?.diagnostics ?? []) : []),
  show: (results, { format, out }) => (format === "html" && out !== undefined ? "" : reported(results)),
  add({ err, isTerminal }, _results, { format, out }) {
    if (format === "text" && out === undefined && isTerminal)
      err("\nThe page with every bot: botform report --out report.html\n");
  },
});

/** One account as it always was; several beside each other. */
function reported(results: readonly ReportedAccount[]) {
  const [only, second] = results;
  return only?.view !== undefined && second === undefined ? shown("report", only.view) : shown("reports", results);
}
