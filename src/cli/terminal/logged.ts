// Messages of a process that runs for long, as lines of JSON for whoever collects them.
import { counted } from "../../model/text/counted.js";
import { clean, cleanJson } from "../../render/sanitize.js";
import { type Context, contextOf } from "./context.js";

export interface LogOptions {
  readonly logFormat?: "text" | "json";
}

const LEVELS = { note: "info", warning: "warning" } as const;

/** The context whose messages on standard error are lines with `time`, `level`, `message` and, where it is about one, `account`; as it was for text. */
export function logged<C extends Context>(context: C, { logFormat = "text" }: LogOptions, now = Date.now): C {
  if (logFormat === "text") return context;
  const line = (level: string, message: string, more: object = {}) => {
    const time = new Date(now()).toISOString();
    context.err(`${cleanJson(JSON.stringify({ time, level, message: clean(message), ...more }))}\n`);
  };
  const text = (all: string) => {
    for (const one of all.split("\n")) if (one.trim() !== "") line("info", one.trim());
  };
  const { read, run } = contextOf({ ...context, live: false, err: text, tell: text }, true);
  return {
    ...{ ...context, live: false, err: text, tell: text, read, run },
    say(notice) {
      switch (notice.kind) {
        case "diagnostics":
          return line("warning", counted(notice.diagnostics.length, "problem"), { diagnostics: notice.diagnostics });
        case "findings":
          return line("warning", counted(notice.findings.length, "finding"), { findings: notice.findings });
        case "note":
        case "warning": {
          const { account } = notice;
          return line(LEVELS[notice.kind], notice.text, account === undefined ? {} : { account });
        }
      }
    },
  };
}
