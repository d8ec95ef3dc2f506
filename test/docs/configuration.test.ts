// The examples of docs/reference/configuration.md, loaded as a reader would who copies them, and the table of assumptions.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { assumptionsSchema } from "../../src/config/assumptions.js";
import { accountSchema, fileSchema } from "../../src/config/schema/schema.js";
import { DEFAULT_ASSUMPTIONS } from "../../src/risk/assumptions.js";
import { botsOf, load, settingsOf } from "../unit/config/fleet.js";

const page = readFileSync("docs/reference/configuration.md", "utf8");
const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => text ?? "");
const composed = blocks.find((text) => text.includes("forEach")) ?? "";

test("every example loads without an error, and the one of composition without a warning", () => {
  expect(blocks).toHaveLength(2);
  for (const text of blocks) expect(load(text).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(load(composed).diagnostics).toEqual([]);
});

test("every key of a file and of an account is on its page, or on that of webhooks", () => {
  const pages = page + readFileSync("docs/reference/webhooks.md", "utf8");
  const keys = [...Object.keys(fileSchema.shape), ...Object.keys(accountSchema.shape)];
  const lost = keys.filter((key) => !new RegExp(`\\b${key}[:\\x60]`).test(pages));
  expect(lost.map((key) => `docs/reference/configuration.md misses ${key}: say what it does`)).toEqual([]);
});

test("the example of composition comes to what its comments say", () => {
  const main = settingsOf(composed);
  expect(Object.keys(main)).toEqual(["btc", "dip-ETH", "dip-SOL"]);
  expect(main["dip-ETH"]).toMatchObject({
    leverage: "5",
    percentTakeProfit: "1.2",
    volumeFirstOrder: "30",
    enabled: true,
  });
  expect(main["dip-SOL"]).toMatchObject({ leverage: "2", pairTitle: "USDT-SOL" });
  expect(main["dip-SOL"]).not.toHaveProperty("enabled");
  expect(botsOf(composed)["dip-SOL"]?.fields.title).toBe("Dip SOL");
  const copy = settingsOf(composed, {}, "copy");
  expect(Object.keys(copy)).toEqual(["dip-ETH", "dip-SOL"]);
  expect(copy["dip-ETH"]).toMatchObject({ leverage: "3", volumeFirstOrder: "7.5" });
});

test("without the quotes, the message says that they are missing", () => {
  const [found] = load(composed.replace('"${tpSlow}"', "${tpSlow}")).diagnostics;
  expect(found?.remedy).toBe("Inside { } and [ ], put quotes around ${…}.");
});

test("docs/explanation/assumptions.md lists every assumption of an account with its default", () => {
  const table = readFileSync("docs/explanation/assumptions.md", "utf8").split("## Settings of an account")[1] ?? "";
  const rows = [...table.matchAll(/^\| (`.+?`) \| (.+?) \|/gm)].flatMap(([, keys = "", defaults = ""]) => {
    const [names, values] = [keys.replaceAll("`", "").split(", "), defaults.split(", ")];
    return names.map((name, index) => [name, values[index] ?? ""] as const);
  });
  expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(assumptionsSchema._zod.def.shape).sort());
  const of = Object.fromEntries(rows);
  const { volumeMeaning, volumeBase, anchor, liquidation, hedgeMode, rounding } = DEFAULT_ASSUMPTIONS;
  expect(of).toMatchObject({ volumeMeaning, volumeBase, anchor, liquidation, hedgeMode: String(hedgeMode) });
  expect(of.rounding).toBe(rounding.mode);
  const percents = ["makerFee", "takerFee", "fundingRate", "reserve", "safetyBuffer"] as const;
  const names = ["percentMakerFee", "percentTakerFee", "percentFunding", "percentReserve", "percentSafetyBuffer"];
  expect(names.map((name) => Number(of[name]) / 100)).toEqual(
    percents.map((name) => Number(DEFAULT_ASSUMPTIONS[name])),
  );
});
