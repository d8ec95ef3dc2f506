// The rows of the coverage table that are about webhooks; a cell that is undefined is a gap.
import { loadSources } from "../../../src/config/load.js";
import { HOOK_MEMBERS, HOOK_SECTIONS } from "../../../src/emulator/webhooks/hook-body.js";
import { type Diagnostic, hasErrors } from "../../../src/model/text/diagnostic.js";
import {
  WEBHOOK_ACTIONS,
  type WebhookAction,
  type WebhookValue,
  webhookField,
} from "../../../src/model/webhook/webhook.js";
import { hookPath, webhookBody } from "../../../src/model/webhook/webhook-body.js";
import { PLAIN_BOT } from "../../unit/emulator/harness.js";
import type { Row } from "./rows.js";
import { HOOK_FIELDS_STATED, HOOKS_STATED } from "./stated.js";

export function hookRows(): readonly Row[] {
  return Object.entries(HOOKS_STATED).map(([stated, { path, members }]): Row => {
    const action = WEBHOOK_ACTIONS.find((one) => one === stated);
    if (action === undefined) return [stated, undefined, undefined, undefined, undefined];
    const known = hookPath(action, "flat", {});
    const isAlike = path === null ? known === undefined : known === path;
    const written = Object.keys(bodyOf(action));
    const served = ["botId", "strategy", "pairs", ...HOOK_MEMBERS[action]];
    return [
      stated,
      isAlike
        ? path === null
          ? "not public; `--close-path`, or the service's own address"
          : `\`${path || "(nothing)"}\``
        : undefined,
      members.every((member) => written.includes(member))
        ? members.map((member) => `\`${member}\``).join(", ")
        : undefined,
      isConfigurable(action) ? `\`bots.KEY.webhooks.${action}\`` : undefined,
      members.every((member) => served.includes(member)) ? "yes" : undefined,
    ];
  });
}

export function hookFieldRows(): readonly Row[] {
  return HOOK_FIELDS_STATED.map((field): Row => {
    const spec = webhookField(field);
    const actions = WEBHOOK_ACTIONS.filter((action) => leafIn(bodyOf(action), field));
    return [`\`${field}\``, spec?.kind, actions.length === 0 ? undefined : actions.join(", "), emulatorReads(field)];
  });
}

/** The body that says everything the interface states for the action. */
function bodyOf(action: WebhookAction): Readonly<Record<string, unknown>> {
  const members = HOOKS_STATED[action]?.members ?? [];
  const paths = HOOK_FIELDS_STATED.filter((field) => members.includes(field.split(".")[0] ?? "") && field !== "botId");
  const settings = paths.map((path) => ({ path, value: sample(path), source: { kind: "fixed" } as const }));
  return JSON.parse(webhookBody({ action, settings }, { dialect: "flat", botId: 7 }));
}

/** Whether a configuration that states every field of the action's body is without errors, and one with another field isn't. */
function isConfigurable(action: WebhookAction): boolean {
  const { botId: _resolved, ...section } = bodyOf(action);
  return !hasErrors(loadedWith(action, section)) && hasErrors(loadedWith(action, { ...section, unheardOf: true }));
}

function loadedWith(action: WebhookAction, section: object): readonly Diagnostic[] {
  const { accessId: _access, exchange: _exchange, ...settings } = PLAIN_BOT;
  const url = "https://nowhere.invalid";
  const [apiKey, apiSecret] = ["${env.BOTFORM_A_API_KEY}", "${env.BOTFORM_A_API_SECRET}"];
  const account = { apiUrl: url, apiKey, apiSecret, exchange: PLAIN_BOT.exchange, accesses: { one: 101 } };
  const numbers = { percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 64 };
  const bot = { ...settings, ...numbers, access: "one", webhooks: { [action]: section } };
  const text = JSON.stringify({ version: 1, accounts: { a: account }, bots: { b: bot } });
  return loadSources([{ file: "a.yaml", text }]).diagnostics;
}

const SAMPLES: Readonly<Record<string, WebhookValue>> = {
  decimal: "1.5",
  integer: 3,
  boolean: true,
  pairs: ["BTCUSDT"],
};

function sample(path: string): WebhookValue {
  const spec = webhookField(path);
  return spec?.words?.[0] ?? SAMPLES[spec?.kind ?? ""] ?? "";
}

function leafIn(body: Readonly<Record<string, unknown>>, path: string): boolean {
  const [first = "", second] = path.split(".");
  const value = body[first];
  if (second === undefined) return value !== undefined;
  return typeof value === "object" && value !== null && second in value;
}

function emulatorReads(field: string): string | undefined {
  const [first = "", second] = field.split(".");
  if (second !== undefined) {
    const section = Object.entries(HOOK_SECTIONS).find(([name]) => name === first)?.[1];
    return section !== undefined && second in section ? "yes" : undefined;
  }
  const isOfAll = ["botId", "strategy", "pairs"].includes(field);
  return isOfAll || Object.values(HOOK_MEMBERS).some((members) => members.includes(field)) ? "yes" : undefined;
}
