// Bots that are there and not in the list: found among those that the ledger knows.
import { afterEach, expect, it } from "vitest";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import { folder } from "../room.js";
import { stage } from "./stage.js";

const place = folder();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))));

it.each<[Partial<Quirks>, number[], readonly string[]]>([
  [{}, [], []],
  [{}, [1001, 1002, 1003, 1004, 1005], ["listLacks 0: of 5 that were seen before"]],
  [{}, [1001, 9], ["listLacks 0: of 2 that were seen before"]],
  [{ unknownBot: "empty" }, [1001, 9], ["listLacks 0: of 2 that were seen before"]],
  [
    { listSize: 2 },
    [1001, 1002, 1003, 1004, 1005],
    [
      "listLacks 3: 1001, 1002, 1003",
      "listSize 2: it lacks 3 bots at one end",
      "listKeeps newest: it lacks 1001, 1002, 1003",
    ],
  ],
  [
    { listSize: 3, listKeeps: "oldest" },
    [1001, 1002, 1003, 1004, 1005],
    ["listLacks 2: 1004, 1005", "listSize 3: it lacks 2 bots at one end", "listKeeps oldest: it lacks 1004, 1005"],
  ],
  // One that is missing at an end may be cut off or hidden.
  [{ listSize: 4 }, [1001, 1002], ["listLacks 1: 1001"]],
  [{ listHides: 3 }, [1001, 1003], ["listLacks 1: 1003", "listHides 3: the list shows bots before and after 1003"]],
  [{ listHides: 3, listSize: 3 }, [1001, 1003], ["listLacks 2: 1001, 1003"]],
])("%j, where %j were seen before", async (quirks, known, expected) => {
  const scene = await stage(quirks, place);
  open.push(scene.emulator);
  await scene.ledgerAt().saw(known.map((id) => ({ id, accessId: 1, title: `Own ${id - 1000}`, address: undefined })));
  const { found } = await scene.check();
  const about = found.filter(({ name }) => ["listLacks", "listSize", "listKeeps", "listHides"].includes(name));
  expect(about.map(({ name, value, detail }) => `${name} ${value}: ${detail}`)).toEqual(expected);
});

it("no more than 20 of them are asked about, since each may be refused", async () => {
  const scene = await stage({}, place);
  open.push(scene.emulator);
  const gone = Array.from({ length: 25 }, (_none, index) => ({
    id: 1 + index,
    accessId: 1,
    title: "Gone",
    address: undefined,
  }));
  await scene.ledgerAt().saw(gone);
  const { requests } = await scene.check();
  const fresh = await stage({}, place);
  open.push(fresh.emulator);
  const others = (await fresh.check()).requests;
  // Behind each refusal is a plain request.
  expect(requests - others).toBe(40);
});
