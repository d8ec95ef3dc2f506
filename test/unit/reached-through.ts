// The files of src without a test of their own, under the test that reaches them: it imports each, directly or through others.
// A file that gets its own test leaves this list. How well a test watches what it reaches, `npm run mutate` says.

export const REACHED_THROUGH: Readonly<Record<string, readonly string[]>> = {
  "test/unit/authoring/format.test.ts": ["authoring/format-map.ts"],
  "test/unit/config/compose/layer.test.ts": ["config/compose/reference.ts"],
  "test/unit/config/compose/merge.test.ts": ["config/compose/deferred.ts"],
  "test/unit/config/breakers/breakers.test.ts": ["config/breakers/breaker-schema.ts"],
  "test/unit/policy/breakers.test.ts": ["policy/breaker-figures.ts"],
  "test/unit/config/holds/holds.test.ts": ["config/holds/hold-schema.ts"],
  "test/unit/config/load.test.ts": ["config/account.ts", "config/in-order.ts", "config/schema/schema.ts"],
  "test/unit/config/policies/policy.test.ts": ["config/policies/policy-schema.ts"],
  "test/unit/config/schema/jsonschema.test.ts": ["config/schema/editor.ts"],
  "test/unit/config/schema/plain-bot.test.ts": [
    "config/schema/schema-problem.ts",
    "config/schema/schema-bot.ts",
    "config/schema/schema-parts.ts",
    "config/webhooks/webhook-schema.ts",
  ],
  "test/unit/config/schema/wrong-value.test.ts": ["config/schema/wrong-number.ts", "config/schema/meant-shape.ts"],
  "test/unit/config/webhooks/webhook.test.ts": [
    "config/webhooks/resolved-webhooks.ts",
    "config/webhooks/webhook-connection.ts",
    "config/webhooks/webhook-fill.ts",
    "config/webhooks/webhook-issues.ts",
    "config/webhooks/webhook-tree.ts",
  ],
  "test/unit/config/yaml/document.test.ts": ["config/yaml/compose.ts", "config/yaml/value.ts"],
  "test/unit/config/yaml/fast-reader.test.ts": ["config/yaml/scalar.ts"],
  "test/unit/market/account.test.ts": ["market/fills.ts", "market/orders.ts", "market/work.ts"],
  "test/unit/market/advance.test.ts": ["market/deal.ts"],
  "test/unit/market/liquidation.test.ts": ["market/holding.ts"],
  "test/unit/market/prices/ohlcv.test.ts": ["market/prices/number-bytes.ts"],
  "test/unit/market/prices/walk.test.ts": ["market/prices/candle.ts"],
  "test/unit/market/replay/fleet.test.ts": ["market/replay/bot-run.ts", "model/risk/simulation.ts"],
  "test/unit/model/deal/deal-drift.test.ts": ["model/bot/account.ts"],
  "test/unit/model/planfile/planfile.test.ts": ["model/planfile/sealing.ts"],
  "test/unit/policy/rules.test.ts": [
    ...["policy/bot-rules.ts", "policy/grid-rules.ts", "policy/message-subjects.ts"],
    ...["policy/order-rules.ts"],
  ],
  "test/unit/risk/liquidation.test.ts": ["risk/default-tiers.ts"],
  "test/unit/webhook/lint.test.ts": ["webhook/lint-finding.ts", "webhook/lint-sense.ts"],
};
