// Which files a configuration may name beside its own: those below the folder botform is started in, or below its own (threat 3).
import { realpathSync, statSync } from "node:fs";
import { dirname, sep } from "node:path";

/** Whether the file or folder is there, and within bounds. */
export function placeOfNamed(path: string, configuration: string): "within" | "outside" | "missing" {
  const real = realOf(path);
  if (real === undefined) return "missing";
  // Fleets of one repository share files: the root is the folder botform is started in, or the configuration's own.
  const home = isFolder(configuration) ? configuration : dirname(configuration);
  const roots = [".", home].flatMap((root) => realOf(root) ?? []);
  const isWithin = roots.some((root) => real === root || real.startsWith(root.endsWith(sep) ? root : root + sep));
  return isWithin ? "within" : "outside";
}

export const isFolder = (path: string): boolean => attempt(() => statSync(path).isDirectory()) === true;
export const realOf = (path: string): string | undefined => attempt(() => realpathSync(path));

/** undefined where the system refuses. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
