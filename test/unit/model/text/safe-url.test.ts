// Where a secret may be sent: over https, or to this machine and no other that is called alike.
import { expect, it } from "vitest";
import { isLoopback, isSafe } from "../../../../src/model/text/safe-url.js";

it.each([
  ["https://api.example.net", false, true],
  ["http://api.example.net", false, false],
  ["http://localhost", true, true],
  ["http://localhost:8080", true, true],
  ["http://127.0.0.1", true, true],
  ["http://127.255.1.1:1", true, true],
  ["http://[::1]:1", true, true],
  ["https://localhost", true, true],
  ["ftp://localhost", true, false],
  ["ws://127.0.0.1", true, false],
  ["http://localhost.net", false, false],
  ["http://my-localhost", false, false],
  ["http://127.0.0.1.net", false, false],
  ["http://x127.0.0.1.net", false, false],
  ["http://128.0.0.1", false, false],
  ["http://0.0.0.0", false, false],
  ["http://[::2]", false, false],
  ["http://10.0.0.1", false, false],
])("%s is this machine: %s; safe: %s", (address, own, safe) => {
  expect([isLoopback(new URL(address)), isSafe(new URL(address))]).toEqual([own, safe]);
});
