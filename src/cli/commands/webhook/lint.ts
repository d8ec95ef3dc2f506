// botform webhook lint: checks a body or a whole alert message, from a file or standard input.
import { secretsInFiles } from "../../../app/credentials/files.js";
import { EXIT } from "../../../app/exit.js";
import { counted } from "../../../model/text/counted.js";
import { hasErrors } from "../../../model/text/diagnostic.js";
import { cleanLines } from "../../../render/sanitize.js";
import { command, document } from "../../command.js";
import { argument, envFrom, format, ghost, list, option } from "../../options.js";
import { isSecretName, secretsOf } from "../../terminal/screen.js";

export const webhookLint = command({
  name: "webhook lint",
  summary:
    "Check a webhook body, both as written and with its placeholders filled in. Needs no configuration and no network.",
  arguments: () => list(argument("<file>", "a file with a body or an alert's whole message; - for standard input")),
  options: () =>
    list(
      ghost("the body is meant for the service's Ghost bot: a missing botId is no problem"),
      option("--sample", "print the message with sample values in place of its placeholders"),
      envFrom(),
      format(),
    ),
  examples: [
    "botform webhook lint alert.json",
    "botform webhook body open btc-dip | botform webhook lint -",
    "botform webhook lint alert.json --format json | jq .diagnostics",
  ],
  exitCodes: { 0: "valid, perhaps with warnings", 3: "it has errors; botform explain CODE explains each" },
  async run({ env }, { file, ghost: isGhost = false }) {
    const [{ lintWebhook }, { filled }, { readMessageText }] = await Promise.all([
      import("../../../webhook/lint.js"),
      import("../../../model/webhook/webhook-placeholders.js"),
      import("../../terminal/message-text.js"),
    ]);
    const text = await readMessageText(file);
    const secrets = [...secretsOf(env), ...secretsInFiles(env, isSecretName)];
    const about = { file: file === "-" ? "standard input" : file, ghost: isGhost, secrets };
    return { ...lintWebhook(text, about), sample: filled(text).trim() };
  },
  exitCode: ({ diagnostics }) => (hasErrors(diagnostics) ? EXIT.invalid : EXIT.done),
  diagnostics: ({ diagnostics }) => diagnostics,
  say({ out, err, colour, errColour }, { diagnostics, action, dialect, bytes, sample }, { sample: isSample }) {
    if (isSample === true) out(`${cleanLines(sample)}\n`);
    const errors = diagnostics.filter(({ severity }) => severity === "error").length;
    const warnings = counted(diagnostics.length - errors, "warning");
    const spoken = dialect === undefined ? [] : [`${dialect} dialect`];
    const about = [action ?? "unknown action", ...spoken, counted(bytes, "byte")].join(", ");
    if (errors > 0) err(`${errColour.bad("Invalid:")} ${about}; ${counted(errors, "error")}, ${warnings}.\n`);
    else (isSample === true ? err : out)(`${colour.good("Sound:")} ${about}; ${warnings}.\n`);
  },
  show({ action = null, dialect = null, bytes, sample }, { format: form, file, sample: isSample }) {
    return form === "json" ? document({ file, action, dialect, bytes, ...(isSample === true && { sample }) }) : "";
  },
});
