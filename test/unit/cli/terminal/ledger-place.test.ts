// Where the ledger is, by `state` in the configuration's own file: which file counts, what is taken, and what is concealed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { withState } from "../../../../src/cli/terminal/ledger-place.js";

const root = mkdtempSync(join(tmpdir(), "botform-place-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const URL_OF = "postgres://desk:CAN%20ARY@db.example/desk";
const IN_FILE = join(root, "state-url");
writeFileSync(IN_FILE, `${URL_OF}\n`);
const env = {
  ...{ BOTFORM_STATE_URL: URL_OF, BOTFORM_WRONG: "https://db.example", BOTFORM_EMPTY: "" },
  ...{ BOTFORM_KEPT_FILE: IN_FILE, BOTFORM_LOST_FILE: join(root, "none") },
};

let made = 0;
/** A folder with these files, as the working folder's place. */
function placed(files: Readonly<Record<string, string>>, config?: string, isOpen = true) {
  made += 1;
  const folder = join(root, String(made));
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const concealed: string[] = [];
  const options = {
    journal: join(folder, ".botform/journal"),
    ...(config !== undefined && { config: join(folder, config) }),
  };
  const conceal = (more: readonly string[]) => {
    concealed.push(...more);
    return () => {};
  };
  const { journal } = withState({ env, conceal }, options, isOpen);
  return { place: journal.replace(folder, "…"), concealed };
}

it.each([
  ['state: { postgres: "${env.BOTFORM_STATE_URL}" }\n', undefined],
  ["version: 1\nstate:\n  postgres: ${env.BOTFORM_STATE_URL}\n", undefined],
  ["state: {postgres: '${env.BOTFORM_STATE_URL}'}\r\n", "botform.yaml"],
  ["state:\r\n    postgres: ${env.BOTFORM_STATE_URL} # there\r\n", "."],
  ['state: { postgres: "${env.BOTFORM_KEPT}" }\n', undefined],
])("%j is the database, whose password is never shown", (text, config) => {
  expect(placed({ "botform.yaml": text }, config)).toEqual({
    place: URL_OF,
    concealed: [URL_OF, "CAN%20ARY", "CAN ARY"],
  });
});

it.each([
  ["no state", { "botform.yaml": "version: 1\n# state: none\n" }, undefined, true],
  ["no configuration", {}, undefined, true],
  ["another file of the folder", { "a.yaml": "state: { postgres: x }\n", "botform.yaml": "version: 1\n" }, ".", true],
  ["a ledger that is named", { "botform.yaml": 'state: { postgres: "${env.BOTFORM_STATE_URL}" }\n' }, undefined, false],
])("with %s it stays in the folder", (_what, files, config, isOpen) => {
  expect(placed(files, config, isOpen)).toEqual({ place: "….botform/journal".replace("…", "…/"), concealed: [] });
});

it("what doesn't name a variable, or whose variable is no database, is an error; an unset one never falls back to the folder", () => {
  for (const text of [
    "state: postgres://u:p@h/d\n",
    "state: true\n",
    "state: { postgres: postgres://h/d }\n",
    "state:\n",
  ])
    expect(() => placed({ "botform.yaml": text })).toThrow("state doesn't say where the ledger is\nWrite state: {");
  expect(() => placed({ "botform.yaml": 'state: { postgres: "${env.BOTFORM_LOST}" }\n' })).toThrow(
    `the file ${join(root, "none")}, which BOTFORM_LOST_FILE names, doesn't exist`,
  );
  expect(() => placed({ "botform.yaml": 'state: { postgres: "${env.BOTFORM_WRONG}" }\n' })).toThrow(
    "BOTFORM_WRONG isn't the address of a PostgreSQL database",
  );
  for (const name of ["BOTFORM_EMPTY", "BOTFORM_NONE"])
    expect(placed({ "botform.yaml": `state: { postgres: "\${env.${name}}" }\n` }).place).toBe(
      `postgres://?unset=${name}`,
    );
});

it("a command without a ledger has none", () => {
  expect(withState({ env, conceal: () => () => {} }, { config: "x" }, true)).toEqual({ config: "x" });
});
