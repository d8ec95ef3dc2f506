// Lets signals end a botform that is process 1, as in an image, where the kernel drops every signal without a handler.
const ENDINGS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Ends as a shell would report it, unless the command listens itself and so decides how it ends. */
export function obeySignals(pid: number = process.pid): void {
  if (pid !== 1) return;
  for (const [signal, exitCode] of Object.entries(ENDINGS)) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(exitCode);
    });
  }
}
