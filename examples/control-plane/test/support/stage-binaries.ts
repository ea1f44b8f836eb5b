import { appendFile, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Binaries } from "../../src/postgres-server/binaries.js";
import { clusterAt, createCluster, platformRole } from "../../src/postgres-server/cluster.js";

/**
 * Links to the programs of a PostgreSQL, but for `initdb`: it copies a cluster that is made here once, in a fifth of the time. Its
 * servers don't wait for the disk, which only a crash of the machine would show. On Windows, the folder as it is.
 */
export async function stageBinaries(binaries: Binaries, folder: string): Promise<string> {
  if (process.platform === "win32") return binaries.folder;
  const template = clusterAt(folder, binaries);
  await createCluster(template, { port: 5432, maxConnections: 100 });
  await appendFile(join(template.data, "postgresql.conf"), "fsync = off\n");
  const bin = join(folder, "bin");
  await mkdir(bin);
  for (const name of await readdir(binaries.folder))
    if (name !== "initdb") await symlink(join(binaries.folder, name), join(bin, name));
  const script = `#!/bin/sh
set -e
umask 077
for option in "$@"; do
  case $option in
    --pgdata=*) data=\${option#*=} ;;
    --pwfile=*) password=$(cat "\${option#*=}") ;;
  esac
done
cp -R '${template.data}' "$data"
echo "alter role ${platformRole} password '$password'" | '${binaries.folder}/postgres' --single -D "$data" postgres
`;
  await writeFile(join(bin, "initdb"), script, { mode: 0o755 });
  return bin;
}
