// undici's pool by its own path: importing the package's index costs as much time as starting node does.
declare module "undici/lib/dispatcher/pool.js" {
  import type { Pool } from "undici";

  const pool: typeof Pool;
  export default pool;
}
