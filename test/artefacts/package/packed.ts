// The tarball of the built package, made once a process, and an empty folder with nothing but it.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installInto, type Packed, pack } from "../../../tools/installed.mjs";

export interface Installed extends Packed {
  /** The empty folder, and the package's own within it. */
  readonly place: string;
  readonly home: string;
  /** Every file of the tarball, from `home`, with slashes. */
  readonly paths: readonly string[];
}

let made: Installed | undefined;

export function installed(): Installed {
  made ??= install();
  return made;
}

function install(): Installed {
  const folder = mkdtempSync(join(tmpdir(), "botform-tarball-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const packed = pack(folder);
  const place = join(folder, "empty");
  mkdirSync(place);
  installInto(place, packed.file);
  const home = join(place, "node_modules/botform");
  const entries = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name).slice(home.length + 1)).sort();
  return { ...packed, place, home, paths };
}
