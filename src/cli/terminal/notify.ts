// Posts what a command has found to a webhook, whose URL is a secret and is never shown.

import { AppError } from "../../app/error.js";
import { formAt, type Notice, type NoticeChat, type NoticeForm } from "../../model/notice.js";
import { noticeBody } from "../../render/notice-body.js";
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
  /** Of the body; by the address unless stated. */
  readonly notifyForm?: NoticeForm;
  /** Of Telegram; wins over the address's chat_id. */
  readonly notifyChat?: string;
}

/** Where notices go, and as what. */
export interface NoticeTarget {
  readonly address: NoticeAddress;
  readonly form: NoticeForm;
  readonly chat?: NoticeChat;
}

/** What became of a notice. */
export interface Notified {
  readonly delivered: boolean;
  /** Why not; one line that holds no address. */
  readonly why?: string;
}

/** Where notices go; undefined where nobody asked for any. Throws AppError, which never holds what isn't an address. */
export function noticeTarget(context: Context, options: NotifyOptions): NoticeTarget | undefined {
  const { notify, notifyEnv, notifyAlways, notifyRequired, notifyForm, notifyChat } = options;
  if (notify === undefined && notifyEnv === undefined) {
    if ([notifyAlways, notifyRequired, notifyForm, notifyChat].every((one) => one === undefined || one === false))
      return undefined;
    throw new AppError(
      "--notify-always, --notify-required, --notify-form and --notify-chat need a webhook to notify\nAdd --notify-env and the name of the variable that holds the webhook's URL.",
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
  const form = notifyForm ?? formAt(address.origin, address.path);
  return form === "telegram" ? telegramTarget(context, address, { notifyChat, source }) : { address, form };
}

const SHORTEST_SECRET = 20;

/** The chat goes into the body, whatever else the query asks for isn't sent. Throws AppError without a chat. */
function telegramTarget(
  context: Context,
  { origin, path }: NoticeAddress,
  { notifyChat, source }: { readonly notifyChat: string | undefined; readonly source: string },
): NoticeTarget {
  const [way = "", query = ""] = path.split("?");
  const asked = new URLSearchParams(query);
  const token = /\/bot([^/]+)\/sendMessage$/.exec(way)?.[1];
  if (token === undefined)
    throw new AppError(
      `${source} can't be used: the address of a Telegram bot ends in /bot<token>/sendMessage\nIts value is not shown here.`,
    );
  context.conceal([way, token].filter((one) => one.length >= SHORTEST_SECRET));
  const chat = notifyChat ?? asked.get("chat_id") ?? "";
  if (!/^(?:-?\d{1,20}|@\w{1,64})$/.test(chat))
    throw new AppError(
      "Telegram needs a chat: a number, or @ and a channel's name\nAdd --notify-chat, or ?chat_id=… to the address.",
    );
  const topic = Number(asked.get("message_thread_id") ?? 0);
  return {
    ...{ address: { origin, path: way }, form: "telegram" },
    chat: { chat_id: chat, ...(Number.isSafeInteger(topic) && topic > 0 && { message_thread_id: topic }) },
  };
}

/** Posts the notice, without the secrets that this process knows of; a failure is said as a warning, Ctrl-C ends it. */
export async function notify(
  context: Context,
  { address, form, chat }: NoticeTarget,
  notice: Notice,
): Promise<Notified> {
  const { redacted } = context;
  const body = redacted(noticeBody(form, notice, { redacted, ...(chat && { chat }) }));
  const sent = { proxy: context.env.BOTFORM_PROXY, body, form };
  const verdict = await abandonable(() => postNotice(address, sent));
  if (verdict.kind === "delivered") return { delivered: true };
  const why = `${verdict.why}${verdict.tries > 1 ? `, after ${verdict.tries} tries` : ""}`;
  context.say({ kind: "warning", text: `the webhook was not notified: ${why}` });
  return { delivered: false, why };
}
