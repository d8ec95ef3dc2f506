// What the status line says while scenarios are tested: how many are done, and how far the newest one is.
import type { Testing } from "../../app/scenario/test.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../../render/sanitize.js";
import { abandonable } from "./interrupt.js";
import type { Status } from "./status.js";

/** Ctrl-C ends what is watched. */
export function scenariosWatched({ status }: { readonly status: Status }): Testing {
  return async (total, task) => {
    const shares = new Map<string, number>();
    let done = 0;
    const { changed, end } = status.begin(() => {
      const under = [...shares].map(([name, share]) => `${clean(name)} ${Math.floor(share * 100)} %`);
      return `testing: ${done} of ${counted(total, "scenario")} done${under.length === 0 ? "" : `; ${under.join(", ")}`}`;
    });
    const set = (name: string, share: number) => {
      shares.set(name, share);
      changed();
    };
    try {
      return await abandonable(() =>
        task({
          started: (name) => set(name, 0),
          passed: set,
          ended(name) {
            shares.delete(name);
            done += 1;
            changed();
          },
        }),
      );
    } finally {
      end();
    }
  };
}
