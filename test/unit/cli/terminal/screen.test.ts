// The screen of a command: what is a secret is never printed, and what has no terminal has no colour and no question.
import { describe, expect, it } from "vitest";
import { isAscii, plainScreen, secretsOf } from "../../../../src/cli/terminal/screen.js";

describe("a variable is a secret by its name", () => {
  it.each([
    ["BOTFORM_A_API_KEY", "value", ["value"]],
    ["BOTFORM_A_API_SECRET", " value\n", ["value"]],
    ["BOTFORM_A_TOKEN", "value", ["value"]],
    ["BOTFORM_A_PASSWORD", "value", ["value"]],
    ["BOTFORM_A_HOOK_URL", "https://h.example/token", ["https://h.example/token"]],
    ["BOTFORM_PROXY", "http://user@proxy.example:1", ["http://user@proxy.example:1"]],
    ["botform_a_key", "value", ["value"]],
    ["BOTFORM_A_API_URL", "https://api.example", []],
    ["BOTFORM_A_HOOK_URL", "https://api.example", []],
    ["BOTFORM_A_HOOK_URL", "HTTPS://api.example:1/", []],
    ["BOTFORM_A_HOOK_URL", "https://api.example/?t=1", ["https://api.example/?t=1"]],
    ["A_API_KEY", "value", []],
    ["MY_BOTFORM_KEY", "value", []],
    ["BOTFORM_A_API_KEY", undefined, []],
    ["BOTFORM_MAIN_API_KEY_FILE", "package.json", []],
    ["BOTFORM_MAIN_API_KEY_FILE", "/run/none/key", []],
    ["BOTFORM_MAIN_API_KEY_FILE", "canary/7f3a9c", ["canary/7f3a9c"]],
  ])("%s=%s: %j", (name, value, secrets) => expect(secretsOf({ [name]: value })).toEqual(secrets));
});

describe("charts are drawn in ASCII", () => {
  it.each<[because: string, env: Record<string, string>, expected: boolean]>([
    ["the locale is UTF-8", { LANG: "de_DE.UTF-8" }, false],
    ["a container's locale is", { LC_ALL: "C.utf8", LANG: "C" }, false],
    ["nothing is known", {}, false],
    ["a variable is empty", { LC_ALL: "", LANG: "en_GB.UTF-8" }, false],
    ["a locale names no charset", { LANG: "en_GB" }, false],
    ["it names another one", { LANG: "de_DE.ISO-8859-15" }, true],
    ["it is plain", { LANG: "C" }, true],
    ["the more special one counts", { LC_ALL: "POSIX", LANG: "en_GB.UTF-8" }, true],
    ["the terminal can nothing", { TERM: "dumb" }, true],
  ])("or not, because %s", (_, env, expected) => {
    expect(isAscii(env)).toBe(expected);
  });
});

describe("a plain screen", () => {
  const screenOf = (env: Record<string, string>) => {
    const printed = { out: "", err: "" };
    const screen = plainScreen({
      out(text) {
        printed.out += text;
      },
      err(text) {
        printed.err += text;
      },
      env,
    });
    return { screen, printed };
  };

  it("takes secrets out of both streams, and of nothing that is there to be copied", () => {
    const { screen, printed } = screenOf({ BOTFORM_A_API_KEY: "canary-k3y" });
    screen.out("one canary-k3y\n");
    screen.err("two canary-k3y\n");
    screen.outAsItIs?.("three canary-k3y\n");
    expect(printed).toEqual({ out: "one ***\nthree canary-k3y\n", err: "two ***\n" });
    expect(screen.redacted?.("four canary-k3y")).toBe("four ***");
  });

  it("takes out what is concealed later, beside what was before", () => {
    const { screen, printed } = screenOf({ BOTFORM_A_API_KEY: "canary-k3y" });
    screen.conceal?.(["later-s3cret"]);
    screen.out("canary-k3y later-s3cret");
    expect(printed.out).toBe("*** ***");
    expect(screen.redacted?.("later-s3cret")).toBe("***");
  });

  it("takes it out until nobody has it any more, and keeps nothing of it then", () => {
    const { screen } = screenOf({ BOTFORM_A_API_KEY: "canary-k3y" });
    const [one, other] = [screen.conceal?.(["later-s3cret"]), screen.conceal?.(["later-s3cret"])];
    one?.();
    one?.();
    expect(screen.redacted?.("canary-k3y later-s3cret")).toBe("*** ***");
    other?.();
    expect(screen.redacted?.("canary-k3y later-s3cret")).toBe("*** later-s3cret");
  });

  it("has no colour, isn't drawn on, and asks nobody", () => {
    const { screen } = screenOf({});
    const { colour, errColour, live, ask } = screen;
    expect([colour.bad("x"), errColour.bad("x"), live, ask]).toEqual(["x", "x", false, undefined]);
  });
});
