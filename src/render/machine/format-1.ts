// Documents of runs in formatVersion 1, which had another shape for one account than for several; goes with the next major version of botform.

/** What a document says of one account of a run. */
export interface AccountPart {
  readonly account: string;
  readonly [key: string]: unknown;
}

/** Of one account its part is the document, and of several they are listed. @param whole what is said of all accounts together */
export function inFormat1(
  head: object,
  accounts: readonly AccountPart[],
  { summary, ...body }: { readonly summary: object },
): object {
  const begin = { formatVersion: 1, ...head };
  const [only, second] = accounts;
  if (only === undefined || second !== undefined) return { ...begin, accounts, summary, ...body };
  const { account: _account, ...part } = only;
  return { ...begin, ...part, ...body };
}
