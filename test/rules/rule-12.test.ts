// Rule 12: the journal; append the intent, fsync, then send, and append the result. It is a hint; the service is the truth.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apply } from "../../src/app/gate/apply.js";
import { plan } from "../../src/app/planning/plan-account.js";
import { folderDisk } from "../../src/disk/folder.js";
import { startEmulator } from "../../src/emulator/http/server.js";
import { type Disk, DiskError, type DiskFile } from "../../src/model/ports.js";
import { readHistory } from "../../src/reconcile/ledger/history.js";
import { beginJournal, type Heading } from "../../src/reconcile/ledger/journal.js";
import { journalLine, readJournal } from "../../src/reconcile/ledger/journal-format.js";
import { makePlan } from "../../src/reconcile/plan/planner.js";
import { VirtualClock } from "../support/clock.js";
import { answer } from "../support/hostile.js";
import { type Road, SEED } from "../support/road.js";
import { observed } from "../unit/reconcile/fleet.js";
import { against, carryOut, fleet, idle, sent, start } from "./scene.js";

const HEADING: Heading = { id: "run", command: "apply", tool: "0", account: "main", origin: "https://x.example" };

/** A disk in memory that writes down what is done to it, and fails where it is told to. */
function memory(log: string[], fails: (doing: string) => string | undefined = () => undefined) {
  let text = "";
  const doing = async (what: string): Promise<void> => {
    const code = fails(what);
    if (code !== undefined) throw new DiskError(code, code);
    log.push(what);
  };
  const file: DiskFile = {
    async append(more) {
      await doing(`append ${[...more.matchAll(/"type":"(\w+)"/g)].map((match) => match[1]).join()}`);
      text += more;
    },
    sync: () => doing("sync"),
    close: async () => {},
  };
  const disk: Disk = {
    names: async () => ["run.jsonl"],
    read: async () => text,
    create: async () => file,
    open: async () => file,
    size: async () => text.length,
  };
  return { disk, text: () => text };
}

/** Applies with a journal on that disk; the log tells sends among the disk's doings. */
async function journalled(way: Road, disk: Disk, log: string[]) {
  const made = await way.plan(fleet("a"));
  const journal = await beginJournal(disk, way.clock, HEADING, made);
  const { writer } = way;
  const create: typeof writer.create = (...given) => {
    log.push("SEND");
    return writer.create(...given);
  };
  const turnOn: typeof writer.turnOn = (id) => {
    log.push("SEND");
    return writer.turnOn(id);
  };
  return carryOut(way, made, { writer: { create, turnOn }, journal });
}

describe("rule 12: append the intent, fsync, then send; append the result", () => {
  it("each intent is on the disk before its write leaves, and the run's beginning before all", async () => {
    const log: string[] = [];
    await journalled(await start(), memory(log).disk, log);
    expect(log.slice(0, 2)).toEqual(["append begin", "sync"]);
    const sends = log.flatMap((what, index) => (what === "SEND" ? [index] : []));
    expect(sends.map((index) => log.slice(index - 2, index))).toEqual([
      ["append intent", "sync"],
      ["append intent", "sync"],
    ]);
  });

  it("each answer and each outcome is appended", async () => {
    const log: string[] = [];
    const { disk, text } = memory(log);
    await journalled(await start(), disk, log);
    const types = readJournal(text()).entries.map((entry) => entry.type);
    expect(types).toEqual(["begin", "intent", "answer", "outcome", "intent", "answer", "outcome", "end"]);
  });

  it.each(["append intent", "sync"])(
    "where the intent can't be put on the disk nothing is sent: %s fails",
    async (what) => {
      const way = await start();
      const log: string[] = [];
      let armed = false;
      const { disk } = memory(log, (doing) => {
        armed ||= doing === "append intent";
        return armed && doing === what ? "ENOSPC" : undefined;
      });
      const report = await journalled(way, disk, log);
      expect([report.stop, sent(way).creates]).toEqual(["journal", 0]);
      expect(report.outcomes).toMatchObject([
        { kind: "not-started", rule: 12 },
        { kind: "not-started", rule: 12 },
      ]);
    },
  );
});

describe("rule 12: JSON lines with a checksum each, a torn tail is ignored", () => {
  const lines = [1, 2, 3].map((write) => journalLine({ type: "answer", at: 0, write, kind: "accepted" }));

  it("each line is JSON that holds its own checksum", () => {
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ v: 1, sum: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });

  it("a line that isn't as it was written is left out, and the others stay", () => {
    const changed = lines.join("").replace('"write":2', '"write":7');
    const { entries, damaged } = readJournal(changed);
    expect(entries.map((entry) => entry.type === "answer" && entry.write)).toEqual([1, 3]);
    expect(damaged).toBe(1);
  });

  it("a torn tail is no damage, wherever it is torn", () => {
    const [first = "", second = ""] = lines;
    for (let length = 1; length < second.length; length += 1) {
      expect(readJournal(first + second.slice(0, length))).toMatchObject({
        entries: { length: 1 },
        damaged: 0,
        torn: true,
      });
    }
  });
});

describe("rule 12: on a real disk", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "botform-rule-12-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("the file is its owner's alone, and holds no secrets", async () => {
    const emulator = await startEmulator({
      seed: {
        accounts: SEED.accounts.map((account) => ({ ...account, apiKey: "canary-key", apiSecret: "canary-5ecret" })),
      },
    });
    const endpoint = { apiUrl: emulator.url, apiKey: "canary-key", apiSecret: "canary-5ecret" };
    const journal = { folder: join(folder, "private") };
    const { runId } = await apply(await plan(idle("a"), endpoint), endpoint, { journal });
    await emulator.close();
    const path = join(journal.folder, `${runId}.jsonl`);
    expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
    expect((statSync(journal.folder).mode & 0o777).toString(8)).toBe("700");
    const text = readFileSync(path, "utf8");
    expect(text).toContain('"type":"outcome"');
    for (const secret of ["canary-key", "canary-5ecret"]) expect(text).not.toContain(secret);
    const facts = readdirSync(journal.folder).filter((name) => name !== `${runId}.jsonl`);
    expect(facts.map((name) => name.replace(/^[0-9a-f]{16}/, ""))).toEqual([".facts", ".facts", ".facts"]);
    for (const name of facts) {
      expect((statSync(join(journal.folder, name)).mode & 0o777).toString(8)).toBe("600");
      for (const secret of ["canary-key", "canary-5ecret"])
        expect(readFileSync(join(journal.folder, name), "utf8")).not.toContain(secret);
    }
  });

  it("it holds no secret either that the service quotes in an error", async () => {
    const said = answer(400, '{"isSuccess":false,"errorMessage":"no such key: canary-key"}');
    const { client } = await against((socket) => socket.write(said), { apiKey: "canary-key" });
    const given = await client.createBot([["title", "A"]]);
    const { disk, text } = memory([]);
    const journal = await beginJournal(disk, new VirtualClock(), HEADING, makePlan(idle(), observed([])));
    journal.answer(1, given);
    await journal.end({ outcomes: [], notes: [], unsettled: [], violations: [] });
    expect(text()).toContain('"kind":"refused"');
    expect(text()).not.toContain("canary-key");
  });

  it("a journal that can't be read stops nothing: the service is the truth", async () => {
    const disk = folderDisk(join(folder));
    writeFileSync(join(folder, "foreign.jsonl"), "not a journal of ours\n");
    await expect(readHistory(disk)).resolves.toEqual({
      runs: [],
      unreadable: [{ name: "foreign.jsonl", why: "foreign" }],
    });
  });

  it("what a journal claims is not believed over the service: a lost one changes no plan", async () => {
    const way = await start();
    const log: string[] = [];
    await journalled(way, memory(log).disk, log);
    expect((await way.plan(fleet("a"))).steps).toEqual([]);
    const [bot] = await way.live();
    way.emulator.service.editBot(bot?.id ?? 0, { enabled: false });
    expect((await way.plan(fleet("a"))).steps.map((step) => step.action)).toEqual(["turn-on"]);
  });
});
