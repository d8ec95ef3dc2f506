// What a run has read of bots since it began to watch, whoever asked.
import { expect, it } from "vitest";
import { ServiceError, type ServiceReader } from "../../../../src/model/ports.js";
import { Readings } from "../../../../src/reconcile/apply/readings.js";
import { live } from "../fleet.js";

it("a watch tells what was read since it began, and each reading is noted before whoever asked has it", async () => {
  const never = () => Promise.reject(new Error("nobody asks for that"));
  const reader: ServiceReader = {
    ...{ accesses: never, endedDeals: never, pairs: async () => ["USDT-BTC"], runningDeals: never, bots: never },
    bot: async (id) => (id === 9 ? Promise.reject(new ServiceError("absent", "gone")) : live(id, `b${id}`)),
  };
  const noted: number[] = [];
  const readings = new Readings(reader, ({ id }) => noted.push(id));
  const first = readings.watch();
  const one = await readings.reader.bot(1).then(({ id }) => [id, [...noted]]);
  const second = readings.watch();
  await readings.reader.bot(2);
  await expect(readings.reader.bot(9)).rejects.toThrow("gone");
  const ids = [first, second, readings.watch()].map((seen) => seen().map(({ id }) => id));
  expect([one, noted, ids, await readings.reader.pairs()]).toEqual([
    ...[[1, [1]], [1, 2], [[1, 2], [2], []], ["USDT-BTC"]],
  ]);
});
