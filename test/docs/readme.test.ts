// README, tutorial, how-tos and some pages of the reference show real output of real commands: every block is run and compared. UPDATE_GOLDEN=1 rewrites them.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LANE } from "../support/lane.js";
import { regenerate } from "./console.js";

/** Commands that are shown and not run here, and why. */
const EXCEPTED: ReadonlyMap<string, string> = new Map([
  ["npm ci && npm run demo", "would install anew under the running tests; the demo has a test of its own"],
  ["npm ci", "would install anew under the running tests; .ci/run begins with it"],
  ["npm run build", "npm test begins with it where dist is older than its sources"],
  [
    'alias botform="node $PWD/dist/main.js"',
    "lasts only in the reader's shell; here a script of that name does the same",
  ],
]);

/** A first look, no manual: what is longer belongs on a page of docs/. */
const README_BYTES = 8_192;

const PAGES = [
  "examples/migration/README.md",
  ...["drift", "money", "simulate"].map((page) => `docs/reference/${page}.md`),
  ...["tutorial", "how-to"].flatMap((room) => readdirSync(`docs/${room}`).map((file) => `docs/${room}/${file}`)),
];

const isRewriting = process.env.UPDATE_GOLDEN === "1";

it.each(LANE === "fast" && !isRewriting ? ["README.md"] : ["README.md", ...PAGES])(
  "%s shows what its commands print",
  async (file) => {
    const text = readFileSync(file, "utf8");
    const fresh = await regenerate(text, EXCEPTED);
    if (isRewriting) writeFileSync(file, fresh);
    else expect(text).toBe(fresh);
  },
);

it("README.md stays short", () => {
  expect(statSync("README.md").size).toBeLessThanOrEqual(README_BYTES);
});
