// Versions are named by the first commit that asks for their settings, of the bot that had the title then.
import { expect, it } from "vitest";
import { type ComposedBot, type ComposedCommit, commitOf } from "../../../src/results/commits.js";
import { versionsWith } from "./versions-of.js";

const BOT: ComposedBot = { title: "Bot", access: "Main futures", fields: { percentTakeProfit: "1" } };
const PLACE = { account: "main", accesses: new Map([[101, "Main futures"]]) };

function commit(name: string, bots: readonly ComposedBot[], account = "main"): ComposedCommit {
  return { commit: name, at: 1, subject: `about ${name}`, accounts: { [account]: bots } };
}

const NONE = commit("none", []);

it.each([
  { because: "the first one counts", commits: [NONE, commit("a", [BOT]), commit("b", [BOT])], expected: "a" },
  {
    because: "another value",
    commits: [commit("a", [{ ...BOT, fields: { percentTakeProfit: "2" } }])],
    expected: undefined,
  },
  { because: "what isn't declared may be anything", commits: [commit("a", [{ ...BOT, fields: {} }])], expected: "a" },
  { because: "another bot", commits: [commit("a", [{ ...BOT, title: "Other" }])], expected: undefined },
  { because: "another access", commits: [commit("a", [{ ...BOT, access: "Second" }])], expected: undefined },
  { because: "an access by its id", commits: [commit("a", [{ ...BOT, access: 101 }])], expected: "a" },
  { because: "another account", commits: [commit("a", [BOT], "other")], expected: undefined },
  { because: "an account called as nothing is", commits: [commit("a", [BOT], "constructor")], expected: undefined },
  { because: "there are none", commits: [], expected: undefined },
])("$because: $expected", ({ commits, expected }) => {
  const [version] = versionsWith([[1]]);
  if (version === undefined) throw new Error("no version");
  expect(commitOf(version, commits, PLACE)?.commit).toBe(expected);
});
