// The table of every diagnostic code of the configuration: its severity, its title, and the help `explain` prints.
import { type CodeRow, errorRow as error, warningRow as warning } from "../../model/text/diagnostic.js";
import { WEBHOOK_CONFIG_CODES } from "../webhooks/webhook-codes.js";

/** Codes are stable: a row may get better words, but never another meaning. */
export const CONFIG_CODES = {
  // Files (source.ts)
  "config/no-such-path": error(
    "The path doesn't exist",
    "botform was given a file or folder that isn't there. Paths are taken from the folder in which botform is started.",
  ),
  "config/unreadable": error(
    "A file or folder can't be read",
    "The system refused to open or read it: permissions, a device or pipe in the place of a file, or a failing disk.",
  ),
  "config/empty-folder": error(
    "The folder holds no configuration",
    "A folder is searched recursively for *.yaml and *.yml. Hidden files, hidden folders and node_modules are skipped.",
  ),
  "config/outside-root": error(
    "A link leads out of the configuration's folder",
    "Only files below the folder given are read. A link that leads elsewhere is refused, because it would let whoever can add a file read any file of the machine that runs botform.",
  ),
  "config/too-large": error(
    "There is more configuration than botform reads",
    "A file may hold 1 MiB, a folder 1 000 files, 32 levels deep. A larger fleet is spread over several files of one folder.",
  ),
  "config/not-utf8": error(
    "A file isn't UTF-8 text",
    "YAML files are read as UTF-8 and nothing is guessed: save the file as UTF-8.",
  ),
  "config/empty-file": warning(
    "A file holds no configuration",
    "The file is empty or holds only comments. That is allowed, but often the sign of a lost file.",
  ),
  // YAML (document.ts)
  "config/yaml-syntax": error(
    "The text isn't valid YAML",
    "The file is read as strict YAML 1.2. Anything that isn't plainly valid is refused, never guessed at.",
  ),
  "config/yaml-indent": error(
    "The indentation doesn't fit",
    "Keys of one map begin in one column, their contents are indented more, and indentation is made of spaces, not tabs.",
  ),
  "config/yaml-directive": error(
    "A YAML directive is refused",
    "Only `%YAML 1.2` is accepted. YAML 1.1 reads values differently (yes, on, 1_000, 010), which is dangerous where numbers are money.",
  ),
  "config/yaml-tag": error(
    "A YAML tag is refused",
    "Tags such as !!js/function or !secret ask the reader to do more than read. Only the core tags (!!str, !!int, !!float, !!bool, !!null, !!map, !!seq) are accepted.",
  ),
  "config/yaml-alias": error(
    "An anchor or alias can't be used like this",
    "An alias (*name) stands for a value marked before with an anchor (&name). It must come after its anchor, can't be a key, and can't lie inside the value it stands for.",
  ),
  "config/yaml-key": error("A key isn't plain text", "Keys are plain names on one line; lists and maps can't be keys."),
  "config/merge-key": error(
    "Merge keys (<<) are not supported",
    "<< isn't part of YAML 1.2. Settings that all bots share belong into `defaults`; what some share belongs into a template of the top-level `templates` map, which bots name by `extends`.",
  ),
  "config/forbidden-key": error(
    "The key is refused",
    "__proto__, constructor and prototype have a meaning of their own in JavaScript and are refused everywhere.",
  ),
  "config/duplicate-key": error(
    "A key stands twice in one map",
    "YAML forbids it, and keeping either value silently would hide the other one.",
  ),
  "config/multiple-documents": error(
    "A file holds more than one YAML document",
    "Only one document a file is read. Put the second one into a file of its own, and give botform the folder.",
  ),
  "config/control-character": error(
    "A file holds a control character",
    "Control characters (NUL, escape, a carriage return without line feed …) don't belong into configuration; they can hide text from readers.",
  ),
  "config/too-complex": error(
    "The configuration is nested too deeply, repeats too much, or comes to too much",
    "Nesting may be 32 levels deep, one map may hold 2 000 keys, one file 10 000 anchors and aliases, and aliases may add 10 000 values. A text with variables may come to 10 000 characters, a bot may inherit from 2 000 templates, and a configuration may come to 20 000 bots. Beyond that small files exhaust a machine's memory.",
  ),
  "config/inexact-number": error(
    "A number can't be kept exactly",
    "Numbers are read as decimals and never rounded. This one has more digits, or a larger or smaller exponent, than can be kept exactly; or volumeScale makes such a number of a volume, and volumeStep is there to round it down.",
  ),
  "config/number-form": error(
    "A number isn't written as a plain decimal",
    "Write plain decimals such as 12 or 0.5. Hexadecimal, octal, infinite and not-a-number forms are refused.",
  ),
  // Shape (schema.ts, issues.ts)
  "config/unknown-key": error(
    "A key isn't known",
    "Unknown keys are errors, because a misspelled key that is skipped silently leaves a bot set otherwise than its author believes.",
  ),
  "config/wrong-type": error(
    "A value has the wrong type",
    "Each key takes one kind of value: text, number, true or false, list or map.",
  ),
  "config/quoted-number": error(
    "A number stands in quotes",
    "In YAML, quotes make text of a number. Numbers are written without quotes.",
  ),
  "config/unquoted-text": error(
    "Text reads as another type",
    "YAML reads 123, true and null without quotes as a number, a switch and nothing. Where text is meant, put quotes around it.",
  ),
  "config/unknown-word": error(
    "A word isn't one of those allowed",
    "The key takes one word of a fixed list, written exactly so.",
  ),
  "config/out-of-range": error(
    "A number is out of range",
    "The service states bounds for most settings; a value outside them would be refused or, worse, changed silently.",
  ),
  "config/not-whole": error("A whole number is needed", "The setting is a count; it takes no fractions."),
  "config/bad-text": error(
    "A text has a form that can't be kept",
    "Texts are not empty, at most 255 characters long, hold no control characters, and neither begin nor end with a space: titles are compared exactly.",
  ),
  "config/bad-pair": error(
    "A pair isn't written as <QUOTE>-<BASE>",
    "The service names pairs quote first, in capitals: USDT-BTC.",
  ),
  "config/bad-name": error(
    "A name has characters that names can't have",
    "Account names and bot keys begin with a letter or digit, followed by letters, digits, dots, underscores and hyphens: account/bot-key is a bot's address.",
  ),
  "config/repeated-item": error("A list names something twice", "Every item of the list stands once."),
  "config/missing-key": error("A key is missing", "The configuration can't be used without it."),
  "config/literal-secret": error(
    "A secret is written into the configuration",
    "Keys and secrets come only from the environment, by ${env.BOTFORM_…}. If this file was ever shared or committed, the secret is no longer one: revoke it. botform never shows the value.",
  ),
  "config/bad-reference": error(
    "A ${…} isn't written right, or stands where it can't",
    "Settings and bot keys refer to variables by ${name}, ${name.key}, or ${pair.base} and ${pair.quote} of a pair such as USDT-BTC; a literal ${ is written $${. The environment is reachable in accounts alone, by ${env.NAME} with names that begin with BOTFORM_, in capitals, digits and underscores; a secret is the whole value of its key.",
  ),
  "config/bad-url": error(
    "An address can't be used",
    "Addresses are https://host, without path, user, query or fragment; http is accepted for this machine only (localhost, 127.x, [::1]). Or they are taken from the environment by ${env.BOTFORM_…}.",
  ),
  "config/bad-version": error("The configuration's version isn't known", "This botform reads `version: 1`."),
  // Merging (merge.ts, account.ts)
  "config/declared-twice": error(
    "Two files declare the same thing",
    "Files of a folder are merged by key; each account, bot and default is declared in one place.",
  ),
  "config/version-missing": error(
    "No file states the configuration's version",
    "At least one file begins with `version: 1`, so that a later botform can tell how the files are meant.",
  ),
  "config/no-accounts": error(
    "No account is declared",
    "Without an account there is nothing to plan for: declare one under `accounts`.",
  ),
  "config/no-bots": warning(
    "No bot is declared",
    "Every live bot in scope would count as undeclared. That is right for a start, and otherwise often the sign of a lost file.",
  ),
  // Composition (variables.ts, templates.ts, expand.ts, names.ts, scale.ts)
  "config/undefined-variable": error(
    "A variable isn't declared",
    "${name} is looked up among the bot's forEach variables, then among `vars` and what --var and --var-file give. Nothing is assumed for a name that isn't there.",
  ),
  "config/bad-variable": error(
    "A variable holds what can't be put into a setting",
    "A variable is text, a number, true, false or null, a map of these, or a list of these and of such maps; lists are for forEach and for settings that take lists. No variable can be called env.",
  ),
  "config/circular-reference": error(
    "Variables or templates refer to each other in a circle",
    "A variable may be made of others, and a template may extend others, as long as none leads back to itself. The remedy names the way round; one step of it has to go.",
  ),
  "config/unknown-template": error(
    "A template isn't declared",
    "`extends` names templates of the top-level `templates` map, of any file of the folder.",
  ),
  "config/expanded-twice": error(
    "Two bots come out with one key",
    "forEach makes one bot for each combination of its lists, and every bot needs a key of its own: the key has to hold each variable, as in dip-${pair}-${side}. Two blocks can come to one key, too.",
  ),
  "config/unknown-exception": error(
    "An exception is made of a bot that isn't there",
    "`exceptions` stands beside forEach and names bots by the keys that they come out with, such as dip-USDT-ETH.",
  ),
  "config/bot-nowhere": warning(
    "A block comes to no bot",
    "Its forEach has an empty list, or only and except leave it out of every account. A bot that is live already becomes undeclared then.",
  ),
  "config/unknown-account": error(
    "An account isn't declared",
    "`only` and `except` name accounts of the top-level `accounts` map, of any file of the folder. An account that isn't there would leave the bot out without a word.",
  ),
  "config/contradiction": error(
    "A layer says two things at once",
    "A field can't be stated and `unmanaged` in one layer: whichever won, the other would have been meant. And `exceptions` need a forEach beside them, since they single out bots that it makes.",
  ),
  "config/volume-too-small": error(
    "A volume is less than the account takes",
    "volumeScale multiplies the volumes of an account, volumeStep rounds them down, and volumeMin is what the account's service or exchange takes at least. A volume is never rounded up: that would put more at stake than was said. A product that rounds to 0 is refused, since the service reads 0 as not set.",
  ),
  // Meaning (rules.ts, identity.ts)
  "config/title-missing": error("A bot has no title", "The title is how a bot is found on the service."),
  "config/access-missing": error(
    "It isn't said which access a bot uses",
    "Where an account has more than one access, every bot (or `defaults`) names the alias of its own.",
  ),
  "config/unknown-access": error(
    "A bot names an access that its account lacks",
    "`access` is an alias of the account's `accesses` map.",
  ),
  "config/title-twice": error(
    "Two bots have one title",
    "Within an access the title is a bot's identity, so two bots with one title would be one bot on the service.",
  ),
  "config/title-outside-prefix": error(
    "A title is out of the account's scope",
    "With `titlePrefix`, botform touches only bots whose title begins with it; a bot declared outside could never be found again.",
  ),
  "config/bot-id-twice": error(
    "Two bots are pinned to one live bot",
    "`botId` names one live bot; two bots can't share it.",
  ),
  "config/previous-title-useless": warning(
    "A previous title is the bot's own title",
    "`previousTitles` lists titles the bot had before. Its present one needs no mention.",
  ),
  "config/previous-title-taken": error(
    "A previous title belongs to another bot too",
    "It is the present title, or a previous title, of another bot of the same access, so a live bot with that title could be either. Rename in two applies, or pin the bots with `botId`.",
  ),
  "config/incomplete-bot": warning(
    "A bot can't be created from what is declared",
    "Fields that are absent are not managed, which is fine for a bot that exists. To create one, the service asks for all its required fields.",
  ),
  "config/price-level-missing": error(
    "A price limit is switched on and has no price",
    "priceLevel UPPER needs priceLevelUp, LOWER needs priceLevelDown, BOTH needs both.",
  ),
  "config/price-level-order": error(
    "The lower price limit isn't below the upper one",
    "New deals open between priceLevelDown and priceLevelUp; with this order none ever would.",
  ),
  "config/no-effect": warning(
    "A setting has no effect",
    "Another setting of the bot switches off what this one adjusts.",
  ),
  "config/incomplete-indicator": warning(
    "An indicator isn't fully declared",
    "A group other than NOTHING works with indicatorName and indicatorInterval; what is not declared stays as it is on the service.",
  ),
  "config/safety-volume-missing": warning(
    "Safety orders have no volume",
    "With countOrderMax a bot places safety orders; their volume comes from volumeSafetyOrder or from martingaleScale.",
  ),
  ...WEBHOOK_CONFIG_CODES,
  // Policies (policy.ts, policy-files.ts)
  "config/policy-parameter": error(
    "A policy doesn't say what its rule needs",
    "Each rule has parameters of its own; botform explain policy/… and docs/reference/policies.md name them. A parameter that the rule doesn't have would be without effect, so it is refused.",
  ),
  "config/policy-time": error(
    "A policy's day or time zone doesn't exist",
    "Days are YYYY-MM-DD, and time zones have the names of the IANA data base, such as Europe/Berlin or UTC.",
  ),
  "config/policy-expression": error(
    "A policy's expression can't be used",
    "It isn't written in the Common Expression Language, gives something else than true or false, or goes beyond a limit. docs/reference/policies.md shows what it may hold.",
  ),
  "config/policy-file": error(
    "A file of shared policies can't be used",
    "policyFiles names files and folders, relative to the file that names them and inside of the folder botform is started in (or the configuration's). They hold policies, and nothing else. The folder policies beside a configuration file is read without being named.",
  ),
  // Connection (connection.ts)
  "config/bad-key": error(
    "The API key can't be sent",
    "The key travels in a header, which takes visible ASCII characters only. Its value is never shown.",
  ),
  "config/env-missing": error(
    "An environment variable isn't set",
    "The configuration takes a value from the environment, and the variable is missing or empty. Its value is never shown.",
  ),
} as const satisfies Readonly<Record<string, CodeRow>>;

export type ConfigCode = keyof typeof CONFIG_CODES;
