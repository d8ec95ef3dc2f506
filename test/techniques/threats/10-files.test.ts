// Threat 10: files that others can read, that are found half-written, or that lie where a link leads.
// test/unit/disk has the two writers one by one, test/commands/plan.out.test.ts what may be replaced; here the real command writes
// its plan and its journal with no mask on the modes, through every kind of link, and onto a disk that gives out.
import { execFileSync } from "node:child_process";
import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Hostile } from "../../support/hostile.js";
import { canaries } from "./canary.js";
import { command, type Ended, Folder } from "./child.js";
import { ACCOUNT, environment, serving, TURN_ON } from "./service.js";

const PLAN = ["plan", "--out", "fleet.plan"];
const APPLY = ["apply", "--yes", "--command-timeout", "1"];

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
  folder.put("botform.yaml", TURN_ON);
});
afterEach(() => folder.remove());

const at = (...names: string[]) => join(folder.path, ...names);
const modeOf = (path: string) => (lstatSync(path).mode & 0o7777).toString(8);
const everyName = (path: string) => readdirSync(path, { recursive: true, encoding: "utf8" }).sort();
const writes = ({ received }: Hostile) =>
  received.filter((head) => head.startsWith("POST") && !head.includes("/account-information"));

/** Nothing is taken from the modes that are asked for: many a CI image has that mask. */
const NO_MASK = "umask 0";

function run(args: readonly string[], { url }: Hostile, shell = NO_MASK): Promise<Ended> {
  return command(args, { cwd: folder.path, env: environment(url), shell });
}

/** What is there beside the ledger, which every plan keeps. */
function saved(): string[] {
  return everyName(folder.path).filter((name) => !name.startsWith(".botform"));
}

function journals(): string[] {
  return readdirSync(at(".botform", "journal")).map((name) => at(".botform", "journal", name));
}

describe("threat 10: files are whole, private, and where they seem to be", () => {
  it("a plan and a journal are their owner's alone, hold no secret, and are all that is written", () =>
    serving({}, async (server) => {
      await run(PLAN, server);
      const seen = everyName(folder.path).filter((name) => !name.endsWith(".facts"));
      expect(seen).toEqual([".botform", ".botform/.gitignore", ".botform/journal", "botform.yaml", "fleet.plan"]);
      expect(modeOf(at("fleet.plan"))).toBe("600");
      await run([...APPLY.slice(0, 1), "fleet.plan", ...APPLY.slice(1)], server);
      expect(writes(server)).toHaveLength(1);
      const [journal = "", ...others] = journals().toSorted((left) => (left.endsWith(".jsonl") ? -1 : 1));
      expect(others.map((name) => [name.replace(/.*\./, ""), modeOf(name)])).toEqual([
        ["facts", "600"],
        ["facts", "600"],
        ["facts", "600"],
      ]);
      expect([journal, at(".botform", "journal"), at(".botform")].map(modeOf)).toEqual(["600", "700", "700"]);
      expect(everyName(folder.path)).toHaveLength(9);
      expect(readFileSync(at(".botform", ".gitignore"), "utf8")).toBe("*\n");
      expect(canaries(folder.everything())).toEqual([]);
    }));

  it("commands that have nothing to save write nothing", () =>
    serving({}, async (server) => {
      folder.put("botform.yaml", `${ACCOUNT}bots:\n  live: { title: Live }\n`);
      for (const args of [["validate"], ["plan"], APPLY, ["plan", "--format", "diff"], ["schema", "botform"]]) {
        expect((await run(args, server)).exitCode, args.join(" ")).toBe(0);
      }
      expect(everyName(folder.path).filter((name) => name !== "botform.yaml" && !name.startsWith(".botform"))).toEqual(
        [],
      );
    }));

  it("an earlier plan that all could read is replaced by one that its owner alone can, and its other names keep it", () =>
    serving({}, async (server) => {
      await run(PLAN, server);
      const earlier = readFileSync(at("fleet.plan"), "utf8");
      execFileSync("chmod", ["0666", at("fleet.plan")]);
      linkSync(at("fleet.plan"), at("another-name"));
      await run(PLAN, server);
      expect(modeOf(at("fleet.plan"))).toBe("600");
      expect(readFileSync(at("another-name"), "utf8")).toBe(earlier);
      expect(readFileSync(at("fleet.plan"), "utf8")).not.toBe(earlier);
    }));

  it.each([
    { name: "to a file", make: () => symlinkSync("precious", at("fleet.plan")) },
    { name: "to nothing", make: () => symlinkSync("not-there", at("fleet.plan")) },
    { name: "to a plan", make: () => symlinkSync("real.plan", at("fleet.plan")) },
    { name: "to itself", make: () => symlinkSync("fleet.plan", at("fleet.plan")) },
    { name: "out of the folder", make: () => symlinkSync("/etc/hostname", at("fleet.plan")) },
  ])("a plan is neither saved through a link $name nor read through it", ({ make }) =>
    serving({}, async (server) => {
      folder.put("precious", "precious");
      await run(["plan", "--out", "real.plan"], server);
      const real = readFileSync(at("real.plan"), "utf8");
      make();
      for (const args of [PLAN, ["show", "fleet.plan"], ["apply", "fleet.plan", "--yes"]]) {
        const { exitCode, err } = await run(args, server);
        expect({ exitCode, err }, args[0]).toMatchObject({ exitCode: 3, err: expect.stringMatching(/symbolic link/) });
      }
      expect(saved()).toEqual(["botform.yaml", "fleet.plan", "precious", "real.plan"]);
      expect([readFileSync(at("precious"), "utf8"), readFileSync(at("real.plan"), "utf8")]).toEqual(["precious", real]);
      expect(writes(server)).toEqual([]);
    }),
  );

  it("a pipe in the place of a plan is refused, not waited for", ({ signal }) =>
    serving({}, async (server) => {
      execFileSync("mkfifo", [at("fleet.plan")]);
      for (const args of [PLAN, ["show", "fleet.plan"]]) {
        const start = { cwd: folder.path, env: environment(server.url), signal };
        expect((await command(args, start)).exitCode).toBe(3);
      }
    }));

  describe("onto a disk that gives out", () => {
    /** The system itself refuses whatever goes beyond so many blocks. */
    const within = (blocks: number) => `ulimit -f ${blocks}; trap '' XFSZ`;

    it.each([0, 1])("a plan is either all there or not at all, after %i blocks", (blocks) =>
      serving({}, async (server) => {
        for (const before of [undefined, await run(PLAN, server).then(() => readFileSync(at("fleet.plan"), "utf8"))]) {
          if (before === undefined) rmSync(at("fleet.plan"), { force: true });
          else writeFileSync(at("fleet.plan"), before);
          const { exitCode, err } = await run(PLAN, server, within(blocks));
          expect(exitCode, err).toBe(3);
          const names = before === undefined ? ["botform.yaml"] : ["botform.yaml", "fleet.plan"];
          expect(saved()).toEqual(names);
          if (before !== undefined) expect(readFileSync(at("fleet.plan"), "utf8")).toBe(before);
        }
      }),
    );

    it("a journal that can't be begun sends nothing", () =>
      serving({}, async (server) => {
        const { exitCode, err } = await run(APPLY, server, within(0));
        expect({ exitCode, err }).toMatchObject({ exitCode: 1, err: expect.stringContaining("nothing was sent") });
        expect(writes(server)).toEqual([]);
      }));
  });

  describe("the journal's folder", () => {
    it.each([
      {
        name: "is a link",
        make: () => [
          mkdirSync(at(".botform")),
          mkdirSync(at("else")),
          symlinkSync("../else", at(".botform", "journal")),
        ],
      },
      { name: "lies in a link", make: () => [mkdirSync(at("else")), symlinkSync("else", at(".botform"))] },
      { name: "is a link to nothing", make: () => symlinkSync("else", at(".botform")) },
      { name: "is a file", make: () => [mkdirSync(at(".botform")), folder.put(".botform/journal", "")] },
    ])("$name: nothing is sent, and nothing written there", ({ make }) =>
      serving({}, async (server) => {
        make();
        const before = saved();
        const { exitCode, err } = await run(APPLY, server);
        expect({ exitCode, err }).toMatchObject({ exitCode: 1, err: expect.stringContaining("nothing was sent") });
        expect(saved()).toEqual(before);
        expect(writes(server)).toEqual([]);
      }),
    );

    it("holds links among its files: none is read or written", () =>
      serving({}, async (server) => {
        mkdirSync(at(".botform", "journal"), { recursive: true });
        folder.put("precious", '{"precious":true}\n');
        for (const name of ["a.jsonl", "2026-01-01T00-00-00Z-00000000.jsonl", "2099-01-01T00-00-00Z-ffffffff.jsonl"])
          symlinkSync("../../precious", at(".botform", "journal", name));
        // One that may be the journal of a recent run is named, and nothing is sent.
        const recent = "2099-01-01T00-00-00Z-ffffffff.jsonl can't be read";
        const { exitCode, out, err } = await run(APPLY, server);
        expect([exitCode, (out + err).includes(recent), writes(server)]).toEqual([1, true, []]);
        rmSync(at(".botform", "journal", "2099-01-01T00-00-00Z-ffffffff.jsonl"));
        expect((await run(APPLY, server)).exitCode).toBe(5);
        expect(readFileSync(at("precious"), "utf8")).toBe('{"precious":true}\n');
      }));

    // lstat follows all parts of a path but the last; a repository may hold such a link.
    it("lies in a link whose target has a journal already: nothing is sent, and nothing written there", () =>
      serving({}, async (server) => {
        mkdirSync(at("else", "journal"), { recursive: true });
        symlinkSync("else", at(".botform"));
        await run(APPLY, server);
        expect(everyName(at("else"))).toEqual(["journal"]);
        expect(writes(server)).toEqual([]);
      }));
  });
});
