// The facts of an account alone: found under the name that it had before, whether by its key or without it; what is lost is named.
import { describe, expect, it } from "vitest";
import { accountFacts } from "../../../../src/reconcile/ledger/account-facts.js";
import { Shelf } from "../recorded.js";

function stage() {
  const shelf = new Shelf();
  let now = 1_000;
  const clock = { now: () => now++ };
  const of = (account: string, key?: string) =>
    accountFacts(shelf, clock, key === undefined ? { account } : { account, origin: "https://a", key });
  const hold = (bots: string) => ({ type: "hold", at: clock.now(), bots, reason: "why" }) as const;
  return { shelf, of, hold };
}

const patterns = (facts: readonly object[]) => facts.flatMap((one) => ("bots" in one ? [one.bots] : []));

describe("the facts of an account alone", () => {
  it("are read as they were added, oldest first, and by no other account", async () => {
    const { of, hold } = stage();
    await of("main").add([hold("main/a"), hold("main/b")]);
    await of("main").add([hold("main/c")]);
    expect(patterns(await of("main").read())).toEqual(["main/a", "main/b", "main/c"]);
    expect(await of("copy").read()).toEqual([]);
  });

  it("follow the account to another name, once it was remembered beside its key; then without the key, too", async () => {
    const { of, hold } = stage();
    await of("main", "k").add([hold("main/a")]);
    await of("main", "k").remember();
    expect(patterns(await of("new", "k").read())).toEqual(["new/a"]);
    expect(await of("new").read()).toEqual([]);
    await of("new", "k").remember();
    expect(patterns(await of("new").read())).toEqual(["new/a"]);
    await of("other").remember();
    expect(await of("other").read()).toEqual([]);
  });

  it("name the lines that are lost", async () => {
    const { shelf, of, hold } = stage();
    await of("main").add([hold("main/a"), hold("main/b")]);
    expect(await of("main").damage()).toBeUndefined();
    for (const [name, text] of shelf.files) shelf.files.set(name, text.replace("main/b", "main/c"));
    expect(await of("main").damage()).toMatch(/^line 4 of [0-9a-f]{16}\.facts isn't as botform wrote it$/);
    expect(patterns(await of("main").read())).toEqual(["main/a"]);
  });
});
