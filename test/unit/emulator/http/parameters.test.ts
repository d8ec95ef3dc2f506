// What the operations refuse and what they make of odd but valid values.
import { describe, expect, it } from "vitest";
import { EXCHANGE, harness, PLAIN_BOT } from "../harness.js";
import type { Parameters } from "../plain-client.js";

describe("create", () => {
  it.each<[string, Parameters, string]>([
    ["a required parameter is missing", { title: null }, "title can't be blank."],
    ["a required parameter is empty", { percentTakeProfit: "" }, "percentTakeProfit can't be blank."],
    ["a title of spaces", { title: "  " }, "title can't be blank."],
    ["an unknown word", { strategy: "long" }, "strategy must be one of LONG, SHORT."],
    ["below the bounds", { percentTakeProfit: "0.009" }, "percentTakeProfit must be no less than 0.01."],
    ["above the bounds", { percentSafetyOrder: "100" }, "percentSafetyOrder must be no more than 99.99."],
    ["a scale below its bounds", { martingaleScale: "1.04" }, "martingaleScale must be no less than 1.05."],
    ["a scale above its bounds", { dynamicStepScale: "2.01" }, "dynamicStepScale must be no more than 2."],
    ["too many orders", { countOrderMax: 51 }, "countOrderMax must be no more than 50."],
    ["a fraction for an integer", { leverage: "5.0" }, "leverage must be an integer."],
    ["an exponent for an integer", { leverage: "1e1" }, "leverage must be an integer."],
    ["an integer beyond 2^53", { accessId: "9007199254740993" }, "accessId is unknown."],
    ["no leverage", { leverage: 0 }, "leverage must be no less than 1."],
    ["no volume", { volumeFirstOrder: 0 }, "volumeFirstOrder must be greater than 0."],
    ["a negative volume", { volumeSafetyOrder: -1 }, "volumeSafetyOrder must be no less than 0."],
    ["a decimal comma", { volumeFirstOrder: "1,5" }, "volumeFirstOrder must be a decimal number."],
    ["infinity", { volumeFirstOrder: "Infinity" }, "volumeFirstOrder must be a decimal number."],
    ["hexadecimal", { volumeFirstOrder: "0x10" }, "volumeFirstOrder must be a decimal number."],
    ["a tower of digits", { volumeFirstOrder: "1e99" }, "volumeFirstOrder has too many digits."],
    ["a pair in the exchange's form", { pairTitle: "BTCUSDT" }, "pairTitle must have the form QUOTE-BASE."],
    ["a pair that isn't traded", { pairTitle: "USDT-NONE" }, "pairTitle is not in the pair list."],
    ["another's access", { accessId: 7 }, "accessId is unknown."],
    ["another exchange", { exchange: "OTHER" }, "exchange is not that of the access."],
  ])("%s", (_because, wrong, message) => {
    const h = harness();
    const reply = h.call("POST", "create", { ...PLAIN_BOT, ...wrong });
    expect(reply.json).toEqual({ isSuccess: false, errorMessage: message, data: null });
    expect(reply.status).toBe(400);
    expect(h.service.bots()).toEqual([]);
    expect(h.service.writes).toEqual([]);
  });

  it("reports every problem at once", () => {
    const reply = harness().call("POST", "create", { ...PLAIN_BOT, leverage: "x", title: null });
    expect(reply.json.errorMessage).toBe("title can't be blank. leverage must be an integer.");
  });

  it.each<[string, Parameters, string, string]>([
    ["trailing zeros", { percentTakeProfit: "1.2000" }, "percent_take_profit", "1.2"],
    ["an exponent", { volumeFirstOrder: "1.5e2" }, "volume_first_order", "150"],
    ["a bare fraction", { percentTakeProfit: ".5" }, "percent_take_profit", "0.5"],
    ["the lower bound", { percentTakeProfit: "0.01" }, "percent_take_profit", "0.01"],
    ["the upper bound", { martingaleScale: "2" }, "martingale_scale", "2"],
    ["leading zeros", { countOrderMax: "007" }, "count_order_max", "7"],
  ])("accepts %s", (_name, sent, key, shown) => {
    const h = harness();
    expect(h.details(h.create(sent)).settings[key]).toBe(shown);
  });

  it("keeps hostile titles as they are", () => {
    const h = harness();
    for (const title of ["\u001b[31mred", "<b>&'\"", "::error::x", "\u202eabc", "𝕏", "__proto__", "a=b&c"]) {
      expect(h.details(h.create({ title })).title).toBe(title);
    }
  });
});

describe("other operations", () => {
  it.each<[string, string, string, Parameters, number]>([
    ["logs of a stranger's bot", "GET", "logs", { botId: 5 }, 404],
    ["a log limit of 0", "GET", "logs", { botId: 1001, limit: 0 }, 400],
    ["a bot list without exchange", "GET", "all", {}, 400],
    ["deals of an unknown access", "GET", "active-deals", { accessId: 9, exchange: EXCHANGE }, 404],
    ["an unknown deal", "POST", "cancel-deal", { dealId: 1 }, 404],
    ["a take profit of 0", "POST", "renew-tp-percentage", { dealId: 1, immediately: true, newPercentOfTp: 0 }, 400],
    ["a take profit without immediately", "POST", "renew-tp-percentage", { dealId: 1, newPercentOfTp: 1 }, 400],
    ["an update of an unknown bot", "POST", "update", { botId: 9, title: "x" }, 404],
    ["an update out of bounds", "POST", "update", { botId: 1001, percentTakeProfit: 100 }, 400],
    ["an emptied required parameter", "POST", "update", { botId: 1001, marginMode: "" }, 400],
  ])("%s is refused", (_name, method, path, parameters, status) => {
    const h = harness();
    h.create();
    const reply = h.call(method, path, parameters);
    expect([reply.status, reply.json.isSuccess]).toEqual([status, false]);
    expect(h.service.writes).toHaveLength(1);
  });

  it("an update doesn't take accessId and exchange", () => {
    const h = harness();
    const botId = h.create();
    h.call("POST", "update", { botId, accessId: 102, exchange: "OTHER", title: "New" });
    expect(h.details(botId)).toMatchObject({ accessId: 101, exchange: EXCHANGE, title: "New" });
  });
});

describe("requests that can't be read", () => {
  it.each([
    ["a malformed escape", "exchange=%zz", "The query contains a malformed escape."],
    ["an escape that is no UTF-8", "exchange=%ff", "The query contains a malformed escape."],
    ["a list for a value", "exchange[]=A", "exchange can't be blank."],
  ])("%s", (_name, query, message) => {
    const reply = harness().raw("GET", "/bot-futures/all", query);
    expect([reply.status, reply.json.errorMessage]).toEqual([400, message]);
  });

  it.each([
    ["no JSON", "{", "The body is not a JSON object."],
    ["a JSON list", "[1]", "The body is not a JSON object."],
    ["a nested value", '{"title":{"a":1}}', "title must be a single value."],
    ["a number for text", '{"title":5}', "title must be text."],
    ["a boolean for a number", '{"leverage":true}', "leverage must be a number."],
    ["a number beyond 64 bits", '{"leverage":9223372036854775808000}', "leverage must be an integer."],
    ["a lone surrogate", '{"title":"\\ud800"}', "title must be well-formed text."],
  ])("a body with %s", (_name, body, message) => {
    const h = harness();
    const botId = h.create();
    const reply = h.raw("POST", "/bot-futures/update", `botId=${botId}`, { body, type: "application/json" });
    expect([reply.status, reply.json.errorMessage]).toEqual([400, message]);
  });

  it("a body's prototype keys are plain unknown names", () => {
    const h = harness();
    const botId = h.create();
    const body = '{"__proto__":"x","constructor":"y","title":"New"}';
    expect(h.raw("POST", "/bot-futures/update", `botId=${botId}`, { body, type: "application/json" }).status).toBe(200);
  });
});

describe("a service that takes nothing it doesn't know", () => {
  const strict = (query: string) => harness({ parameters: "strict" }).raw("POST", "/bot-futures/update", query).json;
  it.each([
    ["botId=1&colour=red", "colour is unknown."],
    ["botId=1&indicatorName=", "indicatorName is empty."],
    ["botId=1&title=", "title is empty. title can't be blank."],
    ["botId=1&title=a&title=b", "title is repeated."],
    ["botId=1&percentTakeProfit=12e-1", "percentTakeProfit must be a decimal number."],
    ["botId=1&x=1&title=a&title=b&leverage=0", "title is repeated. x is unknown. leverage must be no less than 1."],
    ["botId=1&title=a", "Bot is not found."],
  ])("answers %s with '%s'", (query, message) => {
    expect(strict(query).errorMessage).toBe(message);
  });

  it("otherwise an unknown name, an empty one and a repeated one are passed over", () => {
    const h = harness();
    const botId = h.create();
    const query = `botId=${botId}&x=1&indicatorName=&title=a&title=b&percentTakeProfit=12e-1`;
    expect(h.raw("POST", "/bot-futures/update", query).json.data).toMatchObject({
      ...{ title: "b", settings: { percent_take_profit: "1.2", tb_indicator: "" } },
    });
  });
});

describe("a number", () => {
  it.each<[string, string, string | undefined]>([
    ["volumeFirstOrder", "+64", undefined],
    ["volumeFirstOrder", "64.", undefined],
    ["volumeFirstOrder", "1e30", undefined],
    ["volumeFirstOrder", "1e31", "volumeFirstOrder has too many digits."],
    ["volumeFirstOrder", "1e-30", undefined],
    ["volumeFirstOrder", "1e-31", "volumeFirstOrder has too many digits."],
    ["volumeFirstOrder", "1".repeat(30), undefined],
    ["volumeFirstOrder", "1".repeat(31), "volumeFirstOrder has too many digits."],
    ["volumeFirstOrder", `1.${"0".repeat(58)}`, undefined],
    ["volumeFirstOrder", `1.${"0".repeat(59)}`, "volumeFirstOrder must be a decimal number."],
    ["leverage", "+5", undefined],
    ["leverage", "9223372036854775807", undefined],
    ["leverage", "9223372036854775808", "leverage must be an integer."],
    ["leverage", "-9223372036854775808", "leverage must be no less than 1."],
    ["leverage", "-9223372036854775809", "leverage must be an integer."],
    ["countOrderMax", "50", undefined],
    ["countOrderMax", "0", "countOrderMax must be no less than 1."],
    ["cycleLimitScale", "-1", "cycleLimitScale must be no less than 0."],
    ["priceLevelUp", "-0.1", "priceLevelUp must be no less than 0."],
    ["priceLevelDown", "-0.1", "priceLevelDown must be no less than 0."],
    ["priceLevelDown", "-0", undefined],
    ["martingaleScale", "2", undefined],
    ["martingaleScale", "2.001", "martingaleScale must be no more than 2."],
    ["martingaleScale", "0.00", undefined],
  ])("%s of %s: %s", (name, value, problem) => {
    const { json } = harness().call("POST", "create", { ...PLAIN_BOT, [name]: value });
    expect(json.isSuccess ? undefined : json.errorMessage).toBe(problem);
  });
});

describe("a boolean", () => {
  const MUST = "immediately must be";
  it.each<[sent: string, any: string, digits: string, php: string]>([
    ["1", "1", "1", "1"],
    ["0", "0", "0", "0"],
    ["true", "1", `${MUST} 1 or 0.`, "1"],
    ["True", "1", `${MUST} 1 or 0.`, "1"],
    ["false", "0", `${MUST} 1 or 0.`, "1"],
    ["False", "0", `${MUST} 1 or 0.`, "1"],
    ["yes", `${MUST} a boolean.`, `${MUST} 1 or 0.`, "1"],
    ["on", `${MUST} a boolean.`, `${MUST} 1 or 0.`, "1"],
    ["2", `${MUST} a boolean.`, `${MUST} a boolean.`, "1"],
  ])("of %s: %s, in digits %s, in PHP %s", (immediately, ...expected) => {
    const read = (["any", "digits", "php"] as const).map((booleans) => {
      const h = harness({ booleans });
      h.command("start-new-deal", { botId: h.create() });
      const parameters = { dealId: h.deals()[0].id, immediately, newPercentOfTp: "2" };
      const { json } = h.call("POST", "renew-tp-percentage", parameters);
      return json.isSuccess ? h.service.writes.at(-1)?.parameters["immediately"] : json.errorMessage;
    });
    expect(read).toEqual(expected);
  });
});
