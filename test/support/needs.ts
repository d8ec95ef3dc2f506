// What a test needs and a machine may lack: it is then skipped with a reason, or fails where BOTFORM_REQUIRE names it.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "vitest";

export const CHROMIUM = process.env.BOTFORM_CHROMIUM ?? "/usr/bin/chromium";

/** Makes its command the first process of a namespace of its own. */
export const UNSHARE = ["--user", "--map-root-user", "--pid", "--fork", "--kill-child"];

function runs(program: string, ...args: readonly string[]): () => boolean {
  return () => spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

/** Whether a small disk can be mounted, which takes a Linux and its root. */
function mounts(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "botform-mount-"));
  try {
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", folder]).status !== 0) return false;
    spawnSync("umount", [folder]);
    return true;
  } finally {
    rmdirSync(folder);
  }
}

const PROBES = {
  chromium: () => existsSync(CHROMIUM),
  fish: runs("fish", "--version"),
  go: runs("go", "version"),
  mount: mounts,
  openssl: runs("openssl", "version"),
  php: runs("php", "--version"),
  python: runs("python3", "--version"),
  unshare: runs("unshare", ...UNSHARE, "true"),
  zsh: runs("zsh", "--version"),
} as const;

export type Need = keyof typeof PROBES;

const REQUIRED = new Set((process.env.BOTFORM_REQUIRE ?? "").split(",").filter((name) => name !== ""));
for (const name of REQUIRED)
  if (!(name in PROBES))
    throw new Error(`BOTFORM_REQUIRE names ${name}; it can name ${Object.keys(PROBES).join(", ")}`);

const found = new Map<Need, boolean>();

export function has(need: Need): boolean {
  const known = found.get(need) ?? PROBES[need]();
  found.set(need, known);
  return known;
}

/** The first line of a test that needs it. */
export function needs(context: TestContext, need: Need): void {
  if (has(need)) return;
  if (REQUIRED.has(need)) throw new Error(`BOTFORM_REQUIRE names ${need}, and this machine has none`);
  context.skip(`this machine has no ${need}`);
}

/** A block of tests that all need it; where it is missing, one test in their place says so. */
export function describeWith(need: Need, title: string, tests: () => void): void {
  if (has(need)) describe(title, tests);
  else describe(title, () => it(`all of this needs ${need}`, (context) => needs(context, need)));
}
