// The types of mutants.mjs, for the tests that read it.
interface Group {
  readonly least: number;
  readonly src: readonly string[];
  readonly tests: readonly string[];
}

export const GROUPS: Readonly<Record<string, Group>>;

export function groupOf(name: string): Group | undefined;
