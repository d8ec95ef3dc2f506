// Judges what the page of the fleet shows at one moment of a day: each account as it is, exactly the plans that wait, the commit that was refused, the roll-out where it stands, and nothing else.

/** What the page has to show. What isn't named may be anything, as long as the page agrees with itself. */
export interface PageStory {
  /** The states that an account may be shown in, in the page's words, of each account; every one has to be listed once. */
  readonly states: ReadonlyMap<string, readonly string[]>;
  /** Digests of the plans that wait for a yes, with their accounts: these, and no others. */
  readonly waiting: ReadonlyMap<string, string>;
  /** Where the newest commit has its error, as `file:line:column`; undefined where it can be used. */
  readonly refusedAt: string | undefined;
  /** undefined where none was begun. */
  readonly rollout: RolloutStory | undefined;
  /** Words that have to stand on other pages, by path. */
  readonly says: ReadonlyMap<string, readonly string[]>;
  /** Words that mustn't, by path. */
  readonly neverSays: ReadonlyMap<string, readonly string[]>;
}

export interface RolloutStory {
  /** As the page begins with it: `It is paused`. */
  readonly status: string;
  /** By wave, the words of its state that may be shown. */
  readonly waves: ReadonlyMap<string, readonly string[]>;
}

const REFUSED = "The newest configuration can't be used";

/** The pages that it is judged by. */
export function pathsOf({ says, neverSays }: PageStory): readonly string[] {
  return [...new Set(["/", "/plans", "/rollout", ...says.keys(), ...neverSays.keys()])];
}

/** What is wrong with what is shown, one line each. @param pages HTML by path, of every path of pathsOf */
export function untold(pages: ReadonlyMap<string, string>, story: PageStory): readonly string[] {
  // What comes from outside is marked as that wherever it stands.
  const of = (path: string) => (pages.get(path) ?? "").replaceAll(/<\/?bdi>/g, "");
  return [
    ...pathsOf(story).flatMap((path) => (of(path) === "" ? `there is no page ${path}` : [])),
    ...ofAccounts(of("/"), story),
    ...ofPlans(of("/"), of("/plans"), story),
    ...ofRevision(of("/"), story),
    ...ofRollout(of("/"), of("/rollout"), story),
    ...each(story.says).flatMap(([path, words]) =>
      wordsOf(of(path)).includes(words) ? [] : `${path} doesn't say: ${words}`,
    ),
    ...each(story.neverSays).flatMap(([path, words]) =>
      wordsOf(of(path)).includes(words) ? `${path} says, and it isn't so: ${words}` : [],
    ),
  ];
}

function ofAccounts(fleet: string, { states }: PageStory): readonly string[] {
  const found: string[] = [];
  const listed = new Map<string, string>();
  for (const [, account = "", word = ""] of fleet.matchAll(ACCOUNT_ROW)) {
    if (listed.has(account)) found.push(`${account} is listed twice`);
    listed.set(account, word);
  }
  for (const [account, may] of states) {
    const shown = listed.get(account);
    if (shown === undefined) found.push(`${account} isn't listed`);
    else if (!may.includes(shown)) found.push(`${account} is shown as ${shown}, and is ${may.join(" or ")}`);
  }
  for (const account of listed.keys()) if (!states.has(account)) found.push(`${account} is listed, and isn't there`);
  for (const [, count, word = ""] of fleet.matchAll(CHIP)) {
    const own = [...listed.values()].filter((one) => one === word).length;
    if (own !== Number(count)) found.push(`${count} accounts are counted as ${word}, and ${own} are listed so`);
  }
  for (const [, account = "", word = ""] of fleet.matchAll(URGENT_ROW))
    if (listed.get(account) !== word) found.push(`${account} needs a person as ${word}, and is listed otherwise`);
  const urgent = new Set([...fleet.matchAll(URGENT_ROW)].map(([, account]) => account));
  const tripped = [...listed].filter(([, word]) => word === "breaker tripped").slice(0, 4);
  for (const [account] of tripped)
    if (!urgent.has(account)) found.push(`${account} has tripped, and doesn't need a person`);
  return found;
}

const ACCOUNT_ROW =
  /<tr[^>]*><th[^>]*><a href="\/accounts\/([^"]+)">[^<]*<\/a><\/th><td[^>]*><span class="state [^"]+">([^<]+)</g;
const CHIP = /<a class="chip [^>]*><b>(\d+)<\/b> <span class="state [^"]+">([^<]+)</g;
const URGENT_ROW =
  /<li class="(?:bad|warning)"><a href="\/accounts\/([^"]+)">[^<]*<\/a> <span class="state [^"]+">([^<]+)</g;

/** The fleet's page lists those that wait, the page of plans those that are approved and not carried out, too. */
function ofPlans(fleet: string, plans: string, { waiting }: PageStory): readonly string[] {
  return [["/", fleet] as const, ["/plans", plans] as const].flatMap(([path, text]) => {
    const shown = new Map([...text.matchAll(WAITING_ROW)].map(([, digest = "", account = ""]) => [digest, account]));
    const lacking = [...waiting].flatMap(([digest, account]) =>
      shown.get(digest) === account ? [] : `${path} doesn't show that ${account} waits for a yes to ${digest}`,
    );
    const extra = [...shown].flatMap(([digest, account]) =>
      waiting.has(digest) ? [] : `${path} shows that ${account} waits for a yes to ${digest}, and it doesn't`,
    );
    return [...lacking, ...extra];
  });
}

const WAITING_ROW = /<li class="warning"><a href="\/plans\/([0-9a-f]+)">([^<:]+):/g;

function ofRevision(fleet: string, { refusedAt }: PageStory): readonly string[] {
  const alert = /<div class="alert" role="alert">.*?<\/div>/s.exec(fleet)?.[0] ?? "";
  const words = wordsOf(alert);
  if (refusedAt === undefined) return words.includes(REFUSED) ? ["a commit is shown as refused, and none is"] : [];
  if (!words.includes(REFUSED)) return ["the refused commit isn't shown"];
  return words.includes(refusedAt) ? [] : [`the refused commit isn't shown with its error at ${refusedAt}`];
}

function ofRollout(fleet: string, page: string, { rollout }: PageStory): readonly string[] {
  const rows = new Map([...page.matchAll(WAVE_ROW)].map(([, name = "", state = ""]) => [name, state]));
  const lead = wordsOf(/<p class="lead">.*?<\/p>/s.exec(page)?.[0] ?? "");
  const needs = /<a href="\/rollout">The roll-out<\/a>: ([^<]*)/.exec(fleet)?.[1] ?? "";
  if (rollout === undefined) return rows.size + needs.length > 0 ? ["a roll-out is shown, and none was begun"] : [];
  const { status, waves } = rollout;
  const isPaused = status === "It is paused";
  return [
    ...(lead.startsWith(status) ? [] : [`of the roll-out it says "${lead}", and not: ${status}`]),
    ...[...waves].flatMap(([name, may]) => {
      const shown = rows.get(name) ?? "nothing";
      return may.includes(shown) ? [] : `wave ${name} is shown as ${shown}, and is ${may.join(" or ")}`;
    }),
    ...[...rows.keys()].flatMap((name) => (waves.has(name) ? [] : `wave ${name} is shown, and isn't there`)),
    ...(needs.startsWith("it is paused") === isPaused
      ? []
      : [`the fleet's page ${isPaused ? "doesn't say" : "says"} that the roll-out is paused`]),
    ...(needs.includes("nobody drives it") ? ["the roll-out is shown as one that nobody drives"] : []),
  ];
}

/** Its mark isn't read: the word beside it is. */
const WAVE_ROW = /<tr[^>]*><th[^>]*><b>([^<]+)<\/b><\/th><td[^>]*><b class="[^"]+">\S+ ([^<]+)</g;

function each(all: ReadonlyMap<string, readonly string[]>): readonly (readonly [path: string, words: string])[] {
  return [...all].flatMap(([path, words]) => words.map((one) => [path, one] as const));
}

/** What people read of a page, on one line. */
function wordsOf(page: string): string {
  const text = page.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
