// Services of a Kong gateway, about as many values each as a bot of fleet.mjs has, no two alike: for the gateway and, as YAML, for decK.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** With `live` they have the ids and times that only the gateway knows. @returns {Readonly<Record<string, unknown>>[]} */
export function servicesOf(count, live) {
  return Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(4, "0");
    const id = `00000000-0000-4000-8000-${String(at + 1).padStart(12, "0")}`;
    return {
      name: `bench-${number}`,
      protocol: at % 2 === 0 ? "http" : "https",
      host: `bench-${number}.example`,
      port: 8_000 + (at % 1_000),
      path: `/bench/${number}`,
      retries: 1 + (at % 8),
      connect_timeout: 50_000 + at,
      read_timeout: 51_000 + at,
      write_timeout: 52_000 + at,
      tags: [`pair-${at % 8}`, `side-${at % 2}`, `margin-${at % 3}`, `number-${number}`],
      ...(live && { id, created_at: 1_700_000_000, updated_at: 1_700_000_000 }),
    };
  });
}

/** The file that decK is given; returns its path. */
export function writeServices(folder, services) {
  const file = join(folder, "kong.yaml");
  const items = services.map((service) => {
    const rows = Object.entries(service).map(([name, value]) =>
      Array.isArray(value) ? `  ${name}:\n${value.map((each) => `  - ${each}\n`).join("")}` : `  ${name}: ${value}\n`,
    );
    return `-${rows.join("").slice(1)}`;
  });
  writeFileSync(file, `_format_version: "1.1"\nservices:\n${items.join("")}`);
  return file;
}
