// Finds configured bots among the live ones for their webhooks: by title and access, with reads alone.
import type { Draft } from "../config/draft.js";
import type { ConfiguredAccount } from "../config/load.js";
import type { Endpoint } from "../library.js";
import type { ServiceReader } from "../model/ports.js";
import { serviceReader } from "../service/ports.js";
import type { Context } from "./context.js";
import { UserError } from "./failure.js";
import { reading } from "./reading.js";

/** Ids by bot key of those that are there. Throws UserError where a title belongs to several. */
export async function liveIds(
  context: Context,
  { desired }: ConfiguredAccount,
  endpoint: Endpoint,
  drafts: readonly Draft[],
): Promise<ReadonlyMap<string, number>> {
  return reading(context, { account: desired.account, endpoint }, 4, async (client) => {
    const reader = serviceReader(client, desired.exchange);
    const live = await reader.bots();
    const found = new Map<string, number>();
    for (const draft of drafts) {
      const pinned = draft.merged.values.botId;
      const same = live.filter(({ id, fields }) =>
        pinned === undefined ? fields.title === draft.title : id === pinned,
      );
      const [only, ...others] = same;
      if (only === undefined) continue;
      if (others.length === 0) found.set(draft.key, only.id);
      else
        found.set(
          draft.key,
          await onItsAccess(
            reader,
            draft,
            same.map(({ id }) => id),
          ),
        );
    }
    return found;
  });
}

/** The list doesn't tell accesses: of namesakes each is read by itself. */
async function onItsAccess(reader: ServiceReader, draft: Draft, ids: readonly number[]): Promise<number> {
  const accessId = await accessIdOf(reader, draft);
  const bots = await Promise.all(ids.map((id) => reader.bot(id)));
  const own = bots.filter((bot) => bot.accessId === accessId);
  const [only, second] = own;
  if (only !== undefined && second === undefined) return only.id;
  throw new UserError(
    `several live bots have the title of ${draft.address}: ${ids.map((id) => `#${id}`).join(", ")}\nGive --bot-id, or state botId at the bot.`,
  );
}

/** The id of the access that the bot is on; undefined where the service shows none such. */
export async function accessIdOf(reader: ServiceReader, { access }: Draft): Promise<number | undefined> {
  if (typeof access?.live === "number") return access.live;
  return (await reader.accesses()).find(({ title }) => title === access?.live)?.id;
}
