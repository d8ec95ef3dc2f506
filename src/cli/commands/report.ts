// botform report: the live account on one page, as a plan's page shows it, and nothing changed.
import { command, shown } from "../command.js";
import { exitInDoubt, IN_DOUBT_CODES } from "../in-doubt.js";
import { fileName, forms, journal, list, opening, option, requests } from "../options.js";

export const report = command({
  name: "report",
  summary: "Show the live account on one page: what runs, what it may cost, what needs attention. Changes nothing.",
  group: "account",
  options: () =>
    list(
      ...opening(),
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
    "botform report --format json | jq .totals",
  ],
  exitCodes: IN_DOUBT_CODES,
  async run(host, options) {
    const view = await (await import("../../app/live/report.js")).report(host, options);
    const { out } = options;
    if (out === undefined) return view;
    const [{ rendered }, { writePage }, { sayWritten }] = await Promise.all([
      import("../../render/forms.js"),
      import("../terminal/page-file.js"),
      import("../terminal/plan-out.js"),
    ]);
    const page = await rendered("report", "html", view, { command: "report", exitCode: 0, colour: host.colour });
    await writePage(out, host.redacted(page));
    sayWritten(host, out);
    return view;
  },
  exitCode: ({ inDoubt = [] }) => exitInDoubt(inDoubt),
  diagnostics: ({ diagnostics = [] }) => diagnostics,
  show: (view, { format, out }) => (format === "html" && out !== undefined ? "" : shown("report", view)),
  add({ err, isTerminal }, _view, { format, out }) {
    if (format === "text" && out === undefined && isTerminal)
      err("\nThe page with every bot: botform report --out report.html\n");
  },
});
