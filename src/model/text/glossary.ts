// The words of plans, messages and pages, one for each concept. docs/glossary.md is made from them, and botform explain shows them.

interface Section {
  readonly title: string;
  /** By word; the meaning may hold links and code spans of Markdown. */
  readonly words: Readonly<Record<string, string>>;
}

export const GLOSSARY: readonly Section[] = [
  {
    title: "What there is",
    words: {
      account:
        "One set of credentials for the service, with the URLs to reach it, under a name in the configuration. Terraform: a provider configuration.",
      access: "A connected exchange account, named by its title or id. The word is the service's own.",
      bot: "A futures bot of the service: a pair, a side, settings, and a switch. Terraform: a resource.",
      "bot key": "The name of a bot in the YAML. You may change it at any time.",
      title:
        "The name of a bot on the service. Within one access, the title is the bot's [identity](explanation/identity.md).",
      address:
        "`account/bot-key`. Plans, messages and flags name a bot by it. `account/#1234` is a bot by its id, usually an undeclared one.",
      deal: "One trade of a bot, from its first order to its end. Traders also say cycle or round.",
      grid: "The first order of a deal and its safety orders. Also known as the DCA ladder.",
      "naked deal":
        "A running deal that holds a position without the take-profit order that its settings ask for. A deal that has that order is shown as protected; it may still have no stop loss, and this has nothing to do with protected bots. Where botform can't tell, it says unknown.",
      side: "`LONG` or `SHORT`; the setting is called `strategy`.",
      webhook: "A message that a charting platform sends to the service to act on a bot. Traders: an alert.",
    },
  },
  {
    title: "What is compared",
    words: {
      desired: "What the configuration asks for, in canonical form.",
      observed: "What the service shows, in canonical form. botform keeps no state file, so this is always read anew.",
      declared: "Stated by the configuration: a bot, or a setting in one of its layers.",
      unset:
        "Not stated by any layer. botform neither compares nor changes it, and lists it where it is set on the service.",
      "undeclared setting":
        "An optional setting that is set on the service and unset in the configuration. `undeclaredSettings` keeps it or switches it off.",
      unmanaged:
        "Stated by a lower layer (`defaults`, or a template below) and discarded with `unmanaged:`. It is treated as unset.",
      undeclared:
        "Live on an access that the account names under `accesses`, and not in the configuration. Others say orphan, extra or unmanaged.",
      protected:
        "A bot that no plan changes or turns off: declared with `protect: true` (then only `bots off --all` turns it off), or undeclared and live under a title of `protectedTitles`. It outlives the entry: [identity](explanation/identity.md).",
      "resolved bot": "A declared bot of one account after defaults, templates, exceptions, overrides and scale.",
      snapshot: "What one read of the service showed, with its age. botform writes only on a fresh one.",
      fingerprint:
        "A hash of a bot as it was observed. A plan applies only while it still matches. Of results: a hash of the settings that a deal opened with.",
      revision:
        "A configuration at one moment, known by the digest of its files, and by its Git commit if it has one. For a fleet a revision counts once it is valid for every account: then it is accepted. [How to run a fleet from Git](how-to/run-a-fleet-from-git.md).",
      drift:
        "Observed differs from desired, usually after an edit by hand. A change in the file that isn't applied yet looks the same to `drift`, since it compares with the file and not with a state.",
      "acknowledged drift":
        "A setting that is known to differ: `drift` shows it with its reason and doesn't count it, until a day, or until the live value changes. A plan puts the declared value back all the same. [How to accept drift](how-to/accept-drift.md#acknowledge-what-is-known).",
    },
  },
  {
    title: "Planning and applying",
    words: {
      plan: "The ordered steps from observed to desired, with reasons, money, findings and fingerprints.",
      step: "One planned action on one bot or deal: create, update, turn-on, turn-off and the actions on deals. A plan without steps has nothing to do.",
      action:
        "What a step does, such as `turn-off`. `take-profit`, `start-deal`, `complete-deal` and `cancel-deal` are the actions on deals.",
      hold: "A rule that keeps matching bots off and unchanged until it is removed, with a reason and a date to look at it again. A bot that is on stays on until the next apply turns it off. [How to hold bots](how-to/hold-bots.md). Others say freeze, pause or lock.",
      ledger:
        "What botform remembers beside the service, in `.botform/journal`: bots that were seen, holds, acknowledged drift, plans that wait and the answers to them, emergency stops, protection. Of what exists it is only a hint, since the service is the truth; but a hold that isn't committed exists only here, so keep it.",
      replace:
        "Turn a bot off, and create one in its place on another access, since a bot can't move. Unlike in Terraform, the old one stays, off.",
      "saved plan":
        "A plan in a file, or kept in the ledger until a person approves it: authenticated, bound to its account, and valid for a limited time.",
      approval:
        "A person's yes to exactly one plan that waits in the ledger, known by its digest; a no to it counts for good. [How to approve plans](how-to/approve-plans.md).",
      "direct plan":
        "A plan that a command such as `bots on` or `deals complete` makes for the bots or the deal it names.",
      event: "One line of `apply --events`: what happened, [as it happened](reference/events.md).",
      gate: "The checks between a plan and its first write: errors, holds, policies, limits, consent, and whether the bots are still as reviewed. Of a roll-out: what must hold for a wave to pass.",
      grade:
        "How far a plan can be trusted without a look: it only lowers risk, stays within limits, or needs a person. [Which rules decide](reference/grades.md).",
      stale: "The live bots differ from what the plan was made from. Nothing is written; plan again.",
      outcome: "The result of one step: applied, failed, unknown, skipped or not-started.",
      unknown:
        "Of an outcome: the command was sent, and nobody can tell whether it took effect. Of a figure: something it needs isn't known.",
      "in doubt":
        "Said of a step whose outcome is unknown, and of a bot to which something was sent that may still take effect. `botform resolve` looks again.",
      intent: "The record of a write, on disk before the write is sent.",
      journal:
        "The record of every run, in one folder: intents, answers, outcomes. `history`, `resolve` and `undo` read it. Unlike a state file, it isn't needed to make a plan.",
      undo: "A plan that leads back from a recorded run, reviewed and applied like any other.",
      "emergency stop":
        "`botform bots off --all`: every bot of an account off, now, without a plan. It closes no position.",
    },
  },
  {
    title: "Policies and problems",
    words: {
      diagnostic:
        "A problem as a value: severity, code, summary, remedy, place. Errors stop a command; warnings don't.",
      policy: "A rule with limits and a scope. Every plan is evaluated against it before it may be applied.",
      finding:
        "What a policy reports: the code, the figure, the limit, the place and the remedy. In the code, a rule's raw result is a violation.",
      waiver: "An exception from a policy: for named bots, with a reason and a last day.",
      "kill switch":
        "A policy that lets botform do nothing but turn bots off while a file exists or an environment variable is set. It turns nothing off by itself; the emergency stop does.",
      breaker:
        "A rule on the live account, such as a loss of 100 USDT in 24 h. At its limit it turns the declared bots off and holds them, and does nothing else. [Breakers](reference/breakers.md). Others say circuit breaker, drawdown guard or max daily loss.",
      trip: "What a breaker does at its limit. It stays tripped until a person arms it.",
      arm: "A person's decision that bots may run again after a trip: `botform breaker arm` lifts the holds of the trip. What happened before isn't counted again.",
      "roll-out":
        "A change that is applied wave by wave: `botform rollout start`. [Roll out in waves](how-to/roll-out-in-waves.md).",
      wave: "A part of a roll-out: the bots that are changed together. Each bot is in the first wave that takes it.",
      bake: "How long a wave is watched before the next one begins.",
      promote: "A person's decision that a roll-out goes on whatever is in the way: `botform rollout promote`.",
      limit:
        "Of an apply: how much one run may change. Of a policy or a breaker: the bound of its figure. Not a limit order.",
    },
  },
  {
    title: "Money",
    words: {
      "market data": "Prices, balances and positions that figures rest on. What isn't known is never made up.",
      assumptions:
        "The one declared [model](explanation/assumptions.md) behind every figure: fees, margin tiers, what a volume means.",
      "position at most":
        "The notional volume of all orders of a deal: all that its grid can buy or sell. Not the greatest loss.",
      "initial margin":
        "What stands behind a position: its size divided by the leverage. More leverage makes it smaller, and the position no safer.",
      "free balance needed":
        "The margin that the bots of an account may still ask for, beyond what positions and orders hold.",
      cover: "The distance from the first fill to the last safety order: how far the grid reaches.",
      "loss at the grid's end": "The unrealised loss at the moment the last safety order fills.",
      liquidation:
        "The exchange closes a position once what stands behind it (its own margin if isolated, the shared wallet if cross) falls to the maintenance margin. A plan shows the price for each bot, or how far away it is.",
      "free balance": "What an account has left for new margin, beyond what positions and orders hold.",
      bounce: "How far the price has to come back after a fill until the take profit is reached.",
      shock: "Shown as _all prices at once_: every price moves by the same percentage, and what the bots lose by that.",
    },
  },
  {
    title: "Trying things",
    words: {
      emulator: "The service on your machine, for tests and tutorials. It trades nothing.",
      scenario:
        "A file that says how prices go and what has to hold at the end; `botform test` plays it. [Test bots on scenarios](how-to/test-on-scenarios.md).",
      experiment:
        "Bots that run with different settings at the same time, so that their results can be compared: under `variants`. [Compare variants](how-to/compare-variants.md).",
      variant: "A side of an experiment: bots, and the settings that lie over what they have.",
      control: "The variant without settings of its own: what the others are compared with.",
      quirk:
        "A switchable way in which the real service may behave, such as a list that lags. The emulator imitates it.",
      ghost: "A deal that a webhook opens without naming a bot. The service files it under a special bot called Ghost.",
      "use case":
        "In the code: one thing a user can ask botform to do, in `src/app`. Typed input, typed result, nothing printed.",
    },
  },
];

/** By word, as plain text. */
export const WORDS: ReadonlyMap<string, string> = new Map(
  GLOSSARY.flatMap(({ words }) => Object.entries(words)).map(([word, meaning]) => [word, plain(meaning)]),
);

function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");
}
