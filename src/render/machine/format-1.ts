// Documents of runs in formatVersion 1, which had another shape for one account than for several; goes with the next major version of botform.

/** What a document says of one account of a run. */
export interface AccountPart {
  readonly account: string;
  readonly [key: string]: unknown;
}

/** What a bot, or a sum of bots, may cost has these figures, which were called otherwise; nothing else has a fee reserve. */
const RENAMED: Readonly<Record<string, string>> = { position: "worstCase", lossAtEnd: "lossAtCover" };

/** The same value with every key as it was called. */
export function inOldWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOldWords);
  if (typeof value !== "object" || value === null) return value;
  const isCost = "feeReserve" in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [(isCost ? RENAMED[key] : undefined) ?? key, inOldWords(one)]),
  );
}

/** Of one account its part is the document, and of several they are listed. Grades, variants and replays came later. @param totals of all accounts together */
export function inFormat1(head: object, all: readonly AccountPart[], totals: object): object {
  const begin = { formatVersion: 1, ...head };
  const accounts = all.map(({ grade: _grade, replay: _replay, variants: _variants, ...part }): AccountPart => part);
  const { grade: _grade, ...summary }: { readonly grade?: unknown } = totals;
  const [only, second] = accounts;
  if (only === undefined || second !== undefined) return { ...begin, accounts, summary };
  const { account: _account, ...part } = only;
  return { ...begin, ...part };
}
