// What mutation testing changes, the tests that have to notice, and how many mutants they must notice.
import { statSync } from "node:fs";

/** Of decisions about money nearly every change must be noticed, elsewhere nine in ten. In percent. */
const DECISIONS = 95;
const REST = 90;

/**
 * Paths below src and below test/unit. Each test runs for many mutants, so these are files of tests that take milliseconds.
 * @type {Readonly<Record<string, { least: number, src: readonly string[], tests: readonly string[] }>>}
 */
export const GROUPS = {
  errors: {
    least: DECISIONS,
    src: ["service/errors.ts", "app/exit.ts"],
    tests: ["service/errors.test.ts", "app/exit.test.ts"],
  },
  decisions: {
    least: DECISIONS,
    src: ["reconcile/apply/decisions.ts", "model/plan/limits.ts", "model/bot/compare.ts"],
    tests: ["reconcile/apply/decisions.test.ts", "model/plan/limits.test.ts", "model/bot/compare.test.ts"],
  },
  "final-look": {
    least: DECISIONS,
    src: ["reconcile/apply/final-look.ts", "reconcile/apply/final-verdict.ts"],
    tests: ["reconcile/apply/{final-look,final-verdict}.test.ts"],
  },
  steps: {
    least: DECISIONS,
    src: [
      "create",
      "obstacle",
      "read-and-send",
      "run",
      "run-bots",
      "step-records",
      "step-results",
      "switch",
      "turned-up",
      "unplanned",
    ].map((name) => `reconcile/apply/${name}.ts`),
    tests: [
      "reconcile/apply/{create,obstacle,read-and-send,run,run-bots,run.course,step-records,step-results,switch,turned-up,unplanned}.test.ts",
    ],
  },
  apply: {
    least: DECISIONS,
    src: ["apply", "deal-steps", "filled-in", "observe", "readings"].map((name) => `reconcile/apply/${name}.ts`),
    tests: [
      "reconcile/apply/{apply,apply.phases,deal-steps,deal-steps.results,filled-in,observe,observe.switches,readings,switch}.test.ts",
    ],
  },
  reading: {
    least: DECISIONS,
    src: ["freshness", "lists", "refresh"].map((name) => `reconcile/plan/${name}.ts`),
    tests: ["reconcile/plan/{freshness,freshness.deals,lists,refresh}.test.ts"],
  },
  "emergency-stop": {
    least: DECISIONS,
    src: [
      "reconcile/emergency-stop/bot-list.ts",
      "reconcile/emergency-stop/bot-to-turn-off.ts",
      "reconcile/emergency-stop/emergency-stop.ts",
      "reconcile/emergency-stop/meant-bots.ts",
      "reconcile/emergency-stop/start-texts.ts",
      "reconcile/emergency-stop/turn-off-all.ts",
      "reconcile/emergency-stop/turn-off-report.ts",
      "reconcile/emergency-stop/until-answered.ts",
      "reconcile/emergency-stop/watch-starts.ts",
    ],
    tests: [
      "reconcile/emergency-stop/{bot-list,bot-to-turn-off,emergency-stop.meant,meant-bots,turn-off-all,turn-off-all.failures,until-answered,watch-starts}.test.ts",
    ],
  },
  matching: {
    least: DECISIONS,
    src: ["access", "copies", "match", "titles"].map((name) => `reconcile/plan/${name}.ts`),
    tests: ["reconcile/plan/{access,copies,match}.test.ts"],
  },
  journal: {
    least: DECISIONS,
    src: ["checked-lines", "history", "journal", "journal-format", "left"].map((name) => `reconcile/ledger/${name}.ts`),
    tests: ["reconcile/ledger/{checked-lines,history,journal,journal.lines,journal-format,left}.test.ts"],
  },
  ledger: {
    least: DECISIONS,
    src: [
      "reconcile/ledger/facts.ts",
      "reconcile/ledger/facts-file.ts",
      "reconcile/ledger/ledger.ts",
      "reconcile/ledger/stops.ts",
      "reconcile/ledger/account-facts.ts",
      "reconcile/ledger/holds.ts",
      "reconcile/ledger/acknowledged.ts",
      "reconcile/ledger/intents.ts",
      "reconcile/ledger/names.ts",
      "reconcile/ledger/sends.ts",
      "reconcile/ledger/nonce-window.ts",
    ],
    tests: [
      "reconcile/ledger/{facts,facts-file,account-facts,stops,holds,acknowledged,intents,names,sends,nonce-window,ledger,ledger.recalled}.test.ts",
    ],
  },
  doubt: {
    least: DECISIONS,
    src: [
      "reconcile/plan/remembered.ts",
      "reconcile/plan/remembered-problems.ts",
      "reconcile/plan/single-use.ts",
      "reconcile/apply/await-earlier.ts",
    ],
    tests: [
      "reconcile/plan/{remembered,remembered-problems,single-use}.test.ts",
      "reconcile/apply/await-earlier.test.ts",
    ],
  },
  undo: {
    least: DECISIONS,
    src: ["resolve", "undo", "undo-deals", "undo-problems"].map((name) => `reconcile/undo/${name}.ts`),
    tests: ["reconcile/undo/{resolve.verdicts,undo-deals,undo-problems,undo.plans}.test.ts"],
  },
  gate: {
    least: DECISIONS,
    src: ["app/gate/gate.ts"],
    tests: ["app/{gate.consent,gate.plans,gate.reviewed}.test.ts"],
  },
  locks: {
    least: DECISIONS,
    src: ["app/ledger/lock.ts", "app/planning/shared-access.ts"],
    tests: ["app/{lock,shared-access}.test.ts"],
  },
  "saved-plans": {
    least: REST,
    src: ["app/planning/saved.ts", "app/gate/single-use.ts"],
    tests: ["app/{saved,saved.results,single-use}.test.ts"],
  },
  "service-facts": {
    least: DECISIONS,
    src: ["model/service-facts.ts", "reconcile/plan/stored.ts", "reconcile/plan/switched-off.ts"],
    tests: ["model/service-facts.test.ts", "reconcile/plan/{stored,switched-off}.test.ts"],
  },
  "look-alikes": {
    least: DECISIONS,
    src: [
      "reconcile/plan/look-alikes.ts",
      "reconcile/plan/look-alike-problems.ts",
      "reconcile/plan/since-planned.ts",
      "model/text/folded.ts",
    ],
    tests: ["reconcile/plan/{look-alikes,look-alike-problems,since-planned}.test.ts", "model/text/folded.test.ts"],
  },
  holds: {
    least: DECISIONS,
    src: [
      "model/bot/hold.ts",
      "reconcile/plan/holds.ts",
      "app/hold/held-back.ts",
      "app/hold/hold.ts",
      "app/hold/off-hold.ts",
    ],
    tests: ["model/bot/hold.test.ts", "reconcile/plan/holds.test.ts", "app/hold/{held-back,hold,off-hold}.test.ts"],
  },
  protection: {
    least: DECISIONS,
    src: ["reconcile/plan/protection.ts", "reconcile/plan/naked-deals.ts", "model/deal/protection.ts"],
    tests: ["reconcile/plan/{protection,naked-deals}.test.ts", "model/deal/protection.test.ts"],
  },
  shown: {
    least: DECISIONS,
    src: ["config/yaml/mask.ts", "render/sanitize.ts"],
    tests: ["config/yaml/mask.edges.test.ts", "render/sanitize.edges.test.ts"],
  },
  planner: {
    least: DECISIONS,
    src: [
      ...["assured", "bot-change", "changed-outside", "configured-bot", "direct-plan", "planner"],
      ...["replace", "undeclared", "undeclared-settings"],
    ].map((name) => `reconcile/plan/${name}.ts`),
    tests: [
      "reconcile/plan/{assured,bot-change,changed-outside,configured-bot,configured-bot.*,direct-plan}.test.ts",
      "reconcile/plan/{planner,planner.*,protection,replace,switched-off,undeclared,undeclared-settings}.test.ts",
    ],
  },
  update: {
    least: REST,
    src: ["reconcile/apply/update.ts"],
    tests: ["reconcile/apply/update.test.ts"],
  },
  canonical: {
    least: REST,
    src: ["service/canonical.ts"],
    tests: ["service/canonical.test.ts"],
  },
  config: {
    least: REST,
    src: ["config/compose/merge.ts", "config/compose/layer.ts", "config/compose/expand.ts"],
    tests: ["config/compose/{merge,layer,expand}.test.ts"],
  },
  risk: {
    least: REST,
    src: ["risk/account-risk.ts", "risk/market-data.ts"],
    tests: ["risk/{account-risk,market-data}.test.ts"],
  },
  policy: {
    least: REST,
    src: ["policy/scope.ts", "policy/account-rules.ts"],
    tests: ["policy/{scope,scope.waivers,account-rules,evaluate.standing,rules.limits}.test.ts"],
  },
  rules: {
    least: DECISIONS,
    src: ["policy/bot-rules.ts", "policy/grid-rules.ts", "policy/order-rules.ts"],
    tests: ["policy/{rules,rules.edges,rules.limits,evaluate.whole}.test.ts"],
  },
  pull: {
    least: REST,
    src: ["authoring/pull-edits.ts"],
    tests: ["authoring/pull-edits.test.ts"],
  },
  edits: {
    least: REST,
    src: [
      "authoring/edit.ts",
      "authoring/edit-fill.ts",
      "authoring/edit-place.ts",
      "authoring/edit-prune.ts",
      "authoring/edit-text.ts",
      "authoring/edit-work.ts",
    ],
    tests: ["authoring/{edit,edit.places,edit-*}.test.ts"],
  },
  webhook: {
    least: REST,
    src: ["webhook/lint.ts", "webhook/lint-finding.ts", "webhook/lint-sense.ts"],
    tests: ["webhook/{lint,lint.*,lint-value}.test.ts"],
  },
  "webhook-values": {
    least: REST,
    src: ["webhook/lint-body.ts", "webhook/lint-value.ts"],
    tests: ["webhook/{lint,lint.*,lint-value}.test.ts"],
  },
};

/**
 * A group by its name, or a file or folder of src with the tests of its mirror in test/unit: "market/prices", "app/exit.ts".
 * @param {string} name
 * @returns {{ least: number, src: readonly string[], tests: readonly string[] } | undefined}
 */
export function groupOf(name) {
  if (name === "") return undefined;
  if (Object.hasOwn(GROUPS, name)) return GROUPS[name];
  const path = name.replace(/^src\//, "").replace(/\/$/, "");
  const found = statSync(new URL(`../src/${path}`, import.meta.url), { throwIfNoEntry: false });
  if (!found) return undefined;
  return found.isDirectory()
    ? { least: REST, src: [`${path}/**/*.ts`], tests: [`${path}/**/*.test.ts`] }
    : { least: REST, src: [path], tests: [`${path.slice(0, -".ts".length)}{.test.ts,.*.test.ts}`] };
}
