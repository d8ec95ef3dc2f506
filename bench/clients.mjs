// Clients of an Auth0 tenant, as many fields each as a bot of fleet.mjs has, no two alike: for the tenant and, as files, for auth0-deploy-cli.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** With `live` they have the ids and secrets that only the service knows. @returns {Readonly<Record<string, unknown>>[]} */
export function clientsOf(count, live) {
  return Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(4, "0");
    return {
      name: `Bench ${number}`,
      description: `Made for the bench, number ${number}`,
      app_type: ["spa", "native", "regular_web", "non_interactive"][at % 4],
      initiate_login_uri: `https://bench-${number}.example/login`,
      callbacks: [`https://bench-${number}.example/callback`],
      allowed_logout_urls: [`https://bench-${number}.example/`],
      web_origins: [`https://bench-${number}.example`],
      grant_types: at % 2 === 0 ? ["authorization_code", "refresh_token"] : ["client_credentials"],
      is_first_party: true,
      oidc_conformant: true,
      sso_disabled: at % 3 === 0,
      custom_login_page_on: true,
      token_endpoint_auth_method: ["none", "client_secret_post"][at % 2],
      jwt_configuration: { alg: "RS256", lifetime_in_seconds: 36_000 + at },
      ...(live && { client_id: `bench${number}`, client_secret: `secret-${number}`, tenant: "bench", global: false }),
    };
  });
}

/** Its configuration below a folder, a file a client: of the two forms the one that it checks only once. */
export function writeClients(folder, clients) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "clients"), { recursive: true });
  for (const client of clients) {
    writeFileSync(join(folder, "clients", `${client.name.replace(" ", "-")}.json`), JSON.stringify(client, null, 2));
  }
}
