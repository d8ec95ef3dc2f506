// What passes the gate and what is said of the rest: each check before and after consent, and what counts as a yes.
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../src/app/error.js";
import { type Obstacle, passGate, type Stopped } from "../../../../src/app/gate/gate.js";
import { type Host, programHost } from "../../../../src/app/host.js";

interface One {
  readonly account: string;
}
const [A, B]: readonly [One, One] = [{ account: "a" }, { account: "b" }];

interface Scene {
  readonly yes?: boolean;
  /** What is typed; undefined is an interrupt, "nobody" that nobody can be asked. */
  readonly typed?: string | undefined;
  readonly nobody?: true;
  readonly before?: (one: One) => Promise<Obstacle | undefined>;
  readonly after?: (one: One) => Promise<Obstacle | undefined>;
}

async function pass({ yes, nobody, before, after, ...scene }: Scene) {
  const asked: string[] = [];
  const told: string[][] = [];
  const host: Host = {
    ...programHost({}),
    ask: nobody
      ? undefined
      : async (question) => {
          asked.push(question);
          return "typed" in scene ? scene.typed : "yes";
        },
  };
  const none = async () => undefined;
  const { go, stopped } = await passGate(
    host,
    [A, B],
    { asPlanned: before ?? none, asReviewed: after ?? none },
    {
      ...(yes !== undefined && { yes }),
      consent: (ready) => ({ question: ready.map(({ account }) => account).join(), answer: "yes" }),
    },
    (some: readonly Stopped<One>[]) => void told.push(some.map(({ entry }) => entry.account)),
  );
  return {
    go: go.map(({ account }) => account),
    stopped: stopped.map(({ entry, exitCode, why }) => [entry.account, exitCode, why]),
    asked,
    told,
  };
}

const blocks =
  (name: string) =>
  async ({ account }: One) =>
    account === name ? { exitCode: 6 as const, why: "denied" } : undefined;

describe("a yes", () => {
  it.each([
    ["yes", true, "the word itself"],
    [" yes\n", true, "with space around it"],
    ["yes\r", true, "with another line end"],
    ["y", false, "no beginning of it"],
    ["Yes", false, "no other case of letters"],
    ["yes please", false, "nothing behind it"],
    ["", false, "no empty line"],
    ["no", false, "no no"],
  ])("%j: %s, %s", async (typed, passes, _because) => {
    const { go, stopped } = await pass({ typed });
    const almost =
      typed.toLowerCase() === "y" || typed === "Yes" ? `: you typed "${typed}", and only "yes" goes ahead` : "";
    expect(go).toEqual(passes ? ["a", "b"] : []);
    expect(stopped).toEqual(
      passes
        ? []
        : [
            ["a", 1, `declined${almost}; nothing was written`],
            ["b", 1, `declined${almost}; nothing was written`],
          ],
    );
  });

  it("isn't asked for where it was given beforehand, or where nothing is left to be done", async () => {
    expect((await pass({ yes: true })).asked).toEqual([]);
    const nothing = await pass({ before: async () => ({ exitCode: 0 }) });
    expect([nothing.asked, nothing.go, nothing.stopped]).toEqual([
      [],
      [],
      [
        ["a", 0, undefined],
        ["b", 0, undefined],
      ],
    ]);
    expect((await pass({ yes: false })).asked).toEqual(["a,b"]);
  });

  it("can't be asked for where nobody is there, and an interrupt stops everything", async () => {
    await expect(pass({ nobody: true })).rejects.toThrow(
      new AppError(
        "there is nobody to ask: botform is called from a program, and --yes wasn't given; nothing was written",
      ),
    );
    await expect(pass({ typed: undefined })).rejects.toMatchObject({ exitCode: 130 });
    expect((await pass({ nobody: true, yes: true })).go).toEqual(["a", "b"]);
  });
});

describe("an entry", () => {
  it("that is stopped before consent isn't asked about, and the others go on", async () => {
    const { go, stopped, asked, told } = await pass({ before: blocks("a") });
    expect({ go, stopped, asked, told }).toEqual({
      ...{ go: ["b"], stopped: [["a", 6, "denied; nothing was written"]], asked: ["b"] },
      told: [["a"], []],
    });
  });

  it("that is stopped after consent is told so", async () => {
    const { go, stopped, told } = await pass({ after: blocks("b") });
    expect({ go, stopped, told }).toEqual({
      go: ["a"],
      stopped: [["b", 6, "denied; nothing was written"]],
      told: [[], ["b"]],
    });
  });

  it("that can't be checked is stopped with its own exit code; an interrupt while checking stops everything", async () => {
    const failing = async ({ account }: One) => {
      if (account === "a") throw new AppError("no way in\nTry again.", { exitCode: 1 });
      return undefined;
    };
    const { go, stopped } = await pass({ before: failing });
    expect(go).toEqual(["b"]);
    expect(stopped).toEqual([["a", 1, "no way in. Try again"]]);
    await expect(
      pass({
        before: async () => {
          throw new AppError("left", { exitCode: 130 });
        },
      }),
    ).rejects.toMatchObject({ exitCode: 130 });
  });
});
