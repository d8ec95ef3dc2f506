// What a stop leaves behind, as the page of the emergency stop says it: bots that would be turned on again, and the way to a hold.
import { expect, it } from "vitest";
import type { StopRun } from "../../../../../src/model/deed.js";
import { stopParts } from "../../../../../src/render/html/live/stop-page.js";
import { html } from "../../../../../src/render/html/markup.js";

const RUN: StopRun = {
  ...{ account: "main", at: "2026-11-30T01:20:00.000Z", by: "ana", isHeld: false },
  state: { kind: "off", text: "every bot was seen off" },
};
const HOLD = 'href="/holds?bots=main%2F*#add"';

function shown(stop: Partial<StopRun>): string {
  const { content } = stopParts({ accounts: ["main"], stops: [{ ...RUN, ...stop }], formToken: "t" });
  return html`${content}`.text;
}

it.each<{ because: string; stop: Partial<StopRun>; found: readonly string[] }>([
  {
    because: "while it goes on nobody knows which",
    stop: { state: { kind: "running" } },
    found: ["Bots that are to stay off need a hold.", HOLD],
  },
  { because: "they are held", stop: { state: { kind: "running" }, isHeld: true }, found: [] },
  { because: "the configuration turns none on", stop: { turnsOnAgain: [] }, found: [] },
  {
    because: "one is turned on again",
    stop: { turnsOnAgain: ["main/a"] },
    found: ["<bdi>main/a</bdi> on: the next correction or apply turns it on again, unless it is held.", HOLD],
  },
  {
    because: "two are, and that the hold couldn't be set changes nothing of it",
    stop: { turnsOnAgain: ["main/a", "main/b"], isHeld: true },
    found: ["<bdi>main/a, main/b</bdi> on: the next correction or apply turns them on again", HOLD],
  },
])("leads to a hold where bots would be turned on again: $because", ({ stop, found }) => {
  const text = shown(stop);
  for (const part of found) expect(text).toContain(part);
  expect(text.includes("/holds?bots=")).toBe(found.length > 0);
});
