// Runs action.yml and workflows step by step as GitHub's runner does, with a stand-in for what only GitHub has.
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Contexts, filled, holds } from "./expressions.js";
import { type Action, readAction, type Step, type Workflow } from "./recipe-file.js";
import { bash, type Place, tool } from "./shell.js";

export interface Event {
  readonly event_name: string;
  readonly event: unknown;
}

export interface Forge {
  readonly place: Place;
  readonly github: Contexts;
  readonly secrets: Contexts;
  readonly vars: Contexts;
  /** What is put in the place of the action's `botform`; without it the action builds its own. */
  readonly installed: string;
}

export interface Done {
  readonly isFailed: boolean;
  readonly outputs: Readonly<Record<string, string>>;
  readonly out: string;
}

const REPOSITORY = "someone/fleet";
const ACTION = readAction();

/** A pull request of a branch of this repository, or of a fork. */
export function pullRequest(head = REPOSITORY): Event {
  return { event_name: "pull_request", event: { pull_request: { number: 7, head: { repo: { full_name: head } } } } };
}

export const PUSH: Event = { event_name: "push", event: {} };
export const SCHEDULE: Event = { event_name: "schedule", event: {} };

export function forge(place: Place, { event_name, event }: Event, installed = join(place.bin, "botform")): Forge {
  const { BOTFORM_DEMO_API_URL = "", ...secrets } = place.keys;
  const token = "forge-token-of-the-job";
  const github = { event_name, event, token, repository: REPOSITORY, run_id: "1", run_attempt: "1" };
  return {
    place,
    github,
    secrets,
    vars: { BOTFORM_DEMO_API_URL, BOTFORM_ALLOWED_HOSTS: new URL(BOTFORM_DEMO_API_URL).host },
    installed,
  };
}

/** Runs the action with these inputs, and with this environment of the step that uses it. */
export function runAction(forge: Forge, given: Contexts, env: Readonly<Record<string, string>> = {}): Promise<Done> {
  const inputs: Record<string, unknown> = { botform: forge.installed };
  const contexts = { github: { ...forge.github, action_path: join(forge.place.temp, "action") } };
  for (const [name, { default: value = "", required }] of Object.entries(ACTION.inputs)) {
    if (required === true && given[name] === undefined) throw new Error(`the action needs ${name}`);
    inputs[name] = given[name] ?? inputs[name] ?? filled(value, contexts);
  }
  for (const name of Object.keys(given)) if (!(name in ACTION.inputs)) throw new Error(`the action has no ${name}`);
  return runSteps(forge, ACTION.runs.steps, { ...contexts, inputs }, env, ACTION.outputs);
}

/** Runs a workflow's jobs in their order. Answers what became of each; a job whose `if` doesn't hold is missing. */
export async function runWorkflow(forge: Forge, { jobs }: Workflow): Promise<Readonly<Record<string, Done>>> {
  const done: Record<string, Done> = {};
  for (const [name, job] of Object.entries(jobs)) {
    const needed = job.needs === undefined ? undefined : done[job.needs];
    if (job.needs !== undefined && (needed === undefined || needed.isFailed)) continue;
    const contexts = { github: forge.github, secrets: forge.secrets, vars: forge.vars, needs: done };
    if (!holds(job.if, contexts, false)) continue;
    const outputs = Object.entries(job.outputs ?? {}).map(([key, value]) => [key, { value }] as const);
    done[name] = await runSteps(forge, job.steps, contexts, {}, Object.fromEntries(outputs));
  }
  return done;
}

type Outputs = Readonly<Record<string, Pick<Action["outputs"][string], "value">>>;

async function runSteps(
  forge: Forge,
  list: readonly Step[],
  given: Contexts,
  outer: Readonly<Record<string, string>>,
  outputs: Outputs,
): Promise<Done> {
  const steps: Record<string, { outputs: Readonly<Record<string, string>> }> = {};
  const contexts = { ...given, steps };
  let isFailed = false;
  let out = "";
  for (const step of list) {
    if (!holds(step.if, contexts, isFailed)) continue;
    const each = (texts: Readonly<Record<string, string>> = {}) =>
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filled(text, contexts)]));
    const env = { ...outer, ...each(step.env) };
    const done =
      step.uses === undefined ? await runShell(forge, step, env) : await used(forge, step, each(step.with), env);
    isFailed ||= done.isFailed;
    out += done.out;
    if (step.id !== undefined) steps[step.id] = { outputs: done.outputs };
  }
  const values = Object.entries(outputs).map(([name, { value }]) => [name, filled(value, contexts)] as const);
  return { isFailed, out, outputs: Object.fromEntries(values) };
}

/** The summary goes on from step to step in one file, `summary.md`. */
async function runShell(forge: Forge, step: Step, env: Readonly<Record<string, string>>): Promise<Done> {
  const { place } = forge;
  const outputFile = join(place.temp, "output");
  writeFileSync(outputFile, "");
  const ran = await bash(place, step.run ?? "", {
    ...place.plain,
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_EVENT_NAME: String(forge.github["event_name"]),
    GITHUB_OUTPUT: outputFile,
    GITHUB_STEP_SUMMARY: join(place.temp, "summary.md"),
    ...env,
  });
  const lines = readFileSync(outputFile, "utf8").split("\n").filter(Boolean);
  const outputs = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  return { isFailed: ran.exitCode !== 0, outputs, out: `${ran.out}${ran.err}` };
}

/** GitHub's own actions, as far as the workflows rest on them; botform's is run. */
async function used(
  forge: Forge,
  { uses = "" }: Step,
  given: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<Done> {
  const name = uses.replace(/@.*/, "");
  if (name.endsWith("/botform")) return runAction(forge, given, env);
  const { cwd, temp } = forge.place;
  const [store, path = ""] = [join(temp, "store", given["name"] ?? "cache"), given["path"] ?? ""];
  const move: Readonly<Record<string, () => void>> = {
    "actions/checkout": () => {},
    "actions/setup-node": () => {},
    "actions/upload-artifact": () => keep(cwd, store, path),
    "actions/cache/save": () => keep(cwd, store, path),
    "actions/download-artifact": () => cpSync(store, join(cwd, path), { recursive: true }),
    "actions/cache/restore": () => existsSync(store) && cpSync(store, join(cwd, path, ".."), { recursive: true }),
  };
  const act = move[name];
  if (act === undefined) throw new Error(`nothing stands in for ${name}`);
  act();
  return { isFailed: false, outputs: {}, out: "" };
}

/** Names are relative to the folder that all the paths share, as GitHub's are. */
function keep(cwd: string, store: string, text: string): void {
  mkdirSync(store, { recursive: true });
  const paths = text.split("\n").filter(Boolean);
  let shared = dirname(paths[0] ?? "");
  while (!paths.every((path) => path.startsWith(`${shared}/`))) shared = dirname(shared);
  for (const path of paths)
    if (existsSync(join(cwd, path))) cpSync(join(cwd, path), join(store, relative(shared, path)), { recursive: true });
}

export interface Comment {
  readonly id: number;
  readonly user: { readonly login: string };
  readonly body: string;
}

export interface Issue extends Pick<Comment, "user" | "body"> {
  readonly number: number;
  readonly title: string;
  readonly state: string;
}

export function issues(place: Place): readonly Issue[] {
  return JSON.parse(readFileSync(join(place.temp, "issues.json"), "utf8"));
}

/** A `gh` that keeps comments and issues in files and writes down how it was called; others' comments stand there already. */
export function stubGh(place: Place, others: readonly Comment[] = [], open: readonly Issue[] = []): void {
  writeFileSync(join(place.temp, "issues.json"), JSON.stringify(open));
  writeFileSync(join(place.temp, "comments.json"), JSON.stringify(others));
  writeFileSync(join(place.temp, "gh.mjs"), GH);
  appendFileSync(join(place.temp, "gh-argv"), "");
  tool(place, "gh", `exec '${process.execPath}' '${place.temp}/gh.mjs' "$@"`);
}

export function comments(place: Place): readonly Comment[] {
  return JSON.parse(readFileSync(join(place.temp, "comments.json"), "utf8"));
}

const GH = `
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
const here = new URL(".", import.meta.url);
const args = process.argv.slice(2);
appendFileSync(new URL("gh-argv", here), args.join(" ") + "\\n");
if (process.env.GH_TOKEN !== "forge-token-of-the-job" || args[0] !== "api") process.exit(4);
const method = args.includes("--method") ? args[args.indexOf("--method") + 1] : "GET";
const path = args.find((arg) => arg.startsWith("repos/someone/fleet/issues"));
const isComment = path.includes("/comments");
const file = new URL(isComment ? "comments.json" : "issues.json", here);
const all = JSON.parse(readFileSync(file, "utf8"));
const shown = {
  "repos/someone/fleet/issues/7/comments?per_page=100": all,
  "repos/someone/fleet/issues?state=open&per_page=100": all.filter(({ state }) => state === "open"),
}[path];
// A page an array, one after the other, as gh api --paginate prints them.
if (method === "GET" && shown !== undefined && args.includes("--paginate")) {
  const pages = shown.length === 0 ? [[]] : shown.map((one) => [one]);
  process.stdout.write(pages.map((page) => JSON.stringify(page)).join(""));
} else {
  const fields = args.flatMap((arg, index) => (args[index - 1] === "--field" ? [arg] : [])).map((arg) => {
    const [name, value] = [arg.slice(0, arg.indexOf("=")), arg.slice(arg.indexOf("=") + 1)];
    return [name, value.startsWith("@") ? readFileSync(value.slice(1), "utf8") : value];
  });
  const change = Object.fromEntries(fields);
  if (isComment && Object.keys(change).join() !== "body") process.exit(5);
  const id = Number(/^repos\\/someone\\/fleet\\/issues\\/(?:comments\\/)?(\\d+)$/.exec(path)?.[1]);
  const own = all.find((one) => (isComment ? one.id : one.number) === id);
  const user = { login: "github-actions[bot]" };
  if (method === "POST" && path === "repos/someone/fleet/issues/7/comments") all.push({ id: 1000 + all.length, user, ...change });
  else if (method === "POST" && path === "repos/someone/fleet/issues") all.push({ number: 50 + all.length, user, state: "open", ...change });
  else if (method === "PATCH" && own !== undefined) Object.assign(own, change);
  else process.exit(1);
  writeFileSync(file, JSON.stringify(all));
}
`;
