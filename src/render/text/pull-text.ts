// Texts of a pull beside the files it writes: patches, notes, what was left out, and what still differs.
import { createTwoFilesPatch } from "diff";
import { clean, cleanLines } from "../sanitize.js";
import type { Paint } from "./paint.js";

export interface PulledFacts {
  readonly notes: readonly string[];
  /** Bots, or fields of them, that aren't in the files. */
  readonly left: readonly {
    readonly botId: number;
    readonly title: string | null | undefined;
    readonly field?: string;
    readonly reason: string;
  }[];
  readonly differing: readonly string[];
}

/** A file as it is, and as it is to be. */
export interface ChangedFile {
  readonly file: string;
  readonly text: string;
  readonly before?: string | undefined;
}

export function patchesText(files: readonly ChangedFile[]): string {
  const patches = files.map(({ file, text, before = "" }) =>
    createTwoFilesPatch(file, file, before, text, undefined, undefined, { context: 3 }),
  );
  return cleanLines(patches.join(""));
}

/** @param word what leaving out is called */
export function pulledText({ notes, left, differing }: PulledFacts, word: string, colour: Paint): string {
  const lines = [
    ...notes.map((note) => `${colour.change("note:")} ${clean(note)}`),
    ...left.map(({ botId, title, field, reason }) => {
      const what = field === undefined ? "" : `, ${field}`;
      return `${colour.change(`${word}:`)} ${botId} "${clean(title ?? "")}"${what}: ${clean(reason)}`;
    }),
    ...differing.map((one) => `${colour.bad("still differs:")} ${clean(one)}; botform plan shows in what`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}
