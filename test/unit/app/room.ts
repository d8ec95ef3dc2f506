// What tests of use cases share: a host that keeps what it is told, a folder for their files, and what a refusal says.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { AppError } from "../../../src/app/error.js";
import { type Env, type Host, type Notice, programHost } from "../../../src/app/host.js";

/** A program's host, and what it was told. */
export interface Listening {
  readonly host: Host;
  /** Notes and warnings as they read; of anything else the codes. */
  readonly said: string[];
  readonly concealed: string[];
  /** What was read, by the name that is shown meanwhile. */
  readonly reads: string[];
}

export function listening(env: Env = {}, { answer }: { readonly answer?: string } = {}): Listening {
  const [said, concealed, reads]: [string[], string[], string[]] = [[], [], []];
  const plain = programHost(env, { say: (notice) => said.push(textOf(notice)) });
  const host: Host = {
    ...plain,
    conceal: (secrets) => concealed.push(...secrets),
    read(what, task) {
      reads.push(what);
      return plain.read(what, task);
    },
    ...(answer !== undefined && {
      ask: async (question) => {
        said.push(`asked: ${question}`);
        return answer;
      },
    }),
  };
  return { host, said, concealed, reads };
}

function textOf(notice: Notice): string {
  if ("text" in notice) return `${notice.kind}: ${notice.text}`;
  const codes = notice.kind === "findings" ? notice.findings : notice.diagnostics;
  return `${notice.kind}: ${codes.map(({ code }) => code).join(", ")}`;
}

/** A folder of the test file, gone after its last test. */
export function folder() {
  let root = "";
  let count = 0;
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "botform room ")));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const place = {
    /** A path that no test has used. */
    fresh(name = "file"): string {
      count += 1;
      return join(root, String(count), name);
    },
    /** A new file, alone in its folder. */
    written(text: string, name = "botform.yaml"): string {
      const path = place.fresh(name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
  };
  return place;
}

/** The message, the exit code and the codes of what a task refuses. */
export async function refusal(task: () => unknown): Promise<readonly [message: string, exitCode: number, ...string[]]> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.message, error.exitCode, ...error.diagnostics.map(({ code }) => code)];
  }
  throw new Error("nothing was refused");
}
