// botform drift: shows which live bots differ from the configuration, and can post that to a webhook. Writes nothing.
import { EXIT, type ExitCode, mostSerious } from "../../../app/exit.js";
import { hasDrifted } from "../../../model/bot/drift.js";
import { command, shown } from "../../command.js";
import {
  accounts,
  atOnce,
  configurationArgument,
  configured,
  detailedExitcode,
  envFrom,
  format,
  journal,
  list,
  notices,
  option,
  requests,
  selected,
} from "../../options.js";

export const drift = command({
  name: "drift",
  summary:
    "List live bots that differ from the configuration, with the file and line and, as far as is known, since when. Changes nothing on the service.",
  group: "daily",
  arguments: () => list(configurationArgument()),
  options: () =>
    list(
      ...configured(),
      ...accounts(),
      atOnce(),
      ...selected(),
      journal(),
      format(),
      detailedExitcode("drifted bots").default(true),
      option("--no-detailed-exitcode", "exit 0 even if bots drifted"),
      ...notices("post a summary"),
      option("--notify-always", "post the result every time, even if nothing drifted"),
      option("--notify-required", "exit 1 if it couldn't be posted, instead of a warning"),
      ...requests(),
      envFrom(),
    ),
  examples: [
    "botform drift",
    "botform drift -c fleet/ --all-accounts --format json",
    "botform drift --target 'btc-*' --notify-env BOTFORM_DRIFT_HOOK",
    "botform drift --env-from keys.env --notify-env BOTFORM_DRIFT_HOOK --notify-always",
  ],
  exitCodes: {
    0: "no bot has drifted, and none is missing",
    1: "an account couldn't be read, or, with --notify-required, the notification couldn't be posted",
    2: "a bot drifted or is missing, or a plan would turn off an undeclared one; 0 with --no-detailed-exitcode",
    3: "the configuration or the plan has errors",
    5: "a command sent by an earlier run may still take effect",
  },
  notes:
    "The webhook receives one JSON document: of Slack, Discord and Telegram their own, else a text that Slack can show, and the facts under the key botform.",
  async run(host, options) {
    const [{ drift: drifts }, { driftNotice }, { noticeTarget, notify }] = await Promise.all([
      import("../../../app/drift/drift.js"),
      import("../../../render/drift-notice.js"),
      import("../../terminal/notify.js"),
    ]);
    const target = noticeTarget(host, options);
    const { results: found, diagnostics } = await drifts(host, options);
    const results = options.detailedExitcode ? found : found.map(withoutPending);
    const exitCode = mostSerious(results.map(({ exitCode }) => exitCode));
    // Text is shown before the webhook is called; the JSON document has to wait for its answer.
    const isText = options.format === "text";
    if (isText) {
      if (diagnostics.length > 0) host.say({ kind: "diagnostics", diagnostics });
      host.out(await shown("drift", { results })("text", { command: "drift", exitCode, colour: host.colour }));
    }
    const isNews =
      options.notifyAlways === true ||
      results.some(
        ({ drift: one }) => one !== undefined && (hasDrifted(one) || one.inDoubt.length + one.naked.length > 0),
      );
    const posted =
      target !== undefined && isNews ? await notify(host, target, driftNotice(exitCode, results)) : undefined;
    const isMissed = posted?.delivered === false && options.notifyRequired === true;
    return { results, end: exitCode, posted, isMissed, diagnostics: isText ? [] : diagnostics };
  },
  exitCode: ({ end, isMissed }) => (isMissed ? mostSerious([end, EXIT.failed]) : end),
  diagnostics: ({ diagnostics }) => diagnostics,
  error: ({ isMissed }) => (isMissed ? "the webhook was not notified" : undefined),
  show: ({ results, posted }, { format: form }) =>
    form === "text" ? "" : shown("drift", { results, ...(posted !== undefined && { notified: posted }) }),
});

function withoutPending<Result extends { readonly exitCode: ExitCode }>(result: Result): Result {
  return result.exitCode === EXIT.changesPending ? { ...result, exitCode: EXIT.done } : result;
}
