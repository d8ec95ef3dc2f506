// Decides whose request it is, by key, nonce and signature (S-02 to S-07).
import { timingSafeEqual } from "node:crypto";
import { encodeQuery, sign } from "../../service/signing.js";
import type { Quirks } from "../quirks/quirks.js";
import { Refusal } from "./failure.js";
import { decodePairs, type RequestTarget, type ServiceRequest } from "./request.js";

/** What authentication needs to know of an account. */
interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Unix seconds in decimal (S-03); a time in milliseconds lies outside every window (S-06). */
const NONCE = /^\d{1,15}$/;

/** Checks requests against the known keys and remembers the nonces that may not come again. */
export class Gate<Account extends Credentials> {
  readonly #accounts: ReadonlyMap<string, Account>;
  readonly #quirks: Quirks;
  /** What was used, with the time (seconds) after which the window refuses it anyway. */
  readonly #used = new Map<string, number>();
  /** The highest nonce of each key that was let in. */
  readonly #highest = new Map<string, number>();

  constructor(accounts: readonly Account[], quirks: Quirks) {
    this.#accounts = new Map(accounts.map((account) => [account.apiKey, account]));
    this.#quirks = quirks;
  }

  /**
   * The account of an authentic request.
   *
   * @param now milliseconds since the epoch
   * @throws Refusal (401) otherwise
   */
  admit(request: ServiceRequest, target: RequestTarget, now: number): Account {
    const key = request.headers["ctg-api-key"];
    const nonce = request.headers["ctg-api-nonce"];
    const signature = request.headers["ctg-api-signature"];
    if (!key || !nonce || !signature) {
      throw new Refusal(401, "CTG-API-KEY, CTG-API-NONCE and CTG-API-SIGNATURE are required.");
    }
    const account = this.#accounts.get(key);
    if (account === undefined) throw new Refusal(401, "The API key is unknown.");
    const seconds = Math.floor(now / 1000);
    if (!NONCE.test(nonce) || !this.#isCurrent(seconds - Number(nonce), request.method)) {
      throw new Refusal(401, "The nonce is not the current Unix time in seconds.");
    }
    const isRight = (query: string) => equal(sign(account.apiSecret, target.path, nonce, query), signature);
    if (!this.#signedTexts(target.query).some((query) => isRight(query())))
      throw new Refusal(401, "The signature is wrong.");
    this.#checkOrder(key, Number(nonce));
    this.#use(key, nonce, signature, seconds);
    return account;
  }

  /** @param age seconds by which the nonce is older than now; negative where it is ahead */
  #isCurrent(age: number, method: string): boolean {
    const { nonceWindow, noncePostWindow, nonceLead } = this.#quirks;
    const oldest = method === "POST" && noncePostWindow > 0 ? noncePostWindow : nonceWindow;
    return age <= oldest && -age <= Math.min(nonceLead, nonceWindow);
  }

  #checkOrder(key: string, nonce: number): void {
    if (this.#quirks.nonceOrder === "any") return;
    if (nonce < (this.#highest.get(key) ?? 0)) throw new Refusal(401, "The nonce is older than the last one.");
    this.#highest.set(key, nonce);
  }

  /** Whether the service checks the raw query or one it rebuilt is unknown; by default both are right. */
  #signedTexts(query: string): readonly (() => string)[] {
    const rebuilt = () => {
      const pairs = decodePairs(query);
      // Like PHP, where a repeated name holds its last value.
      return pairs === undefined ? query : encodeQuery(new Map(pairs));
    };
    return { raw: [() => query], rebuilt: [rebuilt], either: [() => query, rebuilt] }[this.#quirks.signedQuery];
  }

  #use(key: string, nonce: string, signature: string, seconds: number): void {
    const rule = this.#quirks.nonceReuse;
    if (rule === "allow") return;
    for (const [used, until] of this.#used) {
      if (until >= seconds) break;
      this.#used.delete(used);
    }
    const use = JSON.stringify(rule === "refuse" ? [key, nonce] : [key, nonce, signature]);
    if (this.#used.has(use)) throw new Refusal(401, "The nonce was used before.");
    this.#used.set(use, Number(nonce) + Math.max(this.#quirks.nonceWindow, this.#quirks.noncePostWindow));
  }
}

function equal(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left, "utf8"), Buffer.from(right, "utf8")];
  return a.length === b.length && timingSafeEqual(a, b);
}
