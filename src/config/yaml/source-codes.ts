// The diagnostic codes of the configuration's files and of their YAML, each with its severity, title and the help `explain` prints.

import { type CodeRow, errorRow as error, warningRow as warning } from "../../model/text/diagnostic.js";

export const SOURCE_CODES = {
  // Files (source.ts)
  "config/no-such-path": error(
    "The path doesn't exist",
    "The file or folder you gave isn't there. Paths are relative to the folder in which you start botform.",
  ),
  "config/unreadable": error(
    "A file or folder can't be read",
    "The system refused to open or read it: missing permissions, a device or pipe instead of a file, or a failing disk.",
  ),
  "config/empty-folder": error(
    "The folder contains no configuration",
    "botform searches a folder and its subfolders for *.yaml and *.yml. It skips hidden files, hidden folders and node_modules.",
  ),
  "config/outside-root": error(
    "A link leads out of the configuration's folder",
    "botform reads only files below the folder you give. It refuses a link that leads elsewhere, because anyone who can add a file could then read any file on the machine that runs botform.",
  ),
  "config/too-large": error(
    "The configuration is larger than botform reads",
    "A file may have 1 MiB, a folder 1 000 files in 32 levels. Spread a larger fleet over several files in one folder.",
  ),
  "config/not-utf8": error(
    "A file isn't UTF-8 text",
    "botform reads YAML files as UTF-8 and doesn't guess encodings: save the file as UTF-8.",
  ),
  "config/revision": error(
    "A commit can't be used as a configuration",
    "With `--git`, botform reads the YAML and JSON files of the configuration's folder from the commit, and nothing else. It refuses what might hold bots that it can't read (links, submodules), names that lead out of the folder, and more files than it reads.",
  ),
  "config/state-elsewhere": error(
    "The key state stands in a file that isn't asked for it",
    "What botform remembers is needed before the files are read as a whole, so `state` is looked for in one place: botform.yaml of the folder, or the file that --config names.",
  ),
  "config/empty-file": warning(
    "A file contains no configuration",
    "The file is empty or has only comments. That is allowed, but often a sign of a lost file.",
  ),
  // YAML (document.ts)
  "config/cut-title": warning(
    "A title ends before a #",
    "YAML takes # after a space for the beginning of a comment. A comment begins with a space after the #; without one, the # was most likely meant to be part of the title: then it needs quotes.",
  ),
  "config/yaml-syntax": error(
    "The text isn't valid YAML",
    "botform reads the file as strict YAML 1.2. It refuses anything invalid and never guesses.",
  ),
  "config/yaml-indent": error(
    "The indentation is wrong",
    "Keys of one map start in the same column, and their contents are indented further. Indent with spaces, not tabs.",
  ),
  "config/yaml-directive": error(
    "A YAML directive is refused",
    "Only `%YAML 1.2` is accepted. YAML 1.1 reads some values differently (yes, on, 1_000, 010), which is dangerous when numbers are money.",
  ),
  "config/yaml-tag": error(
    "A YAML tag is refused",
    "Tags such as !!js/function or !secret ask the parser to do more than read. Only the core tags (!!str, !!int, !!float, !!bool, !!null, !!map, !!seq) are accepted.",
  ),
  "config/yaml-alias": error(
    "An anchor or alias can't be used like this",
    "An alias (*name) repeats a value that was marked with an anchor (&name). It must come after its anchor, can't be a key, and can't be inside the value it repeats.",
  ),
  "config/yaml-key": error("A key isn't plain text", "Keys are plain names on one line; lists and maps can't be keys."),
  "config/merge-key": error(
    "Merge keys (<<) are not supported",
    "<< isn't part of YAML 1.2. Put settings that all bots share into `defaults`. Put those that some share into a template under the top-level `templates`, and name it with `extends`.",
  ),
  "config/forbidden-key": error(
    "The key is refused",
    "__proto__, constructor and prototype have a special meaning in JavaScript and are refused everywhere.",
  ),
  "config/duplicate-key": error(
    "A key appears twice in one map",
    "YAML forbids it. Keeping either value silently would hide the other.",
  ),
  "config/multiple-documents": error(
    "A file contains more than one YAML document",
    "botform reads one document per file. Put the second one into its own file, and give botform the folder.",
  ),
  "config/control-character": error(
    "A file contains a control character",
    "Control characters (NUL, escape, a carriage return without line feed …) don't belong in a configuration: they can hide text from readers.",
  ),
  "config/too-complex": error(
    "The configuration is nested too deeply, repeats too much, or grows too large",
    "Limits: 32 levels of nesting, 2 000 keys in a map, 10 000 anchors and aliases in a file, 10 000 values added by aliases, 10 000 characters in a text with variables, 2 000 templates for a bot, 20 000 bots in a configuration. Beyond these, small files could exhaust a machine's memory.",
  ),
  "config/inexact-number": error(
    "A number can't be kept exactly",
    "botform reads numbers as decimals and never rounds them. This one has more digits, or a larger or smaller exponent, than it can keep exactly. If volumeScale makes such a number, set volumeStep to round it down.",
  ),
  "config/number-form": error(
    "A number isn't written as a plain decimal",
    "Write plain decimals such as 12 or 0.5. Hexadecimal, octal, infinity and NaN are refused.",
  ),
} as const satisfies Readonly<Record<string, CodeRow>>;
