// Whether a service still accepts what was signed before is asked of it: as GET and as POST, twice, beside a request of now.
import { expect, it } from "vitest";
import { isFenced } from "../../../../src/app/ledger/fence.js";
import { workplace } from "../../../commands/workplace.js";

const at = workplace();
const account = { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "1" } };
const accesses = [{ accessId: 101, title: "Main futures" }];
const now = () => Math.floor(Date.now() / 1000);

async function endpoint(quirks: object) {
  const env = await at.started({ seed: { accounts: [{ ...account, accesses, bots: [] }] }, quirks });
  return { apiUrl: env["BOTFORM_DEMO_API_URL"] ?? "", apiKey: "demo-key", apiSecret: "demo-secret" };
}

it("is proved once the service refuses that second, and not before", async () => {
  const to = await endpoint({ nonceWindow: 3 });
  expect(await isFenced(to, now() - 60, 1)).toBe(true);
  const begun = Date.now();
  const nonce = now();
  expect(await isFenced(to, nonce, 20)).toBe(true);
  expect(Date.now() / 1000).toBeGreaterThan(nonce + 3);
  expect(Date.now() - begun).toBeGreaterThan(2_000);
});

it("isn't proved where requests of any age are accepted, where nothing is, or where nobody answers", async () => {
  const to = await endpoint({ nonceWindow: 86_400 });
  expect(await isFenced(to, now() - 60, 1)).toBe(false);
  expect(await isFenced({ ...to, apiSecret: "wrong" }, now() - 60, 1)).toBe(false);
  expect(await isFenced({ ...to, apiUrl: "http://127.0.0.1:1" }, now() - 60, 1)).toBe(false);
});
