// What one look has read of keys: once, anew for the next one, and hidden while it lasts.
import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { forOneLook } from "../../../../src/app/credentials/one-look.js";
import { connectionOf } from "../../../../src/app/credentials/supply.js";
import { settingOf } from "../../../../src/config/settings.js";
import { folder, listening } from "../room.js";

const at = folder();
const setting = (text: string) => settingOf(text, { file: "a.yaml", path: [] });

function keyInFile() {
  const path = at.written("first-key");
  const env = { BOTFORM_KEY_FILE: path, BOTFORM_SECRET: "the-secret" };
  const connection = {
    ...{ account: "main", apiUrl: setting("https://api.example.net"), hookUrl: undefined },
    ...{ apiKey: setting("${env.BOTFORM_KEY}"), apiSecret: setting("${env.BOTFORM_SECRET}") },
  };
  const { host } = listening(env);
  const concealed = new Set<string>();
  const watching = {
    ...host,
    conceal(secrets: readonly string[]) {
      for (const one of secrets) concealed.add(one);
      return () => {
        for (const one of secrets) concealed.delete(one);
      };
    },
  };
  const keyOf = async (own: typeof host) => {
    const resolved = await connectionOf(own, { connection });
    return "connection" in resolved ? resolved.connection.apiKey : resolved;
  };
  return { host: watching, keyOf, concealed, replace: (text: string) => writeFileSync(path, text) };
}

it("a key that is replaced counts from the next look on, and not in the midst of one", async () => {
  const { host, keyOf, replace } = keyInFile();
  await forOneLook(host, async (own) => {
    expect(await keyOf(own)).toBe("first-key");
    replace("second-key");
    expect(await keyOf(own)).toBe("first-key");
  });
  expect(await forOneLook(host, keyOf)).toBe("second-key");
});

it("what was read is hidden until the look ends, however it ends", async () => {
  const { host, keyOf, concealed } = keyInFile();
  await forOneLook(host, async (own) => {
    await keyOf(own);
    expect([...concealed]).toEqual(["first-key"]);
  });
  expect([...concealed]).toEqual([]);
  const failing = forOneLook(host, async (own) => {
    await keyOf(own);
    throw new Error("broken off");
  });
  await expect(failing).rejects.toThrow("broken off");
  expect([...concealed]).toEqual([]);
});
