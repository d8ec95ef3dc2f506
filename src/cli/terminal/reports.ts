// How commands that look again and again say what they report, and wait.
import { EXIT, type ExitCode } from "../../app/exit.js";
import type { ReconcilePorts } from "../../app/reconcile/reconcile.js";
import type { News } from "../../model/look.js";
import { rendered } from "../../render/forms.js";
import { newsNotice } from "../../render/text/news-text.js";
import { revisionNotice } from "../../render/text/revision-text.js";
import { type Context, undrawn } from "./context.js";
import { abandonable } from "./interrupt.js";
import { type NotifyOptions, noticeTarget, notify } from "./notify.js";
import { stoppingOn } from "./progress.js";
import { jsonLine } from "./watch.js";

/** The code that a document of it has: what one look that found it would end with. */
const ENDS: Readonly<Record<News["kind"], ExitCode>> = {
  ...{ opened: EXIT.changesPending, changed: EXIT.changesPending, refused: EXIT.changesPending },
  ...{ asked: EXIT.changesPending, near: EXIT.done, closed: EXIT.done, corrected: EXIT.done, readable: EXIT.done },
  ...{ unreadable: EXIT.failed, unknown: EXIT.unknown, tripped: EXIT.blocked, exposed: EXIT.unknown },
};

/** One report after another on standard output, as JSON a document a line. */
export function reportPorts(
  context: Context,
  command: string,
  { format, ...options }: NotifyOptions & { readonly format: "text" | "json" },
): ReconcilePorts {
  const target = noticeTarget(context, options);
  const { formatVersion, colour } = context;
  const stopping = stoppingOn({ ...undrawn(context), err: context.tell });
  return {
    stopping,
    async report(news) {
      const text = await rendered("reconcile", format, news, {
        command,
        exitCode: ENDS[news.news.kind],
        formatVersion,
        colour,
      });
      context.out(format === "json" ? jsonLine(text) : text);
      if (target !== undefined) await notify(context, target, newsNotice(news));
    },
    async revised(reported, isFirst) {
      const { news } = reported;
      const text = await rendered("revision", format, reported, {
        ...{ command, formatVersion, colour },
        exitCode: news.kind === "refused" ? EXIT.invalid : news.kind === "unreachable" ? EXIT.failed : EXIT.done,
        ...(news.kind === "refused" && { diagnostics: news.diagnostics }),
      });
      context.out(format === "json" ? jsonLine(text) : text);
      if (target !== undefined && isFirst) await notify(context, target, revisionNotice(reported));
    },
    wait: (ms) => abandonable(() => new Promise((resolve) => setTimeout(resolve, ms))),
    now: Date.now,
    random: Math.random,
  };
}
