// Every key of a configuration that isn't a field of a bot: its place and its meaning, a paragraph each.

type KeyPlace = "file" | "account" | "bot";

interface KeyRow {
  readonly place: KeyPlace;
  readonly meaning: string;
}

const MEANINGS: Readonly<Record<KeyPlace, Readonly<Record<string, string>>>> = {
  file: {
    version:
      "The version of the configuration language; this botform reads 1. At least one file of a folder must have it, so that a later botform knows how to read the files.",
    accounts:
      "The accounts by name. A name is the first half of its bots' addresses (account/bot-key), and the value for --account.",
    vars: "Variables by name: scalars, lists of scalars, or lists of maps of scalars. Settings and bot keys use them as ${name}. --var-file and --var win over them, later ones over earlier ones.",
    requestsPerSecond:
      "How many requests botform may send per second to one address, from all accounts there together, per botform process. If several files state it, the least counts. Each account may state its own, too. Default: no limit.",
    state:
      'Where what botform remembers is kept if several machines share it: { postgres: "${env.BOTFORM_STATE_URL}" }, the address of a PostgreSQL database that botform state init has set up. It stands in botform.yaml, or in the file that --config names. Default: the folder .botform.',
    defaults:
      "Settings for every bot, unless its templates or the bot itself set them. Any setting is allowed except title, botId and previousTitles.",
    templates:
      "Named settings that bots and other templates inherit with extends. A template is not a bot: botform creates nothing from it.",
    bots: "The bots by key. A key is a bot's stable name inside the configuration; its name on the service is its title. Every bot exists on every account, unless only or except says otherwise.",
    protectedTitles:
      "Titles of live bots that are never turned off for being undeclared. So you can delete a protected bot's block without harm.",
    holds:
      "Bots that stay off and untouched, each entry with bots (keys or addresses, in which * stands for any text), a reason and an optional until: a day (the last one, in UTC), or a moment such as 2026-12-01T08:00Z. A held bot that is on is turned off; nothing else is done to it. A hold past its until warns, becomes an error after 7 days, and stays in force until it is removed. botform hold add and hold remove write it.",
    policies:
      "Policies by name: rules that every plan must pass before it is applied, with limits, a scope and waivers. botform explain policy/max-leverage shows a rule, docs/reference/policies.md all of them.",
    breakers:
      "Circuit breakers by name: rules on the live account (loss, margin-used, liquidation-distance, naked-deals, failed-steps), each with its limit. At the limit, botform breaker check --act turns the account's bots off and holds them; they do nothing else. A person arms a breaker again: botform breaker arm. Plans show them, and warn from 80 % of a limit on. docs/reference/breakers.md.",
    rollout:
      "Waves, and what must hold between them: botform rollout start applies a change to the bots of the first wave, watches it for its bake time, and goes on to the next while the gates hold. Each wave has a name and accounts, bots (both with *), or a share; every bot is in the first wave that takes it, and the last wave takes the rest. gates: drift, loss, marginUsed, endedDeals. onFailure: pause or undo. wait: how long what isn't known yet is waited for. As long as it stands here, botform reconcile carries out nothing that no roll-out has brought. docs/how-to/roll-out-in-waves.md.",
    variants:
      "Experiments by name, each with two variants or more: { bots, accounts, settings }. bots are keys or addresses and accounts are names, both with *; with both, both must fit. A variant's settings lie over those of its bots and below the overrides of accounts; one without settings is the control. botform results --by variant compares them. docs/how-to/compare-variants.md.",
    people:
      "Who may use the page of botform fleet serve, each with a role: look sees it, approve answers plans, too, and operate also holds bots, lifts holds and stops accounts. A name is what the proxy in front of the page passes on (botform fleet serve --trust-header). Who isn't named is shown nothing.",
    policyFiles:
      "Files and folders of policies shared by several fleets, relative to the file that names them. They contain version and policies, and nothing else.",
  },
  account: {
    preset:
      "The name of a public service that speaks this interface. It fills in apiUrl, hookUrl and exchange; keys beside it win.",
    apiUrl:
      "Where the request/response API is: https://host, or ${env.BOTFORM_…}. Plain http works only for this machine.",
    hookUrl: "Where the webhook interface is: https://host, or ${env.BOTFORM_…}. Never with a webhook's token.",
    hookAccount:
      "The account's number in webhook addresses, as ${env.BOTFORM_…} only: whoever has it and the token can open deals. Only botform webhook needs it.",
    hookToken:
      "The token in webhook addresses, as ${env.BOTFORM_…} only. Never shown without --reveal; only botform webhook needs it.",
    hookPaths:
      "By action (open, update, average, close): what follows account and token in its address. That is nothing for open and update, and /topup-deal for average. It is undocumented for close: copy it from the Webhooks block of the saved bot.",
    hookUrls:
      "By action: the whole address that the service's Webhooks block shows, as ${env.BOTFORM_…}. It wins over hookUrl, hookAccount, hookToken and hookPaths.",
    apiKey:
      "The API key, as ${env.BOTFORM_…} only: a secret written into a file is no longer secret. The variable may come from --env-from.",
    apiSecret:
      "The API secret, as ${env.BOTFORM_…} only. It signs every request, seals saved plans, and is never sent or shown.",
    exchange:
      "The service's code for the exchange of the account's bots. Default: the preset's, or SERVICE_FUTURES. It can't be changed for a bot that exists.",
    accesses:
      "The futures accesses by aliases that you choose. Each value is the access's title on the service, or its accessId. Bots name the alias with access.",
    requestsPerSecond:
      "How many requests botform may send per second, reads and writes together, spread evenly; writes go first. The limit applies per botform process and account; --requests-per-second wins. Default: no limit until the service asks for fewer (429). At the top of a file it limits what is sent to one address, from all accounts there together.",
    concurrency:
      "How many reads may be under way at once, and as many writes beside them, per botform process and account. --concurrency wins. Default: 8, and 16 for bots off.",
    undeclared:
      "What to do with live bots in scope that the configuration doesn't declare: report shows them (the default), turn-off turns them off if they are on, ignore leaves them out.",
    limits:
      "How much one apply may change: maxChangedPercent (of the account's live bots, from 10 bots on; default 30) and maxTurnOns (default 30). More than the default needs a reason and until, a day or a moment after which the default is in force again. --max-changed-percent and --max-turn-ons win. A plan says what exceeds them.",
    activeDeals:
      "What to do with running deals, which keep the settings they were opened with: keep leaves them alone (the default), take-profit plans steps that set the take profit of every running deal of a managed bot to its percentTakeProfit. Bots with freezeActiveDeals are left out.",
    mode: "What botform reconcile does about the account's drift: report says it (the default), approve makes a plan that waits for a yes, correct applies plans that only lower risk, and says what it leaves to you. Other commands don't look at it.",
    assumptions:
      "Assumptions for the figures in money where the service leaves things open: the meaning of volumes, fees, the liquidation formula, the exchange's table (exchangeFile, a JSON file beside this one; or one percentMaintenance), what it accepts of orders by pair, the share of the free balance to keep unused. Printed with every figure; they change no step of a plan. Each has a default: docs/explanation/assumptions.md.",
    serviceFacts:
      "A JSON file beside this one, or below it, of what the account's service was seen to do: what botform service show --format json printed, reviewed and pinned by a team. What it answers counts before the ledger; where the ledger has seen something else since, a plan says so, and neither counts.",
    titlePrefix:
      "The scope: botform sees and touches only live bots whose title begins with it. Every declared title must begin with it, too; a bot named by previousTitles or botId may come from outside.",
    volumeScale:
      "volumeFirstOrder and volumeSafetyOrder of every bot are multiplied by it, exactly, after everything else: use it to copy a fleet with less at stake. The product is rounded down to volumeStep and checked against volumeMin; a product of 0 is an error.",
    volumeStep:
      "Scaled volumes are rounded down to a multiple of it, never up, so that no more is at stake than you asked for.",
    volumeMin: "The smallest volume that an order of the account may have, scaled or not; less is an error.",
    overrides:
      "Settings that win for every bot of the account, over the bot's own and its exceptions; only volumeScale comes after them.",
  },
  bot: {
    access:
      "The alias of the access it trades on. Needed if the account has more than one. It can't be changed for a bot that exists: that takes a new bot, and --allow-replace.",
    enabled:
      "Whether the bot should be on (true) or off (false). If absent, botform leaves the switch alone, and a new bot stays off. A bot is turned on only after it was read back and matches the plan.",
    previousTitles:
      "Titles that the bot had before. If no live bot has the current title, a live bot with one of these is taken to be this bot, and is renamed.",
    twin: "The title, or a list of titles, of live bots that aren't in the configuration, and beside which this one is meant as another; * stands for any text. Without it, botform doesn't create a bot that looks like such a live one, renamed.",
    botId: "The bot's id on the service. It pins the bot to one live bot if several have the same title.",
    webhooks:
      "The messages of its webhooks: open, update, average and close. Each is the body that is sent, without botId, in the interface's fields. Fields you don't set come from the bot; true takes everything from it, null leaves a part out. Layers merge field by field. Webhooks never change a plan: botform webhook shows, checks, sends and exports them.",
    protect: "true: no step may touch the bot. Every plan shows differences as a warning.",
    freezeActiveDeals:
      "true: while a deal of the bot runs, botform plans no update and doesn't turn it on; a warning lists what waits. enabled: false still turns it off. Its running deals are left alone, even with activeDeals: take-profit.",
    undeclaredSettings:
      "What to do with optional settings that are set on the service and that no layer declares: keep leaves them as they are, and every plan lists them (the default); off switches them off, as if each were null. Scales and countOrderMax of a live bot are only listed: no value of the API switches them off for certain, so declare null to have apply try it. A new bot must read back without any of them. ignore and unmanaged fields are left alone. Of an account it applies to every bot that says nothing itself.",
    ignore: "Fields that are set when the bot is created and left alone afterwards, whatever the service shows.",
    extends:
      "A template, or a list of templates from left to right: later ones win, and a template's own parents come before it. Variables, forEach's included, take their values from the bot.",
    forEach:
      "Variables, each with a list: the block becomes one bot for each value, or for each combination of several lists. The key must contain the variables, so that every bot gets its own key.",
    exceptions: "Goes beside forEach. By final bot key: settings that win over the block's for that one bot.",
    only: "The accounts that have the bot; all others don't.",
    except: "The accounts that don't have the bot; all others do.",
    unmanaged:
      "Fields to leave unmanaged although lower layers set them: botform neither compares nor changes them. Allowed in any layer, but the same layer must not set the field, too. null is different: it switches a field off.",
  },
};

const PLACES = ["file", "account", "bot"] as const;

/** By key. */
export const CONFIG_KEYS: Readonly<Record<string, KeyRow>> = Object.fromEntries(
  PLACES.flatMap((place) => Object.entries(MEANINGS[place]).map(([key, meaning]) => [key, { place, meaning }])),
);
