// The text of each help topic, wrapped for a terminal of 80 columns.
import { PHASES_TEXT } from "../../model/plan/actions.js";
import { DEFAULT_LIMITS } from "../../model/plan/limits.js";
import { codeOf, RULE_NAMES, ruleRow } from "../../model/policy/policy-rules.js";
import type { Paint } from "../../render/text/paint.js";
import { commandTimeout } from "../options.js";
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
    "botform plan compares the configuration with the live bots and shows what apply would do. It changes nothing on the service: its client has no write operations. It shows one line of summary, then each bot that changes: the changed fields, old and new, and why. Bots without changes are hidden.",
    {
      rows: [
        ["create", "the bot is in the configuration and not on the account; it stays off until its turn-on"],
        [
          "update",
          "fields differ; the update sends every parameter, with the live value of those that you don't declare",
        ],
        ["turn-on", "enabled: true, and the bot is off"],
        ["turn-off", "enabled: false, and the bot is on"],
        ["take-profit", "the take profit of a running deal changes"],
        [
          "undeclared",
          "a live bot that isn't in the configuration; the account's `undeclared` decides whether to report it, turn it off or ignore it",
        ],
      ],
    },
    "Running deals keep the settings they were opened with; if the account has activeDeals: take-profit, apply changes their take profit. The plan lists the deals that keep old settings. At its end the plan shows the figures in money (botform help money) and what the policies found (botform help policies).",
    {
      lines: [
        "botform plan --out fleet.plan        save the plan you reviewed",
        "botform show fleet.plan              look at it again",
        "botform apply fleet.plan             carry out that plan, and nothing else",
        "botform plan --detailed-exitcode     exit 2 if there are changes",
      ],
    },
  ],
  apply: () => [
    `botform apply makes a plan, shows it, asks, and carries it out in this order: ${PHASES_TEXT}. It works on several bots at once, and on each bot one step at a time. A saved plan is carried out only if the bots haven't changed since.`,
    "Each step ends in one of five ways:",
    {
      rows: [
        ["applied", "it was done, and the bot was then observed to match"],
        ["failed", "it wasn't done, or the bot doesn't match the plan"],
        ["unknown", "its effect wasn't observed; never counted as a success"],
        ["skipped", "an earlier step of the bot failed, or its outcome is unknown"],
        ["not-started", "the run ended before the step began"],
      ],
    },
    `A plan is refused if it changes more than ${DEFAULT_LIMITS.maxChangedPercent} % of the live bots (on accounts with ten or more) or turns on more than ${DEFAULT_LIMITS.maxTurnOns}, unless the account's limits, --max-changed-percent or --max-turn-ons allow more. Apply waits up to ${commandTimeout().defaultValue} seconds to observe a turn-on or turn-off (--command-timeout). After Ctrl-C it starts no further step (at most, it turns off a bot that must not be on), waits for the requests in flight, and reports. A second Ctrl-C quits at once; what was in flight is then unknown.`,
    {
      lines: [
        "botform history show last            what was done, step by step",
        "botform resolve last                 check what is still unknown",
        "botform undo last                    plan how to reverse it",
        "botform bots off --all --account X   turn every bot off now; deals stay open",
      ],
    },
  ],
  safety: () => [
    "The bots trade real money, and the service has no delete, no idempotency key and only queued commands. So botform promises:",
    {
      rows: [
        ["I1", "at most one bot is on for each bot key, whatever fails; the exceptions are below"],
        ["I2", "a bot is turned on only if it was just read and matches every field of the plan"],
        ["I3", "only bots in the plan are written to"],
        [
          "I4",
          "what you reviewed is what runs: a saved plan writes nothing if it was altered, was made for another account, was already applied, has expired, or is stale",
        ],
        [
          "I5",
          "after any crash, running the same command again (or planning again, if it was a saved plan) leads to what the configuration asks for",
        ],
        ["I6", "an unknown outcome is never reported as a success"],
        ["I7", "the API key is sent only in the headers of signed requests; the secret signs them and is never sent"],
      ],
    },
    "No command writes what a policy denies, and no option changes that; only service check --write may, on the one bot that you give it. Turning bots off is never denied.",
    "Some things it can't prevent: two runs at once may both create a bot (the copy stays off), and if they replace or pin one, two may be on for a moment; a replaced bot stays on the account, off; running deals keep their settings, and stay open after their bot is turned off; a queued command may be carried out much later, after ten minutes for example. docs/explanation/safety.md has the whole list, with the tests behind it.",
  ],
  "exit-codes": () => [
    { rows: EXIT_ROWS.map(({ code, meaning, todo }) => [String(code), `${meaning}\n${todo}`] as const) },
    "With several accounts, the run ends with the most serious code; the JSON document has each account's own.",
  ],
  policies: () => [
    "A policy is a rule that every plan is checked against. You write it under `policies` in the configuration, with limits, a scope and waivers. A denied plan isn't applied: plan and apply end with 6, and no option changes that: fix the bots, or add a waiver to the configuration. Plans that only turn bots off always pass.",
    {
      lines: ["policies:", "  leverage-cap: { rule: max-leverage, limit: 10 }"],
    },
    "These rules apply without being configured; some deny, others only warn. They find:",
    rulesWhere((always) => always),
    "These rules apply once you configure them. They find:",
    rulesWhere((always) => !always),
    {
      lines: [
        "botform policy list                  what is in force, with its waivers",
        "botform policy check                 check the configuration, no network",
        "botform explain policy/max-leverage  one rule in full",
      ],
    },
  ],
  money: () => [
    "A plan shows what changes; the figures in money show what the change puts at risk. They are decimal arithmetic on the settings, under the assumptions printed with them. They are not a forecast.",
    {
      rows: [
        [
          "position at most",
          "total notional volume of a deal's orders, the first and every safety order; not the greatest loss",
        ],
        ["initial margin", "the position at most divided by the leverage"],
        ["cover", "how far the last safety order is from the first fill"],
        ["loss at the grid's end", "the unrealised loss when the last safety order fills"],
        ["bounce", "how far the price must come back from an order to the take profit that applies after it fills"],
        ["liquidation", "the price at which the position after a fill is liquidated"],
        ["free balance needed", "margin the account still needs, beyond what positions and orders hold already"],
      ],
    },
    "Sums count bots that are on or have a running deal; other bots that are off are shown separately. A bot with missing settings is in no sum, and is listed. What the service doesn't document (whether a volume is notional or margin, what martingale multiplies) is an assumption of the account, under `assumptions`. docs/explanation/assumptions.md lists them; docs/reference/money.md has the formulas.",
    {
      lines: [
        "botform risk                         one row per bot, no network",
        "botform risk btc-dip                 its orders one by one",
        "botform risk --live                  with positions and balances",
        "botform simulate btc-dip --walk 1    replay it on made-up prices",
      ],
    },
  ],
};

function rulesWhere(isMeant: (always: boolean) => boolean): Block {
  const rules = RULE_NAMES.filter((name) => isMeant(ruleRow(name).always !== undefined));
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
