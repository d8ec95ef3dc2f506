// The page of a day: botform fleet serve --page-only beside the workers, somebody who came in by its token, and what they read there.
import { send, until } from "../../page/stage.js";
import type { Running } from "./stage.js";

const ADDRESS = /Open http:\/\/127\.0\.0\.1:(\d+)\/(\?token=[\w-]+)/;

export interface DayPage {
  readonly running: Running;
  /** HTML by path; empty where the page has no such place. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Comes in by the address that it prints. */
export async function enterPage(running: Running): Promise<DayPage> {
  const { printed, child } = running;
  await until(() => {
    if (child.exitCode !== null) throw new Error(`the page has ended by itself\n${printed.err}`);
    return ADDRESS.test(printed.err);
  });
  const [, text, search = ""] = ADDRESS.exec(printed.err) ?? [];
  const port = Number(text);
  const { headers } = await send(port, `/${search}`);
  const cookie = headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  return {
    running,
    async read(paths) {
      const pages = new Map<string, string>();
      for (const path of paths) {
        const got = await send(port, path, { headers: { cookie } });
        pages.set(path, got.status === 200 ? got.text : "");
      }
      return pages;
    },
  };
}
