// npm run package: the tarball as others get it, under each Node it's meant for; judged by what needs the network or minutes.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CouldNotGet, run } from "./command.mjs";
import { installInto, pack, tryOut } from "./installed.mjs";
import { compareBuilds } from "./reproducible.mjs";
import { checkSbom } from "./sbom-schema.mjs";

const NODES = [20, 22, 24, 26];

const folder = mkdtempSync(join(tmpdir(), "botform-package-"));
const failed = [];
const missing = [];

/** One line for each step; what can't be got is no failure, and is never passed over in silence. */
async function step(title, task) {
  try {
    report("ok", `${title}: ${await task()}`);
  } catch (error) {
    (error instanceof CouldNotGet ? missing : failed).push(title);
    report(error instanceof CouldNotGet ? "NOT CHECKED" : "FAILED", `${title}: ${error.message}`);
  }
}

function report(verdict, text) {
  process.stdout.write(`${verdict.padEnd(12)}${text}\n`);
}

try {
  run("npm", ["run", "--silent", "build"]);
  const { file, size, unpackedSize, entryCount } = pack(folder);
  report("packed", `${size} bytes, ${unpackedSize} unpacked, in ${entryCount} files`);
  const place = join(folder, "empty");
  mkdirSync(place);
  installInto(place, file);

  for (const version of NODES)
    await step(`Node ${version}`, () => tryOut(place, version, join(folder, `node-${version}`)));
  await step("publint", () =>
    run("npx", ["publint", "run", "--strict", "--pack", "false", join(place, "node_modules/botform")])
      .split("\n")
      .at(-1),
  );
  await step(
    "attw",
    () => run("npx", ["attw", file, "--profile", "esm-only", "--no-definitely-typed"]) && "no problems",
  );
  await step("two builds, the same bytes", () => compareBuilds(folder));
  await step("SBOM against CycloneDX's own schema", () => checkSbom("dist/sbom.cdx.json", join(folder, "schemas")));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (missing.length > 0)
  process.stdout.write(`\nNOT CHECKED, for want of what couldn't be got: ${missing.join(", ")}\n`);
process.exitCode = failed.length > 0 ? 1 : missing.length > 0 ? 2 : 0;
