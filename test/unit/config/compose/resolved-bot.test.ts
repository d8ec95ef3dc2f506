// What becomes of the settings that no layer declares: kept, or off where they can be switched off; and who has the word.
import { expect, it } from "vitest";
import { exportYaml } from "../../../../src/authoring/export.js";
import { provenanceOf } from "../../../../src/config/compose/provenance.js";
import { loadSources } from "../../../../src/config/load.js";
import { FIELDS, type FieldSpec } from "../../../../src/model/bot/field.js";
import { ACCOUNT, botYaml } from "../fleet.js";

const load = (text: string) => {
  const config = loadSources([{ file: "a.yaml", text }]);
  const [account] = config.accounts;
  if (account === undefined) throw new Error(JSON.stringify(config.diagnostics));
  return { config, account, bot: account.desired.bots[0] };
};
const fleet = (rest: string, { account = "", bot = "" } = {}) =>
  load(`${ACCOUNT}${account}${rest}bots:\n${botYaml("x")}${bot}`);
/** The optional settings that a value of the service's own means none of. */
const SAYABLE = FIELDS.filter((field: FieldSpec) => !field.required && field.off === "say").map(({ name }) => name);
const OFF = "undeclaredSettings: off";

it.each<[string, Parameters<typeof fleet>, boolean]>([
  ["nobody", [""], false],
  ["the account", ["", { account: `    ${OFF}\n` }], true],
  ["defaults", [`defaults: { ${OFF} }\n`], true],
  ["the bot", ["", { bot: `    ${OFF}\n` }], true],
  ["the account, and the bot keeps", ["", { account: `    ${OFF}\n`, bot: "    undeclaredSettings: keep\n" }], false],
  [
    "a template, over defaults that keep",
    [`defaults: { undeclaredSettings: keep }\ntemplates: { t: { ${OFF} } }\n`, { bot: "    extends: t\n" }],
    true,
  ],
])("where %s says off, what no layer declares is off if it can be", (_who, given, isOff) => {
  const { bot } = fleet(...given);
  expect(bot?.undeclaredSettings).toBe(isOff ? "off" : undefined);
  const off = SAYABLE.filter((name) => bot?.fields[name] === null);
  expect(off).toEqual(isOff ? SAYABLE : []);
  expect([bot?.fields.martingaleScale, bot?.fields.countOrderMax]).toEqual([undefined, undefined]);
});

it("what is declared, ignored, left to the service or unreadable isn't off", () => {
  const own =
    "    volumeSafetyOrder: 5\n    priceLevelUp: 9\n    ignore: [priceLevelUp]\n    unmanaged: [indicatorName]\n";
  const { bot } = fleet(`defaults: { ${OFF} }\n`, { bot: own });
  expect(bot?.fields).toMatchObject({ volumeSafetyOrder: "5", priceLevelDown: null, indicatorInterval: null });
  expect(bot?.fields).not.toHaveProperty("indicatorName");
  expect([bot?.fields.priceLevelUp, bot?.initial, bot?.unmanaged]).toEqual([
    undefined,
    { priceLevelUp: "9" },
    ["indicatorName"],
  ]);
});

it("a plan is bound to it, and an export asks for the same", () => {
  const { account } = fleet(`defaults: { ${OFF} }\n`, { bot: "    unmanaged: [indicatorName]\n" });
  expect(account.desired.digest).not.toBe(
    fleet("", { bot: "    unmanaged: [indicatorName]\n" }).account.desired.digest,
  );
  const exported = exportYaml(account);
  const again = load("text" in exported ? exported.text : "");
  expect(again.account.desired.digest).toBe(account.desired.digest);
});

it("its origin is where it is said", () => {
  const places = (given: ReturnType<typeof fleet>) => {
    const { bots } = provenanceOf(given.account, ({ file, path }) => ({
      file: `${file}:${path.join(".")}`,
      line: 1,
      column: 1,
    }));
    const { origin, layer, undeclared } = bots[0]?.fields["priceLevel"] ?? {};
    return [origin?.file, layer?.kind, undeclared];
  };
  expect(places(fleet(`defaults: { ${OFF} }\n`))).toEqual(["a.yaml:defaults.undeclaredSettings", "defaults", true]);
  const ofAccount = places(fleet("", { account: `    ${OFF}\n` }));
  expect(ofAccount).toEqual(["a.yaml:accounts.main.undeclaredSettings", "account", true]);
});
