// How any error is explained: its words, its exit code, what to do, and what is never shown of a fault of botform itself.
import { describe, expect, it } from "vitest";
import { AppError, describeFault, explain, interruption, oneLine } from "../../../src/app/error.js";
import { ServiceError } from "../../../src/model/ports.js";

it.each([
  ["it failed\nTry again.", "it failed. Try again."],
  ["it failed.\nTry again.", "it failed. Try again."],
  ["why:\n  a", "why:   a"],
  ["one", "one"],
  ["really?\nYes\nNo", "really? Yes. No"],
])("%j is one line: %s", (message, line) => expect(oneLine(message)).toBe(line));

describe("an error", () => {
  it("of the user's says itself, and whether another try changes anything", () => {
    expect(explain(new AppError("no such bot"))).toEqual({
      ...{ message: "no such bot", exitCode: 3, diagnostics: [], isUnsound: true },
    });
    expect(explain(new AppError("stale", { exitCode: 4 }))).toMatchObject({ exitCode: 4, isUnsound: false });
    expect(interruption()).toMatchObject({ message: "interrupted; nothing was written", exitCode: 130 });
  });

  it.each([
    [
      "auth",
      "The service rejected the credentials: check that the API key and the secret are right and not swapped, that the key's IP whitelist includes this machine, and that its clock is right.",
    ],
    ["refused", "The service refused to answer; its message says why."],
    ["absent", "The service has no such bot: check the id."],
    ["unreachable", "Check the account's apiUrl and the network."],
    ["timeout", "The service didn't answer in time: try again."],
    ["http", "The service is failing or limiting requests: try again later, or with a lower --concurrency."],
    ["shape", "The answer isn't one that the service's API gives: check that apiUrl is its address."],
  ] as const)("of the wire says what to do: %s", (kind, remedy) => {
    expect(explain(new ServiceError(kind, "it said no"))).toEqual({
      message: `it said no\n${remedy} Nothing was written.`,
      exitCode: 1,
      diagnostics: [],
      isUnsound: kind === "auth",
    });
  });

  it("of a nonce that isn't accepted doesn't blame the key", () => {
    const { message } = explain(new ServiceError("auth", "The nonce was used before."));
    expect(message).toBe(
      "The nonce was used before.\nThe service didn't accept the nonce, which is the time in seconds: check this machine's clock, and that no other program uses the key. If the service wants nonces in order, or each of them once, run botform service check: botform remembers its answer, and sends one request after the other from then on. Nothing was written.",
    );
    expect(explain(new ServiceError("auth", "announced")).message).toContain("rejected the credentials");
    expect(explain(new ServiceError("http", "The nonce was used before.")).message).toContain("try again later");
  });

  it("names the account and where it was asked, and what may be there on this machine", () => {
    const at = (origin: string, account?: string) => {
      const where = { origin, ...(account !== undefined && { account }) };
      return explain(new ServiceError("unreachable", "no", where)).message;
    };
    const remedy = "Check the account's apiUrl and the network. Nothing was written.";
    const here = "The address is on this machine; botform emulator starts an emulator, if you want one.";
    expect([at("https://a.example"), at("https://a.example", "main"), at("http://127.0.0.1:8787")]).toEqual([
      `https://a.example: no\n${remedy}`,
      `the account main at https://a.example: no\n${remedy}`,
      `http://127.0.0.1:8787: no\n${here} ${remedy}`,
    ]);
    const tls = (origin: string) =>
      explain(new ServiceError("unreachable", "no connection (ERR_SSL_WRONG_VERSION_NUMBER)", { origin })).message;
    expect(tls("https://127.0.0.1:8787")).toMatch(/\nThat port doesn't speak TLS: write http:\/\/127\.0\.0\.1:8787\. /);
    expect(tls("https://a.example")).not.toContain("http:");
  });

  it("of botform itself shows its kind and place, and nothing of its message", () => {
    const fault = new TypeError("secret-1\n    at secret-2");
    expect(describeFault(fault)).toMatch(
      /^this is a bug in botform \(TypeError at .*error\.test\.ts:\d+:\d+\)?\)\. Please report it with the command that you ran\.$/,
    );
    expect(describeFault(fault)).not.toContain("secret");
    expect(describeFault("secret-1")).toBe(
      "this is a bug in botform (string). Please report it with the command that you ran.",
    );
    expect(explain(fault)).toMatchObject({ exitCode: 1, diagnostics: [] });
  });
});
