// Problems of a configuration, in the one shape behind all reports for other programs.
import { isAbsolute, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { type Finding, isDenied, type Waived } from "../../model/policy/finding.js";
import type { CodeRow, Diagnostic, Position } from "../../model/text/diagnostic.js";
import { clean } from "../sanitize.js";

/** `note`: a finding that a waiver takes the effect of. */
export type Level = "error" | "warning" | "note";

export interface Problem {
  readonly level: Level;
  /** As the tables of codes have it: config/unknown-key, policy/max-leverage. */
  readonly code: string;
  readonly summary: string;
  readonly remedy?: string;
  readonly address?: string;
  readonly position?: Position;
  /** The policy that says so, and where it stands. */
  readonly policy?: { readonly name: string; readonly position?: Position };
  readonly waived?: Waived;
}

/** Diagnostics and what policies find, in this order. What is denied is an error: no plan of it is applied. */
export function problemsOf(diagnostics: readonly Diagnostic[], findings: readonly Finding[]): Problem[] {
  return [...diagnostics.map(ofDiagnostic), ...findings.map(ofFinding)];
}

function ofDiagnostic({ severity, code, summary, remedy, address, position }: Diagnostic): Problem {
  return {
    ...{ level: severity, code, summary },
    ...(remedy !== undefined && { remedy }),
    ...(address !== undefined && { address }),
    ...(position !== undefined && { position }),
  };
}

function ofFinding(finding: Finding): Problem {
  const { code, summary, remedy, address, policy, policyPosition, waived } = finding;
  const position = finding.position ?? policyPosition;
  const level = waived !== undefined ? "note" : isDenied(finding) ? "error" : "warning";
  return {
    ...{ level, code, summary, remedy },
    ...(address !== undefined && { address }),
    ...(position !== undefined && { position }),
    ...(policy !== undefined && {
      policy: { name: policy, ...(policyPosition !== undefined && { position: policyPosition }) },
    }),
    ...(waived !== undefined && { waived }),
  };
}

/** What is wrong and what to do, in one line each; clean. */
export function problemLines({ address, summary, remedy, policy, waived }: Problem): string[] {
  const subject = address === undefined ? "" : `${clean(address)}: `;
  return [
    `${subject}${clean(summary)}`,
    ...(policy === undefined ? [] : [`policy: ${clean(policy.name)}`]),
    ...(waived === undefined ? [] : [`waived until ${clean(waived.until)}: ${clean(waived.reason)}`]),
    ...(remedy === undefined ? [] : [`fix: ${clean(remedy)}`]),
  ];
}

/** What reports for other programs are written from. */
export interface ProblemFacts {
  readonly problems: readonly Problem[];
  /** Every file that was looked at; those with problems count by themselves. */
  readonly files: readonly string[];
  /** Every bot that there is, by the file that declares it. */
  readonly bots: readonly { readonly address: string; readonly file: string }[];
  /** Titles and help by code. A code without a row is a rule without words. */
  readonly rows: ReadonlyMap<string, CodeRow>;
  readonly places: Places;
  /** Of botform. */
  readonly version: string;
  readonly exitCode: number;
  /** Why nothing could be looked at; absent where it could. */
  readonly failure?: string;
}

/** Where the files stand for whoever reads the report: `cwd` is what they were named from, `root` what they are to be named from. */
export interface Places {
  readonly cwd: string;
  readonly root: string;
}

/** The file as seen from the root; as an absolute path where it lies outside of it. */
export function pathFrom({ cwd, root }: Places, file: string): string {
  const whole = resolve(cwd, file);
  const path = relative(root, whole);
  const isInside = path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  return isInside ? path.replaceAll(sep, "/") || "." : whole;
}

/** The same as a URI: relative to the root, or `file:` outside of it. Every name is percent-encoded (RFC 3986). */
export function uriFrom(places: Places, file: string): string {
  // A path that isn't valid Unicode has no URI; invalid characters are replaced.
  const path = pathFrom(places, file.replace(/\p{Cs}/gu, "\ufffd"));
  return isAbsolute(path) ? pathToFileURL(path).href : path.split("/").map(encodeURIComponent).join("/");
}
