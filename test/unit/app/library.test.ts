// Use cases as a program runs them: what the commands do, without a terminal.
import { expect, it } from "vitest";
import {
  applyPlanned,
  chooseAccounts,
  drift,
  listBots,
  planAccounts,
  programHost,
  pull,
  report,
  risk,
  showRun,
  simulate,
  validateConfiguration,
} from "../../../src/index.js";
import { QUICK, workplace } from "../../commands/workplace.js";

const place = workplace();

it("plans, applies through the gate and finds nothing more to do", async () => {
  const host = programHost(await place.started());
  const chosen = chooseAccounts({ config: QUICK });
  const options = { journal: place.fresh("journal"), concurrency: 4, commandTimeout: 60 };
  const planned = await planAccounts(host, options, chosen);
  await expect(applyPlanned(host, planned, options)).rejects.toThrow(
    "there is nobody to ask: botform is called from a program",
  );
  place.nothingWritten();
  const ends = await applyPlanned(host, planned, { ...options, yes: true });
  expect(ends).toMatchObject([{ account: "demo", exitCode: 0, report: { outcomes: [{}, {}, {}, {}] } }]);
  const again = await planAccounts(host, options, chosen);
  expect(await applyPlanned(host, again, { ...options, yes: true })).toMatchObject([
    { exitCode: 0, plan: { steps: [] } },
  ]);
});

it("reads what the commands read: drift, bots, a pull, a report, figures, a run of the journal", async () => {
  const host = programHost(await place.started());
  const journal = place.fresh("journal");
  const chosen = { config: QUICK, concurrency: 4, journal };
  expect(validateConfiguration(host, chosen).diagnostics).toEqual([]);
  const { results } = await drift(host, chosen);
  expect(results).toMatchObject([{ account: "demo", exitCode: 2, drift: { missing: expect.any(Array) } }]);
  const planned = await planAccounts(host, chosen, chooseAccounts(chosen));
  await applyPlanned(host, planned, { ...chosen, commandTimeout: 60, yes: true });
  expect((await showRun({ journal, id: "last" })).steps).toHaveLength(4);
  const { bots } = await listBots(host, chosen);
  expect(bots).toHaveLength(3);
  expect((await pull(host, { ...chosen, dryRun: true })).account).toBe("demo");
  expect((await report(host, chosen)).bots).toHaveLength(bots.length);
  expect((await risk(host, { ...chosen, addresses: [] })).accounts).toHaveLength(1);
  const watch = { total: () => {}, onBytes: () => {}, onSlice: () => {} };
  const options = { ...chosen, addresses: ["btc-dip"], walk: "1", volatility: 0.1, order: "against-first" } as const;
  const { simulations } = await simulate((_account, _window, task) => task(watch), options);
  expect(simulations).toMatchObject([{ account: "demo", replays: [{ order: "against-first" }] }]);
});
