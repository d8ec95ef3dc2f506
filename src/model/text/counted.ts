// Writes a number of things as it reads in a sentence.

/** `1 bot`, `2 bots`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
