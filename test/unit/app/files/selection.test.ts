// --target and --exclude: which addresses they let through, on one account and on several.
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../src/app/error.js";
import { refuseUnknownIds, selection } from "../../../../src/app/files/selection.js";
import { desired, desiredBot } from "../../reconcile/fleet.js";
import { planOf } from "../../reconcile/plan/plans.js";

const account = (name: string, ...keys: string[]) =>
  desired(
    keys.map((key) => ({ ...desiredBot(key), address: `${name}/${key}` })),
    { account: name },
  );
const ACCOUNTS = [account("main", "btc-dip", "eth-dip", "a.b"), account("copy", "btc-dip", "sol")];
const ALL = ["main/btc-dip", "main/eth-dip", "main/a.b", "main/#7", "copy/btc-dip", "copy/sol"];

const chosen = (target?: string[], exclude?: string[]) =>
  ALL.filter(selection(ACCOUNTS, { ...(target && { target }), ...(exclude && { exclude }) }));

describe("a selection", () => {
  it.each<[string[] | undefined, string[] | undefined, string[], string]>([
    [undefined, undefined, ALL, "nothing is chosen, so all are"],
    [["btc-dip"], undefined, ["main/btc-dip", "copy/btc-dip"], "a bare key is meant on each account"],
    [["main/btc-dip"], undefined, ["main/btc-dip"], "an address on its own"],
    [["main/*"], undefined, ["main/btc-dip", "main/eth-dip", "main/a.b", "main/#7"], "* stands for any text"],
    [["*-dip"], undefined, ["main/btc-dip", "main/eth-dip", "copy/btc-dip"], "at the beginning, too"],
    [["sol", "eth-dip"], undefined, ["main/eth-dip", "copy/sol"], "one of several targets is enough"],
    [
      undefined,
      ["sol", "eth-dip"],
      ["main/btc-dip", "main/a.b", "main/#7", "copy/btc-dip"],
      "one of several exclusions is enough",
    ],
    [["*-dip"], ["copy/*"], ["main/btc-dip", "main/eth-dip"], "exclusions outweigh targets"],
    [["#7"], undefined, ["main/#7"], "a live bot by its id"],
    [["a.b"], undefined, ["main/a.b"], "a dot is a dot"],
  ])("of %j without %j: %j, %s", (target, exclude, expected, _because) => {
    expect(chosen(target, exclude)).toEqual(expected);
  });

  it.each([[["btc"]], [["axb"]], [["main/sol"]], [["nobody/*"]], [["btc-dip", "nope"]]])(
    "%j fits no configured bot in whole, and is refused",
    (target) => {
      expect(() => chosen(target)).toThrow(AppError);
      expect(() => chosen(undefined, target)).toThrow(AppError);
    },
  );

  it.each([
    ["btc-dp", "Did you mean btc-dip?"],
    ["main/eth-dp", "Did you mean main/eth-dip?"],
    ["btc-dp*", "Did you mean btc-dip*?"],
    ["btc-dip, eth-dip", "Write btc-dip eth-dip, without commas: names stand with a space between them."],
    ["nobody", "The configuration has 5 bots; botform render shows them all."],
  ])("%j is answered with what may be meant: %s", (target, hint) => {
    expect(() => chosen([target])).toThrow(`no bot of the accounts main, copy matches ${target}\n${hint}`);
  });
});

describe("an undeclared bot by its id", () => {
  const undeclared = (name: string, ...ids: number[]) =>
    planOf([], [], {
      account: name,
      undeclared: ids.map((id) => ({ id, title: "t", on: true, status: "ENABLED", dealIds: [] })),
    });
  const PLANS = [undeclared("main", 7, 8), undeclared("copy", 9)];
  it.each([["#7"], ["main/#7"], ["#9"], ["btc-dip"], ["main/#*"], ["#*"]])("%s is there, or may be", (target) => {
    expect(() => refuseUnknownIds([target], PLANS)).not.toThrow();
  });
  it.each([["#6"], ["main/#9"], ["copy/#7"], ["#77"]])("%s isn't there", (target) => {
    expect(() => refuseUnknownIds(["#7", target], PLANS)).toThrow(/no undeclared bot #/);
  });
});
