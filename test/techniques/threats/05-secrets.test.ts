// Threat 5: secrets that turn up where they don't belong.
// test/unit/config/yaml/mask.test.ts has the ways to write a secret into YAML, test/unit/config/connection.test.ts those of the environment;
// here the whole command is run with canaries in its environment, and everything it leaves behind is searched.
import { describe, expect, it } from "vitest";
import { botform } from "../../support/command.js";
import { answer, success } from "../../support/hostile.js";
import { canaries, KEY, SECRET, TOKEN, traces } from "./canary.js";
import { command, Folder, traceApart, traceOf } from "./child.js";
import { ACCOUNT, environment, serving, TURN_ON } from "./service.js";

/** An address where nothing listens: nobody gets that far. */
const NOWHERE = environment("https://127.0.0.1:1");
const quoted = JSON.stringify;
const LITERAL = ACCOUNT.replace("${env.BOTFORM_SECRET}", quoted(SECRET)).replace("${env.BOTFORM_KEY}", quoted(KEY));
const BOT = "bots:\n  a: { title: A }\n";

describe("threat 5: secrets stay where they belong", () => {
  it("a run whose answers are in order shows none, keeps none, and sends the key in one header and the secret nowhere", () =>
    serving({}, async ({ url, received }) => {
      const last = ["--timeout", "1"];
      const networked = [["plan"], ["apply", "--yes", "--command-timeout", "1"], ["bots", "off", "--all", ...last]];
      for (const args of [
        ["validate"],
        ["history"],
        ["show", "none.plan"],
        ["undo", "last"],
        ["resolve"],
        ...networked,
      ]) {
        const { text } = await traceApart(args, TURN_ON, environment(url));
        expect(canaries(text), args.join(" ")).toEqual([]);
      }
      expect(received.some((head) => head.startsWith("POST /bot-futures/activate"))).toBe(true);
      for (const head of received) expect(canaries(head.replace(`ctg-api-key: ${KEY}\r\n`, ""))).toEqual([]);
    }));

  it("node's own debugging of connections shows none either", () =>
    serving({}, async ({ url }) => {
      const env = { ...environment(url), NODE_DEBUG: "undici,fetch,http,https,tls,net,stream,timer,dns" };
      const { text } = await traceApart(["plan"], TURN_ON, env);
      expect(text).toMatch(/^(?:HTTP|NET|STREAM|TIMER) \d+:/m);
      expect(canaries(text)).toEqual([]);
    }));

  it.concurrent.each([
    { name: "literals", yaml: LITERAL + BOT },
    { name: "literals in broken YAML", yaml: `${LITERAL}bots: { a: [\n` },
    { name: "a literal and a tab", yaml: LITERAL.replace("    accesses", "\taccesses") + BOT },
    {
      name: "a literal twice",
      yaml: LITERAL.replace("    accesses", `    apiSecret: ${quoted(SECRET)}\n    accesses`) + BOT,
    },
    { name: "an open quote before a literal", yaml: LITERAL.replace("main:\n", 'main:\n    exchange: "X\n') + BOT },
    {
      name: "a literal in a comment",
      yaml: ACCOUNT.replace("BOTFORM_SECRET}", `BOTFORM_SECRET} # ${SECRET}`) + BOT.replace("title", "titel"),
    },
    {
      name: "a literal in a flow map",
      yaml: `version: 1\naccounts: { main: { apiKey: ${quoted(KEY)}, apiSecret: ${quoted(SECRET)}, x: 1 } }\n`,
    },
    { name: "a literal in a list", yaml: ACCOUNT.replace("${env.BOTFORM_SECRET}", `[${quoted(SECRET)}]`) + BOT },
    {
      name: "a literal in the wrong account key",
      yaml: ACCOUNT.replace("    accesses", `    password: ${quoted(SECRET)}\n    accesses`) + BOT,
    },
    {
      name: "a literal at a bot",
      yaml: `${ACCOUNT}bots:\n  a: { title: A, secretKey: ${quoted(SECRET)}, apikey: ${quoted(KEY)} }\n`,
    },
    {
      name: "a webhook as hookUrl",
      yaml: ACCOUNT.replace("    apiKey", `    hookUrl: https://h.example/crazy/hook/12:${TOKEN}\n    apiKey`) + BOT,
    },
    {
      name: "a webhook as apiUrl",
      yaml: ACCOUNT.replace("${env.BOTFORM_URL}", `https://h.example/crazy/hook/12:${TOKEN}/topup-deal`) + BOT,
    },
    {
      name: "a webhook beside a slip",
      yaml: `${ACCOUNT}bots:\n  a: { titel: A, indicatorName: "https://h.example/crazy/hook/12:${TOKEN}" }\n`,
    },
    {
      name: "a password in an address",
      yaml: ACCOUNT.replace("${env.BOTFORM_URL}", `https://user:${TOKEN}@h.example`) + BOT,
    },
  ])("$name: refused, and not shown", async ({ yaml }) => {
    const runs = [traceOf(["validate"], yaml, NOWHERE, ["text"]), traceOf(["plan"], yaml, NOWHERE, ["json"])];
    for (const { exitCodes, text } of await Promise.all(runs)) {
      expect(exitCodes).toEqual([3]);
      expect(canaries(text)).toEqual([]);
    }
  });

  it.concurrent.each([
    { name: "a webhook", env: { BOTFORM_URL: `https://h.example/crazy/hook/12:${TOKEN}` } },
    { name: "a webhook without scheme", env: { BOTFORM_URL: `h.example/crazy/hook/12:${TOKEN}` } },
    { name: "a password", env: { BOTFORM_URL: `https://user:${TOKEN}@h.example/` } },
    { name: "a key that no header takes", env: { BOTFORM_KEY: `${KEY}\n${SECRET}` } },
    { name: "no secret", env: { BOTFORM_SECRET: " " } },
    { name: "a hook in a variable", env: { BOTFORM_HOOK: `https://h.example/crazy/hook/12:${TOKEN}` } },
  ])("$name in the environment: named by its variable alone", async ({ env }) => {
    const yaml = `${ACCOUNT.replace("    apiKey", "    hookUrl: ${env.BOTFORM_HOOK}\n    apiKey")}${BOT}`;
    const all = { BOTFORM_HOOK: "https://h.example", ...NOWHERE, ...env };
    const runs = [traceOf(["plan"], yaml, all, ["text"]), traceOf(["apply", "--yes"], yaml, all, ["json"])];
    for (const { exitCodes, text } of await Promise.all(runs)) {
      expect(exitCodes).toEqual([3]);
      expect(canaries(text)).toEqual([]);
    }
  });

  it("no command has an option that takes a secret", async () => {
    const { out: all } = await botform(["--help"]);
    const names = [...all.matchAll(/^ {2}([a-z]+) \[/gm)].map((match) => match[1] ?? "");
    expect(names).toContain("apply");
    for (const { out } of await Promise.all(names.map((name) => botform([name, "--help"])))) {
      expect(out).toContain("--help");
      expect(out).not.toMatch(/--\S*(?:key|secret|token|password|credential)/i);
    }
  });

  it.each(["--api-secret=", "--apikey=", "--botform-TOKEN="])(
    "an option that doesn't exist isn't repeated with its value: %s",
    async (option) => {
      const { exitCode, out, err } = await command(["plan", `${option}${SECRET}`]);
      expect(exitCode).toBe(3);
      expect(err).toContain(`${option}***`);
      expect(canaries(out + err)).toEqual([]);
    },
  );

  // What the service says may be the request it was sent: a net by value is below every text.
  const SAYINGS = [
    { name: "as it is", code: (head: string) => head },
    { name: "URL-encoded", code: () => encodeURIComponent(KEY) },
    { name: "in Base64", code: () => Buffer.from(KEY).toString("base64") },
    { name: "in the Base64 of addresses", code: () => Buffer.from(KEY).toString("base64url") },
    { name: "in hexadecimal", code: () => Buffer.from(KEY).toString("hex") },
    { name: "in large hexadecimal", code: () => Buffer.from(KEY).toString("hex").toUpperCase() },
    { name: "in JSON", code: () => JSON.stringify({ key: KEY, secret: SECRET }) },
  ];
  const HARDER = [
    { name: "as a form", code: () => new URLSearchParams({ key: KEY }).toString() },
    {
      name: "URL-encoded in small letters",
      code: () => encodeURIComponent(KEY).replace(/%../g, (one) => one.toLowerCase()),
    },
    { name: "in the Base64 of more than it", code: () => Buffer.from(`{"key":"${KEY}"}`).toString("base64") },
  ];
  const echoes = (code: (head: string) => string, env = environment) => {
    const body = (head: string) => JSON.stringify({ isSuccess: false, errorMessage: `no: ${code(head)}` });
    return serving({ any: (socket, head) => socket.write(answer(200, body(head))) }, async ({ url }) => {
      const { text } = await traceOf(["plan"], TURN_ON, env(url));
      expect(text).toMatch(/HTTP 200: no: /);
      return canaries(text);
    });
  };

  it.concurrent.each(SAYINGS)("a refusal that says the key back $name doesn't show it", async ({ code }) => {
    expect(await echoes(code)).toEqual([]);
  });

  it.concurrent.each(HARDER)("a refusal that says the key back $name doesn't show it", async ({ code }) => {
    expect(await echoes(code)).toEqual([]);
  });

  it("a refusal that repeats the webhooks' token leaves none of it, in the journal either", async () => {
    const yaml = TURN_ON.replace("    accesses", "    hookToken: ${env.BOTFORM_HOOK_TOKEN}\n    accesses");
    const body = JSON.stringify({ isSuccess: false, errorMessage: `no: ${TOKEN}` });
    await serving({ turnOn: answer(200, body) }, async ({ url }) => {
      const env = { ...environment(url), BOTFORM_HOOK_TOKEN: TOKEN };
      const { text } = await traceOf(["apply", "--yes", "--command-timeout", "1"], yaml, env);
      // Said on the terminal, and kept in the journal's answer and outcome.
      expect(text.split("no: ***").length).toBeGreaterThan(4);
      expect(canaries(text)).toEqual([]);
    });
  });

  it("half of a key isn't shown either, where what is said is cut off", async () => {
    for (const before of [270, 280, 290]) {
      const body = JSON.stringify({ isSuccess: false, errorMessage: "x".repeat(before) + KEY });
      await serving({ any: answer(200, body) }, async ({ url }) => {
        const { text } = await traceOf(["plan"], TURN_ON, environment(url));
        expect(text).toContain("x".repeat(before));
        expect(text).not.toContain(KEY.slice(0, 4));
      });
    }
  });

  it("a step that is refused with the request said back doesn't show the key in the report", () => {
    const body = (head: string) => JSON.stringify({ message: head, status: 401 });
    return serving({ turnOn: (socket, head) => socket.write(answer(401, body(head))) }, async ({ url }) => {
      expect(
        canaries((await traceOf(["apply", "--yes", "--command-timeout", "1"], TURN_ON, environment(url))).text),
      ).toEqual([]);
    });
  });

  it("a key that the environment holds isn't shown where it happens to stand in YAML, nor as a title of the service", async () => {
    const yaml = `${ACCOUNT}bots:\n  a: { titel: A } # was ${KEY}\n`;
    expect(canaries((await traceOf(["plan"], yaml, NOWHERE)).text)).toEqual([]);
    await serving({ accessList: success([{ accessId: 1, title: KEY, exchange: SECRET }]) }, async ({ url }) => {
      const { text } = await traceOf(["plan"], TURN_ON, environment(url));
      expect(text).toContain("no access");
      expect(canaries(text)).toEqual([]);
    });
  });

  describe("in files", () => {
    /** A file takes what a header takes. */
    const PRINTABLE = 'canarySECRET/"\\+ <&>=4b1d';
    const found = (text: string) => [...canaries(text), ...traces(text, PRINTABLE)];
    const keeping = async (task: (env: (url: string) => Record<string, string>, folder: Folder) => Promise<void>) => {
      const folder = new Folder();
      const files = {
        BOTFORM_KEY_FILE: folder.put("key", `${KEY}\n`),
        BOTFORM_SECRET_FILE: folder.put("secret", `${PRINTABLE}\n`),
        BOTFORM_HOOK_TOKEN_FILE: folder.put("token", `${TOKEN}\n`),
      };
      try {
        await task((url) => ({ BOTFORM_URL: url, BOTFORM_SETTLE: "0", ...files }), folder);
      } finally {
        folder.remove();
      }
    };

    it("are shown as little as those of the environment: whoever says them back, and in whatever form", () =>
      keeping(async (env) => {
        const yaml = TURN_ON.replace("    accesses", "    hookToken: ${env.BOTFORM_HOOK_TOKEN}\n    accesses");
        const everything = `${KEY} ${encodeURIComponent(PRINTABLE)} ${Buffer.from(PRINTABLE).toString("base64")} ${TOKEN}`;
        const refusal = answer(200, JSON.stringify({ isSuccess: false, errorMessage: `no: ${everything}` }));
        await serving({ turnOn: refusal }, async ({ url, received }) => {
          for (const args of [["plan"], ["apply", "--yes", "--command-timeout", "1"], ["bots", "list"]]) {
            const { text } = await traceApart(args, yaml, env(url));
            expect(found(text), args.join(" ")).toEqual([]);
            if (args[0] === "apply") expect(text).toContain("no: ***");
          }
          expect(received.some((head) => head.includes(`ctg-api-key: ${KEY}\r\n`))).toBe(true);
          for (const head of received) expect(found(head.replace(`ctg-api-key: ${KEY}\r\n`, ""))).toEqual([]);
        });
      }));

    it("that can't be used, and a secret in the place of its path, are named by their variables", () =>
      keeping(async (env, folder) => {
        for (const [name, value] of [
          ["BOTFORM_KEY_FILE", folder.put("two", `${KEY}\n${PRINTABLE}\n`)],
          ["BOTFORM_KEY_FILE", KEY],
          ["BOTFORM_SECRET_FILE", PRINTABLE],
          ["BOTFORM_SECRET", PRINTABLE],
        ] as const) {
          const { exitCodes, text } = await traceOf(["plan"], TURN_ON, {
            ...env("https://127.0.0.1:1"),
            [name]: value,
          });
          expect(exitCodes).toEqual([3, 3]);
          expect(text).toContain(name);
          expect(found(text)).toEqual([]);
        }
      }));
  });

  // The names of variables are the user's choice: ${env.BOTFORM_A} is a key, too.
  it("nor does that rest on what the variables are called", () =>
    serving({ accessList: success([{ accessId: 1, title: KEY, exchange: SECRET }]) }, async ({ url }) => {
      const yaml = TURN_ON.replace("BOTFORM_KEY", "BOTFORM_A").replace("BOTFORM_SECRET", "BOTFORM_B");
      const { text } = await traceOf(["plan"], yaml, { BOTFORM_URL: url, BOTFORM_A: KEY, BOTFORM_B: SECRET });
      expect(canaries(text)).toEqual([]);
    }));

  // It is not enough to mask the lines of a file: the words about its values say them again.
  it.concurrent.each(["leverage", "strategy", "access", "pairTitle"])(
    "a webhook in the place of %s isn't said in the problem's words",
    async (key) => {
      const yaml = `${ACCOUNT}bots:\n  a: { title: A, ${key}: "https://h.example/crazy/hook/12:${TOKEN}" }\n`;
      expect(canaries((await traceOf(["validate"], yaml, {})).text)).toEqual([]);
    },
  );

  // A slip of indentation moves a secret out of the accounts.
  it.concurrent.each(["apiSecret", "api_key", "webhookToken", "password"])(
    "a literal at %s that stands outside of the accounts isn't said in the problem's words",
    async (key) => {
      const yaml = `${ACCOUNT}bots:\n  a: { title: A }\n  ${key}: ${quoted(SECRET)}\n`;
      expect(canaries((await traceOf(["validate"], yaml, {})).text)).toEqual([]);
    },
  );

  // A line is masked from where a secret's name is found, and "…Token" is such a name.
  it("a webhook in the place of a key isn't shown", async () => {
    const yaml = `${ACCOUNT}bots:\n  a: { title: A, "https://h.example/crazy/hook/12:${TOKEN}": 1 }\n`;
    expect(canaries((await traceOf(["validate"], yaml, {})).text)).toEqual([]);
  });
});
