// Which access an alias stands for, why it stands for none, and which live bots are an account's own.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { ServiceReader } from "../../../../src/model/ports.js";
import { readLive, resolveAccesses, withImpliedAccess } from "../../../../src/reconcile/plan/access.js";
import { desired, live } from "../fleet.js";

const MAIN = { id: 1, title: "Main", exchange: "SERVICE_FUTURES" };
const HEDGE = { id: 2, title: "Hedge", exchange: "SERVICE_FUTURES" };

describe("an alias", () => {
  it("stands for the access of that title or id", () => {
    const { byAlias, diagnostics } = resolveAccesses(desired([]), [MAIN, HEDGE]);
    expect([...byAlias]).toEqual([
      ["primary", MAIN],
      ["second", HEDGE],
    ]);
    expect(diagnostics).toEqual([]);
  });

  it.each([
    {
      ...{ reference: "Other", accesses: [HEDGE, MAIN], code: "plan/unknown-access" },
      summary: 'the account main has no access "Other"',
      remedy:
        'It has "Main" (1), "Hedge" (2). Correct the alias first, or check that the API key belongs to the right account.',
    },
    {
      ...{ reference: 7, accesses: [], code: "plan/unknown-access" },
      summary: "the account main has no access 7",
      remedy: "It has none. Correct the alias first, or check that the API key belongs to the right account.",
    },
    {
      ...{ reference: "Main", accesses: [{ ...HEDGE, title: "Main" }, MAIN], code: "plan/ambiguous-access" },
      summary: '2 accesses of the account main are called "Main"',
      remedy: 'Name one by its accessId: "Main" (1), "Main" (2).',
    },
    {
      ...{ reference: "Main", accesses: [{ ...MAIN, exchange: "OTHER" }], code: "plan/wrong-exchange" },
      summary: 'the access "Main" is on the exchange OTHER, but the account has SERVICE_FUTURES',
      remedy: "Set exchange: OTHER, or put accesses of different exchanges into separate accounts.",
    },
  ])("stands for none, $code", ({ reference, accesses, code, summary, remedy }) => {
    const aliased = desired([], { accesses: [{ alias: "first", live: reference }] });
    const { byAlias, diagnostics } = resolveAccesses(aliased, accesses);
    const origin = { file: "botform.yaml", path: ["accounts", "main", "accesses", "first"] };
    expect(byAlias.size).toBe(0);
    expect(diagnostics).toEqual([{ severity: "error", code, summary, remedy, origin }]);
  });
});

it("an account's live bots have its prefix and its accesses as each reads by itself; by alias, title and id", async () => {
  const bot = (id: number, title: string, accessId: number | null) => live(id, title, { accessId });
  const listed = [
    ...[bot(5, "my-b", 1), bot(4, "my-b", 1), bot(3, "my-c", 2), bot(6, "my-a", 1), bot(7, "other", 1)],
    ...[bot(8, "my-d", 1), bot(9, "my-e", 3), bot(10, "my-f", null), live(11, "", { fields: { title: null } })],
  ];
  const asked: number[] = [];
  const reader: Pick<ServiceReader, "accesses" | "bots" | "bot"> = {
    accesses: async () => [MAIN, HEDGE],
    bots: async () => listed,
    async bot(id): Promise<ObservedBot> {
      asked.push(id);
      const found = listed.find((one) => one.id === id);
      if (found === undefined) throw new Error("there is no such bot");
      return id === 8 ? bot(8, "renamed", 1) : found;
    },
  };
  const accesses = [
    { alias: "first", live: "Main" },
    { alias: "hedge", live: 2 },
    { alias: "again", live: 1 },
  ];
  const account = desired([], { accesses, titlePrefix: "my-" });
  const { bots, diagnostics } = await readLive(account, reader as ServiceReader);
  expect(bots.map(({ alias, bot: { id, fields } }) => `${alias}: ${fields.title} ${id}`)).toEqual([
    ...["first: my-a 6", "first: my-b 4", "first: my-b 5", "hedge: my-c 3"],
  ]);
  expect([asked, diagnostics]).toEqual([[5, 4, 3, 6, 8, 9, 10], []]);
});

it("a bot's access is implied where there is one alone, and told where the list tells it", () => {
  const [untold, told] = [live(1, "a", { accessId: null }), live(2, "b", { accessId: 7 })];
  expect(withImpliedAccess([untold, told], [MAIN])).toEqual([{ ...untold, accessId: 1 }, told]);
  for (const accesses of [[], [MAIN, HEDGE]])
    expect(withImpliedAccess([untold, told], accesses)).toEqual([untold, told]);
});
