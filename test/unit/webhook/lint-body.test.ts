// A webhook's body as a whole: which action it is, what is missing, and what stands in the wrong place, word for word.
import { describe, expect, it } from "vitest";
import { lintWebhook } from "../../../src/webhook/lint.js";

const HEAD = '"botId":7,"strategy":"long","pairs":["BTCUSDT"]';

function told(body: string, ghost = false) {
  const { diagnostics } = lintWebhook(body.replace("HEAD", HEAD), { file: "a", ghost });
  return diagnostics.map(({ code, summary, remedy }) => `${code.replace("webhook/", "")}: ${summary}. ${remedy}`);
}

describe("a body", () => {
  it.each<[string, string[]]>([
    ['{"action":"average","params":{HEAD,"amount":"5"}}', []],
    ['{"action":"average","params":{HEAD}}', ['missing-field: average has no amount. Add "amount": "20".']],
    [
      '{"action":"open","params":{HEAD}}',
      ['missing-field: open has no open section. Add "open": { "orderVolume": "20" }.'],
    ],
    ['{"action":"close","params":{HEAD}}', ['missing-field: close has no closePosition. Add "closePosition": true.']],
    [
      '{"action":"update","params":{HEAD}}',
      [
        "nothing-to-do: the body has no dca, close or stop, and neither open, amount nor closePosition. Add what it should do.",
      ],
    ],
    [
      '{"action":"shut","params":{HEAD,"amount":"5","open":{"orderVolume":"5"}}}',
      [
        'unknown-word: action must be open, update, average or close, not "shut". Use one of: open, update, average, close.',
      ],
    ],
    [
      '{"action":"shut","params":{HEAD,"leverage":5}}',
      [
        'unknown-word: action must be open, update, average or close, not "shut". Use one of: open, update, average, close.',
        'misplaced-key: leverage belongs in open. Write "open": { "leverage": … }.',
      ],
    ],
    [
      '{"action":"averag","params":{HEAD}}',
      ['unknown-word: action must be open, update, average or close, not "averag". Did you mean average?'],
    ],
    [
      '{"action":7,"params":{HEAD,"amount":"5"}}',
      ["unknown-word: action must be open, update, average or close, not 7. Use one of: open, update, average, close."],
    ],
    [
      '{"action":"average","params":{HEAD,"amount":"5","stop":{"enabled":false}}}',
      ["misplaced-key: stop doesn't belong to average. Remove it, or send it as the action it belongs to."],
    ],
    [
      '{"action":"open","params":{HEAD,"open":{"orderVolume":"20"},"leverage":5}}',
      ['misplaced-key: leverage belongs in open. Write "open": { "leverage": … }.'],
    ],
    [
      '{"action":"update","params":{HEAD,"dca":{"max":3,"volume":"5","percent":"1"},"delay":3}}',
      ['misplaced-key: delay belongs in stop. Write "stop": { "delay": … }.'],
    ],
    [
      "{HEAD}",
      [
        "nothing-to-do: the body has no dca, close or stop, and neither open, amount nor closePosition. Add what it should do.",
      ],
    ],
    [
      '{HEAD,"open":{"orderVolume":"20"},"amount":"5"}',
      [
        "mixed-actions: the body is for open and average at once. Send each separately, to its own address.",
        "misplaced-key: amount doesn't belong to open. Remove it, or send it as the action it belongs to.",
      ],
    ],
    [
      '{HEAD,"amount":"5","closePosition":true}',
      [
        "mixed-actions: the body is for average and close at once. Send each separately, to its own address.",
        "misplaced-key: closePosition doesn't belong to average. Remove it, or send it as the action it belongs to.",
      ],
    ],
    [
      '{HEAD,"open":{"orderVolume":"20"},"amount":"5","closePosition":true}',
      [
        "mixed-actions: the body is for open, average and close at once. Send each separately, to its own address.",
        "misplaced-key: amount doesn't belong to open. Remove it, or send it as the action it belongs to.",
        "misplaced-key: closePosition doesn't belong to open. Remove it, or send it as the action it belongs to.",
      ],
    ],
    [
      '{"params":{"amount":"5"}}',
      [
        'missing-field: the envelope has no action. Add "action": "open".',
        'no-bot: the body has no botId, so the Ghost bot, or every bot that matches, acts on it. Add "botId"; or lint it with --ghost, if you mean a Ghost.',
        'no-pairs: the body has no pairs, so it applies to all of the bot\'s pairs. Add "pairs": ["BTCUSDT"].',
        'missing-field: the body has no strategy. Add "strategy": "long".',
      ],
    ],
    ['{"action":"average"}', ['missing-field: the envelope has no params. Add "params": { … }.']],
    [
      '{"action":"average",HEAD,"amount":"5"}',
      [
        "mixed-dialects: botId is beside action and params. Move it into params, or leave action and params out.",
        "mixed-dialects: strategy is beside action and params. Move it into params, or leave action and params out.",
        "mixed-dialects: pairs is beside action and params. Move it into params, or leave action and params out.",
        "mixed-dialects: amount is beside action and params. Move it into params, or leave action and params out.",
      ],
    ],
    [
      '{"action":"average","params":[],"amount":"5"}',
      [
        "wrong-type: params must be an object; it is a list. Write { … }.",
        "mixed-dialects: amount is beside action and params. Move it into params, or leave action and params out.",
      ],
    ],
    [
      '{"action":"average","amoun":"5"}',
      [
        'no-bot: the body has no botId, so the Ghost bot, or every bot that matches, acts on it. Add "botId"; or lint it with --ghost, if you mean a Ghost.',
        'no-pairs: the body has no pairs, so it applies to all of the bot\'s pairs. Add "pairs": ["BTCUSDT"].',
        'missing-field: the body has no strategy. Add "strategy": "long".',
        'missing-field: average has no amount. Add "amount": "20".',
        'unknown-key: unknown key "amoun" in the envelope. Use one of: action, params.',
        'unknown-key: unknown key "amoun" in the body. Did you mean amount?',
      ],
    ],
    [
      '{"action":"average","x":"5","params":{HEAD,"amount":"5"}}',
      ['unknown-key: unknown key "x" in the envelope. Use one of: action, params.'],
    ],
    [
      '{HEAD,"amount":"5","token":"x"}',
      ["secret: token looks like a secret. Remove it: the credential is in the address."],
    ],
    ['{HEAD,"open":{"orderVolume":"20","apiKey":"x"}}', ["secret: apiKey looks like a secret. Remove it."]],
    [
      '{HEAD,"open":{"orderVolume":"20","{{close}}":1}}',
      ["unknown-key: a placeholder can't be a key of open. Write the key itself."],
    ],
    [
      '{HEAD,"open":{"orderVolume":"20","{{volum}}":1}}',
      [
        'unknown-key: unknown key "{{volum}}" in open. Use one of: orderVolume, leverage, marginType, orderType, cycles.',
      ],
    ],
    [
      '{HEAD,"open":{"orderVolume":"20","leverag":1}}',
      ['unknown-key: unknown key "leverag" in open. Did you mean leverage?'],
    ],
    [
      '{HEAD,"amount":"5","{{close}}":1}',
      ["unknown-key: a placeholder can't be a key of the body. Write the key itself."],
    ],
    ['{HEAD,"open":[]}', ["wrong-type: open must be an object; it is a list. Write { … }."]],
    [
      '{HEAD,"amont":"5"}',
      [
        "nothing-to-do: the body has no dca, close or stop, and neither open, amount nor closePosition. Add what it should do.",
        'unknown-key: unknown key "amont" in the body. Use one of: botId, strategy, pairs, dca, close, stop.',
      ],
    ],
    [
      '{"amount":"5"}',
      [
        'no-bot: the body has no botId, so the Ghost bot, or every bot that matches, acts on it. Add "botId"; or lint it with --ghost, if you mean a Ghost.',
        'no-pairs: the body has no pairs, so it applies to all of the bot\'s pairs. Add "pairs": ["BTCUSDT"].',
        'missing-field: the body has no strategy. Add "strategy": "long".',
      ],
    ],
    [
      '{"amount":"5","strategy":"long"}',
      [
        'no-bot: the body has no botId, so the Ghost bot, or every bot that matches, acts on it. Add "botId"; or lint it with --ghost, if you mean a Ghost.',
        'no-pairs: the body has no pairs, so it applies to all of the bot\'s pairs. Add "pairs": ["BTCUSDT"].',
      ],
    ],
  ])("%s: %j", (body, found) => expect(told(body)).toEqual(found));

  it.each<[string, string[]]>([
    ['{"strategy":"long","pairs":["BTCUSDT"],"amount":"5"}', []],
    [
      '{"botId":1,"botId":2,"strategy":"long","pairs":["BTCUSDT"],"amount":"5"}',
      [
        "misplaced-key: a Ghost's body must have no botId. Leave out --ghost or botId.",
        'duplicate-key: "botId" appears twice. Keep one.',
        "misplaced-key: a Ghost's body must have no botId. Leave out --ghost or botId.",
      ],
    ],
    [
      '{"action":"average","params":{"botId":7,"strategy":"long","pairs":["BTCUSDT"],"amount":"5"}}',
      ["misplaced-key: a Ghost's body must have no botId. Leave out --ghost or botId."],
    ],
  ])("of a Ghost, %s: %j", (body, found) => expect(told(body, true)).toEqual(found));
});

it("an action that nobody knows is pointed to where it stands", () => {
  const body = `{"params":{${HEAD},"amount":"5"},"action":"shut"}`;
  const { diagnostics } = lintWebhook(body, { file: "a", ghost: false });
  expect(diagnostics.map(({ code, position }) => [code, position?.line, position?.column])).toEqual([
    ["webhook/unknown-word", 1, body.indexOf('"shut"') + 1],
  ]);
});
