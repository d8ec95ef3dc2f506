// Threat 2: objects that take more than they say they do.
// test/unit/config/load.test.ts and read.test.ts have the words of each problem; here it is that nothing gets through anywhere.
import { afterEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { loadSources } from "../../../src/config/load.js";
import { hasErrors } from "../../../src/model/text/diagnostic.js";
import { createClient } from "../../../src/service/client.js";
import { answer, type Hostile } from "../../support/hostile.js";
import { wireBot } from "../../unit/service/wirebot.js";
import { service } from "./service.js";

type Tree = { [key: string]: Tree | string | number | boolean };

/** A whole configuration with something put into the map that a path leads to. */
function configuration(path: readonly string[] = [], put: Tree = {}): Tree {
  const root: Tree = {
    version: 1,
    accounts: {
      main: {
        apiUrl: "https://api.example.net",
        apiKey: "${env.BOTFORM_KEY}",
        apiSecret: "${env.BOTFORM_SECRET}",
        accesses: { primary: "Main futures" },
      },
    },
    defaults: { leverage: 5 },
    bots: { a: { title: "A" } },
  };
  let holder = root;
  for (const key of path) {
    const inner = holder[key];
    if (typeof inner !== "object") throw new Error(key);
    holder = inner;
  }
  for (const [key, value] of Object.entries(put)) Object.defineProperty(holder, key, { value, enumerable: true });
  return root;
}

const MAPS: readonly (readonly string[])[] = [
  [],
  ["accounts"],
  ["accounts", "main"],
  ["accounts", "main", "accesses"],
  ["defaults"],
  ["bots"],
  ["bots", "a"],
];
/** The maps whose keys are words of ours; in the others keys are names. */
const STRICT = MAPS.filter((path) => !["accounts", "accesses", "bots"].includes(path.at(-1) ?? ""));
/** Both readers: the fast one of the plain subset, and the package with its flow maps, quotes and escapes. */
const FORMS: Readonly<Record<string, (tree: Tree) => string>> = {
  block: (tree) => stringify(tree),
  flow: (tree) => JSON.stringify(tree),
  escaped: (tree) => JSON.stringify(tree).replace(/"([_cp])(?=_proto__|onstructor|rototype)/g, escapedFirst),
  commented: (tree) => `# a comment\n${stringify(tree)}# and one more\n`,
};

function escapedFirst(_match: string, first: string): string {
  return `"\\u00${first.charCodeAt(0).toString(16)}`;
}

const load = (text: string) => loadSources([{ file: "a.yaml", text }]);

describe("threat 2: objects are strict everywhere", () => {
  it("the configuration that all of this is put into is right as it is", () => {
    for (const form of Object.values(FORMS)) expect(load(form(configuration())).accounts).toHaveLength(1);
  });

  describe.each(Object.entries(FORMS))("in %s form", (_name, form) => {
    it.each(STRICT)("an unknown key below /%s/%s/%s is an error", (...path) => {
      const { accounts, diagnostics } = load(form(configuration(path, { surprise: 1 })));
      expect(accounts).toEqual([]);
      expect(diagnostics.map(({ code }) => code)).toContain("config/unknown-key");
    });

    it.each(["__proto__", "constructor", "prototype"])("%s is refused in every map, and changes nothing", (key) => {
      for (const path of MAPS) {
        const { accounts, diagnostics } = load(form(configuration(path, { [key]: { enabled: true, polluted: 1 } })));
        expect(accounts, path.join("/")).toEqual([]);
        expect(
          diagnostics.map(({ code }) => code),
          path.join("/"),
        ).toContain("config/forbidden-key");
      }
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect("polluted" in {}).toBe(false);
    });
  });

  it.each([
    { path: ["bots", "a"], slip: "levrage", meant: "leverage" },
    { path: ["bots", "a"], slip: "take_profit_percent", meant: "percentTakeProfit" },
    { path: ["defaults"], slip: "MarginMode", meant: "marginMode" },
    { path: ["accounts", "main"], slip: "api_url", meant: "apiUrl" },
    { path: [], slip: "bot", meant: "bots" },
  ])("the nearest name is suggested for $slip: $meant", ({ path, slip, meant }) => {
    const { diagnostics } = load(stringify(configuration(path, { [slip]: 1 })));
    const { remedy } = diagnostics.find(({ code }) => code === "config/unknown-key") ?? {};
    expect(remedy).toBe(`Did you mean ${meant}?`);
  });

  it("names that every object inherits are neither known keys nor declared names", () => {
    for (const key of ["toString", "hasOwnProperty", "valueOf", "__defineGetter__", "isPrototypeOf"]) {
      for (const path of STRICT) {
        const { diagnostics } = load(stringify(configuration(path, { [key]: 1 })));
        expect(hasErrors(diagnostics), `${path.join("/")}/${key}`).toBe(true);
      }
      // As the name of a bot's access it must not be found where it was only inherited.
      const inherited = load(stringify(configuration(["bots", "a"], { access: key })));
      expect(inherited.diagnostics.map(({ code }) => code).join()).toMatch(/unknown-access|bad-name/);
    }
  });

  describe("the service's answers", () => {
    let server: Hostile | undefined;
    afterEach(() => server?.close());

    it("can't reach the prototype of anything", async () => {
      const poison = '"__proto__":{"polluted":1,"enabled":true},"constructor":{"prototype":{"polluted":1}}';
      const row = JSON.stringify(wireBot({ title: "Live" })).replace('"settings":{', `"settings":{${poison},`);
      const body = `{${poison},"isSuccess":true,"errorMessage":"","data":[{${poison},${row.slice(1)}]}`;
      server = await service({ any: answer(200, body) });
      const client = createClient({ apiUrl: server.url, apiKey: "k", apiSecret: "s", allow: "read" });
      try {
        const [bot] = await client.listBots("X");
        expect(bot?.title).toBe("Live");
        expect(Object.getPrototypeOf(bot)).toBe(Object.prototype);
        expect("polluted" in {}).toBe(false);
      } finally {
        await client.close();
      }
    });
  });
});
