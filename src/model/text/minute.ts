// A moment to the minute, as reports write it.

/** `2025-01-31 13:20`, in UTC. @param time milliseconds since the epoch */
export function minute(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}
