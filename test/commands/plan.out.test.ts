// plan --out: modes, links, secrets, and that every form comes of one plan. What it prints is in plan/saved*.scenario.
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { botform } from "../support/command.js";
import { applyFile, botCalled, QUICK, VERSION, workplace, YAML } from "./workplace.js";

const at = workplace();

describe("plan --out", () => {
  it("saves for its owner alone, prints the plan as ever, and says on stderr what comes next", async () => {
    const env = await at.started();
    const file = at.fresh();
    const plain = await botform(["plan", "-c", QUICK], { env });
    const { exitCode, out, err } = await botform(["plan", "-c", QUICK, "--out", file], { env });
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: plain.out });
    expect(err).toMatch(/^\nSaved as .*; it is valid until \d{4}-\d\d-\d\dT[\d:.]+Z\./);
    // It can be pasted into a shell although there is a space in it.
    expect(err).toContain(`\n  botform apply '${file}' -c ${QUICK}\n`);
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    at.nothingWritten();
  });

  it("holds for 30 minutes, or as long as --expires says", async () => {
    const env = await at.started();
    const held = async (...more: string[]) => {
      const { out } = await botform(["plan", "-c", QUICK, "--out", at.fresh(), "--format", "json", ...more], { env });
      const { createdAt, expiresAt }: Record<string, string> = JSON.parse(out).accounts[0].saved;
      return (Date.parse(expiresAt ?? "") - Date.parse(createdAt ?? "")) / 60_000;
    };
    expect(await held()).toBe(30);
    expect(await held("--expires", "1440")).toBe(1440);
  });

  it("goes with every form of output and with --detailed-exitcode, and with one document for JSON", async () => {
    const env = await at.started();
    for (const format of ["text", "json", "diff"]) {
      const file = at.fresh();
      const args = ["plan", "-c", QUICK, "--format", format, "--detailed-exitcode"];
      const plain = await botform(args, { env });
      const { exitCode, out } = await botform([...args, "--out", file], { env });
      expect(exitCode).toBe(2);
      if (format !== "json") expect(out).toBe(plain.out);
      else {
        const [account] = JSON.parse(plain.out).accounts;
        expect(JSON.parse(out).accounts).toMatchObject([{ ...account, saved: { file, toolVersion: VERSION } }]);
      }
      expect((await botform(["show", file])).exitCode).toBe(0);
    }
  });

  it("replaces an earlier plan, and leaves it alone where the new one has errors", async () => {
    const { env, file } = await at.saved();
    const first = readFileSync(file, "utf8");
    await botform(["plan", "-c", QUICK, "--out", file], { env });
    const second = readFileSync(file, "utf8");
    expect(second).not.toBe(first);
    const broken = at.written(YAML.replace("USDT-SOL", "USDT-NIX"));
    for (const format of ["text", "json"]) {
      const { exitCode, out, err } = await botform(["plan", "-c", broken, "--out", file, "--format", format], { env });
      expect({ exitCode, out }).toMatchObject({ exitCode: 3, out: expect.stringContaining("USDT-NIX") });
      expect(out).toContain("botform pairs");
      expect(err).toContain("Not saved: the plan has errors");
      if (format === "json")
        expect(JSON.parse(out)).toMatchObject({
          ok: false,
          accounts: [{ error: expect.stringContaining("errors") }],
        });
    }
    expect(readFileSync(file, "utf8")).toBe(second);
  });

  it("refuses a link, a folder, a device and a folder that isn't there", async () => {
    const env = await at.started();
    const [link, precious, inner] = [at.fresh("link"), at.written("precious"), at.fresh("folder")];
    symlinkSync(precious, link);
    mkdirSync(inner);
    for (const [path, says] of [
      [link, "symbolic link"],
      [inner, "folder"],
      ["/dev/null", "not a regular file"],
      [join(inner, "no", "file"), "its folder doesn't exist"],
    ] as const) {
      const result = await botform(["plan", "-c", QUICK, "--out", path], { env });
      expect(result).toMatchObject({ exitCode: 3, out: "", err: expect.stringContaining(says) });
      const json = await botform(["plan", "-c", QUICK, "--out", path, "--format", "json"], { env });
      expect(JSON.parse(json.out)).toMatchObject({ exitCode: 3, error: expect.stringContaining(says) });
    }
    expect(readFileSync(precious, "utf8")).toBe("precious");
  });

  it("says so where the account holds what no plan file can", async () => {
    const env = await at.started();
    at.emulator.service.addBot("demo", { ...botCalled("x".repeat(70_000)), pairTitle: "USDT-SOL" });
    const { exitCode, err } = await botform(["plan", "-c", QUICK, "--out", at.fresh()], { env });
    expect({ exitCode, err }).toMatchObject({ exitCode: 1, err: expect.stringContaining("no plan file was written") });
  });

  it("puts neither the key nor the secret anywhere", async () => {
    const [apiKey, apiSecret] = ["canary-k3y/+=&%", "canary-5ecret/+=&%ü"];
    const account = { name: "demo", apiKey, apiSecret, accesses: [{ accessId: 101, title: "Main futures" }] };
    const env = {
      ...(await at.started({ seed: { accounts: [account] } })),
      BOTFORM_DEMO_API_KEY: apiKey,
      BOTFORM_DEMO_API_SECRET: apiSecret,
    };
    const file = at.fresh();
    const results = [await botform(["plan", "-c", QUICK, "--out", file, "--format", "json"], { env })];
    results.push(await botform(["show", file, "-c", QUICK, "--format", "json"], { env }), await applyFile(file, env));
    expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    const all = readFileSync(file, "latin1") + results.map(({ out, err }) => out + err).join("");
    for (const canary of [apiKey, apiSecret]) {
      const bytes = Buffer.from(canary);
      const encoded = (["base64", "base64url", "hex", "latin1"] as const).map((form) => bytes.toString(form));
      for (const form of [canary, encodeURIComponent(canary), ...encoded]) {
        expect(all).not.toContain(form.replace(/=+$/, ""));
      }
    }
  });
});

describe("plan --out of several forms", () => {
  const requests = () => Object.values(at.emulator.service.requests).reduce((sum, count) => sum + count, 0);

  it("writes them all of one plan, reads the service once, and prints what is printed anyway", async () => {
    const env = await at.started();
    const plain = await botform(["plan", "-c", QUICK], { env });
    const alone = requests();
    const [plan, html, markdown, json] = ["plan", "plan.html", "plan.md", "plan.json"].map((name) => at.fresh(name));
    const forms = `json=${json},markdown=${markdown},html=${html},plan=${plan}`;
    const { exitCode, out, err } = await botform(["plan", "-c", QUICK, "--out", forms], { env });
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: plain.out });
    expect(requests()).toBe(2 * alone);
    for (const file of [plan, html, markdown, json]) {
      expect(err).toContain(` ${file === plan ? "as" : "to"} ${file}`);
      expect((statSync(file ?? "").mode & 0o777).toString(8)).toBe("600");
    }
    const document = JSON.parse(readFileSync(json ?? "", "utf8"));
    expect(document).toMatchObject({
      command: "plan",
      ok: true,
      accounts: [{ saved: { file: plan } }],
      summary: { create: 3 },
    });
    expect(readFileSync(html ?? "", "utf8")).toContain("3");
    expect((await applyFile(plan ?? "", env)).exitCode).toBe(0);
  });

  it("is the same with the option again as with commas", async () => {
    const env = await at.started();
    const [json, html] = [at.fresh("plan.json"), at.fresh("plan.html")];
    const { exitCode } = await botform(["plan", "-c", QUICK, "--out", `json=${json}`, "--out", `html=${html}`], {
      env,
    });
    expect([exitCode, existsSync(json), existsSync(html)]).toEqual([0, true, true]);
  });

  it("json is exactly what --format json prints, and with it is printed, too", async () => {
    const env = await at.started();
    const file = at.fresh("plan.json");
    for (const more of [[], ["--detailed-exitcode"]]) {
      const args = ["plan", "-c", QUICK, "--format", "json", ...more];
      const plain = await botform(args, { env });
      expect((await botform([...args, "--out", `json=${file}`], { env })).out).toBe(plain.out);
      expect(readFileSync(file, "utf8")).toBe(plain.out);
    }
  });
});
