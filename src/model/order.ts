// Sorts and groups lists.

/** Compares texts by their code units: the same order on every machine. */
export function byText(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

/** What has one key together, keys and members in the order of their coming. */
export function groupBy<Key, Member>(
  members: Iterable<Member>,
  keyOf: (member: Member) => Key,
): ReadonlyMap<Key, readonly Member[]> {
  const groups = new Map<Key, Member[]>();
  for (const member of members) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  return groups;
}
