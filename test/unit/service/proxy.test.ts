// Which addresses can be a proxy's: a scheme, a host and perhaps a user, and nothing behind them.
import { expect, it } from "vitest";
import { proxyUrl } from "../../../src/service/proxy.js";

it.each([
  "http://proxy.example",
  "http://proxy.example:3128",
  "http://proxy.example:3128/",
  "https://proxy.example",
  "https://user:p%40ss@proxy.example:8443",
  "http://[::1]:3128",
])("%s is a proxy's", (text) => expect(proxyUrl(text)?.href).toBe(new URL(text).href));

it.each([
  ["", "there is none"],
  ["proxy.example", "it has no scheme"],
  ["proxy.example:3128", "its host would be the scheme"],
  ["socks5://proxy.example:1080", "no other protocol is spoken"],
  ["ftp://proxy.example", "no other protocol is spoken"],
  ["file:///etc/passwd", "it is no host"],
  ["http://proxy.example/path", "a path has no meaning"],
  ["http://proxy.example/?a=1", "nor has a query"],
  ["http://proxy.example/#a", "nor a fragment"],
  ["http://us%er:p@proxy.example", "its user can't be read"],
  ["http://user:p%zz@proxy.example", "its password can't be read"],
])("%j is none: %s", (text, _because) => expect(proxyUrl(text)).toBeUndefined());
