// Every key of a configuration that is no field of a bot: where it stands and what it means, in a paragraph each.

type KeyPlace = "file" | "account" | "bot";

interface KeyRow {
  readonly place: KeyPlace;
  readonly meaning: string;
}

const MEANINGS: Readonly<Record<KeyPlace, Readonly<Record<string, string>>>> = {
  file: {
    version:
      "The version of the configuration's language; this botform reads 1. At least one file of a folder states it, so that a later botform can tell how the files are meant.",
    accounts:
      "The accounts by name. A name is the first half of every bot's address (account/bot-key) and what --account takes.",
    vars: "Variables by name: scalars, lists of scalars, or lists of maps of scalars. Settings and bot keys refer to them as ${name}; --var-file and --var win over them, the later ones over the earlier.",
    defaults:
      "Settings of every bot that neither its templates nor the bot itself states. It may hold any setting but title, botId and previousTitles.",
    templates:
      "Settings by name that bots, and other templates, inherit with extends. A template is no bot: nothing is created of it.",
    bots: "The bots by key. A key is a bot's stable name inside the configuration; its name on the service is its title. Every bot exists on every account, unless only or except says otherwise.",
    protectedTitles:
      "Titles of live bots that are never turned off for not being declared. So a protected bot's block can be deleted without harm.",
    policies:
      "Policies by name: rules that every plan is judged by before it may be applied, with limits, a scope and waivers. botform explain policy/max-leverage shows a rule, docs/reference/policies.md all of them.",
    policyFiles:
      "Files and folders of policies that several fleets share, relative to the file that names them; they hold version and policies, and nothing else.",
  },
  account: {
    preset:
      "The name of a public service that speaks this interface. It fills apiUrl, hookUrl and exchange; what stands beside it wins.",
    apiUrl:
      "Where the request/response API is: https://host, or ${env.BOTFORM_…}. Plain http is accepted for this machine alone.",
    hookUrl: "Where the webhook interface is: https://host, or ${env.BOTFORM_…}. Never with a webhook's token.",
    hookAccount:
      "The account's number in webhook addresses, as ${env.BOTFORM_…} and nothing else: an address with it and the token opens deals. Only botform webhook needs it.",
    hookToken:
      "The token in webhook addresses, as ${env.BOTFORM_…} and nothing else. Never shown without --reveal; only botform webhook needs it.",
    hookPaths:
      "By action (open, update, average, close): what follows account and token in its address. Known are nothing for open and update, and /topup-deal for average; close's isn't public, so it is taken from the Webhooks block of the saved bot.",
    hookUrls:
      "By action: the whole address that the service's Webhooks block shows, as ${env.BOTFORM_…}. It wins over hookUrl, hookAccount, hookToken and hookPaths.",
    apiKey:
      "The API key, as ${env.BOTFORM_…} and nothing else: a secret that stands in a file is no secret any more. The variable may come from --env-from.",
    apiSecret:
      "The API secret, as ${env.BOTFORM_…} and nothing else. It signs every request, seals saved plans, and is never sent or shown.",
    exchange:
      "The service's code of the exchange that the account's bots are of; SERVICE_FUTURES unless it or a preset says otherwise. It can't be changed for a bot that exists.",
    accesses:
      "The futures accesses by an alias of your own: each is the access's title on the service, or its accessId. Bots name the alias with access.",
    requestsPerSecond:
      "How many requests may leave in a second, reads and writes together, spread evenly; writes go first. It holds for all that one botform does on the account; --requests-per-second wins. Unless stated there is no limit until the service asks for fewer (429).",
    concurrency:
      "How many reads may be under way at once, and as many writes beside them, by all that one botform does on the account. --concurrency wins; 8 unless stated, 16 for bots off.",
    undeclared:
      "What becomes of live bots in scope that the configuration doesn't declare: report shows them (the default), turn-off turns those off that are on, ignore leaves them out.",
    activeDeals:
      "What becomes of running deals, which keep the settings they were opened with: keep leaves them (the default), take-profit sets the take profit of every running deal of a managed bot to its percentTakeProfit, as steps of the plan. Bots with freezeActiveDeals are left out.",
    assumptions:
      "What figures in money rest on where the service leaves it open: the meaning of volumes, fees, liquidation formula, maintenance tiers (tiersFile, a JSON file beside this one, or one percentMaintenance), tick and lot of pairs, the part of the free balance that is kept back. Printed with every figure; it changes no step of a plan. Every one has a default: docs/explanation/assumptions.md.",
    titlePrefix:
      "The scope: only live bots whose title begins with it are botform's to see and to touch. Every declared title has to begin with it, too; a bot that previousTitles or botId names may come from outside.",
    volumeScale:
      "volumeFirstOrder and volumeSafetyOrder of every bot are multiplied by it, exactly, after everything else: a copy of a fleet with less at stake. The product is rounded down to volumeStep and checked against volumeMin; a product of 0 is an error.",
    volumeStep:
      "Scaled volumes are rounded down to a multiple of it, never up: who scales down wants no more at stake than he said.",
    volumeMin: "The least volume that an order of the account may have, scaled or not; less is an error.",
    overrides:
      "Settings that have the last word for every bot of the account, over the bot's own and its exceptions; only volumeScale comes after them.",
  },
  bot: {
    access:
      "The alias of the access it trades on. Needed where the account has more than one. It can't be changed for a bot that exists: that takes a new bot, and --allow-replace.",
    enabled:
      "true or false is the switch that is wanted; absent leaves it alone, and a new bot stays off. A bot is turned on only after it was read back as planned.",
    previousTitles:
      "Titles that the bot had before. A live bot that bears one, and none the present title, is taken for this one and renamed.",
    botId: "The bot's id on the service: pins it to one live bot where titles don't tell, since several have the same.",
    webhooks:
      "The messages of its webhooks: open, update, average and close, each the body that is sent, without botId, in the interface's fields. What isn't stated comes from the bot; true takes everything from it, null leaves out what it stands for. Layers merge field by field. Webhooks change no plan: botform webhook shows, checks, sends and exports them.",
    protect: "true: no step may touch the bot. What differs is shown as a warning in every plan.",
    freezeActiveDeals:
      "true: while a deal of the bot runs no update of it is planned, and it isn't turned on either; a warning says what waits. enabled: false still turns it off. Its running deals are left alone whatever activeDeals says.",
    ignore: "Fields that a new bot is created with and that are left alone afterwards, whatever the service shows.",
    extends:
      "A template, or a list of templates from left to right: the later one wins, and a template's own parents come before it. Variables are looked up where the bot is, forEach's included.",
    forEach:
      "Variables, each with a list: the block becomes one bot for each value, or for each combination of several. The key has to hold the variables, so that every bot has a key of its own.",
    exceptions:
      "Beside forEach, by the key of the bot that is made: settings that this one has of its own, over those of the block.",
    only: "The accounts that have the bot; every other one hasn't.",
    except: "The accounts that don't have the bot; every other one has.",
    unmanaged:
      "Fields that lower layers set and that are not managed after all: neither compared nor changed. It stands in any layer; the same layer must not state the field, too. null is something else: it switches a field off.",
  },
};

const PLACES = ["file", "account", "bot"] as const;

/** By key. */
export const CONFIG_KEYS: Readonly<Record<string, KeyRow>> = Object.fromEntries(
  PLACES.flatMap((place) => Object.entries(MEANINGS[place]).map(([key, meaning]) => [key, { place, meaning }])),
);
