// botform init: the files that a project starts with, written where they are missing and left where they are not.
import { join } from "node:path";
import { AppError } from "../../app/error.js";
import { EXIT } from "../../app/exit.js";
import { clean } from "../../render/sanitize.js";
import { command, document } from "../command.js";
import { envFrom, format, list, option, requests } from "../options.js";
import { shellWord } from "../terminal/shell-word.js";

export const init = command({
  name: "init",
  summary:
    "Write the first files of a project: a small fleet with every bot off, .gitignore and .env.example. Existing files are kept; an existing .gitignore gains the lines that it lacks.",
  group: "daily",
  options: () =>
    list(
      option("--dir <path>", "the folder; created if it doesn't exist").default("."),
      option("--account <name>", "the account's name, also used in the variables BOTFORM_NAME_API_KEY …").default(
        "main",
      ),
      option("--from-live", "start from the account's live bots instead, written as by botform pull --factor"),
      option("--exchange <code>", "with --from-live: the exchange, if the account's accesses are on several"),
      option("--dry-run", "write nothing; show what init would write"),
      envFrom(),
      ...requests(),
      format(),
    ),
  examples: [
    "botform init",
    "botform init --dir fleet --account copy",
    "botform init --from-live --env-from .env",
    "botform init --dry-run",
  ],
  check({ fromLive, envFrom: file, exchange }) {
    if (fromLive === true || (file === undefined && exchange === undefined)) return;
    const which = file === undefined ? "--exchange" : "--env-from";
    throw new AppError(`${which} only makes sense with --from-live\nAdd --from-live, or leave it out.`);
  },
  async run(host, options) {
    const [{ init: initiate }, { DEFAULT_PATHS }] = await Promise.all([
      import("../../app/files/init.js"),
      import("../../app/files/project.js"),
    ]);
    const result = await initiate(host, options);
    return { ...result, next: nextSteps(options, result, DEFAULT_PATHS.includes(result.config)) };
  },
  exitCode: ({ pulled }) => (pulled !== undefined && pulled.differing.length > 0 ? EXIT.partlyApplied : EXIT.done),
  async say({ out, err, tell, errColour }, { files, pulled, next }, { dryRun = false }) {
    const { patchesText, pulledText } = await import("../../render/text/pull-text.js");
    if (dryRun) out(patchesText(files.flatMap(({ text, ...file }) => (text === undefined ? [] : [{ ...file, text }]))));
    if (pulled !== undefined) tell(pulledText(pulled, "left out", errColour));
    for (const { file, action, remark = "" } of files) {
      const verb = dryRun ? WOULD[action] : action;
      const paint = action === "left" ? errColour.change : errColour.good;
      const why = action === "left" ? "which exists already and stays as it is" : remark;
      tell(`${paint(`${verb}:`)} ${clean(file)}${why === "" ? "" : `, ${clean(why)}`}\n`);
    }
    err(`Next:\n${next.map((line) => `  ${clean(line)}\n`).join("")}`);
  },
  show({ files, pulled, next }, { format: form, dryRun }) {
    if (form === "text") return "";
    const shown = files.map(({ before: _, remark: __, ...file }) => file);
    const live = pulled && { account: pulled.account, notes: pulled.notes, left: pulled.left };
    const differing = pulled && { differing: pulled.differing };
    return document({ files: shown, written: dryRun !== true, next, ...live, ...differing });
  },
});

const WOULD = { created: "would create", appended: "would append to", left: "would leave" } as const;

/** Commands to run, with what they need to find the configuration from here. */
function nextSteps(
  { dir, envFrom: file, fromLive }: { readonly dir: string; readonly envFrom?: string; readonly fromLive?: boolean },
  { config, wantsEnv }: { readonly config: string; readonly wantsEnv: boolean },
  isFound: boolean,
): readonly string[] {
  const own = join(dir, ".env");
  // Live bots were read with what the environment holds, or with a file that has a name.
  const env = fromLive === true ? file : own;
  const chosen = isFound ? "" : ` -c ${shellWord(config)}`;
  const copied = `cp ${shellWord(join(dir, ".env.example"))} ${shellWord(own)} && chmod 600 ${shellWord(own)}`;
  const from = env === undefined || env === "-" ? "" : ` --env-from ${shellWord(env)}`;
  return [
    ...(env === own && wantsEnv ? [copied] : []),
    `botform validate${chosen}`,
    `botform plan${chosen}${from}`,
    // The account is there; what its service does where the interface says nothing isn't known yet.
    ...(fromLive === true ? [`botform service check${chosen}${from}`] : []),
  ];
}
