// The table of every diagnostic code of the configuration: its severity, its title, and the help `explain` prints.
import { type CodeRow, errorRow as error, warningRow as warning } from "../../model/text/diagnostic.js";
import { WEBHOOK_CONFIG_CODES } from "../webhooks/webhook-codes.js";
import { SOURCE_CODES } from "../yaml/source-codes.js";

/** Codes are stable: a row may get better words, but never another meaning. */
export const CONFIG_CODES = {
  ...SOURCE_CODES,
  // Shape (schema.ts, issues.ts)
  "config/unknown-key": error(
    "Unknown key",
    "Unknown keys are errors: if a misspelled key were skipped silently, the bot would be set differently from what its author believes.",
  ),
  "config/wrong-type": error(
    "A value has the wrong type",
    "Each key takes one kind of value: text, number, true or false, list or map.",
  ),
  "config/quoted-number": error(
    "A number is in quotes",
    "In YAML, quotes turn a number into text. Write numbers without quotes.",
  ),
  "config/unquoted-text": error(
    "Text is read as another type",
    "Without quotes, YAML reads 123, true and null as a number, a boolean and nothing. If you mean text, put quotes around it.",
  ),
  "config/unknown-word": error(
    "A word isn't allowed here",
    "The key takes one word from a fixed list, written exactly as listed.",
  ),
  "config/out-of-range": error(
    "A number is out of range",
    "The service documents bounds for most settings. It would refuse a value outside them or, worse, change it silently.",
  ),
  "config/not-whole": error("A number must be whole", "The setting is a count; it takes no fractions."),
  "config/bad-text": error(
    "A text isn't allowed as written",
    "A text must have 1 to 255 characters, no control characters, and no space at either end: titles are compared exactly.",
  ),
  "config/bad-pair": error(
    "A pair isn't written as <QUOTE>-<BASE>",
    "The service names pairs quote first, in capitals: USDT-BTC.",
  ),
  "config/bad-name": error(
    "A name has characters that aren't allowed",
    "Account names and bot keys start with a letter or digit; letters, digits, dots, underscores and hyphens follow. Together they form a bot's address: account/bot-key.",
  ),
  "config/repeated-item": error("A list names something twice", "Each item may appear in the list only once."),
  "config/missing-key": error("A key is missing", "The configuration doesn't work without it."),
  "config/literal-secret": error(
    "A secret is written into the configuration",
    "Keys and secrets come only from the environment, as ${env.BOTFORM_…}. If this file was ever shared or committed, revoke the secret. botform never shows the value.",
  ),
  "config/bad-reference": error(
    "A ${…} is written wrongly, or isn't allowed there",
    "Settings and bot keys refer to variables by ${name}, ${name.key}, or ${pair.base} and ${pair.quote} of a pair such as USDT-BTC; write a literal ${ as $${. Only accounts can use the environment, by ${env.NAME}; names begin with BOTFORM_ and use capitals, digits and underscores. A secret's reference is the whole value of its key.",
  ),
  "config/bad-url": error(
    "An address can't be used",
    "Write https://host without path, user, query or fragment; http works only for this machine (localhost, 127.x, [::1]). Or take the address from the environment with ${env.BOTFORM_…}.",
  ),
  "config/bad-version": error("The configuration's version is unknown", "This botform reads `version: 1`."),
  // Merging (merge.ts, account.ts)
  "config/declared-twice": error(
    "Two files declare the same thing",
    "botform merges the files of a folder by key. Declare each account, bot and default in one place.",
  ),
  "config/version-missing": error(
    "No file has the configuration's version",
    "At least one file must have `version: 1`, so that a later botform knows how to read the files.",
  ),
  "config/no-accounts": error(
    "No account is declared",
    "Without an account there is nothing to plan for: declare one under `accounts`.",
  ),
  "config/no-bots": warning(
    "No bot is declared",
    "Every live bot in scope counts as undeclared. That is fine at the start, but later often a sign of a lost file.",
  ),
  // Composition (variables.ts, templates.ts, expand.ts, names.ts, scale.ts)
  "config/undefined-variable": error(
    "A variable isn't declared",
    "botform looks for ${name} in the bot's forEach variables, then in `vars`, --var and --var-file. It never assumes a value.",
  ),
  "config/bad-variable": error(
    "A variable contains what a setting can't take",
    "A variable is text, a number, true, false or null, a map of these, or a list of these and of such maps; lists are for forEach and for settings that take lists. No variable can be called env.",
  ),
  "config/circular-reference": error(
    "Variables or templates form a circle",
    "A variable may use others, and a template may extend others, as long as none leads back to itself. The message shows the circle; remove one step of it.",
  ),
  "config/unknown-template": error(
    "A template isn't declared",
    "`extends` names templates under the top-level `templates`, in any file of the folder.",
  ),
  "config/expanded-twice": error(
    "Two bots get the same key",
    "forEach makes one bot for each combination of its lists, and every bot needs its own key: put each variable into the key, as in dip-${pair}-${side}. Two blocks can also make the same key.",
  ),
  "config/unknown-exception": error(
    "An exception names a bot that isn't there",
    "`exceptions` goes beside forEach and names bots by their final keys, such as dip-USDT-ETH.",
  ),
  "config/bot-nowhere": warning(
    "A block makes no bot",
    "Its forEach has an empty list, or only and except exclude it from every account. If its bot is live, that bot becomes undeclared.",
  ),
  "config/unknown-account": error(
    "An account isn't declared",
    "`only` and `except` name accounts under the top-level `accounts`, in any file of the folder. With an unknown account, the bot would be left out silently.",
  ),
  "config/contradiction": error(
    "A layer contradicts itself",
    "A field can't be both set and `unmanaged` in one layer: botform can't know which you mean. And `exceptions` need a forEach beside them, because they single out bots that it makes.",
  ),
  "config/volume-too-small": error(
    "A volume is below the account's minimum",
    "volumeScale multiplies the account's volumes, volumeStep rounds them down, and volumeMin is the smallest volume that the service or exchange accepts. botform never rounds a volume up: that would risk more than you asked for. It refuses a product that rounds to 0, because the service reads 0 as not set.",
  ),
  // Meaning (rules.ts, identity.ts)
  "config/title-missing": error("A bot has no title", "The title is how a bot is found on the service."),
  "config/access-missing": error(
    "A bot names no access",
    "If an account has more than one access, every bot (or `defaults`) must name the alias of its access.",
  ),
  "config/unknown-access": error(
    "A bot names an access that its account doesn't have",
    "`access` is an alias of the account's `accesses` map.",
  ),
  "config/title-twice": error(
    "Two bots have the same title",
    "Within an access, the title is a bot's identity, so two bots with the same title would be one bot on the service.",
  ),
  "config/title-outside-prefix": error(
    "A title is outside the account's scope",
    "With `titlePrefix`, botform touches only bots whose title begins with it. It could never find a bot with another title again.",
  ),
  "config/bot-id-twice": error(
    "Two bots are pinned to one live bot",
    "`botId` names one live bot; two bots can't share it.",
  ),
  "config/previous-title-useless": warning(
    "A previous title is the bot's own title",
    "`previousTitles` lists titles that the bot had before, not its current one.",
  ),
  "config/previous-title-taken": error(
    "A previous title belongs to another bot too",
    "Another bot of the same access has this title, or had it before, so a live bot with it could be either. Rename in two applies, or pin the bots with `botId`.",
  ),
  "config/incomplete-bot": warning(
    "A bot's declared settings aren't enough to create it",
    "Absent fields are not managed, which is fine for a bot that exists. To create one, the service needs all its required fields.",
  ),
  "config/price-level-missing": error(
    "A price limit is on but has no price",
    "priceLevel UPPER needs priceLevelUp, LOWER needs priceLevelDown, BOTH needs both. Where the price is only not declared, this is a warning: it may be set on the service. If it isn't, policy/price-levels denies the plan.",
  ),
  "config/price-level-order": error(
    "The lower price limit isn't below the upper one",
    "New deals open between priceLevelDown and priceLevelUp; this way round, none ever would.",
  ),
  "config/no-effect": warning(
    "A setting has no effect",
    "Another setting of the bot switches off the feature that this one adjusts.",
  ),
  "config/tiny-step": warning(
    "Safety orders are very close together",
    "percentSafetyOrder is in percent: 1.5 is 1.5 %, and 0.015 is 0.015 %. A step below 0.05 % costs more in fees than it can bring.",
  ),
  "config/title-quotes": warning(
    "Curly quotes belong to a title",
    "YAML knows straight quotes only, so “BTC dip” in curly ones is a title with quotes in it: another bot than BTC dip. Word processors and chats put them in place of straight ones.",
  ),
  "config/large-scale": warning(
    "An account's volumes are many times as large as written",
    "volumeScale is a factor, not a percentage: 0.25 makes a quarter of each volume, 25 makes it 25 times as large.",
  ),
  "config/incomplete-indicator": warning(
    "An indicator isn't fully declared",
    "A group other than NOTHING works with indicatorName and indicatorInterval. Any of them that you don't declare stays as it is on the service.",
  ),
  "config/safety-volume-missing": warning(
    "Safety orders have no volume",
    "With countOrderMax a bot places safety orders; their volume comes from volumeSafetyOrder or from martingaleScale.",
  ),
  ...WEBHOOK_CONFIG_CODES,
  // Holds (holds.ts)
  "config/hold-time": error(
    "A hold's until doesn't exist",
    "Write the last day as YYYY-MM-DD, or a moment as YYYY-MM-DDTHH:MMZ. A moment needs its offset: without one it would mean another moment on each machine.",
  ),
  "config/hold-idle": error(
    "A hold holds no bot",
    "No declared bot has a key or address that fits the pattern, so it has no effect. Correct the key, or remove the pattern. It is an error where a bot has nearly this key, since that bot would trade, and a warning elsewhere.",
  ),
  // Limits (account-limits.ts)
  "config/limits-time": error(
    "The until of an account's limits doesn't exist",
    "Write the last day as YYYY-MM-DD, or a moment as YYYY-MM-DDTHH:MMZ. A moment needs its offset: without one it would mean another moment on each machine.",
  ),
  "config/limits-unexplained": error(
    "Limits allow more without saying why, or until when",
    "botform refuses an apply that changes more than 30 % of an account's live bots or turns on more than 30. Limits that allow more need a reason and until, so that they aren't forgotten. Lower ones need neither.",
  ),
  // Roll-outs (rollout.ts)
  "config/rollout-waves": error(
    "The waves of a roll-out can't be meant",
    "Every bot is in the first wave that takes it, so each wave needs a name of its own and something to take: accounts, bots, or a share of what is left. The last one takes the rest: a bot that is added later would be in no wave otherwise, and no roll-out would ever reach it.",
  ),
  "config/rollout-idle": error(
    "A wave of a roll-out names what isn't there",
    "An account or a bot that a wave names doesn't exist. Where it is close to one that does, botform refuses it: what was meant would come with another wave, later and together with many others. Where it isn't, botform warns.",
  ),
  "config/rollout-unwatched": warning(
    "The loss of a roll-out is looked at only once a wave",
    "No wave has a bake, and no endedDeals is waited for. So `loss` is looked at right after the apply of each wave, when hardly anything can be lost yet, and the next wave begins. Give waves a bake, or ask for endedDeals.",
  ),
  // Variants (variant-checks.ts)
  "config/variant-incomplete": error(
    "An experiment has nothing to compare",
    "An experiment takes two variants or more, each with bots or accounts that take part, and one of them with settings. One without settings is the control: its bots stay as they are declared.",
  ),
  "config/variant-idle": error(
    "A variant names what isn't there",
    "No account or bot fits a name or pattern of a variant, so whoever was meant would stay out of the experiment, and its result would be about others.",
  ),
  "config/variant-conflict": error(
    "A bot can't have what its variant sets",
    "A bot is in one variant of an experiment at most, and gets each setting from one experiment at most. The overrides of an account and the bot's ignore win over variants: a setting that they decide would be the same in all variants, and the result would compare nothing.",
  ),
  "config/variant-equal": warning(
    "A variant sets what its bots have anyway",
    "The settings of the variant come to what each of its bots would have without it, and another variant of the experiment leaves its bots as they are, too. What `botform results --by variant` then compares is chance alone.",
  ),
  // Breakers (breakers.ts)
  "config/breaker-parameter": error(
    "A breaker has the wrong parameters for its rule",
    "loss needs hours, limit and quote; margin-used and liquidation-distance need limit; naked-deals needs minutes; failed-steps needs hours and limit. A parameter that the rule doesn't have would have no effect, and an account that isn't there would have no breaker, so botform refuses both.",
  ),
  // Policies (policy.ts, policy-files.ts)
  "config/policy-parameter": error(
    "A policy has the wrong parameters for its rule",
    "Each rule has its own parameters; botform explain policy/… and docs/reference/policies.md list them. A parameter that the rule doesn't have would have no effect, so botform refuses it.",
  ),
  "config/policy-time": error(
    "A policy's day or time zone doesn't exist",
    "Write days as YYYY-MM-DD, and time zones by their IANA names, such as Europe/Berlin or UTC.",
  ),
  "config/policy-idle": warning(
    "A pattern of a policy fits nothing",
    "No account, access or bot of the configuration fits the pattern of its scope or waiver, so that part has no effect. Correct it, or remove it. Policies of `policyFiles` aren't checked for this, since other fleets use them, too.",
  ),
  "config/policy-expression": error(
    "A policy's expression can't be used",
    "It isn't valid Common Expression Language, doesn't give true or false, or exceeds a limit. docs/reference/policies.md shows what it may contain.",
  ),
  "config/policy-file": error(
    "A shared policies file can't be used",
    "policyFiles names files and folders, relative to the file that names them and inside the folder in which you start botform (or the configuration's folder). They contain version and policies, and nothing else. botform reads a folder called policies beside a configuration file without being told.",
  ),
  // Scenarios (scenarios.ts, cast.ts)
  "config/scenario": error(
    "A scenario file can't be used as written",
    "A scenario says how prices go (a path, a walk or a file of candles) and what is expected: lines such as liquidations == 0, margin of btc-* <= 25 %, or a list of deals. Figures are opened, deals, running, takeProfits, stopLosses, liquidations, safetyOrders, profit, fees, net, open, result, drawdown, margin and longestDeal. docs/how-to/test-on-scenarios.md shows them.",
  ),
  "config/scenario-fleet": error(
    "A scenario doesn't fit the configuration",
    "It names an account, a bot or a pair that isn't there, gives a pair no prices, or gives signals to a bot that doesn't wait for one. Such a scenario would test something else than it says, so botform refuses it.",
  ),
  "config/service-facts": error(
    "A file of facts about a service can't be used",
    "serviceFacts names a JSON file, relative to the file that names it and below its folder, in the form of botform service show --format json: the service's origin, and its answers with their dates. Keys that nobody needs are left alone; an answer that botform couldn't act by is an error.",
  ),
  // Connection (connection.ts)
  "config/bad-key": error(
    "The API key or the secret can't be used",
    "The key is sent in a header, which can carry only visible ASCII characters. Neither begins and ends with a quote: those were copied along. Their values are never shown.",
  ),
  "config/secret-elsewhere": error(
    "A secret is used as something else",
    "A setting that is sent to the service is a variable that holds a secret, or has a secret's value. The host would get the secret. A variable whose name ends in SECRET is taken for an apiSecret, and one that ends in HOOK_TOKEN for a hookToken; neither can be anything else.",
  ),
  "config/host-not-allowed": error(
    "The environment doesn't allow the host",
    "BOTFORM_ALLOWED_HOSTS lists the hosts to which an account may lead, as host, host:port or *.host, with commas between them. It pins them where CI is set, so that no change of the configuration sends a key elsewhere. Nothing was sent.",
  ),
  "config/secret-file": error(
    "A file that a variable names can't be used",
    "Where the configuration names a variable, the variable of the same name with _FILE at its end may say in which file the value stands, alone and in one line. Either of the two is set, never both. What the file holds is never shown.",
  ),
  "config/credential-helper": error(
    "The credential helper can't be used",
    "BOTFORM_CREDENTIAL_HELPER, or the file credential-helper in the machine's settings, names a program that keeps keys. It has to be named by its whole path, lie outside of the repository, and answer within 10 seconds. docs/how-to/keep-keys.md says what it is asked, and how it answers. Its answer is never shown.",
  ),
  "config/env-missing": error(
    "An environment variable isn't set",
    "The configuration reads this variable from the environment, where it is missing or empty. Its value may also stand in a file, or come from a credential helper: docs/how-to/keep-keys.md. Values are never shown.",
  ),
} as const satisfies Readonly<Record<string, CodeRow>>;

export type ConfigCode = keyof typeof CONFIG_CODES;
