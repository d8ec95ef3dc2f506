// How commands that look again and again say what they report, and wait.
import { EXIT, type ExitCode } from "../../app/exit.js";
import type { ReconcilePorts } from "../../app/reconcile/look.js";
import type { News } from "../../model/look.js";
import { armText } from "../../model/policy/breaker.js";
import type { RolloutNews } from "../../model/rollout/record.js";
import { rendered } from "../../render/forms.js";
import { newsNotice } from "../../render/text/news-text.js";
import { revisionNotice } from "../../render/text/revision-text.js";
import { rolloutNotice } from "../../render/text/rollout-text.js";
import { type Context, undrawn } from "./context.js";
import { waits } from "./interrupt.js";
import { type LogOptions, logged } from "./logged.js";
import { type NotifyOptions, noticeTarget, notify } from "./notify.js";
import { stoppingOn } from "./progress.js";
import { sayingWhole, type TypedAgain, type TypedOptions, typedAgain } from "./typed-again.js";
import { jsonLine } from "./watch.js";

type ReportOptions = NotifyOptions & TypedOptions & { readonly format: "text" | "json" };

/** What to type next, before it is completed; undefined where nothing is to be done. */
function nextOf(news: News): string | undefined {
  switch (news.kind) {
    case "asked":
      return `botform approve ${news.plan}`;
    case "refused":
      return "botform plan";
    case "tripped":
      return armText(news.names);
    case "turned-off":
      return "botform breaker list";
    case "exposed":
      return "botform breaker check --act";
    case "unknown":
      return "botform breaker check";
    case "opened":
    case "changed":
    case "closed":
    case "near":
    case "corrected":
    case "readable":
    case "unreadable":
      return undefined;
  }
}

/** The code that a document of it has: what one look that found it would end with. */
const ENDS: Readonly<Record<News["kind"], ExitCode>> = {
  ...{ opened: EXIT.changesPending, changed: EXIT.changesPending, refused: EXIT.changesPending },
  ...{ asked: EXIT.changesPending, near: EXIT.done, closed: EXIT.done, corrected: EXIT.done, readable: EXIT.done },
  ...{ unreadable: EXIT.failed, unknown: EXIT.unknown, tripped: EXIT.blocked, exposed: EXIT.unknown },
  "turned-off": EXIT.blocked,
};

/** The same of a roll-out: what waits for a person is blocked. */
const ROLLOUT_ENDS: Readonly<Record<RolloutNews["kind"], ExitCode>> = {
  ...{ began: EXIT.done, applied: EXIT.done, passed: EXIT.done, done: EXIT.done, resumed: EXIT.done },
  ...{ promoted: EXIT.done, failed: EXIT.failed, waits: EXIT.unknown, paused: EXIT.blocked },
  ...{ aborted: EXIT.blocked, undone: EXIT.failed },
};

/** One report after another on standard output, as JSON a document a line. */
function reportPorts(
  context: Context,
  command: string,
  { format, ...options }: Omit<ReportOptions, keyof TypedOptions>,
  complete: TypedAgain,
): ReconcilePorts {
  const target = noticeTarget(context, options);
  const { formatVersion, colour } = context;
  const waiting = waits();
  const stopping = stoppingOn({ ...undrawn(context), err: context.tell });
  return {
    stopping,
    async report({ ...seen }) {
      const { account } = seen;
      const next = nextOf(seen.news);
      const news = { ...seen, ...(next !== undefined && { next: complete(next, account) }) };
      const text = await rendered("reconcile", format, news, {
        command,
        exitCode: ENDS[news.news.kind],
        formatVersion,
        colour,
      });
      context.out(format === "json" ? jsonLine(text) : complete(text, account));
      if (target === undefined) return;
      const { title, lines, ...notice } = newsNotice(news);
      const whole = lines.map((line) => complete(line, account));
      await notify(context, target, { ...notice, title: complete(title, account), lines: whole });
    },
    async rollout(reported) {
      const { news } = reported;
      const exitCode = ROLLOUT_ENDS[news.kind];
      const text = await rendered("rollout news", format, reported, { command, exitCode, formatVersion, colour });
      context.out(format === "json" ? jsonLine(text) : text);
      if (target !== undefined) await notify(context, target, rolloutNotice(reported));
    },
    async revised(reported, isFirst) {
      const { news } = reported;
      const text = await rendered("revision", format, reported, {
        ...{ command, formatVersion, colour },
        exitCode: news.kind === "refused" ? EXIT.invalid : news.kind === "unreachable" ? EXIT.failed : EXIT.done,
        ...(news.kind === "refused" && { diagnostics: news.diagnostics }),
      });
      context.out(format === "json" ? jsonLine(text) : text);
      if (target !== undefined && (await isFirst())) await notify(context, target, revisionNotice(reported));
    },
    wait: (ms) => waiting(() => new Promise((resolve) => setTimeout(resolve, ms))),
    now: Date.now,
    random: Math.random,
  };
}

/** What such a command goes by: its messages in the form that was asked for, with commands that mean the same as what was typed. */
export function lookingContext<C extends Context & { readonly program: Parameters<typeof typedAgain>[0] }>(
  context: C,
  command: string,
  options: NotifyOptions & LogOptions & TypedOptions & { readonly format: "text" | "json" },
): { readonly own: C; readonly ports: ReconcilePorts } {
  const complete = typedAgain(context.program, options);
  const own = logged(sayingWhole(context, complete), options);
  return { own, ports: reportPorts(own, command, options, complete) };
}
