// Every body that a configuration makes is accepted by the emulator and arrives as it was meant, in both dialects; the lint finds nothing in it.
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { type RunningEmulator, startEmulator } from "../../../src/emulator/http/server.js";
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import type { WebhookMessage } from "../../../src/model/webhook/webhook.js";
import { DIALECTS, type Dialect, hookPath, webhookBody } from "../../../src/model/webhook/webhook-body.js";
import { postHook } from "../../../src/service/hook-transport.js";
import { lintWebhook } from "../../../src/webhook/lint.js";
import { amount } from "../../support/lane.js";
import { anyWebhooks, BOT_ID, HOOK, messagesOf, seedWith } from "./hook-fleet.js";

let emulator: RunningEmulator | undefined;

afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
});

async function started(quirks: Partial<Quirks> = {}): Promise<RunningEmulator> {
  emulator = await startEmulator({ seed: seedWith(), quirks });
  return emulator;
}

function urlOf({ url }: RunningEmulator, message: WebhookMessage, dialect: Dialect, closePath = "/close-deal"): string {
  const path = hookPath(message.action, dialect, { close: closePath });
  return `${url}/crazy/hook/${HOOK.accountId}:${HOOK.token}${path ?? "/nowhere"}`;
}

async function sent(running: RunningEmulator, message: WebhookMessage, dialect: Dialect, closePath?: string) {
  const body = webhookBody(message, { dialect, botId: BOT_ID });
  const verdict = await postHook({ url: urlOf(running, message, dialect, closePath), body, redact: (text) => text });
  return { body, verdict, record: running.service.hooks.at(-1) };
}

const WARNINGS = new Set(["config/webhook-safety-volume", "config/webhook-empty", "config/incomplete-bot"]);

describe("any webhooks", () => {
  it("are accepted and arrive as they were meant", async () => {
    const running = await started({
      hookUnknown: "refuse",
      hookNumbers: "strict",
      hookPairs: "required",
      hookStopDelay: "refuse",
    });
    let bodies = 0;
    await fc.assert(
      fc.asyncProperty(anyWebhooks, fc.constantFrom(...DIALECTS), async (webhooks, dialect) => {
        const { messages, codes } = messagesOf(webhooks);
        const errors = codes.filter((code) => !WARNINGS.has(code));
        expect(errors).toEqual([]);
        for (const message of messages) {
          const { body, verdict, record } = await sent(running, message, dialect);
          bodies += 1;
          expect(lintWebhook(body, { file: "body" }), body).toMatchObject({
            diagnostics: [],
            action: message.action,
            dialect,
          });
          expect(verdict.kind, `${body} ${verdict.message}`).toBe("accepted");
          expect(record).toMatchObject({ action: message.action, dialect });
          expect(meaning(record?.command)).toEqual(meaningOf(message));
        }
      }),
      { numRuns: amount({ fast: 20, all: 80 }) },
    );
    expect(bodies).toBeGreaterThan(amount({ fast: 37, all: 150 }));
  });
});

/** A record of the emulator, flat: what it took the body to say. */
function meaning(command: object | undefined): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const walk = (value: unknown, path: readonly string[]) => {
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      for (const [key, one] of Object.entries(value)) walk(one, key === "terms" ? path : [...path, key]);
    else if (value !== undefined && !["kind", "account"].includes(path.join("."))) found[path.join(".")] = value;
  };
  walk(command, []);
  return found;
}

function meaningOf({ settings }: WebhookMessage): Record<string, unknown> {
  const own = settings.map(({ path, value }) => [path, value] as const);
  return { ...Object.fromEntries(own), botId: BOT_ID, strategy: "LONG", pairs: ["USDT-BTC"] };
}

describe("every quirk of the hooks", () => {
  const { messages } = messagesOf({
    open: { stop: { event: "percentage", value: 5, delay: 3 } },
    update: {},
    average: { amount: 12.5 },
    close: {},
  });
  const cases: readonly (readonly [Partial<Quirks>, readonly Dialect[], string | undefined])[] = [
    [{}, DIALECTS, undefined],
    [{ hookDialects: "flat" }, ["flat"], undefined],
    [{ hookDialects: "envelope" }, ["envelope"], undefined],
    [{ hookClosePath: "close" }, DIALECTS, "/close"],
    [{ hookClosePath: "none" }, DIALECTS, ""],
    [{ hookContentType: "json" }, DIALECTS, undefined],
    [{ hookAnswer: "text" }, DIALECTS, undefined],
    [{ hookAnswer: "none" }, DIALECTS, undefined],
    [{ hookRefusal: "http" }, DIALECTS, undefined],
    [{ hookUnknown: "refuse" }, DIALECTS, undefined],
    [{ hookPairs: "required" }, DIALECTS, undefined],
    [{ hookNumbers: "strict" }, DIALECTS, undefined],
    [{ hookStopDelay: "refuse" }, DIALECTS, undefined],
  ];

  it.each(cases)("%j takes %j", async (quirks, dialects, closePath) => {
    const running = await started(quirks);
    for (const dialect of dialects)
      for (const message of messages) {
        const { verdict, record } = await sent(running, message, dialect, closePath);
        expect(verdict.kind, `${message.action} ${verdict.message}`).toBe("accepted");
        expect(record?.action).toBe(message.action);
      }
    expect(running.service.hooks).toHaveLength(messages.length * dialects.length);
  });

  it.each([{ hookAnswer: "code" }, { hookAnswer: "text" }, { hookRefusal: "http" }, { hookRefusal: "200" }] as const)(
    "a refusal is one under %j",
    async (quirks) => {
      const running = await started(quirks);
      const [message] = messages;
      if (message === undefined) throw new Error("no message");
      const body = webhookBody(message, { dialect: "flat", botId: 99 });
      const verdict = await postHook({ url: urlOf(running, message, "flat"), body, redact: (text) => text });
      expect(verdict).toMatchObject({ kind: "refused" });
      expect(running.service.hooks).toEqual([]);
    },
  );
});
