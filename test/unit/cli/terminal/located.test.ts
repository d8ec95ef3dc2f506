// What a command's options leave open: the configuration above the working folder, and whose ledger counts.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { afterEach, describe, expect, it, vi } from "vitest";
import { contextOf } from "../../../../src/cli/terminal/context.js";
import { located } from "../../../../src/cli/terminal/located.js";
import { folder, refusal } from "../../app/room.js";
import { testScreen } from "./terminal.js";

const at = folder();
afterEach(() => vi.restoreAllMocks());

type Given = Parameters<typeof located>[2];

const planLike = () =>
  new Command("plan").option("--config <file>").option("--target <bots...>").option("--journal <folder>", "", "ours");

/** What is chosen and said in the folder a/b, below these files. */
function chosen(files: readonly string[], given: Given = {}, parser = planLike(), args: readonly string[] = []) {
  const top = at.fresh();
  for (const file of [...files, ".git", "a/b/here"]) {
    mkdirSync(dirname(join(top, file)), { recursive: true });
    writeFileSync(join(top, file), "");
  }
  vi.spyOn(process, "cwd").mockReturnValue(join(top, "a/b"));
  const screen = testScreen();
  const found = located(contextOf(screen), parser.parse(args, { from: "user" }), given);
  return { ...found, said: screen.printed.err.join("") };
}

describe("a command", () => {
  it.each<[string, readonly string[], Given, ReturnType<typeof chosen>]>([
    ["finds nothing, and says nothing", [], {}, { journal: ".botform/journal", said: "" }],
    [
      "takes the configuration above with its ledger",
      ["botform.yaml"],
      {},
      {
        config: "../../botform.yaml",
        journal: "../../.botform/journal",
        said: "configuration: ../../botform.yaml\n",
      },
    ],
    [
      "says which ledger it doesn't use",
      ["botform.yaml", "a/.botform/x"],
      {},
      {
        config: "../../botform.yaml",
        journal: "../../.botform/journal",
        said: "configuration: ../../botform.yaml\n<change>warning:</> ../.botform isn't used: the ledger of this run is ../../.botform\n",
      },
    ],
    [
      "keeps what is named, with the nearest ledger",
      ["botform.yaml", "a/.botform/x"],
      { config: "x.yaml" },
      { config: "x.yaml", journal: "../.botform/journal", said: "ledger: ../.botform\n" },
    ],
    [
      "keeps what is named as an argument",
      [],
      { path: "x.yaml" },
      { config: "x.yaml", journal: ".botform/journal", said: "" },
    ],
  ])("%s", (_what, files, given, expected) => expect(chosen(files, given)).toEqual(expected));

  it("doesn't take another user's, and says so", () => {
    vi.spyOn(process, "getuid").mockReturnValue(4_242);
    expect(chosen(["botform.yaml"])).toEqual({
      journal: ".botform/journal",
      said: "<change>warning:</> ../../botform.yaml isn't used: it or its folder is another user's; if you trust it, name it with --config\n",
    });
    const undoes = new Command("undo").option("--journal <folder>", "", "ours") as never;
    expect(chosen(["botform.yaml"], {}, undoes)).toEqual({ journal: ".botform/journal", said: "" });
  });

  it("looks for what its options leave open", () => {
    const files = ["botform.yaml"];
    expect(chosen(files, {}, planLike(), ["--journal", "mine"])).toEqual({
      config: "../../botform.yaml",
      said: "configuration: ../../botform.yaml\n",
    });
    expect(chosen(files, {}, new Command("undo").option("--journal <folder>", "", "ours") as never)).toEqual({
      journal: "../../.botform/journal",
      said: "ledger: ../../.botform\n",
    });
    expect(chosen(files, {}, new Command("demo") as never)).toEqual({ said: "" });
  });

  it("says that a ledger it is sent to isn't there, beside one that is", () => {
    const says =
      "<change>warning:</> there is no ledger mine yet, and .botform isn't used: its holds, and what it has in doubt, don't count\n";
    expect(chosen(["a/b/.botform/x"], {}, planLike(), ["--journal", "mine"]).said).toBe(says);
    expect(chosen([], {}, planLike(), ["--journal", "mine"]).said).toBe("");
    expect(chosen(["a/b/.botform/x"], {}, planLike(), ["--journal", "/mine"]).said).toBe("");
    expect(chosen(["a/b/.botform/x"], {}, planLike(), ["--journal", "src"]).said).toBe("");
    // Nor is its password shown.
    expect(chosen(["a/b/.botform/x"], {}, planLike(), ["--journal", "postgres://u:CANARY@h/x"]).said).toBe("");
  });

  it("takes a configuration that is named once", async () => {
    expect(await refusal(() => chosen([], { path: "a.yaml", config: "b.yaml" }))).toEqual([
      "the configuration is named twice: a.yaml, and b.yaml by --config\nGive one of them.",
      3,
    ]);
  });

  it("takes no bot for a configuration", async () => {
    expect(await refusal(() => chosen([], { path: "btc-dip" }))).toEqual([
      "there is no configuration btc-dip\nTo choose bots, write --target btc-dip; to choose an account, --account btc-dip.",
      3,
    ]);
    for (const path of ["none.yaml", "none.yml", "none/", "src"]) expect(chosen([], { path }).config).toBe(path);
    const validates = new Command("validate").option("--config <file>") as never;
    expect(chosen([], { path: "btc-dip" }, validates).config).toBe("btc-dip");
  });
});
