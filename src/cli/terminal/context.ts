// The context of a command: the screen it prints to, and the host that use cases ask.
import type { Host } from "../../app/host.js";
import type { FormatVersion } from "../../render/machine/json.js";
import { clean } from "../../render/sanitize.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import { findingsText } from "../../render/text/policy-text.js";
import { abandonable, interruptible } from "./interrupt.js";
import { applyProgress, readProgress, sayPause } from "./progress.js";
import { plainScreen, processScreen, type Screen } from "./screen.js";
import { type Status, statusOf } from "./status.js";

export type Context = Required<Omit<Screen, "ask">> &
  Host & {
    readonly formatVersion: FormatVersion;
    /** What is under way; whatever else is printed takes its line away first. */
    readonly status: Status;
  };

export function processContext(): Context {
  return contextOf(processScreen());
}

/** Nobody waits before it, so nothing is said of what takes long. */
export function plainContext(sinks: Parameters<typeof plainScreen>[0]): Context {
  return contextOf(plainScreen(sinks), true);
}

/** What else a command is given goes with its screen. */
export function contextOf(given: Screen, isQuiet = false): Context {
  const status = statusOf(given, isQuiet || !!given.env.BOTFORM_NO_PROGRESS);
  const after = (print: (text: string) => void) => (text: string) => {
    status.clear();
    print(text);
  };
  const screen = { ...given, out: after(given.out), err: after(given.err), tell: after(given.tell ?? given.err) };
  const sentences = { ...screen, err: screen.tell, status };
  return {
    ...screen,
    status,
    outAsItIs: after(given.outAsItIs ?? given.out),
    conceal: screen.conceal ?? (() => () => {}),
    redacted: screen.redacted ?? ((text) => text),
    isTerminal: screen.isTerminal ?? false,
    isWhole: screen.isWhole ?? (async () => true),
    envs: [screen.env],
    formatVersion: 2,
    nobody: "there is no terminal to ask you on",
    say(notice) {
      const { errColour, err, tell } = screen;
      if (notice.kind === "diagnostics") err(`${diagnosticsText(notice.diagnostics, errColour)}\n`);
      else if (notice.kind === "findings") err(`${findingsText(notice.findings, errColour)}\n`);
      else {
        const about = notice.account === undefined ? "" : `${clean(notice.account)}: `;
        tell(`${errColour.change(`${notice.kind}:`)} ${about}${clean(notice.text)}\n`);
      }
    },
    async read(what, task) {
      const { onRequest, onPause, end } = readProgress(sentences, what);
      try {
        return await abandonable(() => task({ onRequest, onPause }));
      } finally {
        end();
      }
    },
    async run(accounts, task) {
      screen.err("\n");
      const progress = applyProgress(sentences, accounts);
      const watch = (account: string) => ({ onEvent: progress.of(account), onPause: sayPause(screen.tell, account) });
      try {
        return await interruptible(sentences, (signal) => task(signal, watch));
      } finally {
        progress.end();
      }
    },
  };
}

/** The same without progress, which would be drawn over what stands there. */
export function undrawn(context: Context): Context {
  const { read, run } = contextOf({ ...context, live: false }, true);
  return { ...context, live: false, read, run };
}
