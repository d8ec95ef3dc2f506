// Files that were meant to be scenarios, and what keeps them from being ones.
import { expect, it } from "vitest";
import { parse } from "yaml";
import { readFile } from "../../../../src/config/schema/read.js";

const REST = "balance: 1000\nprices: {}\n";

it.each([
  [`scenaro: A fall\n${REST}`, ["scenaro"], 'unknown key "scenaro"', "Did you mean scenario?"],
  [`${REST}scenario: A fall\n`, ["scenario"], "a scenario begins with scenario", "Move it up"],
  [REST, [], "doesn't begin with scenario", "keys scenario, account, only, balance"],
])("%j has one problem, that it isn't one yet", (text, path, summary, remedy) => {
  const { read, diagnostics } = readFile("scenarios/fall.yaml", parse(text));
  expect(diagnostics).toEqual([
    expect.objectContaining({
      code: "config/scenario",
      summary: expect.stringContaining(summary),
      remedy: expect.stringContaining(remedy),
      origin: expect.objectContaining({ path }),
    }),
  ]);
  // What isn't read may be anything, so nothing is reported as missing.
  expect([read.shape, [...read.dropped.keys()]]).toEqual([{}, [""]]);
});

it.each([
  [`scenaro: A fall\n${REST}bots: {}\n`, "with a section of a configuration"],
  ["prices: {}\nbot: {}\n", "with one word of a scenario only"],
  ["- balance\n- prices\n", "that is a list"],
])("a file %j stays one of the configuration: %s", (text) => {
  const { diagnostics } = readFile("botform/fall.yaml", parse(text));
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(diagnostics.filter(({ code }) => code === "config/scenario")).toEqual([]);
});
