// The part of the command line that needs no service: validate, schema, explain, and the demo, which brings one along.
import type { Command } from "commander";
import type { Choose } from "../terminal/choose.js";
import { config, examples, format, variable, variableFile } from "../terminal/options.js";

export function validateCommand(program: Command, choose: Choose): void {
  program
    .command("validate")
    .argument("[path]", "a file, or a folder of YAML files")
    .description("Check the configuration. Needs no network and no credentials.")
    .addOption(config())
    .addOption(variable())
    .addOption(variableFile())
    .addOption(format(["text", "json", "sarif", "junit", "github"]))
    .addHelpText(
      "after",
      examples(
        "botform validate",
        "botform validate fleet/",
        "botform validate --format json | jq .diagnostics",
        "botform validate --format sarif > botform.sarif",
        "botform validate --format github",
      ),
    )
    .action((path: string | undefined, options) =>
      choose(async (c) => (await import("./validate.js")).validate(c, { ...options, config: path ?? options.config })),
    );
}

export function explainCommands(program: Command, choose: Choose): void {
  program
    .command("schema")
    .argument("[name]", "which schema; without it they are listed")
    .description("Print a JSON Schema for editors and other tools.")
    .addHelpText("after", examples("botform schema", "botform schema botform > botform.schema.json"))
    .action((name: string | undefined) => choose(async (c) => (await import("./schema.js")).schema(c, name)));

  program
    .command("explain")
    .argument("[name]", "a field, another key of the configuration, or a diagnostic code; without it they are listed")
    .description(
      "Say what a field, a key or a code means, how it is said to the service, and what is unknown about it.",
    )
    .addOption(format())
    .addHelpText(
      "after",
      examples(
        "botform explain leverage",
        "botform explain config/unknown-key",
        "botform explain unknown-key --format json",
      ),
    )
    .action((name: string | undefined, options) =>
      choose(async (c) => (await import("./explain.js")).explainCommand(c, { ...options, name })),
    );
}

export function demoCommand(program: Command, choose: Choose): void {
  program
    .command("demo")
    .description(
      "See the main job done on a local emulator: validate, plan, apply, a hand edit, drift, apply. Needs no account.",
    )
    .addHelpText("after", examples("botform demo"))
    .action(() => choose(async (c) => (await import("./demo.js")).demo(c)));
}
