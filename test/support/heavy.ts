// What `npm test` leaves to `npm run test:all`: what starts hundreds of processes, a browser or a shell, or watches what is built;
// and what takes over a second of the processor. BOTFORM_COST=1 npm run test:all says which files those are.
// Whoever names a folder or a file (`npm test -- test/unit/risk`) gets all of it.

/** How the paths begin. */
const HEAVY = [
  "test/artefacts/",
  "test/commands/",
  "test/docs/coverage.test.ts",
  "test/rules/rule-10-deals.test.ts",
  "test/techniques/browser/",
  "test/techniques/corpora/",
  "test/techniques/faults/connection.test.ts",
  "test/techniques/faults/delays.test.ts",
  "test/techniques/faults/matrix-reads.test.ts",
  "test/techniques/faults/world.test.ts",
  "test/techniques/foreign-clients/",
  "test/techniques/model-check/",
  "test/techniques/processes/",
  "test/techniques/properties/",
  "test/techniques/quirks/",
  "test/techniques/recompute/",
  "test/techniques/fleet/",
  "test/techniques/page/",
  "test/techniques/shared-ledger/",
  "test/techniques/threats/01-",
  "test/techniques/threats/04-",
  "test/techniques/threats/05-",
  "test/techniques/threats/06-",
  "test/techniques/threats/07-",
  "test/techniques/threats/08-",
  "test/techniques/threats/10-",
  "test/techniques/threats/11-",
  "test/techniques/threats/12-",
  "test/techniques/threats/13-",
  "test/techniques/threats/14-",
  "test/techniques/threats/15-",
  "test/unit/app/apply.test.ts",
  "test/techniques/simulation/rollout.test.ts",
  "test/unit/app/asking/check-bot.breaks.test.ts",
  "test/unit/app/asking/check-bot.test.ts",
  "test/unit/app/asking/check.test.ts",
  "test/unit/app/rollout/",
  "test/unit/app/asking/lacks.test.ts",
  "test/unit/app/asking/made-bot.test.ts",
  "test/unit/app/asking/proved.test.ts",
  "test/unit/app/asking/switch.test.ts",
  "test/unit/app/direct.test.ts",
  "test/unit/app/emergency-stop.test.ts",
  "test/unit/app/fence.test.ts",
  "test/unit/app/files/render.test.ts",
  "test/unit/app/gate.test.ts",
  "test/unit/app/pull/into.test.ts",
  "test/unit/app/saved.results.test.ts",
  "test/unit/app/webhook/send.test.ts",
  "test/unit/app/state.test.ts",
  "test/unit/authoring/edit.laws.test.ts",
  "test/unit/authoring/edit.test.ts",
  "test/unit/authoring/export.test.ts",
  "test/unit/authoring/factor.test.ts",
  "test/unit/authoring/format.test.ts",
  "test/unit/cli/completion/answer.test.ts",
  "test/unit/cli/completion/scripts.test.ts",
  "test/unit/cli/terminal/credentials.test.ts",
  "test/unit/cli/terminal/events.test.ts",
  "test/unit/cli/writing/apply.test.ts",
  "test/unit/cli/writing/direct.test.ts",
  "test/unit/config/compose/composition.test.ts",
  "test/unit/database/",
  "test/unit/config/compose/merge.laws.test.ts",
  "test/unit/config/compose/templates.test.ts",
  "test/unit/config/compose/variables.test.ts",
  "test/unit/config/load.laws.test.ts",
  "test/unit/config/schema/jsonschema.ajv.test.ts",
  "test/unit/config/schema/jsonschema.output.test.ts",
  "test/unit/config/yaml/document.test.ts",
  "test/unit/config/yaml/fast-reader.test.ts",
  "test/unit/market/replay/fleet.test.ts",
  "test/unit/model/planfile/planfile.test.ts",
  "test/unit/model/policy/expression.test.ts",
  "test/unit/policy/evaluate.gates.test.ts",
  "test/unit/policy/evaluate.laws.test.ts",
  "test/unit/policy/rules.test.ts",
  "test/unit/reconcile/apply/apply.test.ts",
  "test/unit/reconcile/apply/deal-steps.test.ts",
  "test/unit/reconcile/emergency-stop/emergency-stop.test.ts",
  "test/unit/reconcile/undo/undo.test.ts",
  "test/unit/render/html/markup.test.ts",
  "test/unit/render/markdown/markdown.test.ts",
  "test/unit/risk/exchange-file.test.ts",
];

/** Stories show commands as a user sees them: a slice of them runs in every lane. */
const LIGHT = ["test/commands/scenarios.test.ts"];

/** @param file from the repository's folder on, with slashes */
export function isHeavy(file: string): boolean {
  return !LIGHT.includes(file) && HEAVY.some((one) => file.startsWith(one));
}

/** What no file stands for any more. */
export function goneFrom(files: readonly string[]): readonly string[] {
  return [...HEAVY, ...LIGHT].filter((one) => !files.some((file) => file.startsWith(one)));
}
