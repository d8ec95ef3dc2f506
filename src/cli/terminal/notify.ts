// Posts what a command has found to a webhook, whose URL is a secret and is never shown.

import { AppError } from "../../app/error.js";
import { type NoticeAddress, noticeAddress, postNotice } from "../../service/notice-transport.js";
import type { Context } from "./context.js";
import { abandonable } from "./interrupt.js";

export interface NotifyOptions {
  /** The URL itself; other users of the machine see the arguments of every process. */
  readonly notify?: string;
  /** The variable that holds it. */
  readonly notifyEnv?: string;
  readonly notifyAlways?: boolean;
  readonly notifyRequired?: boolean;
}

/** What became of a notice. */
export interface Notified {
  readonly delivered: boolean;
  /** Why not; one line that holds no address. */
  readonly why?: string;
}

/** Where notices go; undefined where nobody asked for any. Throws AppError, which never holds what isn't an address. */
export function noticeTarget(context: Context, options: NotifyOptions): NoticeAddress | undefined {
  const { notify, notifyEnv, notifyAlways, notifyRequired } = options;
  if (notify === undefined && notifyEnv === undefined) {
    if (notifyAlways !== true && notifyRequired !== true) return undefined;
    throw new AppError(
      "--notify-always and --notify-required need a webhook to notify\nAdd --notify-env and the name of the variable that holds the webhook's URL.",
    );
  }
  const source = notifyEnv === undefined ? "the URL given with --notify" : `the URL in ${notifyEnv}`;
  const url = (
    notifyEnv === undefined ? notify : Object.hasOwn(context.env, notifyEnv) ? context.env[notifyEnv] : undefined
  )?.trim();
  if (url === undefined || url === "")
    throw new AppError(
      notifyEnv === undefined
        ? "--notify needs a URL"
        : `the environment has no ${notifyEnv}, which --notify-env names\nSet it, or name a BOTFORM_ variable in the --env-from file.`,
    );
  context.conceal([url]);
  const address = noticeAddress(url);
  if (address === undefined)
    throw new AppError(
      `${source} can't be used: it must be an https address (http on loopback only) without a user name\nIts value is not shown here.`,
    );
  // Where an answer or an error says the secret part alone. A shorter one is none, and may well be a bot's address.
  if (address.path.length >= SHORTEST_SECRET) context.conceal([address.path]);
  if (notifyEnv === undefined)
    context.say({
      kind: "warning",
      text: "--notify shows the webhook's URL, which is a secret, to every user of this machine; --notify-env takes it from a variable instead",
    });
  return address;
}

const SHORTEST_SECRET = 20;

/** Posts the notice, without the secrets that this process knows of; a failure is said as a warning, Ctrl-C ends it. */
export async function notify(context: Context, address: NoticeAddress, body: string): Promise<Notified> {
  const sent = { proxy: context.env.BOTFORM_PROXY, body: context.redacted(body) };
  const verdict = await abandonable(() => postNotice(address, sent));
  if (verdict.kind === "delivered") return { delivered: true };
  const why = `${verdict.why}${verdict.tries > 1 ? `, after ${verdict.tries} tries` : ""}`;
  context.say({ kind: "warning", text: `the webhook was not notified: ${why}` });
  return { delivered: false, why };
}
