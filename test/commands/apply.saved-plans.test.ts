// apply FILE interrupted, and by a link. That what was reviewed is what runs, or nothing is written (I4), is in apply/saved-plan*.scenario.
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { botform } from "../support/command.js";
import { hostile } from "../support/hostile.js";
import { applyFile, QUICK, workplace } from "./workplace.js";

const at = workplace();

describe("apply FILE", () => {
  it("can be interrupted while it looks at the bots once more", async () => {
    const { env, file } = await at.saved();
    let interrupt = () => {};
    const silent = await hostile(() => interrupt());
    try {
      const there = { ...env, BOTFORM_DEMO_API_URL: silent.url };
      const args = ["apply", at.resealed(file, there, {}), "-c", QUICK, "--yes"];
      const { exitCode, err } = await botform(args, {
        env: there,
        onStart: (kill) => {
          interrupt = () => kill("SIGINT");
        },
      });
      expect({ exitCode, err }).toMatchObject({ exitCode: 130, err: expect.stringContaining("nothing was written") });
      expect(silent.received.every((head) => head.startsWith("GET /bot-futures/all?"))).toBe(true);
    } finally {
      await silent.close();
    }
  });

  it.each([
    {
      because: "a link",
      path: () => {
        const link = at.fresh("link");
        symlinkSync(join(QUICK, "botform.yaml"), link);
        return link;
      },
      says: "symbolic link",
    },
  ])("refuses $because, with exit code 3", async ({ path, says }) => {
    const env = await at.started();
    const { exitCode, out, err } = await applyFile(path(), env);
    expect({ exitCode, out, err }).toMatchObject({ exitCode: 3, out: "", err: expect.stringContaining(says) });
    expect(err).toContain("--config");
    expect(Object.values(at.emulator.service.requests).every((number) => number === 0)).toBe(true);
  });
});
