// Use cases as a program runs them: what the commands do, without a terminal.
import { expect, it } from "vitest";
import { applyPlanned, chooseAccounts, planAccounts, programHost } from "../../src/index.js";
import { QUICK, workplace } from "../cli/workplace.js";

const place = workplace();

it("plans, applies through the gate and finds nothing more to do", async () => {
  const host = programHost(await place.started());
  const chosen = chooseAccounts({ config: QUICK });
  const options = { journal: place.fresh("journal"), concurrency: 4, commandTimeout: 60 };
  const planned = await planAccounts(host, options, chosen);
  await expect(applyPlanned(host, planned, options)).rejects.toThrow("a program can't be asked");
  place.nothingWritten();
  const ends = await applyPlanned(host, planned, { ...options, yes: true });
  expect(ends).toMatchObject([{ account: "demo", exitCode: 0, report: { outcomes: [{}, {}, {}, {}] } }]);
  const again = await planAccounts(host, options, chosen);
  expect(await applyPlanned(host, again, { ...options, yes: true })).toMatchObject([
    { exitCode: 0, plan: { steps: [] } },
  ]);
});
