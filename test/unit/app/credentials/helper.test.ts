// Which program is a credential helper, and which may never be one.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { helperOf } from "../../../../src/app/credentials/helper.js";
import { folder } from "../room.js";

const at = folder();

/** A settings folder with this file. */
function settings(text: string | undefined): string {
  const root = at.fresh("config");
  mkdirSync(join(root, "botform"), { recursive: true });
  if (text !== undefined) writeFileSync(join(root, "botform", "credential-helper"), text);
  return root;
}

/** A folder that is a repository, and one below it. */
function repository(): { readonly root: string; readonly fleet: string } {
  const root = at.fresh("repository");
  mkdirSync(join(root, ".git"), { recursive: true });
  mkdirSync(join(root, "fleet"));
  return { root, fleet: join(root, "fleet") };
}

describe("a machine's credential helper", () => {
  const none = settings(undefined);
  it.each<[string, string | undefined, string | undefined, object | undefined]>([
    ["none", undefined, undefined, undefined],
    ["none, since the variable is empty", " ", "/opt/helper", undefined],
    [
      "the variable's",
      "/opt/keys  --profile desk",
      "/opt/helper",
      { program: "/opt/keys", args: ["--profile", "desk"] },
    ],
    ["that of the settings", undefined, "# desk\n\n /opt/helper a\nb\n", { program: "/opt/helper", args: ["a"] }],
    ["none, since the settings are empty", undefined, "# none\n", undefined],
  ])("is %s", (_what, variable, file, expected) => {
    const own = { XDG_CONFIG_HOME: file === undefined ? none : settings(file), BOTFORM_CREDENTIAL_HELPER: variable };
    expect(helperOf(own, ["."])).toEqual(expected);
  });

  it("may stand at a path with spaces", () => {
    const program = at.written("", "my helper");
    expect(helperOf({ BOTFORM_CREDENTIAL_HELPER: program }, ["."])).toEqual({ program, args: [] });
  });

  it.each(["helper", "./helper get", "bin/helper"])("is no program that is looked for: %s", (name) => {
    expect(helperOf({ BOTFORM_CREDENTIAL_HELPER: name }, ["."])).toEqual({
      fault: `BOTFORM_CREDENTIAL_HELPER names the credential helper ${name.split(" ")[0]}, which isn't an absolute path`,
      remedy: "Write the whole path, so that no folder can put a program of its own in its place.",
    });
  });

  it("isn't named by a settings folder that is wherever the user is, nor by one that can't be read", () => {
    expect(helperOf({ XDG_CONFIG_HOME: "config", HOME: "/" }, ["."])).toBeUndefined();
    const root = settings(undefined);
    mkdirSync(join(root, "botform", "credential-helper"));
    expect(helperOf({ XDG_CONFIG_HOME: root }, ["."])).toMatchObject({
      fault: `the settings file ${join(root, "botform", "credential-helper")} can't be read: it is a folder (EISDIR)`,
    });
  });
});

describe("a program of the repository", () => {
  const fault = (path: string, root: string) => ({
    fault: `the credential helper's file ${path} lies in the repository ${root}, so a change of that could run any program`,
    remedy: "Keep it outside of the repository.",
  });

  it("is never a helper, whether the user or the configuration is there, or a link leads there", () => {
    const { root, fleet } = repository();
    const program = join(root, "helper");
    writeFileSync(program, "");
    const own = { BOTFORM_CREDENTIAL_HELPER: program };
    expect(helperOf(own, [fleet])).toEqual(fault(program, root));
    expect(helperOf(own, [dirname(root), root])).toEqual(fault(program, root));
    const link = at.fresh("link");
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(program, link);
    expect(helperOf({ BOTFORM_CREDENTIAL_HELPER: link }, [fleet])).toEqual(fault(link, root));
    expect(helperOf(own, [dirname(root)])).toEqual({ program, args: [] });
  });

  it("is none by settings that lie there either", () => {
    const { root, fleet } = repository();
    const file = join(fleet, "botform", "credential-helper");
    mkdirSync(dirname(file));
    writeFileSync(file, "/opt/helper");
    expect(helperOf({ XDG_CONFIG_HOME: fleet }, [root])).toEqual(fault(file, root));
  });
});
