// Which form a webhook's address takes.
import { expect, it } from "vitest";
import { formAt } from "../../../src/model/notice.js";

it.each([
  ["https://hooks.slack.com", "/services/T0/B0/x", "slack"],
  ["https://discord.com", "/api/webhooks/1/x", "discord"],
  ["https://ptb.discord.com", "/api/v10/webhooks/1/x?wait=true", "discord"],
  ["https://discordapp.com", "/api/webhooks/1/x", "discord"],
  ["https://discord.com", "/api/webhooks/1/x/slack?wait=true", "slack"],
  ["https://discord.com", "/channels/1", "generic"],
  ["https://api.telegram.org", "/bot1:x/sendMessage?chat_id=-100", "telegram"],
  ["https://api.telegram.org", "/file/bot1:x/a", "generic"],
  ["https://hooks.example.net", "/services/T0/B0/x", "generic"],
  ["https://hooks.slack.com.example.net", "/services/T0", "generic"],
  ["https://notdiscord.com", "/api/webhooks/1/x", "generic"],
  ["no origin", "/", "generic"],
] as const)("%s%s takes %s", (origin, path, form) => {
  expect(formAt(origin, path)).toBe(form);
});
