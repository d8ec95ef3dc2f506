// Commands that are named in what is said: completed by what each takes, and nothing else is touched.
import { Command } from "@commander-js/extra-typings";
import { describe, expect, it } from "vitest";
import { plainContext } from "../../../../src/cli/terminal/context.js";
import { sayingWhole, type TypedOptions, typedAgain } from "../../../../src/cli/terminal/typed-again.js";

function program() {
  const all = new Command("botform");
  all.command("plan").option("-c, --config <path>").option("--account <names>").option("--journal <folder>");
  all.command("explain");
  const breaker = all.command("breaker");
  breaker.command("arm").option("-c, --config <path>").option("--account <names>").option("--journal <folder>");
  return all;
}

const OPTIONS: TypedOptions = { config: "my fleet", journal: "elsewhere", allAccounts: true };
const FLAGS = "-c 'my fleet' --journal elsewhere";

describe("a command that is named in a text", () => {
  it.each<[string, string, Partial<TypedOptions>?]>([
    ["See botform plan.", `See botform plan --account main ${FLAGS}.`],
    [
      "until a person runs botform breaker arm day-loss --reason TEXT",
      `until a person runs botform breaker arm --account main ${FLAGS} day-loss --reason TEXT`,
    ],
    ["botform plan of the account shows it", `botform plan --account main ${FLAGS} of the account shows it`],
    ["botform plan; botform plan", `botform plan --account main ${FLAGS}; botform plan --account main ${FLAGS}`],
    ["botform plan --account other", `botform plan ${FLAGS} --account other`],
    ["botform plan -c other", "botform plan --account main --journal elsewhere -c other"],
    [
      "botform explain CODE, botform is here, botform nothing",
      "botform explain CODE, botform is here, botform nothing",
    ],
    ["botform plan", `botform plan ${FLAGS}`, { allAccounts: false }],
    ["botform plan", `botform plan --account main ${FLAGS}`, { allAccounts: false, account: ["main", "sub"] }],
  ])("%j", (text, expected, more = {}) => {
    expect(typedAgain(program, { ...OPTIONS, ...more })(text, "main")).toBe(expected);
  });

  it("of no account in particular, or that finds all by itself, has no more than it needs", () => {
    expect(typedAgain(program, OPTIONS)("botform plan")).toBe(`botform plan ${FLAGS}`);
    expect(typedAgain(program, { journal: ".botform/journal" })("botform plan", "main")).toBe("botform plan");
  });
});

it("a context says whole commands, as text beside the results, and leaves those alone", () => {
  const printed: string[] = [];
  const context = plainContext({ out: (text) => printed.push(text), err: (text) => printed.push(text), env: {} });
  const own = sayingWhole(context, typedAgain(program, OPTIONS));
  own.say({ kind: "warning", text: "run botform plan" });
  own.err("botform plan\n");
  own.out("botform plan\n");
  expect(printed).toEqual([`warning: run botform plan ${FLAGS}\n`, `botform plan ${FLAGS}\n`, "botform plan\n"]);
});
