// botform webhook lint: checks a body or a whole alert message, from a file or standard input.

import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { readWhole } from "../../disk/whole-file.js";
import { DiskError } from "../../model/ports.js";
import { counted } from "../../model/text/counted.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { filled } from "../../model/webhook/webhook-placeholders.js";
import { resultJson } from "../../render/machine/json.js";
import { cleanLines } from "../../render/sanitize.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import { lintWebhook } from "../../webhook/lint.js";
import type { Context } from "../terminal/context.js";
import type { CredentialOptions } from "../terminal/credentials.js";
import { secretsOf } from "../terminal/screen.js";

export interface WebhookLintOptions extends CredentialOptions {
  readonly file: string;
  readonly ghost?: boolean;
  /** Show the message with sample values in the place of its placeholders. */
  readonly sample?: boolean;
  readonly format: "text" | "json";
}

const LARGEST = 1024 * 1024;

export async function webhookLintCommand(context: Context, options: WebhookLintOptions): Promise<ExitCode> {
  const { file, ghost = false, sample = false } = options;
  const secrets = secretsOf(context.env);
  const text = await readMessageText(file);
  const { diagnostics, action, dialect, bytes } = lintWebhook(text, {
    file: file === "-" ? "standard input" : file,
    ghost,
    secrets,
  });
  const exitCode = hasErrors(diagnostics) ? EXIT.invalid : EXIT.done;
  const shown = filled(text).trim();
  if (options.format === "json") {
    const facts = { file, action: action ?? null, dialect: dialect ?? null, bytes, ...(sample && { sample: shown }) };
    context.out(resultJson({ command: "webhook lint", exitCode, diagnostics }, facts));
    return exitCode;
  }
  if (diagnostics.length > 0) context.err(`${diagnosticsText(diagnostics, context.errColour)}\n`);
  if (sample) context.out(`${cleanLines(shown)}\n`);
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const warnings = counted(diagnostics.length - errors, "warning");
  const what = [action ?? "unknown action", dialect === undefined ? "" : `${dialect} dialect`, counted(bytes, "byte")];
  const about = what.filter((part) => part !== "").join(", ");
  if (errors > 0)
    context.err(`${context.errColour.bad("Invalid:")} ${about}; ${counted(errors, "error")}, ${warnings}.\n`);
  else (sample ? context.err : context.out)(`${context.colour.good("Sound:")} ${about}; ${warnings}.\n`);
  return exitCode;
}

/** Of a file, or of standard input for `-`. Throws AppError. */
export async function readMessageText(file: string): Promise<string> {
  const bytes = file === "-" ? await readInput() : await readFileBytes(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError(`${file === "-" ? "standard input" : file} isn't UTF-8 text\nSave the message as UTF-8.`);
  }
}

async function readFileBytes(file: string): Promise<Buffer> {
  try {
    return await readWhole(file, LARGEST);
  } catch (error) {
    if (error instanceof DiskError)
      throw new AppError(`${error.message}\nName the file of a message, or - for standard input.`);
    throw error;
  }
}

async function readInput(): Promise<Buffer> {
  if (process.stdin.isTTY)
    throw new AppError("standard input is a terminal here\nGive it a message: … | botform webhook lint -");
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > LARGEST) throw new AppError("standard input is larger than 1 MiB, so it is no message");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, length);
}
