import { expect, test } from "vitest";
import { hostFault } from "../../../src/config/allowed-hosts.js";

const refuses = (origin: string, ...lists: readonly (string | undefined)[]) =>
  hostFault(
    origin,
    lists.map((list) => ({ BOTFORM_ALLOWED_HOSTS: list })),
  ) !== undefined;

test("without a list every host is allowed", () => {
  expect(hostFault("https://evil.example", [{}, {}])).toBeUndefined();
});

test.each([
  ["api.example.net", "https://api.example.net"],
  ["API.Example.net:443", "https://api.example.net"],
  ["a.example, api.example.net ,", "https://api.example.net"],
  ["api.example.net:8443", "https://api.example.net:8443"],
  ["127.0.0.1:8787", "http://127.0.0.1:8787"],
  ["[::1]:8787", "http://[::1]:8787"],
  ["*.example.net", "https://api.example.net"],
  ["*.example.net:8443", "https://api.example.net:8443"],
])("%s allows %s", (list, origin) => {
  expect(refuses(origin, list)).toBe(false);
});

test.each([
  ["api.example.net", "https://evil.example"],
  ["api.example.net", "https://api.example.net:8443"],
  ["api.example.net", "https://api.example.net.evil.example"],
  ["api.example.net", "https://evilapi.example.net"],
  ["127.0.0.1", "http://127.0.0.1:8787"],
  ["*.example.net", "https://example.net"],
  ["*.example.net", "https://a.b.example.net"],
  ["*.example.net", "https://evil-example.net"],
  ["*.example.net", "https://api.example.net:8443"],
  ["*", "https://evil.example"],
  ["*.example", "https://evil.example"],
  ["*.*", "https://evil.example"],
  ["*.:8787", "http://127.0.0.1:8787"],
  ["https://evil.example", "https://evil.example"],
  ["evil.example/", "https://evil.example"],
  ["x@evil.example", "https://evil.example"],
  ["", "https://evil.example"],
  [" , ", "https://evil.example"],
])("%j doesn't allow %s", (list, origin) => {
  expect(refuses(origin, list)).toBe(true);
});

test("each list that is there has to allow the host", () => {
  expect(refuses("https://a.example", "a.example", "b.example")).toBe(true);
  expect(refuses("https://b.example", "a.example", "a.example,b.example")).toBe(true);
  expect(refuses("https://a.example", "a.example", undefined)).toBe(false);
  expect(refuses("https://a.example", undefined, "b.example")).toBe(true);
});

test("a refusal says what to write, and what of the list can't be read", () => {
  const fault = (list: string) => hostFault("https://evil.example:8443", [{ BOTFORM_ALLOWED_HOSTS: list }]);
  const remedy =
    "If the host is meant, add evil.example:8443 to BOTFORM_ALLOWED_HOSTS where it is set, for example in the settings of CI; a file given with --env-from can't add to it.";
  expect(fault("a.example")).toEqual({
    fault: "leads to https://evil.example:8443, which BOTFORM_ALLOWED_HOSTS doesn't allow",
    remedy,
  });
  expect(fault("  ")?.remedy).toBe(`${remedy} It is set, but empty, which allows no host.`);
  expect(fault("https://evil.example:8443")?.remedy).toBe(
    `${remedy} 1 of its entries can't be read; write host, host:port or *.host.`,
  );
});
