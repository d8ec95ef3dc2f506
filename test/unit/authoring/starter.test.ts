// What a project starts with: lines for git that are added once, whatever the file holds already.
import { describe, expect, it } from "vitest";
import { starterEnvironment, starterFleet, withPrivateLines } from "../../../src/authoring/starter.js";
import { loadSources } from "../../../src/config/load.js";

describe("what git leaves alone", () => {
  it.each<[string | undefined, string, readonly string[], string]>([
    [undefined, ".env\n.botform/\n*.plan\n", [".env", ".botform/", "*.plan"], "there is no file"],
    ["", ".env\n.botform/\n*.plan\n", [".env", ".botform/", "*.plan"], "it is empty"],
    ["dist\n", "dist\n.env\n.botform/\n*.plan\n", [".env", ".botform/", "*.plan"], "it holds other lines"],
    ["dist", "dist\n.env\n.botform/\n*.plan\n", [".env", ".botform/", "*.plan"], "its last line has no end"],
    [
      "dist\r\n",
      "dist\r\n.env\r\n.botform/\r\n*.plan\r\n",
      [".env", ".botform/", "*.plan"],
      "its lines end as on Windows",
    ],
    [
      "a\r\ndist",
      "a\r\ndist\r\n.env\r\n.botform/\r\n*.plan\r\n",
      [".env", ".botform/", "*.plan"],
      "and the last one has no end",
    ],
    [".env\n", ".env\n.botform/\n*.plan\n", [".botform/", "*.plan"], "one of them is there"],
    ["  .env  \n/.botform\n*.plan", "  .env  \n/.botform\n*.plan", [], "all are, in another form"],
    ["*.env\r\n.botform\r\n/*.plan", "*.env\r\n.botform\r\n/*.plan", [], "on Windows, too"],
    [
      "#.env\n.botform/x\n",
      "#.env\n.botform/x\n.env\n.botform/\n*.plan\n",
      [".env", ".botform/", "*.plan"],
      "a comment and a longer path are others",
    ],
  ])("%j becomes %j: %j, %s", (before, text, added, _because) => {
    expect(withPrivateLines(before)).toEqual({ text, added });
    expect(withPrivateLines(text)).toEqual({ text, added: [] });
  });
});

const NAMES = { apiUrl: "BOTFORM_X_API_URL", apiKey: "BOTFORM_X_API_KEY", apiSecret: "BOTFORM_X_API_SECRET" };

describe("a first fleet", () => {
  const { accounts, diagnostics } = loadSources([{ file: "botform.yaml", text: starterFleet("my-account", NAMES) }]);

  it("is valid without a warning, of the account that was named, and nothing in it is on", () => {
    expect(diagnostics).toEqual([]);
    expect(accounts.map(({ desired }) => desired.account)).toEqual(["my-account"]);
    expect(accounts[0]?.desired.bots.map(({ key, enabled }) => [key, enabled])).toEqual([
      ["btc-dip", false],
      ["dip-ETH", false],
      ["dip-XRP", false],
      ["sol-rally", false],
    ]);
  });

  it("names each variable that its environment has, with an empty value", () => {
    const lines = starterEnvironment(Object.values(NAMES))
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    expect(lines).toEqual(Object.values(NAMES).map((name) => `${name}=`));
    for (const name of Object.values(NAMES)) expect(starterFleet("a", NAMES)).toContain(`\${env.${name}}`);
  });
});
