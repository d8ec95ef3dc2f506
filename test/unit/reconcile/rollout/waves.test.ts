// Every bot is in exactly one wave, the same one in whatever order the bots come, and a new account moves no other.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Wave, WaveBots } from "../../../../src/model/rollout/rollout.js";
import { grouped, isMeant, toWaves } from "../../../../src/reconcile/rollout/waves.js";

const wave = (name: string, takes: WaveBots): Wave => ({ name, takes, bakeMs: 0 });
const rest = wave("rest", { kind: "rest" });
const botsOf = (accounts: readonly string[], keys = ["x", "y"]) =>
  accounts.flatMap((account) => keys.map((key) => ({ account, address: `${account}/${key}`, desired: "d" })));
const shown = (waves: readonly Wave[], accounts: readonly string[], keys?: readonly string[]) =>
  toWaves({ waves }, botsOf(accounts, keys && [...keys]), accounts).map(({ parts }) =>
    parts.map(({ account, bots, isLast }) => `${account}:${bots.length}${isLast ? "!" : ""}`).join(" "),
  );

describe("waves", () => {
  it.each<[string, readonly Wave[], readonly string[], readonly string[]]>([
    ["the rest takes all", [rest], ["a", "b"], ["a:2! b:2!"]],
    ["accounts by pattern", [wave("f", { kind: "named", accounts: ["a*"] }), rest], ["a1", "b"], ["a1:2!", "b:2!"]],
    ["bots by key", [wave("f", { kind: "named", bots: ["x"] }), rest], ["a", "b"], ["a:1 b:1", "a:1! b:1!"]],
    ["bots by address", [wave("f", { kind: "named", bots: ["a/x"] }), rest], ["a", "b"], ["a:1", "a:1! b:2!"]],
    [
      "both must fit",
      [wave("f", { kind: "named", accounts: ["b"], bots: ["x"] }), rest],
      ["a", "b"],
      ["b:1", "a:2! b:1!"],
    ],
    ["nothing left", [wave("f", { kind: "named", accounts: ["*"] }), rest], ["a"], ["a:2!", ""]],
    ["at least one", [wave("f", { kind: "share", percent: "1" }), rest], ["a"], ["a:1", "a:1!"]],
  ])("%s", (_, waves, accounts, expected) => {
    expect(shown(waves, accounts)).toEqual(expected);
  });

  it("take a share of all accounts, of those that no earlier wave has", () => {
    const accounts = Array.from({ length: 20 }, (_, at) => `n${at}`);
    const waves = [
      wave("f", { kind: "named", accounts: ["n1*"] }),
      wave("tenth", { kind: "share", percent: "10" }),
      rest,
    ];
    const all = toWaves({ waves }, botsOf(accounts), accounts);
    expect(all.map(({ parts }) => parts.length)).toEqual([11, 2, 7]);
  });

  it("have every bot once, whatever the order, and keep the chosen ones when an account comes", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 99 }), (accounts, percent) => {
        const waves = [wave("f", { kind: "share", percent: String(percent) }), rest];
        const all = toWaves({ waves }, botsOf(accounts), accounts);
        const addresses = all.flatMap(({ parts }) => parts.flatMap(({ bots }) => bots.map(({ address }) => address)));
        expect(addresses.toSorted()).toEqual(
          botsOf(accounts)
            .map(({ address }) => address)
            .toSorted(),
        );
        expect(all.flatMap(({ parts }) => parts.filter(({ isLast }) => isLast)).length).toBe(accounts.length);
        const turned = toWaves({ waves }, botsOf(accounts).toReversed(), accounts.toReversed());
        const first = (of: typeof all) => new Set(of[0]?.parts.map(({ account }) => account));
        expect(first(turned)).toEqual(first(all));
        // One more account displaces at most one of them.
        const more = toWaves({ waves }, botsOf([...accounts, "zzzzz"]), [...accounts, "zzzzz"]);
        expect([...first(all)].filter((account) => !first(more).has(account)).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("leave an account without bots to the last one", () => {
    const all = grouped(
      [
        { name: "f", bakeMs: 0 },
        { name: "rest", bakeMs: 0 },
      ],
      [],
      ["a"],
      () => 0,
    );
    expect(all.map(({ parts }) => parts.length)).toEqual([0, 1]);
  });

  it("know a key on every account, and an address on one", () => {
    expect([isMeant("x*", "a", "a/xy"), isMeant("b/x", "a", "a/x"), isMeant("*", "a", "a/x")]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
