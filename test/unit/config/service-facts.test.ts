// A file of facts: what service show writes is taken as it is, and everything wrong in it is named with its place.
import { symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../../src/config/load.js";
import { factsAbout, type SeenThen } from "../../../src/model/service-questions.js";
import { serviceJson } from "../../../src/render/machine/live-json.js";
import { folder } from "../app/room.js";
import { ACCOUNT, botYaml, said, withAccount } from "./fleet.js";

const place = folder();
const AT = Date.parse("2026-11-20T09:00:00Z");
const SEEN: readonly SeenThen[] = [
  { name: "nonceWindow", value: 45, below: 60, detail: "one 45 s old was accepted", at: AT, tool: "0.1.0" },
  { name: "scaleEmpty", value: "clear", detail: "martingaleScale was sent as 0", at: AT, tool: "0.1.0" },
];
const ORIGIN = "https://api.example.net";

/** The configuration of an account that names this file, and the problems without the folder's name. */
function loaded(text: string | undefined, name = "facts.json") {
  const yaml = withAccount(`bots:\n${botYaml("x")}`, `serviceFacts: ${name}`);
  const path = place.written(yaml);
  const here = path.slice(0, path.lastIndexOf("/"));
  if (text !== undefined) writeFileSync(join(here, name), text);
  const { accounts, reaches, diagnostics } = loadConfig(path);
  const said = diagnostics.map(({ code, summary, remedy, position }) => {
    const file = position?.file.slice(here.length + 1);
    return `${file}:${position?.line}:${position?.column} ${code}: ${summary.replaceAll(here, ".")} | ${remedy}`;
  });
  return { said, facts: accounts[0]?.connection.serviceFacts, reaches: reaches.length, here };
}

it("takes what service show writes, with whatever else stands there", () => {
  const shown = { formatVersion: 2, ...serviceJson(factsAbout("main", ORIGIN, SEEN)), reviewedBy: "us" };
  const { facts, said, here } = loaded(JSON.stringify(shown, undefined, 2));
  expect(said).toEqual([]);
  expect(facts).toEqual({ file: join(here, "facts.json"), origin: ORIGIN, seen: SEEN });
});

it("is nothing where no account names one", () => {
  expect(loadConfig(place.written(`${ACCOUNT}bots:\n${botYaml("x")}`)).accounts[0]?.connection).not.toHaveProperty(
    "serviceFacts",
  );
});

const fact = (changes: object) => ({ name: "titles", value: "upper", at: "2026-11-20T09:00:00.000Z", ...changes });
const file = (...seen: readonly object[]) => JSON.stringify({ origin: ORIGIN, seen }, undefined, 1);

describe("what is wrong is named with its place", () => {
  it.each([
    ["no JSON", "{", "facts.json:1:1 config/"],
    [
      "a list",
      "[]",
      "facts.json:1:1 config/service-facts: the file can't be [] | Write it anew: botform service show --format json > FILE.",
    ],
    ["no origin", '{ "seen": [] }', "facts.json:1:1 config/service-facts: origin is missing"],
    [
      "an address beyond the origin",
      file().replace("net", "net/x"),
      'facts.json:2:12 config/service-facts: origin can\'t be "https://api.example.net/x"',
    ],
    [
      "a question that nobody asks",
      file(fact({ name: "title" })),
      'facts.json:5:12 config/service-facts: "title" is no question to a service | Did you mean titles?',
    ],
    ["no value", file(fact({ value: undefined })), "facts.json:4:3 config/service-facts: seen.0.value is missing"],
    [
      "no day",
      file(fact({ at: "yesterday" })),
      'facts.json:7:10 config/service-facts: seen.0.at can\'t be "yesterday"',
    ],
    [
      "a word that botform couldn't act by",
      file(fact({ value: "Upper" })),
      'facts.json:6:13 config/service-facts: the answer to titles can\'t be "Upper" | It is "as sent", "cut", "escaped", "upper" or "nfc".',
    ],
    [
      "a word for a measure",
      file(fact({ name: "nonceWindow", value: "60" })),
      'facts.json:6:13 config/service-facts: the answer to nonceWindow can\'t be "60" | It is a number.',
    ],
    [
      "two answers",
      file(fact({}), fact({ value: "nfc" })),
      "facts.json:10:12 config/service-facts: titles has two answers | Keep one of them.",
    ],
  ])("%s", (_what, text, expected) => {
    const { said, facts, reaches } = loaded(text);
    expect(said[0]?.slice(0, expected.length)).toBe(expected);
    // It stands in the way of a plan, and in that of no emergency stop.
    expect([said.length, facts, reaches]).toEqual([1, undefined, 1]);
  });

  it("a link that leads elsewhere", () => {
    const outside = place.written("[]", "outside.json");
    const path = place.written(withAccount(`bots:\n${botYaml("x")}`, "serviceFacts: facts.json"));
    const link = join(dirname(path), "facts.json");
    symlinkSync(outside, link);
    expect(said(loadConfig(path).diagnostics)).toEqual([
      `8:19 service-facts: ${JSON.stringify(link)} leads out of its folder | Put the file itself beside the configuration.`,
    ]);
  });

  it("a file that isn't there, or that can't be named", () => {
    expect(loaded(undefined).said).toEqual([
      'botform.yaml:8:19 config/service-facts: there is no "./facts.json" | Write it anew: botform service show --format json > FILE.',
    ]);
    expect(loaded(undefined, "../facts.json").said).toEqual([
      "botform.yaml:8:19 config/bad-text: accounts.main.serviceFacts can't be used as written | Write the name of a .json file beside this one or below it, without .. or hidden folders.",
    ]);
  });
});
