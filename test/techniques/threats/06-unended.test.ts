// Threat 6 and promise I6: a command that comes to no end is a fault of ours and says so; node alone would end it with 0.
import { afterAll, expect, it } from "vitest";
import { command, Folder } from "./child.js";

const folder = new Folder();
afterAll(() => folder.remove());

it("a command whose work is never done ends with 5, and asks for a report", async () => {
  const never = 'require("node:fs/promises").open = () => new Promise(() => {});';
  const node = ["--require", folder.put("never.cjs", never)];
  const { exitCode, out, err } = await command(["plan", "-c", "x", "--env-from", folder.put("keys.env", "")], {
    node,
  });
  expect({ exitCode, out }).toEqual({ exitCode: 5, out: "" });
  expect(err).toMatch(/^botform: this is a bug in botform .*Please report it/);
});
