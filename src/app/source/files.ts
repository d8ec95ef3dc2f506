// Files of this machine as the place that a configuration comes from: read again at each look.
import { statSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { digestOfFiles } from "../../model/revision.js";
import { configurationPath } from "../files/configuration.js";
import { chosenAt, filesOf } from "./copied.js";
import { idOf, type Place, type PlaceOptions, Refusal } from "./place.js";

/** @param isKept whether what was accepted counts after a restart */
export function filesPlace(options: PlaceOptions, isKept: boolean): Place {
  const path = configurationPath(options.config) ?? ".";
  const from = `files ${hostname()}:${resolve(path)}`;
  return {
    ...{ from, everyMs: 0, isKept, keeps: isKept, isReported: false },
    async look() {
      return {
        kind: "candidate",
        candidate: { id: "", about: {}, accept: async (_host, wanted) => acceptFiles(from, path, wanted) },
      };
    },
  };
}

function acceptFiles(from: string, path: string, options: PlaceOptions) {
  try {
    const chosen = chosenAt(options, { id: "", about: {} });
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    const files = filesOf(chosen.config, isFolder ? path : dirname(path));
    const revision = {
      ...{ from, by: hostname(), at: 0, digest: digestOfFiles(files), files },
      ...(!isFolder && { entry: basename(path) }),
    };
    return { chosen, where: {}, revision };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Errors have no commit to know them by.
    const { message, diagnostics } = error;
    const seen = diagnostics.map(({ code, summary, position }) => [code, summary, position?.file, position?.line]);
    throw new Refusal(message, diagnostics, { id: idOf(message, seen), about: {} });
  }
}
