// botform pull: live bots into YAML, as a configuration of its own or into the one that is there.
import { EXIT } from "../../app/exit.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../../render/sanitize.js";
import { command, document } from "../command.js";
import { fileName } from "../option-values.js";
import { accounts, atOnce, configured, envFrom, format, list, option, requests } from "../options.js";

export const pull = command({
  name: "pull",
  summary:
    "Write live bots into YAML: into your configuration, changing only what differs, or into a new one. Changes nothing on the service.",
  group: "daily",
  options: () =>
    list(
      ...configured(),
      ...accounts("without a configuration, credentials come from the variables BOTFORM_NAME_API_KEY …"),
      atOnce(),
      option("--out <path>", "write a new configuration to this folder or file, which must not exist yet").argParser(
        fileName,
      ),
      option("--factor", "for a new configuration: find what bots share, and write defaults, templates and forEach"),
      option(
        "--accept <bot...>",
        "accept only these drifted bots or fields: ADDRESS or ADDRESS.field; may be repeated",
      ),
      option(
        "--everywhere",
        "with several accounts: add bots without only:, so that each belongs to every account (the next apply creates it where it is missing)",
      ),
      option("--exchange <code>", "without a configuration: the exchange, if the account's accesses are on several"),
      option("--dry-run", "write nothing; show what would change"),
      envFrom(),
      ...requests(),
      format(),
    ),
  examples: [
    "botform pull --account main",
    "botform pull --account main --out fleet --factor",
    "botform pull -c fleet/ --dry-run",
    "botform pull -c fleet/ --all-accounts",
    "botform pull -c fleet/ --accept btc-dip.leverage",
  ],
  notes:
    "With several accounts, botform pulls one after the other into the same configuration. A bot that accounts share stays one entry; a bot that it adds is limited to its account with `only:`. Afterwards a plan has nothing to do, except where accounts disagree about a bot that they share or a value can't be written; botform names those.",
  completes: { "--accept": async (asked) => (await import("../completion/values.js")).accepted(asked) },
  searches: ({ out }) => out === undefined,
  run: async (host, options) => (await import("../../app/pull/pull.js")).pullAccounts(host, options),
  exitCode: ({ differing }) => (differing.length > 0 ? EXIT.partlyApplied : EXIT.done),
  async say({ out, tell, errColour }, result, { dryRun = false }) {
    const { patchesText, pulledText } = await import("../../render/text/pull-text.js");
    const { files, summary, left } = result;
    if (dryRun) out(patchesText(files));
    const names = files.map(({ file }) => clean(file)).join(", ");
    const wrote = files.length === 0 ? "Nothing to write" : `${dryRun ? "Would write" : "Wrote"} ${names}`;
    const without = left.length === 0 ? "" : `; ${counted(left.length, "thing")} left out, named above`;
    tell(`${pulledText(result, "left", errColour)}${errColour.good(`${wrote}:`)} ${clean(summary)}${without}.\n`);
  },
  show(result, { format: form, dryRun }) {
    if (form === "text") return "";
    const files = result.files.map(({ file, before, text }) => ({ file, created: before === undefined, text }));
    return document({ ...result, files, written: dryRun !== true && files.length > 0 });
  },
});
