// Which parts of a configuration's lines are hidden, form by form: a key that names a secret, its value, and its end.
import { describe, expect, it } from "vitest";
import { isReference, isSecretName, maskLines, maskValues } from "../../../../src/config/yaml/mask.js";

const CANARY = "CANARYx7f3a9c41";

describe("the value of a secret's key is hidden, and nothing else of its line", () => {
  it.each([
    { line: `apiSecret: ${CANARY}`, shown: "apiSecret: ***", because: "at the beginning of a line" },
    { line: `    apiSecret: ${CANARY}`, shown: "    apiSecret: ***", because: "behind blanks" },
    { line: `- apiSecret: ${CANARY}`, shown: "- apiSecret: ***", because: "in a list" },
    { line: `{ x: 1, apiSecret: ${CANARY} }`, shown: "{ x: 1, apiSecret: ***", because: "in braces, and what follows" },
    { line: `"apiSecret": ${CANARY}`, shown: '"apiSecret": ***', because: "a key in quotes" },
    { line: `'apiSecret': ${CANARY}`, shown: "'apiSecret': ***", because: "in single quotes" },
    { line: `apiSecret : ${CANARY}`, shown: "apiSecret : ***", because: "a blank before the colon" },
    { line: `apiSecret \t  : ${CANARY}`, shown: "apiSecret \t  : ***", because: "several, and a tab" },
    { line: `apiSecret:${CANARY}`, shown: "apiSecret: ***", because: "no blank after the colon" },
    { line: `api-key: ${CANARY}`, shown: "api-key: ***", because: "another spelling" },
    { line: `  apky: ${CANARY}`, shown: "  apky: ***", because: "two letters are missing" },
    { line: `? apiSecret: ${CANARY}`, shown: "? apiSecret: ***", because: "an explicit key with its value" },
    {
      line: `apiSecret            : ${CANARY}`,
      shown: "apiSecret            : ***",
      because: "a column of colons",
    },
    { line: `apiSecret ${CANARY}`, shown: "apiSecret ***", because: "the colon is missing" },
    { line: `  -   "apiSecret" ${CANARY}`, shown: '  -   "apiSecret" ***', because: "in a list, too" },
    { line: `apiSecret=${CANARY}`, shown: "apiSecret ***", because: "it is another sign" },
    { line: "title: secret bot", shown: "title: secret bot", because: "a word in a value is no key" },
    { line: "next x", shown: "next x", because: "nor is every first word a secret's" },
    { line: "apiSecret:  ", shown: "apiSecret:  ", because: "no value on this line" },
  ])("$because: $line", ({ line, shown }) => {
    expect(maskLines([line])).toEqual([shown]);
  });
});

describe("a reference to the environment is shown, and what stands beside it isn't", () => {
  it.each([
    { value: "${env.BOTFORM_SECRET}", shown: "${env.BOTFORM_SECRET}" },
    { value: '"${env.BOTFORM_SECRET}"', shown: '"${env.BOTFORM_SECRET}"' },
    { value: `\${env.BOTFORM_SECRET} # was ${CANARY}`, shown: "${env.BOTFORM_SECRET} # ***" },
    { value: `\${env.BOTFORM_SECRET}   # ${CANARY} # ${CANARY}`, shown: "${env.BOTFORM_SECRET}   # ***" },
    { value: `\${env.BOTFORM_SECRET} # a b\u2028${CANARY}`, shown: "${env.BOTFORM_SECRET} # ***" },
    { value: `\${env.BOTFORM_SECRET}#${CANARY}`, shown: "***" },
    { value: `${CANARY}\${env.BOTFORM_SECRET}`, shown: "***" },
  ])("$value", ({ value, shown }) => {
    expect(maskLines([`apiSecret: ${value}`])).toEqual([`apiSecret: ${shown}`]);
  });

  it.each([
    ["${env.A}", true],
    ["'${env.A}'", true],
    ['"${env.A}"', true],
    ["\"${env.A}'", false],
    ["x${env.A}", false],
    ["x${env.A}x", false],
    ["${env.A}x", false],
    ["${var.A}", false],
    ["${env.A}${env.B}", false],
  ])("%s is nothing but a reference: %s", (text, expected) => {
    expect(isReference(text)).toBe(expected);
  });
});

describe("a value that goes on below is hidden to its end", () => {
  it.each([
    { lines: ["apiSecret:", CANARY, "next: x"], shown: ["apiSecret:", "***", "next: x"], because: "nothing yet" },
    {
      lines: ["apiSecret: # the key of main", CANARY, "next: x"],
      shown: ["apiSecret: ***", "***", "next: x"],
      because: "a comment isn't the value",
    },
    {
      lines: ["apiSecret: &anchor", CANARY, "next: x"],
      shown: ["apiSecret: ***", "***", "next: x"],
      because: "nor is an anchor",
    },
    {
      lines: ["apiSecret: &anchor  !!str  # c", CANARY, "next: x"],
      shown: ["apiSecret: ***", "***", "next: x"],
      because: "nor are all of them at once",
    },
    {
      lines: ["apiSecret:", "", "   ", CANARY, "next: x"],
      shown: ["apiSecret:", "", "   ", "***", "next: x"],
      because: "nor are empty lines",
    },
    {
      lines: ["  apiSecret:", `    ${CANARY}`, `    and: ${CANARY}`, "  next: x"],
      shown: ["  apiSecret:", "    ***", "    ***", "  next: x"],
      because: "its second line may look like an entry",
    },
    {
      lines: ["  apiSecret: 'abc", `    and: ${CANARY}`, "  next: x"],
      shown: ["  apiSecret: ***", "    ***", "  next: x"],
      because: "so may the one after a value that has begun",
    },
    {
      lines: ["  apiSecret: &anchor abc", `    and: ${CANARY}`, "  next: x"],
      shown: ["  apiSecret: ***", "    ***", "  next: x"],
      because: "behind an anchor, too",
    },
    {
      lines: ["  apiSecret: 'abc", `${CANARY}'`, "  next: x", "  text"],
      shown: ["  apiSecret: ***", "***", "  next: x", "  text"],
      because: "it may lack its indentation",
    },
    {
      lines: ["  apiSecret: |", `  ${CANARY}`, `  ${CANARY}`, "  next: x"],
      shown: ["  apiSecret: ***", "  ***", "  ***", "  next: x"],
      because: "in a block, too",
    },
    {
      lines: ["apiSecret:", `host:${CANARY}`, "next: x"],
      shown: ["apiSecret:", "***", "next: x"],
      because: "a colon without a blank makes no entry",
    },
    {
      lines: ["apiSecret:", `  { value: ${CANARY} }`, "next: x"],
      shown: ["apiSecret:", "  ***", "next: x"],
      because: "nor does an entry inside of it",
    },
  ])("$because: $lines", ({ lines, shown }) => {
    expect(maskLines(lines)).toEqual(shown);
  });

  it.each(["next: x", "next:", "- next: x", "-   next: x", '"next": x', "'next' : x", "a.b-c: x", "  next: x"])(
    "and the next entry is shown: %s",
    (entry) => {
      const lines = ["apiSecret:", entry, "  a text"];
      expect(maskLines(lines)).toEqual(lines);
    },
  );

  it.each([
    { line: "token-bot:", shown: "token-bot:" },
    { line: "token-bot: # the old one", shown: "token-bot: ***" },
    { line: "token-bot: &base", shown: "token-bot: ***" },
    { line: "token-bot: &base  !!map # the old one", shown: "token-bot: ***" },
  ])("and a map below a key that only sounds like a secret's is shown: $line", ({ line, shown }) => {
    expect(maskLines([line, "  title: Token"])).toEqual([shown, "  title: Token"]);
  });

  it.each([
    "? apiSecret",
    "  ? apiSecret",
    "?  apiSecret",
    '? "apiSecret"',
    "? 'apiSecret'",
    "? apiSecret  ",
    "? api-key",
  ])("behind an explicit key: %s", (key) => {
    expect(maskLines([key, `: ${CANARY}`, "next: x"])).toEqual([key, expect.stringMatching(/^\s*\*\*\*$/), "next: x"]);
  });

  it.each([{ lines: ["? leverage", ": 5"] }, { lines: ["about: is it a ? token", "  or is it none"] }])(
    "but not behind what is no secret's key: $lines",
    ({ lines }) => {
      expect(maskLines(lines)).toEqual(lines);
    },
  );
});

describe("addresses", () => {
  it.each([
    {
      line: `hookUrl: "https://a.net/crazy/hook/12:${CANARY}" # main`,
      shown: 'hookUrl: "https://a.net/crazy/hook/***" # main',
      because: "a webhook's path is a secret (threat 5)",
    },
    { line: `url: https://me:${CANARY}@a.net/x`, shown: "url: https://***@a.net/x", because: "so is a user" },
    {
      line: `{ url: https://me:${CANARY}@a.net, apiSecret: ${CANARY} }`,
      shown: "{ url: https://***@a.net, apiSecret: ***",
      because: "before a secret's key, too",
    },
    { line: "url: https://a.net/x@y", shown: "url: https://a.net/x@y", because: "a path is none" },
  ])("$because", ({ line, shown }) => {
    expect(maskLines([line])).toEqual([shown]);
  });
});

describe("known secrets", () => {
  it("are hidden wherever they stand, if they are long enough to be any", () => {
    const secrets = new Set(["abcdef", "12345", CANARY]);
    expect(maskValues(`a ${CANARY} abcdef, 12345-abcdef`, secrets)).toBe("a *** ***, 12345-***");
    expect(maskValues("abcde", secrets)).toBe("abcde");
  });
});

describe("names", () => {
  it.each([
    ["apky", true],
    ["api_keys", true],
    ["apiSekrit", true],
    ["ap_key", true],
    ["xapiSecretx", true],
    ["passphrase", true],
    ["PASSWORD", true],
    ["credentials", true],
    ["exchangeApiKey", true],
    ["binance-api-key", true],
    ["EXCHANGE_API_KEY", true],
    ["aky", false],
    ["pairTitle", false],
    ["accesses", false],
    ["apiUrl", false],
  ])("%s is a secret's: %s", (name, expected) => {
    expect(isSecretName(name)).toBe(expected);
  });
});
