// Tells scenario files from files of a configuration, which may lie in the same folder.

/** Nothing but comments before it. */
const BEGINS = /^(?:[ \t]*(?:#.*)?\r?\n|---[ \t]*\r?\n)*scenario[ \t]*:/;
/** A file with a section of a configuration is never left out, whatever its first key: a bot that goes unread would be taken for one that was removed. */
const SECTION =
  /^(?:\?|["']?(?:version|accounts|vars|requestsPerSecond|state|defaults|templates|bots|protectedTitles|holds|policies|policyFiles|breakers|rollout|variants|people)["']?[ \t]*:)/m;

/** Whether a text is a scenario: its first key says so, and it has no section of a configuration. */
export function isScenario(text: string): boolean {
  return BEGINS.test(text) && !SECTION.test(text);
}
