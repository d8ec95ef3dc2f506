// A lock on a real disk: one holder at a time, taken over only from a process that is certainly gone.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { breakLock, type Holder, identity, inspect, isGone, Silence, tryLock } from "../../../src/disk/lock.js";
import { DiskError } from "../../../src/model/ports.js";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "botform-lock-"));
  path = join(folder, "locks", "a.lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The id of a process that has ended. */
function gone(): Promise<number> {
  return new Promise((done) => {
    const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
    child.once("exit", () => done(child.pid ?? 0));
  });
}

/** What it holds at this moment; undefined where there is none. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

const OWN: Holder = { ...identity(), since: "2026-11-22T12:00:00.000Z", about: "main at https://a", token: "t" };

describe("a lock", () => {
  it("is held by one, and by the next once it is given back", async () => {
    const first = await tryLock(path, "main at https://a");
    if ("heldBy" in first) throw new Error("it is free");
    expect(await tryLock(path, "copy")).toMatchObject({
      path,
      heldBy: { about: "main at https://a", pid: process.pid },
    });
    await first.release();
    expect(await tryLock(path, "copy")).toMatchObject({ release: expect.any(Function) });
  });

  it("is its owner's alone, and leaves nothing else behind", async () => {
    await tryLock(path, "a");
    expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
    expect(readdirSync(join(folder, "locks"))).toEqual(["a.lock"]);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ ...identity(), about: "a" });
  });

  // Whoever dies between the two steps of making and writing one would leave a lock that is nobody's, for ever.
  it("is never there without its holder's name", async () => {
    const texts = new Set<string>();
    let isOver = false;
    const looks = (async () => {
      while (!isOver) {
        const text = textOf(path);
        if (text !== undefined) texts.add(text.slice(0, 1));
        await nextTurn();
      }
    })();
    for (let round = 0; round < 100; round += 1) {
      const held = await tryLock(path, "a");
      if ("release" in held) await held.release();
    }
    isOver = true;
    await looks;
    expect(texts).toEqual(new Set(["{"]));
  });

  it("of a process that is gone is taken over", async () => {
    await tryLock(path, "a");
    writeFileSync(path, JSON.stringify({ ...OWN, pid: await gone(), started: "1" }));
    expect(await tryLock(path, "b")).toMatchObject({ release: expect.any(Function) });
    expect((await inspect(path))?.heldBy?.about).toBe("b");
    expect(readdirSync(join(folder, "locks"))).toEqual(["a.lock"]);
  });

  it("that can't be read is never taken over, but can be broken", async () => {
    await tryLock(path, "a");
    writeFileSync(path, "{");
    expect(await tryLock(path, "b")).toEqual({ heldBy: undefined, path });
    await breakLock(path);
    expect(await inspect(path)).toBeUndefined();
  });

  it("that can't be read or made for another reason is the disk's failure", async () => {
    await expect(inspect(folder)).rejects.toThrow(`${folder}: it is a folder (EISDIR)`);
    await expect(inspect(folder)).rejects.toThrow(DiskError);
    const long = tryLock(`${path}${"x".repeat(300)}`, "a");
    await expect(long).rejects.toThrow("ENAMETOOLONG");
    await expect(long).rejects.toThrow(DiskError);
  });

  it("that was broken and taken by another isn't given back by the first", async () => {
    const first = await tryLock(path, "a");
    await breakLock(path);
    await tryLock(path, "b");
    if ("release" in first) await first.release();
    expect((await inspect(path))?.heldBy?.about).toBe("b");
  });

  it("is taken by one of many that try at once, also from a dead holder", async () => {
    await tryLock(path, "a");
    writeFileSync(path, JSON.stringify({ ...OWN, pid: await gone(), started: "1" }));
    const all = await Promise.all(Array.from({ length: 20 }, (_, index) => tryLock(path, String(index))));
    expect(all.filter((one) => "release" in one)).toHaveLength(1);
  });

  it("of a dead holder is taken by one, round after round: nobody takes away what another has just made", async () => {
    await tryLock(path, "a");
    const dead = { ...OWN, pid: await gone(), started: "1" };
    for (let round = 0; round < 60; round += 1) {
      writeFileSync(path, JSON.stringify({ ...dead, token: `dead ${round}` }));
      const all = await Promise.all(Array.from({ length: 20 }, (_, index) => tryLock(path, String(index))));
      const taken = all.flatMap((one) => ("release" in one ? [one] : []));
      expect(taken).toHaveLength(1);
      for (const one of taken) await one.release();
    }
  });
});

describe("a lock whose holder is elsewhere", () => {
  const held = async (changes: Partial<Holder>) => {
    await tryLock(path, "a");
    writeFileSync(path, JSON.stringify({ ...OWN, ...changes }));
  };
  /** Looks after so many seconds of watching. */
  const looks = async (seconds: readonly number[], between = () => {}) => {
    let now = 0;
    const silence = new Silence(() => now);
    const ends: boolean[] = [];
    for (const [index, at] of seconds.entries()) {
      if (index > 0) between();
      now = at * 1000;
      ends.push("release" in (await tryLock(path, "b", silence)));
    }
    return ends;
  };

  it.each<[string, Partial<Holder>, boolean]>([
    ["of another machine", { machine: "another", boot: "another" }, true],
    ["of another container", { pidNamespace: "pid:[1]" }, true],
    ["of a machine that nothing tells", { machine: "" }, true],
    ["that goes on here, be it stopped", {}, false],
  ])("%s is taken over after a minute of silence, and no sooner: %j, %j", async (_what, changes, isTaken) => {
    await held(changes);
    expect(await looks([5, 64.9, 65])).toEqual([false, false, isTaken]);
  });

  it("that can't be read is taken over, too", async () => {
    await held({});
    writeFileSync(path, "{");
    expect(await looks([0, 60])).toEqual([false, true]);
    expect((await inspect(path))?.heldBy?.about).toBe("b");
  });

  it("isn't taken over while it is renewed", async () => {
    await held({ machine: "another" });
    let renewed = 1;
    expect(await looks([0, 50, 100, 150], () => utimesSync(path, renewed++, 1000 + renewed))).toEqual(
      Array(4).fill(false),
    );
  });

  it("isn't taken over if it is renewed at the last moment", async () => {
    await held({ machine: "another" });
    const silence = new Silence();
    vi.spyOn(silence, "isOver").mockImplementationOnce(() => {
      utimesSync(path, 1, 1);
      return true;
    });
    expect(await tryLock(path, "b", silence)).toMatchObject({ heldBy: { machine: "another" } });
    expect(readdirSync(join(folder, "locks"))).toEqual(["a.lock"]);
  });

  it("is never taken over by who doesn't watch", async () => {
    await held({ machine: "another" });
    utimesSync(path, 1, 1);
    expect(await tryLock(path, "b")).toMatchObject({ heldBy: { machine: "another" } });
  });

  it("is renewed every five seconds, until it is given back, and only by its holder", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const own = await tryLock(path, "a");
      const renewedAfter = async (ms: number, patienceMs: number) => {
        utimesSync(path, 1, 1);
        vi.advanceTimersByTime(ms);
        const end = performance.now() + patienceMs;
        while (performance.now() < end && statSync(path).mtimeMs === 1000) await nextTurn();
        return statSync(path).mtimeMs > 1000;
      };
      expect(await renewedAfter(4_999, 50)).toBe(false);
      expect(await renewedAfter(1, 60_000)).toBe(true);
      writeFileSync(path, JSON.stringify({ ...OWN, token: "another" }));
      expect(await renewedAfter(60_000, 200)).toBe(false);
      if ("release" in own) await own.release();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a holder is gone", () => {
  const own = identity();

  it.each([
    { what: "itself", changes: {}, isIt: false },
    { what: "of an earlier boot", changes: { boot: "another" }, isIt: true },
    { what: "of another machine", changes: { machine: "another", boot: "another", pid: 1 }, isIt: false },
    { what: "of a machine that isn't known", changes: { machine: "", boot: "another" }, isIt: false },
    { what: "in another container", changes: { pidNamespace: "pid:[1]", pid: 999_999_999 }, isIt: false },
    { what: "whose id another process has now", changes: { started: "1" }, isIt: own.started !== "" },
    { what: "whose process isn't there", changes: { pid: 999_999_999 }, isIt: true },
    { what: "whose boot isn't known", changes: { boot: "" }, isIt: false },
    { what: "whose start isn't known", changes: { started: "" }, isIt: false },
  ])("$what: $isIt", ({ changes, isIt }) => {
    expect(isGone({ ...OWN, ...changes }, own)).toBe(isIt);
  });

  it("by no boot where this one isn't known", () => {
    expect(isGone(OWN, { ...own, boot: "" })).toBe(false);
  });
});
