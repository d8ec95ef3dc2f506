// Holds in the text of configuration files: one is added, or patterns are taken out. Comments and everything else stay.
import { readAny } from "../config/yaml/document.js";
import type { Source } from "../config/yaml/source.js";
import { isRecord } from "../model/record.js";
import { type Edit, editYaml } from "./edit.js";

interface HoldItem {
  readonly bots: readonly string[];
  readonly reason: string;
  readonly until?: string | undefined;
}

/** The file that changes with its new text; or why it can't be changed. */
type Changed = { readonly file: string; readonly text: string; readonly before: string };
export type HoldEdit = { readonly changed: readonly Changed[] } | { readonly problem: string };

/** Adds the hold to the file that has holds, else to the one that has the version; a hold on the same bots is replaced. */
export function withHold(sources: readonly Source[], { bots, reason, until }: HoldItem): HoldEdit {
  const lists = sources.map((source) => ({ source, items: itemsOf(source) }));
  const isSame = (item: unknown) => JSON.stringify(botsOf(item).toSorted()) === JSON.stringify([...bots].sort());
  const chosen =
    lists.find(({ items }) => items?.some(isSame)) ??
    lists.find(({ items }) => items !== undefined) ??
    lists.find(({ source }) => hasKey(source, "version")) ??
    lists[0];
  if (chosen === undefined) return { problem: "there is no file to write it to" };
  const { source, items } = chosen;
  const value = { bots: [...bots], reason, ...(until !== undefined && { until }) };
  if (items === undefined) return edited(source, [{ path: ["holds"], value: [value] }]);
  const at = items.findIndex(isSame);
  return edited(source, [{ path: ["holds", at < 0 ? items.length : at], value }]);
}

/** Takes the patterns out; a hold without any goes, and the list with its last hold. */
export function withoutHolds(sources: readonly Source[], patterns: readonly string[]): HoldEdit {
  const results = sources.map((source): HoldEdit => {
    const items = itemsOf(source) ?? [];
    const rest = items.map((item) => botsOf(item).filter((pattern) => !patterns.includes(pattern)));
    if (rest.every((bots, index) => bots.length === botsOf(items[index]).length)) return { changed: [] };
    if (rest.every((bots) => bots.length === 0)) return edited(source, [{ path: ["holds"], value: undefined }]);
    const edits = rest.flatMap((bots, index): Edit[] => {
      if (bots.length === botsOf(items[index]).length) return [];
      return [
        bots.length === 0
          ? { path: ["holds", index], value: undefined }
          : { path: ["holds", index, "bots"], value: bots },
      ];
    });
    // From the last to the first: removing an item moves those behind it.
    return edited(source, edits.reverse());
  });
  const [problem] = results.flatMap((one) => ("problem" in one ? [one.problem] : []));
  return problem === undefined
    ? { changed: results.flatMap((one) => ("changed" in one ? one.changed : [])) }
    : { problem };
}

function edited({ file, text }: Source, edits: readonly Edit[]): HoldEdit {
  const result = editYaml(text, edits);
  return "problem" in result
    ? { problem: `${file} can't be changed: ${result.problem}` }
    : { changed: result.text === text ? [] : [{ file, text: result.text, before: text }] };
}

/** What stands under `holds:`; undefined where there is no list. */
function itemsOf({ text }: Source): readonly unknown[] | undefined {
  const { value } = readAny(text);
  return isRecord(value) && Array.isArray(value["holds"]) ? value["holds"] : undefined;
}

function hasKey({ text }: Source, key: string): boolean {
  const { value } = readAny(text);
  return isRecord(value) && Object.hasOwn(value, key);
}

function botsOf(item: unknown): readonly string[] {
  if (!isRecord(item) || !Array.isArray(item["bots"])) return [];
  return item["bots"].filter((one): one is string => typeof one === "string");
}
