// The text of each help topic, wrapped for a terminal of 80 columns.
import { PHASES_TEXT } from "../../model/plan/actions.js";
import { codeOf, RULE_NAMES, ruleRow } from "../../model/policy/policy-rules.js";
import type { Paint } from "../../render/text/paint.js";
import { commandTimeout, maxChangedPercent, maxTurnOns } from "../options.js";
import { EXIT_ROWS } from "./exit-codes.js";
import { TOPICS, type TopicName } from "./topics.js";

/** A paragraph, rows of a word and what it is, or commands to type. */
type Block = string | { readonly rows: readonly (readonly [string, string])[] } | { readonly lines: readonly string[] };

const WIDTH = 80;

/** Ending in a line feed. */
export function topicText(name: TopicName, isCommand: boolean, colour: Paint): string {
  const more = isCommand ? [`Options and examples: botform ${name} --help`] : [];
  const blocks = [...BLOCKS[name](), ...more].map(blockText);
  return [`${colour.bold(name)}: ${TOPICS[name]}\n`, ...blocks].join("\n");
}

const BLOCKS: Readonly<Record<TopicName, () => readonly Block[]>> = {
  plan: () => [
    "botform plan compares the configuration with the live bots and shows what apply would do. It writes nothing: the client it is given has no writes. What it shows first is one line of summary, then each bot that changes, with only the fields that do, old and new, and why. Bots without changes are hidden.",
    {
      rows: [
        ["create", "the configuration has the bot and the account hasn't; a new bot starts off"],
        ["update", "fields differ; every parameter is sent, so that it means one thing"],
        ["turn-on", "enabled: true, and the bot is off"],
        ["turn-off", "enabled: false, and the bot is on"],
        [
          "undeclared",
          "a live bot that the configuration doesn't have; it is shown, and the account's `undeclared` decides",
        ],
      ],
    },
    "Running deals keep the settings they were opened with; the plan names them. Then come the figures in money (botform help money) and what policies find (botform help policies).",
    {
      lines: [
        "botform plan --out fleet.plan        save what was reviewed",
        "botform show fleet.plan              look at it again",
        "botform apply fleet.plan             carry out that, and nothing else",
        "botform plan --detailed-exitcode     exit 2 where there are changes",
      ],
    },
  ],
  apply: () => [
    `botform apply plans, shows the plan, asks, and carries it out in this order: ${PHASES_TEXT}. Steps of one bot follow one another; several bots are worked on at once. With a saved plan it carries out that plan, if the bots are still as they were.`,
    "Each step ends in one of five ways:",
    {
      rows: [
        ["applied", "it was done, and the bot was then seen to be so"],
        ["failed", "it wasn't done, or the bot isn't as planned"],
        ["unknown", "nobody saw what became of it; never called a success"],
        ["skipped", "an earlier step of the bot failed"],
        ["not-started", "the run ended before"],
      ],
    },
    `More than ${maxChangedPercent().defaultValue} % of ten or more live bots, or more than ${maxTurnOns().defaultValue} turn-ons, are refused unless --max-changed-percent or --max-turn-ons allow them. A switch is waited for ${commandTimeout().defaultValue} seconds (--command-timeout). Ctrl-C sends nothing more, lets calls under way end, and reports; twice ends at once.`,
    {
      lines: [
        "botform history show last            step by step, what was done",
        "botform resolve last                 look again at what is unknown",
        "botform undo last                    plan the way back",
        "botform bots off --all --account X   stop everything, now",
      ],
    },
  ],
  safety: () => [
    "The bots trade real money, and the service has no delete, no idempotency key and only queued commands. So botform promises:",
    {
      rows: [
        ["I1", "at most one bot is on for each bot key, whatever fails"],
        ["I2", "a bot is turned on only when it was just read and equals the plan in every field"],
        ["I3", "nothing is written but the bots of the plan"],
        [
          "I4",
          "what was reviewed is what runs: a saved plan that is altered, foreign, expired, applied already or stale writes nothing",
        ],
        ["I5", "after any crash the same command run again converges"],
        ["I6", "what nobody knows is never called a success"],
        ["I7", "the API key leaves only in the header of the requests it opens, the secret never"],
      ],
    },
    "What a policy denies is written by no command, and no option changes that. Turning bots off is never forbidden.",
    "It can't promise what the service doesn't allow: two runs at once may both create a bot, which then stays off; a bot that is replaced stays behind, off; running deals keep their settings, and turning a bot off lets them run to their end; a queued command may be carried out ten minutes later. docs/explanation/safety.md has the whole list, with the test of each sentence.",
  ],
  "exit-codes": () => [
    { rows: EXIT_ROWS.map(({ code, meaning, todo }) => [String(code), `${meaning}\n${todo}`] as const) },
    "Of several accounts the most serious one is the run's; the JSON document has each account's own.",
  ],
  policies: () => [
    "A policy is a rule that every plan is judged by. It stands in the configuration under `policies`, with limits, a scope and waivers. What is denied isn't applied: plan and apply end with 6, and only a waiver in the configuration lets it through. Plans of turn-offs alone always pass.",
    {
      lines: ["policies:", "  leverage-cap: { rule: max-leverage, limit: 10 }"],
    },
    "Without being configured hold those that find:",
    rulesWhere((always) => always),
    "Where they are configured hold those that find:",
    rulesWhere((always) => !always),
    {
      lines: [
        "botform policy list                  what is in force, with its waivers",
        "botform policy check                 judge the configuration, no network",
        "botform explain policy/max-leverage  one rule in full",
      ],
    },
  ],
  money: () => [
    "A plan says what changes; the figures in money say what the change may cost. They are arithmetic on settings, in decimals, under assumptions that are printed with them. They are no forecast: nothing knows what prices will do.",
    {
      rows: [
        ["worst case", "volume of all orders of a deal, the first one and every safety order"],
        ["margin", "the worst case divided by the leverage"],
        ["cover", "how far the last safety order stands from the first fill"],
        ["bounce", "from an order's price back to the take profit that holds after it"],
        ["liquidation", "where the position after a fill is taken away"],
        ["need", "of the account: margin that positions and orders don't hold already"],
      ],
    },
    "Bots that are on count; bots that are off are shown apart. A bot that lacks settings is in no sum, and is named. What the service doesn't say (whether a volume is notional or margin, what martingale multiplies) is an assumption of the account, under `assumptions`; docs/explanation/assumptions.md has every one, docs/reference/money.md the formulas.",
    {
      lines: [
        "botform risk                         one row a bot, no network",
        "botform risk btc-dip                 its orders, one by one",
        "botform risk --live                  with positions and balances",
        "botform simulate btc-dip             replay prices against it",
      ],
    },
  ],
};

function rulesWhere(isMeant: (always: boolean) => boolean): Block {
  const rules = RULE_NAMES.filter((name) => isMeant(ruleRow(name).always === true));
  return { rows: rules.map((name) => [codeOf(name), ruleRow(name).title] as const) };
}

function blockText(block: Block): string {
  if (typeof block === "string") return wrapped(block, "", "");
  if ("lines" in block) return block.lines.map((line) => `  ${line}\n`).join("");
  const width = Math.max(...block.rows.map(([word]) => word.length));
  // A word so long that its text would have no room stands on a line of its own.
  const isWide = width > 16;
  const indent = " ".repeat(isWide ? 6 : width + 4);
  return block.rows
    .map(([word, text]) => {
      const [head, first] = isWide ? [`  ${word}\n`, indent] : ["", `  ${word.padEnd(width)}  `];
      const [top = "", ...rest] = text.split("\n");
      return `${head}${wrapped(top, first, indent)}${rest.map((line) => wrapped(line, indent, indent)).join("")}`;
    })
    .join("");
}

function wrapped(text: string, first: string, indent: string): string {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(" ")) {
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      [line, isEmpty] = [indent, true];
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return `${[...lines, line].join("\n")}\n`;
}
