// The place of the one request of a key that may be under way, on a real PostgreSQL.
import { beforeAll, describe, expect, it } from "vitest";
import { takePlace } from "../../../src/database/places.js";
import { asked, postgres } from "../../support/postgres.js";

const server = postgres();
let url: string;
beforeAll(async () => {
  url = await server.ledger();
});

const seconds = () => Math.floor(Date.now() / 1000);

describe("a place", () => {
  it("is had by one at a time, and its nonces never fall", async () => {
    let under = 0;
    let most = 0;
    const nonces: number[] = [];
    const ask = async () => {
      const place = await takePlace(url, "one", false, 0, false);
      under += 1;
      most = Math.max(most, under);
      nonces.push(place.nonce);
      await new Promise((resolve) => setTimeout(resolve, 5));
      under -= 1;
      await place.giveBack();
    };
    await Promise.all(Array.from({ length: 12 }, ask));
    expect(most).toBe(1);
    expect(nonces).toEqual(nonces.toSorted((one, other) => one - other));
  });

  it("has a nonce of its own where none may come twice, and says how long until its second", async () => {
    const first = await takePlace(url, "once", true, 0, false);
    await first.giveBack();
    const second = await takePlace(url, "once", true, 0, false);
    await second.giveBack();
    const third = await takePlace(url, "once", true, 0, true);
    expect([second.nonce, third.nonce].map((nonce) => nonce - first.nonce)).toEqual([1, 2]);
    expect(third.waitMs).toBeGreaterThan(0);
    expect(third.waitMs).toBeLessThanOrEqual(2_000);
  });

  it("isn't waited for by what is urgent, which takes it from nobody", async () => {
    const held = await takePlace(url, "urgent", false, 0, false);
    const urgent = await takePlace(url, "urgent", false, held.nonce + 1, true);
    expect(urgent.nonce).toBe(held.nonce + 1);
    const [row] = await asked(url, "select holder is not null as held from botform.place where name = 'urgent'");
    expect(row).toEqual({ held: true });
    await urgent.giveBack();
    await held.giveBack();
    const after = await takePlace(url, "urgent", false, 0, false);
    expect(after.nonce).toBeGreaterThan(held.nonce);
  });

  it("is another's when whoever has it is silent for too long, who can't give it back then", async () => {
    const dead = await takePlace(url, "dead", false, 0, false);
    await asked(url, "update botform.place set until = clock_timestamp() where name = 'dead'");
    const next = await takePlace(url, "dead", false, 0, false);
    await dead.giveBack();
    const [row] = await asked(url, "select holder is not null as held from botform.place where name = 'dead'");
    expect(row).toEqual({ held: true });
    await next.giveBack();
  });

  it("goes by the database's clock, and by what was used a moment before; a clock that is far ahead takes nobody along", async () => {
    const ahead = seconds() + 5;
    const place = await takePlace(url, "ahead", false, ahead, false);
    expect(place.nonce).toBe(ahead);
    expect(place.waitMs).toBeGreaterThan(3_000);
    await place.giveBack();
    const far = await takePlace(url, "far", false, seconds() + 3_600, false);
    await far.giveBack();
    expect(far.nonce).toBeLessThan(seconds() + 12);
  });
});
