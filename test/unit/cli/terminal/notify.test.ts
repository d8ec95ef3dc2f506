// Where a notice goes: which address is taken, and that no part of it that is a secret is ever shown.
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../src/app/error.js";
import { contextOf } from "../../../../src/cli/terminal/context.js";
import { type NotifyOptions, noticeTarget } from "../../../../src/cli/terminal/notify.js";
import { paint } from "../../../../src/render/text/paint.js";

const PATH = "/services/T0001/B0002/x1y2z3a4";
const URL = `https://hooks.example${PATH}`;

function targeted(options: NotifyOptions, env: Record<string, string> = {}) {
  const [concealed, err]: [string[], string[]] = [[], []];
  const context = contextOf({
    ...{ env, colour: paint(false), errColour: paint(false), live: false, ask: undefined },
    out: () => {},
    err: (text) => void err.push(text),
    conceal(secrets) {
      concealed.push(...secrets);
      return () => {};
    },
  });
  const target = noticeTarget(context, options);
  return { target, address: target?.address, concealed, err: err.join("") };
}

describe("the address", () => {
  it.each<{ because: string; options: NotifyOptions; env?: Record<string, string> }>([
    { because: "a variable holds it", options: { notifyEnv: "HOOK" }, env: { HOOK: URL } },
    { because: "with space around it", options: { notifyEnv: "HOOK" }, env: { HOOK: ` ${URL}\n` } },
    { because: "the option holds it", options: { notify: URL } },
    {
      because: "the variable wins",
      options: { notify: "https://other.example/a", notifyEnv: "HOOK" },
      env: { HOOK: URL },
    },
  ])("is taken, and both it and its path are concealed: $because", ({ options, env }) => {
    const { address, concealed } = targeted(options, env);
    expect(address?.path).toBe(PATH);
    expect(concealed).toEqual([URL, PATH]);
  });

  it.each([
    { path: `/${"a".repeat(18)}`, because: "19 characters may be a word of any message" },
    { path: `/${"a".repeat(19)}`, because: "20 are a secret" },
  ])("conceals a path by itself from 20 characters on: $because", ({ path }) => {
    const { concealed } = targeted({ notifyEnv: "HOOK" }, { HOOK: `https://hooks.example${path}` });
    expect(concealed.includes(path)).toBe(path.length >= 20);
  });

  it("warns where every user of the machine can read it", () => {
    expect(targeted({ notify: URL }).err).toMatch(/^warning: --notify shows .*--notify-env/);
    expect(targeted({ notifyEnv: "HOOK" }, { HOOK: URL }).err).toBe("");
  });

  it("says in whole sentences what is wrong with it", () => {
    const cases: readonly (readonly [NotifyOptions, Record<string, string>?])[] = [
      [{ notifyAlways: true }],
      [{ notify: " " }],
      [{ notifyEnv: "HOOK" }],
      [{ notifyEnv: "HOOK" }, { HOOK: "http://hooks.example/secret" }],
      [{ notify: "https://user:pass@hooks.example/" }],
    ];
    const said = cases.map(([options, env]) => {
      try {
        return targeted(options, env).err;
      } catch (error) {
        return error instanceof AppError ? error.message : error;
      }
    });
    expect([...said, targeted({ notify: URL }).err]).toMatchInlineSnapshot(`
      [
        "--notify-always, --notify-required, --notify-form and --notify-chat need a webhook to notify
      Add --notify-env and the name of the variable that holds the webhook's URL.",
        "--notify needs a URL",
        "the environment has no HOOK, which --notify-env names
      Set it, or name a BOTFORM_ variable in the --env-from file.",
        "the URL in HOOK can't be used: it must be an https address (http on loopback only) without a user name
      Its value is not shown here.",
        "the URL given with --notify can't be used: it must be an https address (http on loopback only) without a user name
      Its value is not shown here.",
        "warning: --notify shows the webhook's URL, which is a secret, to every user of this machine; --notify-env takes it from a variable instead
      ",
      ]
    `);
  });

  it("is none where nothing is to be notified", () => expect(targeted({}).address).toBeUndefined());

  it.each<{ because: string; options: NotifyOptions; env?: Record<string, string>; message: RegExp }>([
    { because: "always, but whom?", options: { notifyAlways: true }, message: /need a webhook/ },
    { because: "required, but where?", options: { notifyRequired: true }, message: /need a webhook/ },
    { because: "an empty option", options: { notify: " " }, message: /--notify needs a URL/ },
    { because: "no such variable", options: { notifyEnv: "HOOK" }, message: /no HOOK/ },
    { because: "an empty one", options: { notifyEnv: "HOOK" }, env: { HOOK: "" }, message: /no HOOK/ },
    { because: "what every object has", options: { notifyEnv: "constructor" }, message: /no constructor/ },
    {
      because: "plain http",
      options: { notify: "http://hooks.example/secret" },
      message: /^the URL given with --notify/,
    },
    { because: "no URL", options: { notifyEnv: "HOOK" }, env: { HOOK: "secret" }, message: /^the URL in HOOK/ },
  ])("is refused, and not shown: $because", ({ options, env, message }) => {
    expect(() => targeted(options, env)).toThrow(message);
    expect(() => targeted(options, env)).not.toThrow(/secret$/);
  });
});

describe("of Telegram", () => {
  const WAY = "/bot123456:AbCdEfGhIjKlMnOpQrStUvWxYz/sendMessage";
  const bot = (query: string, options: NotifyOptions = {}) =>
    targeted({ notifyEnv: "HOOK", ...options }, { HOOK: `https://api.telegram.org${WAY}${query}` });

  it("the chat comes from the address or the option, and nothing else of the query is sent", () => {
    const chat = { chat_id: "-1001", message_thread_id: 7 };
    const { target, concealed } = bot("?chat_id=-1001&message_thread_id=7&parse_mode=HTML");
    expect(target).toEqual({ address: { origin: "https://api.telegram.org", path: WAY }, form: "telegram", chat });
    expect(concealed).toContain("123456:AbCdEfGhIjKlMnOpQrStUvWxYz");
    expect(bot("?chat_id=1", { notifyChat: "@team" }).target?.chat).toEqual({ chat_id: "@team" });
  });

  it.each([
    { because: "no chat", query: "", message: /needs a chat/ },
    { because: "no chat's name", query: "?chat_id=a%20b", message: /needs a chat/ },
  ])("is refused: $because", ({ query, message }) => {
    expect(() => bot(query)).toThrow(message);
    expect(() => bot(query)).not.toThrow(/AbCd/);
  });

  it("is refused where the address isn't that of sendMessage", () => {
    const url = "https://api.telegram.org/bot1:x/getMe?chat_id=1";
    expect(() => targeted({ notifyEnv: "HOOK" }, { HOOK: url })).toThrow(/ends in \/bot<token>\/sendMessage/);
  });
});

it("a form that is asked for wins over the address", () => {
  expect(targeted({ notifyEnv: "HOOK" }, { HOOK: "https://hooks.slack.com/services/a" }).target?.form).toBe("slack");
  expect(targeted({ notifyEnv: "HOOK", notifyForm: "discord" }, { HOOK: URL }).target?.form).toBe("discord");
});
