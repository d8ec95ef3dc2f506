// The README of an exported bot: the steps of the service's webhook set-up, with everything to paste.
import type { WebhookAction } from "../../model/webhook/webhook.js";
import type { Dialect } from "../../model/webhook/webhook-body.js";
import { clean } from "../sanitize.js";

export interface ExportedAction {
  readonly action: WebhookAction;
  readonly body: string;
  readonly url: string;
}

export interface ExportFacts {
  readonly address: string;
  readonly title: string;
  readonly botId: number | undefined;
  readonly dialect: Dialect;
  readonly actions: readonly ExportedAction[];
  readonly isRevealed: boolean;
}

/** Markdown, ending in a line feed. */
export function exportReadme({ address, title, botId, dialect, actions, isRevealed }: ExportFacts): string {
  const whom = botId === undefined ? "the Ghost bot (no botId)" : `bot #${botId}`;
  const secret = isRevealed
    ? "**The addresses below are whole: whoever has one can open and close deals. Keep this folder to yourself.**"
    : "Account and token are hidden (`***`); copy the whole address from the service, or export with `--reveal`.";
  return [
    `# Webhooks of ${escaped(address)}`,
    "",
    `"${escaped(title)}", ${whom}, ${dialect} dialect. Written by \`botform webhook export\`.`,
    "",
    "1. On the service, open the bot's form and its **Webhooks** block (it is active once the bot is saved). It has a tab per action.",
    "2. Copy the tab's URL and compare it with the one below. Where they differ, the service's own is right.",
    "3. On the charting platform, create the alert; under **Notifications**, enable the webhook URL and paste the URL.",
    "4. Paste the message below into the alert's **Message**, whole and unchanged.",
    "5. When the alert fires, the deal appears in the bot's deal list: `botform deals active`.",
    "",
    secret,
    "",
    ...actions.flatMap(({ action, body, url }) => [
      `## ${action}`,
      "",
      "```text",
      url,
      "```",
      "",
      "```json",
      body,
      "```",
      "",
    ]),
    "Accepted does not mean opened: too little margin, or limits of the exchange, can still prevent a deal.",
    "",
  ].join("\n");
}

/** Titles come from outside: nothing of them is markup here. */
function escaped(text: string): string {
  return clean(text).replace(/[\\`*_[\]<>&#|~]/g, "\\$&");
}
