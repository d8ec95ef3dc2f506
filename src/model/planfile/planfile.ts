// The plan file: a plan bound to its account, service, key, configuration, tool and time, and authenticated.
import * as z from "zod/mini";
import { digest } from "../data.js";
import { isUndo, type Plan } from "../plan/plan.js";
import { planSchema } from "../plan/plan-schema.js";
import type { Diagnostic } from "../text/diagnostic.js";
import { parseJson } from "../text/json.js";
import { once } from "../text/once.js";
import { refusal } from "./planfile-codes.js";
import { canonicalJson, isSameHash, keyedHash, type Opener } from "./sealing.js";

/** Bytes of a plan file at most. */
export const PLAN_FILE_BYTES = 64 * 1024 * 1024;
/** Milliseconds a plan file may hold at most. */
export const LONGEST_HOLD_MS = 24 * 60 * 60_000;

/** Milliseconds by which the clocks of two machines may differ. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

const FORMAT = 1;
const KIND = "botform-plan";
/** Begins the purpose of each derived key. */
const OF_FILES = `plan file v${FORMAT}`;

const document = once(() => {
  const moment = z
    .string()
    .check(z.refine((text) => text.length === 24 && !Number.isNaN(Date.parse(text)) && iso(Date.parse(text)) === text));

  return z
    .strictObject({
      formatVersion: z.literal(FORMAT),
      kind: z.literal(KIND),
      /** Random, 128 bits: tells one saved plan from every other. */
      id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
      toolVersion: z.string().check(z.maxLength(100)),
      account: z.string().check(z.maxLength(256)),
      /** Origin of the service, for example https://api.example.net. */
      origin: z.string().check(z.maxLength(300)),
      /** A keyed hash of the API key: tells whether the same key and secret are at hand, and nothing else. */
      keyFingerprint: digest(),
      configDigest: z.string().check(z.maxLength(256)),
      createdAt: moment,
      expiresAt: moment,
      plan: planSchema(),
      /** HMAC-SHA256 over the canonical JSON of all the rest. */
      mac: digest(),
    })
    .check(
      z.refine(({ account, configDigest, plan }) => account === plan.account && configDigest === plan.configDigest),
      z.refine(({ createdAt, expiresAt }) => {
        const hold = Date.parse(expiresAt) - Date.parse(createdAt);
        return hold > 0 && hold <= LONGEST_HOLD_MS;
      }),
    );
});

/** What any version of the format has. */
const header = z.looseObject({ kind: z.literal(KIND), formatVersion: z.number(), toolVersion: z.optional(z.string()) });

export type SavedPlan = z.output<ReturnType<typeof document>>;

export interface SealOptions {
  /** 32 random hexadecimal digits. */
  readonly id: string;
  readonly toolVersion: string;
  /** Both in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

export type PlanFileReading =
  | { readonly ok: true; readonly saved: SavedPlan }
  | { readonly ok: false; readonly problem: Diagnostic };

export const NO_PLAN = refusal("planfile/not-a-plan", "the file is not a saved plan, or only a part of one");

function otherTool(found: string, expected: string): Diagnostic {
  const maker = found === "" ? "an unknown botform" : `botform ${found.slice(0, 100)}`;
  return refusal("planfile/other-tool", `the plan was made by ${maker}, and this is botform ${expected}`);
}

/** The text of a plan file. Throws RangeError for a plan or a time that no plan file can hold. */
export function sealPlan(plan: Plan, opener: Opener, options: SealOptions): string {
  const unsigned = {
    formatVersion: FORMAT,
    kind: KIND,
    id: options.id,
    toolVersion: options.toolVersion,
    account: plan.account,
    origin: new URL(opener.apiUrl).origin,
    keyFingerprint: keyFingerprint(opener),
    configDigest: plan.configDigest,
    createdAt: iso(options.createdAt),
    expiresAt: iso(options.expiresAt),
    plan: { ...plan, diagnostics: plan.diagnostics.map(withoutOrigin) },
  };
  const text = canonicalJson({ ...unsigned, mac: macOf(unsigned, opener) });
  const bytes = Buffer.from(text);
  if (bytes.length > PLAN_FILE_BYTES) throw new RangeError("the plan is too large for a plan file");
  if (!readPlanFile(bytes, options.toolVersion).ok)
    throw new RangeError("the plan contains something that a plan file can't hold");
  return text;
}

/**
 * Reads a plan file's form, which anybody can forge: its content must not be acted upon before `verifyPlan` has found
 * nothing. Its bytes must be the one canonical form of what they say, so a doubled key or a changed space is an alteration.
 */
export function readPlanFile(bytes: Uint8Array, toolVersion: string): PlanFileReading {
  const json = bytes.length > PLAN_FILE_BYTES ? undefined : parse(bytes);
  const head = z.safeParse(header, json?.value);
  if (json === undefined || !head.success) return { ok: false, problem: NO_PLAN };
  const { formatVersion, toolVersion: maker = "" } = head.data;
  if (formatVersion !== FORMAT) {
    const summary = `the plan file has format ${formatVersion}, and this botform reads format ${FORMAT}`;
    return { ok: false, problem: refusal("planfile/other-format", summary) };
  }
  const read = z.safeParse(document(), json.value);
  if (read.success && canonicalJson(read.data) === json.text) return { ok: true, saved: read.data };
  const damaged = refusal("planfile/altered", "the plan file was altered or damaged after it was made");
  return { ok: false, problem: maker === toolVersion ? damaged : otherTool(maker, toolVersion) };
}

/** Whether the bytes claim to be a plan file, of whatever version and however damaged. */
export function isPlanFile(bytes: Uint8Array): boolean {
  return z.safeParse(header, parse(bytes)?.value).success;
}

/** Whether the file was made with this key and secret, and whether it is as it was made; undefined if both. */
export function unauthentic(saved: SavedPlan, opener: Opener): Diagnostic | undefined {
  if (!isSameHash(saved.keyFingerprint, keyFingerprint(opener)))
    return refusal(
      "planfile/other-key",
      "the plan was made with a different API key or secret from the account's current one",
    );
  const { mac, ...unsigned } = saved;
  if (isSameHash(mac, macOf(unsigned, opener))) return undefined;
  const summary = "the plan file was altered after it was made: its content doesn't match its seal";
  return refusal("planfile/altered", summary);
}

/** What a plan file is compared with. */
export interface Here {
  readonly toolVersion: string;
  readonly account: string;
  readonly opener: Opener;
  /** Digest of the account's configuration. */
  readonly configDigest: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

type Check = (saved: SavedPlan, here: Here) => Diagnostic | undefined;

/** In their order: who it belongs to, whether it is authentic, and only then what it says of time and content. */
const CHECKS: readonly Check[] = [
  ({ toolVersion }, here) => (toolVersion === here.toolVersion ? undefined : otherTool(toolVersion, here.toolVersion)),
  ({ account }, here) =>
    account === here.account ? undefined : otherAccount(account, `the account here is ${here.account}`),
  ({ origin }, { opener }) => {
    const expected = new URL(opener.apiUrl).origin;
    const summary = `the plan was made against ${origin}, and the account's apiUrl is ${expected}`;
    return origin === expected ? undefined : refusal("planfile/other-service", summary);
  },
  (saved, { opener }) => unauthentic(saved, opener),
  (saved, { now }) => outOfTime(saved, now),
  ({ configDigest }, here) =>
    configDigest === here.configDigest || isUndo({ configDigest })
      ? undefined
      : refusal("planfile/configuration-changed", "the configuration has changed since the plan was made"),
];

/** @param here what stands in its place, in words. */
export function otherAccount(found: string, here: string): Diagnostic {
  return refusal("planfile/other-account", `the plan is for the account ${found}, but ${here}`);
}

/** Why the plan must not be applied; undefined if nothing speaks against it. It doesn't look at live bots. */
export function verifyPlan(saved: SavedPlan, here: Here): Diagnostic | undefined {
  for (const check of CHECKS) {
    const problem = check(saved, here);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** With a clock that is behind, an old plan would pass as new, so a plan from the future is refused, too. */
export function outOfTime({ createdAt, expiresAt }: SavedPlan, now: number): Diagnostic | undefined {
  const shown = new Date(now).toISOString();
  if (Date.parse(createdAt) - now > CLOCK_TOLERANCE_MS) {
    const summary = `the plan was made at ${createdAt}, and it is only ${shown} here: one of the two clocks is wrong`;
    return refusal("planfile/from-the-future", summary);
  }
  if (now < Date.parse(expiresAt)) return undefined;
  return refusal("planfile/expired", `the plan was valid until ${expiresAt}, and it is now ${shown}`);
}

/** Reads and verifies a plan file in one. */
export function openPlan(bytes: Uint8Array, here: Here): PlanFileReading {
  const reading = readPlanFile(bytes, here.toolVersion);
  const problem = reading.ok ? verifyPlan(reading.saved, here) : undefined;
  return problem === undefined ? reading : { ok: false, problem };
}

function parse(bytes: Uint8Array): { readonly text: string; readonly value: unknown } | undefined {
  try {
    // Invalid UTF-8 is refused, not replaced, and a byte order mark isn't dropped.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, value: parseJson(text) };
  } catch {
    return undefined;
  }
}

function withoutOrigin({ origin: _origin, ...diagnostic }: Diagnostic): Omit<Diagnostic, "origin"> {
  return diagnostic;
}

function keyFingerprint(opener: Opener): string {
  return keyedHash(opener, `${OF_FILES} key fingerprint`, opener.apiKey);
}

function macOf(unsigned: object, opener: Opener): string {
  return keyedHash(opener, `${OF_FILES} mac`, canonicalJson(unsigned));
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** What a saved plan says of itself, and what is known of it here. */
export interface SavedFacts {
  readonly id: string;
  readonly toolVersion: string;
  readonly account: string;
  readonly origin: string;
  /** Both ISO 8601, UTC. */
  readonly createdAt: string;
  readonly expiresAt: string;
  /** null where it wasn't checked; false where the plan is refused, for that or another reason. */
  readonly verified: boolean | null;
  /** Bots whose turn-on only the ledger keeps from being carried out twice, since their logs are empty; just after it was saved. */
  readonly restsOnLedger?: readonly string[];
}
