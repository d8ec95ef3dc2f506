// Hosts to which an account may lead: BOTFORM_ALLOWED_HOSTS pins them where the environment is set, out of the configuration's reach (threat 12).
import type { Environment } from "./settings.js";

const ALLOWED_HOSTS = "BOTFORM_ALLOWED_HOSTS";

interface HostFault {
  readonly fault: string;
  readonly remedy: string;
}

/** Why the origin may not be contacted; undefined where it may. Each environment that pins hosts has to allow it: none can widen the other. */
export function hostFault(origin: string, envs: readonly Environment[]): HostFault | undefined {
  const { host } = new URL(origin);
  const refusing = envs.map((env) => env[ALLOWED_HOSTS]).find((list) => list !== undefined && !allows(list, host));
  if (refusing === undefined) return undefined;
  const strange = entriesOf(refusing).filter((entry) => hostOf(entry) === undefined).length;
  const why = refusing.trim() === "" ? " It is set, but empty, which allows no host." : "";
  const odd = strange === 0 ? "" : ` ${strange} of its entries can't be read; write host, host:port or *.host.`;
  return {
    fault: `leads to ${origin}, which ${ALLOWED_HOSTS} doesn't allow`,
    remedy: `If the host is meant, add ${host} to ${ALLOWED_HOSTS} where it is set, for example in the settings of CI; a file given with --env-from can't add to it.${why}${odd}`,
  };
}

/** A star stands for one label, so that nobody's host is allowed by a name further up. */
function allows(list: string, host: string): boolean {
  const allowed = new Set(entriesOf(list).map(hostOf));
  return allowed.has(host) || allowed.has(host.replace(/^[^.]+/, "*"));
}

function entriesOf(list: string): readonly string[] {
  return list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** As a URL writes it: in lower case, and without the port of https. undefined for what is no host. */
function hostOf(entry: string): string | undefined {
  if (!/^(?:\*\.[^*.:]+\.)?[^*/?#@\\\s]+$/.test(entry) || !URL.canParse(`https://${entry}`)) return undefined;
  return new URL(`https://${entry}`).host;
}
