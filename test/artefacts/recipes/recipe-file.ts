// The recipes as they are kept: action.yml and the workflows, read and checked for shape.
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod";

const texts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));

const step = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: texts.optional(),
  env: texts.optional(),
  shell: z.string().optional(),
  run: z.string().optional(),
});

const action = z.strictObject({
  name: z.string(),
  description: z.string(),
  inputs: z.record(
    z.string(),
    z.strictObject({ description: z.string(), required: z.boolean().optional(), default: z.string().optional() }),
  ),
  outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })),
  runs: z.strictObject({ using: z.literal("composite"), steps: z.array(step) }),
});

const job = z.strictObject({
  needs: z.string().optional(),
  if: z.string().optional(),
  "runs-on": z.string(),
  "timeout-minutes": z.number(),
  permissions: z.record(z.string(), z.string()),
  environment: z.string().optional(),
  concurrency: z
    .strictObject({
      group: z.string(),
      "cancel-in-progress": z.boolean(),
      queue: z.optional(z.enum(["single", "max"])),
    })
    .optional(),
  outputs: texts.optional(),
  steps: z.array(step),
});

const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), job),
});

export type Step = z.infer<typeof step>;
export type Action = z.infer<typeof action>;
export type Workflow = z.infer<typeof workflow>;

const FOLDER = "examples/ci/github";

/** Files of workflows, by name. */
export const WORKFLOWS: readonly string[] = readdirSync(FOLDER).map((file) => `${FOLDER}/${file}`);

/** botform's own, not for copying. */
export const RELEASE = ".github/workflows/release.yml";

/** @throws ZodError when action.yml has another shape than an action's */
export function readAction(): Action {
  return action.parse(parse(readFileSync("action.yml", "utf8")));
}

/** @throws ZodError when the file has another shape than a workflow's */
export function readWorkflow(file: string): Workflow {
  return workflow.parse(parse(readFileSync(file, "utf8")));
}
