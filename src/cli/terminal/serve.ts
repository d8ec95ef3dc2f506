// Runs the page beside what looks after the accounts, until it is interrupted; prints the address that lets one in.

import type { ExitCode } from "../../app/exit.js";
import { hastenLook } from "../../app/fleet/hasten.js";
import type { Host } from "../../app/host.js";
import type { ReconcilePorts } from "../../app/reconcile/look.js";
import { reconcile } from "../../app/reconcile/reconcile.js";
import { fleetWorker, type WorkerOptions } from "../../app/reconcile/worker.js";
import type { Current } from "../../app/source/place.js";
import { openSource, type SourceOptions } from "../../app/source/source.js";
import { isDatabase } from "../../database/connection.js";
import { openPage, type PageOptions } from "../../fleet/serve.js";
import type { RevisionNews } from "../../model/revision.js";
import { clean } from "../../render/sanitize.js";
import { type HealthOptions, listenAddress, type Measured, withHealth } from "./health.js";
import { waits } from "./interrupt.js";
import type { LogOptions } from "./logged.js";
import type { NotifyOptions } from "./notify.js";
import { userName } from "./person.js";
import { lookingContext } from "./reports.js";
import { ledgerOption, sameOptions } from "./shell-word.js";
import { endedByInterrupt } from "./watch.js";

interface ServeOptions
  extends Omit<WorkerOptions, "accountsAtOnce">,
    Pick<PageOptions, "trustHeader" | "trustFrom" | "publicUrl">,
    Pick<HealthOptions, "health">,
    LogOptions,
    NotifyOptions {
  readonly accountsAtOnce: number;
  readonly listen: string;
  readonly pageOnly?: true;
  readonly format: "text" | "json";
  readonly envFrom?: string;
}

/** With the first problem and its place. */
function refusedText({ why, diagnostics: [first] }: Extract<RevisionNews, { readonly kind: "refused" }>): string {
  if (first === undefined) return why;
  const { file, line, column } = first.position ?? {};
  return `${why}: ${file === undefined ? "" : `${file}:${line}:${column}: `}${first.summary}`;
}

/** Of an emergency stop at the page, in seconds. */
const STOP = { timeout: 120, settle: 120 };

export async function serve(context: Parameters<typeof lookingContext>[0], given: ServeOptions): Promise<ExitCode> {
  const { pageOnly, ...rest } = given;
  const options = { ...rest, ...(rest.account === undefined && { allAccounts: true }) };
  const { own: quiet, ports: reports } = lookingContext(context, "fleet serve", options);
  const wanted = new Set<string>();
  const waiting = waits();
  let wake = () => {};
  const isOwn = pageOnly !== true && !isDatabase(options.journal);
  let refused: string | undefined;
  let where: Current["where"] = {};
  const ports: ReconcilePorts = {
    ...reports,
    counts(current) {
      ({ where } = current);
    },
    async revised(reported, isFirst) {
      const { news } = reported;
      if (news.kind === "refused") refused = refusedText(news);
      else if (news.kind === "mended" || news.kind === "accepted") refused = undefined;
      await reports.revised(reported, isFirst);
    },
    wanted() {
      const now = new Set(wanted);
      wanted.clear();
      return now;
    },
    wait: (ms: number) =>
      waiting(
        () =>
          new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, wanted.size > 0 ? 0 : ms);
            wake = () => {
              clearTimeout(timer);
              resolve();
            };
          }),
      ),
  };
  const page = await openPage(
    quiet,
    { ...options, ...STOP, listen: listenAddress(given.listen) },
    {
      ...{ stopping: ports.stopping, now: Date.now, person: userName(context.env) },
      same: `${sameOptions(options)}${ledgerOption(options)}`,
      isLookedAtOnce: isOwn,
      refusedRevision: () => refused,
      where: () => where,
      touched(account: string) {
        void hastenLook(options.journal, account);
        if (!isOwn) return;
        wanted.add(account);
        wake();
      },
      fault: (text) => quiet.say({ kind: "warning", text }),
    },
  );
  const invite = () => {
    const address = page.address();
    const once = address.includes("?token=") ? " (once, within 10 minutes)" : "";
    quiet.tell(`Open ${clean(address)}${once}\n`);
  };
  invite();
  process.on("SIGUSR2", invite);
  try {
    return await endedByInterrupt(withHealth(quiet, options, page.state, lookAfter));
  } finally {
    process.off("SIGUSR2", invite);
    await page.close();
  }

  function lookAfter(measured: Measured): Promise<ExitCode> {
    const own = measured.ports(ports);
    const host = measured.host(quiet);
    if (pageOnly === true) return onlyFollow(host, options, own);
    return isDatabase(options.journal) ? fleetWorker(host, options, own) : reconcile(host, options, own);
  }
}

/** Looks after no account, and knows which configuration counts all the same. */
async function onlyFollow(host: Host, options: ServeOptions & SourceOptions, ports: ReconcilePorts): Promise<never> {
  const isElsewhere = options.git !== undefined || options.source === "ledger";
  const source = isElsewhere ? openSource(host, options, ports) : undefined;
  for (let hasBegun = false; ; hasBegun = true) {
    if (source !== undefined) ports.counts?.(await source.next());
    if (!hasBegun) ports.began?.();
    await ports.wait(FOLLOW_MS);
  }
}

const FOLLOW_MS = 15_000;
