// Open pages hear of a change: from one look at the state for all of them, and each only as often as it may.
import { expect, it } from "vitest";
import { stateEvents } from "../../../src/fleet/events.js";

async function next(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<string> {
  const part = await reader?.read();
  return part?.value === undefined ? "ended" : new TextDecoder().decode(part.value);
}

it("tells all of them at once, and ends with the server", async () => {
  const events = stateEvents(async () => "1");
  const readers = ["ana", "ben"].map((name) => events.open(name)?.getReader());
  for (const reader of readers) expect(await next(reader)).toBe("retry: 5000\n\n");
  events.changed();
  for (const reader of readers) expect(await next(reader)).toBe("event: state\ndata: changed\n\n");
  events.close();
  for (const reader of readers) expect(await next(reader)).toBe("ended");
});

it("opens 8 for each person, and one more for each that was closed", async () => {
  const events = stateEvents(async () => "1");
  const open = Array.from({ length: 8 }, () => events.open("ana"));
  expect([open.every((one) => one !== undefined), events.open("ana"), events.open("ben") !== undefined]).toEqual([
    ...[true, undefined],
    true,
  ]);
  await open[0]?.cancel();
  expect(events.open("ana")).toBeDefined();
  events.close();
});

it("opens 200 for all", () => {
  const events = stateEvents(async () => "1");
  const open = Array.from({ length: 201 }, (_, index) => events.open(String(index)));
  expect(open.indexOf(undefined)).toBe(200);
  events.close();
});

it("lets go whoever doesn't read what is sent", async () => {
  const events = stateEvents(async () => "1");
  const stream = events.open("ana");
  for (let index = 0; index < 200; index += 1) events.changed();
  for (let index = 0; index < 7; index += 1) events.open("ana");
  expect(events.open("ana")).toBeDefined();
  await stream?.cancel();
  events.close();
});
