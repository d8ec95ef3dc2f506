// The README shows real output of real commands: every console block is run and compared. UPDATE_GOLDEN=1 rewrites it.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type RunningEmulator, startEmulator } from "../src/emulator/server.js";

const README = "README.md";

it("shows what its commands print", async () => {
  const text = readFileSync(README, "utf8");
  const emulator = await startEmulator();
  try {
    const fresh = await regenerate(text, emulator);
    if (process.env.UPDATE_GOLDEN === "1") writeFileSync(README, fresh);
    else expect(text).toBe(fresh);
  } finally {
    await emulator.close();
  }
});

/** The README with every included file and every console block as it is now. */
async function regenerate(text: string, emulator: RunningEmulator): Promise<string> {
  const pieces = text.split(/^(<!-- (?:file|edit): .+ -->\n|```console\n[\s\S]*?^```\n)/m);
  let fresh = "";
  let included: string | undefined;
  for (const piece of pieces) {
    if (piece.startsWith("```console")) fresh += await runBlock(piece, emulator);
    else if (included !== undefined)
      fresh += piece.replace(/^```yaml\n[\s\S]*?^```\n/m, `\`\`\`yaml\n${readFileSync(included, "utf8")}\`\`\`\n`);
    else fresh += piece;
    included = /^<!-- file: (.+) -->/.exec(piece)?.[1];
    const edit = /^<!-- edit: "(.+)" (.+) -->/.exec(piece);
    if (edit !== null) editByHand(emulator, edit[1] ?? "", edit[2] ?? "");
  }
  return fresh;
}

function editByHand(emulator: RunningEmulator, title: string, changes: string): void {
  const bot = emulator.service.bots().find(({ values }) => values.title === title);
  if (bot === undefined) throw new Error(`the README edits a bot that doesn't exist: ${title}`);
  emulator.service.editBot(bot.id, Object.fromEntries(changes.split(" ").map((change) => change.split("="))));
}

async function runBlock(block: string, emulator: RunningEmulator): Promise<string> {
  const commands = block.split("\n").filter((line) => line.startsWith("$ "));
  let exitCode = 0;
  let fresh = "```console\n";
  for (const line of commands) {
    fresh += `${line}\n`;
    if (line === "$ echo $?") {
      fresh += `${exitCode}\n`;
      continue;
    }
    const result = await run(line.replace(/^\$ botform /, "").split(" "), emulator.url);
    exitCode = result.exitCode;
    fresh += result.output;
  }
  return `${fresh}\`\`\`\n`;
}

function run(args: string[], url: string): Promise<{ output: string; exitCode: number }> {
  const env = {
    PATH: process.env.PATH,
    BOTFORM_DEMO_API_URL: url,
    BOTFORM_DEMO_API_KEY: "demo-key",
    BOTFORM_DEMO_API_SECRET: "demo-secret",
  };
  return new Promise((resolve, reject) => {
    // One pipe for both streams keeps their order, as on a terminal.
    const child = spawn("sh", ["-c", 'exec "$0" "$@" 2>&1', process.execPath, "dist/main.js", ...args], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ output, exitCode: code ?? -1 }));
  });
}
