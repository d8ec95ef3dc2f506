// Finds where the commands show each field: the field's value is changed in the service's answer, and the document compared.

import { runProgram } from "../../../src/cli/program.js";
import { type Context, contextOf } from "../../../src/cli/terminal/context.js";
import { paint } from "../../../src/render/text/paint.js";
import { OPERATIONS, type OperationName } from "../../../src/service/operations.js";
import { demoEnv } from "../../support/command.js";
import { answer, type Hostile, hostile } from "../../support/hostile.js";
import { ANSWERS_GIVEN } from "./answers.js";
import { changedAt, general, type Leaf, leavesOf } from "./paths.js";

/** The command that shows what the operation answers. */
const COMMANDS: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  accessList: ["accesses"],
  listBots: ["bots", "list"],
  botDetails: ["bots", "show", "1"],
  botLogs: ["bots", "logs", "1"],
  activeDeals: ["deals", "active"],
  dealsHistory: ["deals", "history"],
  accountInformation: ["account"],
  pairList: ["pairs"],
};
const OPTIONS = ["--account", "demo", "--format", "json", "--concurrency", "4"];

/** For each reading operation and each leaf of its answer: the command, and where in its document the leaf shows. */
export type Shown = ReadonlyMap<string, { readonly command: string; readonly at: readonly string[] }>;

export async function findShown(): Promise<Shown> {
  const service = await stub();
  try {
    const found = new Map<string, { command: string; at: readonly string[] }>();
    for (const [name, { effect }] of Object.entries(OPERATIONS)) {
      const operation = name as OperationName;
      const command = COMMANDS[operation];
      if (effect !== "read" || command === undefined) continue;
      const before = await service.document(command, {});
      for (const [path, leaf] of leavesOf(ANSWERS_GIVEN[operation])) {
        const changed = changedAt(ANSWERS_GIVEN[operation], path, another(leaf));
        const after = await service.document(command, { [operation]: changed });
        found.set(`${operation} ${general(path)}`, {
          command: command
            .slice(0, 2)
            .filter((word) => word !== "1")
            .join(" "),
          at: differences(before, after),
        });
      }
    }
    return found;
  } finally {
    await service.close();
  }
}

/** Another value of the same form. */
function another(leaf: Leaf): Leaf {
  if (leaf === "1" || leaf === 1) return typeof leaf === "string" ? "0" : 2;
  if (typeof leaf === "boolean") return !leaf;
  if (typeof leaf === "number") return leaf + 1;
  return leaf === null ? "x" : `${leaf}1`;
}

function differences(before: unknown, after: unknown): readonly string[] {
  const [old, fresh] = [new Map(leavesOf(before)), new Map(leavesOf(after))];
  if (typeof after === "object" && after !== null && "error" in after) return ["error"];
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].filter((path) => old.get(path) !== fresh.get(path));
  return [...new Set(paths.map((path) => path.replace(/\[\d+\]/g, "[]")))];
}

/** A service that answers with the given data, but for what is to be another for one command. */
async function stub() {
  let given: Readonly<Partial<Record<OperationName, unknown>>> = {};
  const server: Hostile = await hostile((socket, head) => {
    const path = /^\w+ ([^ ?]+)/.exec(head)?.[1];
    const [name] = Object.entries(OPERATIONS).find(([, operation]) => operation.path === path) ?? [];
    const data = given[name as OperationName] ?? ANSWERS_GIVEN[name as OperationName];
    socket.write(answer(200, JSON.stringify({ isSuccess: true, errorMessage: "", data })));
  });
  return {
    close: () => server.close(),
    async document(command: readonly string[], changed: typeof given): Promise<unknown> {
      given = changed;
      let text = "";
      const context = contextOn(server.url, (more) => {
        text += more;
      });
      await runProgram([...command, ...OPTIONS], context);
      return JSON.parse(text);
    },
  };
}

function contextOn(url: string, out: (text: string) => void): Context {
  const plain = paint(false);
  return contextOf({
    out,
    err: () => {},
    env: demoEnv(url),
    colour: plain,
    errColour: plain,
    live: false,
    ask: undefined,
  });
}
