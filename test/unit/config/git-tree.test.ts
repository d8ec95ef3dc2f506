// Which files of a tree are read, and which trees are refused.
import { describe, expect, it } from "vitest";
import { configEntries, entriesOf, placeIn } from "../../../src/config/git-tree.js";

const ID = "1".repeat(40);
const file = (path: string, size = 10, mode = "100644") => ({ mode, id: ID, size, path });
const DEFAULTS = ["botform.yaml", "botform.yml", "botform"];
const namesOf = (all: readonly ReturnType<typeof file>[], root = "", entry?: string) =>
  configEntries(all, { root, entry }).map(({ name }) => name);

it("reads what git lists", () => {
  const text = `100644 blob ${ID}      12\ta b.yaml\x00160000 commit ${ID}       -\tsub\x00`;
  expect(entriesOf(text)).toEqual([file("a b.yaml", 12), file("sub", 0, "160000")]);
  expect(() => entriesOf("something else\0")).toThrow("a form that isn't known");
});

it("takes YAML and JSON files of the folder, and none that a folder's reader passes over", () => {
  const all = [
    ...["fleet/a.yaml", "fleet/deep/b.yml", "fleet/facts.json", "fleet/README.md"],
    ...["fleet/.github/ci.yaml", "fleet/node_modules/x/y.yaml", "other/c.yaml"],
  ];
  expect(
    namesOf(
      all.map((path) => file(path)),
      "fleet",
    ),
  ).toEqual(["a.yaml", "deep/b.yml", "facts.json"]);
});

it.each([
  { entry: file("bots", 9, "120000"), message: "bots is a link", because: "a folder of bots may be behind it" },
  { entry: file("b.yaml", 9, "120000"), message: "b.yaml is a link", because: "it may name any file of the machine" },
  { entry: file("bots", 0, "160000"), message: "bots is a submodule", because: "its bots would be missing" },
  { entry: file("../x.yaml"), message: "a name that can't be used", because: "it would be written elsewhere" },
  { entry: file("a/../../x.yaml"), message: "a name that can't be used", because: "it would be written elsewhere" },
  { entry: file("/etc/x.yaml"), message: "a name that can't be used", because: "it would be written elsewhere" },
  { entry: file("a\\b.yaml"), message: "a name that can't be used", because: "a folder on some systems" },
  { entry: file("a\nb.yaml"), message: "a name that can't be used", because: "it would forge a line of output" },
  { entry: file("b.yaml", 2 ** 20 + 1), message: "larger than 1 MiB", because: "no configuration is" },
])("refuses $entry.path of mode $entry.mode: $because", ({ entry, message }) => {
  const read = () => namesOf([file("a.yaml"), entry]);
  expect(read).toThrow(message);
  expect(read).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code: "config/revision" }) }));
});

it("refuses more than it reads", () => {
  expect(() => namesOf(Array.from({ length: 1_001 }, (_, at) => file(`${at}.yaml`)))).toThrow("more than 1000");
  expect(() => namesOf(Array.from({ length: 9 }, (_, at) => file(`${at}.yaml`, 2 ** 20)))).toThrow("8 MiB together");
});

it("minds links and submodules beside a single file only where its policies would be", () => {
  const beside = [file("botform.yaml"), file("lib", 0, "160000"), file("CLAUDE.md", 9, "120000")];
  expect(namesOf(beside, "", "botform.yaml")).toEqual(["botform.yaml"]);
  const policies = [...beside, file("policies", 9, "120000")];
  expect(() => namesOf(policies, "", "botform.yaml")).toThrow("policies is a link");
});

describe("the configuration in a repository", () => {
  const all = ["botform/a.yaml", "x/botform.yaml", "x/y/b.yaml"].map((path) => file(path));
  it.each([
    [undefined, { root: "botform", entry: undefined }],
    ["x", { root: "x", entry: undefined }],
    ["x/y/", { root: "x/y", entry: undefined }],
    ["./x/botform.yaml", { root: "x", entry: "botform.yaml" }],
    [".", { root: "", entry: undefined }],
  ])("%s is %j", (named, expected) => {
    expect(placeIn(all, named, DEFAULTS)).toEqual(expected);
  });
  it.each(["z", "../x", "/x", "x/botform"])("isn't %s", (named) => {
    expect(() => placeIn(all, named, DEFAULTS)).toThrow("it has no ");
  });
  it("has to be named where none of the usual names is there", () => {
    expect(() => placeIn([file("a.yaml")], undefined, DEFAULTS)).toThrow("it has none of botform.yaml");
  });
});
