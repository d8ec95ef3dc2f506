// An answer that is no list says nothing of the account, and ends the asking.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { OPERATIONS } from "../../../../src/service/operations.js";
import { folder, listening } from "../room.js";
import { stage } from "./stage.js";

const place = folder();
const open: { close(): unknown }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))));

const EMPTY = '{"isSuccess":true,"errorMessage":"","data":[]}';

it.each([
  ["accessList", "null"],
  ["accessList", '{"1":{}}'],
  ["listBots", "[1]"],
  ["botDetails", "{}"],
  ["dealsHistory", "{}"],
  ["accountInformation", "[]"],
] as const)("where %s answers %s, which isn't taken for nothing", async (name, data) => {
  const made = await stage({}, place);
  const server = createServer(({ method = "GET", url: target = "/", headers }, response) => {
    const plain = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, String(value)]));
    const isIt = target.includes(OPERATIONS[name].path);
    const real = made.emulator.service.handle({ method, target, headers: plain, body: "" });
    response.sendDate = false;
    response.writeHead(real.status).end(isIt ? EMPTY.replace("[]", data) : real.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => server.closeAllConnections() }, server, made.emulator);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const { stopped, found } = await made.check({}, listening(made.envAt(url)).host);
  expect([stopped, found]).toEqual([
    { isPlanned: false, why: `the answer to a plain request (${name}) makes no sense` },
    [],
  ]);
});
