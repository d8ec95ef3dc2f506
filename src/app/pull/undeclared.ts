// Live bots that no configuration declares: added where they can be, named with the reason where they can't.

import { type Pair, type PullEdits, skip, titleAt } from "../../authoring/pull-edits.js";
import { newBotEdits } from "../../authoring/pull-new.js";
import { pulledBots } from "../../authoring/pulled.js";
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import type { Source } from "../../config/yaml/source.js";
import { counted } from "../../model/text/counted.js";
import { isTitleProtected, type Undeclared } from "../../reconcile/plan/undeclared.js";

/** The live access of each alias. */
export type Aliases = ReadonlyMap<string, { readonly id: number }>;

interface Adding {
  readonly config: LoadedConfig;
  readonly account: ConfiguredAccount;
  readonly sources: readonly Source[];
  readonly byAlias: Aliases;
  readonly candidates: readonly Undeclared[];
  readonly pairs: readonly Pair[];
  /** By the address that a bot would have, why it can't be added. */
  readonly refused: ReadonlyMap<string, string>;
  /** They are for every account. */
  readonly everywhere: boolean;
}

/** Gives how many were added. */
export function addUndeclared(adding: Adding, edits: PullEdits): number {
  const { config, account, sources, byAlias, candidates, refused } = adding;
  const isShared = config.accounts.length > 1 && !adding.everywhere;
  const holders = titleHolders(adding);
  const { undeclared } = account.desired;
  const addable = candidates.flatMap(({ live, duplicateOf }) => {
    const reason = whyNot(duplicateOf?.address, holders.get(titleAt(live)), {
      isIgnored: undeclared === "ignore",
      isProtected: isTitleProtected(account.desired, live),
    });
    if (reason !== undefined) skip(edits, live, reason);
    return reason === undefined ? [live] : [];
  });
  const aliases = new Map([...byAlias].map(([alias, access]) => [access.id, alias]));
  const { bots, left } = pulledBots(addable, aliases);
  edits.left.push(...left);
  const added = newBotEdits(
    {
      account,
      bots,
      live: new Map(addable.map((live) => [live.id, live])),
      taken: new Set(config.accounts.flatMap(({ desired }) => desired.bots.map(({ key }) => key))),
      refused,
      file: fileForNew(account, sources),
      isShared,
    },
    edits,
  );
  if (isShared && added > 0)
    edits.notes.push(
      `${counted(added, "new bot")} limited to ${account.desired.account} (only); pull --everywhere adds them for every account`,
    );
  return added;
}

/** Why a live bot isn't added. Bots that the configuration says to leave alone aren't either. */
function whyNot(
  original: string | undefined,
  holder: string | undefined,
  { isIgnored, isProtected }: { readonly isIgnored: boolean; readonly isProtected: boolean },
): string | undefined {
  if (original !== undefined) return `it has the same title as ${original}`;
  if (holder !== undefined) return `it now has the title of ${holder}`;
  if (isProtected) return "protectedTitles names it";
  return isIgnored ? "undeclared: ignore leaves such bots alone" : undefined;
}

/** A configured bot holds its live title, and one that couldn't be matched the title that it is declared with. */
function titleHolders({ account, byAlias, pairs }: Adding): ReadonlyMap<string, string> {
  const paired = new Map(pairs.map(({ resolved, live }) => [resolved.address, titleAt(live)]));
  return new Map(
    account.desired.bots.map(({ address, access, fields }) => {
      const accessId = byAlias.get(access.alias)?.id ?? null;
      return [paired.get(address) ?? titleAt({ accessId, fields }), address];
    }),
  );
}

/** The file that most of the account's bots stand in. */
function fileForNew({ desired }: ConfiguredAccount, sources: readonly Source[]): string {
  const counts = new Map<string, number>();
  for (const { origin } of desired.bots) counts.set(origin.file, (counts.get(origin.file) ?? 0) + 1);
  const [most] = [...counts].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1));
  return most?.[0] ?? desired.origin.file ?? sources[0]?.file ?? "";
}
